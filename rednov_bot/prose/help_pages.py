"""How to play by mail: what a gnome may write where, and what the contestmaster may reply."""

from __future__ import annotations

from datetime import datetime

from rednov_bot.engine.words import GnomeName
from rednov_bot.papers import Page
from rednov_bot.prose.letterhead import Envelope, Letterhead, page

SOMEBODY: GnomeName = "Bob"
"""Who is given items in an example while nobody else plays."""


def help_page(
    *,
    lost: bool,
    master: bool,
    plays: bool,
    member: bool,
    other: GnomeName,
    drafts: tuple[tuple[str, str, datetime | None], ...],
    said_at: datetime | None,
    letterhead: Letterhead,
    envelope: Envelope,
) -> Page:
    """The words that are understood, with examples that are.

    *lost* where the reader was not understood rather than asking; *master* for the
    contestmaster, with the *drafts* that await em: code, what about, until when; *plays* for
    whoever may have a turn to take; *member* for a contestant (§3); *other* is another gnome.
    """
    return page(
        "receipt",
        envelope,
        "help",
        letterhead,
        lost=lost,
        master=master,
        plays=plays,
        member=member,
        other=other or SOMEBODY,
        drafts=drafts,
        said_at=said_at,
    )
