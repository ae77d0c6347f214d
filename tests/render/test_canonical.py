"""A turn in plain words, a sentence a step."""

from __future__ import annotations

import pytest

from rednov_bot.games.red_november.render.canonical import action, announcement, heard, step
from rednov_bot.games.red_november.rules.turn import (
    Action,
    Escape,
    Open,
    Orders,
    Through,
    Turn,
    Use,
)
from tests.render.samples import escaping


def test_a_turn_with_everything() -> None:
    assert announcement(escaping()) == (
        "I use a fire extinguisher.\n"
        "I open the hatch to room 8 and stay where I am.\n"
        "I open hatch 5-7 and go in.\n"
        "I spend 4 minutes extinguishing the fire.\n"
        "After that I use a coffee.\n"
        "If that fails, I use a grog and open the hatch to room 9 and go in.\n"
        "If a hatch must be blocked: 5-6, then 5-7.\n"
        "If the fire spreads: room 6, then room 3.\n"
        "If I am attacked, I defend myself."
    )


@pytest.mark.parametrize(
    ("taken", "said"),
    [
        (
            Action("unblock_hatch", 3, hatch=Through(to=6)),
            "I spend 3 minutes unblocking the hatch to room 6.",
        ),
        (Action("fix_engine"), "I fix the engine."),
        (Action("gain_items", 1), "I spend 1 minute drawing 1 item."),
        (Action("gain_grog", 2), "I spend 2 minutes taking 2 grogs."),
        (Action("give_items", 1, recipient="Bob", give=("grog",)), "I give a grog to Bob."),
        (Action("give_items", 1, recipient="Bob", give_count=2), "I give 2 items to Bob."),
        (Action("give_items", 1, recipient="Bob", give=()), "I give no items to Bob."),
        (Action("abandon"), "I abandon my comrades."),
    ],
    ids=lambda one: one if isinstance(one, str) else "",
)
def test_an_action_says_what_it_is_done_to(taken: Action, said: str) -> None:
    assert action(taken) == said


def test_the_sea_is_gone_out_to() -> None:
    assert step(Open(Through(to=11), True)) == "I open the hatch to the sea and go out."
    assert step(Open(Through(to=11, near=6), True)) == "I open hatch 6-sea and go out."
    assert step(Use("aqualung")) == "I use an aqualung."


def test_the_list_hears_of_no_tile_that_nobody_sees_used() -> None:
    flight = Escape(Open(Through(9), enter=True), ("aqualung",))
    gift = Action("give_items", recipient="Bob", give=("coffee", "crowbar"))
    wishes = Orders(spread=(6,), drop=("grog",), keep=("toolbox",))
    steps = (Use("water_pump"), Use("toolbox"))
    turn = Turn("Ann", steps, gift, after=(Use("coffee"),), escape=flight, orders=wishes)
    told = "I give 2 items to Bob."
    fled = "If that fails, I use an aqualung and open the hatch to room 9 and go in."
    orders = "If the fire spreads: room 6."
    assert heard(turn, ()) == f"{told} {orders}"
    assert heard(turn, ("aqualung", "toolbox")) == f"I use a toolbox. {told} {fled} {orders}"
    assert heard(turn, ("toolbox",), ruled=True) == f"I use a toolbox. {told}"
