"""To the contestmaster: the database was restored from a backup."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from rednov_bot.papers import Page
from rednov_bot.prose.letterhead import Envelope, Letterhead, page


class Doubted(NamedTuple):
    """A posting of which it is not known whether its list has it."""

    subject: str
    forum: str
    draft: str  # the code of the draft whose approval posted it, "" where none did
    asked: str  # the code of the draft that asks about it already, "" where none does
    waits: bool  # private notices have to arrive before it


class Waiting(NamedTuple):
    """A mail that is handled when what came before it is decided again."""

    mail: int
    who: str  # "" where that is not to be told
    where: str  # the forum, "" where it was mailed to the bot alone


def restored(
    reaches: datetime | None,
    posts: tuple[tuple[datetime | None, str], ...],
    doubted: tuple[Doubted, ...],
    drafts: tuple[tuple[str, str], ...],
    waiting: tuple[Waiting, ...],
    *,
    minutes: int,
    letterhead: Letterhead,
    envelope: Envelope,
) -> Page:
    """What came about after *reaches* is known by the mailbox alone.

    *posts* are the moments and subjects of the bot's posts since, *doubted* what may have gone out
    or not and is asked about in so many *minutes*, *drafts* the codes of what is open, and what
    each is about; *waiting* what was announced behind what is to be decided again.
    """
    return page(
        "desk",
        envelope,
        "restored",
        letterhead,
        reaches=reaches,
        posts=posts,
        doubted=doubted,
        drafts=drafts,
        waiting=waiting,
        minutes=minutes,
    )
