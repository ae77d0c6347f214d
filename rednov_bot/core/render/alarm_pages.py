"""To the contestmaster: the bot is cut off, or was restored from a backup."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final, NamedTuple, Unpack

from rednov_bot.core.errors import said_to_the_host
from rednov_bot.core.render.letterhead import Facts, Heads, mail
from rednov_bot.core.render.wording import span, when
from rednov_bot.core.toml import Side


class Post(NamedTuple):
    """A post of the bot's on a list, of which the database knows nothing."""

    at: datetime | None
    subject: str
    forum: str


class Doubted(NamedTuple):
    """A posting of which it is not known whether its list has it."""

    subject: str
    forum: str
    code: str  # of the draft that asks about it
    waits: bool  # private notices have to arrive before it


@mail("desk")
def restored(
    reaches: datetime | None,
    posts: tuple[Post, ...],
    doubted: tuple[Doubted, ...],
    drafts: tuple[tuple[str, str], ...],
    **heads: Unpack[Heads],
) -> None:
    """What came about after *reaches* is known by the mailbox alone.

    *posts* are on their lists and not in the backup, *doubted* may be; *drafts* are the codes of
    what is open, and what each is about.
    """


_DOES: Final[dict[Side, str]] = {
    "mailbox": "read its mailbox",
    "postman": "send mail",
    "database": "use its database",
}
_LATELY: Final[dict[Side, str]] = {
    "mailbox": "The bot could last read its mailbox on {}, {} ago.",
    "postman": "A mail server last accepted a mail from the bot on {}, {} ago.",
    "database": "The bot could last reach its database on {}, {} ago.",
}
_AGAIN: Final = "the bot tries again at least every five minutes."
_NOTHING_LOST: Final = "Nothing is lost: mails stay in the mailbox,"
_MEANWHILE: Final[dict[Side, str]] = {
    "mailbox": (
        f"{_NOTHING_LOST} and {_AGAIN} Until then no announcement and no reply to a draft is "
        "read. You get one more mail when it is over."
    ),
    "postman": f"Mails to be sent wait, and {_AGAIN}",
    "database": (
        f"{_NOTHING_LOST} and {_AGAIN} Until then nothing is resolved and no draft can be "
        "answered. You get one more mail when it is over."
    ),
}
_REMEDY: Final[dict[Side, str]] = {
    "mailbox": (
        "Ask the host to check that the mail server runs and the bot's machine reaches it. There "
        "is nothing to do about the bot: it goes on by itself."
    ),
    "postman": (
        "Ask the host to check that the mail server for sending runs and the bot's machine reaches "
        "it. There is nothing to do about the bot: it goes on by itself."
    ),
    "database": (
        "Ask the host to check the database: its server runs, its disk has room, its file "
        "is in its place, and no other program locks it. Then the bot goes on by itself."
    ),
}
_START_AGAIN: Final = (
    "Ask the host to repair what that line names and to start the bot again (`systemctl start "
    "rednov`, or the way it is run there)."
)


@mail("desk")
def alarm(
    side: Side,
    since: datetime,
    lasted: timedelta,
    why: str,
    remedy: str,
    *,
    to_host: bool,
    **heads: Unpack[Heads],
) -> Facts:
    """The bot is cut off from one *side* of the world since then; *why* is the error's sentence.

    *remedy* says what a human must do where that is known of the error; the host is told to do it
    themselves.
    """
    to_do = remedy or _REMEDY[side]
    return {
        "subject": f"The bot cannot {_DOES[side]}",
        "lately": _LATELY[side].format(when(since), _length(lasted)),
        "why": _plain(why),
        "meanwhile": _MEANWHILE[side],
        "remedy": said_to_the_host(to_do) if to_host else to_do,
    }


@mail("desk", "alarm_over")
def over(
    side: Side, since: datetime, now: datetime, lasted: timedelta, **heads: Unpack[Heads]
) -> Facts:
    """What the alarm told of is over."""
    return {
        "subject": f"It is over: the bot could not {_DOES[side]}",
        "over": (
            f"The bot can {_DOES[side]} again. From {when(since)} to {when(now)}, for "
            f"{_length(lasted)}, it could not."
        ),
        "meanwhile": "The mails that waited are sent now."
        if side == "postman"
        else "The mails that came meanwhile are read now, in the order in which they came.",
    }


@mail("desk", "alarm")
def stopped(why: str, *, to_host: bool, **heads: Unpack[Heads]) -> Facts:
    """The bot stops, because only a human can mend what is wrong; *why* says what and how."""
    return {
        "subject": "The bot has stopped",
        "lately": "The bot has stopped, and only a human can repair what is wrong.",
        "why": _plain(why),
        "meanwhile": f"{_NOTHING_LOST[:-1]} until the bot is started again.",
        "remedy": said_to_the_host(_START_AGAIN) if to_host else _START_AGAIN,
    }


def _length(lasted: timedelta) -> str:
    minutes = max(1, round(lasted / timedelta(minutes=1)))
    if minutes < 120:
        return f"{minutes} minute" + ("s" if minutes > 1 else "")
    return span(lasted)


def _plain(words: str) -> str:
    """A sentence of ours; what a server said in it may be anything."""
    return "".join(one if one.isprintable() else "?" for one in words)[:400].rstrip(".")
