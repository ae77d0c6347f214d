"""Mails about claims of error (§25): to the contestmaster, to the claimant, and the answer."""

from __future__ import annotations

from datetime import datetime
from typing import Unpack

from rednov_bot.core.models import Page, PostingKind
from rednov_bot.core.render.draft_pages import Reason, own_words, reason_lines
from rednov_bot.core.render.letterhead import Facts, Heads, mail, page
from rednov_bot.games.base import Player


@mail("draft")
def claim(
    code: str,
    claimant: Player,
    about: str,
    words: str,
    reasons: tuple[Reason, ...],
    *,
    posted: str,
    turn: int | None,
    awaits: str | None = None,
    revealed: bool = False,
    private: bool,
    said_at: datetime,
    **heads: Unpack[Heads],
) -> Facts:
    """Somebody claims an error in what was posted, in their own *words*.

    *about* is what the mail is about, `Claim of error: Ann, turn 12`; *posted* the subject of the
    posting, "" where it answers none, *reasons* how it came about, *turn* its number where it
    resolved one; *awaits* where the turn awaits its resolution: the code of the draft of that, or
    nothing; *revealed* where the secret of the game's luck is posted; *private* where the claim was
    mailed to the bot alone.
    """
    return {
        "words": [text for _, text in own_words(words)],
        "reasons": reason_lines(reasons),
    }


@mail("receipt")
def claim_noted(
    about: str,
    *,
    awaited: bool = False,
    unclear: bool = False,
    unseen: bool = False,
    said_at: datetime,
    **heads: Unpack[Heads],
) -> None:
    """To the claimant: the claim lies before the contestmaster; *about* is what it is about.

    *awaited*: it is their own turn, which awaits its resolution; *unclear* where what else their
    mail may announce was not understood for certain; *unseen* where the contestmaster is not
    shown their words, for they were mailed to the bot alone in a blind game.
    """


@mail("receipt")
def resolved_already(number: int, *, said_at: datetime, **heads: Unpack[Heads]) -> None:
    """To a gnome who answers the receipt of turn *number*, which is resolved: what they can do."""


@mail("receipt")
def claim_accepted(
    about: str, *, awaited: bool = False, said_at: datetime, **heads: Unpack[Heads]
) -> None:
    """To the claimant: they are right, and the correction follows; *about* is what it is about.

    *awaited*: a turn that awaits its resolution, which follows what they claim.
    """


def claim_denied(
    claimant: Player,
    about: str,
    why: str,
    *,
    public: bool,
    awaited: bool = False,
    **heads: Unpack[Heads],
) -> Page:
    """The contestmaster denies a claim, with their reason; as privately as it was made.

    *awaited*: about a turn that awaits its resolution, so that nothing of it is posted.
    """
    facts = {"public": public, "claimant": claimant, "about": about, "why": why, "awaited": awaited}
    kind: PostingKind = "public" if public else "private"
    return page(kind, heads["envelope"], "claim_denied", heads["letterhead"], **facts)
