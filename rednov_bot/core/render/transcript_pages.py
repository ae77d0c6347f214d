"""To the one who decides: their commands, one by one, each with what came of it.

They may see everything; the subject says nothing but how many were carried out.
"""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Unpack

from rednov_bot.core.models import Page
from rednov_bot.core.render.environment import fold
from rednov_bot.core.render.letterhead import Facts, Heads, mail

_MOST_LINES: Final = 6  # of a command that are repeated
_SIGNATURE: Final = "\n-- \n"
_LONGEST: Final = 70  # columns of a line that is repeated


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A command as it was written, and what came of it."""

    words: str
    done: bool
    told: str  # one or more sentences
    shown: tuple[str, ...] = ()  # lines as they stand, at most 72 columns wide
    commands: bool = True  # whether it is counted: "quit" commands nothing


@mail("desk")
def transcript(
    entries: Sequence[Entry], *, code: str | None, said_at: datetime | None, **heads: Unpack[Heads]
) -> Facts:
    """What came of each of the commands in one mail; *code* is that of the draft it answers."""
    return {
        "done": sum(entry.done and entry.commands for entry in entries),
        "commands": sum(entry.commands for entry in entries),
        "entries": [
            (
                quoted(entry.words),
                fold(entry.told if entry.done else f"NOT DONE. {entry.told}", "  ", "  "),
                entry.shown,
            )
            for entry in entries
        ],
    }


def lines_of(other: Page) -> tuple[str, ...]:
    """Another mail, to be shown below a command: its text without the signature."""
    text = other.body.partition(_SIGNATURE)[0]
    return tuple(text.strip("\n").split("\n"))


def quoted(words: str) -> list[str]:
    """The first lines of a command behind marks of quotation, long ones folded."""
    lines = [
        part
        for line in words.strip().splitlines()
        for part in (
            [line]
            if len(line) <= _LONGEST
            else textwrap.wrap(line, _LONGEST, break_on_hyphens=False)
        )
    ]
    kept = [f"> {line}".rstrip() for line in lines[:_MOST_LINES]]
    return [*kept, "> ..."] if len(lines) > _MOST_LINES else kept
