"""What a value says of itself may end in a log or an exception: it tells no secret."""

from __future__ import annotations

import dataclasses
import typing

import msgspec
import pytest
from rich.pretty import pretty_repr

from rednov_bot.core.luck import Drawn, Keys, SecretLuck
from rednov_bot.core.models import Draft, Message, Page, Posting, RawMail, TakenTurn
from rednov_bot.games.base import Answer
from rednov_bot.games.red_november.rules import events as ev
from rednov_bot.games.red_november.rules.choices import Circumstances
from rednov_bot.games.red_november.rules.gamestate import Limit, Secrets
from rednov_bot.games.red_november.rules.refusals import refusal, withheld
from rednov_bot.games.red_november.rules.turn import Orders
from rednov_bot.games.red_november.rules.words import Item
from tests.scenes.laws import tiles_in
from tests.secrecy.package import called, classes, fields, parts

HELD_IN_PUBLIC = {
    "games.red_november.datasets.Bonus": "what each tile is good for",
    "games.red_november.datasets.Pool": "which tiles there are in the game",
    "games.red_november.rules.events.ItemUsed": "a tile is used in public (§9)",
    "games.red_november.rules.events.HandsRevealed": "hands that an option makes public (A24b)",
    "games.red_november.rules.forecast.Chance": "the tiles that a turn says it uses",
    "games.red_november.rules.plan.Plan": "the tiles that a turn says it uses",
    "games.red_november.rules.tables.ItemTable": "which tiles there are in the game",
    "games.red_november.rules.turn.Escape": "the tiles that a turn says it uses",
    "games.red_november.rules.turn.Use": "the tiles that a turn says it uses",
    "verify.between.Deed": "tiles that were named on the list",
}
"""Whatever else has a field for tiles has those of a hand, a list, the pool or the discards."""

SECRET = (
    Secrets,
    Limit,
    Orders,
    Answer,
    Circumstances,
    Drawn,
    Keys,
    *typing.get_args(ev.PrivateEvent),
    *typing.get_args(ev.HiddenEvent),
)
OF_ONE = {
    RawMail: ("octets",),
    Message: ("text", "subject", "other", "written"),
    Page: ("body",),
    Posting: ("octets",),
    TakenTurn: ("turn",),
    Draft: ("pages", "events", "choice", "effects"),
    SecretLuck: ("secret",),
}
"""What may hold what only one gnome may know, in fields of other types."""


def shown(kind: type, name: str) -> bool:
    """Whether a value of this class shows this field of its own, to print or to rich."""
    if issubclass(kind, msgspec.Struct):
        ways = (kind.__repr__, kind.__rich_repr__)
        return any(way in ways for way in (msgspec.Struct.__repr__, msgspec.Struct.__rich_repr__))
    if "__repr__" in vars(kind) and not typing.cast(typing.Any, kind).__dataclass_params__.repr:
        return False
    if kind.__repr__ is object.__repr__:
        return False
    return next(field.repr for field in dataclasses.fields(kind) if field.name == name)


def test_what_holds_tiles_that_are_no_public_ones_does_not_show_them() -> None:
    telling = {
        f"{called(kind)}.{name}"
        for kind in classes()
        for name, hint in fields(kind).items()
        if Item in parts(hint) and called(kind) not in HELD_IN_PUBLIC and shown(kind, name)
    }
    assert telling == set()


def test_those_that_hold_public_tiles_are_all_still_there() -> None:
    holding = {
        called(kind)
        for kind in classes()
        if any(Item in parts(hint) for hint in fields(kind).values())
    }
    assert set(HELD_IN_PUBLIC) <= holding


@pytest.mark.parametrize("kind", SECRET, ids=lambda kind: kind.__name__)
def test_a_secret_says_nothing_of_itself(kind: type) -> None:
    assert not any(shown(kind, name) for name in fields(kind))


@pytest.mark.parametrize("kind", OF_ONE, ids=lambda kind: kind.__name__)
def test_what_is_for_one_gnome_is_not_shown(kind: type) -> None:
    assert [name for name in OF_ONE[kind] if shown(kind, name)] == []


@pytest.mark.parametrize(
    "value",
    [
        ev.ItemsReceived("Ann", ("crowbar",), "stores"),
        ev.LimitPending("Ann", 4, 6, None),
        Secrets(hands=(("crowbar",),), pool=("aqualung",), deck=(33,)),
        Limit(4),
        Orders(drop=("crowbar",)),
        SecretLuck(b"crowbar" * 4, "RN1 turn 1"),
        withheld("ITEM_NOT_HELD", "you do not hold a crowbar"),
        (withheld("HAND_LIMIT", "hand limit 4 is pending, you hold 6"),),
    ],
    ids=lambda value: type(value).__name__,
)
def test_a_secret_is_printed_as_its_name_alone(value: object) -> None:
    for told in (repr(value), pretty_repr(value)):
        assert tiles_in(told) == set()
        assert [figure for figure in ("33", "6", "4") if figure in told] == []


def test_a_reason_that_is_public_is_printed() -> None:
    assert "hatch 5-8 is blocked" in repr(refusal("HATCH_BLOCKED", "hatch 5-8 is blocked"))
