"""Which candidate does the least harm: the order in which the contestmaster is offered them.

rules.md 7.1, policy P3; the escape of §13 by section 5.
"""

from __future__ import annotations

from rednov_bot.engine.position import Position
from rednov_bot.engine.tables import Board
from rednov_bot.engine.words import Hatch, Place, hatch

HIGH_TRACK = 7  # from here on the way to a repair is worth keeping


def by_hatch(position: Position, board: Board, hatches: tuple[Hatch, ...]) -> tuple[Hatch, ...]:
    """Hatches to block, least harm first."""

    if len(hatches) == 1:
        return hatches
    needed = _needed(position, board)
    inhabited = [gnome.at for gnome in position.gnomes if gnome.in_play]

    def harm(ends: Hatch) -> tuple[int, int, int]:
        dead_ends = [room for room in ends if _ways_out(position, board, room) == 1]
        cut_off = sum(inhabited.count(room) for room in dead_ends)
        return len(dead_ends), cut_off, len(needed.intersection(ends))

    return tuple(sorted(hatches, key=lambda ends: (harm(ends), ends)))


def by_room(position: Position, board: Board, rooms: tuple[Place, ...]) -> tuple[Place, ...]:
    """Rooms to burn, least harm first."""
    useful = {board.engine, board.oxygen, board.reactor, board.missiles, board.stores, board.cabin}

    def harm(room: Place) -> tuple[int, int, bool]:
        inside = [gnome for gnome in position.gnomes if gnome.in_play and gnome.at == room]
        return sum(gnome.fainted for gnome in inside), len(inside), room in useful

    return tuple(sorted(rooms, key=lambda room: (harm(room), room)))


def _ways_out(position: Position, board: Board, room: Place) -> int:
    """How many interior hatches of a room are free."""
    return sum(hatch(room, beyond) not in position.blocked for beyond in board.neighbours[room])


def _needed(position: Position, board: Board) -> set[Place]:
    """Rooms whose repair presses: a track at 7 or more, or a live token."""
    kinds = {kind for kind, _ in position.tokens}
    pressing = {
        board.engine: position.pressure >= HIGH_TRACK or "crushed" in kinds,
        board.oxygen: position.asphyxiation >= HIGH_TRACK or "asphyxiated" in kinds,
        board.reactor: position.heat >= HIGH_TRACK,
        board.missiles: "missiles" in kinds,
    }
    return {room for room, presses in pressing.items() if presses}
