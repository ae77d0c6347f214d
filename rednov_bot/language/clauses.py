"""A segment that is announced becomes clauses for the grammar, or a doubt."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from rednov_bot.language.chunks import Chunk
from rednov_bot.language.doubts import Doubt
from rednov_bot.language.frames import SOFT
from rednov_bot.language.loosely import loosely
from rednov_bot.language.meaning import HEADS, does_by_a_tile, meaningful, without_unknown
from rednov_bot.language.parser import parse
from rednov_bot.language.segments import HARD, Belongs, Segment
from rednov_bot.language.unknown import asked_about, not_understood, stranger
from rednov_bot.language.words import Word, kinds

_HANGS_LOOSE: Final = kinds("FOR TO FROM BETWEEN MEANS THROUGH AND")
_TELLING: Final = HARD | SOFT | HEADS
_TAKES_TILES: Final = kinds("USE MEANS GIVE NAME DISCARD TAP DRAW")
_TAKES_WAY: Final = kinds(
    "OPEN GO ENTER LEAVE UNBLOCK THROUGH TO FROM IN OUT HATCH BETWEEN AND DOOR"
)
_TAKES_NUMBER: Final = _TAKES_WAY | {"DRAW", "TAP", "EXTERIOR", "STAY", "SPEND"}
_HANDLES: Final = kinds("OPEN GO ENTER LEAVE UNBLOCK FIX PUMP EXTINGUISH HALT KILL DRAW TAP GIVE")
_PAINT: Final = kinds("WATER FIRE KRAKEN SEA DOOR OTHER FILL TO FROM MEANS STATE")
_STUCK: Final = ("stuck", "blocked", "jammed")


class Clause(msgspec.Struct, frozen=True, gc=False):
    """The words of one clause, and what hangs on it."""

    words: tuple[Word, ...]
    chunk: Chunk | None  # what it says; None where the grammar does not know it
    belongs: Belongs
    after: bool  # said to come after the action
    returning: bool  # said to be in return
    before: Word | None  # said to come before what was told already
    aside: bool  # stands in brackets
    lead: str  # the conjunction before it
    subject: bool  # "I" was said
    runs_on: bool  # no break stands before it

    @property
    def start(self) -> int:
        """Where its first word begins."""
        return self.words[0].start

    @property
    def end(self) -> int:
        """Where its last word ends."""
        return self.words[-1].end


def is_act(clause: Clause) -> bool:
    """Whether a clause does something, or names what only this game knows."""
    return any(word.type in HARD or word.type in HEADS for word in clause.words)


def clauses_of(
    segment: Segment, carried: frozenset[str], *, speaks: bool, headed: bool = False
) -> list[Clause] | Doubt:
    """The clauses of one announced segment; none where it says nothing to the game.

    *carried* are the words AFTER and RETURN that stood alone in the segment before; *speaks*:
    the sentence has said "I"; *headed*: it stands below "my turn:".
    """
    doubt = asked_about(segment) or stranger(segment)
    if doubt is not None:
        return doubt
    subject = "SELF" in segment.kinds
    words = without_unknown(segment)
    found: Sequence[tuple[list[Word], Chunk | None]] | None
    if words is None:
        plain = (speaks or headed) and not does_by_a_tile(segment)
        found = loosely(segment, _split(meaningful(segment), segment)) if plain else None
        if not found:
            return not_understood(segment, subject, headed=headed) or []
    elif all(w.type not in _TELLING for w in words) and (
        not _may_be_a_way(words) or "OTHER" in segment.kinds
    ):
        return []
    else:
        clauses = _split(words, segment)
        found = list(zip(clauses, parse(clauses), strict=True))
        if any(chunk is None for _, chunk in found):
            found = loosely(segment, clauses) or ([] if _only_paints(segment) else found)
    after = "AFTER" in carried or "AFTER" in segment.kinds
    before = _mark_before(segment)
    returning = "RETURN" in carried or "RETURN" in segment.kinds
    return [
        Clause(
            tuple(clause), chunk, segment.belongs, after, returning, before,
            segment.aside != "", segment.lead, speaks, at > 0,
        )
        for at, (clause, chunk) in enumerate(found)
    ]  # fmt: skip


def _only_paints(segment: Segment) -> bool:
    """ "Water to my knees": what is around, and nothing done to it."""
    if {"NOTHING", "RETURN"} <= segment.kinds and "ITEM" not in segment.kinds:
        return True  # "nothing in return for you, Rusty"
    if segment.hard or segment.doing or segment.labels or "OTHER" not in segment.kinds:
        return False
    return segment.has("WATER", "FIRE", "KRAKEN", "SEA", "DOOR") and segment.kinds <= _PAINT


def _mark_before(segment: Segment) -> Word | None:
    """The word that says that tiles are used before what was told already."""
    if "BEFOREHAND" not in segment.kinds:
        return None
    return next(word for word in segment.words if word.type == "BEFOREHAND")


def _may_be_a_way(words: list[Word]) -> bool:
    """ "in", "out through 6", "8": short, and nothing else in it."""
    kinds = [w.type for w in words]
    return (
        bool(kinds)
        and len(kinds) < 5
        and set(kinds) <= {"IN", "OUT", "NUM", "TO", "THROUGH", "FROM"}
    )


def _split(words: list[Word], segment: Segment) -> list[list[Word]]:
    """Clauses begin at verbs, at means, at tiles and durations that stand for themselves."""
    clauses: list[list[Word]] = [[]]
    stuck = "HATCH" in segment.kinds and any(word.text in _STUCK for word in segment.words)
    told = _with_its_verb(words, stuck=stuck)
    for at, word in enumerate(told):
        before = clauses[-1][-1].type if clauses[-1] else ""
        if before and _begins(word, before):
            clauses.append([])
        of_it = at + 1 < len(told) and told[at + 1].type == "PRONOUN"
        if word.type in ("USE", "MEANS") and word.form == "ing" and not of_it:
            word.type = "MEANS"
        clauses[-1].append(word)
    return [tidy for clause in clauses if (tidy := _tidy(clause))]


def _with_its_verb(words: list[Word], *, stuck: bool) -> list[Word]:
    """ "3 minutes on that stuck hatch to 5": what is done about it needs no verb."""
    types = [word.type for word in words]
    if "DUR" not in types or not _HANDLES.isdisjoint(types):
        return words
    for at, word in enumerate(words):
        if word.type in ("DOOR", "HATCH") and (stuck or word.text.startswith(_STUCK)):
            return [*words[:at], Word("UNBLOCK", word.start, word.start, ""), *words[at:]]
    return words


def _begins(word: Word, before: str) -> bool:
    kind = word.type
    if kind == "FIX" and before == "MACHINE" and word.form in ("", "s"):
        return False
    if kind in HEADS:
        return True
    if kind == "DUR":
        return before != "SPEND"
    if kind in ("ITEM", "TILEWORD", "NOTHING"):
        return before not in _TAKES_TILES
    if kind in ("HATCH", "PATH", "EXTERIOR", "DOOR"):
        return before not in _TAKES_WAY
    if kind == "NUM":
        return before not in _TAKES_NUMBER
    if kind in ("FIRE", "KRAKEN", "MACHINE"):
        return before in ("DUR", "NUM")
    if kind == "BARREL":
        return before == "DUR"
    return kind == "SPEND"


def _tidy(clause: list[Word]) -> list[Word]:
    """A clause without the prepositions that hang loose at its ends."""
    while clause and clause[-1].type in _HANGS_LOOSE:
        loose = clause.pop()
        if loose.text in ("through", "thru") and (not clause or clause[-1].type in ("GO", "HATCH")):
            clause.append(Word("IN", loose.start, loose.end, loose.text))
            break
    if (
        clause
        and clause[-1].type == "IN"
        and len(clause) > 1
        and clause[-1].text == "in"
        and clause[0].type in ("SPEND", "DUR", "FIX")
    ):
        clause.pop()
    while clause and (clause[0].type in ("FOR", "AND", "ROOMWORD") or clause[0].type == "USED"):
        clause = clause[1:]
    if clause and clause[-1].type == "USED" and clause[0].type == "ITEM":
        clause.pop()
    return [w for w in clause if w.type not in ("FOR", "USED")]
