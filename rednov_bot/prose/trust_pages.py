"""Mails about mails that may not be their author's: to them, and to whoever decides."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final, Literal

from rednov_bot.papers import Page
from rednov_bot.prose.letterhead import Envelope, Letterhead, page

_MOST_LINES: Final = 60
_LONGEST_SUBJECT: Final = 200  # characters
_LONGEST: Final = 2_000  # characters of a mail that are shown to whom it names

Heard = Literal[
    "no", "unclear", "used", "expired", "not yours", "not shown", "counted", "closed", "over"
]
"""What comes of an answer: it is not theirs; the answer is none; the code was used before, has
expired, was sent to somebody else, or came in a mail that may be another's; another copy counts
already; the contestmaster has said how the mail is read; the mail is of an earlier game."""


def was_this_you(
    code: str,
    words: str,
    where: str,
    grounds: str,
    *,
    said_at: datetime,
    until: datetime,
    letterhead: Letterhead,
    envelope: Envelope,
    subject: str = "",
    draft: str = "",
) -> Page:
    """Whoever is said to have written a mail is asked whether they have.

    *subject* is that of the mail, without any code: it may say which draft an answer is about.
    *draft* is the one that it answers, whatever its subject says.
    """
    text = words if len(words) <= _LONGEST else f"{words[:_LONGEST].rstrip()} ..."
    lines = [line for line in text.split("\n") if line.strip()][:_MOST_LINES]
    return page(
        "question",
        envelope,
        "was_this_you",
        letterhead,
        code=code,
        words=lines,
        where=where,
        grounds=grounds,
        said_at=said_at,
        until=until,
        subject=subject[:_LONGEST_SUBJECT],
        draft=draft,
    )


def answered(
    code: str, heard: Heard, *, letterhead: Letterhead, envelope: Envelope, words: str = ""
) -> Page:
    """What comes of such an answer; *words* is a line not understood."""
    return page("question", envelope, "was_it_you", letterhead, code=code, heard=heard, words=words)


def alarm(
    what: Sequence[str],
    *,
    last: bool,
    more: int = 0,
    to_do: str = "",
    code: str = "",
    letterhead: Letterhead,
    envelope: Envelope,
) -> Page:
    """To whoever decides: what somebody did in another's name; *last* of those told one by one.

    *more* is how many were not, where this sums them up.  *to_do* is what can be done about one;
    its answer decides the draft of this *code*, if any.
    """
    return page(
        "desk",
        envelope,
        "passed_off",
        letterhead,
        what=what,
        last=last,
        more=more,
        to_do=to_do,
        code=code,
    )
