"""Unknown words: which of them only paint, and which must be asked about."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Final

import msgspec

from rednov_bot.engine.words import Place
from rednov_bot.language import offers
from rednov_bot.language.doings import VERBS
from rednov_bot.language.frames import SOFT
from rednov_bot.language.segments import HARD, Segment
from rednov_bot.language.words import Sense, Word, kinds

HEADS: Final = VERBS | {"MEANS", "NOACT", "NOTENTER", "NOMOVE"}
_BOTH: Final = frozenset(("them", "those", "these", "the two", "both"))
_PLACES: Final = frozenset(("NUM", "ROOM", "MACHINE"))
_WORKS: Final = kinds("UNBLOCK EXTINGUISH PUMP FIX HALT KILL")
_NOISE: Final = kinds(
    "FILL NOW MORE TILDE CONTEST HEADING LABEL AFTER RETURN SELF THEREUPON LEFT SEP QUOTE "
    "BEFOREHAND DISCLAIMER PLEASE WEAKNOACT YOURCHOICE BOTH"
)
_ODD: Final = ("TIMES", "TWICE", "BIG", "HEDGE", "CORRECTION", "ODD")
_ASKED: Final = kinds("PUMP REVERSE VAGUE CORRECTION YOU ODD OWNER BARREL NAMESAKE")
_BARREL: Final = (
    "Do you take grog from the captain's barrel (section 11j: one a minute; how many?), drink a "
    "grog that you hold, or both?  Please say each of them."
)
_ARTICLES: Final = ("a", "an", "the", "my")
_STANDS: Final = kinds("WATER FIRE IN NUM ROOM MACHINE FILL STATE")
_SUBJECTS: Final = kinds("NAME SELF WHO WATER")
_PUMPS: Final = "Do you pump water out of the room, or fix the oxygen pumps?"
_UNKNOWN: Final = frozenset(("OTHER", "STATE", "WHO", "YOU", "OWNER", "PAST", *_ODD))
_ENDS: Final = 2  # of a hatch
_EXCLAIMED: Final = kinds("OTHER TO FOR FROM BETWEEN MEANS IN ON THROUGH OUT")
_TALKS: Final = kinds("PAST NEG UNREAL PLAN COND YOU NAME OWNER STATE QUERY")
_NAMES: Final = re.compile(r", (?:or )?| or ")


class Doubt(msgspec.Struct, frozen=True, gc=False):
    """Words that were not understood; `grave` if they alone are worth a question."""

    start: int
    end: int
    ask: str
    grave: bool = True
    rival: tuple[int, int] | None = None  # where the other of two stands
    choices: tuple[str, ...] = ()  # ways to say it, where the question does not tell them
    loose: bool = False  # about words that no slot of the game stands among


def asked_about(segment: Segment) -> Doubt | None:
    """The words that always want a question."""
    if segment.kinds.isdisjoint(_ASKED):
        return None
    own = segment.hard or "SELF" in segment.kinds or segment.doing
    for word in segment.words:
        if word.type == "NAMESAKE" and own:
            ask = f'Who is "{word.text.title()}": {word.name}?'
            return Doubt(word.start, word.end, ask, choices=tuple(_NAMES.split(word.name)))
        if word.type == "BARREL" and _only_drinks(segment):
            return Doubt(segment.start, segment.end, _BARREL, grave=own, choices=offers.BARREL)
        if word.type == "REVERSE" and own:
            return Doubt(
                segment.start,
                segment.end,
                "Please say the steps in the order in which they happen.",
            )
        if word.type == "VAGUE" and word.number and not own:
            ask = "How many minutes do you spend?"  # "5-6 minutes"
            return Doubt(segment.start, segment.end, ask, grave=False)
        if word.type == "VAGUE" and own and not _is_of_something(segment, word):
            return Doubt(
                segment.start, segment.end, f'How much, how many or where is "{word.text}"?'
            )
        if word.type == "CORRECTION" and own:
            return Doubt(
                segment.start, segment.end, "Please announce the whole turn as it is meant."
            )
        bare = segment.opens_sentence and segment.kinds.isdisjoint(_SUBJECTS)
        if word.text == "pumps" and word.type == "PUMP" and bare:
            return Doubt(segment.start, segment.end, _PUMPS)
        if word.type == "YOU" and own and "GIVE" in segment.kinds:
            return Doubt(segment.start, segment.end, "Who is to receive the items?")
        if word.type == "ODD" and (segment.hard or segment.doing or "DOOR" in segment.kinds):
            return Doubt(segment.start, segment.end, f'What does "{word.text}" mean for the game?')
        if word.type == "OWNER" and segment.has("ITEM", "TILEWORD"):
            return Doubt(segment.start, segment.end, "Whose item is that?")
    return None


def _is_of_something(segment: Segment, vague: Word) -> bool:
    """ "abandon all hope", "I discard all caution": how much there is of it is no matter."""
    if segment.has("ABANDON", "ABANDONSHIP"):
        return True
    words = [word for word in segment.words if word.type != "FILL"]
    after = words[words.index(vague) + 1 :]
    strange = bool(after) and after[0].type == "OTHER" and after[0].text not in ("of", "that")
    return strange and not segment.has(*HARD, "MACHINE", "FIRE", "KRAKEN", "NAME", "DOOR")


def _only_drinks(segment: Segment) -> bool:
    """ "I drink the captain's grog": nothing says that it is taken from eir barrel."""
    return "USE" in segment.kinds or any(word.name == "verb" for word in segment.words)


def stranger(segment: Segment) -> Doubt | None:
    """ "I give a toolbox to Zob": nobody of that name is known."""
    if "GIVE" not in segment.kinds or not segment.has("ITEM", "TILEWORD"):
        return None
    words = [word for word in segment.words if word.type != "FILL"]
    for before, word in pairwise(words):
        if (
            word.type == "OTHER" and not word.det and not word.name
            and before.type in ("TO", "GIVE") and "NAME" not in segment.kinds
        ):  # fmt: skip
            last = word
            for after in words[words.index(word) + 1 :]:
                if after.type != "OTHER" or after.det:
                    break
                last = after
            name = word.text if last is word else f"{word.text} {last.text}"
            return Doubt(word.start, last.end, f'Who is "{name.title()}"?')
    return None


def not_understood(segment: Segment, subject: bool) -> Doubt | None:
    """The question about a segment with unknown words, if it is worth one."""
    if subject and not segment.hard and _uses_something(segment):
        return Doubt(segment.start, segment.end, "I do not know that item.", grave=False)
    if segment.words[0].type == "NOTHING":
        return None  # "Nothing to report"
    if doubt := stranger(segment):
        return doubt
    if "GIVE" in segment.kinds and not segment.has(*(HARD - {"ROOM"}), "VAGUE"):
        return None  # "I transfer five coins to Pip"
    if segment.kinds <= _STANDS or _counts_something_else(segment):
        return None  # "Low water in 2"; "I claim 5 pebbles"
    grave = (subject and segment.has(*(HARD - {"ROOM"}))) or segment.doing
    if works_on_something(segment, "my") and not segment.has(*(HARD - {"DUR"})):
        grave = False  # "I unblock my nose for ten minutes"
    if not subject and not segment.hard and _first_form(segment) == "ing":
        grave = False  # "Leaving for the airport in an hour"
    if subject and not grave and _leads_somewhere(segment):
        return Doubt(segment.start, segment.end, "Is this part of what you do?", grave=False)
    if not segment.doing and not grave and not segment.has(*(HARD - {"ROOM"})):
        return None
    loose = not segment.hard
    return Doubt(segment.start, segment.end, "I do not understand these words.", grave, loose=loose)


def _leads_somewhere(segment: Segment) -> bool:
    """ "I zigzag to 8": an unknown verb with a place behind "to" may be a way."""
    if not segment.kinds.isdisjoint(_TALKS):
        return False
    words = [word for word in segment.words if word.type not in ("FILL", "ROOMWORD")]
    return any(a.type == "TO" and b.type in ("NUM", "ROOM", "SEA") for a, b in pairwise(words))


def _counts_something_else(segment: Segment) -> bool:
    """ "I claim 5 pebbles": a number of things that the game does not know."""
    if not segment.has("DRAW", "TAP") or segment.hard:
        return False
    return any(a.type == "NUM" and b.type == "OTHER" for a, b in pairwise(segment.words))


def _first_form(segment: Segment) -> str:
    """The form of the first verb of the game in a segment."""
    return next((word.form for word in segment.words if word.type in VERBS), "")


def works_on_something(segment: Segment, *whose: str) -> bool:
    """ "I unblock the sink for ten minutes": what is worked on is no thing of the game."""
    words = [word for word in segment.words if word.type not in ("FILL", "MORE")]
    for at, (verb, thing) in enumerate(pairwise(words)):
        if thing.type != "OTHER" or thing.det not in (whose or _ARTICLES) or thing.name:
            continue
        if verb.type in _WORKS or verb.name == "verb" or verb.text in ("myself", "yourself"):
            after = next((w.type for w in words[at + 2 :] if w.type != "OTHER"), "")
            if after in ("", "DUR", "FOR", "MEANS", "IN"):
                return True
    return False


def _uses_something(segment: Segment) -> bool:
    """ "I use my spanner set": a verb of using with a thing that nobody knows."""
    words = [word for word in segment.words if word.type != "FILL"]
    return any(
        verb.senses and verb.senses[0].kind == "USE" and verb.name == "verb"
        and thing.type == "OTHER" and thing.det in ("a", "an", "my")
        for verb, thing in pairwise(words)
    )  # fmt: skip


def meaningful(segment: Segment) -> list[Word]:
    """The words of a segment that mean something, or may."""
    words = [w for w in segment.words if w.type not in _NOISE or _is_member(segment, w)]
    if "FIRE" in segment.kinds or "WATER" in segment.kinds:
        words = _without_flames(words)
    if "NOTENTER" in segment.kinds and words and words[-1].text in ("it", "that", "them", "this"):
        words = words[:-1]
    if "SPEND" in segment.kinds:
        words = [
            word
            for at, word in enumerate(words)
            if not (at and words[at - 1].type == "SPEND" and word.text in ("it", "them", "that"))
        ]
    ends = [word.type for word in words[-2:]]
    if [word.type for word in words] == ["THROUGH", "DOOR"]:
        return [Word("ENTER", words[0].start, words[1].end, "through hatch")]
    if ends in (["TO", "FIRE"], ["TO", "WATER"]) and words[0].type in ("GO", "TO", "OTHER"):
        return [Word("ENTER", words[0].start, words[-1].end, "into it")]
    return _without_the_same_hatch(words) if "DOOR" in segment.kinds else words


def _without_flames(words: list[Word]) -> list[Word]:
    """ "Through the fire in 5": what burns there is no way, the room is."""
    for at, word in enumerate(words):
        if not word.text.endswith("through") or at + 3 >= len(words):
            continue
        if words[at + 3].type == "HATCH" and len(words[at + 3].places) == _ENDS:
            near, far = words[at + 3].places  # "through the fire in 5 to 8"
            there = words[at + 3]
            told = [_room(there, near), Word("TO", there.start, there.start, "to")]
            words = [*words[: at + 3], *told, _room(there, far), *words[at + 4 :]]
        burning, inside, place = words[at + 1 : at + 4]
        if burning.type in ("FIRE", "WATER") and inside.type == "IN" and place.type in _PLACES:
            return [*words[: at + 1], *words[at + 3 :]]
    return words


def _room(there: Word, place: Place) -> Word:
    return Word("NUM", there.start, there.end, str(place), number=int(place))


def _without_the_same_hatch(words: list[Word]) -> list[Word]:
    """ "From 2 to 1 through their common hatch": which hatch that is was said already."""
    for at, word in enumerate(words):
        if word.type != "THROUGH":
            continue
        end = at + 1
        while end < len(words) and words[end].type in ("OTHER", "WHO", "OWNER"):
            end += 1
        if end == len(words) or words[end].type != "DOOR":
            continue
        end += 1
        if end + 1 < len(words) and words[end].type == "BETWEEN" and words[end + 1].text in _BOTH:
            end += 2
        rest = words[:at] + words[end:]
        if [w.type for w in words[end : end + 2]] == ["FROM", "NUM"] and any(
            w.type == "TO" for w in words[:at]
        ):
            return rest  # "into 9 through the hatch from 8"
        told = end == len(words) or words[end].type not in ("TO", "FROM", "IN", "BETWEEN", "NUM")
        if told and any(w.type in ("TO", "ROOM", "NUM", "PATH") for w in rest):
            return rest
    return words


def without_unknown(segment: Segment) -> list[Word] | None:
    """The words that mean something; None where an unknown one may matter."""
    if does_by_a_tile(segment):
        return None  # "I crowbar the hatch"
    words = meaningful(segment)
    if (
        "NAME" in segment.kinds
        and len(words) > 1
        and words[0].type == "NAME"
        and words[1].type in VERBS
        and words[1].form == "s"
    ):
        words = words[1:]
    if "ABANDON" in segment.kinds:
        words = [w for w in words if w.type not in ("VAGUE", "MEANS") and w.text != "minutes"]
    words = _trimmed(_minutes_within(words, segment), segment)
    if segment.kinds.isdisjoint(_UNKNOWN):
        return words
    kept: list[Word] = []
    for at, word in enumerate(words):
        if word.type in _UNKNOWN:
            if word.name == "verb" or not _is_adjective(words, at):
                return None
            continue
        kept.append(word)
    return kept


def does_by_a_tile(segment: Segment) -> bool:
    """Whether "I" is followed by a tile as if that were a verb."""
    if "SELF" not in segment.kinds or "ITEM" not in segment.kinds:
        return False
    words = [w for w in segment.words if w.type != "FILL"]
    tile = words[1] if words[0].type == "SELF" else words[0]
    return words[0].type == "SELF" and tile.type == "ITEM" and not tile.det and not tile.number


def _minutes_within(words: list[Word], segment: Segment) -> list[Word]:
    """ "disarm the missiles in ten": after a verb of work the number is one of minutes."""
    if "IN" not in segment.kinds:
        return words
    kept: list[Word] = []
    works, timed = False, "DUR" in segment.kinds
    for at, word in enumerate(words):
        works = works or word.type in _WORKS
        following = words[at + 1].type if at + 1 < len(words) else ""
        burning = at > 0 and words[at - 1].type in ("FIRE", "WATER")  # "the fire in 6"
        room = timed or segment.labels or burning
        if word.type == "IN" and following == "NUM" and works and room:
            words[at + 1].become(Sense("ROOM", number=words[at + 1].number or 10))
        elif word.type == "IN" and (following == "DUR" or (works and following == "NUM")):
            words[at + 1].type = "DUR"
            continue
        if following in ("WATER", "FIRE") and word.type == "IN":
            continue  # "in this puddle"
        if word.type in ("WATER", "FIRE") and at and words[at - 1].type == "IN":
            continue
        kept.append(word)
    return kept


def _is_member(segment: Segment, word: Word) -> bool:
    return word.type == "CONTEST" and segment.has("JOIN", "QUIT")


def _trimmed(words: list[Word], segment: Segment) -> list[Word]:
    """Without exclamations before and manner after: "arr, ...", "... with a sigh"."""
    if "OTHER" in segment.kinds:
        words = _without_manner(words)
    if "SELF" not in segment.kinds:
        return words
    start = next(word.start for word in segment.words if word.type == "SELF")
    before = 0
    while before < len(words) and words[before].end <= start:
        before += 1
    if before < 6 and all(w.type in _EXCLAIMED for w in words[:before]):
        return words[before:]
    return words


def _without_manner(words: list[Word]) -> list[Word]:
    """Without the words at the end that only say how."""
    last = max((n for n, w in enumerate(words) if _means_something(w)), default=-1)
    tail = words[last + 1 :]
    if last >= 0 and words[last].type in ("MEANS", "IN", "FOR") and tail:
        tail = words[last:]
        last -= 1
    return words[: last + 1] if _tells_how(tail) else words


def _tells_how(tail: list[Word]) -> bool:
    """ "with a heavy heart", "in a hurry": unknown words that end in a noun of manner."""
    if not tail or tail[0].type not in ("MEANS", "IN", "FOR", "TO") or len(tail) > 7:
        return False
    unknown = [w for w in tail if w.type == "OTHER"]
    return (
        bool(unknown)
        and tail[-1].name == "manner"
        and all(w.name != "verb" for w in unknown)
        and all(w.type in _EXCLAIMED for w in tail)
    )


def _means_something(word: Word) -> bool:
    return word.type in HARD or word.type in SOFT or word.type in HEADS or word.type in (
        "NUM", "NAME", "CONTEST", "STATE", "WHO", "YOU", "PRONOUN", "OWNER", "USED"
    )  # fmt: skip


def _is_adjective(words: list[Word], at: int) -> bool:
    """An unknown word between a verb or an article and its noun only paints it."""
    if words[at].type != "OTHER" or not at:
        return False
    before = words[at - 1]
    after = at
    while after < len(words) and words[after].type == "OTHER":
        after += 1
    if after == len(words) or after - at > 2:
        return False
    if words[after].type == "DUR" and before.type in _WORKS | {"OPEN", "ENTER"}:
        return False  # "I unblock the sink for ten minutes"
    noun = words[after].type in HARD or words[after].type in SOFT or words[after].type == "ROOMWORD"
    leads = before.type in VERBS or before.type in ("MEANS", "TO", "THROUGH", "OTHER", "NAME", "IN")
    return noun and leads and (bool(words[at].det) or before.type == "OTHER")
