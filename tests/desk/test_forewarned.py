"""A check of a turn warns of what is certain, and of nothing else (rules.md 3.3)."""

from __future__ import annotations

from pathlib import Path

import pytest

from rednov_bot.engine.words import SEA
from tests.builders import Table
from tests.desk.play import arrange, begun, code_in, only, position, reply, say, text_of, write


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return begun(tmp_path)


def checked(table: Table, text: str) -> str:
    return text_of(only(write(table, "Ann", text), "receipt"))


def test_a_check_without_danger_has_nothing_to_mind(table: Table) -> None:
    assert "Please note:" not in checked(table, "I open 5-6, go in; no action.")


def test_a_check_warns_of_a_certain_death_and_the_turn_brings_it(table: Table) -> None:
    arrange(table, gnomes={"Ann": {"at": SEA}})
    told = checked(table, "I take no action.")
    assert "Please note:" in told
    assert "You would be killed: you would end the turn outside" in " ".join(told.split())
    assert max(len(line) for line in told.split("\n")) <= 72
    reply(table, code_in(say(table, "Ann", "I take no action.")), "approve")
    assert position(table).gnome("Ann").fate == "killed"


def test_a_check_tells_what_would_lose_the_sub(table: Table) -> None:
    behind = {"minutes": 20}
    arrange(table, gnomes={"Bob": behind, "Cat": behind}, tokens=(("crushed", 39),))
    told = " ".join(checked(table, "I take no action.").split())
    assert "all gnomes would have passed Crushed! at 39 (§21)" in told


def test_a_check_of_a_deadly_fight_that_may_save_the_sub_speaks_of_the_death_alone(
    table: Table,
) -> None:
    behind = {"minutes": 3}
    gnomes = {"Ann": {"at": SEA, "minutes": 31}, "Bob": behind, "Cat": behind}
    arrange(table, gnomes=gnomes, tokens=(("kraken", 5),))
    fight = "I fight the Kraken for 10 minutes."
    told = checked(table, fight)
    assert "You would be killed" in told
    assert "The sub would be lost" not in told
    reply(table, code_in(say(table, "Ann", fight)), "approve")
    assert position(table).gnome("Ann").fate == "killed"
    assert (position(table).tokens, position(table).ending) == ((), None)


def test_a_check_tells_nothing_of_what_the_deck_holds(table: Table) -> None:
    gnomes = {"Ann": {"minutes": 37}}
    arrange(table, gnomes=gnomes, deck=["turbulence"], hands={"Ann": ("grog",) * 8}, pressure=9)
    with_limit = checked(table, "I take no action.")
    arrange(table, gnomes=gnomes, deck=["fast_descent"])
    assert checked(table, "I take no action.") == with_limit
    assert "Please note:" not in with_limit
