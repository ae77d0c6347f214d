"""Mails to the contestmaster about mails on file that e reads otherwise (§25)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from rednov_bot.papers import Act, Page
from rednov_bot.prose.canonical import said
from rednov_bot.prose.letterhead import Envelope, Letterhead, page
from rednov_bot.prose.reasoning import own_words


def reading(
    code: str,
    about: str,
    written: str,
    acts: Sequence[Act],
    *,
    notes: Sequence[str] = (),
    contest: str,
    said_at: datetime,
    letterhead: Letterhead,
    envelope: Envelope,
) -> Page:
    """How a mail is to be read, beside what was *written* in it; without *acts* as nothing.

    *about* is public, for it is in the subject: `Mail 12: Ann`; *notes* are what to mind.
    """
    return page(
        "draft",
        envelope,
        "reading",
        letterhead,
        code=code,
        about=about,
        written=[text for _, text in own_words(written)],
        announced=[line for act in acts for line in said(act, contest)],
        notes=notes,
        said_at=said_at,
    )
