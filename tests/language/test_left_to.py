"""A gnome leaves the choices of eir turn to the contestmaster, or to the die (rules 7.1, P1)."""

from __future__ import annotations

import pytest

from rednov_bot.engine.turn import NO_ORDERS, Orders
from rednov_bot.language import read
from rednov_bot.papers import Reading, TurnAct

PEOPLE = ("Ann", "Bob", "Pewterby")
TURN = "I open 5-6 and go in. I take no action."


def reading(text: str) -> Reading:
    return read(text, author="Ann", people=PEOPLE, master="Pewterby")


@pytest.mark.parametrize(
    ("words", "orders"),
    [
        ("If fire spreads, Pewterby decides.", Orders(else_spread="contestmaster")),
        ("Fire spreads: at random.", Orders(else_spread="random")),
        (
            "Should I have to choose a hatch, I leave it to Pewterby.",
            Orders(else_block="contestmaster"),
        ),
        (
            "If a hatch gets blocked: 5-6, else at random.",
            Orders(block=((5, 6),), else_block="random"),
        ),
        (
            "If the fire spreads: room 6, then room 3, else the contestmaster chooses.",
            Orders(spread=(6, 3), else_spread="contestmaster"),
        ),
        ("All choices at random.", Orders(else_block="random", else_spread="random")),
    ],
)
def test_a_choice_is_left_to_others_in_a_turn_and_apart_from_it(words: str, orders: Orders) -> None:
    (act,) = reading(f"{TURN} {words}").acts
    assert isinstance(act, TurnAct)
    assert act.turn.orders == orders
    assert reading(words).orders == orders


@pytest.mark.parametrize(
    "words",
    [
        "If fire spreads, Bob decides.",
        "If hatch 5-6 is blocked, I leave it to Pewterby.",
        "If fire spreads, Pewterby decides. Fire spreads: at random.",
    ],
)
def test_nobody_else_chooses_and_no_condition_of_a_turn_is_left_to_anybody(words: str) -> None:
    told = reading(f"{TURN} {words}")
    assert told.verdict != "acts"
    assert told.orders == NO_ORDERS


def test_two_choices_may_be_left_to_different_ones() -> None:
    (act,) = reading(f"{TURN} If fire spreads, Pewterby decides. Blocked hatch: at random.").acts
    assert isinstance(act, TurnAct)
    assert act.turn.orders == Orders(else_block="random", else_spread="contestmaster")


def test_what_is_left_to_others_beside_a_discard_is_asked_about() -> None:
    assert reading("I discard a grog. If fire spreads, Pewterby decides.").verdict == "ambiguous"
