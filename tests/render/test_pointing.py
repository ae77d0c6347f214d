"""What is asked about is marked in the gnome's own line, whatever it is written in."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from rednov_bot.core.render.answers import Shown, pointed

LONG = (
    "Dear all, after a night without sleep and with a heavy heart I walk over to the pumps and "
    "fix the zounds for 5 minutes, whatever the captain may say about it when e wakes at last."
)


def marked(row: Shown) -> str:
    """What the marks stand under, where every character has one column."""
    return row[0][row[1].index("^") : len(row[1])]


@pytest.mark.parametrize("words", ["Dear all", "the zounds for 5", "wakes at last.", "heavy heart"])
def test_a_long_line_is_cut_around_the_words_at_blanks(words: str) -> None:
    ((line, marks),) = pointed(LONG, words)
    assert marked((line, marks)) == words
    assert len(line) <= 70
    inner = line.removeprefix("... ").removesuffix(" ...")
    assert f" {inner} " in f" {LONG} "
    assert line.startswith("... ") == (not LONG.startswith(inner))
    assert line.endswith(" ...") == (not LONG.endswith(inner))


def test_wide_characters_take_two_columns_and_combining_marks_none() -> None:
    text = "天火狐: I fi\u0301x the zounds"
    ((line, marks),) = pointed(text, "zounds")
    assert line == text
    assert marks == " " * 18 + "^" * 6
    ((_, marks),) = pointed(text, "天火狐")
    assert marks == "^" * 6


def test_words_that_stand_nowhere_or_twice_are_not_marked() -> None:
    assert pointed("zounds, zounds", "zounds") == ()
    assert pointed("nothing", "zounds") == ()
    assert pointed("I fix the zounds.", "") == ()


@given(st.text(max_size=300), st.data())
def test_any_words_of_a_line_are_shown_within_the_width(text: str, data: st.DataObject) -> None:
    line = data.draw(st.sampled_from(text.split("\n")))
    start = data.draw(st.integers(0, len(line)))
    words = line[start : data.draw(st.integers(start, len(line)))]
    for row, marks in pointed(text, words):
        assert len(row) <= 170
        assert len(marks) <= 70
        assert row.isprintable()
        assert set(marks) <= {" ", "^"}
        assert row == row.strip() or row == row.rstrip()
