"""The words of a stretch that mean something, without the paint around them."""

from __future__ import annotations

from typing import Final

from rednov_bot.engine.words import Place
from rednov_bot.language.doings import VERBS
from rednov_bot.language.frames import SOFT
from rednov_bot.language.segments import HARD, Segment
from rednov_bot.language.words import Sense, Word, kinds

HEADS: Final = VERBS | {"MEANS", "NOACT", "NOTENTER", "NOMOVE"}
_BOTH: Final = frozenset(("them", "those", "these", "the two", "both"))
_BETWEEN: Final = frozenset(("connecting", "joining", "linking"))
_PLACES: Final = frozenset(("NUM", "ROOM", "MACHINE"))
_WORKS: Final = kinds("UNBLOCK EXTINGUISH PUMP FIX HALT KILL")
_NOISE: Final = kinds(
    "FILL NOW MORE TILDE CONTEST HEADING LABEL AFTER RETURN SELF THEREUPON LEFT SEP QUOTE "
    "BEFOREHAND DISCLAIMER PLEASE WEAKNOACT YOURCHOICE BOTH"
)
_ODD: Final = ("TIMES", "TWICE", "BIG", "HEDGE", "CORRECTION", "ODD")
_UNKNOWN: Final = frozenset(("OTHER", "STATE", "WHO", "YOU", "OWNER", "PAST", *_ODD))
_ENDS: Final = 2  # of a hatch
_EXCLAIMED: Final = kinds("OTHER TO FOR FROM BETWEEN MEANS IN ON THROUGH OUT")


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
        while end < len(words) and (
            words[end].type in ("OTHER", "WHO", "OWNER") or words[end].text in _BETWEEN
        ):
            end += 1
        if end == len(words) or words[end].type != "DOOR":
            continue
        end += 1
        if end + 1 < len(words) and words[end].type == "BETWEEN" and words[end + 1].text in _BOTH:
            end += 2
        rest = words[:at] + words[end:]
        if [w.type for w in words[end : end + 2]] == ["FROM", "NUM"] and any(
            w.type in ("TO", "ROOM", "MACHINE") for w in words[:at]
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
    words = segment.content
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
