"""The contest is changed (§1, §4; S05); games end, and the next ones begin (§21-§24)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from rednov_bot.core.errors import CannotChange, CannotStart
from rednov_bot.core.models import Draft
from rednov_bot.core.workflow.contest import changing, office
from tests.workflow.play import MASTER, Table, code_in, everything_public, flat, kinds, subject_of


def test_what_cannot_be_is_said_in_a_sentence_and_changes_nothing(table: Table) -> None:
    cases: tuple[tuple[Callable[..., Draft], Any, str, str], ...] = (
        (changing.add_axis, "x", "AXIS_EXISTS", "has the axis x already"),
        (changing.add_axis, " \n ", "NO_NAME", "say which"),
        (changing.add_axis, "Z" * 80, "NO_NAME", "say which"),
        (changing.remove_axis, "Q", "NO_SUCH_AXIS", "the axes are X and Y"),
        (changing.remove_axis, "y", "AXIS_IN_USE", "awards points along the axis Y"),
        (changing.set_contest, True, "AS_IT_IS", "is a contest already"),
        (changing.set_pot, -1, "POT", "whole number"),
        (changing.set_pot, 12, "AS_IT_IS", "12 already"),
        (changing.name_deputy, None, "AS_IT_IS", "no deputy"),
        (changing.name_deputy, MASTER, "IS_CONTESTMASTER", "name somebody else"),
        (changing.name_deputy, "Zed", "NO_SUCH_PERSON", "rednov.toml"),
        (changing.name_deputy, "Cat", "IS_A_GNOME", "gnome"),
    )
    before = table.do(office.contest)
    for asked, what, code, told in cases:
        with pytest.raises(CannotChange) as caught:
            table.do(asked, what)
        assert caught.value.code == code
        assert told in caught.value.reason
        assert str(caught.value).startswith("nothing was changed: ")
    assert table.news() == ()
    assert table.do(office.contest) == before


def test_a_gnome_who_was_killed_becomes_the_deputy_and_is_withdrawn(table: Table) -> None:
    table.arrange(gnomes={"Cat": {"fate": "killed", "minutes": 0, "at": 0}})
    for name in ("Cat", None):
        made = table.do(changing.name_deputy, name)
        table.reply(made.code, "approve")
        assert table.do(office.contest).deputy == name


def test_the_end_is_told_and_the_next_game_has_its_own_name_and_luck(table: Table) -> None:
    with pytest.raises(CannotStart):
        table.start()
    assert "Ann, Bob and Cat win" in flat(everything_public(table.ended()))
    assert table.position().ending is not None
    (asked,) = table.say("Fay", "I would like to join RN2, if I may.")
    answer = "Yes, I join Red November for RN2."
    told = table.write("Fay", answer, subject=f"Re: {subject_of(asked)}")
    assert "announces nothing" not in flat(told[0])
    made = table.start()
    table.reply(made.code, "approve")
    assert kinds(table.reply(made.code, "approve")) == ["desk"]  # begins none beside it
    first, second = table.read(lambda it: it.games())
    assert (first.tag, second.tag) == ("RN1", "RN2")
    one, other = table.read(lambda it: [it.secret(game.id) for game in (first, second)])
    assert one != other
    assert "is taken" in subject_of(table.say("Ann")[0])
    assert "RN1" not in flat(table.say("Bob")[1])


def test_a_turn_that_names_another_game_is_asked_about(table: Table) -> None:
    for heading, answer, taken in (
        ("My turn in RN2:", "It is for RN2.", False),
        ("My turn in RN2:", "yes, in RN2", False),
        ("My turn in RN2:", "No, in RN2: I take no action.", False),
        ("My turn in RN2:", "No, it is for the other game: I take no action.", False),
        ("My turn in RN2:", "I take no action.", False),
        ("My turn in rn2:", "yes", True),
        ("Turn 5 of RN02:", "Yes, in RN1.", True),
    ):
        (asked,) = table.say("Ann", f"{heading}\nI take no action.")
        assert "but RN1 is being played. Is this for RN1?" in flat(asked)
        told = table.write("Ann", answer, subject=f"Re: {subject_of(asked)}")
        assert ("is taken" in subject_of(told[0])) == taken, answer
        if taken:
            table.reply(code_in(told), "approve")
    (asked,) = table.say("Ann", "My discard in RN2:\nI discard a coffee.")
    assert "Is this for RN1?" in flat(asked)
