"""Everything worth thinking of that a gnome can do in one turn (§10-§15)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec

from rednov_bot.games.base import Hushed
from rednov_bot.games.red_november.ai.view import Sight
from rednov_bot.games.red_november.rules.actions import ABANDON_BELOW, FREE_OF_SURCHARGE, SURCHARGE
from rednov_bot.games.red_november.rules.events import CERTAIN
from rednov_bot.games.red_november.rules.movement import (
    MINUTES_TO_DIVE,
    MINUTES_TO_OPEN,
    MINUTES_TO_WADE,
)
from rednov_bot.games.red_november.rules.targets import TOKEN_OF
from rednov_bot.games.red_november.rules.turn import Action, Escape, Open, Step, Through, Turn, Use
from rednov_bot.games.red_november.rules.words import (
    SEA,
    ActionName,
    Hatch,
    Item,
    Place,
    RoomCondition,
)

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
    """The shortest way to each place, and openings that drain or douse where they stand.

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

    @property
    def used(self) -> tuple[Item, ...]:
        """Every tile of the turn."""
        return self.tiles + self.after


def deeds(sight: Sight, *, drinks: bool) -> Iterator[Deed]:
    """What *sight* leaves them to do, without what is plainly foolish."""
    hand = sight.hand
    for way in ways(sight):
        yield from _at_the_end(sight, way, (), drinks)
    if "aqualung" in hand and _calls(sight):
        for way in ways(sight, diving=True):
            if way.place == SEA and way.diving:
                yield from _at_the_end(sight, way, ("aqualung",), drinks)
    if "fire" in sight.position.rooms:
        for item in _against_fire(hand, drinks):
            for way in ways(sight, fireproof=True):
                if way.burning:
                    yield from _at_the_end(sight, way, (item,), drinks)
    if sight.me.at == SEA and "aqualung" in hand:  # they stay outside another turn (A56)
        yield from _at_the_end(sight, Way(SEA, sight.position.rooms), ("aqualung",), drinks)


def _calls(sight: Sight) -> bool:
    """Whether there is anything to do outside (§11h, §11m)."""
    kraken = any(kind == "kraken" for kind, _ in sight.position.tokens)
    return kraken or all(gnome.minutes < ABANDON_BELOW for gnome in sight.position.gnomes)


def _against_fire(hand: tuple[Item, ...], drinks: bool) -> tuple[Item, ...]:
    """The tile with which a fire is entered (§10c)."""
    if "fire_extinguisher" in hand:
        return ("fire_extinguisher",)
    return ("grog",) if drinks and "grog" in hand else ()


def _at_the_end(sight: Sight, way: Way, tiles: tuple[Item, ...], drinks: bool) -> Iterator[Deed]:
    """What can be done there, with *tiles* used on the way."""
    board, at, left = sight.tables.board, way.place, sight.me.minutes - way.spent
    if left < 1:
        return
    if at == SEA:
        kraken = any(kind == "kraken" for kind, _ in sight.position.tokens)
        if kraken:
            yield from _attempts(sight, way, "kill_kraken", tiles, drinks)
        if all(gnome.minutes < ABANDON_BELOW for gnome in sight.position.gnomes):
            yield Deed(way, "abandon", left, sight.me.minutes, tiles)
        yield Deed(way, "no_action", 1, way.spent + 1, tiles)
        return
    if way.condition == "fire":
        for one in _attempts(sight, way, "extinguish_fire", tiles, drinks):
            yield _with_escape(sight, one)
        return
    if way.condition != "high":
        if way.condition == "low":
            yield from _attempts(sight, way, "pump_water", tiles, drinks)
        for ends in board.attached[at]:
            if ends in sight.position.blocked:
                yield from _attempts(sight, way, "unblock_hatch", tiles, drinks, ends)
        if at == board.engine:
            yield from _attempts(sight, way, "fix_engine", tiles, drinks)
        if at == board.oxygen:
            yield from _attempts(sight, way, "fix_oxygen", tiles, drinks)
        if at == board.reactor:
            yield from _attempts(sight, way, "fix_reactor", tiles, drinks)
        if at == board.missiles and any(kind == "missiles" for kind, _ in sight.position.tokens):
            yield from _attempts(sight, way, "stop_missile", tiles, drinks)
        if at == board.stores and not _drew(sight, way):
            yield from _draws(sight, way, "gain_items", tiles)
        if at == board.cabin and not _drew(sight, way):
            yield from _draws(sight, way, "gain_grog", tiles)
    yield Deed(way, "no_action", 1, way.spent + 1, tiles)


