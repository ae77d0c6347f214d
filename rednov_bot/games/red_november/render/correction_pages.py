"""The amendment of a wrong resolution, to the list (§25, A96).  Public values only."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from difflib import SequenceMatcher
from functools import partial
from typing import Final, Literal, TypeAlias

import msgspec

from rednov_bot.core.render.award_pages import worth as award_worth
from rednov_bot.core.render.environment import fold
from rednov_bot.core.render.wording import counted, listed, whose
from rednov_bot.games.base import Amended, Player, Refusal, WayName
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
from rednov_bot.games.red_november.rules.corrections.points import Settled
from rednov_bot.games.red_november.rules.events import PublicEvent
from rednov_bot.games.red_november.rules.options import Options
from rednov_bot.games.red_november.rules.position import Gnome, Position, without
from rednov_bot.games.red_november.rules.tables import Board, Tables
from rednov_bot.games.red_november.rules.words import ROOMS, TRACKS, RoomCondition, place_name

# -- two positions side by side -----------------------------------------------------------------


class Standing(msgspec.Struct, frozen=True):
    """How one gnome stands in a position."""

    gnome: Gnome
    x_points: int  # owed so far (§18)
    y_points: int  # §24
    won: bool | None  # None while the game goes on

    @property
    def worth(self) -> tuple[int, ...]:
        """Every side of it that may be better or worse, the higher the better.

        Intoxication counts for those in play; where they stand is neither good nor bad.
        """
        gnome = self.gnome
        return (
            gnome.fate != "killed",
            {True: 1, False: -1, None: 0}[self.won],
            gnome.minutes,
            not (gnome.fainted and gnome.in_play),
            -gnome.intoxication if gnome.in_play else 0,
            self.x_points,
            self.y_points,
        )


class Compared(msgspec.Struct, frozen=True):
    """What is different in a corrected position, a sentence each."""

    gnomes: tuple[str, ...] = ()  # what each gains and loses
    sub: tuple[str, ...] = ()
    leaning: Mapping[Player, str] = {}  # whether each gains, loses, both, or only stands elsewhere


def compare(before: Position, after: Position, board: Board) -> Compared:
    """What is different in *after*, the same crew in both."""
    told, leaning = [], dict[Player, str]()
    for gnome in after.gnomes:
        old, new = _standing(before, gnome.name), _standing(after, gnome.name)
        if sides := list(_sides(old, new, board)):
            leaning[gnome.name] = _leaning(old, new)
            told.append(f"{gnome.name} {leaning[gnome.name]}: {', '.join(sides)}.")
    return Compared(tuple(told), tuple(_of_the_sub(before, after)), leaning)


def _standing(position: Position, name: Player) -> Standing:
    won = name in position.ending.winners if position.ending is not None else None
    x_points, y_points = position.points(name, "X"), position.points(name, "Y")
    return Standing(position.gnome(name), x_points, y_points, won)


def _leaning(old: Standing, new: Standing) -> str:
    sides = list(zip(old.worth, new.worth, strict=True))
    better = any(now > then for then, now in sides)
    worse = any(now < then for then, now in sides)
    if better and worse:
        return "gains and loses"
    return "gains" if better else "loses" if worse else "stands elsewhere"


def _sides(then: Standing, now: Standing, board: Board) -> Iterator[str]:
    old, new = then.gnome, now.gnome
    if old.fate != new.fate:
        fates = {"aboard": "in play after all", "killed": "killed", "abandoned": "abandoned ship"}
        yield fates[new.fate]
    if then.won != now.won:
        goes_on = "not a winner yet" if then.won else "not lost yet"
        yield {True: "a winner", False: "not a winner", None: goes_on}[now.won]
    if old.minutes != new.minutes:
        yield f"{minutes(new.minutes)} instead of {old.minutes}"
    if old.at != new.at and old.in_play and new.in_play:
        yield f"in {place(new.at, board)} instead of {place_name(old.at)}"
    if old.fainted != new.fainted and new.in_play:
        yield "asleep" if new.fainted else "awake"
    if old.intoxication != new.intoxication and new.in_play:
        yield f"intoxication {new.intoxication} instead of {old.intoxication}"
    for axis, more in (("X", now.x_points - then.x_points), ("Y", now.y_points - then.y_points)):
        if more:
            yield f"{abs(more)} {axis} {'more' if more > 0 else 'less'} due"


_CONDITIONS: Final[dict[RoomCondition, str]] = {
    "dry": "dry",
    "fire": "on fire",
    "low": "at low water",
    "high": "at high water",
}


def _of_the_sub(before: Position, after: Position) -> Iterator[str]:
    for track in TRACKS:
        then, now = before.track(track), after.track(track)
        if then != now:
            yield f"{TRACK_NAMES[track]} stands at {now} instead of {then}."
    for room in ROOMS:
        was, is_now = before.rooms[room], after.rooms[room]
        if was != is_now:
            yield f"Room {room} is {_CONDITIONS[is_now]} instead of {_CONDITIONS[was]}."
    freed, blocked = before.blocked - after.blocked, after.blocked - before.blocked
    for ends, state in ((freed, "free"), (blocked, "blocked")):
        if ends:
            many = len(ends) > 1
            said = hatches(tuple(sorted(ends)))
            yield f"Hatch{'es' * many} {said} {'are' if many else 'is'} {state}."
    for kind, space in without(before.tokens, after.tokens):
        yield f"{TOKEN_NAMES[kind]} at {space} is gone."
    for kind, space in without(after.tokens, before.tokens):
        yield f"{TOKEN_NAMES[kind]} at {space} is placed."
    if before.stash != after.stash:
        left = counted(after.stash, "grog").capitalize()
        yield f"{left} in the cabin instead of {before.stash}."
    if (before.ending is None) != (after.ending is None):
        yield "The game is not over." if after.ending is None else "The game is over."


# -- step by step -------------------------------------------------------------------------------

StepKind: TypeAlias = Literal["turn", "discard", "gift in return", "idle kill"]


class Retold(msgspec.Struct, frozen=True):
    """What a step was and is; nothing is told of one that is void, or was not played before."""

    kind: StepKind
    gnome: Player  # whose turn or announcement it is
    number: int | None  # of the turn
    was: tuple[PublicEvent, ...]
    now: tuple[PublicEvent, ...]
    was_before: Position  # the position before it, when it was first played
    now_before: Position
    void: bool = False
    reason: Refusal | None = None  # why it is void, where the list may be told (§6, A21)
    by_ruling: bool = False  # void because the contestmaster says so
    pending: bool = False  # a turn that is not resolved yet

    @property
    def otherwise(self) -> bool:
        """Whether the list is told something else than before."""
        return self.was != self.now


def heading(retold: Retold) -> str:
    """`Turn 12: Ann`, `Ann's discard`."""
    if retold.kind == "turn":
        return f"Turn {retold.number}: {retold.gnome}"
    return f"{whose(retold.gnome)} {retold.kind}"


def sentence(retold: Retold) -> str:
    """What became of a step: `Ann's turn 12 came out as before.`"""
    named = f"{whose(retold.gnome)} turn {retold.number}"
    return f"{named if retold.kind == 'turn' else heading(retold)} {verdict(retold)}."


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
    return f"has no effect now; the reason is told to {retold.gnome} alone (§6)"


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
    events: tuple[PublicEvent, ...], before: Position, tables: Tables, gnome: Player
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


def amended(
    way: WayName,
    retold: tuple[Retold, ...],
    after: Position,
    tables: Tables,
    options: Options | None = None,
    contest: str = "",
) -> Amended:
    """What the amendment of a resolution tells beside its reason; the original stays on record.

    *retold* is the course from the wrong step on, *after* the position from now on.
    """
    first, *later = [one for one in retold if one.otherwise] or retold[:1]
    now = "right" if way == "stand" else "now"
    told = [
        (
            f"{heading(one)} {verdict(one)}." if one.void else heading(one),
            () if one.void else tuple(lines(one, tables, now)),
        )
        for one in ((first, *later) if way == "rerun" else (first,))
    ]
    return Amended(
        subject=heading(first),
        number=first.number,
        steps=tuple(told),
        unchanged=unchanged(retold) if way == "rerun" else "",
        **board_facts(after, tables, options, contest),
    )


def points(settled: Settled, way: WayName) -> tuple[str, ...]:
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
