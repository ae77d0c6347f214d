"""Mails about mails that are held, or whose author is not known."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Literal, Unpack

from rednov_bot.core.models import PaperId
from rednov_bot.core.render.letterhead import Facts, Heads, mail
from rednov_bot.games.base import Player

FAILED: Final = "handling it failed"
"""With these words the reason begins why a mail is kept that met a fault of the program."""

MOST_NAMED: Final = 20
"""Mails that are named in one mail about them."""

_LONGEST: Final = 120  # characters of a subject that are quoted


_BARE: Final = re.compile(r"[A-Za-z0-9_-]+")
_LONGEST_SAID: Final = 40  # characters of a name that is proposed


@dataclass(frozen=True, slots=True, kw_only=True)
class Newcomer:
    """Somebody unknown who announced to join, and the lines that make them known."""

    name: str
    address: str
    taken: Player | None  # who is called so already
    lines: tuple[str, str]  # of rednov.toml


def newcomer(called: str, address: str, people: Iterable[Player]) -> Newcomer:
    """*called* is how they call themselves, "" if they do not: then what stands before the @ is
    proposed.  *people* are the names that are taken."""
    plain = "".join(character if character.isprintable() else " " for character in called)
    name = " ".join(plain.replace('"', " ").split())[:_LONGEST_SAID].strip()
    name = name or address.partition("@")[0].capitalize()[:_LONGEST_SAID]
    taken = next((one for one in people if one.casefold() == name.casefold()), None)
    key = name if taken is None else "ANOTHER NAME"
    # What a basic string of TOML escapes, JSON escapes alike.
    named = key if _BARE.fullmatch(key) else json.dumps(key, ensure_ascii=False)
    quoted = json.dumps(address, ensure_ascii=False)
    lines = f"[people.{named}]", f"addresses = [{quoted}]"
    return Newcomer(name=name, address=address, taken=taken, lines=lines)


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """A mail that is kept, of which nothing took effect."""

    mail: PaperId
    reason: str
    who: Player | None  # None where nobody can be shown to have written it, or is not to be told
    where: str | None  # the forum, None of a mail to the bot alone
    address: str  # of that forum
    subject: str
    came_at: datetime
    is_digest: bool
    perhaps: Player | None = None  # who may have written it, where nothing shows who did
    joins: Newcomer | None = None  # the stranger who announced in it to join

    @property
    def said(self) -> str:
        """Its subject, as it is quoted."""
        return self.subject[:_LONGEST]

    @property
    def failed(self) -> bool:
        """Whether it met a fault of the program."""
        return self.reason.startswith(FAILED)


@mail("desk")
def to_know(
    mails: tuple[Kept, ...],
    alarms: tuple[str, ...],
    *,
    more: int,
    of_alarms: int,
    last: bool,
    **heads: Unpack[Heads],
) -> Facts:
    """These mails are kept, and so many *more*; *alarms* are sentences about *of_alarms* of them.

    *last*: no more of these go to the contestmaster today.
    """
    digests = {one.where: one for one in mails if one.is_digest}
    others = [one for one in mails if not one.is_digest and not one.joins]
    return {
        "digests": tuple(digests.values()),
        "joining": tuple([one for one in mails if one.joins]),
        "others": tuple(others),
        "failed": tuple([one for one in mails if one.failed]),
        "kept": len(mails) + more,
    }


@mail("desk")
def faulty(duty: str, fault: str, **heads: Unpack[Heads]) -> None:
    """A *duty* that the clock brings fails with this *fault*: its kind and place, no words."""


@mail("desk", "answers_stopped")
def spent(most: int, to: str, until: datetime, **heads: Unpack[Heads]) -> None:
    """So many answers went *to* somebody, "" to strangers, that none goes before *until*."""


_MOST_LINES: Final = 60
_LONGEST_SUBJECT: Final = 200  # characters
_LONGEST_WORDS: Final = 2_000  # characters of a mail that are shown to whom it names

Heard = Literal[
    "no", "unclear", "used", "expired", "not yours", "not shown", "counted", "closed", "over"
]
"""What comes of an answer: it is not theirs; the answer is none; the code was used before, has
expired, was sent to somebody else, or came in a mail that may be another's; another copy counts
already; the contestmaster has said how the mail is read; the mail is of an earlier game."""


@mail("question")
def was_this_you(
    code: str,
    words: str,
    where: str,
    grounds: str,
    *,
    said_at: datetime,
    until: datetime,
    subject: str = "",
    draft: str = "",
    **heads: Unpack[Heads],
) -> Facts:
    """Whoever is said to have written a mail is asked whether they have.

    *subject* is that of the mail, without any code: it may say which draft an answer is about.
    *draft* is the one that it answers, whatever its subject says.
    """
    text = words if len(words) <= _LONGEST_WORDS else f"{words[:_LONGEST_WORDS].rstrip()} ..."
    lines = [line for line in text.split("\n") if line.strip()][:_MOST_LINES]
    return {
        "words": lines,
        "subject": subject[:_LONGEST_SUBJECT],
    }


@mail("question", "was_it_you")
def answered(code: str, heard: Heard, *, words: str = "", **heads: Unpack[Heads]) -> None:
    """What comes of such an answer; *words* is a line not understood."""
