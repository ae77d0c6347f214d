"""Everything worth thinking of that a gnome can do in one turn (§10-§15)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from heapq import heappop, heappush
from typing import Final, TypeAlias

import msgspec

from rednov_bot.games.base import Hushed
from rednov_bot.games.red_november.ai.view import Sight
from rednov_bot.games.red_november.rules.actions import (
    ABANDON_BELOW,
    FREE_OF_SURCHARGE,
    SURCHARGE,
    TRACK_OF,
    home,
)
from rednov_bot.games.red_november.rules.events import CERTAIN
from rednov_bot.games.red_november.rules.movement import (
    MINUTES_TO_DIVE,
    MINUTES_TO_OPEN,
    MINUTES_TO_WADE,
    settled,
)
from rednov_bot.games.red_november.rules.position import without
from rednov_bot.games.red_november.rules.tables import Board
from rednov_bot.games.red_november.rules.targets import TOKEN_OF
from rednov_bot.games.red_november.rules.turn import Action, Escape, Open, Step, Through, Turn, Use
from rednov_bot.games.red_november.rules.words import (
    ACTIONS,
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


def through(way: Way, ends: Hatch, *, fireproof: bool, diving: bool) -> Way | None:
    """*way* and one more hatch, None where a gnome so equipped cannot pass it (§10c)."""
    beyond = ends[0] if ends[1] == way.place else ends[1]
    rooms = settled(way.rooms, ends)
    minutes, burning, dives = way.spent + MINUTES_TO_OPEN, way.burning, way.diving
    match "sea" if beyond == SEA else rooms[beyond]:
        case "sea":
            if not diving:
                return None
            minutes += MINUTES_TO_DIVE
            dives = True
        case "high":
            return None
        case "fire":
            if not fireproof:
                return None
            burning = True
        case "low":
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
            if (ends[0] if ends[1] == place else ends[1]) in reached or ends in blocked:
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
DRAWN: Final = frozenset[ActionName]({"gain_items", "gain_grog"})

Attempt: TypeAlias = tuple[int, int, tuple[Item, ...], int]
"""The minutes chosen; the minutes spent, with the way and the surcharge of low water (§15); the
tiles used before the die, and what they add to it, in minutes' worth (§12)."""


class Task(Hushed, frozen=True):
    """An action where a way leads to."""

    way: Way
    name: ActionName
    tiles: tuple[Item, ...]  # used on the way
    hatch: Hatch | None = None


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


def deeds(sight: Sight, *, drinks: bool) -> Iterator[Deed]:
    """What *sight* leaves them to do, without what is plainly foolish."""
    prospects = Prospects(sight, drinks=drinks)
    for task in prospects.tasks():
        for attempt in prospects.attempts(task):
            yield prospects.deed(task, attempt)


