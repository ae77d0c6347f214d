"""Standing orders said apart from a turn: certain, or none (rules 7.1)."""

from __future__ import annotations

import pytest

from rednov_bot.games.red_november.reader.standing import Standing, read_standing
from rednov_bot.games.red_november.render import canonical
from rednov_bot.games.red_november.rules.turn import Orders
from tests.reader.test_letters import message

PEOPLE = ("Ann", "Bob", "Cat")
BLOCK = Orders(block=((5, 6), (5, 7)))
DEFENDS, SUFFERS = Orders(defend=True), Orders(defend=False)
WISH = Orders(drop=("grog", "coffee"), keep=("aqualung",))


def read(text: str, other: str | None = None) -> Standing | None:
    return read_standing(message(text, other), people=PEOPLE)


@pytest.mark.parametrize(
    ("text", "orders"),
    [
        ("block: 5-6, then 5-7", BLOCK),
        ("If a hatch gets blocked I'd rather it were 5-6, else 5-7.", BLOCK),
        ("Hello bot,\nmy standing orders: block 5-6, then 5-7.\nThanks", BLOCK),
        ("fire spreads to 6, else 3", Orders(spread=(6, 3))),
        ("block: 5-6, then 5-7; fire spreads to 6", Orders(((5, 6), (5, 7)), (6,))),
        ("I defend.", DEFENDS),
        ("I always defend myself with my crowbar", DEFENDS),
        ("defence: yes", DEFENDS),
        ("My standing orders: I defend.", DEFENDS),
        ("Standing orders: for a hand limit drop grog, coffee; keep the aqualung", WISH),
        ("If I am attacked, I do not defend myself.", SUFFERS),
        ("I never defend", SUFFERS),
        ("Standing orders:\n- I do not defend.\n- block: 5-6, 5-7", Orders(BLOCK.block, (), False)),
        ("For a hand limit drop grog first, then coffee, keep the aqualung", WISH),
        ("I defend. For a hand limit drop a crowbar.", Orders((), (), True, ("crowbar",))),
    ],
)  # fmt: skip
def test_orders_are_read_in_ones_own_words(text: str, orders: Orders) -> None:
    assert read(text) == Standing(orders)


@pytest.mark.parametrize(
    "text",
    [
        "Please never block 5-6.",
        "Please do not let the fire spread to room 4.",
        "My standing orders used to be: block hatch 5-6.",
        "Next game I will have standing orders: block 5-6.",
    ],
)
def test_what_is_denied_or_of_another_time_is_no_order(text: str) -> None:
    assert read(text) is None


@pytest.mark.parametrize(
    "orders",
    [
        *(BLOCK, DEFENDS, SUFFERS, WISH),
        Orders(spread=(6, 3, 10)),
        Orders(keep=("grog", "coffee")),
        Orders(((5, 6), (8, 10)), (10, 1), False, ("engine_manual",), ("lucky_charm", "aqualung")),
    ],
    ids=lambda orders: " ".join(canonical.orders(orders)),
)
def test_what_the_bot_confirms_is_read_back_as_the_same(orders: Orders) -> None:
    assert read("\n".join(canonical.orders(orders))) == Standing(orders)


@pytest.mark.parametrize(
    "text",
    [
        "no standing orders",
        "Forget my standing orders.",
        "I withdraw all my standing orders, please.",
        "standing orders: none",
        "I have no standing orders any more",
    ],
)
def test_orders_are_taken_back(text: str) -> None:
    assert read(text) == Standing(Orders(), withdrawn=True)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "hello",
        "I use a grog. I defend.",
        "Block: 5-6. I pump for 3 minutes.",
        "block: 5-6. Never mind all that, I shall think it over again.",
        "block: 5-6 or whatever Bob likes",
        "I defend. No wait, I do not.",
        "I defend and I do not defend",
        "maybe I defend",
        "I defend my honour",
        "Bob defends",
        "keep the aqualung",
        "drop grog first",
        "For a hand limit drop the grog, keep the grog",
        "For a hand limit drop whatever is worst",
        "no standing orders any more. block: 5-6",
        "what are my standing orders?",
        "grog, coffee",
    ],
)
def test_anything_else_or_doubtful_is_none(text: str) -> None:
    assert read(text) is None


def test_two_alternatives_that_differ_give_none() -> None:
    assert read("block: 5-6", "block: 5-7") is None
