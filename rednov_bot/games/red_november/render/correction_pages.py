"""The amendment of a wrong resolution, to the list (§25, A96).  Public values only."""

from __future__ import annotations

from datetime import datetime
from difflib import SequenceMatcher
from functools import partial
from typing import Final

from rednov_bot.core.render.award_pages import worth as award_worth
from rednov_bot.core.render.environment import fold
from rednov_bot.core.render.letterhead import Envelope, Facts, Letterhead, mail
from rednov_bot.core.render.wording import counted, listed, whose
from rednov_bot.games.red_november.render import award_pages
from rednov_bot.games.red_november.render.position import board_facts
from rednov_bot.games.red_november.render.story import Entry, told
from rednov_bot.games.red_november.render.wording import (
    TOKEN_NAMES,
    TRACK_NAMES,
    hatches,
    minutes,
    place,
    spoken,
)
from rednov_bot.games.red_november.rules.corrections.compared import Comparison, Leaning, Moved
from rednov_bot.games.red_november.rules.corrections.points import Settled
from rednov_bot.games.red_november.rules.corrections.replayed import Retold, Way
from rednov_bot.games.red_november.rules.events import PublicEvent
from rednov_bot.games.red_november.rules.options import Options
from rednov_bot.games.red_november.rules.position import Position
from rednov_bot.games.red_november.rules.tables import Board, Tables
from rednov_bot.games.red_november.rules.words import GnomeName, RoomCondition, place_name

_VERBS: Final[dict[Leaning, str]] = {
    "gains": "gains",
    "loses": "loses",
    "both": "gains and loses",
    "neither": "stands elsewhere",
}
_CONDITIONS: Final[dict[RoomCondition, str]] = {
    "dry": "dry",
    "fire": "on fire",
    "low": "at low water",
    "high": "at high water",
}
_WON: Final = {True: "a winner", False: "not a winner"}
_OPEN: Final = {True: "not a winner yet", False: "not lost yet"}
"""Of a gnome who had won, or had lost, where the game goes on after all."""


def of_gnomes(compared: Comparison, board: Board) -> tuple[str, ...]:
    """A sentence for each gnome who stands otherwise: what they gain and what they lose."""
    return tuple(
        [
            f"{one.name} {_VERBS[one.leaning]}: {', '.join(_sides(one, board))}."
            for one in compared.gnomes
        ]
    )


def _sides(moved: Moved, board: Board) -> list[str]:
    then, now = moved.before, moved.after
    old, new = then.gnome, now.gnome
    sides = []
    if old.fate != new.fate:
        fates = {"aboard": "in play after all", "killed": "killed", "abandoned": "abandoned ship"}
        sides.append(fates[new.fate])
    if then.won != now.won:
        sides.append(_WON[now.won] if now.won is not None else _OPEN[then.won is True])
    if old.minutes != new.minutes:
        sides.append(f"{minutes(new.minutes)} instead of {old.minutes}")
    if old.at != new.at and old.in_play and new.in_play:
        sides.append(f"in {place(new.at, board)} instead of {place_name(old.at)}")
    if old.fainted != new.fainted and new.in_play:
        sides.append("asleep" if new.fainted else "awake")
    if old.intoxication != new.intoxication and new.in_play:
        sides.append(f"intoxication {new.intoxication} instead of {old.intoxication}")
    sides += _points(now.x_points - then.x_points, "X")
    return sides + _points(now.y_points - then.y_points, "Y")


def _points(more: int, axis: str) -> list[str]:
    if not more:
        return []
    return [f"{abs(more)} {axis} {'more' if more > 0 else 'less'} due"]


def of_the_sub(compared: Comparison) -> tuple[str, ...]:
    """A sentence for everything else that is otherwise."""
    said = [
        f"{TRACK_NAMES[track]} stands at {now} instead of {then}."
        for track, then, now in compared.tracks
    ]
    said += [
        f"Room {room} is {_CONDITIONS[now]} instead of {_CONDITIONS[then]}."
        for room, then, now in compared.rooms
    ]
    for ends, state in ((compared.freed, "free"), (compared.blocked, "blocked")):
        if ends:
            many = len(ends) > 1
            said.append(f"Hatch{'es' * many} {hatches(ends)} {'are' if many else 'is'} {state}.")
    for tokens, state in ((compared.tokens_gone, "gone"), (compared.tokens_placed, "placed")):
        said += [f"{TOKEN_NAMES[kind]} at {space} is {state}." for kind, space in tokens]
    if compared.stash is not None:
        then, now = compared.stash
        said.append(f"{counted(now, 'grog').capitalize()} in the cabin instead of {then}.")
    if compared.over is not None:
        said.append("The game is over." if compared.over[1] else "The game is not over.")
    return tuple(said)


