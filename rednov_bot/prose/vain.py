"""What a turn would do in vain, as everybody can see: work and items that change nothing."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rednov_bot.engine import happenings as h
from rednov_bot.engine.position import Position
from rednov_bot.engine.rules.plan import Plan
from rednov_bot.engine.rules.targets import CLAUSE_OF, TOKEN_OF
from rednov_bot.engine.tables import Tables
from rednov_bot.engine.words import SEA, Item
from rednov_bot.prose.wording import TOKEN_NAMES, capital, listed, tiles

ALSO: Final[frozenset[Item]] = frozenset({"grog", "coffee", "lucky_charm"})
"""Tiles that do something whatever the action is (§7, CC)."""


def in_vain(plan: Plan, position: Position, tables: Tables) -> tuple[str, ...]:
    """A sentence for each part of *plan*, taken at *position*, that would change nothing."""
    idle = [item for item in plan.used_before if not _helps(item, plan, tables)]
    late = [item for item in plan.used_after if item not in ALSO]
    said = _missed(plan, position)
    if idle:
        said.append(f"{capital(tiles(idle))} {_wasted(idle)}")
    if late:
        said.append(f"{capital(tiles(late))}, used after the action, {_wasted(late)}")
    return tuple(said)


def _wasted(items: list[Item]) -> str:
    adds, gone = ("adds", "it is") if len(items) == 1 else ("add", "they are")
    return f"{adds} nothing to this turn; {gone} used up all the same (§9)."


def _helps(item: Item, plan: Plan, tables: Tables) -> bool:
    """Whether a tile used before the action does anything in this turn (§10c, §12, A32)."""
    if item in ALSO or tables.items.help_of(item, plan.action.name):
        return True
    match item:
        case "crowbar":
            return plan.action.name == "attack"
        case "aqualung":
            flees = plan.action.name == "extinguish_fire"  # perhaps out of the sub (§13)
            return flees or plan.place == SEA or any(one.to == SEA for one in _ways(plan.steps))
        case "fire_extinguisher":
            return any(one.burning for one in _ways(plan.steps))
        case _:
            return False


def _ways(steps: Iterable[h.PublicHappening]) -> list[h.Passed]:
    return [one for one in steps if isinstance(one, h.Passed)]


def _missed(plan: Plan, position: Position) -> list[str]:
    """Tokens that the work is too late for: it counts when it is done (§11d-h, A2, A35)."""
    kind = TOKEN_OF.get(plan.action.name)
    if kind is None:
        return []
    before = position.gnome(plan.turn.gnome).minutes
    left = before - plan.spent
    spaces = [space for token, space in position.tokens if token == kind]
    missed = [space for space in spaces if space > left]
    if not missed:
        return []
    earlier = all(space > before for space in missed)
    passed = "have passed it already" if earlier else "pass it before the work is done"
    if len(missed) > 1:
        passed = passed.replace(" it ", " them ")
    vain = f"success does not remove {'it' if len(missed) == 1 else 'them'}"
    if len(missed) == len(spaces) and plan.action.name in ("stop_missile", "kill_kraken"):
        vain = "the work fails without a die"
    clause = CLAUSE_OF[plan.action.name]
    return [f"{TOKEN_NAMES[kind]} at {listed(missed)}: you {passed}, so {vain} ({clause})."]
