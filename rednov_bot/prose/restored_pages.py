"""To the contestmaster: the database was restored from a backup."""

from __future__ import annotations

from datetime import datetime

from rednov_bot.papers import Page
from rednov_bot.prose.letterhead import Envelope, Letterhead, page


def restored(
    reaches: datetime | None,
    posts: tuple[tuple[datetime | None, str], ...],
    doubted: int,
    drafts: tuple[tuple[str, str], ...],
    *,
    letterhead: Letterhead,
    envelope: Envelope,
) -> Page:
    """What came about after *reaches* is known by the mailbox alone.

    *posts* are the moments and subjects of the bot's posts since, *doubted* how many postings may
    have gone out or not, *drafts* the codes of what is open, and what each is about.
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
