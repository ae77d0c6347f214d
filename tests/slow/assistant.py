"""A real llama.cpp server helps the reader, as far as a very small model can: `make slow`.

No name of a test file, so that `make test` does not find it.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from rednov_bot.core.models import Reading
from rednov_bot.core.settings import ReadingSettings
from rednov_bot.core.transport.completions import Completions
from rednov_bot.games.red_november.reader.assistant import helped, may_help, prompt, understood
from rednov_bot.games.red_november.reader.reading import read
from rednov_bot.games.red_november.reader.samples import meaning_of
from tests.reader.test_letters import message
from tests.rigs.llama import KEY, Llama

PEOPLE = ("Ann", "Bob")
PUMPS = (
    "Right, the oxygen pumps. I was going to sleep, but no: toolbox out, and I tinker with the "
    "thing for, say, 5 minutes."
)
BEYOND_IT = (
    (
        "Three things I collect, 8 is where, and I am there once I have gone through the hatch.",
        "go 8 => gain_items 3",
    ),
    (
        "Seven it is, by way of 5. There I have a word with the rocket, four minutes of words, "
        "toolbox in hand.",
        "go 5; go 7; toolbox => stop_missile 4",
    ),
    (
        "Right, the missile. Toolbox out, and I tinker with the thing for, say, 6 minutes.",
        "toolbox => stop_missile 6",
    ),
)
"""Mails that so small a model rewrites with things that they do not say, and what they mean."""


@pytest.fixture(scope="module")
def llama() -> Iterator[Llama]:
    with Llama() as server:
        yield server


def asking(llama: Llama, *, key: str | None = KEY, seconds: int = 120) -> Completions:
    given = ReadingSettings(assistant=llama.url, model="smollm2", key=key, seconds=seconds)
    return Completions(given, prompt)


def before_and_after(llama: Llama, text: str) -> tuple[Reading, str, Reading]:
    """The reader's own reading, what the model answered, and what is asked with its help."""
    reading = read(text, author="Ann", people=PEOPLE)
    assert may_help(reading)
    answer = asking(llama).ask(text, lambda: None)
    return reading, answer, helped(reading, message(text), answer, PEOPLE, "Red November")


def test_what_it_understands_is_proposed(llama: Llama) -> None:
    before, answer, after = before_and_after(llama, PUMPS)
    assert meaning_of(before.proposal) == "toolbox => fix_engine 5"
    assert meaning_of(understood(answer, PUMPS, "Ann", PEOPLE, "Red November")) == (
        "toolbox => fix_oxygen 5"
    )
    assert meaning_of(after.proposal) == "toolbox => fix_oxygen 5"
    assert after.second == before.proposal
    assert after.verdict == "ambiguous"


@pytest.mark.parametrize(("text", "meaning"), BEYOND_IT)
def test_what_it_makes_up_is_not(llama: Llama, text: str, meaning: str) -> None:
    before, answer, after = before_and_after(llama, text)
    assert answer
    assert after == before or meaning_of(after.proposal) == meaning


def test_it_wants_the_key(llama: Llama, caplog: pytest.LogCaptureFixture) -> None:
    completions = asking(llama, key="another")
    assert completions.ask(PUMPS, lambda: None) == ""
    assert "(status 401)" in caplog.text


def test_it_is_waited_for_no_longer_than_it_may(
    llama: Llama, caplog: pytest.LogCaptureFixture
) -> None:
    text = "Evening all, over the threshold from 9 to 8, where I rummage about. " * 40
    completions = asking(llama, seconds=1)
    assert completions.ask(text, lambda: None) == ""
    assert "nothing within 1 s" in caplog.text
