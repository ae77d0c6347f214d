"""Choices in the middle of a resolution: who decides, between what, and what was answered.

rules.md 7.1.  A choice has a key that stays the same when the turn is resolved again; an answer
that is not a candidate is not an answer.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

import msgspec
from msgspec import structs

from rednov_bot.games.base import Answer, Choice, Hushed, Luck
from rednov_bot.games.red_november.rules.events import Decider
from rednov_bot.games.red_november.rules.options import Options
from rednov_bot.games.red_november.rules.tables import Tables
from rednov_bot.games.red_november.rules.turn import NO_ORDERS, Orders, Otherwise
from rednov_bot.games.red_november.rules.words import GnomeName, hatch_label, place_label

Asked = Literal["gnome", "contestmaster"]
DEFENCE: Final = "defence"
"""The key of a defender's choice, which they make in private (option `crazed`)."""
BY_DEFENDING: Final[Mapping[str, bool]] = {"yes": True, "no": False}
"""Its candidates, and whether the defender fights back then."""


class Decided(msgspec.Struct, frozen=True):
    """A choice made, and by whom."""

    label: str
    by: Decider


class Circumstances(Hushed, frozen=True):
    """What a resolution is given besides the gamestate and the turn."""

    tables: Tables
    options: Options
    luck: Luck
    orders: Orders = NO_ORDERS  # of the active gnome
    answers: Mapping[str, Answer] = {}
    standing: Mapping[GnomeName, Orders] = {}  # of the others
    ruled: Mapping[str, str] = {}  # labels by key that are ruled to be chosen; "": of any key


def decide(
    choice: Choice,
    wishes: tuple[str, ...],
    circumstances: Circumstances,
    otherwise: Otherwise = "",
) -> Decided | Choice:
    """The decision, or *choice* itself when it must be asked for.

    One candidate decides itself; then a ruling; then standing orders, the first possible one; then
    the answer on file; then whom the orders leave it to *otherwise*; then the option
    `event_choice`.  An escape and a defence are never drawn by lot (§13; rules.md 10.1): a draw is
    published, and beside what comes of it a defence would tell who held a crowbar (§6).  A ruling
    that names its choice and no candidate of it decides nothing: the choice is asked.
    """
    candidates = choice.candidates
    if len(candidates) == 1 and choice.kind in ("block", "spread"):
        return Decided(candidates[0], "only")
    ruled = circumstances.ruled.get(choice.key, circumstances.ruled.get(""))
    if ruled in candidates:
        return Decided(ruled, "contestmaster")
    if choice.key in circumstances.ruled:
        return choice
    for wish in wishes:
        if wish in candidates:
            return Decided(wish, "gnome")
    answer = circumstances.answers.get(choice.key)
    if answer is not None and answer.label in candidates:
        return Decided(answer.label, answer.by)
    if otherwise == "contestmaster":
        return structs.replace(choice, asks="contestmaster")
    drawn = choice.kind in ("block", "spread")
    by_lot = drawn and circumstances.options.event_choice == "orders+random"
    if by_lot or otherwise == "random":
        at = circumstances.luck.pick(f"{choice.key} choice", len(candidates))
        return Decided(sorted(candidates, key=_natural)[at], "luck")
    return choice


def _natural(label: str) -> tuple[int, ...]:
    return tuple(int(end) for end in label.split("-") if end.isdigit())


def left_to(choice: Choice, orders: Orders) -> Otherwise:
    """To whom *orders* leave a choice for which they name no possible wish."""
    match choice.kind:
        case "block":
            return orders.else_block
        case "spread":
            return orders.else_spread
        case _:
            return ""


def wished(choice: Choice, orders: Orders) -> str | None:
    """The first wish that is a candidate of *choice*, None where none is."""
    wishes: list[str] = []
    match choice.kind:
        case "block":
            wishes = [hatch_label(ends) for ends in orders.block]
        case "spread":
            wishes = [place_label(room) for room in orders.spread]
        case "defend" if orders.defend is not None:
            wishes = ["yes" if orders.defend else "no"]
        case "escape" | "defend" | "beacon":
            pass
    return next((wish for wish in wishes if wish in choice.candidates), None)
