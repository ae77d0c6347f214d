"""A reading on one line, as the samples write it."""

from __future__ import annotations

from rednov_bot.core.models import Act, Join, Leave, Reading, TurnAct
from rednov_bot.games.red_november.rules.deeds import Discard, GiveBack, ItemList
from rednov_bot.games.red_november.rules.turn import Open, Step, Through, Turn
from rednov_bot.games.red_november.rules.words import hatch_label, place_label


def compact(reading: Reading) -> str:
    """`grog; go 5>8 => gain_items 2`, `ambiguous`, `none`: the acts, joined by ` & `."""
    if reading.verdict != "acts":
        return reading.verdict
    return " & ".join(_act(act) for act in reading.acts)


def _act(act: Act) -> str:
    match act:
        case TurnAct(turn):
            return turn_line(turn)
        case Discard(items, count):
            return f"discard {_items(items, count)}"
        case GiveBack(to, items, count):
            return f"return to {to}: {_items(items, count)}"
        case Join():
            return "join"
        case Leave():
            return "leave"
        case ItemList(items):
            return f"list {_items(items, None)}"


def _items(items: tuple[str, ...], count: int | None) -> str:
    return f"{count} items" if count is not None else ", ".join(items) or "nothing"


def turn_line(turn: Turn) -> str:
    """The steps, `=>`, the action, and what hangs on it."""
    parts = ["; ".join(_step(step) for step in turn.steps), "=>"]
    if (action := turn.action) is not None:
        parts.append(action.name + (f" {action.minutes}" if action.minutes is not None else ""))
        if action.hatch is not None:
            parts.append(_through(action.hatch))
        if action.recipient is not None:
            parts.append(f"to {action.recipient}")
        if action.name == "give_items":
            parts.append(_items(action.give or (), action.give_count))
    if turn.after:
        parts.append("after " + "; ".join(_step(step) for step in turn.after))
    if turn.escape is not None:
        uses = "".join(f"{item}; " for item in turn.escape.uses)
        parts.append(f"fail {uses}{_step(turn.escape.move)}")
    if turn.orders.block:
        parts.append("block " + ", ".join(hatch_label(ends) for ends in turn.orders.block))
    if turn.orders.spread:
        parts.append("spread " + ", ".join(str(room) for room in turn.orders.spread))
    if turn.orders.defend is not None:
        parts.append(f"defend {turn.orders.defend}")
    return " ".join(part for part in parts if part)


def _step(step: Step) -> str:
    if isinstance(step, Open):
        return f"{'go' if step.enter else 'open'} {_through(step.hatch)}"
    return step.item


def _through(hatch: Through) -> str:
    near = "" if hatch.near is None else place_label(hatch.near)
    return f"{near}>{place_label(hatch.to)}"
