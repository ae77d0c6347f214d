"""News that looks like a turn: "Oxygen for 7 minutes", "Bail for four minutes, Bob!".

Nouns and minutes alone may tell how things stand, and a verb alone may be an order to somebody
else.  Where a letter says neither "I" nor "my turn" and takes no step before its action, such
words are asked about.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import islice, pairwise
from typing import Final

from rednov_bot.engine.turn import NO_ORDERS, Turn
from rednov_bot.language.announced import turn_of
from rednov_bot.language.doings import VERBS
from rednov_bot.language.doubts import IS_ANNOUNCED, Doubt
from rednov_bot.language.lexicon import DETERMINERS, vocabulary
from rednov_bot.language.scanner import plain
from rednov_bot.language.second_reader import Said
from rednov_bot.language.segments import Segment
from rednov_bot.language.structures import WORD
from rednov_bot.language.words import Word, kinds, phrases
from rednov_bot.papers import Act

_MINE: Final = kinds("SELF NOW CONTEST")
_THINGS: Final = kinds("MACHINE FIRE WATER KRAKEN")
_AHEAD: Final = kinds("in at of for")
"""Before minutes, or before the thing itself."""
_SLOTS: Final = _THINGS | kinds("DUR NUM ROOM")
_LONG_WORKS: Final = kinds(
    "fix_engine fix_oxygen fix_reactor stop_missile pump_water extinguish_fire kill_kraken"
)
_WORKS: Final = kinds("FIX HALT PUMP EXTINGUISH KILL UNBLOCK")
_BESIDE: Final = kinds(
    "on at against versus vs in here this room the a an my me our get gets getting time of work "
    "repair repairs fix fixing room x minutes minute min mins m here's more another again yes ok "
    "okay please with no not code manual item items"
)
"""Words beside a thing and its minutes that make no news of them."""
_COSTS: Final = kinds(
    "cost costs take takes need needs want wants require requires last lasts burn burns run runs "
    "works left until till ago late"
)
"""How long something takes, whoever does it."""
_GOING_ON: Final = kinds("currently busy still presently")
_SINCE: Final = (["to", "go"], ["minutes", "now"])
_REMARKED: Final = kinds("OTHER STATE PAST NEG WHO YOU UNREAL")
"""With one of these, a stretch behind nouns and minutes is a remark on them."""
_EVENTS: Final = kinds("launch countdown attack alarm alert leak")
"""What happens by itself, where nobody is said to stop it."""
_ONWARDS: Final = kinds("keep carry continue go proceed")
_CROWD: Final = kinds(
    "lads lad boys girls folks everyone everybody all crew team gnomes mates mate friends guys "
    "comrades shipmates sailors men people you someone somebody"
)
_NOUNS: Final = kinds("repairs works fixes gets")
_LEFT: Final = re.compile(r"\bminutes? (?:left|to go|remaining|remain)\b")
_REACH: Final = 12
"""Stretches of a sentence; what stands farther off is no matter of its beginning."""
_FEW: Final = 2
_SHORT: Final = 3
_LONGEST_LABEL: Final = 6
_PERSONAL: Final = kinds(
    "me my i turn turns go action actions act move moves movement since because so now here red rn "
    "november step steps form order route this that today one quick "
    "decided settled done work again back usual"
)
_FORMAL: Final = DETERMINERS | kinds("job task work deed act do go goes game phase step")
"""What may head an action in a form."""
_SPURS: Final = phrases("come on, hurry, hurry up, quick, quickly, faster, hey, go go, chop chop")


def only_news(said: Sequence[Said], done: Sequence[Act], text: str, author: str) -> list[Doubt]:
    """A question about an action that may be news, or an order to somebody."""
    turn = turn_of(done)
    if turn is None:
        return []
    if not _is_lone(turn):
        return _titled(said, text)
    told = [one.segment for one in said if one.segment.belongs == "turn"]
    if any(not one.kinds.isdisjoint(_MINE) or _names(one, author) for one in told):
        return []
    if told and _LEFT.search(plain(text)):
        return [Doubt(told[0].start, told[-1].end, IS_ANNOUNCED)]
    live = {id(one.segment) for one in said if one.live}
    found = (
        Doubt(one.start, one.end, IS_ANNOUNCED)
        for at, one in enumerate(told)
        if id(one) in live
        and (
            _is_told(told[at : at + _REACH], text)
            or _is_order(one, told[at - 1 : at], told[at + 1 : at + _REACH], text)
            or _is_labelled(one, text)
            or _is_about_a_room(one)
        )
    )
    return [*islice(found, 1)]


def _titled(said: Sequence[Said], text: str) -> list[Doubt]:
    """ "Result: hatch 5, in, ...": a question about a turn that another word than that heads."""
    first = next((one.segment for one in said if one.segment.hard or one.segment.doing), None)
    if first is None or first.belongs != "turn":
        return []
    label = _label(text, first.start)
    known = not _PERSONAL.isdisjoint(label) or len(label) > _LONGEST_LABEL
    if known or not any(len(word) > _SHORT and _is_unknown(word) for word in label):
        return []
    return [Doubt(first.start, first.end, IS_ANNOUNCED)]


def _label(text: str, start: int) -> list[str]:
    """The words before the colon behind which a stretch begins, on its line or the one before."""
    before = text[:start].rstrip(" \t\n*_-\"'0123456789.)")
    if not before.endswith(":"):
        return []
    last = max(before.rfind(stop) for stop in ".!?;\n")
    return [word for word in WORD.findall(plain(before[last + 1 :])) if word not in ",?:"]


def _is_lone(turn: Turn) -> bool:
    """Whether nothing is done but a work that takes minutes."""
    rest = (turn.steps, turn.after, turn.escape)
    return (
        not any(rest)
        and turn.orders == NO_ORDERS
        and turn.action is not None
        and turn.action.name in _LONG_WORKS
    )


def _names(segment: Segment, author: str) -> bool:
    """Whether the sender speaks of emself, and does not only sign."""
    named = any(word.type == "NAME" and word.name == author for word in segment.words)
    return named and not segment.kinds <= {"NAME", "FILL"}


def _spoken(words: Sequence[Word], text: str) -> list[str]:
    """The words that stand there, be they understood or not."""
    start, end = min(word.start for word in words), max(word.end for word in words)
    return [word for word in WORD.findall(plain(text[start:end])) if word not in ",?:"]


def _is_told(segments: Sequence[Segment], text: str) -> bool:
    """Whether stretches say of a thing how long something of it lasts."""
    if segments[0].kinds.isdisjoint(_THINGS | _WORKS) or segments[0].aside:
        return False
    words, behind = _up_to_the_minutes(segments)
    spoken = _spoken(words, text)
    after = _spoken(behind[0].words, text)[:_FEW] if behind else []
    if not _COSTS.isdisjoint([*spoken, *after]) or not _GOING_ON.isdisjoint(spoken):
        return True
    if spoken[-2:] in _SINCE or any("NAME" in one.kinds for one in behind):
        return True
    slots = {piece for word in words if word.type in _SLOTS for piece in _spoken([word], text)}
    rest = [word for word in spoken if word not in slots and not word[-1].isdigit()]
    if any(one in slots and _happens(other) for one, other in pairwise(spoken) if other in rest):
        return True
    if any(_works(word) for word in rest if word not in _EVENTS) or any(map(_cites, spoken)):
        return False
    if not _EVENTS.isdisjoint(spoken) or any(one.has(*_REMARKED) for one in behind):
        return True
    ahead = any(one in _AHEAD and other in slots for one, other in pairwise(spoken))
    return ahead or not _BESIDE.issuperset(rest)


def _up_to_the_minutes(segments: Sequence[Segment]) -> tuple[list[Word], list[Segment]]:
    """The words of a sentence as far as its minutes, and the stretches behind them."""
    words: list[Word] = []
    behind: list[Segment] = []
    timed = False
    for at, segment in enumerate(segments):
        if segment.aside or (at and segment.opens_sentence):
            break
        if timed:
            behind.append(segment)
        else:
            words += segment.words
            timed = any(word.type in ("DUR", "NUM") for word in segment.words)
    return words, behind


def _happens(word: str) -> bool:
    """ "The reactor cools": a verb of which the thing before is the subject."""
    return word.endswith("s") and word not in _NOUNS and _works(word)


def _cites(word: str) -> bool:
    """Whether a word is a clause of the contract, as "11d" is; such an action is no news."""
    return word.startswith("11")


def _works(word: str) -> bool:
    """Whether a verb of work begins with this word: "put out", "fixing"."""
    node = vocabulary().next.get(word)
    if node is None:
        return False
    senses = [*node.senses, *(sense for one in node.next.values() for sense in one.senses)]
    return any(sense.kind in _WORKS for sense in senses)


def _is_order(
    segment: Segment, before: Sequence[Segment], behind: Sequence[Segment], text: str
) -> bool:
    """Whether a stretch tells somebody to do something, or to go on with it."""
    spoken = _spoken(segment.words, text)
    if spoken[:1] and spoken[0] in _ONWARDS:
        return True
    first = next((word for word in segment.words if word.type != "FILL"), None)
    if first is None or first.type not in VERBS or first.form != "":
        return False
    spurred = before and not segment.opens_sentence
    if spurred and " ".join(_spoken(before[0].words, text)) in _SPURS:
        return True
    for one in behind:
        if one.opens_sentence:
            break
        if _calls(one.words, text):
            return True
    return False


def _is_labelled(segment: Segment, text: str) -> bool:
    """ "Reminder: ...", "Job of the day: ...": what stands before a colon names no turn."""
    if segment.kinds.isdisjoint(_THINGS | _WORKS):
        return False
    label = _label(text, segment.start)
    return any(word not in _FORMAL and _is_unknown(word) and not _cites(word) for word in label)


def _is_unknown(word: str) -> bool:
    node = vocabulary().next.get(word)
    return node is None or not node.senses


def _is_about_a_room(segment: Segment) -> bool:
    """ "Lecture in room 5, six minutes": something unknown takes place there."""
    if segment.alone or not segment.opens_sentence or segment.doing:
        return False
    return segment.has("NUM", "ROOM") and segment.words[0].type == "OTHER"


def _calls(words: Sequence[Word], text: str) -> bool:
    """ "lads", "Quill": a stretch of its own that says to whom all is said."""
    said = [word for word in words if word.type != "FILL"]
    if len(said) != 1:
        return False
    somebody = said[0].type == "OTHER" and text[said[0].start].isupper()
    return said[0].type in ("NAME", "YOU") or said[0].text in _CROWD or somebody
