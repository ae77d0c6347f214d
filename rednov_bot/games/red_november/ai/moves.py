"""Everything worth thinking of that a gnome can do in one turn (§10-§15)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from heapq import heappop, heappush
from typing import Final

import msgspec

from rednov_bot.games.red_november.ai.view import Sight
from rednov_bot.games.red_november.rules.actions import ABANDON_BELOW, FREE_OF_SURCHARGE, SURCHARGE
from rednov_bot.games.red_november.rules.events import CERTAIN, Hushed
from rednov_bot.games.red_november.rules.movement import (
    MINUTES_TO_DIVE,
    MINUTES_TO_OPEN,
    MINUTES_TO_WADE,
)
from rednov_bot.games.red_november.rules.targets import TOKEN_OF
from rednov_bot.games.red_november.rules.turn import Action, Escape, Open, Step, Through, Turn, Use
from rednov_bot.games.red_november.rules.words import (
    NOWHERE,
    SEA,
    ActionName,
    Hatch,
    Item,
    Place,
    RoomCondition,
)

Rooms = tuple[RoomCondition, ...]

_INTO: Final = tuple([Open(Through(place), enter=True) for place in range(SEA + 1)])
_TOWARDS: Final = tuple([Open(Through(place)) for place in range(SEA + 1)])
"""By place: its hatch is opened, and gone through or not."""


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
    one, other = ends
    if other == SEA:
        return rooms
    pair = (rooms[one], rooms[other])
    if "high" not in pair or ("dry" not in pair and "fire" not in pair):
        return rooms
    after = list(rooms)
    after[one] = after[other] = "low"
    return tuple(after)


def through(way: Way, ends: Hatch, *, fireproof: bool, diving: bool) -> Way | None:
    """*way* and one more hatch, None where a gnome so equipped cannot pass it (§10c)."""
    beyond = ends[0] if ends[1] == way.place else ends[1]
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
    return Way(beyond, rooms, minutes, (*way.steps, _INTO[beyond]), burning, dives)


def ways(sight: Sight, *, fireproof: bool = False, diving: bool = False) -> list[Way]:
    """The shortest way to each place, and openings that drain or douse where they stand.

    Every way leaves a minute for an action (§9).  Which tiles pay for fires and for the sea is
    for the reader to say: *fireproof* and *diving* tell that there are some.
    """
    me, blocked = sight.me, sight.position.blocked
    attached = sight.tables.board.attached
    start = Way(me.at, sight.position.rooms)
    most = me.minutes - 1
    found = [start, *openings(sight, start)] if most > 0 else [start]
    number, reached = 0, set[Place]()
    edge = [(0, 0, me.at, number, start)]  # nearest first; of several, the one found first
    while edge:
        *_, place, _, way = heappop(edge)
        if place in reached:
            continue
        reached.add(place)
        if way is not start:
            found.append(way)
        for ends in attached[place]:
            if ends in blocked or (ends[0] if ends[1] == place else ends[1]) in reached:
                continue
            further = through(way, ends, fireproof=fireproof, diving=diving)
            if further is not None and further.spent <= most:
                number += 1
                heappush(edge, (further.spent, len(further.steps), further.place, number, further))
    return found


def openings(sight: Sight, start: Way) -> list[Way]:
    """Hatches that are opened to move water, while the gnome stays (§10b, A30)."""
    found = []
    for ends in sight.tables.board.attached[start.place]:
        if ends not in sight.position.blocked:
            rooms = settled(start.rooms, ends)
            if rooms is not start.rooms:
                step = _TOWARDS[sum(ends) - start.place]
                found.append(Way(start.place, rooms, start.spent + MINUTES_TO_OPEN, (step,)))
    return found


MOST_TILES: Final = 3  # of one hand in one attempt
DRAWS: Final = (4, 2, 1)  # minutes at the stores (§11i)
DRINKS: Final = (2, 1)  # minutes in the cabin (§11j)


class Deed(Hushed, frozen=True):
    """A turn under consideration."""

    way: Way
    name: ActionName
    minutes: int  # those chosen
    spent: int  # with the way and the surcharge of low water (§15)
    tiles: tuple[Item, ...] = ()  # used before the die
    help: int = 0  # what they add to it, in minutes' worth (§12)
    hatch: Hatch | None = None
    escape: Way | None = None  # if the fire is not put out (§13)
    after: tuple[Item, ...] = ()  # tiles used when all is done (A116)

    @property
    def chance(self) -> float:
        """How likely the action succeeds (§12)."""
        return min(1.0, (self.minutes + self.help) / CERTAIN)


def deeds(sight: Sight, *, drinks: bool) -> Iterator[Deed]:
    """What *sight* leaves them to do, without what is plainly foolish."""
    return _Deeds(sight, drinks).all()


class _Deeds:
    """All that one gnome can do in one position."""

    def __init__(self, sight: Sight, drinks: bool) -> None:
        self.sight, self.drinks, self.hand = sight, drinks, sight.hand
        self.position, self.board, self.minutes = sight.position, sight.tables.board, sight.me.minutes
        self.tokens = self.position.tokens
        self.kinds = {kind for kind, _ in self.tokens}
        self.late = all([one.minutes < ABANDON_BELOW for one in self.position.gnomes])  # §11m
        self.jammed = {end for ends in self.position.blocked for end in ends}
        drew_in = sight.me.drew_in if sight.options.drew_items else NOWHERE
        board = self.board
        homes: tuple[tuple[Place, ActionName], ...] = (
            (board.engine, "fix_engine"),
            (board.oxygen, "fix_oxygen"),
            (board.reactor, "fix_reactor"),
            (board.missiles if "missiles" in self.kinds else NOWHERE, "stop_missile"),
        )
        self.homes = homes
        self.stores = NOWHERE if drew_in == board.stores else board.stores  # A38
        self.cabin = NOWHERE if drew_in == board.cabin else board.cabin
        self._sets: dict[
            tuple[tuple[Item, ...], ActionName], list[tuple[tuple[Item, ...], int]]
        ] = {}

    def all(self) -> Iterator[Deed]:
        """By where they are done, the nearest first; then those that take tiles to get there."""
        sight, hand = self.sight, self.hand
        for way in ways(sight):
            yield from self._at_the_end(way, ())
        if "aqualung" in hand and ("kraken" in self.kinds or self.late):
            for way in ways(sight, diving=True):
                if way.place == SEA and way.diving:
                    yield from self._at_the_end(way, ("aqualung",))
        if "fire" in self.position.rooms:
            for item in self._against_fire():
                for way in ways(sight, fireproof=True):
                    if way.burning:
                        yield from self._at_the_end(way, (item,))
        if sight.me.at == SEA and "aqualung" in hand:  # they stay outside another turn (A56)
            yield from self._at_the_end(Way(SEA, self.position.rooms), ("aqualung",))

    def _against_fire(self) -> tuple[Item, ...]:
        """The tile with which a fire is entered (§10c)."""
        if "fire_extinguisher" in self.hand:
            return ("fire_extinguisher",)
        return ("grog",) if self.drinks and "grog" in self.hand else ()

    def _at_the_end(self, way: Way, tiles: tuple[Item, ...]) -> Iterator[Deed]:
        """What can be done there, with *tiles* used on the way."""
        at, condition = way.place, way.condition
        if self.minutes - way.spent < 1:
            return
        if at == SEA:
            if "kraken" in self.kinds:
                yield from self._attempts(way, "kill_kraken", tiles)
            if self.late:
                yield Deed(way, "abandon", self.minutes - way.spent, self.minutes, tiles)
        elif condition == "fire":
            escapes = ways_out(self.sight, way)
            for one in self._attempts(way, "extinguish_fire", tiles):
                left = self.minutes - one.spent
                escape = next((out for out in escapes if out.spent <= left), None)
                sure = escape is None or one.chance >= 1.0
                yield one if sure else msgspec.structs.replace(one, escape=escape)
            return
        elif condition != "high":
            if condition == "low":
                yield from self._attempts(way, "pump_water", tiles)
            if at in self.jammed:
                for ends in self.board.attached[at]:
                    if ends in self.position.blocked:
                        yield from self._attempts(way, "unblock_hatch", tiles, ends)
            for home, name in self.homes:
                if at == home:
                    yield from self._attempts(way, name, tiles)
            if at == self.stores:
                yield from self._draws(way, "gain_items", DRAWS, tiles)
            if at == self.cabin:
                drinks = [minutes for minutes in DRINKS if minutes <= self.position.stash]
                yield from self._draws(way, "gain_grog", drinks, tiles)
        yield Deed(way, "no_action", 1, way.spent + 1, tiles)

    def _draws(
        self, way: Way, name: ActionName, choices: Iterable[int], tiles: tuple[Item, ...]
    ) -> Iterator[Deed]:
        before = way.spent + (SURCHARGE if way.condition == "low" else 0)
        for minutes in choices:
            if minutes <= self.minutes - before:
                yield Deed(way, name, minutes, before + minutes, tiles)

    def _attempts(
        self, way: Way, name: ActionName, tiles: tuple[Item, ...], hatch: Hatch | None = None
    ) -> Iterator[Deed]:
        """A fix-it action with none, some and all of the tiles that help.

        Its worth grows evenly with the minutes (§12), so the fewest and the most are thought of:
        and for a token those that leave it still before one (A2).
        """
        before = way.spent
        if name not in FREE_OF_SURCHARGE and way.place != SEA and way.condition == "low":
            before += SURCHARGE
        left = self.minutes - before
        if left < 1:
            return
        kind = TOKEN_OF.get(name) if self.tokens else None
        for used, help_ in self._helpful(tiles, name):
            most = CERTAIN - help_ if help_ < CERTAIN else 1
            choices = {1, most if most < left else left}
            if kind in self.kinds:
                choices |= {
                    min(most, left - space)
                    for token, space in self.tokens
                    if token == kind and left - space >= 1
                }
            for minutes in sorted(choices):
                yield Deed(way, name, minutes, before + minutes, used, help_, hatch)

    def _helpful(
        self, tiles: tuple[Item, ...], name: ActionName
    ) -> list[tuple[tuple[Item, ...], int]]:
        """*tiles* alone, and with more of the hand that help; what they add (§12)."""
        known = self._sets.get((tiles, name))
        if known is not None:
            return known
        help_of = self.sight.tables.items.help_of
        hand = list(self.hand)
        for item in tiles:
            hand.remove(item)
        fit = [item for item in hand if item != "grog" and help_of(item, name)]
        fit.sort(key=lambda item: -help_of(item, name))
        more = fit[:MOST_TILES]
        if self.drinks and "grog" in hand:
            more.append("grog")
        used, total = tiles, sum([help_of(item, name) for item in tiles])
        found = [(used, total)]
        for item in more:
            if total >= CERTAIN - 1:
                break  # it is as good as certain without this one
            used, total = (*used, item), total + help_of(item, name)
            found.append((used, total))
        self._sets[tiles, name] = found
        return found


def ways_out(sight: Sight, way: Way) -> list[Way]:
    """Each iteration of movement that saves a gnome from the fire: dry before wet (A52)."""
    start = Way(way.place, way.rooms)
    found = openings(sight, start)
    for ends in sight.tables.board.attached[way.place]:
        if ends not in sight.position.blocked:
            out = through(start, ends, fireproof=False, diving=False)
            if out is not None:
                found.append(out)
    found.sort(key=lambda one: (one.condition != "dry", one.spent))
    return found


def announced(sight: Sight, deed: Deed) -> Turn:
    """The deed as a turn: tiles first, then the way, then the action (§9)."""
    steps: list[Step] = [*[Use(item) for item in deed.tiles], *deed.way.steps]
    minutes = None if deed.name == "abandon" else deed.minutes
    hatch = None if deed.hatch is None else Through(sum(deed.hatch) - deed.way.place)
    escape = None if deed.escape is None else Escape(deed.escape.steps[0])
    after = tuple([Use(item) for item in deed.after])
    action = Action(deed.name, minutes, hatch=hatch)
    return Turn(sight.name, tuple(steps), action, after, escape)
