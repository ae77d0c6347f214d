"""A reading as JSON, in the form that `rednov read --json` prints."""

from __future__ import annotations

from typing import Any, TypeAlias, assert_never

from rednov_bot.core.models import Act, Join, Leave, Question, Reading, TurnAct
from rednov_bot.games.red_november.reader.questions import missing
from rednov_bot.games.red_november.rules.deeds import Discard, GiveBack, ItemList
from rednov_bot.games.red_november.rules.turn import Action, Open, Orders, Step, Turn, Use
from rednov_bot.games.red_november.rules.words import SEA, Item, Place, hatch_label

Json: TypeAlias = dict[str, Any]


def acts_json(reading: Reading) -> list[Json]:
    """The acts of a reading, in the order announced."""
    return [_act(act) for act in reading.acts]


def as_json(reading: Reading) -> Json:
    """`verdict`, `acts` and `questions` of a reading, and what a yes to these would announce."""
    return {
        "verdict": reading.verdict,
        "acts": acts_json(reading),
        "questions": [told(question) for question in reading.questions],
        "proposal": [] if missing(reading.proposal) else [_act(one) for one in reading.proposal],
        "second": [_act(act) for act in reading.second],
    }


def told(question: Question) -> str:
    """The whole question in words."""
    return f"“{question.words}”: {question.ask}" if question.words else question.ask


def _act(act: Act) -> Json:
    match act:
        case TurnAct(turn):
            return _turn(turn)
        case Discard(items, count):
            return {"kind": "discard", **_list(items, count)}
        case GiveBack(to, items, count):
            return {"kind": "give_back", "to": to, **_list(items, count)}
        case Join():
            return {"kind": "join"}
        case Leave():
            return {"kind": "leave"}
        case ItemList(items):
            return {"kind": "item_list", "items": list(items)}
        case _:
            raise TypeError(act)


def _list(items: tuple[Item, ...], count: int | None) -> Json:
    """The tiles; their number too where they are named privately (A23)."""
    return {"items": list(items)} if count is None else {"items": [], "count": count}


def _turn(turn: Turn) -> Json:
    form: Json = {
        "kind": "turn",
        "steps": [_step(step) for step in turn.steps],
        "action": None if turn.action is None else _action(turn.action),
        "on_failure": None,
        "orders": _orders(turn.orders),
    }
    if turn.after:
        form["after"] = [step.item for step in turn.after if isinstance(step, Use)]
    if turn.escape is not None:
        form["on_failure"] = _step(turn.escape.move)
        if turn.escape.uses:
            form["on_failure_uses"] = list(turn.escape.uses)
    if turn.conditions:
        form["conditions"] = list(turn.conditions)
    return form


def _step(step: Step) -> Json:
    match step:
        case Use(item):
            return {"use": item}
        case Open(hatch, enter):
            return {"open": _place(hatch.to), "enter": enter}
        case _:
            assert_never(step)


def _place(place: Place) -> int | str:
    return "sea" if place == SEA else place


def _action(action: Action) -> Json:
    """`target` is the room beyond a hatch to unblock, or who is given something or attacked."""
    target: int | str | None = action.recipient
    if action.hatch is not None:
        target = _place(action.hatch.to)
    form: Json = {
        "name": action.name,
        "minutes": action.minutes,
        "target": target,
        "give": list(action.give or ()),
    }
    if action.give_count is not None:
        form["give_count"] = action.give_count
    return form


def _orders(orders: Orders) -> Json:
    form: Json = {}
    if orders.block:
        form["block"] = [hatch_label(ends) for ends in orders.block]
    if orders.spread:
        form["spread"] = list(orders.spread)
    if orders.defend is not None:
        form["defend"] = orders.defend
    if orders.else_block:
        form["else_block"] = orders.else_block
    if orders.else_spread:
        form["else_spread"] = orders.else_spread
    return form
