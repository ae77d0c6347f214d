"""The plain announcement of a turn: one sentence a step, ready to be sent to the list."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final, assert_never

from msgspec.structs import replace

from rednov_bot.core.models import Act, Join, Leave, TurnAct
from rednov_bot.core.render.wording import counted, listed
from rednov_bot.games.red_november.render.wording import ITEM_NAMES, item, minutes, tiles
from rednov_bot.games.red_november.rules.deeds import Discard, GiveBack, ItemList
from rednov_bot.games.red_november.rules.turn import (
    NO_ORDERS,
    Action,
    Escape,
    Open,
    Orders,
    Otherwise,
    Step,
    Through,
    Turn,
    Use,
)
from rednov_bot.games.red_november.rules.words import (
    SEA,
    ActionName,
    Item,
    hatch_label,
    place_label,
    place_name,
)


def announcement(turn: Turn) -> str:
    """The whole turn, a sentence a line, without a line feed at its end."""
    return "\n".join(sentences(turn))


def announced_as(turn: Turn) -> str:
    """The whole turn in one line: a gift announced by number names no tile."""
    action = turn.action
    if action is not None and action.give and action.give_count is not None:
        turn = replace(turn, action=replace(action, give=None))
    return " ".join(sentences(turn))


def heard(turn: Turn, used: Iterable[Item] | None = None, *, ruled: bool = False) -> str:
    """The same as the list is told of it, whatever was said where (§6).

    It names the tiles that everybody sees *used* in it, those of its steps if None; an escape that
    would use others is left out, gifts are told by number, and wishes for a hand limit not at all.
    Orders of a turn that is *ruled* to be read so may be private, and are left out.
    """
    left = Counter(uses_of(turn) if used is None else used)

    def is_seen(item: Item) -> bool:
        left[item] -= 1
        return left[item] >= 0

    orders = NO_ORDERS if ruled else replace(turn.orders, drop=(), keep=())
    steps = tuple([one for one in turn.steps if not isinstance(one, Use) or is_seen(one.item)])
    after = tuple([one for one in turn.after if not isinstance(one, Use) or is_seen(one.item)])
    escape = turn.escape
    if escape is not None and not all(map(is_seen, escape.uses)):
        escape = None  # it was not made
    return announced_as(
        replace(
            turn,
            steps=steps,
            action=None if turn.action is None else _by_number(turn.action),
            more_actions=tuple([_by_number(one) for one in turn.more_actions]),
            after=after,
            escape=escape,
            orders=orders,
        )
    )


def _by_number(action: Action) -> Action:
    if not action.give:
        return action
    return replace(action, give=None, give_count=len(action.give))


def uses_of(turn: Turn) -> list[Item]:
    """The tiles that its steps use, those of an escape left out."""
    return [one.item for one in (*turn.steps, *turn.after) if isinstance(one, Use)]


def sentences(turn: Turn) -> tuple[str, ...]:
    """The turn as its gnome would say it, one sentence a step."""
    said = [step(one) for one in turn.steps]
    if turn.action is not None:
        said.append(action(turn.action))
    said += [action(one) for one in turn.more_actions]
    said += [f"After that I use {item(one.item)}." for one in turn.after if isinstance(one, Use)]
    said += [f"After that {step(one)}" for one in turn.after if isinstance(one, Open)]
    if turn.escape is not None:
        said.append(f"If that fails, I {escape_words(turn.escape)}.")
    said += orders(turn.orders)
    return tuple(said)


def escape_words(escape: Escape) -> str:
    """`open the hatch to room 9 and go in`, after the tiles used for it."""
    with_ = f"use {tiles(escape.uses)} and " if escape.uses else ""
    return f"{with_}{_opening(escape.move)}"


def said(act: Act, contest: str = "Red November") -> tuple[str, ...]:
    """Any act as a gnome would announce it; a private list is told as the tiles alone."""
    match act:
        case TurnAct(turn):
            return sentences(turn)
        case Discard(items, count):
            return (f"I discard {_handed(items, count)}.",)
        case GiveBack(to, items, count):
            return (f"I give {to or 'somebody'} {_handed(items, count)} in return.",)
        case Join():
            return (f"I join {contest}.",)
        case Leave():
            return (f"I leave {contest}.",)
        case ItemList(items):
            return (tiles(items),)
        case _:
            raise TypeError(act)


def _handed(items: tuple[Item, ...], count: int | None) -> str:
    """The tiles, or how many; "some items" where that has to be asked."""
    return (tiles(items) or "some items") if count is None else counted(count, "item")


def step(one: Step) -> str:
    """`I use a toolbox.`, `I open the hatch to room 2 and go in.`"""
    return f"I use {item(one.item)}." if isinstance(one, Use) else f"I {_opening(one)}."


def _opening(one: Open) -> str:
    outward = one.hatch.to == SEA
    if not one.enter:
        return f"open {_hatch(one.hatch)} and stay where I am"
    return f"open {_hatch(one.hatch)} and go {'out' if outward else 'in'}"


def _hatch(through: Through) -> str:
    if through.near is None:
        return f"the hatch to {place_name(through.to)}"
    return f"hatch {place_label(through.near)}-{place_label(through.to)}"


DEEDS: Final[dict[ActionName, tuple[str, str, str]]] = {
    "unblock_hatch": ("unblock", "unblocking", "the hatch"),
    "extinguish_fire": ("extinguish", "extinguishing", "the fire"),
    "pump_water": ("pump out", "pumping out", "the water"),
    "fix_engine": ("fix", "fixing", "the engine"),
    "fix_oxygen": ("fix", "fixing", "the oxygen pumps"),
    "fix_reactor": ("fix", "fixing", "the reactor"),
    "stop_missile": ("stop", "stopping", "the missile launch"),
    "kill_kraken": ("kill", "killing", "the kraken"),
    "gain_items": ("draw", "drawing", "items"),
    "gain_grog": ("take", "taking", "grog"),
}
"""The verb, the verb as something one spends minutes on, and what it is done to."""


def action(one: Action) -> str:
    """`I spend 5 minutes fixing the engine.`; without minutes where none were named."""
    match one.name:
        case "give_items":
            to = f" to {one.recipient}" if one.recipient else ""
            if one.give is None:
                return f"I give {_handed((), one.give_count)}{to}."
            return f"I give {tiles(one.give) or 'no items'}{to}."
        case "no_action":
            return "I take no action."
        case "abandon":
            return "I abandon my comrades."
        case "attack":
            return f"I attack {one.recipient or 'the gnome here'}."
        case _:
            verb, doing, what = DEEDS[one.name]
            if one.hatch is not None:
                what = _hatch(one.hatch)
            if one.minutes is None:
                return f"I {verb} {what}."
            if one.name in ("gain_items", "gain_grog") and one.minutes:
                what = counted(one.minutes, what.removesuffix("s"))
            return f"I spend {minutes(one.minutes)} {doing} {what}."


def orders(wishes: Orders) -> list[str]:
    """Standing orders, each a sentence."""
    said = []
    if wishes.block or wishes.else_block:
        places = ", then ".join(map(hatch_label, wishes.block))
        said.append(f"If a hatch must be blocked: {_or_else(places, wishes.else_block)}.")
    if wishes.spread or wishes.else_spread:
        places = ", then ".join([f"room {room}" for room in wishes.spread])
        said.append(f"If the fire spreads: {_or_else(places, wishes.else_spread)}.")
    if wishes.defend is not None:
        said.append(f"If I am attacked, I {'defend' if wishes.defend else 'do not defend'} myself.")
    if wishes.drop or wishes.keep:
        drop = f"drop {', then '.join(ITEM_NAMES[one] for one in wishes.drop)}" * bool(wishes.drop)
        keep = f"keep {listed([ITEM_NAMES[one] for one in wishes.keep])}" * bool(wishes.keep)
        said.append(f"For a hand limit: {'; '.join([one for one in (drop, keep) if one])}.")
    return said


def _or_else(places: str, otherwise: Otherwise) -> str:
    """The places that are wanted, and to whom the choice is left where none of them is possible."""
    match otherwise:
        case "":
            return places
        case "random":
            left = "at random"
        case "contestmaster":
            left = "the contestmaster chooses"
        case _:
            assert_never(otherwise)
    return f"{places}, else {left}" if places else left
