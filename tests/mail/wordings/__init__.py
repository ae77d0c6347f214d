"""Wordings of contestmasters, and what each means: tables of plain text.

`== answering` the draft K7M2QXA, or `== writing` of eir own accord; `=> COMMANDS` as `describe` has
them, with ` | ` between two, or `?> WORD`: to be asked about, naming a command with that word; none
where nothing is like a command.  Below stand the mails, one a line, `\\n` for the end of one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from rednov_bot.core.models import Message
from rednov_bot.core.workflow.commands import Report, Show, ThatIsAll
from rednov_bot.core.workflow.commands.guide import describe
from rednov_bot.core.workflow.commands.reading import Line, commands

HERE = Path(__file__).parent
CODE = "K7M2QXA"
NAMES = ("Ann", "Bob", "Cid", "Cat", "Mary Jane", "Mary", "Pewterby")


@dataclass(frozen=True, slots=True)
class Wording:
    """A mail, and what comes of it."""

    text: str
    answering: bool
    means: str  # "" where it is to be asked about
    near: str = ""  # a word of the command that is then named

    def __str__(self) -> str:
        return self.text


def wordings(table: str) -> Iterator[Wording]:
    """The mails of one table."""
    answering, means, near = True, "", ""
    for line in (HERE / f"{table}.txt").read_text(encoding="utf-8").splitlines():
        if not line or line.startswith("# "):
            continue
        mark, _, words = line.partition(" ")
        match mark:
            case "==":
                answering = words == "answering"
            case "=>":
                means, near = words, ""
            case "?>":
                means, near = "", words
            case _:
                yield Wording(line.replace("\\n", "\n"), answering, means, near)


def read(wording: Wording) -> tuple[Line, ...]:
    """The lines of the mail as they are read."""
    message = Message(
        message_id=None,
        in_reply_to=None,
        references=(),
        subject=f"Re: [rednov {CODE}] Turn 1: Ann" if wording.answering else "the game",
        sender="Pewterby",
        addresses=("pewterby@sub.example",),
        forum="private",
        public=False,
        text=wording.text,
        said_at=None,
        listed_at=None,
    )
    return commands(message, NAMES, {"bob@post.example": "Bob"})


def meant(lines: tuple[Line, ...], *, asked: bool = False) -> str:
    """What is carried out, in canonical words without the code of the draft that is answered.

    Of what is *asked* about, what only shows something does no harm.
    """
    done = [line.command for line in lines if line.command is not None]
    if asked:
        done = [one for one in done if not isinstance(one, Show | Report | ThatIsAll)]
    said = [describe(one).replace(f" {CODE}", "") for one in done]
    return " | ".join(said)
