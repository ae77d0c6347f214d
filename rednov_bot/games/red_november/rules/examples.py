"""Turns that a gnome might take just now: from the present position, none made up."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from rednov_bot.games.red_november.rules.actions import FIX_ITS, RANGES
from rednov_bot.games.red_november.rules.forecast import Death, NoWayOut, TokenPassed
from rednov_bot.games.red_november.rules.gamestate import Gamestate
from rednov_bot.games.red_november.rules.movement import Course, move
from rednov_bot.games.red_november.rules.objections import FINAL, as_if_free, objections
from rednov_bot.games.red_november.rules.options import Options
from rednov_bot.games.red_november.rules.plan import Plan, plan, use
from rednov_bot.games.red_november.rules.position import Position
from rednov_bot.games.red_november.rules.rehearsal import Rehearsal, rehearse
from rednov_bot.games.red_november.rules.tables import Board, Tables
from rednov_bot.games.red_november.rules.turn import Action, Open, Orders, Step, Through, Turn, Use
from rednov_bot.games.red_november.rules.words import (
    ACTIONS,
    SEA,
    ActionName,
    GnomeName,
    Item,
    Place,
)


def deeds(
    position: Position,
    name: GnomeName,
    tables: Tables,
    options: Options,
    steps: tuple[Step, ...] = (),
    *,
    minutes: int = 1,
) -> Iterator[Plan]:
    """A plan for each action that *name* may do after *steps*, with about so many *minutes*."""
    course = Course(position, name, tables.board)
    for step in steps:
        barred = move(course, step) if isinstance(step, Open) else use(course, step.item)
        if barred is not None:
            return
    for doing in ACTIONS:
        for action in _actions(doing, course, minutes):
            found = plan(position, Turn(name, steps, action), tables, options)
            if isinstance(found, Plan):
                yield found


def ways(position: Position, name: GnomeName, tables: Tables) -> tuple[tuple[Place, bool], ...]:
    """Where the hatches lead from where *name* stands, and whether each is free."""
    at = position.gnome(name).at
    return tuple(
        [(sum(ends) - at, ends not in position.blocked) for ends in tables.board.attached[at]]
    )


def _actions(doing: ActionName, course: Course, minutes: int) -> Iterator[Action]:
    low, high = RANGES.get(doing, (1, 10))
    time = min(high, max(low, minutes))
    match doing:
        case "unblock_hatch":
            for ends in course.board.attached[course.at]:
                if ends in course.position.blocked:
                    yield Action(doing, time, hatch=Through(sum(ends) - course.at))
        case "give_items" | "attack":
            for gnome in course.position.gnomes:
                if gnome.name != course.gnome and gnome.in_play and gnome.at == course.at:
                    yield Action(doing, recipient=gnome.name, give=())
        case _ if doing in FIX_ITS or doing in ("gain_items", "gain_grog"):
            yield Action(doing, time)
        case _:
            yield Action(doing)


SHOWN: Final[tuple[ActionName, ...]] = (
    "stop_missile",
    "fix_engine",
    "fix_oxygen",
    "fix_reactor",
    "extinguish_fire",
    "pump_water",
    "gain_items",
    "unblock_hatch",
    "gain_grog",
    "give_items",
    "no_action",
    "kill_kraken",
)
"""What makes the better example comes first; nobody is shown how to abandon or attack."""

MINUTES: Final = (5, 3, 1)  # of an example's action, whichever can be paid
WISHES: Final = 2  # hatches and rooms that an example names


def examples(
    gamestate: Gamestate, name: GnomeName, tables: Tables, options: Options
) -> Iterator[Turn]:
    """Turns that are valid now, or as soon as nobody is waited for; the best example first.

    One that moves comes before one that stays, and none of them is a gnome's last.
    """
    position = gamestate.position
    if any(one.code in FINAL for one in objections(position, Turn(name), tables, options)):
        return
    hand = gamestate.secrets.hands[position.seat(name)]
    free = as_if_free(position, name)
    starts = [*_starts(free, name, hand, tables), ()]
    for moves in (True, False):
        plans = [
            deed
            for steps in starts
            if bool(steps) is moves
            for minutes in MINUTES
            for deed in deeds(free, name, tables, options, steps, minutes=minutes)
            if deed.action.name in SHOWN
        ]
        for deed in sorted(plans, key=lambda one: SHOWN.index(one.action.name)):
            turn = _helped(deed, hand, tables)
            if is_fit(rehearse(gamestate, turn, tables, options)):
                yield turn


def is_fit(one: Rehearsal) -> bool:
    """Whether a turn may be shown: valid but for the moment, and not sure to be a disaster."""
    bad = any(isinstance(known, Death | NoWayOut | TokenPassed) for known in one.foreseen)
    return (one.valid or one.too_early) and not bad


def with_wishes(turn: Turn, position: Position, board: Board) -> Turn:
    """The turn with standing orders about hatches and rooms near where it begins."""
    at = position.gnome(turn.gnome).at
    near = [ends for ends in board.attached[at] if SEA not in ends]
    far = sorted(board.interior - {*near})
    block = [ends for ends in (*near, *far) if ends not in position.blocked][:WISHES]
    rooms = [room for room in board.neighbours[at] if position.rooms[room] == "dry"]
    return replace(turn, orders=Orders(block=tuple(block), spread=tuple(rooms[:WISHES])))


def gift(gamestate: Gamestate, name: GnomeName, tables: Tables, options: Options) -> Turn | None:
    """A gift to somebody in the same room, of tiles that are held; None where none is possible."""
    position = gamestate.position
    named = [gnome for gnome in position.gnomes if gnome.name == name]
    if not named or not options.private_lists:
        return None
    give = tuple(sorted(gamestate.secrets.hands[position.seat(name)]))[:WISHES]
    others = [gnome.name for gnome in position.gnomes if gnome.name != name]
    for other in others if give else ():
        turn = Turn(name, action=Action("give_items", recipient=other, give=give))
        if is_fit(rehearse(gamestate, turn, tables, options)):
            return turn
    return None


def _starts(
    position: Position, name: GnomeName, hand: tuple[Item, ...], tables: Tables
) -> Iterator[tuple[Step, ...]]:
    """Through each free hatch, with what it takes to get through where that is held."""
    for beyond, free in ways(position, name, tables):
        if not free:
            continue
        way = Open(Through(beyond), enter=True)
        need = _needed(beyond, position)
        if need and need not in hand:
            continue
        yield (Use(need), way) if need else (way,)


def _needed(beyond: Place, position: Position) -> Item | None:
    if beyond == SEA:
        return "aqualung"
    return "fire_extinguisher" if position.rooms[beyond] == "fire" else None


def _helped(plan: Plan, hand: tuple[Item, ...], tables: Tables) -> Turn:
    """The turn with one tile, other than grog, that helps its action, where one is held."""
    turn = plan.turn
    for item in sorted(set(hand) - {"grog", *plan.used}):
        if tables.items.help_of(item, plan.action.name):
            return replace(turn, steps=(*turn.steps, Use(item)))
    return turn
