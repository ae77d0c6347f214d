"""What is typed in the sandbox is a mail, unless it begins with a word of command."""

from __future__ import annotations

from datetime import timedelta

import pytest

from rednov_bot.sandbox import talk as w

NAMES = ("Ann", "Brasspot")

SAID: dict[str, w.Wish] = {
    "I take no action.": w.Announce("I take no action."),
    "  I open 9-8 and go in. ": w.Announce("I open 9-8 and go in."),
    "As my turn, I fix the engine.": w.Announce("As my turn, I fix the engine."),
    "as Brasspot I take no action": w.Announce("I take no action", "Brasspot"),
    "as ann try I fix the engine": w.ToBot("I fix the engine", "ann"),
    "as Brasspot ask hand": w.ToBot("hand", "Brasspot"),
    "hand": w.ToBot("hand"),
    "Status": w.ToBot("Status"),
    "try I fix the engine for 3": w.ToBot("I fix the engine for 3"),
    "ask hand": w.ToBot("hand"),
    "Mail status": w.ToBot("status"),
    "play": w.Play(0),
    "play 3": w.Play(3),
    "wind 12 hours": w.Wind(timedelta(hours=12)),
    "wind 1 day": w.Wind(timedelta(days=1)),
    "wind 30m": w.Wind(timedelta(minutes=30)),
    "decide on": w.Decide(True),
    "decide OFF": w.Decide(False),
    "reply approve": w.Reply("approve"),
    "reply reject because it smells": w.Reply("reject because it smells"),
    "show": w.Show(),
    "mails": w.Mails(),
    "mails Brasspot": w.Mails("Brasspot"),
    "read 2": w.ReadMail(2),
    "help": w.Help(),
    "?": w.Help(),
    "quit": w.Quit(),
    "EXIT": w.Quit(),
}


@pytest.mark.parametrize("line", SAID)
def test_a_line_says(line: str) -> None:
    assert w.wish_of(line, NAMES) == SAID[line]


SHORT = (
    *("try", "play many", "play 0", "wind", "wind 0 days", "wind back", "decide", "reply"),
    *("read it", "as Brasspot", "as Brasspot try", "fnord", "quitt", "as Bob I fix the engine"),
)


@pytest.mark.parametrize("line", SHORT)
def test_a_word_that_says_too_little_is_told_what_it_wants(line: str) -> None:
    assert isinstance(w.wish_of(line, NAMES), w.Unclear)


def test_every_word_of_the_help_is_known() -> None:
    for typed, does in w.HELP:
        assert does
        for one in typed.replace("...", "draw 3 items").split(", "):
            assert not isinstance(w.wish_of(one, NAMES), w.Unclear), one
