"""An announcement that is taken back stands all the same, and its author is told so (§9)."""

from __future__ import annotations

from pathlib import Path

import pytest

from rednov_bot.engine.gamestate import Limit
from tests.desk.play import (
    arrange,
    begun,
    hand,
    kinds,
    only,
    position,
    say,
    subject_of,
    text_of,
    write,
)
from tests.desk.test_answers_to_choices import flat

WITHDRAWALS = ["I withdraw my turn.", "I retract my last turn.", "I take my turn back."]


@pytest.mark.parametrize("text", WITHDRAWALS)
def test_who_withdraws_a_turn_is_told_that_it_stands_and_who_may_say_otherwise(
    tmp_path: Path, text: str
) -> None:
    table = begun(tmp_path)
    say(table, "Ann")
    news = say(table, "Ann", text)
    assert sorted(kinds(news)) == ["draft", "receipt"]
    told = flat(text_of(only(news, "receipt")))
    assert "An announcement cannot be taken back or changed by another one" in told
    assert "Pewterby sees what you wrote" in told
    assert "announce all of it" not in told
    assert position(table).pending == "Ann"


@pytest.mark.parametrize("text", WITHDRAWALS)
def test_a_withdrawal_of_what_is_resolved_is_told_that_it_stands(tmp_path: Path, text: str) -> None:
    table = begun(tmp_path)
    news = say(table, "Ann", text)
    assert kinds(news) == ["question"]
    told = flat(text_of(news[0]))
    assert "An announcement cannot be taken back by another one; it stands as it was made." in told
    assert "If something should be done about it all the same, ask Pewterby" in told
    assert "not understood" not in told
    assert "announce all of it" not in told
    assert "takes nothing back" in subject_of(news[0])


def test_a_private_withdrawal_is_told_the_same(tmp_path: Path) -> None:
    table = begun(tmp_path)
    told = flat(text_of(only(write(table, "Ann", WITHDRAWALS[0]), "question")))
    assert "it stands as it was made" in told
    assert "Mail the whole of it again" not in told


def test_a_withdrawal_with_something_doubtful_beside_it_is_asked_about(tmp_path: Path) -> None:
    table = begun(tmp_path)
    text = "I withdraw my turn. I fix the thing for 5 minutes."
    told = flat(text_of(only(say(table, "Ann", text), "question")))
    assert "could not be understood for certain" in told
    assert "it stands as it was made" in told
    assert "Please announce all of it again, in one mail" in told


@pytest.mark.parametrize(
    "text",
    [
        "I take back my turn. I discard a grog.",
        "I discard a grog. I retract my turn.",
        "I withdraw my last turn.\n\nIn return I give Bob a grog.",
    ],
)
def test_a_withdrawal_beside_an_act_is_not_told_that_nothing_need_be_announced(
    tmp_path: Path, text: str
) -> None:
    table = begun(tmp_path)
    arrange(table, hands={"Ann": ("grog", "coffee")}, limits={"Ann": Limit(1)})
    told = flat(text_of(only(say(table, "Ann", text), "question")))
    assert "nothing in it has any effect" in told
    assert "Please announce all of it again, in one mail" in told
    assert hand(table, "Ann") == ["coffee", "grog"]
