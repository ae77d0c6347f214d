"""Mails about mails that did not arrive, or have not come back from their lists."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Literal, NamedTuple, Unpack

from rednov_bot.core.models import AlarmKind, Grounds, Page, PostingState, Withheld
from rednov_bot.core.render.letterhead import Facts, Heads, Letterhead, instead, mail
from rednov_bot.core.render.wording import day, listed
from rednov_bot.games.base import Player


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """What is known of the way by which one gnome gets their private mail."""

    name: Player
    answered_at: datetime | None = None  # None unless they did lately, and nothing came back since
    mail: int | None = None  # their answer, by its number on file
    asked_at: datetime | None = None
    failed_at: datetime | None = None  # when a mail came back, unless they have answered since
    waived: bool = False  # they are not waited for

    @property
    def is_open(self) -> bool:
        """Whether an opening has to wait for them."""
        return self.answered_at is None and not self.waived


@mail("private")
def channel_question(**heads: Unpack[Heads]) -> None:
    """Somebody who is to play is asked to answer in a word."""


def known_channels(lines: Sequence[Known], days: int, *, waits: bool) -> tuple[str, ...]:
    """Whom private mail is known to reach, and whom not: sentences for the contestmaster."""
    sure = [one for one in lines if one.answered_at is not None]
    unsure = [one for one in lines if one.answered_at is None]
    said = []
    if sure:
        told = [
            f"{one.name} (answered {day(one.answered_at)}{f', mail {one.mail}' * bool(one.mail)})"
            for one in sure
            if one.answered_at is not None
        ]
        said.append(f"Private mail reaches {listed(told)}.")
    if unsure:
        names = listed(map(_unanswered, unsure))
        said.append(
            f"It is not known whether private mail reaches {names}: "
            f"they have not answered any within {days} days (§6)."
        )
    if waits and (open_ := [one for one in unsure if not one.waived]):
        said.append(
            "If you approve this opening, it waits for their answer. Mail "
            f'"go on without {open_[0].name}" to post it without waiting.'
        )
    return (" ".join(said),)


def waiting(names: Sequence[Player]) -> str:
    """Why an approved opening is not posted yet, and what to do."""
    return (
        f"it waits until {listed(names)} {'have' if len(names) > 1 else 'has'} answered a private "
        f'mail, and is then posted by itself; "go on without {names[0]}" posts it without waiting'
    )


def _unanswered(one: Known) -> str:
    if one.failed_at is not None:
        return f"{one.name} (a mail came back {day(one.failed_at)})"
    if one.waived:
        return f"{one.name} (not waited for)"
    return one.name if one.asked_at is None else f"{one.name} (asked {day(one.asked_at)})"


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


@mail("draft", "not_back")
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
    **heads: Unpack[Heads],
) -> Facts:
    """A posting is not back from its *forum*, or is back with other words: *unlike*, each quoted.

    *state* is what came of it at the mail server, and when; *never* where nothing of the bot's ever
    came back from there; *elsewhere* the other public fora; *restored* where its fate is unknown
    because a backup was restored; it *waits* for notices that have not arrived.  *says* is what its
    list says of it, *grounds* why; *bot* the address that posts.
    """
    return {
        "because": because(grounds),
        "remedy": "" if what == "not back" or what == "other" else remedy(what, grounds, bot),
    }


Fate = Literal["refused", "deferred", "given up", "unknown"]
"""Not taken; put off and tried again; put off too long; lost while it was handed over."""

Opening = Literal["waits", "in doubt", "there", "yours"]
"""It is not posted yet; since a restore it may be; it is; the contestmaster sees to it."""

_SERVER_WORDS = 200  # characters of what a server said


@mail("desk")
def undelivered(
    name: Player, address: str, fate: Fate, reply: str, *, opening: Opening, **heads: Unpack[Heads]
) -> Facts:
    """The notice of one gnome has not arrived at *address*, and the opening waits for it.

    *fate* is what came of it, and *reply* what the server said; *opening* what is known of that.
    """
    said = "".join(letter if letter.isprintable() else "?" for letter in reply)[:_SERVER_WORDS]
    return {"said": said}


Lost = Literal["notice", "question", "doubt", "mail", "posting"]
"""What came back: a notice to one gnome, the question before a game whether mails reach them, the
one whether a mail is theirs, another private mail, something for a list."""


@mail("desk")
def came_back(
    name: Player | None,
    address: str,
    lost: Lost,
    status: str,
    *,
    about: str,
    again: str,
    never: bool = False,
    hangs: tuple[str, ...] = (),
    **heads: Unpack[Heads],
) -> Facts:
    """A mail server reports that something for *name* was not delivered at *address* (§6).

    None is somebody whom nobody knows: their address is nobody's business, and no subject names it.
    *status* is its code; *about* says in public words what it belongs to, "" where nothing does;
    *again* is the address to which the same words went since, "" where there is none, or
    where the host wants them *never* sent again; *hangs* are the mails, by number and place, of
    which nothing comes before a "doubt" is answered.
    """
    return {
        "name": name or "somebody unknown",
        "known": name is not None,
    }


def withheld(kept: Page, fault: str, *, letterhead: Letterhead) -> Page:
    """To the reader of a page that is kept back; nothing of what it says.

    *fault* is what is wrong with their key: `expired on 2026-12-03`.
    """
    decides = kept.to_name == letterhead.decides
    return instead(kept, "desk", "withheld", letterhead, fault=fault, decides=decides)


@mail("desk")
def withheld_from(name: Player, fault: str, **heads: Unpack[Heads]) -> None:
    """To the contestmaster: what is for *name* alone cannot be sent to them."""
