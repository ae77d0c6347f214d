"""News that looks like a turn: "Oxygen for 7 minutes", "Bail for four minutes, Bob!".

Nouns and minutes alone may tell how things stand, and a verb alone may be an order to somebody
else.  Where a letter says neither "I" nor "my turn" and takes no step before its action, such
words are asked about.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from rednov_bot.engine.turn import NO_ORDERS, Turn
from rednov_bot.language.announced import turn_of
from rednov_bot.language.doings import VERBS
from rednov_bot.language.doubts import Doubt
from rednov_bot.language.lexicon import DETERMINERS, vocabulary
from rednov_bot.language.scanner import plain
from rednov_bot.language.second_reader import Said
from rednov_bot.language.segments import Segment
from rednov_bot.language.structures import WORD
from rednov_bot.language.words import Word, kinds, phrases
from rednov_bot.papers import Act

_ASK: Final = "Is this an announcement of yours?"
_LIVE: Final = kinds("real unclear")
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
_EVENTS: Final = kinds("launch countdown attack alarm alert leak")
"""What happens by itself, where nobody is said to stop it."""
_ONWARDS: Final = kinds("keep carry continue go proceed")
_CROWD: Final = kinds(
    "lads lad boys girls folks everyone everybody all crew team gnomes mates mate friends guys "
    "comrades shipmates sailors men people you someone somebody"
)
_FEW: Final = 2
_FORMAL: Final = DETERMINERS | kinds("job task work deed act do go goes game phase step")
"""What may head an action in a form."""
_SPURS: Final = phrases("come on, hurry, hurry up, quick, quickly, faster, hey, go go, chop chop")


def only_news(said: Sequence[Said], done: Sequence[Act], text: str, author: str) -> list[Doubt]:
    """A question about an action that may be news, or an order to somebody."""
    turn = turn_of(done)
    if turn is None or not _is_lone(turn):
        return []
    told = [one.segment for one in said if one.segment.belongs == "turn"]
    if any(not one.kinds.isdisjoint(_MINE) or _names(one, author) for one in told):
        return []
    live = {id(one.segment) for one in said if one.mood in _LIVE}
    return [
        Doubt(one.start, one.end, _ASK)
        for at, one in enumerate(told)
        if id(one) in live
        and (
            _is_told(told[at:], text)
            or _is_order(one, told[at - 1 : at], told[at + 1 :], text)
            or _is_labelled(one, text)
            or _is_about_a_room(one)
        )
    ][:1]


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
    return any(word.type == "NAME" and word.name == author for word in segment.words)


def _spoken(words: Sequence[Word], text: str) -> list[str]:
    """The words that stand there, be they understood or not."""
    start, end = min(word.start for word in words), max(word.end for word in words)
    return [word for word in WORD.findall(plain(text[start:end])) if word not in ",?:"]


def _is_told(segments: Sequence[Segment], text: str) -> bool:
    """Whether stretches say of a thing how long something of it lasts."""
    if segments[0].kinds.isdisjoint(_THINGS | _WORKS) or segments[0].aside:
        return False
    words: list[Word] = []
    behind: list[str] = []
    for at, segment in enumerate(segments):
        if segment.aside or (at and segment.opens_sentence):
            break
        if any(word.type in ("DUR", "NUM") for word in words):
            behind = _spoken(segment.words, text)
            break
        words += segment.words
    spoken = _spoken(words, text)
    if not _COSTS.isdisjoint([*spoken, *behind[:_FEW]]) or spoken[-2:] == ["to", "go"]:
        return True
    slots = {piece for word in words if word.type in _SLOTS for piece in _spoken([word], text)}
    rest = [word for word in spoken if word not in slots and not word[-1].isdigit()]
    if any(_works(word) for word in rest if word not in _EVENTS):
        return False
    if not _EVENTS.isdisjoint(spoken):
        return True
    ahead = any(one in _AHEAD and other in slots for one, other in pairwise(spoken))
    return ahead or not _BESIDE.issuperset(rest)


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
    line = text[text.rfind("\n", 0, segment.start) + 1 : segment.start].rstrip(" \t*_\"'")
    if not line.endswith(":") or segment.kinds.isdisjoint(_THINGS | _WORKS):
        return False
    last = max(line.rfind(stop) for stop in ".!?;")
    label = [word for word in WORD.findall(plain(line[last + 1 :])) if word not in ",?:"]
    return any(word not in _FORMAL and _is_unknown(word) for word in label)


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