class Prospects:
    """All that one gnome can do in one position."""

    def __init__(self, sight: Sight, *, drinks: bool) -> None:
        self.sight, self.drinks, self.minutes = sight, drinks, sight.me.minutes
        self.position, self.board = sight.position, sight.tables.board
        self.kinds = {kind for kind, _ in self.position.tokens}
        self.late = max([one.minutes for one in self.position.gnomes]) < ABANDON_BELOW  # §11m
        self._barred = {name for name, kind in TOKEN_OF.items() if kind not in self.kinds}
        self._barred -= TRACK_OF.keys()
        if not self.late:
            self._barred.add("abandon")
        if sight.options.drew_items:  # A38
            self._barred |= DRAWN.intersection(worked_in(self.board)[sight.me.drew_in])

    def tasks(self) -> list[Task]:
        """What can be done, the nearest first; then what takes tiles to get there."""
        found, blocked, worked = list[Task](), self.position.blocked, worked_in(self.board)
        jammed = {end for ends in blocked for end in ends}
        for way, tiles in self._ways():
            at = way.place
            condition = way.rooms[at]
            if condition == "fire":
                found.append(Task(way, "extinguish_fire", tiles))
                continue
            if condition != "high":
                if condition == "low":
                    found.append(Task(way, "pump_water", tiles))
                if at in jammed:
                    here = [ends for ends in self.board.attached[at] if ends in blocked]
                    found += [Task(way, "unblock_hatch", tiles, ends) for ends in here]
                found += [Task(way, name, tiles) for name in worked[at] if name not in self._barred]
            found.append(Task(way, "no_action", tiles))
        return found

    def _ways(self) -> Iterator[tuple[Way, tuple[Item, ...]]]:
        """All ways, with the tiles used on them."""
        sight, hand = self.sight, self.sight.hand
        for way in ways(sight):
            yield way, ()
        if "aqualung" in hand and ("kraken" in self.kinds or self.late):
            for way in ways(sight, diving=True):
                if way.place == SEA and way.diving:
                    yield way, ("aqualung",)
        if "fire" in self.position.rooms:
            against: Item = "fire_extinguisher" if "fire_extinguisher" in hand else "grog"
            if against in hand and (self.drinks or against != "grog"):  # §10c
                for way in ways(sight, fireproof=True):
                    if way.burning:
                        yield way, (against,)
        if sight.me.at == SEA and "aqualung" in hand:  # they stay outside another turn (A56)
            yield Way(SEA, self.position.rooms), ("aqualung",)

    def attempts(self, task: Task) -> list[Attempt]:
        """How a task may be tried: with how many minutes and which tiles."""
        way, name, tiles = task.way, task.name, task.tiles
        before = way.spent
        if name == "no_action":
            return [(1, before + 1, tiles, 0)]
        if name == "abandon":
            return [(self.minutes - before, self.minutes, tiles, 0)]
        if name not in FREE_OF_SURCHARGE and way.place != SEA and way.condition == "low":
            before += SURCHARGE
        left = self.minutes - before
        if name == "gain_items" or name == "gain_grog":
            most = left if name == "gain_items" else min(left, self.position.stash)
            choices = DRAWS if name == "gain_items" else DRINKS
            return [(minutes, before + minutes, tiles, 0) for minutes in choices if minutes <= most]
        return self._tries(task, before, left) if left >= 1 else []

    def _tries(self, task: Task, before: int, left: int) -> list[Attempt]:
        """A fix-it action with none, some and all of the tiles that help.

        Its worth grows evenly with the minutes (§12), so the fewest and the most are thought of:
        and for a token those that leave it still before one (A2).
        """
        kind = TOKEN_OF.get(task.name)
        found: list[Attempt] = []
        for used, help_ in self._sets_of_tiles(task.tiles, task.name):
            most = min(left, CERTAIN - help_ if help_ < CERTAIN else 1)
            choices = [1, most] if most > 1 else [1]
            if kind in self.kinds:
                lying = self.position.tokens
                spaces = [space for token, space in lying if token == kind and space < left]
                choices = sorted({*choices, *[min(most, left - space) for space in spaces]})
            found += [(minutes, before + minutes, used, help_) for minutes in choices]
        return found

    def _sets_of_tiles(
        self, tiles: tuple[Item, ...], name: ActionName
    ) -> list[tuple[tuple[Item, ...], int]]:
        """*tiles* alone, and with more of the hand that help; what they add (§12)."""
        help_of = self.sight.tables.items.helps[name]
        hand = without(self.sight.hand, tiles)
        fit = [item for item in hand if item != "grog" and item in help_of]
        more: list[Item] = [*sorted(fit, key=lambda item: -help_of[item])[:MOST_TILES]]
        if self.drinks and "grog" in hand:
            more.append("grog")
        used, total = tiles, sum([help_of.get(item, 0) for item in tiles])
        found = [(used, total)]
        for item in more:
            if total >= CERTAIN - 1:
                break  # it is as good as certain without this one
            used, total = (*used, item), total + help_of.get(item, 0)
            found.append((used, total))
        return found

    def escape(self, way: Way, left: int) -> Way | None:
        """The best way out of a fire for a gnome with *left* minutes, if there is one (§13)."""
        return next((out for out in ways_out(self.sight, way) if out.spent <= left), None)

    def deed(self, task: Task, attempt: Attempt) -> Deed:
        """A task as it is tried."""
        minutes, spent, _, help_ = attempt
        risky = task.name == "extinguish_fire" and minutes + help_ < CERTAIN
        escape = self.escape(task.way, self.minutes - spent) if risky else None
        return Deed(task.way, task.name, *attempt, task.hatch, escape)


@lru_cache(maxsize=8)
def worked_in(board: Board) -> tuple[tuple[ActionName, ...], ...]:
    """By place, what is done there and nowhere else (§11d-j)."""
    return tuple(
        [tuple([name for name in ACTIONS if home(board, name) == at]) for at in range(SEA + 1)]
    )


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
