"""What a planned turn costs, how likely it is to succeed, and what it passes."""

from __future__ import annotations

from typing import NamedTuple

from rednov_bot.engine.position import Position
from rednov_bot.engine.rules.odds import chance_of
from rednov_bot.engine.rules.plan import Plan
from rednov_bot.engine.tables import Tables
from rednov_bot.prose.wording import TOKEN_NAMES, counted, listed


class Cost(NamedTuple):
    """A part of the turn and its minutes."""

    part: str
    minutes: int


class Reckoning(NamedTuple):
    """A turn in numbers, before any luck."""

    costs: tuple[Cost, ...]
    before: int
    spent: int
    left: int
    chance: str  # "" where no die decides
    passed: str  # markers and tokens on the way, "" for none


def reckon(plan: Plan, position: Position, tables: Tables) -> Reckoning:
    """The numbers of *plan* at *position*; a faint and an escape are not foreseen."""
    before = position.gnome(plan.turn.gnome).minutes
    left = before - plan.spent
    costs = (
        Cost("movement", plan.movement),
        Cost("action", plan.action.minutes),
        Cost("low water", plan.action.surcharge),
    )
    return Reckoning(
        costs=tuple([cost for cost in costs if cost.minutes]),
        before=before,
        spent=plan.spent,
        left=left,
        chance=chance(plan, position, tables),
        passed=passed(position, tables, before, left),
    )


def chance(plan: Plan, position: Position, tables: Tables) -> str:
    """`80% (5 minutes and 3 from items)`; none for work that comes too late (§12, A35)."""
    found = chance_of(plan, position, tables)
    if found is None:
        return ""
    if found.futile:
        return "none, because there is nothing left that the work could still prevent"
    help_ = found.total - found.minutes
    added = f" and {help_} from items" if help_ else ""
    return f"{10 * found.bound}% ({counted(found.minutes, 'minute')}{added})"


def passed(position: Position, tables: Tables, before: int, left: int) -> str:
    """`events at 39 and 36; an item at 30; past Crushed! (35)` (§16d)."""
    way = range(before - 1, left - 1, -1)
    events = [space for space in way if space in tables.time_track.events]
    items = [space for space in way if space in tables.time_track.items]
    tokens = [f"{TOKEN_NAMES[kind]} ({at})" for kind, at in position.tokens if left < at <= before]
    parts = []
    if events:
        parts.append(f"{'an event' if len(events) == 1 else 'events'} at {listed(events)}")
    if items:
        parts.append(f"{'an item' if len(items) == 1 else 'items'} at {listed(items)}")
    if tokens:
        parts.append(f"past {listed(tokens)}")
    return "; ".join(parts)
