"""The dead-man's alarm: since when the bot is cut off from something, why, and what to do."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final, Literal

from rednov_bot.papers import Page
from rednov_bot.prose.letterhead import Envelope, Letterhead, page
from rednov_bot.prose.wording import span, when

Side = Literal["mailbox", "postman", "database"]
"""What the bot cannot do without: where mail comes from, who takes it, what is on file."""

_SUBJECT: Final[dict[Side, str]] = {
    "mailbox": "I cannot read my mailbox",
    "postman": "I cannot send mail",
    "database": "I cannot use my database",
}
_LATELY: Final[dict[Side, str]] = {
    "mailbox": "I could last read my mailbox on {}, {} ago.",
    "postman": "A mail server last took what I send on {}, {} ago.",
    "database": "I could last reach the database in which the games are kept on {}, {} ago.",
}
_MEANWHILE: Final[dict[Side, str]] = {
    "mailbox": (
        "Nothing is lost: what comes lies in the mailbox, and I try again at least every five "
        "minutes. Until then no announcement is heard and no reply to a draft; I shall write once "
        "more when it is over."
    ),
    "postman": "What I have to send waits, and I try again at least every five minutes.",
    "database": (
        "Nothing is lost: what comes lies in the mailbox, and I try again at least every five "
        "minutes. Until then nothing is resolved, and no draft can be answered; I shall write once "
        "more when it is over."
    ),
}
_REMEDY: Final[dict[Side, str]] = {
    "mailbox": (
        "Have the host see whether the mail server runs and the bot's machine reaches it. There "
        "is nothing to do on the bot's side: it comes back by itself."
    ),
    "postman": (
        "Have the host see whether the mail server for sending runs and the bot's machine reaches "
        "it. There is nothing to do on the bot's side: it comes back by itself."
    ),
    "database": (
        "Have the host see to the database: whether its server runs, its disk has room, its file "
        "is in its place, and no other program keeps it locked. Then the bot comes back by itself."
    ),
}
_OVER: Final[dict[Side, str]] = {
    "mailbox": "I can read my mailbox again. From {} to {}, for {}, I could not.",
    "postman": "I can send mail again. From {} to {}, for {}, I could not.",
    "database": "I can use my database again. From {} to {}, for {}, I could not.",
}
_AFTERWARDS: Final[dict[Side, str]] = {
    "mailbox": "What came meanwhile is read now, in the order in which it came.",
    "postman": "What waited meanwhile is sent now.",
    "database": "What came meanwhile is read now, in the order in which it came.",
}


def alarm(
    side: Side,
    since: datetime,
    lasted: timedelta,
    why: str,
    remedy: str,
    *,
    letterhead: Letterhead,
    envelope: Envelope,
) -> Page:
    """The bot is cut off from one *side* of the world since then; *why* is the error's sentence.

    *remedy* says what a human must do where that is known of the error.
    """
    return page(
        "desk",
        envelope,
        "alarm",
        letterhead,
        subject=f"{_SUBJECT[side]} since {when(since)}",
        lately=_LATELY[side].format(when(since), _length(lasted)),
        why=_plain(why),
        meanwhile=_MEANWHILE[side],
        remedy=remedy or _REMEDY[side],
    )


def over(
    side: Side,
    since: datetime,
    now: datetime,
    lasted: timedelta,
    *,
    letterhead: Letterhead,
    envelope: Envelope,
) -> Page:
    """What the alarm told of is over."""
    return page(
        "desk",
        envelope,
        "alarm_over",
        letterhead,
        subject=f"It is over: {_SUBJECT[side].replace('cannot', 'could not')}",
        over=_OVER[side].format(when(since), when(now), _length(lasted)),
        meanwhile=_AFTERWARDS[side],
    )


def stopped(why: str, *, letterhead: Letterhead, envelope: Envelope) -> Page:
    """The bot stops, because only a human can mend what is wrong; *why* says what and how."""
    return page(
        "desk",
        envelope,
        "alarm",
        letterhead,
        subject="I have stopped",
        lately="I have stopped, and only a human can mend what is wrong.",
        why=_plain(why),
        meanwhile="Nothing is lost: what comes lies in the mailbox until I am started again.",
        remedy=(
            "Have the host mend what that line names and start the bot again: `systemctl start "
            "rednov`, or however it is run on eir machine."
        ),
    )


def _length(lasted: timedelta) -> str:
    minutes = max(1, round(lasted / timedelta(minutes=1)))
    if minutes < 120:
        return f"{minutes} minute" + ("s" if minutes > 1 else "")
    return span(lasted)


def _plain(words: str) -> str:
    """A sentence of ours; what a server said in it may be anything."""
    return "".join(one if one.isprintable() else "?" for one in words)[:400].rstrip(".")
