from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from rednov_bot.language import read
from rednov_bot.language.phrases import places_of, rows_in
from rednov_bot.papers import Reading
from tests.language.samples import AUTHOR, PEOPLE

TURNS: Final = (
    "I open the hatch to 5, enter it and pump for six minutes.",
    "My turn: I use a toolbox and fix the engine for six minutes.",
)
FILE: Final = Path(__file__).with_name("thoughts.lines")


def lines(section: str) -> list[str]:
    """The lines of one section of thoughts.lines."""
    text = FILE.read_text(encoding="utf-8").split(f"[{section}]\n")[1]
    return [line for line in text.split("\n[")[0].splitlines() if line]


def heard(text: str) -> Reading:
    return read(text, author=AUTHOR, people=PEOPLE)


@pytest.mark.parametrize("line", lines("asked about"))
def test_a_second_thought_is_asked_about(line: str) -> None:
    for turn in TURNS:
        assert heard(f"{turn} {line}").verdict == "ambiguous"
        assert heard(f"{turn}\n\n{line}").verdict == "ambiguous"


@pytest.mark.parametrize("line", lines("harmless"))
def test_what_only_sounds_like_a_second_thought_is_passed_over(line: str) -> None:
    for turn in TURNS:
        assert heard(f"{turn} {line}") == heard(turn)
        assert heard(f"{turn}\n\n{line}") == heard(turn)


def test_a_second_thought_about_an_earlier_mail_takes_nothing_back() -> None:
    assert heard(f"Forget what I wrote.\n\n{TURNS[0]}").verdict == "acts"


def test_a_thought_about_the_whole_mail_may_stand_before_the_turn() -> None:
    assert heard(f"Consider this provisional.\n\n{TURNS[0]}").verdict == "ambiguous"


def test_a_condition_is_not_idle_where_its_sentence_does_something() -> None:
    assert heard("If anyone asks, I open 5-8.").verdict == "ambiguous"


def test_the_question_names_the_words() -> None:
    questions = heard(f"{TURNS[0]} Oh, and don't hold me to it.").questions
    assert [question.words for question in questions] == ["don't hold me to it"]


def test_a_plain_turn_holds_no_row() -> None:
    plain = "i open the hatch to 5, enter it and pump for six minutes."
    assert [row for row in rows_in(plain) if list(row.spans(plain, {}))] == []


def test_wordings_stand_at_the_same_places_whether_looked_for_by_their_first_words_or_not() -> None:
    text = "never mind all that.  scrap that, i mean it; dealer's choice, as i said. " * 20
    rows = rows_in(text)
    found = [list(row.spans(text, places_of(text, rows))) for row in rows]
    assert any(found)
    assert found == [list(row.spans(text, {})) for row in rows]
