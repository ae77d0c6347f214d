"""The end of a game, the points due, and the next game (§21-§24)."""

from __future__ import annotations

from pathlib import Path

import pytest

from rednov_bot.errors import CannotStart
from tests.builders import Table
from tests.desk.play import (
    arrange,
    begin,
    begun,
    code_in,
    draft,
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


def test_the_end_is_told_with_the_points_that_are_due(table: Table) -> None:
    public = ended(table)
    assert position(table).ending is not None
    assert "Ann, Bob and Cat win" in " ".join(public.split())
    assert "4 Y" in public


def test_x_points_of_a_repair_are_in_the_text(table: Table) -> None:
    arrange(table, gnomes={"Bob": {"at": 1, "minutes": 22}})
    code = code_in(say(table, "Bob", "I fix the engine for 10 minutes."))
    assert "2 X" in everything_public(reply(table, code, "approve"))


def test_after_the_end_no_turn_is_taken(table: Table) -> None:
    ended(table)
    news = say(table, "Cat")
    assert kinds(news) == ["receipt", "draft"]
    assert "No game is ongoing" in text_of(news[0])


def test_the_next_game_has_its_own_name_luck_and_end(table: Table) -> None:
    ended(table)
    begin(table)
    with table.desk.ledger.transaction() as records:
        first, second = records.games()
        assert (first.tag, second.tag) == ("RN1", "RN2")
        assert records.secret(first.id) != records.secret(second.id)
    assert "is taken" in subject_of(say(table, "Ann")[0])
    assert "RN1" not in text_of(say(table, "Bob")[1])


@pytest.mark.parametrize(
    ("heading", "answer", "taken"),
    [
        ("My turn in rn2:", "yes", True),
        ("Turn 5 of RN02:", "yes", True),
        ("My turn in RN2:", "Yes, in RN1.", True),
        ("My turn in RN2:", "It is for RN2.", False),
        ("My turn in RN2:", "yes, in RN2", False),
        ("My turn in RN2:", "No, in RN2: I take no action.", False),
        ("My turn in RN2:", "No, it is for the other game: I take no action.", False),
        ("My turn in RN2:", "I take no action.", False),
    ],
)
def test_a_turn_that_names_another_game_is_asked_about(
    tmp_path: Path, heading: str, answer: str, taken: bool
) -> None:
    table = begun(tmp_path)
    (asked,) = say(table, "Ann", f"{heading}\nI take no action.")
    assert "but RN1 is being played. Is this for RN1?" in " ".join(text_of(asked).split())
    told = write(table, "Ann", answer, subject=f"Re: {subject_of(asked)}")
    assert ("is taken" in subject_of(told[0])) == taken


@pytest.mark.parametrize(
    ("answers", "taken"),
    [
        (["2 minutes", "yes"], False),
        (["yes", "2 minutes"], False),
        (["For RN1: I fix the engine for 2 minutes.", "yes"], True),
    ],
)
def test_what_completes_such_a_turn_says_which_game_it_is(
    tmp_path: Path, answers: list[str], taken: bool
) -> None:
    table = begun(tmp_path)
    (asked,) = say(table, "Ann", "My turn in RN2: I fix the engine.")
    assert "Is this for RN1?" in " ".join(text_of(asked).split())
    for answer in answers:
        asked, *_ = write(table, "Ann", answer, subject=f"Re: {subject_of(asked)}")
    assert kinds([asked]) == ["receipt" if taken else "question"]  # from room 3 it has no effect


def test_who_joins_may_name_the_next_game(tmp_path: Path) -> None:
    table = begun(tmp_path, contestants=("Ann", "Bob", "Cat", "Dan"))
    (asked,) = say(table, "Fay", "I would like to join RN2, if I may.")
    answer = "Yes, I join Red November for RN2."
    told = write(table, "Fay", answer, subject=f"Re: {subject_of(asked)}")
    assert "announces nothing" not in " ".join(text_of(told[0]).split())


def test_a_discard_that_names_another_game_is_asked_about(tmp_path: Path) -> None:
    (asked,) = say(begun(tmp_path), "Ann", "My discard in RN2:\nI discard a coffee.")
    assert "Is this for RN1?" in " ".join(text_of(asked).split())


@pytest.mark.parametrize(
    "words",
    [
        "My turn in RN1:\nI take no action.",
        "My turn in RN1, not RN2:\nI take no action.",
        "I take no action.\n\nhttps://example.org/RN2/rules",
    ],
)
def test_a_turn_that_names_the_game_being_played_is_not_asked_which_it_means(
    tmp_path: Path, words: str
) -> None:
    news = say(begun(tmp_path), "Ann", words)
    assert "Is this for" not in text_of(news[0])


def test_the_next_game_waits_for_the_end_of_the_first(table: Table) -> None:
    with pytest.raises(CannotStart):
        start(table)
    ended(table)
    assert start(table).code in open_codes(table)


def test_an_old_opening_does_not_begin_a_game_beside_another(table: Table) -> None:
    ended(table)
    made = start(table)
    reply(table, made.code, "approve")
    assert kinds(reply(table, made.code, "approve")) == ["desk"]
    assert draft(table, made.code).kind == "opening"


def test_with_reveal_at_end_the_last_resolution_tells_the_hands(tmp_path: Path) -> None:
    table = begun(tmp_path, options={"reveal_at_end": "on"})
    gnomes = {"Ann": {"minutes": 0}, "Bob": {"minutes": 0}, "Cat": {"minutes": 1}}
    arrange(table, gnomes=gnomes, hands={"Ann": ("lucky_charm",)}, deck=["respite"])
    public = everything_public(reply(table, code_in(say(table, "Cat")), "approve"))
    assert "lucky charm" in public
