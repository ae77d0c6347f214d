"""What a command tells programs may be published: nothing of it is a secret of the game (§6)."""

from __future__ import annotations

import pytest

from rednov_bot.engine.gamestate import Limit
from rednov_bot.engine.words import ITEMS
from tests.cli.shell import Shell
from tests.desk import play

LOOKS = [
    ("claims",),
    ("contest",),
    ("drafts",),
    ("drafts", "list"),
    ("duties",),
    ("duties", "--done"),
    ("games",),
    ("idle",),
    ("members",),
    ("outbox", "--all"),
    ("reminders",),
    ("report", "contest"),
    ("report", "position"),
    ("report", "week"),
    ("rulings",),
    ("show",),
    ("standing",),
    ("status",),
]
DEEDS = [
    ("approve", "CODE"),
    ("amend", "CODE", "--add", "Well drawn!"),
    ("drafts", "again", "CODE"),
    ("drafts", "hold", "CODE"),
    ("overrule", "CODE", "--set", "heat 3"),
    ("reject", "CODE", "--because", "so"),
    ("report", "week", "--post"),
    ("rulings", "add", "So it is."),
]
TURN = "I open 5-8, go in and draw 2 items."


def secrets_at_hand(shell: Shell) -> str:
    """A draft with private notices waits, and Bob has to discard; the code of the draft."""
    table = shell.table()
    play.begin(table)
    play.arrange(
        table,
        hands={"Ann": ("aqualung",), "Bob": ("crowbar", "diving_gun", "water_pump")},
        limits={"Bob": Limit(1)},
    )
    return play.code_in(play.say(table, "Ann", TURN))


def secrets_in(told: str) -> list[str]:
    """The tiles that are named, and what only one gnome is told."""
    named = [item for item in ITEMS if item != "grog"]
    hidden = [*named, *(item.replace("_", " ") for item in named), "hand limit", "has to discard"]
    return [word for word in hidden if word in told.lower()]


@pytest.mark.parametrize("command", [*LOOKS, *DEEDS], ids=" ".join)
def test_a_command_tells_programs_no_secret(shell: Shell, command: tuple[str, ...]) -> None:
    code = secrets_at_hand(shell)
    said = shell.run(*[code if word == "CODE" else word for word in command], "--json")
    assert (said.code, said.err) == (0, "")
    assert secrets_in(said.out) == []
