"""The amendment of a wrong resolution, to the list (§25, A96).  Public values only."""

from __future__ import annotations

from datetime import datetime

from rednov_bot.engine.corrections.compared import Comparison
from rednov_bot.engine.corrections.points import Settled
from rednov_bot.engine.corrections.retold import Retold, Way
from rednov_bot.engine.options import Options
from rednov_bot.engine.position import Position
from rednov_bot.engine.tables import Tables
from rednov_bot.papers import BoardView, Page
from rednov_bot.prose import award_pages, differences
from rednov_bot.prose.letterhead import Envelope, Letterhead, page
from rednov_bot.prose.position_text import position_text
from rednov_bot.prose.sub_map import sub_map


def amendment(
    way: Way,
    retold: tuple[Retold, ...],
    compared: Comparison,
    after: Position,
    tables: Tables,
    *,
    wrong: str,
    ruling: int | None,
    clause: str,
    resolved_at: datetime,
    letterhead: Letterhead,
    envelope: Envelope,
    options: Options | None = None,
    conflicts: tuple[str, ...] = (),
    settled: Settled | None = None,
    luck: str = "",
) -> Page:
    """The correction of a resolution, beside which the original stays on record.

    *retold* is the course from the wrong step on, *after* the position from now on, *compared*
    what it has otherwise than the present one; *wrong* are the contestmaster's words on what was
    wrong, *ruling* and *clause* where e decided it (0 and empty are left out), *resolved_at* the
    date of the original, *conflicts* what a patch could not put right, *settled* which points are
    due otherwise, *luck* the section on what is newly drawn.
    """
    first, *later = [one for one in retold if one.otherwise] or retold[:1]
    return page(
        "public",
        envelope,
        "correction",
        letterhead,
        way=way,
        subject=differences.heading(first),
        number=first.number,
        wrong=wrong,
        ruling=ruling,
        clause=clause,
        resolved_at=resolved_at,
        steps=_told((first, *later) if way == "rerun" else (first,), tables, way),
        unchanged=differences.unchanged(retold) if way == "rerun" else "",
        conflicts=conflicts,
        gnomes=differences.of_gnomes(compared, tables.board),
        sub=differences.of_the_sub(compared),
        settled=() if settled is None else points(settled, way),
        points=(),
        awarded=(),
        luck=luck,
        view=BoardView(now=after, tables=tables, heading=letterhead.contest),
        map=sub_map(after, tables.board),
        position=position_text(after, tables, options),
        over=after.ending is not None,
    )


def points(settled: Settled, way: Way) -> tuple[str, ...]:
    """Points that were awarded and are not due, that are due no more, and that are newly due."""
    worth = award_pages.worth
    said = [
        f"{one.gnome} was awarded {worth(one)}, which was not due; it is not taken back by this."
        for one in settled.overpaid
    ]
    said += [f"{one.gnome} was awarded {worth(one)}; this counts." for one in settled.set_off]
    if way == "stand":
        said += [f"{one.gnome} would not have been due {worth(one)}." for one in settled.gone]
        return (*said, *[f"{one.gnome} would have been due {worth(one)}." for one in settled.new])
    said += [f"{one.gnome} is not due {worth(one)} after all." for one in settled.gone]
    return (*said, *[f"{one.gnome} is due {worth(one)}, to be awarded." for one in settled.new])


def _told(steps: tuple[Retold, ...], tables: Tables, way: Way) -> list[tuple[str, tuple[str, ...]]]:
    """Each step under its heading: its verdict, then the lines that differ."""
    now = "right" if way == "stand" else "now"
    return [
        (
            f"{differences.heading(one)} {differences.verdict(one)}."
            if one.void
            else f"{differences.heading(one)}",
            () if one.void else differences.lines(one, tables, now),
        )
        for one in steps
    ]
