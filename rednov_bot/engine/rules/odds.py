"""How likely a planned turn succeeds and its gnome faints, as everybody can tell (§12, §16c).

Nothing here knows the order of the deck: every card not seen yet may be the next one.
"""

from __future__ import annotations

from functools import reduce

import msgspec

from rednov_bot.engine.position import Position
from rednov_bot.engine.public_changes import position_after
from rednov_bot.engine.rules.actions import FIX_ITS
from rednov_bot.engine.rules.faint import FAINT_MINUTES
from rednov_bot.engine.rules.fixing import CERTAIN
from rednov_bot.engine.rules.foresight import unseen
from rednov_bot.engine.rules.intoxication import level_after
from rednov_bot.engine.rules.movement import Course, move
from rednov_bot.engine.rules.plan import Plan
from rednov_bot.engine.rules.targets import TOKEN_OF
from rednov_bot.engine.tables import Board, Tables
from rednov_bot.engine.words import Item


class Chance(msgspec.Struct, frozen=True):
    """The chance of a fix-it action, and where it comes from (§12)."""

    minutes: int  # those chosen; the surcharge of low water adds nothing (A31)
    helps: tuple[tuple[Item, int], ...]  # each tile that helps, in the order of use
    futile: bool = False  # no token is left that the work could reach: it fails without a die (A35)

    @property
    def bound(self) -> int:
        """The highest roll of the ten-sided die that succeeds; 10 needs no die, 0 has none."""
        if self.futile:
            return 0
        return min(CERTAIN, self.total)

    @property
    def total(self) -> int:
        """Minutes and help together; what is above 10 is not needed."""
        return self.minutes + sum(points for _, points in self.helps)


class FaintRisk(msgspec.Struct, frozen=True):
    """How many of the cards that may be drawn for the faint check would fell the gnome (§16c)."""

    level: int  # of intoxication at the check
    felling: int
    cards: int
    lost: int  # minutes


def chance_of(plan: Plan, position: Position, tables: Tables) -> Chance | None:
    """The chance of *plan*, taken at *position*; None where no die decides."""
    name = plan.action.name
    if name not in FIX_ITS:
        return None
    used = [(item, tables.items.help_of(item, name)) for item in plan.used_before]
    helps = tuple([(item, points) for item, points in used if points])
    futile = False
    if name in ("stop_missile", "kill_kraken"):
        left = position.gnome(plan.turn.gnome).minutes - plan.spent
        spaces = [space for kind, space in position.tokens if kind == TOKEN_OF[name]]
        futile = all(space > left for space in spaces)
    return Chance(plan.action.minutes, helps, futile)


def faint_risk(plan: Plan, position: Position, tables: Tables) -> FaintRisk | None:
    """The faint check of *plan*; None where there is none, or where the level is not certain.

    Not of the departed, and not where a fight or a drink on the flight comes first.
    """
    if "grog" not in plan.used or plan.action.name in ("abandon", "attack"):
        return None
    if plan.turn.escape is not None and plan.turn.escape.uses:
        return None
    cards = unseen(position, tables)
    if not cards:
        return None
    level = level_at_end(plan, position)
    felling = sum(card.faint is not None and card.faint <= level for card in cards)
    left = position.gnome(plan.turn.gnome).minutes - plan.spent
    return FaintRisk(level, felling, len(cards), min(FAINT_MINUTES, left))


def level_at_end(plan: Plan, position: Position) -> int:
    """How drunk the gnome is when everything of the turn is used (§7)."""
    level = position.gnome(plan.turn.gnome).intoxication
    return reduce(lambda drunk, item: level_after(item, drunk), plan.used, level)


def place_at_end(plan: Plan, position: Position) -> Position:
    """The position after movement, uses and action, before any luck."""
    return reduce(position_after, plan.steps, position)


def escape_minutes(plan: Plan, position: Position, board: Board) -> int:
    """The minutes of the escape that the turn names, 0 where it names none (§13, A103)."""
    escape = plan.turn.escape
    if escape is None:
        return 0
    flight = Course(place_at_end(plan, position), plan.turn.gnome, board)
    flight.used = [*plan.used, *escape.uses]
    move(flight, escape.move)
    return flight.spent
