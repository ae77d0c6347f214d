"""Folding keeps every word and the width; a fact that is missing is an error."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st
from jinja2 import UndefinedError

from rednov_bot.games.red_november.render.environment import WIDTH, fold, render

TEXT = st.lists(st.text("abc§", min_size=1, max_size=90), min_size=1, max_size=40)
INDENTS = st.sampled_from(["", "  ", "      ", "  40  "])


@given(TEXT, INDENTS, INDENTS)
def test_folding_keeps_the_words_and_the_width(words: list[str], lead: str, hang: str) -> None:
    lines = fold("  ".join(words), lead, hang).split("\n")
    said = " ".join([lines[0][len(lead) :], *[line[len(hang) :] for line in lines[1:]]])
    assert said == " ".join(words)
    for line in lines:
        assert len(line) <= WIDTH or " " not in line[6:].strip()


def test_a_missing_fact_is_an_error() -> None:
    with pytest.raises(UndefinedError, match="letterhead"):
        render("membership", name="Dot", event="joins", contestants=())
