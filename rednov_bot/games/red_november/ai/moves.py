"""Everything worth thinking of that a gnome can do in one turn (§10-§15)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from heapq import heappop, heappush
from typing import Final, NamedTuple, TypeAlias

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

_Helped: TypeAlias = tuple[tuple[Item, ...], int]
"""Tiles that are used, and what they add."""


class Attempt(NamedTuple):
    """One way to do a task: with how many minutes and which tiles."""

    minutes: int  # those chosen
    spent: int  # with the way and the surcharge of low water (§15)
    tiles: tuple[Item, ...] = ()  # used before the die
    help: int = 0  # what they add to it, in minutes' worth (§12)


class Task(Hushed, frozen=True):
    """An action where a way leads to, and how it may be tried."""

    way: Way
    name: ActionName
    attempts: list[Attempt]
    hatch: Hatch | None = None
    escapes: tuple[Way, ...] = ()  # if the fire is not put out, the best first (§13)


class Deed(Hushed, frozen=True):
    """A turn under consideration."""

    way: Way
    name: ActionName
    minutes: int  # as those of its attempt, like the next three
    spent: int
    tiles: tuple[Item, ...] = ()
    help: int = 0
    hatch: Hatch | None = None
    escape: Way | None = None  # if the fire is not put out (§13)
    after: tuple[Item, ...] = ()  # tiles used when all is done (A116)

    @property
    def chance(self) -> float:
        """How likely the action succeeds (§12)."""
        return chance_of(self.minutes + self.help)


def chance_of(total: int) -> float:
    """How likely an action succeeds with so many minutes and points of help (§12)."""
    return total / CERTAIN if total < CERTAIN else 1.0


def deed(sight: Sight, task: Task, attempt: Attempt) -> Deed:
    """A task as it is tried, with the best way out that there is time for."""
    escape = None
    if task.escapes and chance_of(attempt.minutes + attempt.help) < 1.0:
        escape = way_out(task, sight.me.minutes - attempt.spent)
    return Deed(task.way, task.name, *attempt, task.hatch, escape)


def way_out(task: Task, left: int) -> Way | None:
    """The best escape from a fire for a gnome with *left* minutes (§13)."""
    for way in task.escapes:
        if way.spent <= left:
            return way
    return None


def deeds(sight: Sight, *, drinks: bool) -> Iterator[Deed]:
    """What *sight* leaves them to do, without what is plainly foolish."""
    for task in tasks(sight, drinks=drinks):
        for attempt in task.attempts:
            yield deed(sight, task, attempt)


def tasks(sight: Sight, *, drinks: bool) -> list[Task]:
    """The same, by what is done: the nearest first, then what takes tiles to get there."""
    found = _Tasks(sight, drinks)
    hand = sight.hand
    for way in ways(sight):
        found.add_all(way, ())
    if "aqualung" in hand and ("kraken" in found.kinds or found.late):
        for way in ways(sight, diving=True):
            if way.place == SEA and way.diving:
                found.add_all(way, ("aqualung",))
    if "fire" in sight.position.rooms:
        against_fire: Item = "fire_extinguisher" if "fire_extinguisher" in hand else "grog"
        if against_fire in hand and (drinks or against_fire != "grog"):  # §10c
            for way in ways(sight, fireproof=True):
                if way.burning:
                    found.add_all(way, (against_fire,))
    if sight.me.at == SEA and "aqualung" in hand:  # they stay outside another turn (A56)
        found.add_all(Way(SEA, sight.position.rooms), ("aqualung",))
    return found.tasks


class _Tasks:
    """All that one gnome can do in one position."""

    def __init__(self, sight: Sight, drinks: bool) -> None:
        self.sight, self.drinks = sight, drinks
        self.position, self.board = sight.position, sight.tables.board
        self.minutes = sight.me.minutes
        self.tokens = self.position.tokens
        self.kinds = {kind for kind, _ in self.tokens}
        self.late = all([one.minutes < ABANDON_BELOW for one in self.position.gnomes])  # §11m
        self.jammed = {end for ends in self.position.blocked for end in ends}
        self.drew_in = sight.me.drew_in if sight.options.drew_items else NOWHERE  # A38
        self.tasks: list[Task] = []
        self._sets: dict[tuple[tuple[Item, ...], ActionName], list[_Helped]] = {}

    def add_all(self, way: Way, tiles: tuple[Item, ...]) -> None:
        """What can be done at the end of a way, with *tiles* used on it."""
        at, spent = way.place, way.spent
        if self.minutes - spent < 1:
            return
        condition = way.rooms[at]
        if at == SEA:
            if "kraken" in self.kinds:
                self._try(way, "kill_kraken", tiles)
            if self.late:
                whole = Attempt(self.minutes - spent, self.minutes, tiles)
                self.tasks.append(Task(way, "abandon", [whole]))
        elif condition == "fire":
            self._try(way, "extinguish_fire", tiles, escapes=ways_out(self.sight, way))
            return
        elif condition != "high":
            if condition == "low":
                self._try(way, "pump_water", tiles)
            if at in self.jammed:
                for ends in self.board.attached[at]:
                    if ends in self.position.blocked:
                        self._try(way, "unblock_hatch", tiles, ends)
            self._work(way, tiles)
        self.tasks.append(Task(way, "no_action", [Attempt(1, spent + 1, tiles)]))

    def _work(self, way: Way, tiles: tuple[Item, ...]) -> None:
        """What is done in this room and in no other (§11d-j)."""
        at, board = way.place, self.board
        if at == board.engine:
            self._try(way, "fix_engine", tiles)
        if at == board.oxygen:
            self._try(way, "fix_oxygen", tiles)
        if at == board.reactor:
            self._try(way, "fix_reactor", tiles)
        if at == board.missiles and "missiles" in self.kinds:
            self._try(way, "stop_missile", tiles)
        if at == board.stores and at != self.drew_in:
            self._draw(way, "gain_items", DRAWS, tiles)
        if at == board.cabin and at != self.drew_in:
            drinks = [minutes for minutes in DRINKS if minutes <= self.position.stash]
            self._draw(way, "gain_grog", drinks, tiles)

    def _draw(
        self, way: Way, name: ActionName, choices: Iterable[int], tiles: tuple[Item, ...]
    ) -> None:
        before = way.spent + (SURCHARGE if way.condition == "low" else 0)
        found = [
            Attempt(minutes, before + minutes, tiles)
            for minutes in choices
            if minutes <= self.minutes - before
        ]
        if found:
            self.tasks.append(Task(way, name, found))

    def _try(
        self,
        way: Way,
        name: ActionName,
        tiles: tuple[Item, ...],
        hatch: Hatch | None = None,
        escapes: tuple[Way, ...] = (),
    ) -> None:
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
        kind = TOKEN_OF.get(name)
        found: list[Attempt] = []
        for used, help_ in self._helpful(tiles, name):
            most = min(left, CERTAIN - help_ if help_ < CERTAIN else 1)
            choices = (1, most) if most > 1 else (1,)
            if kind in self.kinds:
                spaces = [space for token, space in self.tokens if token == kind and space < left]
                choices = tuple(sorted({*choices, *[min(most, left - space) for space in spaces]}))
            found += [Attempt(minutes, before + minutes, used, help_) for minutes in choices]
        self.tasks.append(Task(way, name, found, hatch, escapes))

    def _helpful(self, tiles: tuple[Item, ...], name: ActionName) -> list[_Helped]:
        """*tiles* alone, and with more of the hand that help; what they add (§12)."""
        known = self._sets.get((tiles, name))
        if known is not None:
            return known
        help_of = self.sight.tables.items.help_of
        hand = list(self.sight.hand)
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


def ways_out(sight: Sight, way: Way) -> tuple[Way, ...]:
    """Each iteration of movement that saves a gnome from the fire: dry before wet (A52)."""
    start = Way(way.place, way.rooms)
    found = openings(sight, start)
    for ends in sight.tables.board.attached[way.place]:
        if ends not in sight.position.blocked:
            out = through(start, ends, fireproof=False, diving=False)
            if out is not None:
                found.append(out)
    return tuple(sorted(found, key=lambda one: (one.condition != "dry", one.spent)))


def announced(sight: Sight, deed: Deed) -> Turn:
    """The deed as a turn: tiles first, then the way, then the action (§9)."""
    steps: list[Step] = [*[Use(item) for item in deed.tiles], *deed.way.steps]
    minutes = None if deed.name == "abandon" else deed.minutes
    hatch = None if deed.hatch is None else Through(sum(deed.hatch) - deed.way.place)
    escape = None if deed.escape is None else Escape(deed.escape.steps[0])
    after = tuple([Use(item) for item in deed.after])
    action = Action(deed.name, minutes, hatch=hatch)
    return Turn(sight.name, tuple(steps), action, after, escape)