def _drew(sight: Sight, way: Way) -> bool:
    """Whether option `drew_items` forbids another draw here (A38)."""
    return sight.options.drew_items and sight.me.drew_in == way.place


def _surcharge(way: Way, name: ActionName) -> int:
    wet = way.place != SEA and way.condition == "low" and name not in FREE_OF_SURCHARGE
    return SURCHARGE if wet else 0


def _draws(sight: Sight, way: Way, name: ActionName, tiles: tuple[Item, ...]) -> Iterator[Deed]:
    before = way.spent + _surcharge(way, name)
    left = sight.me.minutes - before
    for minutes in DRAWS if name == "gain_items" else DRINKS:
        if minutes <= left and (name == "gain_items" or minutes <= sight.position.stash):
            yield Deed(way, name, minutes, before + minutes, tiles)


def _attempts(
    sight: Sight,
    way: Way,
    name: ActionName,
    tiles: tuple[Item, ...],
    drinks: bool,
    hatch: Hatch | None = None,
) -> Iterator[Deed]:
    """A fix-it action with none, some and all of the tiles that help.

    Its worth grows evenly with the minutes (§12), so the fewest and the most are thought of: and
    for a token those that leave it still before one (A2).
    """
    before = way.spent + _surcharge(way, name)
    left = sight.me.minutes - before
    if left < 1:
        return
    table = sight.tables.items
    given = sum([table.help_of(item, name) for item in tiles])
    hand = list(sight.hand)
    for item in tiles:
        hand.remove(item)
    fit = [item for item in hand if item != "grog" and table.help_of(item, name)]
    fit.sort(key=lambda item: -table.help_of(item, name))
    sets: list[tuple[Item, ...]] = [
        tuple(fit[:count]) for count in range(min(MOST_TILES, len(fit)) + 1)
    ]
    if drinks and "grog" in hand:
        sets.append((*sets[-1], "grog"))
    for used in sets:
        help_ = given + sum([table.help_of(item, name) for item in used])
        if used and help_ - table.help_of(used[-1], name) >= CERTAIN - 1:
            break  # it was as good as certain without the last one
        most = max(1, CERTAIN - help_)
        choices = {1, min(most, left)}
        if name in TOKEN_OF:
            choices |= {
                min(most, left - space)
                for kind, space in sight.position.tokens
                if kind == TOKEN_OF[name] and left - space >= 1
            }
        for minutes in sorted(choices):
            yield Deed(way, name, minutes, before + minutes, tiles + used, help_, hatch)


def _with_escape(sight: Sight, deed: Deed) -> Deed:
    """The same, with the best way out if the fire is not put out (§13)."""
    if deed.chance >= 1.0:
        return deed
    left = sight.me.minutes - deed.spent
    escape = way_out(sight, deed.way, left)
    return deed if escape is None else msgspec.structs.replace(deed, escape=escape)


def way_out(sight: Sight, way: Way, left: int) -> Way | None:
    """One iteration of movement that saves a gnome from the fire: dry before wet (A52)."""
    start = Way(way.place, way.rooms)
    found: list[Way] = []
    for ends in sight.tables.board.attached[way.place]:
        if ends in sight.position.blocked:
            continue
        out = through(start, ends, fireproof=False, diving=False)
        if out is not None and out.condition != "high" and out.spent <= left:
            found.append(out)
        rooms = settled(way.rooms, ends)
        if rooms is not way.rooms and left >= 1:
            stays = Open(Through(sum(ends) - way.place))
            found.append(Way(way.place, rooms, 1, (stays,)))
    found.sort(key=lambda one: (one.condition != "dry", one.spent))
    return found[0] if found else None


def announced(sight: Sight, deed: Deed) -> Turn:
    """The deed as a turn: tiles first, then the way, then the action (§9)."""
    steps: list[Step] = [*[Use(item) for item in deed.tiles], *deed.way.steps]
    minutes = None if deed.name == "abandon" else deed.minutes
    hatch = None if deed.hatch is None else Through(sum(deed.hatch) - deed.way.place)
    escape = None if deed.escape is None else Escape(deed.escape.steps[0])
    after = tuple([Use(item) for item in deed.after])
    action = Action(deed.name, minutes, hatch=hatch)
    return Turn(sight.name, tuple(steps), action, after, escape)
