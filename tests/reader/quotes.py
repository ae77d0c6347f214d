"""The announcements that the contract's cases quote, with what the cases say they mean."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from rednov_bot.games.red_november.rules.turn import (
    Action,
    Escape,
    Open,
    Orders,
    Step,
    Through,
    Turn,
    Use,
)
from rednov_bot.games.red_november.rules.words import SEA, Hatch, Place, hatch
from tests.rigs.written import read_yaml

CONTRACT = Path(__file__).parents[1] / "contract"
_QUOTE = re.compile(r'^([A-Z][a-z]+)\b[^":]*: "([^"]*)"')


@dataclass(frozen=True)
class Quote:
    case: str
    author: str
    people: tuple[str, ...]
    words: str
    do: dict[str, Any]


@cache
def quotes() -> tuple[Quote, ...]:
    """Every plain case whose `turn` begins with somebody's quoted words."""
    found: list[Quote] = []
    for file in sorted(CONTRACT.glob("*.yaml")):
        for case in read_yaml(file):
            said = _QUOTE.match(case.get("turn", ""))
            if said and "do" in case and not case.get("admin"):
                people = {"Ann", "Bob", "Cat", "Dan", said[1], str(case["do"].get("to", "Ann"))}
                people |= {key for key in case.get("given", {}) if key.istitle()}
                people |= set(case.get("given", {}).get("gnomes", ()))
                found.append(Quote(case["id"], said[1], tuple(sorted(people)), said[2], case["do"]))
    return tuple(found)


def turn_of(do: dict[str, Any]) -> Turn:
    """The turn that a case's `do` stands for."""
    action = do.get("action")
    orders = do.get("orders", {})
    fail = do.get("fail")
    return Turn(
        gnome=do["by"],
        steps=tuple(_step(step) for step in do.get("steps", ())),
        action=None if action is None else _action(action),
        after=tuple(Use(_item(name)) for name in do.get("after", ())),
        escape=None if fail is None else _escape(fail),
        orders=Orders(
            tuple(_ends(label) for label in orders.get("block", ())),
            tuple(orders.get("spread", ())),
        ),
    )


def _item(name: str) -> Any:
    return name.lower().replace(" ", "_")


def _place(word: str) -> Place:
    return SEA if word == "sea" else int(word) or 10


def _ends(label: str) -> Hatch:
    one, other = str(label).split("-")
    return hatch(_place(one), _place(other))


def _step(step: dict[str, Any]) -> Step:
    if "use" in step:
        return Use(_item(step["use"]))
    near, far = _ends(step["open"])
    return Open(Through(far, near), bool(step.get("enter", False)))


def _escape(fail: dict[str, Any]) -> Escape:
    uses = fail.get("uses", fail.get("use", ()))
    uses = (uses,) if isinstance(uses, str) else uses
    move = _step({key: value for key, value in fail.items() if key in ("open", "enter")})
    assert isinstance(move, Open)
    return Escape(move, tuple(_item(name) for name in uses))


def _action(action: dict[str, Any]) -> Action:
    through = None
    if "hatch" in action:
        near, far = _ends(action["hatch"])
        through = Through(far, near)
    items = action.get("items")
    return Action(
        action["kind"],
        action.get("minutes"),
        hatch=through,
        recipient=action.get("to"),
        give=None if items is None else tuple(_item(name) for name in items),
    )


def same(read: Turn, meant: Turn) -> bool:
    """Whether a turn as read is the one meant; a hatch may be named from either end (A123)."""
    return (
        len(read.steps) == len(meant.steps)
        and all(map(_same_step, read.steps, meant.steps))
        and len(read.after) == len(meant.after)
        and all(map(_same_step, read.after, meant.after))
        and _same_action(read.action, meant.action)
        and _same_escape(read.escape, meant.escape)
        and read.orders == meant.orders
    )


def _same_through(read: Through, meant: Through) -> bool:
    ends = {meant.to, meant.near}
    return read.to in ends if read.near is None else {read.to, read.near} == ends


def _same_step(read: Step, meant: Step) -> bool:
    if isinstance(read, Open) and isinstance(meant, Open):
        return read.enter == meant.enter and _same_through(read.hatch, meant.hatch)
    return read == meant


def _same_escape(read: Escape | None, meant: Escape | None) -> bool:
    if read is None or meant is None:
        return read is meant
    return _same_step(read.move, meant.move) and read.uses == meant.uses


def _same_action(read: Action | None, meant: Action | None) -> bool:
    if read is None or meant is None:
        return read is meant
    if (read.hatch is None) != (meant.hatch is None) or read.name != meant.name:
        return False
    if read.hatch and meant.hatch and not _same_through(read.hatch, meant.hatch):
        return False
    if read.name == "give_items":
        named = read.give if read.give_count is None else (meant.give or ())
        count = len(named or ()) if read.give_count is None else read.give_count
        return (read.recipient, named, count) == (
            meant.recipient, meant.give, len(meant.give or ())
        )  # fmt: skip
    if read.name in ("no_action", "abandon"):
        return True
    return read.minutes == meant.minutes and read.recipient == meant.recipient
