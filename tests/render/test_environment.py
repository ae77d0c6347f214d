"""Folding keeps every word and the width; a fact that is missing is an error."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, strategies as st
from jinja2 import UndefinedError

from rednov_bot.games.red_november.render.environment import (
    WIDTH,
    environment,
    fold,
    paragraphs,
    render,
)

TEXT = st.lists(st.text("abc§", min_size=1, max_size=90), min_size=1, max_size=40)
INDENTS = st.sampled_from(["", "  ", "      ", "  40  "])


@given(TEXT, INDENTS, INDENTS)
def test_folding_keeps_the_words_and_the_width(words: list[str], lead: str, hang: str) -> None:
    lines = fold("  ".join(words), lead, hang).split("\n")

    said = " ".join([lines[0][len(lead) :], *[line[len(hang) :] for line in lines[1:]]])
    assert said == " ".join(words)
    for line in lines:
        assert len(line) <= WIDTH or " " not in line[6:].strip()


@given(TEXT)
def test_no_line_could_have_taken_the_next_word(words: list[str]) -> None:
    lines = fold(" ".join(words)).split("\n")

    for line, following in pairwise(lines):
        assert len(line) + 1 + len(following.split()[0]) > WIDTH


def test_paragraphs_stay_apart() -> None:
    assert paragraphs("one\ntwo\n\n\n\nthree\n") == "one two\n\nthree\n"


def test_a_missing_fact_is_an_error() -> None:
    with pytest.raises(UndefinedError, match="letterhead"):
        render("membership", name="Dot", event="joins", contestants=())


def test_a_misspelt_fact_of_a_fact_is_an_error() -> None:
    template = environment().from_string("{{ one.gnoem }}")

    with pytest.raises(UndefinedError):
        template.render(one=object())


def test_a_template_is_compiled_once() -> None:
    assert environment() is environment()
    assert environment().get_template("draft.txt.j2") is environment().get_template("draft.txt.j2")
