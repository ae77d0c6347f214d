"""Wordings of people, and what each means: tables of plain text.

`== ABOUT` says who reads the mails below: `answering` the draft K7M2QXA and `writing` of their own
accord are the desk's commands, all else is in READERS of the test.  `=> MEANING` is what
each of them means, `=>` nothing certain, `?> WORD` to be asked about, naming a command with that
word.  Commands stand as `describe` has them, with ` | ` between two; `?` is a line that is asked
about.  Below stand the mails, one a line, `\\n` for the end of one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from rednov_bot.core.models import Message
from rednov_bot.core.workflow.commands import THAT_IS_ALL, Report, Show
from rednov_bot.core.workflow.commands.forms import describe
from rednov_bot.core.workflow.commands.reading import Line, commands
from rednov_bot.games.red_november.reader.desk_words import WORDS

HERE = Path(__file__).parent
CODE = "K7M2QXA"
NAMES = ("Ann", "Bob", "Cid", "Cat", "Mary Jane", "Mary", "Pewterby")
REPLY = f"Re: [rednov {CODE}] Turn 1: Ann"


@dataclass(frozen=True, slots=True)
class Wording:
    """A mail, and what comes of it."""

    text: str
    about: str
    means: str  # "" where it is nothing certain
    near: str = ""  # a word of the command that is then named


def wordings(table: str, folder: Path = HERE) -> Iterator[Wording]:
    """The mails of one table."""
    about, means, near = "answering", "", ""
    for line in (folder / f"{table}.txt").read_text(encoding="utf-8").split("\n"):
        if not line or line.startswith("# "):
            continue
        mark, _, words = line.partition(" ")
        match mark:
            case "==":
                about = words
            case "=>":
                means, near = words, ""
            case "?>":
                means, near = "", words
            case _:
                yield Wording(line.replace("\\n", "\n"), about, means.replace("\\n", "\n"), near)


def message(text: str, subject: str = REPLY, other: str = "") -> Message:
    """A private mail of the contestmaster's; its HTML may say something *other*."""
    return Message(
        message_id=None,
        in_reply_to=None,
        references=(),
        subject=subject,
        sender="Pewterby",
        addresses=("pewterby@sub.example",),
        forum="private",
        public=False,
        text=text,
        said_at=None,
        doubt="alternatives disagree" if other else "",
        other=other,
    )


def read(text: str, subject: str = REPLY) -> tuple[Line, ...]:
    """The lines of a mail to the desk as they are read."""
    return commands(message(text, subject), WORDS, NAMES, {"bob@post.example": "Bob"})


def meant(lines: tuple[Line, ...], *, asked: bool = False) -> str:
    """What is carried out, in canonical words without the code of the draft that is answered.

    Of what is *asked* about, what only shows something does no harm.
    """
    done = [line.command for line in lines if asked is False or line.command is not None]
    if asked:
        done = [one for one in done if not (isinstance(one, Show | Report) or one == THAT_IS_ALL)]
    said = ["?" if one is None else describe(one).replace(f" {CODE}", "") for one in done]
    return " | ".join(said)
