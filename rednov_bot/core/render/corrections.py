"""Mails about corrections: the amendment to the list, and the draft of it (§25, A96)."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import fields
from datetime import datetime
from itertools import zip_longest
from typing import Final

from rednov_bot.core.models import Page
from rednov_bot.core.render.draft_pages import enclosed
from rednov_bot.core.render.letterhead import Envelope, Facts, Letterhead, mail
from rednov_bot.core.render.wording import capital, listed
from rednov_bot.games.base import Amended, Choice, Way, WayName

LABEL_WIDTH: Final = 15
CELL_WIDTH: Final = 18
_WAYS: Final[dict[WayName, str]] = {
    "rerun": "RERUN: all is played again from there, with the same dice and cards",
    "patch": "PATCH: the difference alone is put right, what came later stands",
    "stand": "STAND: nothing changes but the record",
}


@mail("public")
def correction(
    way: WayName,
    told: Amended,
    changes: tuple[str, ...],
    *,
    wrong: str,
    ruling: int | None,
    clause: str,
    resolved_at: datetime,
    letterhead: Letterhead,
    envelope: Envelope,
    conflicts: tuple[str, ...] = (),
    settled: tuple[str, ...] = (),
    luck: str = "",
) -> Facts:
    """The correction of a resolution, beside which the original stays on record.

    *told* is what the game tells of the steps and the position, *changes* what the position has
    otherwise than before; *wrong* are the contestmaster's words on what was wrong, *ruling* and
    *clause* where they decided it (0 and empty are left out), *resolved_at* the date of the
    original, *conflicts* what a patch could not put right, *settled* which points are due
    otherwise, *luck* the section on what is newly drawn.
    """
    return {one.name: getattr(told, one.name) for one in fields(told)}


@mail("draft")
def correction_draft(
    code: str,
    about: str,
    ways: tuple[Way, ...],
    drafted: WayName,
    later: tuple[str, ...],
    public: tuple[Page, ...],
    private: tuple[Page, ...],
    *,
    wrong: str,
    gamestate: int,
    notes: tuple[str, ...] = (),
    letterhead: Letterhead,
    envelope: Envelope,
    blind: bool = False,
) -> Facts:
    """What each way would do, and the texts of the one that is *drafted*, as they will be sent.

    *about* names the resolution: `Turn 12: Ann`; *later* are the steps, if played again; *wrong*
    says what was wrong with it; *notes* are to be minded first.  In a *blind* game nothing is told
    of what is hidden.
    """
    return {
        "table": _table(ways, blind=blind),
        "ways": list(_told(ways, blind=blind)),
        **enclosed(public, private, None),
        "others": [one.name for one in ways if one.name != drafted and not one.obstacles],
    }


@mail("draft")
def correction_held(
    code: str,
    about: str,
    number: int,
    choice: Choice,
    *,
    others: tuple[WayName, ...] = (),
    notes: tuple[str, ...] = (),
    letterhead: Letterhead,
    envelope: Envelope,
) -> Facts:
    """The game played again has come to a choice that nobody has made: the contestmaster makes it.

    *about* names the resolution that is corrected: `Turn 12: Ann`; *number* is the turn that
    waits; *others* are the ways that do without the choice; *notes* are to be minded first.
    """
    return {"gnome": choice.of, "kind": choice.kind, "candidates": choice.candidates}


@mail("draft")
def reading(
    code: str,
    about: str,
    written: Sequence[str],
    announced: Sequence[str],
    *,
    notes: Sequence[str] = (),
    said_at: datetime,
    letterhead: Letterhead,
    envelope: Envelope,
) -> None:
    """How a mail is to be read, beside what was *written* in it; *announced* is nothing, or what it
    announces.

    *about* is public, for it is in the subject: `Mail 12: Ann`; *notes* are what to mind.
    """


def _table(ways: tuple[Way, ...], *, blind: bool) -> str:
    """The ways side by side, in columns that fold; in a *blind* game only what everybody sees."""
    rows: list[tuple[str, list[str]]] = [("", [str(one.name) for one in ways])]
    for label, leaning in (
        ("gain", "gains"),
        ("lose", "loses"),
        ("gain and lose", "gains and loses"),
    ):
        who = [[name for name, how in one.leaning.items() if how == leaning] for one in ways]
        if any(who) or label in ("gain", "lose"):
            rows.append((label, [listed(names) or "nobody" for names in who]))
    rows.append(("sub changes", [str(one.others) for one in ways]))
    if not blind:
        rows.append(("hands change", [listed(one.hidden) or "the same" for one in ways]))
    rows.append(("can be done", ["no" if one.obstacles else "yes" for one in ways]))
    return "\n".join([_row(label, cells) for label, cells in rows])


def _row(label: str, cells: list[str]) -> str:
    columns = [textwrap.wrap(cell, CELL_WIDTH) or [""] for cell in cells]
    lines = []
    for lead, *parts in zip_longest([label], *columns, fillvalue=""):
        row = " ".join([f"{part:<{CELL_WIDTH}}" for part in parts])
        lines.append(f"{lead:<{LABEL_WIDTH}}{row}".rstrip())
    return "\n".join(lines)


def _told(ways: tuple[Way, ...], *, blind: bool) -> Iterator[tuple[str, list[str]]]:
    """What each way would do; one that comes to the same as another before it says just that."""
    told: list[tuple[WayName, list[str]]] = []
    for one in ways:
        said = [*one.openly, *[f"{capital(why)}." for why in one.stays]]
        said += () if blind else one.aside
        for why in one.obstacles:
            said.append(f"It cannot be done: {why.openly if blind else why.aside or why.openly}.")
        said = said or ["Nothing changes."]
        like = next((way for way, before in told if before == said), None)
        told.append((one.name, said))
        yield _WAYS[one.name], said if like is None else [f"The same as by {like}."]
