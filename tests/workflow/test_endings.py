"""The end of a game, the points due, and the next game (§21-§24)."""

from __future__ import annotations

from pathlib import Path

import pytest

from rednov_bot.core.errors import CannotStart
from tests.builders import Table
from tests.workflow.play import (
    arrange,
    begun,
    code_in,
    everything_public,
    kinds,
    open_codes,
    position,
    reply,
    say,
    start,
    subject_of,
    text_of,
    write,
)


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """Only Cat has a minute left."""
    table = begun(tmp_path)
    arrange(table, gnomes={"Ann": {"minutes": 0}, "Bob": {"minutes": 0}, "Cat": {"minutes": 2}})
    return table


def ended(table: Table) -> str:
    reply(table, code_in(say(table, "Cat")), "approve")
    code = code_in(say(table, "Cat"))
    return everything_public(reply(table, code, "approve"))


def test_the_end_is_told_and_the_next_game_has_its_own_name_and_luck(table: Table) -> None:
    with pytest.raises(CannotStart):
        start(table)
    assert "Ann, Bob and Cat win" in " ".join(ended(table).split())
    assert position(table).ending is not None
    news = say(table, "Cat")
    assert kinds(news) == ["receipt", "draft"]
    assert "No game is ongoing" in text_of(news[0])
    (asked,) = say(table, "Fay", "I would like to join RN2, if I may.")
    answer = "Yes, I join Red November for RN2."
    told = write(table, "Fay", answer, subject=f"Re: {subject_of(asked)}")
    assert "announces nothing" not in " ".join(text_of(told[0]).split())
    made = start(table)
    assert made.code in open_codes(table)
    reply(table, made.code, "approve")
    assert kinds(reply(table, made.code, "approve")) == ["desk"]  # begins none beside it
    with table.desk.db.transaction() as records:
        first, second = records.games()
        assert (first.tag, second.tag) == ("RN1", "RN2")
        assert records.secret(first.id) != records.secret(second.id)
    assert "is taken" in subject_of(say(table, "Ann")[0])
    assert "RN1" not in text_of(say(table, "Bob")[1])


def test_a_turn_that_names_another_game_is_asked_about(tmp_path: Path) -> None:
    table = begun(tmp_path)
    for heading, answer, taken in (
        ("My turn in RN2:", "It is for RN2.", False),
        ("My turn in RN2:", "yes, in RN2", False),
        ("My turn in RN2:", "No, in RN2: I take no action.", False),
        ("My turn in RN2:", "No, it is for the other game: I take no action.", False),
        ("My turn in RN2:", "I take no action.", False),
        ("My turn in rn2:", "yes", True),
        ("Turn 5 of RN02:", "Yes, in RN1.", True),
    ):
        (asked,) = say(table, "Ann", f"{heading}\nI take no action.")
        assert "but RN1 is being played. Is this for RN1?" in " ".join(text_of(asked).split())
        told = write(table, "Ann", answer, subject=f"Re: {subject_of(asked)}")
        assert ("is taken" in subject_of(told[0])) == taken, answer
        if taken:
            reply(table, code_in(told), "approve")
    (asked,) = say(table, "Ann", "My discard in RN2:\nI discard a coffee.")
    assert "Is this for RN1?" in " ".join(text_of(asked).split())
