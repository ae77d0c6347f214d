"""Mails to the contestmaster about mails that did not arrive."""

from __future__ import annotations

from typing import Literal

from rednov_bot.engine.words import GnomeName
from rednov_bot.papers import Page
from rednov_bot.prose.letterhead import Envelope, Letterhead, page

Fate = Literal["refused", "deferred", "given up", "unknown"]
"""Not taken; put off and tried again; put off too long; lost while it was handed over."""

_SERVER_WORDS = 200  # characters of what a server said


def undelivered(
    name: GnomeName,
    address: str,
    fate: Fate,
    reply: str,
    *,
    letterhead: Letterhead,
    envelope: Envelope,
) -> Page:
    """The notice of one gnome has not arrived at *address*, and the opening waits for it.

    *fate* is what came of it, and *reply* what the server said.
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
    )
