"""Mails that say that another one was not sent, for it could not be encrypted."""

from __future__ import annotations

from rednov_bot.engine.words import GnomeName
from rednov_bot.papers import Page
from rednov_bot.prose.letterhead import Envelope, Letterhead, page


def withheld(kept: Page, fault: str, *, letterhead: Letterhead) -> Page:
    """To the reader of a page that is kept back; nothing of what it says.

    *fault* is what is wrong with eir key: `expired on 2026-12-03`.
    """
    envelope = Envelope(
        to=kept.to,
        to_name=kept.to_name,
        in_reply_to=kept.in_reply_to,
        references=kept.references,
    )
    decides = kept.to_name == letterhead.decides
    return page("desk", envelope, "withheld", letterhead, fault=fault, decides=decides)


def withheld_from(
    name: GnomeName, fault: str, *, letterhead: Letterhead, envelope: Envelope
) -> Page:
    """To the contestmaster: what is for *name* alone cannot be sent to em."""
    return page("desk", envelope, "withheld_from", letterhead, name=name, fault=fault)
