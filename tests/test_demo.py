"""What the demo says of each of its mails is what becomes of it."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from rednov_bot.demo.play import play
from rednov_bot.demo.script import CUES, Cue

FOLLOWS = {
    "a plain turn": "the list: BUS: [Red November] Turn 1: Tumbledrum",
    "a turn in the middle of other business": "the list: BUS: [Red November] Turn 2: Fizzlewick",
    "void for a public reason": "the list: BUS: [Red November] Brasspot's turn has no effect",
    "void for a reason that only": "the list: BUS: [Red November] Fizzlewick's turn has no effect",
    "unclear": "Tumbledrum, privately: [Red November] A question about your announcement",
    "a turn that went to the wrong list": "Your mail did not reach a public forum",
    "a fire-fight that fails": "the list: BUS: [Red November] Turn 3: Fizzlewick",
    "an event's choice": "the list: BUS: [Red November] Turn 4: Brasspot",
}


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What is said below each mail."""
    out = io.StringIO()
    play(tmp_path_factory.mktemp("demo"), Console(file=out, width=200))
    parts = out.getvalue().split("\n  (")[1:]
    return {part.partition(")\n")[0]: part.partition(")\n")[2] for part in parts}


@pytest.mark.parametrize("cue", CUES, ids=lambda cue: cue.shows[:30])
def test_what_is_said_of_a_mail_becomes_of_it(told: dict[str, str], cue: Cue) -> None:
    (wanted,) = [words for shows, words in FOLLOWS.items() if cue.shows.startswith(shows)]
    assert wanted in told[cue.shows]
