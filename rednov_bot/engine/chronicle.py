"""A game as it was played: its passages in order, its turning points, what each gnome did.

All of it follows from what the list was told, so that whoever read along can tell the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from rednov_bot.engine import happenings as h
from rednov_bot.engine.position import Position
from rednov_bot.engine.public_changes import position_after
from rednov_bot.engine.words import TRACKS, GnomeName

GRAVE = 7  # a track from which its advance is a turning point

_STILL = (h.Woke, h.HandsCounted, h.PointsDue, h.SubLost, h.GameOver, h.HandsRevealed)
"""What a turn may still bring about when it is resolved; all else has a passage of its own."""


class Passage(msgspec.Struct, frozen=True):
    """A turn with its resolution, or what happened before, between or behind turns."""

    turn: int  # its number; of what is no turn, that of the turn before it, 0 at the opening
    gnome: GnomeName | None  # whose turn; None where it is none
    before: Position
    after: Position
    happenings: tuple[h.PublicHappening, ...]


class TurningPoint(msgspec.Struct, frozen=True):
    """Something that the game turned on."""

    turn: int
    happening: h.PublicHappening


def passages(happenings: Iterable[h.PublicHappening]) -> tuple[Passage, ...]:
    """The game in order: its opening, then each turn, and what came between them."""
    found: list[Passage] = []
    position = Position()
    start, gnome, told = position, None, list[h.PublicHappening]()
    resolved = False
    for happening in happenings:
        if isinstance(happening, h.TurnTaken) or (resolved and not isinstance(happening, _STILL)):
            if told:
                found.append(Passage(start.turns, gnome, start, position, tuple(told)))
            start, told, resolved = position, [], False
            gnome = happening.gnome if isinstance(happening, h.TurnTaken) else None
        resolved = resolved or isinstance(happening, h.TurnResolved)
        position = position_after(position, happening)
        told.append(happening)
    if told:
        found.append(Passage(start.turns, gnome, start, position, tuple(told)))
    return tuple([_numbered(one) for one in found])


def _numbered(passage: Passage) -> Passage:
    """A turn by its own number."""
    first = passage.happenings[0]
    if isinstance(first, h.TurnTaken):
        return msgspec.structs.replace(passage, turn=first.number)
    return passage


def turning_points(told: Iterable[Passage]) -> tuple[TurningPoint, ...]:
    """What the game turned on, in order.

    A track at seven or more, its repair from there, tokens placed and prevented, faints, deaths,
    departures, rulings, corrections.
    """
    return tuple([TurningPoint(one.turn, what) for one in told for what in _points(one)])


def _points(passage: Passage) -> Iterator[h.PublicHappening]:
    for happening in passage.happenings:
        match happening:
            case h.TrackAdvanced(before=before, after=after) if before != after >= GRAVE:
                yield happening
            case h.TrackReset(before=before) if before >= GRAVE:
                yield happening
            case (
                h.TokenPlaced()
                | h.TokensPrevented()
                | h.Fainted()
                | h.Killed()
                | h.GnomeReplaced()
                | h.GnomeDeparted()
                | h.Attacked()
                | h.RulingGiven()
                | h.PositionCorrected()
                | h.SubLost()
            ):
                yield happening
            case _:
                pass


def tracks_by_turn(told: Iterable[Passage]) -> tuple[tuple[int, ...], ...]:
    """Heat, pressure and asphyxiation, 1-10: before the first turn, then after each."""
    after: dict[int, tuple[int, ...]] = {}
    for passage in told:
        after[passage.turn] = tuple([passage.after.track(track) for track in TRACKS])
    return tuple(after.values())
