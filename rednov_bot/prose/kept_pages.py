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

_LONGEST = 120  # characters of a subject that are quoted
_MOST_SHOWN = 600  # characters of a mail in a digest
_MOST_LINES = 8
_MOST_NAMED = 20  # mails of a digest


@dataclass(frozen=True, slots=True)
class Missing:
    """A mail that stands in a digest, and has not come by itself."""

    who: GnomeName  # as the digest has it
    date: datetime | None
    subject: str
    other: bool  # its Message-ID is that of a mail that came, and says something else
    text: str = ""  # its author's own words

    @property
    def words(self) -> list[str]:
        """The first lines of what it says."""
        text = self.text.strip()
        text = text if len(text) <= _MOST_SHOWN else f"{text[:_MOST_SHOWN].rstrip()} ..."
        lines = [line.strip() for line in text.split("\n") if line.strip()]
        return lines[:_MOST_LINES] + (["..."] if len(lines) > _MOST_LINES else [])


def kept(
    mail: PaperId,
    reason: str,
    *,
    who: GnomeName | None,
    where: str | None,
    subject: str,
    came_at: datetime,
    last: bool,
    letterhead: Letterhead,
    envelope: Envelope,
) -> Page:
    """Mail number *mail* is kept, for this *reason*, and nothing of it took effect.

    *who* is None where nobody can be shown to have written it, or the reader may not know it;
    *where* the forum, None of a mail to the bot alone; *last* whether no more of these go to em
    today.
    """
    return page(
        "desk",
        envelope,
        "kept",
        letterhead,
        mail=mail,
        reason=reason.rstrip("."),
        failed=reason.startswith(FAILED),
        who=who,
        where=where,
        said=subject[:_LONGEST],
        came_at=came_at,
        last=last,
    )


def missing(
    mail: PaperId,
    forum: str,
    digest: str,
    mails: tuple[Missing, ...],
    *,
    last: bool,
    letterhead: Letterhead,
    envelope: Envelope,
) -> Page:
    """Mail number *mail* is a *digest* of *forum*, by its subject, and *mails* in it are missing.

    *last*: whether no more of these go to em today.
    """
    return page(
        "desk",
        envelope,
        "missing",
        letterhead,
        mail=mail,
        forum=forum,
        digest=digest[:_LONGEST],
        mails=[(one, one.subject[:_LONGEST]) for one in mails[:_MOST_NAMED]],
        more=len(mails) - _MOST_NAMED,
        last=last,
    )


def faulty(duty: str, fault: str, *, letterhead: Letterhead, envelope: Envelope) -> Page:
    """A *duty* that the clock brings fails with this *fault*: its kind and place, no words."""
    return page("desk", envelope, "faulty", letterhead, duty=duty, fault=fault)


def spent(
    most: int, to: str, until: datetime, *, letterhead: Letterhead, envelope: Envelope
) -> Page:
    """So many answers went *to* somebody, "" to strangers, that none goes before *until*."""
    return page("desk", envelope, "answers_stopped", letterhead, most=most, to=to, until=until)
