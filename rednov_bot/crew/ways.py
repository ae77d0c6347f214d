"""Where a gnome can get to in one turn, and what it costs (§10)."""

from __future__ import annotations

import msgspec

from rednov_bot.crew.sight import Sight
from rednov_bot.engine.rules.movement import MINUTES_TO_DIVE, MINUTES_TO_OPEN, MINUTES_TO_WADE
from rednov_bot.engine.turn import Open, Through
from rednov_bot.engine.words import SEA, Hatch, Place, RoomCondition

Rooms = tuple[RoomCondition, ...]


class Way(msgspec.Struct, frozen=True):
    """A walk, and how the rooms are at its end: opening a hatch moves water (§10b)."""

    place: Place
    rooms: Rooms
    spent: int = 0  # minutes
    steps: tuple[Open, ...] = ()
    burning: bool = False  # it leads into a fire, which takes a tile (§10c)
    diving: bool = False  # it leads out of the sub, which takes an aqualung

    @property
    def condition(self) -> RoomCondition:
        """How the room is in which it ends; the sea is dry, so to speak."""
        return self.rooms[self.place]


def settled(rooms: Rooms, ends: Hatch) -> Rooms:
    """The rooms after the water has run through an open hatch (§10b)."""
    if SEA in ends:
        return rooms
    one, other = ends
    pair = (rooms[one], rooms[other])
    if "high" not in pair or ("dry" not in pair and "fire" not in pair):
        return rooms
    after = list(rooms)
    after[one] = after[other] = "low"
    return tuple(after)


def through(way: Way, ends: Hatch, *, fireproof: bool, diving: bool) -> Way | None:
    """*way* and one more hatch, None where a gnome so equipped cannot pass it (§10c)."""
    beyond = sum(ends) - way.place
    rooms = settled(way.rooms, ends)
    condition = rooms[beyond]
    minutes = way.spent + MINUTES_TO_OPEN
    burning, dives = way.burning, way.diving
    if beyond == SEA:
        if not diving:
            return None
        minutes += MINUTES_TO_DIVE
        dives = True
    elif condition == "high":
        return None
    elif condition == "fire":
        if not fireproof:
            return None
        burning = True
    elif condition == "low":
        minutes += MINUTES_TO_WADE
    steps = (*way.steps, Open(Through(beyond), enter=True))
    return Way(beyond, rooms, minutes, steps, burning, dives)


def ways(sight: Sight, *, fireproof: bool = False, diving: bool = False) -> list[Way]:
    """The shortest way to each place, and openings that drain or douse where e stands.

    Every way leaves a minute for an action (§9).  Which tiles pay for fires and for the sea is
    for the reader to say: *fireproof* and *diving* tell that there are some.
    """
    me, blocked = sight.me, sight.position.blocked
    attached = sight.tables.board.attached
    start = Way(me.at, sight.position.rooms)
    most = me.minutes - 1
    found = [start, *openings(sight, start)] if most > 0 else [start]
    edge, reached = [start], set[Place]()
    while edge:
        edge.sort(key=_nearest)
        way = edge.pop(0)
        if way.place in reached:
            continue
        reached.add(way.place)
        if way is not start:
            found.append(way)
        for ends in attached[way.place]:
            if ends in blocked or sum(ends) - way.place in reached:
                continue
            further = through(way, ends, fireproof=fireproof, diving=diving)
            if further is not None and further.spent <= most:
                edge.append(further)
    return found


def openings(sight: Sight, start: Way) -> list[Way]:
    """Hatches that are opened to move water, while the gnome stays (§10b, A30)."""
    found = []
    for ends in sight.tables.board.attached[start.place]:
        if ends in sight.position.blocked:
            continue
        rooms = settled(start.rooms, ends)
        if rooms is not start.rooms:
            step = Open(Through(sum(ends) - start.place))
            found.append(Way(start.place, rooms, start.spent + MINUTES_TO_OPEN, (step,)))
    return found


def _nearest(way: Way) -> tuple[int, int, Place]:
    return way.spent, len(way.steps), way.place
