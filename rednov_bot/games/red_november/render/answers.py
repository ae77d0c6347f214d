"""Answers to the sender of a mail: how it was read, what it costs, why it has no effect."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final, Literal

from rednov_bot.core.models import Page, Question, TakenTurn
from rednov_bot.core.render.environment import WIDTH, fold
from rednov_bot.core.render.letterhead import (
    Envelope,
    Facts,
    Letterhead,
    instead,
    mail,
)
from rednov_bot.games.base import Against
from rednov_bot.games.red_november.render.canonical import sentences
from rednov_bot.games.red_november.render.private_pages import hand_lines
from rednov_bot.games.red_november.render.public_pages import Announced
from rednov_bot.games.red_november.render.reckoning import chance_told, in_vain, passed
from rednov_bot.games.red_november.render.rehearsal_pages import reasons
from rednov_bot.games.red_november.render.remedies import can_be_mended
from rednov_bot.games.red_november.rules.plan import Plan
from rednov_bot.games.red_november.rules.position import Position
from rednov_bot.games.red_november.rules.tables import Tables
from rednov_bot.games.red_november.rules.turn import Turn
from rednov_bot.games.red_november.rules.words import Item

_INDENT: Final = 2
_ROOM: Final = WIDTH - _INDENT
_CUT: Final = "..."

Shown = tuple[str, str]
"""A line, and the line of marks under it."""


def pointed(text: str, words: str) -> tuple[Shown, ...]:
    """The line of *text* in which alone these words of one line stand, and marks under them.

    A long line is cut around the words; words too long for a line have as many as they need.
    () where the words stand nowhere, or more than once.
    """
    if not words or text.count(words) != 1:
        return ()
    start = text.index(words)
    first = text.rfind("\n", 0, start) + 1
    line = text[first:].partition("\n")[0]
    return tuple(_rows(line, start - first, start - first + len(words)))


def _rows(line: str, start: int, end: int) -> Iterator[Shown]:
    """One row, if the words find room in it; else the words alone, in as many as they need."""
    cells = [_cell(character) for character in line]
    if sum(width for _, width in cells[start:end]) <= _ROOM - 2 * (len(_CUT) + 1):
        first, last = _window(line, cells, start, end)
        yield _row(cells, first, last, start, end)
        return
    while start < end:
        last, room = start, _ROOM
        while last < end and cells[last][1] <= room:
            room -= cells[last][1]
            last += 1
        if last < end and not line[last].isspace():
            blank = line.rfind(" ", start, last)
            last = blank if blank > start else last
        yield _row(cells, start, last, start, last, cut=False)
        start = last
        while start < end and line[start].isspace():
            start += 1


def _window(line: str, cells: Sequence[tuple[str, int]], start: int, end: int) -> tuple[int, int]:
    """From where to where a line is shown: whole, or as many words around as there is room for."""
    room = _ROOM - sum(width for _, width in cells)
    if room >= 0:
        return 0, len(line)
    room = _ROOM - 2 * (len(_CUT) + 1) - sum(width for _, width in cells[start:end])
    before = after = room // 2
    if (left := sum(width for _, width in cells[:start])) < before:
        before, after = left, room - left
    elif (right := sum(width for _, width in cells[end:])) < after:
        before, after = room - right, right
    first, last = start, end
    while first and cells[first - 1][1] <= before:
        first -= 1
        before -= cells[first][1]
    while last < len(line) and cells[last][1] <= after:
        after -= cells[last][1]
        last += 1
    if first and not line[first - 1].isspace():  # no halves of words where there are blanks
        blank = next((at for at in range(first, start) if line[at].isspace()), None)
        first = first if blank is None else blank + 1
    if last < len(line) and not line[last].isspace():
        blank = next((at for at in range(last - 1, end - 1, -1) if line[at].isspace()), None)
        last = last if blank is None else blank
    return first, last


def _row(
    cells: Sequence[tuple[str, int]],
    first: int,
    last: int,
    start: int,
    end: int,
    *,
    cut: bool = True,
) -> Shown:
    """The line from *first* to *last*, and marks from *start* to *end*."""
    while first < start and cells[first][0] == " ":
        first += 1
    left_out = [any(sign.strip() for sign, _ in part) for part in (cells[:first], cells[last:])]
    before, after = f"{_CUT} " * (cut and left_out[0]), f" {_CUT}" * (cut and left_out[1])
    shown = "".join([character for character, _ in cells[first:last]]).rstrip()
    blank = len(before) + sum([width for _, width in cells[first:start]])
    marks = sum([width for _, width in cells[start:end]])
    return f"{before}{shown}{after}", " " * blank + "^" * max(marks, 1)


def _cell(character: str) -> tuple[str, int]:
    """A character as it is shown, and its columns: none, one or two (UAX 11)."""
    if " " <= character <= "~":
        return character, 1
    kind = unicodedata.category(character)
    if kind in ("Mn", "Me"):
        return character, 0
    if kind in ("Cf", "Cs", "Co", "Cn"):
        return "", 0
    if kind[0] in "CZ":
        return " ", 1
    return character, 2 if unicodedata.east_asian_width(character) in "WF" else 1


@mail("receipt")
def receipt(
    plan: Plan,
    position: Position,
    tables: Tables,
    *,
    number: int,
    said_at: datetime,
    due: datetime,
    letterhead: Letterhead,
    envelope: Envelope,
    asked: bool = False,
    blind: bool = False,
) -> Facts:
    """A turn was taken: how it was read, what it costs, and until when it is resolved (§16).

    *position* is the one at which the turn was announced; *asked* where another mail asks its
    gnome for a choice; *blind* where whoever resolves it is not shown what is written to the bot
    alone.
    """
    before = position.gnome(plan.turn.gnome).minutes
    return {
        "read": sentences(plan.turn),
        "costs": (
            ("movement", plan.movement),
            ("action", plan.action.minutes),
            ("low water", plan.action.surcharge),
        ),
        "spent": plan.spent,
        "before": before,
        "chance": chance_told(plan, position, tables),
        "passed": passed(position, tables, before, before - plan.spent),
        "warnings": in_vain(plan, position, tables),
    }


@mail("receipt")
def void(
    announced: Announced,
    refusals: tuple[Against, ...],
    *,
    letterhead: Letterhead,
    envelope: Envelope,
    said_at: datetime | None = None,
    turn: Turn | None = None,
    told_when_free: bool = False,
) -> Facts:
    """An announcement has no effect: every reason and what helps (§9).

    *turn* shows how it was read; *told_when_free* where nothing is wrong with it but its moment,
    and its gnome will hear when that has come.
    """
    return {
        "reasons": reasons(refusals, announced),
        "read": sentences(turn) if turn is not None else (),
        "too_early": told_when_free,
        "mendable": can_be_mended([one.code for one in refusals]),
    }


@mail("receipt")
def noted(
    announced: Announced | Literal["private list", "absence", "announcement"],
    told: tuple[str, ...],
    *,
    said_at: datetime,
    letterhead: Letterhead,
    envelope: Envelope,
    next: str = "",
    hand: tuple[Item, ...] | None = None,
    discard: int = 0,
    limit: int | None = None,
) -> Facts:
    """A discard, a gift, a joining or a private list was taken in; *told* says what it does.

    *next* is what the reader may do now, by default nothing; *hand* is theirs, where it changed;
    *discard* is how many items a hand limit still asks for, down to *limit* (§17).
    """
    return {
        "hand": hand_lines(hand or ()),
        "held": None if hand is None else len(hand),
    }


@dataclass(frozen=True, slots=True)
class Proposal:
    """A reading of an unclear announcement that its author is shown."""

    lines: Sequence[str] = field(repr=False)  # in plain words
    outcome: Sequence[str] = field(repr=False)  # what would come of it now; () where a value lacks


@mail("question")
def question(
    questions: tuple[Question, ...],
    text: str,
    *,
    letterhead: Letterhead,
    envelope: Envelope,
    said_at: datetime | None = None,
    tried: bool = False,
    stands: bool = False,
    code: str = "",
    counts: Literal["private", "list", "off"] = "off",
    proposals: Sequence[Proposal] = (),
    is_whole: bool = True,
    so_far: str = "",
) -> Facts:
    """The words of *text* that were not understood, marked in their line, and what to say instead.

    *stands* where all that was said is that an announcement is taken back, which none can be.  An
    answer under the *code* completes the announcement where it *counts* (A126).  A plain yes means
    the only one of *proposals* where that *is_whole*; of two, an answer names the number.  *so_far*
    is the announcement with an earlier answer in it.
    """
    return {"questions": [_asked(one, text) for one in questions]}


Unsettled = Literal["nothing", "no", "settled", "overtaken", "list", "off"]
"""Why an answer does not complete an announcement: it leaves it open, denies it, comes after
another one or after another turn, or counts on the list alone or nowhere."""


@mail("question")
def unsettled(
    why: Unsettled,
    *,
    code: str,
    words: str,
    said_at: datetime | None,
    letterhead: Letterhead,
    envelope: Envelope,
) -> None:
    """An answer to what was asked about an unclear announcement, *words*, did not complete it."""


def _asked(asked: Question, text: str) -> dict[str, Any]:
    """One question as the template shows it."""
    lines = pointed(text, asked.words)
    return {
        "lines": lines,
        "words": "" if lines else " ".join(asked.words.split()),
        "ask": asked.ask,
    }


@mail("receipt")
def wrong_forum(
    forum: str,
    text: str,
    asked: tuple[Question, ...] = (),
    *,
    letterhead: Letterhead,
    envelope: Envelope,
    waits: str = "",
) -> Facts:
    """A turn went to *forum*, where no announcement counts (§9); *text* is what to send again.

    *asked* is what would not be understood there either; *waits* half a sentence on the turn that
    awaits its resolution just now, so that no other can be taken.
    """
    return {
        "text": _as_written(text),
        "questions": [_asked(one, text) for one in asked],
    }


@mail("receipt")
def announced_nothing(
    words: str, *, said_at: datetime | None, letterhead: Letterhead, envelope: Envelope
) -> Facts:
    """Somebody said what they will do, which does nothing; *words* would do it."""
    return {"words": _as_written(words)}


@mail("receipt")
def way_free(
    text: str,
    refusals: tuple[Against, ...],
    *,
    before: TakenTurn,
    said_at: datetime | None,
    letterhead: Letterhead,
    envelope: Envelope,
) -> Facts:
    """The turn *before* is resolved, for whose sake the one announced by *text* was void (§9).

    *refusals* is what would be against it now.
    """
    return {
        "number": before.number,
        "gnome": before.turn.gnome,
        "text": _as_written(text),
        "reasons": reasons(refusals),
    }


def _as_written(text: str) -> str:
    """A gnome's own text to be sent again; only its long lines are folded."""
    lines = [line.rstrip() for line in text.strip().split("\n")]
    return "\n".join([line if len(line) <= WIDTH else fold(line) for line in lines])


