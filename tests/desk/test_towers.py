"""Towers of marks on one letter take nobody's time."""

from __future__ import annotations

import pytest

from rednov_bot.desk.trust.copies import HIGHEST, torn_down

MARKS = "\u0301\u0316"
TOWER = MARKS * HIGHEST


@pytest.mark.parametrize("text", ["I open 5-8.", "Ágnes a\u0301", f"a{MARKS * 49}b{MARKS * 49}"])
def test_what_people_write_is_left_as_it_is(text: str) -> None:
    assert torn_down(text) == text


def test_a_tower_is_torn_down_and_its_letter_stays() -> None:
    text = f"I a{TOWER}ct, e\u0301 and b{TOWER}."
    assert torn_down(text) == "I act, e\u0301 and b."
