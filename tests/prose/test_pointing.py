"""What is asked about is marked in the gnome's own line, whatever it is written in."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from rednov_bot.papers import Question
from rednov_bot.prose.pointing import Shown, pointed

LONG = (
    "Dear all, after a night without sleep and with a heavy heart I walk over to the pumps and "
    "fix the zounds for 5 minutes, whatever the captain may say about it when e wakes at last."
)


def shown(text: str, words: str, *, at: int | None = None) -> tuple[Shown, ...]:
    start = text.index(words) if at is None else at
    return pointed(text, Question(" ".join(words.split()), "?", start, start + len(words)))


def marked(row: Shown) -> str:
    """What the marks stand under, where every character has one column."""
    return row[0][row[1].index("^") : len(row[1])]


def test_words_in_a_short_line_are_marked_where_they_stand() -> None:
    (row,) = shown("Hello.\nI fix the zounds.\nBye.", "the zounds")
    assert row == ("I fix the zounds.", "      ^^^^^^^^^^")


@pytest.mark.parametrize("words", ["Dear all", "the zounds for 5", "wakes at last.", "heavy heart"])
def test_a_long_line_is_cut_around_the_words_at_blanks(words: str) -> None:
    ((line, marks),) = shown(LONG, words)
    assert marked((line, marks)) == words
    assert len(line) <= 70
    inner = line.removeprefix("... ").removesuffix(" ...")
    assert f" {inner} " in f" {LONG} "
    assert line.startswith("... ") == (not LONG.startswith(inner))
    assert line.endswith(" ...") == (not LONG.endswith(inner))


def test_words_longer_than_a_line_are_shown_alone_and_marked_whole() -> None:
    rows = shown(LONG, LONG)
    assert " ".join(line for line, _ in rows) == LONG
    assert all(len(line) == len(marks) <= 70 and set(marks) == {"^"} for line, marks in rows)


def test_of_words_over_many_lines_the_first_and_the_last_are_shown() -> None:
    text = "\n".join(f"I fix the zounds {n}" for n in range(9))
    rows = shown(text, text)
    assert [line for line, _ in rows] == [
        "I fix the zounds 0",
        "I fix the zounds 1",
        "I fix the zounds 2",
        "...",
        "I fix the zounds 8",
    ]


def test_words_that_go_over_a_line_end_are_marked_in_both_lines() -> None:
    rows = shown("I spend a bit\n  fixing the pumps today", "a bit\n  fixing the pumps")
    assert rows == (
        ("I spend a bit", "        ^^^^^"),
        ("fixing the pumps today", "^^^^^^^^^^^^^^^^"),
    )


def test_wide_characters_take_two_columns_and_combining_marks_none() -> None:
    text = "天火狐: I fi\u0301x the zounds"
    ((line, marks),) = shown(text, "zounds")
    assert line == text
    assert marks == " " * 18 + "^" * 6
    ((_, marks),) = shown(text, "天火狐")
    assert marks == "^" * 6


def test_tabs_and_unseen_characters_do_not_move_the_marks() -> None:
    assert shown("I\tfix\u200b the \u202ezounds\x07", "zounds") == (
        ("I fix the zounds", "          ^^^^^^"),
    )


def test_a_question_whose_place_is_wrong_is_marked_where_its_words_are_found() -> None:
    text = "I fix the zounds."
    assert pointed(text, Question("zounds", "?", 0, 5)) == shown(text, "zounds")
    assert pointed(text, Question("zounds", "?")) == shown(text, "zounds")
    assert pointed("zounds, zounds", Question("zounds", "?")) == ()
    assert pointed("nothing", Question("zounds", "?", 0, 5)) == ()
    assert pointed(text, Question("", "?")) == ()


@given(st.text(max_size=300), st.data())
def test_any_words_of_any_text_are_shown_within_the_width(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    words = " ".join(text[start:end].split())
    for line, marks in pointed(text, Question(words, "?", start, end)):
        assert len(line) <= 170
        assert len(marks) <= 70
        assert line.isprintable()
        assert set(marks) <= {" ", "^"}
        assert line == line.strip() or line == line.rstrip()
