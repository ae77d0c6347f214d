"""Mails to the contestmaster about mails that were kept for em."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from rednov_bot.engine.words import GnomeName
from rednov_bot.papers import Page, PaperId
from rednov_bot.prose.letterhead import Envelope, Letterhead, page

FAILED: Final = "handling it failed"
"""With these words the reason begins why a mail is kept that met a fault of the program."""

MOST_NAMED: Final = 20
"""Mails that are named in one mail about them."""

_LONGEST: Final = 120  # characters of a subject that are quoted


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """A mail that is kept, of which nothing took effect."""

    mail: PaperId
    reason: str
    who: GnomeName | None  # None where nobody can be shown to have written it, or is not to be told
    where: str | None  # the forum, None of a mail to the bot alone
    address: str  # of that forum
    subject: str
    came_at: datetime
    is_digest: bool
    perhaps: GnomeName | None = None  # who may have written it, where nothing shows who did

    @property
    def said(self) -> str:
        """Its subject, as it is quoted."""
        return self.subject[:_LONGEST]

    @property
    def failed(self) -> bool:
        """Whether it met a fault of the program."""
        return self.reason.startswith(FAILED)


def kept(
    mails: tuple[Kept, ...], *, more: int, last: bool, letterhead: Letterhead, envelope: Envelope
) -> Page:
    """These mails are kept, and so many *more*; *last*: no more of these go to em today."""
    digests = {one.where: one for one in mails if one.is_digest}
    return page(
        "desk",
        envelope,
        "kept",
        letterhead,
        mails=mails,
        more=more,
        last=last,
        digests=tuple(digests.values()),
    )


def faulty(duty: str, fault: str, *, letterhead: Letterhead, envelope: Envelope) -> Page:
    """A *duty* that the clock brings fails with this *fault*: its kind and place, no words."""
    return page("desk", envelope, "faulty", letterhead, duty=duty, fault=fault)


def spent(
    most: int, to: str, until: datetime, *, letterhead: Letterhead, envelope: Envelope
) -> Page:
    """So many answers went *to* somebody, "" to strangers, that none goes before *until*."""
    return page("desk", envelope, "answers_stopped", letterhead, most=most, to=to, until=until)
