from __future__ import annotations

import pytest

from rednov_bot.language import read
from rednov_bot.papers import Reading
from tests.language.samples import AUTHOR, PEOPLE

TURN = "I open the hatch to 5, enter it and pump for six minutes."


def heard(text: str) -> Reading:
    return read(text, author=AUTHOR, people=PEOPLE)


@pytest.mark.parametrize(
    "remark",
    [
        "Don't put that in the log before I've asked my sister.",
        "My cousin must have typed that on my phone.",
        "I might see it otherwise after breakfast, so don't count on it.",
        "That is what a wiser gnome would do, at any rate.",
        "Let somebody else choose how many minutes.",
    ],
)
def test_a_remark_like_what_shakes_a_turn_is_asked_about(remark: str) -> None:
    assert heard(f"{TURN} {remark}").verdict == "ambiguous"


@pytest.mark.parametrize(
    "remark",
    [
        "My aunt knits socks for the whole crew.",
        "The soup is getting cold, and so am I.",
        "I was standing at the pumps already.",
        "Somebody ought to paint the galley.",
    ],
)
def test_a_remark_about_something_else_is_passed_over(remark: str) -> None:
    assert heard(f"{TURN} {remark}") == heard(TURN)
    assert heard(f"{remark} {TURN}") == heard(TURN)


def test_a_sample_is_what_it_is_said_to_be() -> None:
    assert heard(f"{TURN} Then I woke up.").verdict == "ambiguous"
    assert heard(f"{TURN} I never left the room.") == heard(TURN)
