"""Mails about mails that did not arrive, or were not sent because they could not be encrypted."""

from __future__ import annotations

from typing import Literal

from rednov_bot.engine.words import GnomeName
from rednov_bot.papers import Page
from rednov_bot.prose.letterhead import Envelope, Letterhead, page

Fate = Literal["refused", "deferred", "given up", "unknown"]
"""Not taken; put off and tried again; put off too long; lost while it was handed over."""

Opening = Literal["waits", "in doubt", "there", "yours"]
"""It is not posted yet; it may be, since a backup was restored; it is; the contestmaster who was
asked sees to it emself."""

_SERVER_WORDS = 200  # characters of what a server said


def undelivered(
    name: GnomeName,
    address: str,
    fate: Fate,
    reply: str,
    *,
    opening: Opening = "waits",
    letterhead: Letterhead,
    envelope: Envelope,
) -> Page:
    """The notice of one gnome has not arrived at *address*, and the opening waits for it.

    *fate* is what came of it, and *reply* what the server said; *opening* what is known of that.
    """
    said = "".join(letter if letter.isprintable() else "?" for letter in reply)[:_SERVER_WORDS]
    return page(
        "desk",
        envelope,
        "undelivered",
        letterhead,
        name=name,
        address=address,
        fate=fate,
        said=said,
        opening=opening,
    )


Lost = Literal["notice", "question", "doubt", "mail", "posting"]
"""What came back: a notice to one gnome, the question before a game whether mails reach em, the one
whether a mail is eirs, another private mail, something for a list."""


def came_back(
    name: GnomeName | None,
    address: str,
    lost: Lost,
    status: str,
    *,
    about: str,
    again: str,
    never: bool = False,
    hangs: tuple[str, ...] = (),
    letterhead: Letterhead,
    envelope: Envelope,
) -> Page:
    """A mail server reports that something for *name* was not delivered at *address* (§6).

    None is somebody whom nobody knows: eir address is nobody's business, and no subject names it.
    *status* is its code; *about* says in public words what it belongs to, "" where nothing does;
    *again* is the address to which the same words went since, "" where there is none, or
    where the host wants them *never* sent again; *hangs* are the mails, by number and place, of
    which nothing comes before a "doubt" is answered.
    """
    return page(
        "desk",
        envelope,
        "came_back",
        letterhead,
        name=name or "somebody unknown",
        known=name is not None,
        address=address,
        lost=lost,
        status=status,
        about=about,
        again=again,
        never=never,
        hangs=hangs,
    )


def withheld(kept: Page, fault: str, *, letterhead: Letterhead) -> Page:
    """To the reader of a page that is kept back; nothing of what it says.

    *fault* is what is wrong with their key: `expired on 2026-12-03`.
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
    """To the contestmaster: what is for *name* alone cannot be sent to them."""
    return page("desk", envelope, "withheld_from", letterhead, name=name, fault=fault)
