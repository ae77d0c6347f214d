"""Two positions of one game side by side: who gains and who loses, and what else differs.

Public values only, so that an amendment can be written from it.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from rednov_bot.games.red_november.rules.position import Gnome, Position, Token
from rednov_bot.games.red_november.rules.words import (
    ROOMS,
    TRACKS,
    GnomeName,
    Hatch,
    Place,
    RoomCondition,
    Track,
)

Leaning: TypeAlias = Literal["gains", "loses", "both", "neither"]


class Standing(msgspec.Struct, frozen=True):
    """How one gnome stands in a position."""

    gnome: Gnome
    x_points: int  # owed so far (§18)
    y_points: int  # §24
    won: bool | None  # None while the game goes on


class Moved(msgspec.Struct, frozen=True):
    """A gnome who stands otherwise, before and after; and whether that is better for them."""

    before: Standing
    after: Standing
    leaning: Leaning

    @property
    def name(self) -> GnomeName:
        """Who it is."""
        return self.after.gnome.name


class Comparison(msgspec.Struct, frozen=True):
    """What is different, and nothing that is the same."""

    gnomes: tuple[Moved, ...] = ()
    rooms: tuple[tuple[Place, RoomCondition, RoomCondition], ...] = ()  # before, after
    freed: tuple[Hatch, ...] = ()
    blocked: tuple[Hatch, ...] = ()
    tracks: tuple[tuple[Track, int, int], ...] = ()
    tokens_gone: tuple[Token, ...] = ()
    tokens_placed: tuple[Token, ...] = ()
    stash: tuple[int, int] | None = None  # captain's grogs before and after
    over: tuple[bool, bool] | None = None  # whether the game is over, before and after

    def leaning(self, *leanings: Leaning) -> tuple[GnomeName, ...]:
        """Who gains, loses, or both."""
        return tuple([one.name for one in self.gnomes if one.leaning in leanings])


def compare(before: Position, after: Position) -> Comparison:
    """What is different in *after*, the same crew in both."""
    tokens_before, tokens_after = list(before.tokens), list(after.tokens)
    over = (before.ending is not None, after.ending is not None)
    return Comparison(
        gnomes=_moved(before, after),
        rooms=tuple(
            [
                (room, before.rooms[room], after.rooms[room])
                for room in ROOMS
                if before.rooms[room] != after.rooms[room]
            ]
        ),
        freed=tuple(sorted(before.blocked - after.blocked)),
        blocked=tuple(sorted(after.blocked - before.blocked)),
        tracks=tuple(
            [
                (track, before.track(track), after.track(track))
                for track in TRACKS
                if before.track(track) != after.track(track)
            ]
        ),
        tokens_gone=without(tokens_before, tokens_after),
        tokens_placed=without(tokens_after, tokens_before),
        stash=(before.stash, after.stash) if before.stash != after.stash else None,
        over=over if over[0] != over[1] else None,
    )


def without(tokens: list[Token], others: list[Token]) -> tuple[Token, ...]:
    """The tokens that are not among the others, one for one."""
    left = list(tokens)
    for token in others:
        if token in left:
            left.remove(token)
    return tuple(left)


def _moved(before: Position, after: Position) -> tuple[Moved, ...]:
    found = []
    for gnome in after.gnomes:
        old, new = _standing(before, gnome.name), _standing(after, gnome.name)
        if _told(old) != _told(new):
            found.append(Moved(old, new, _leaning(old, new)))
    return tuple(found)


def _standing(position: Position, name: GnomeName) -> Standing:
    won = name in position.ending.winners if position.ending is not None else None
    x_points, y_points = position.points(name, "X"), position.points(name, "Y")
    return Standing(position.gnome(name), x_points, y_points, won)


def _told(one: Standing) -> tuple[object, ...]:
    """All of a gnome but when they arrived and where they drew, which no page shows."""
    gnome = one.gnome
    return (*_worth(one), gnome.at, gnome.fate)


def _worth(one: Standing) -> tuple[int, ...]:
    """Every side of it that may be better or worse, the higher the better."""
    gnome = one.gnome
    won = {True: 1, False: -1, None: 0}[one.won]
    asleep = gnome.fainted and gnome.in_play
    alive = gnome.fate != "killed"
    sober = -gnome.intoxication if gnome.in_play else 0
    return (alive, won, gnome.minutes, not asleep, sober, one.x_points, one.y_points)


def _leaning(old: Standing, new: Standing) -> Leaning:
    """Where they stand is neither good nor bad; intoxication counts for those in both games."""
    sides = list(zip(_worth(old), _worth(new), strict=True))
    better = any(now > then for then, now in sides)
    worse = any(now < then for then, now in sides)
    if better and worse:
        return "both"
    return "gains" if better else "loses" if worse else "neither"
