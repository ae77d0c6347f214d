"""A segment that is announced becomes clauses for the grammar, or a doubt."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from rednov_bot.language.frames import HARD, SOFT, is_doing
from rednov_bot.language.segments import Belongs, Segment
from rednov_bot.language.senses import VERBS
from rednov_bot.language.words import Word

_HEADS: Final = VERBS | {"MEANS", "NOACT", "NOTENTER", "NOMOVE"}
_TAKES_TILES: Final = frozenset("USE MEANS GIVE NAME DISCARD TAP DRAW".split())
_TAKES_WAY: Final = frozenset(
    "OPEN GO ENTER LEAVE UNBLOCK THROUGH TO FROM IN OUT HATCH BETWEEN AND DOOR".split()
)
_TAKES_NUMBER: Final = _TAKES_WAY | {"DRAW", "EXTERIOR"}
_WORKS: Final = frozenset("UNBLOCK EXTINGUISH PUMP FIX HALT KILL".split())
_NOISE: Final = frozenset(
    "FILL NOW MORE TILDE CONTEST HEADING LABEL AFTER RETURN SELF THEREUPON LEFT TIMES TWICE BIG SEP "
    "HEDGE QUOTE DISCLAIMER PLEASE WEAKNOACT ROOMWORD_ALONE CORRECTION YOURCHOICE BOTH".split()
)
_BINDING: Final = frozenset("TO FOR FROM BETWEEN MEANS IN ON THROUGH OUT".split())


@dataclass(frozen=True, slots=True)
class Clause:
    """The words of one clause, and what hangs on it."""

    words: tuple[Word, ...]
    belongs: Belongs
    after: bool  # said to come after the action
    returning: bool  # said to be in return
    aside: bool  # stands in brackets
    lead: str  # the conjunction before it
    subject: bool  # "I" was said
    runs_on: bool  # no break stands before it

    @property
    def start(self) -> int:
        return self.words[0].start

    @property
    def end(self) -> int:
        return self.words[-1].end


@dataclass(frozen=True, slots=True)
class Doubt:
    """Words that were not understood; `grave` if they alone are worth a question."""

    start: int
    end: int
    ask: str
    grave: bool = True


def clauses_of(
    segment: Segment, carried: frozenset[str], *, speaks: bool
) -> list[Clause] | Doubt:
    """The clauses of one announced segment; none where it says nothing to the game.

    *carried* are the words AFTER and RETURN that stood alone in the segment before; *speaks*:
    the sentence has said "I".
    """
    doubt = _asked_about(segment) or _membership(segment)
    if doubt is not None:
        return doubt
    subject = segment.has("SELF")
    words = _without_unknown(segment)
    if words is None:
        return _not_understood(segment, subject)
    if not any(w.type in HARD or w.type in SOFT or w.type in _HEADS for w in words):
        if not _may_be_a_way(words) or segment.has("OTHER"):
            return []
    after = "AFTER" in carried or segment.has("AFTER")
    returning = "RETURN" in carried or segment.has("RETURN")
    return [
        Clause(
            tuple(clause), segment.belongs, after, returning,
            segment.aside != "", segment.lead, speaks, at > 0,
        )
        for at, clause in enumerate(_split(words))
    ]  # fmt: skip


def _may_be_a_way(words: list[Word]) -> bool:
    """ "in", "out through 6", "8": short, and nothing else in it."""
    kinds = [w.type for w in words]
    return (
        bool(kinds)
        and len(kinds) < 5
        and set(kinds) <= {"IN", "OUT", "NUM", "TO", "THROUGH", "FROM"}
    )


def _asked_about(segment: Segment) -> Doubt | None:
    """The words that always want a question."""
    own = segment.has(*HARD) or segment.has("SELF") or any(map(is_doing, segment.words))
    for word in segment.words:
        if word.type == "REVERSE" and own:
            return Doubt(
                segment.start,
                segment.end,
                "Please say the steps in the order in which they happen.",
            )
        if word.type == "VAGUE" and own and not segment.has("ABANDON", "ABANDONSHIP"):
            return Doubt(
                segment.start, segment.end, f'How much, how many or where is "{word.text}"?'
            )
        if word.type == "CORRECTION" and own:
            return Doubt(
                segment.start, segment.end, "Please announce the whole turn as it is meant."
            )
        if word.type == "YOU" and own and segment.has("GIVE"):
            return Doubt(segment.start, segment.end, "Who is to receive the items?")
        if word.type == "OWNER" and segment.has("ITEM", "TILEWORD"):
            return Doubt(segment.start, segment.end, "Whose item is that?")
    return None


def _membership(segment: Segment) -> Doubt | None:
    """ "I join." says not what."""
    words = [word for word in segment.words if word.type != "FILL"]
    if len(words) == 2 and words[0].type == "SELF" and words[1].text in ("join", "quit", "leave"):
        return Doubt(segment.start, segment.end, "Which contest?  Please name it.")
    return None


def _not_understood(segment: Segment, subject: bool) -> list[Clause] | Doubt:
    if subject and not segment.has(*HARD) and _uses_something(segment):
        return Doubt(segment.start, segment.end, "I do not know that item.", grave=False)
    grave = subject and segment.has(*(HARD - {"ROOM"})) or any(map(is_doing, segment.words))
    if not grave and not segment.has(*(HARD - {"ROOM"})):
        return []
    return Doubt(segment.start, segment.end, "I do not understand these words.", grave)


def _uses_something(segment: Segment) -> bool:
    """ "I use my spanner set": a verb of using with a thing that nobody knows."""
    words = [word for word in segment.words if word.type != "FILL"]
    return any(
        verb.senses and verb.senses[0].kind == "USE" and verb.name == "verb"
        and thing.type == "OTHER" and thing.det in ("a", "an", "my")
        for verb, thing in zip(words, words[1:], strict=False)
    )  # fmt: skip


def _without_unknown(segment: Segment) -> list[Word] | None:
    """The words that mean something; None where an unknown one may matter."""
    words = [w for w in segment.words if w.type not in _NOISE or _is_member(segment, w)]
    if (
        len(words) > 1
        and words[0].type == "NAME"
        and words[1].type in VERBS
        and words[1].form == "s"
    ):
        words = words[1:]
    raw = [w for w in segment.words if w.type != "FILL"]
    if len(raw) > 1 and raw[0].type == "SELF" and raw[1].type == "ITEM" and not raw[1].det:
        if not raw[1].number:
            return None  # "I crowbar the hatch"
    if segment.has("ABANDON"):
        words = [w for w in words if w.type not in ("VAGUE", "MEANS")]
    words = _trimmed(_minutes_within(words), segment)
    kept: list[Word] = []
    for at, word in enumerate(words):
        if word.type in ("OTHER", "STATE", "WHO", "YOU", "OWNER", "PAST"):
            if word.name == "verb" or not _is_adjective(words, at):
                return None
            continue
        kept.append(word)
    return kept


def _minutes_within(words: list[Word]) -> list[Word]:
    """ "disarm the missiles in ten": after a verb of work the number is one of minutes."""
    kept: list[Word] = []
    works = False
    for at, word in enumerate(words):
        works = works or word.type in _WORKS
        following = words[at + 1].type if at + 1 < len(words) else ""
        if word.type == "IN" and (following == "DUR" or (works and following == "NUM")):
            words[at + 1].type = "DUR"
            continue
        kept.append(word)
    return kept


def _is_member(segment: Segment, word: Word) -> bool:
    return word.type == "CONTEST" and segment.has("JOIN", "QUIT")


def _trimmed(words: list[Word], segment: Segment) -> list[Word]:
    """Without exclamations before and manner after: "arr, ...", "... with a sigh"."""
    last = max((n for n, w in enumerate(words) if _means_something(w)), default=-1)
    tail = words[last + 1 :]
    if any(w.type == "OTHER" for w in tail) and all(w.name != "verb" for w in tail):
        if all(w.type in ("OTHER", *_BINDING) for w in tail):
            words = words[: last + 1]
            while words and words[-1].type in ("FOR", "MEANS"):
                words.pop()
    first = next((n for n, w in enumerate(words) if w.type != "OTHER"), len(words))
    if first and first < len(words) and segment.has("SELF"):
        selves = [w for w in segment.words if w.type == "SELF"]
        if all(w.end <= selves[0].start and w.name != "verb" for w in words[:first]):
            words = words[first:]
    return words


def _means_something(word: Word) -> bool:
    return word.type in HARD or word.type in SOFT or word.type in _HEADS or word.type in (
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
    noun = words[after].type in HARD or words[after].type in SOFT or words[after].type == "ROOMWORD"
    leads = before.type in VERBS or before.type in ("MEANS", "TO", "THROUGH", "OTHER", "NAME", "IN")
    return noun and leads and (bool(words[at].det) or before.type != "NAME")


def _split(words: list[Word]) -> list[list[Word]]:
    """Clauses begin at verbs, at means, at tiles and durations that stand for themselves."""
    clauses: list[list[Word]] = [[]]
    for at, word in enumerate(words):
        before = clauses[-1][-1].type if clauses[-1] else ""
        if before and _begins(word, before, clauses[-1]):
            clauses.append([])
        if word.type in ("USE", "MEANS") and word.form == "ing":
            word.type = "MEANS"
        clauses[-1].append(word)
    return [tidy for clause in clauses if (tidy := _tidy(clause))]


def _begins(word: Word, before: str, clause: list[Word]) -> bool:
    kind = word.type
    if kind == "FIX" and before == "MACHINE" and word.form in ("", "s"):
        return False
    if kind in _HEADS:
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
    return kind == "SPEND"


def _tidy(clause: list[Word]) -> list[Word]:
    """A clause without the prepositions that hang loose at its ends."""
    while clause and clause[-1].type in ("FOR", "TO", "FROM", "BETWEEN", "MEANS", "THROUGH", "AND"):
        loose = clause.pop()
        if loose.text in ("through", "thru") and (not clause or clause[-1].type in ("GO", "HATCH")):
            clause.append(Word("IN", loose.start, loose.end, loose.text))
            break
    if clause and clause[-1].type == "IN" and len(clause) > 1:
        if clause[-1].text == "in" and clause[0].type in ("SPEND", "DUR", "FIX"):
            clause.pop()
    while clause and (clause[0].type in ("FOR", "AND", "ROOMWORD") or clause[0].type == "USED"):
        clause = clause[1:]
    if clause and clause[-1].type == "USED" and clause[0].type == "ITEM":
        clause.pop()
    return [w for w in clause if w.type not in ("FOR", "USED")]