@mail("question")
def nobody_reads(*, said_at: datetime | None, letterhead: Letterhead, envelope: Envelope) -> None:
    """To a gnome who has answered the bot in words for the contestmaster."""


@mail("question")
def not_read(
    why: str, where: str, *, said_at: datetime | None, letterhead: Letterhead, envelope: Envelope
) -> None:
    """To a person whose mail is held, for some of it could not be read: *why*, half a sentence.

    *where*: the address of the forum, "" of a mail to the bot alone.
    """


@mail("question")
def who_are_you(address: str, *, letterhead: Letterhead, envelope: Envelope) -> None:
    """A mail came from an address that belongs to nobody known."""


def together(pages: tuple[Page, ...], letterhead: Letterhead) -> Page:
    """The answers to one mail that says several things, as one mail, in their order."""
    first = pages[0]
    if len(pages) == 1:
        return first
    parts = [
        (
            one.subject.removeprefix(letterhead.tag).strip(),
            one.body.rpartition("\n-- \n")[0].strip("\n"),
        )
        for one in pages
    ]
    return instead(first, "receipt", "together", letterhead, parts=parts)


def spent(answer: Page, most: int, until: datetime, *, letterhead: Letterhead) -> Page:
    """Instead of an *answer*: as many as may be went to its reader in the day that ends *until*."""
    return instead(answer, "receipt", "spent", letterhead, most=most, until=until)
