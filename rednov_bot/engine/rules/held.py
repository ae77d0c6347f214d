"""What only the gnome and the contestmaster may know: are the claimed tiles held? (§6, §17)"""

from __future__ import annotations

from rednov_bot.engine.gamestate import Gamestate, Limit
from rednov_bot.engine.options import Options
from rednov_bot.engine.refusals import Withheld, withheld
from rednov_bot.engine.turn import Turn, Use
from rednov_bot.engine.words import Item


def exceeds(limit: Limit | None, hand: tuple[Item, ...]) -> int:
    """How many items a pending hand limit still asks to be discarded, 0 when it is met (A78)."""
    if limit is None:
        return 0
    if limit.owed is not None:
        return min(limit.owed, len(hand))
    return max(0, len(hand) - limit.limit)


def private_refusals(gamestate: Gamestate, turn: Turn, options: Options) -> tuple[Withheld, ...]:
    """Every reason, told to the sender alone, why the turn has no effect (rules.md 3.3)."""
    seat = gamestate.position.seat(turn.gnome)
    hand = gamestate.secrets.hands[seat]
    found: list[Withheld] = []
    limit = gamestate.secrets.limits[seat]
    if limit is not None and (over := exceeds(limit, hand)):
        reason = f"hand limit {limit.limit} is pending, you hold {len(hand)}: discard {over} first"
        found.append(withheld("HAND_LIMIT", reason))
    found.extend(_not_held(turn, hand))
    if fault := _gift(turn, options):
        found.append(fault)
    return tuple(found)


def _not_held(turn: Turn, hand: tuple[Item, ...]) -> list[Withheld]:
    """Each tile must be held when it is used or given; public gains of the action count (A116)."""
    left = list(hand)
    short: list[Item] = []

    def take(item: Item) -> None:
        if item in left:
            left.remove(item)
        else:
            short.append(item)

    for step in turn.steps:
        if isinstance(step, Use):
            take(step.item)
    action = turn.action
    if action is not None and action.name == "gain_grog" and action.minutes is not None:
        left.extend(["grog"] * action.minutes)
    if action is not None and action.name == "give_items":
        for item in action.give or ():
            take(item)
    for step in turn.after:
        if isinstance(step, Use):
            take(step.item)
    if turn.escape is not None:
        for item in turn.escape.uses:
            take(item)
    return [
        withheld(
            "ITEM_NOT_HELD", f"you do not hold {'another' if hand.count(item) else 'a'} {item}"
        )
        for item in dict.fromkeys(short)
    ]


def _gift(turn: Turn, options: Options) -> Withheld | None:
    """A gift announced by number needs its private list, of that number (A23); 0 is one (A43)."""
    action = turn.action
    if action is None or action.name != "give_items":
        return None
    if action.give is None:
        if action.give_count == 0:
            return None
        return withheld("GIFT_UNSPECIFIED", "the private list of what you give has not arrived")
    if action.give_count is not None and action.give_count != len(action.give):
        reason = f"you announced {action.give_count} items and listed {len(action.give)}"
        return withheld("GIFT_UNSPECIFIED", reason)
    return None
