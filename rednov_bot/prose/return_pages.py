"""Mails to the contestmaster about postings that have not come back from their lists as sent."""

from __future__ import annotations

import textwrap
from datetime import datetime
from typing import Final, Literal, NamedTuple

from rednov_bot.papers import AlarmKind, Page, PostingState
from rednov_bot.prose.letterhead import Envelope, Letterhead, page

_LONGEST_NAME: Final = 40  # characters of a subject


class Unlike(NamedTuple):
    """Where a mail that came back differs first, in its subject, its text or its thread."""

    part: Literal["subject", "text", "thread"]
    sent: str
    came: str


def about(what: AlarmKind, subject: str) -> str:
    """What a draft about a posting is about, short enough for a subject."""
    lead = "Not back" if what == "not back" else "Back changed"
    return f"{lead}: {textwrap.shorten(subject, _LONGEST_NAME, placeholder=' ...')}"


def asked(
    code: str,
    about: str,
    what: AlarmKind,
    subject: str,
    forum: str,
    state: PostingState,
    at: datetime,
    unlike: tuple[Unlike, ...],
    *,
    never: bool,
    elsewhere: tuple[str, ...],
    restored: bool = False,
    waits: bool = False,
    letterhead: Letterhead,
    envelope: Envelope,
) -> Page:
    """A posting is not back from its *forum*, or is back with other words: *unlike*, each quoted.

    *state* is what came of it at the mail server, and when; *never* where nothing of the bot's ever
    came back from there; *elsewhere* the other public fora; *restored* where its fate is unknown
    because a backup was restored; it *waits* for notices that have not arrived.
    """
    return page(
        "draft",
        envelope,
        "not_back",
        letterhead,
        code=code,
        about=about,
        what=what,
        subject=subject,
        forum=forum,
        state=state,
        at=at,
        unlike=unlike,
        never=never,
        elsewhere=elsewhere,
        restored=restored,
        waits=waits,
    )


def unknown(
    subject: str,
    forum: str,
    said_at: datetime | None,
    mail: int,
    *,
    restored: bool,
    letterhead: Letterhead,
    envelope: Envelope,
) -> Page:
    """A list has sent a mail in the bot's name of which nothing is on file.

    *restored*: the database was put back not long ago.
    """
    return page(
        "desk",
        envelope,
        "unknown_post",
        letterhead,
        posted=subject,
        forum=forum,
        said_at=said_at,
        mail=mail,
        restored=restored,
    )


def forged(subject: str, why: str, *, letterhead: Letterhead, envelope: Envelope) -> Page:
    """A mail bears the Message-ID of the posting with this *subject*, and is none of the bot's."""
    return page("desk", envelope, "forged", letterhead, posted=subject, why=why)
