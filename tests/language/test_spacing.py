"""Two spaces are one, and questions point into the text as it was typed."""

from __future__ import annotations

from rednov_bot.language.accounts import Account
from rednov_bot.language.reading import read
from rednov_bot.language.spacing import places_of, single_spaced
from tests.language.samples import AUTHOR, PEOPLE


def test_two_spaces_behind_a_full_stop_are_one() -> None:
    assert single_spaced("I go to 5.  I pump.") == "I go to 5. I pump."


def test_a_line_typed_with_two_spaces_throughout_has_one() -> None:
    assert single_spaced("  I  go  to  5  and  pump.") == "  I go to 5 and pump."


def test_columns_of_a_table_stay_apart() -> None:
    row = "hatch to 5  entered  1"
    assert single_spaced(row) == row


def test_each_character_knows_where_it_was_typed() -> None:
    typed = "No.  I  stay."
    text = single_spaced(typed)
    assert [typed[at] for at in places_of(typed, text)] == list(text)


def test_a_question_points_into_the_text_as_it_was_typed() -> None:
    text = "Well.  I fix the engine for a few minutes."
    accounts: list[Account] = []
    reading = read(text, author=AUTHOR, people=PEOPLE, accounts=accounts)
    asked = reading.questions[0]
    assert text[asked.start : asked.end] == "I fix the engine for a few minutes"
    assert "I fix the engine for a few minutes" in [text[one.start : one.end] for one in accounts]
