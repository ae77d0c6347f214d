"""Each gnome is told how every tile of their hand came or went (§6, A50, A68)."""

from __future__ import annotations

from typing import get_args

import pytest

from rednov_bot.games.red_november import datasets
from rednov_bot.games.red_november.render.private_pages import hand_story
from rednov_bot.games.red_november.render.sentences import DEATH_CLAUSES, Scene, sentence
from rednov_bot.games.red_november.rules import events as ev
from rednov_bot.games.red_november.rules.words import Cause, Item

BOARD = datasets.load("standard").board


def told(*events: ev.Event, held: tuple[Item, ...] = (), name: str = "Ann") -> str:
    return " ".join(hand_story(events, name, held, BOARD))


def test_a_gift_is_told_to_both_and_to_nobody_else() -> None:
    gift = (ev.GiftMade("Ann", "Bob", 2), ev.GiftReceived("Bob", "Ann", ("grog", "grog")))
    assert told(*gift, held=("grog", "grog")) == "You give Bob 2 grogs."
    assert told(*gift, name="Bob") == "From Ann you get 2 grogs."
    assert told(*gift, name="Cat") == ""


def test_the_slain_are_told_what_was_taken_from_them() -> None:
    said = told(
        ev.GiftReceived("Bob", "Ann", ("grog",)),
        ev.Killed("Ann", "slain", 7),
        ev.HandDropped("Ann", to_discards=True),
        held=("grog",),
    )
    assert said == "Bob takes from you a grog. You are slain in room 7 (Missile Control)."


@pytest.mark.parametrize(
    ("to_discards", "words"), [(True, "goes to the discards"), (False, "leaves the game")]
)
def test_the_killed_are_told_how_and_where_their_items_go(to_discards: bool, words: str) -> None:
    said = told(
        ev.ItemUsed("Ann", "grog", 0, 1),
        ev.ItemsReceived("Ann", ("aqualung",), "marker"),
        ev.Killed("Ann", "asleep_in_flood", 5),
        ev.HandDropped("Ann", to_discards=to_discards),
        held=("grog", "crowbar"),
    )
    assert said == (
        "You use up a grog. You come by an aqualung. Asleep in room 5, you drown (§16d). What you "
        f"held, a crowbar and an aqualung, {words}; the list is not told what it was."
    )


def test_a_replaced_gnome_is_told_of_the_death_before_the_items() -> None:
    said = told(
        ev.HandDropped("Ann", to_discards=True),
        ev.GnomeReplaced("Ann", 3, "fire"),
        ev.ItemsReceived("Ann", ("coffee",), "marker"),
        held=("grog",),
    )
    assert said == (
        "You are killed by the fire in your room; another gnome of your name stumbles out of "
        "hiding in room 3, sober and empty-handed. What you held, a grog, goes to the discards; "
        "the list is not told what it was. You come by a coffee."
    )


@pytest.mark.parametrize("cause", get_args(Cause))
def test_a_death_is_carried_by_the_same_clause_everywhere(cause: Cause) -> None:
    killed = ev.Killed("Ann", cause, 5)
    for said in (told(killed), sentence(killed, Scene(BOARD))):
        assert (f"({DEATH_CLAUSES[cause]})" in said) == (cause != "slain")
        assert ("(" in said) == (cause != "slain")
