"""To the contestmaster: the database was restored from a backup."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from rednov_bot.papers import Page
from rednov_bot.prose.letterhead import Envelope, Letterhead, page


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


def restored(
    reaches: datetime | None,
    posts: tuple[Post, ...],
    doubted: tuple[Doubted, ...],
    drafts: tuple[tuple[str, str], ...],
    *,
    letterhead: Letterhead,
    envelope: Envelope,
) -> Page:
    """What came about after *reaches* is known by the mailbox alone.

    *posts* are on their lists and not in the backup, *doubted* may be; *drafts* are the codes of
    what is open, and what each is about.
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
    )
