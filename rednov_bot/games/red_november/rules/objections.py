"""Everything that is against a planned turn, and not only what is met first (rules.md 3.3).

The checks are those of the plan.  Past a fault the rest is judged as if that were mended: a gnome
whose way is barred is taken to have got through.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from typing import Final

from msgspec.structs import replace

from rednov_bot.games.base import Refusal
from rednov_bot.games.red_november.rules import actions, events as ev
from rednov_bot.games.red_november.rules.actions import Ready
from rednov_bot.games.red_november.rules.movement import MINUTES_TO_OPEN, Course, move
from rednov_bot.games.red_november.rules.options import Options
from rednov_bot.games.red_november.rules.plan import (
    Plan,
    belated,
    escape_fault,
    escape_form,
    hindrances,
    misnamed,
    plan,
    too_long,
    use,
)
from rednov_bot.games.red_november.rules.position import Position
from rednov_bot.games.red_november.rules.public_changes import position_after
from rednov_bot.games.red_november.rules.refusals import refusal
from rednov_bot.games.red_november.rules.tables import Tables
from rednov_bot.games.red_november.rules.turn import Open, Turn
from rednov_bot.games.red_november.rules.words import ROOMS, SEA, GnomeName, minutes_label

FINAL: Final = frozenset({"NO_GAME", "NOT_A_GNOME", "KILLED", "ABANDONED"})
"""Where these stand in the way there is no turn to look at."""

PASSING: Final = frozenset({"UNRESOLVED", "FAINTED", "NOT_YOUR_TIME"})
"""What stands in the way for a while, whatever is announced."""


def objections(
    position: Position, turn: Turn, tables: Tables, options: Options
) -> tuple[Refusal, ...]:
    """Every public reason why *turn* has no effect now; none where it has a plan.

    Status first, then in the order of the text (A122): the first is the one the plan gives.
    """
    return tuple(dict.fromkeys(_objections(position, turn, tables, options)))


def as_if_free(position: Position, name: GnomeName) -> Position:
    """The position without what only for a while keeps *name* from taking turns."""
    gnomes = [replace(one, fainted=False) if one.name == name else one for one in position.gnomes]
    return replace(position, pending=None, gnomes=tuple(gnomes))


def after_turn(position: Position, turn: Turn, tables: Tables, options: Options) -> Position:
    """The position behind a turn that awaits its resolution, as far as that is certain.

    Its way, its hatches and its minutes are; no die and no card is.
    """
    free = as_if_free(position, turn.gnome)
    planned = plan(free, turn, tables, replace(options, strict_order=False))
    if not isinstance(planned, Plan):
        return free
    after = reduce(position_after, planned.steps, free)
    if planned.action.name == "abandon":
        return position_after(after, ev.GnomeDeparted(turn.gnome))
    gnomes = [
        replace(one, minutes=one.minutes - planned.spent) if one.name == turn.gnome else one
        for one in after.gnomes
    ]
    return replace(after, gnomes=tuple(gnomes))


def _objections(
    position: Position, turn: Turn, tables: Tables, options: Options
) -> Iterator[Refusal]:
    status = list(hindrances(position, turn.gnome, options))
    yield from status
    codes = {one.code for one in status}
    if codes & FINAL:
        return
    course = Course(position, turn.gnome, tables.board)
    yield from _walk(course, turn)
    in_action = misnamed(turn, options)
    if turn.action is not None:
        in_action += actions.faults(course, turn.action, position, options)
    yield from in_action
    yield from belated(turn)
    unfit = escape_form(turn, options)
    if unfit is not None:
        yield unfit
    if "NO_MINUTES" in codes:
        return
    minutes = course.me.minutes
    spent = _spent(course, turn, position, options)
    if isinstance(spent, Ready):
        if (left := minutes - course.spent - spent.minutes - spent.surcharge) < 0:
            yield too_long(course, spent, minutes)
    elif (left := minutes - spent) < 0:
        reason = f"the turn needs at least {minutes_label(spent)}, {turn.gnome} has {minutes}"
        yield refusal("NOT_ENOUGH_TIME", reason)
    if unfit is None and left >= 0 and (fault := escape_fault(course, turn, left)):
        yield fault


def _walk(course: Course, turn: Turn) -> Iterator[Refusal]:
    for step in turn.steps:
        fault = move(course, step) if isinstance(step, Open) else use(course, step.item)
        if fault is None:
            continue
        yield fault
        if isinstance(step, Open):
            _let_through(course, step, fault)


def _let_through(course: Course, step: Open, fault: Refusal) -> None:
    """A gnome who may not open a hatch, or not go through, is put where they meant to be."""
    if fault.code in ("NO_SUCH_HATCH", "HATCH_BLOCKED"):
        course.spent += MINUTES_TO_OPEN
    at, near = course.at, step.hatch.near
    beyond = near if near is not None and step.hatch.to == at else step.hatch.to
    if step.enter and beyond in (*ROOMS, SEA):
        course.told.append(ev.Passed(course.gnome, at, beyond, 0))
        course.at = beyond


def _spent(course: Course, turn: Turn, start: Position, options: Options) -> Ready | int:
    """The action with its minutes; of one that cannot be done, what the turn takes at least."""
    action = turn.action
    if action is None:
        return course.spent
    ready = actions.prepare(course, action, start, options)
    if isinstance(ready, Ready):
        return ready
    low, high = actions.RANGES.get(action.name, (1, 10))
    least = low if action.minutes is None else min(high, max(low, action.minutes))
    return course.spent + (0 if action.name == "abandon" else least)
