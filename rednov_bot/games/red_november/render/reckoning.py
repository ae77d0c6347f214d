"""What a planned turn costs, how likely it is to succeed, and what it would do in vain."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rednov_bot.core.render.wording import capital, counted, listed
from rednov_bot.games.red_november.render.wording import TOKEN_NAMES, tiles
from rednov_bot.games.red_november.rules import events as ev
from rednov_bot.games.red_november.rules.forecast import chance_of
from rednov_bot.games.red_november.rules.plan import Plan
from rednov_bot.games.red_november.rules.position import Position
from rednov_bot.games.red_november.rules.tables import Tables
from rednov_bot.games.red_november.rules.targets import CLAUSE_OF, TOKEN_OF
from rednov_bot.games.red_november.rules.words import SEA, Item

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


def _ways(steps: Iterable[ev.PublicEvent]) -> list[ev.Passed]:
    return [one for one in steps if isinstance(one, ev.Passed)]


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


def chance_told(plan: Plan, position: Position, tables: Tables) -> str:
    """`80% (5 minutes and 3 from items)`; none for work that comes too late (§12, A35).

    "" where no die decides.
    """
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
