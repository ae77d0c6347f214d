"""Sums that an announcement states are comments; suppositions and questions are none (A18, A19)."""

from __future__ import annotations

import pytest

from rednov_bot.games.red_november.reader.sums import sums, without_sums


@pytest.mark.parametrize(
    "text",
    [
        "I take no action if that leaves me 38 minutes.",
        "I take no action unless it costs 3 minutes.",
        "I take no action. Does that leave me 38 minutes?",
        "I fix the engine for 3 minutes.",
        "I give the 2 grogs left in my hand to Bob.",
    ],
)
def test_what_is_supposed_asked_or_done_is_no_sum(text: str) -> None:
    assert sums(text) == ()
    assert without_sums(text) == text


@pytest.mark.parametrize(
    ("said", "number"),
    [
        (", so I have 12 minutes left.", 12),
        (" (1 minute).", 1),
        (". Total: 5 minutes.", 5),
        (". I am now at minute 30.", 30),
    ],
)
def test_a_sum_is_cut_from_what_is_read(said: str, number: int) -> None:
    text = f"I take no action{said}"
    assert [one.number for one in sums(text)] == [number]
    assert without_sums(text) == "I take no action."
