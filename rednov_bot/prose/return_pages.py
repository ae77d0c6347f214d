"""Mails to the contestmaster about postings that have not come back from their lists as sent."""

from __future__ import annotations

import textwrap
from datetime import datetime
from typing import Final, Literal, NamedTuple

from rednov_bot.papers import AlarmKind, Grounds, Page, PostingState, Withheld
from rednov_bot.prose.letterhead import Envelope, Letterhead, page

_LONGEST_NAME: Final = 40  # characters of a subject
_LONGEST_ABOUT: Final = 55  # with the code of its draft it is a subject of 72


class Unlike(NamedTuple):
    """Where a mail that came back differs first, in its subject, its text or its thread."""

    part: Literal["subject", "text", "thread"]
    sent: str
    came: str


_LEADS: Final[dict[AlarmKind, str]] = {
    "not back": "Not back",
    "other": "Back changed",
    "held by the list": "Held by the list",
    "refused by the list": "Refused by the list",
}


def about(what: AlarmKind, subject: str, grounds: Grounds = "not said") -> str:
    """What a draft about a posting is about, short enough for a subject."""
    lead = _LEADS[what] + ("" if grounds == "not said" else f" ({grounds})")
    room = min(_LONGEST_NAME, _LONGEST_ABOUT - len(lead) - 2)
    return f"{lead}: {textwrap.shorten(subject, room, placeholder=' ...')}"


def because(grounds: Grounds) -> str:
    """Why a list has not passed a posting on, behind what it did; "" where it does not say."""
    return {
        "too large": ": it is too large for the list",
        "not a member": ": the bot's address is no member of the list",
        "no subject": ": it has no subject",
        "not said": "",
    }[grounds]


def remedy(what: Withheld, grounds: Grounds, bot: str) -> str:
    """What to do about that, in a sentence without its capital and its stop."""
    let = "have its moderator let it pass" if what == "held by the list" else "have it posted again"
    match grounds:
        case "too large":
            first = (
                "have the list take larger mails (Mailman: max_message_size, in kB), or let the "
            )
            first += "host switch the pictures off ([pictures] in_mails)"
        case "not a member":
            first = f"have {bot} subscribed to the list, or allowed to post there"
        case "no subject" | "not said":
            first = f"have the list's owner let {bot} post without being asked (Mailman: its "
            first += 'moderation, "Accept immediately")'
    return f"{first}; then {let}"


def never_back(forum: str, address: str, bot: str) -> str:
    """Nothing of the bot's has ever come back from a list: a sentence for who decides."""
    return (
        f"No posting of the bot's has ever come back from {forum}. Look whether this one comes "
        f"to the list: is {bot} subscribed to {address}, may it post there without a moderator, "
        'and does the list send members their own mails (Mailman: "receive your own posts")?'
    )


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
    says: tuple[str, ...] = (),
    grounds: Grounds = "not said",
    bot: str = "",
    letterhead: Letterhead,
    envelope: Envelope,
) -> Page:
    """A posting is not back from its *forum*, or is back with other words: *unlike*, each quoted.

    *state* is what came of it at the mail server, and when; *never* where nothing of the bot's ever
    came back from there; *elsewhere* the other public fora; *restored* where its fate is unknown
    because a backup was restored; it *waits* for notices that have not arrived.  *says* is what its
    list says of it, *grounds* why; *bot* the address that posts.
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
        says=says,
        because=because(grounds),
        remedy="" if what == "not back" or what == "other" else remedy(what, grounds, bot),
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
