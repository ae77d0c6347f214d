"""The stamps of an announcement, as the contestmaster is shown them (A15)."""

from __future__ import annotations

from datetime import datetime

from rednov_bot.engine.words import GnomeName
from rednov_bot.papers import Stamps


def odd(at: datetime, reason: str, stamps: Stamps) -> tuple[str, ...]:
    """Stamps that do not agree: which one was chosen and why, and all of them."""
    return (
        f"The stamps of the announcement do not agree. {reason} It counts as announced on "
        f"{to_the_second(at)}.",
        *_every(stamps),
    )


def crossed(
    gnome: GnomeName, number: int, earlier: datetime, at: datetime, stamps: Stamps
) -> tuple[str, ...]:
    """Two turns whose stamps and whose arrival order them differently, or not at all."""
    how = "of the same second as" if at == earlier else "earlier than"
    return (
        f"This turn arrived after turn {number} of {gnome}, but its stamp is {how} that one's: "
        f"{to_the_second(at)} against {to_the_second(earlier)}. Which of them was announced "
        "first is for you to say (A15).",
        *_every(stamps),
    )


def to_the_second(moment: datetime) -> str:
    """`Mon 23 Nov 2026 15:12:07 UTC`."""
    return f"{moment:%a} {moment.day} {moment:%b %Y %H:%M:%S} UTC"


def _every(stamps: Stamps) -> tuple[str, ...]:
    """Each stamp, from the sender's own to the mailbox's."""
    found = [("Date", stamps.date)]
    found += [(f"got by {hop.host or 'a server'}", hop.at) for hop in reversed(stamps.hops)]
    found += [("passed on by the list", stamps.listed), ("in the mailbox", stamps.arrived)]
    return tuple(f"{to_the_second(at)}: {what}" for what, at in found if at is not None)