def heading(retold: Retold) -> str:
    """`Turn 12: Ann`, `Ann's discard`."""
    match retold.kind:
        case "turn":
            return f"Turn {retold.number}: {retold.gnome}"
        case "ruling":
            return "A ruling"
        case _:
            return f"{whose(retold.gnome)} {retold.kind}"


def named(retold: Retold) -> str:
    """`Ann's turn 12`, `Ann's discard`: what a verdict is about."""
    if retold.kind == "turn" and retold.gnome is not None:
        return f"{whose(retold.gnome)} turn {retold.number}"
    return heading(retold)


def verdict(retold: Retold) -> str:
    """What became of a step, in half a sentence; a private reason is not told (§6, A21)."""
    if retold.pending:
        return "awaits its resolution still"
    if not retold.void:
        return "came out otherwise" if retold.otherwise else "came out as before"
    if retold.by_ruling:
        return "has no effect, by this ruling"
    if retold.reason is not None:
        return f"has no effect now: {spoken(retold.reason.reason)} ({retold.reason.clause})"
    whom = retold.gnome or "the contestmaster"
    return f"has no effect now; the reason is told to {whom} alone (§6)"


def lines(retold: Retold, tables: Tables, now: str = "now") -> tuple[str, ...]:
    """What was told, and what is true instead: only the lines that differ, each with its clock."""
    then = _entries(retold.was, retold.was_before, tables, retold.gnome)
    instead = _entries(retold.now, retold.now_before, tables, retold.gnome)
    wide = max(3, len(now))
    found = []
    for tag, i1, i2, j1, j2 in SequenceMatcher(None, then, instead, False).get_opcodes():
        if tag != "equal":
            found += [_line("was", wide, entry) for entry in then[i1:i2]]
            found += [_line(now, wide, entry) for entry in instead[j1:j2]]
    return tuple(found)


def _entries(
    events: tuple[PublicEvent, ...], before: Position, tables: Tables, gnome: GnomeName
) -> list[Entry]:
    chapters = told(events, before, tables, gnome or None)
    return [entry for chapter in chapters for entry in chapter.entries]


def _line(label: str, wide: int, entry: Entry) -> str:
    clock = "  " if entry.clock is None else f"{entry.clock:>2}"
    return fold(entry.text, f"  {label:<{wide}}  {clock}  ", " " * (wide + 8))


def unchanged(retold: tuple[Retold, ...]) -> str:
    """`Turns 13 and 15 came out as before.`; empty where none did."""
    turns = [one for one in retold if one.kind == "turn" and not one.pending]
    same = [one.number for one in turns if not one.otherwise]
    if not same:
        return ""
    return f"Turn{'s' * (len(same) > 1)} {listed(same)} came out as before."


@mail("public", "correction")
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
) -> Facts:
    """The correction of a resolution, beside which the original stays on record.

    *retold* is the course from the wrong step on, *after* the position from now on, *compared*
    what it has otherwise than the present one; *wrong* are the contestmaster's words on what was
    wrong, *ruling* and *clause* where they decided it (0 and empty are left out), *resolved_at* the
    date of the original, *conflicts* what a patch could not put right, *settled* which points are
    due otherwise, *luck* the section on what is newly drawn.
    """
    first, *later = [one for one in retold if one.otherwise] or retold[:1]
    return {
        "subject": heading(first),
        "number": first.number,
        "steps": _told((first, *later) if way == "rerun" else (first,), tables, way),
        "unchanged": unchanged(retold) if way == "rerun" else "",
        "gnomes": of_gnomes(compared, tables.board),
        "sub": of_the_sub(compared),
        "settled": () if settled is None else points(settled, way),
        "points": (),
        "awarded": (),
        **board_facts(after, tables, options, letterhead.contest),
    }


def points(settled: Settled, way: Way) -> tuple[str, ...]:
    """Points that were awarded and are not due, that are due no more, and that are newly due."""
    worth = partial(award_worth, deeds=award_pages.DEEDS)
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
            f"{heading(one)} {verdict(one)}." if one.void else heading(one),
            () if one.void else lines(one, tables, now),
        )
        for one in steps
    ]
