"""What a gnome may do where e stands, or one hatch further: asked of the plan, never guessed."""

from __future__ import annotations

from collections.abc import Iterator

from rednov_bot.engine.options import Options
from rednov_bot.engine.position import Position
from rednov_bot.engine.rules.actions import FIX_ITS, RANGES
from rednov_bot.engine.rules.movement import Course, move
from rednov_bot.engine.rules.plan import Plan, plan, use
from rednov_bot.engine.tables import Tables
from rednov_bot.engine.turn import Action, Open, Step, Through, Turn
from rednov_bot.engine.words import ACTIONS, ActionName, GnomeName, Place


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
