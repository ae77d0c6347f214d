"""What one may type: a turn for the list, a mail to the bot, a word of command."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import timedelta
from typing import Final, TypeAlias

from rednov_bot.core.commands.requests import asks_what_to_do


@dataclass(frozen=True, slots=True)
class Announce:
    """A mail to the list; *who* writes it, "" for whoever sits here."""

    text: str
    who: str = ""


@dataclass(frozen=True, slots=True)
class ToBot:
    """A mail to the bot alone."""

    text: str
    who: str = ""


@dataclass(frozen=True, slots=True)
class Play:
    """Computer gnomes take turns until it is that of whoever sits here; so many at most, or 0."""

    turns: int


@dataclass(frozen=True, slots=True)
class Wind:
    """The clock is wound on."""

    on: timedelta


@dataclass(frozen=True, slots=True)
class Decide:
    """Whether you answer drafts yourself."""

    yourself: bool


@dataclass(frozen=True, slots=True)
class Reply:
    """Your answer to a draft, as the contestmaster: in eir words."""

    text: str


@dataclass(frozen=True, slots=True)
class Show:
    """The board and the position."""


@dataclass(frozen=True, slots=True)
class Mails:
    """A list of somebody's mails, "" for whoever sits here."""

    who: str = ""


@dataclass(frozen=True, slots=True)
class ReadMail:
    """One mail, by its number in the last list."""

    number: int


@dataclass(frozen=True, slots=True)
class Help:
    """What may be typed."""


@dataclass(frozen=True, slots=True)
class Quit:
    """The end."""


@dataclass(frozen=True, slots=True)
class Unclear:
    """A word of command that says too little, and what it wants."""

    wants: str


Office: TypeAlias = Decide | Reply
Look: TypeAlias = Show | Mails | ReadMail | Help
Wish: TypeAlias = Announce | ToBot | Play | Wind | Office | Look | Quit | Unclear

_SPAN: Final = re.compile(r"(\d{1,4}) ?(minutes?|hours?|days?|m|h|d)")
_UNIT: Final = {"m": "minutes", "h": "hours", "d": "days"}


def wish(line: str, names: Collection[str]) -> Wish:
    """What a line says, where people of these *names* are.

    Whatever is no word of command is a mail to the list.
    """
    said = line.strip()
    word, _, rest = said.partition(" ")
    if word.lower() == "as":
        who, _, words = rest.strip().partition(" ")
        if who.lower() in {name.lower() for name in names}:
            return _in_the_name_of(who, words.strip())
        if who[:1].isupper() and who != "I":
            return Unclear(f"somebody who is here: {', '.join(names)}")
        return Announce(said)
    if said.lower() in _ASKED or asks_what_to_do(said):
        return ToBot(said)
    make = _WORDS.get(word.lower())
    if make is None:
        return Announce(said) if rest else Unclear("more than a word; help tells what may be typed")
    return make(rest.strip())


def _in_the_name_of(who: str, text: str) -> Wish:
    if not text:
        return Unclear("a name and words: as Brasspot I take no action")
    word, _, words = text.partition(" ")
    if word.lower() not in ("try", "mail", "ask"):
        return Announce(text, who)
    return ToBot(words.strip(), who) if words.strip() else Unclear("words for the bot")


def _to_bot(rest: str) -> Wish:
    return ToBot(rest) if rest else Unclear("words for the bot: try I fix the engine for 3 minutes")


def _play(rest: str) -> Wish:
    if not rest:
        return Play(0)
    return Play(int(rest)) if re.fullmatch(r"[1-9]\d?", rest) else Unclear("a number: play 3")


def _wind(rest: str) -> Wish:
    found = _SPAN.fullmatch(rest)
    if found is None or found[1].strip("0") == "":
        return Unclear("a time: wind 12 hours")
    return Wind(timedelta(**{_UNIT[found[2][0]]: int(found[1])}))


def _decide(rest: str) -> Wish:
    if rest.lower() not in ("on", "off"):
        return Unclear("on or off: decide on")
    return Decide(rest.lower() == "on")


def _reply(rest: str) -> Wish:
    return Reply(rest) if rest else Unclear("an answer: reply approve")


def _read(rest: str) -> Wish:
    return ReadMail(int(rest)) if rest.isdecimal() else Unclear("a number of the list: read 2")


_WORDS: Final[dict[str, Callable[[str], Wish]]] = {
    "try": _to_bot,
    "mail": _to_bot,
    "ask": _to_bot,
    "play": _play,
    "wind": _wind,
    "decide": _decide,
    "reply": _reply,
    "show": lambda _: Show(),
    "mails": Mails,
    "read": _read,
    "help": lambda _: Help(),
    "?": lambda _: Help(),
    "quit": lambda _: Quit(),
    "exit": lambda _: Quit(),
}

_ASKED: Final = frozenset({"hand", "status", "my hand", "orders", "story", "standing"})
"""What is mailed to the bot alone, with "ask" before it or without."""

HELP: Final = (
    ("I open 9-8, go in and ...", "a mail to the list, in your words"),
    ("try I fix the engine for 3", "a mail to the bot alone: what would come of it"),
    ("what can I do?", "the same: what is legal from where you stand, with your hand"),
    ("ask hand", "the same: hand, status, help"),
    ("play, play 3", "computer gnomes take turns until it is yours, at most so many"),
    ("as Brasspot I take no action", "a mail in somebody else's name; as Brasspot try ... too"),
    ("decide on", "you answer drafts yourself, as the contestmaster: reply approve"),
    ("wind 12 hours", "the clock goes on"),
    ("show", "the board as it stands"),
    ("mails, mails Brasspot", "what came, and for whom; read 2 shows one"),
    ("an empty line", "what has come meanwhile, by a mail program say"),
    ("quit", "the end; mails and database stay in the folder"),
)
"""What may be typed, and what it does."""
