"""The contest is changed (§1, §4; S05); games end, and the next ones begin (§21-§24)."""

from __future__ import annotations

import pytest

from rednov_bot.core.contest import Change
from rednov_bot.core.errors import CannotChange, CannotStart
from rednov_bot.core.workflow import changes, office
from tests.workflow.play import MASTER, Table, code_in, everything_public, flat, kinds, subject_of


def test_what_cannot_be_is_said_in_a_sentence_and_changes_nothing(table: Table) -> None:
    cases: tuple[tuple[Change, str, str, str], ...] = (
        ("axis added", "x", "AXIS_EXISTS", "has the axis x already"),
        ("axis added", " \n ", "NO_NAME", "say which"),
        ("axis added", "Z" * 80, "NO_NAME", "say which"),
        ("axis removed", "Q", "NO_SUCH_AXIS", "the axes are X and Y"),
        ("axis removed", "y", "AXIS_IN_USE", "awards points along the axis Y"),
        ("contest", "on", "AS_IT_IS", "is a contest already"),
        ("pot", "-1", "POT", "whole number"),
        ("pot", "12", "AS_IT_IS", "12 already"),
        ("deputy", "", "AS_IT_IS", "no deputy"),
        ("deputy", MASTER, "IS_CONTESTMASTER", "name somebody else"),
        ("deputy", "Zed", "NO_SUCH_PERSON", "rednov.toml"),
        ("deputy", "Cat", "IS_A_GNOME", "gnome"),
    )
    before = table.do(office.contest)
    for what, value, code, told in cases:
        with pytest.raises(CannotChange) as caught:
            table.do(changes.change, what, value)
        assert caught.value.code == code
        assert told in caught.value.reason
        assert str(caught.value).startswith("nothing was changed: ")
    assert table.news() == ()
    assert table.do(office.contest) == before


def test_a_gnome_who_was_killed_becomes_the_deputy_and_is_withdrawn(table: Table) -> None:
    table.arrange(gnomes={"Cat": {"fate": "killed", "minutes": 0, "at": 0}})
    for name in ("Cat", ""):
        made = table.do(changes.change, "deputy", name)
        table.reply(made.code, "approve")
        assert table.do(office.contest).deputy == (name or None)


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
