"""The moment that counts: the first credible stamp, by Agora's custom.

The sender's own Date is believed, unless there is an odd gap between it and the moment at which
the list passed the mail on; then that one is (CFJs 1646, 2058, 3380).  A list's stamp is not
believed where a server above it got the mail long after.  Where neither is to be
had, the last server's stamp counts, and after it the mailbox's.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import takewhile

from rednov_bot.papers import Hop, Stamps

SKEW = timedelta(minutes=10)
"""By how much clocks differ without anybody's fault; a list's server was once seven minutes off."""

LONGEST_WAY = timedelta(hours=4)
"""A mail that has to wait is tried again within minutes, and its sender warned after four hours
(RFC 5321 4.5.4.1); what took longer was held, lost for a while, or dated by a wrong clock."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Credible:
    """The stamp that counts, why, and whether a human should look at all of them."""

    at: datetime | None
    reason: str  # one sentence
    odd: bool = False


def credible(stamps: Stamps) -> Credible:
    """The first credible stamp of a mail.

    The mailbox's own speaks against no Date in its past, for a mail that is copied from one
    mailbox to another bears the moment of its copying.
    """
    date, arrived = stamps.date, stamps.arrived
    against, whose, odd = _reference(stamps)
    if date is None:
        at = against or arrived
        counts = f"so {whose}'s stamp counts" if at is not None else "nor any other stamp"
        return Credible(at=at, reason=f"It bears no readable Date, {counts}.", odd=True)
    latest = against or arrived
    if latest is not None and date > latest:
        return Credible(
            at=latest,
            reason=f"Its Date lies {_span(date - latest)} after {whose}'s stamp, so that one "
            "counts.",
            odd=odd or date - latest > SKEW,
        )
    if against is not None and against - date > LONGEST_WAY:
        return Credible(
            at=against,
            reason=f"Its Date lies {_span(against - date)} before {whose}'s stamp, so that one "
            "counts.",
            odd=True,
        )
    return Credible(at=date, reason="Its Date counts, as no other stamp contradicts it.", odd=odd)


def until(stamps: Stamps, now: datetime) -> Stamps:
    """The stamps without those that lie in the future of the bot's own clock.

    Where that clock is slow, or plays an old season again, they can tell nothing.
    """
    latest = now + SKEW
    listed, arrived = stamps.listed, stamps.arrived
    return replace(
        stamps,
        listed=listed if listed is None or listed <= latest else None,
        arrived=arrived if arrived is None or arrived <= latest else now,
        hops=tuple(hop for hop in stamps.hops if hop.at <= latest),
    )


def _reference(stamps: Stamps) -> tuple[datetime | None, str, bool]:
    """What the Date is held against, whose it is, and whether a stamp had to be passed over.

    A stamp later than the mail's arrival was made by a wrong clock, and one of the list's long
    before a server above it, perhaps by the sender, who can write any line below those.
    """
    found = [(stamps.listed, "the list")]
    found += [(hop.at, "the last server") for hop in stamps.hops[:1]]
    odd = False
    for at, whose in found:
        if at is None:
            continue
        if whose == "the list" and _is_overtaken(at, stamps.hops):
            odd = True
            continue
        if stamps.arrived is None or at <= stamps.arrived + SKEW:
            return at, whose, odd
        odd = True
    return None, "the mailbox", odd


def _is_overtaken(listed: datetime, hops: tuple[Hop, ...]) -> bool:
    """Whether a server above the list's got the mail later than any way takes."""
    above = takewhile(lambda hop: hop.at != listed, hops)
    return any(hop.at - listed > LONGEST_WAY for hop in above)


def _span(span: timedelta) -> str:
    """`3 days 4 hours`, `2 hours 5 minutes`, `40 seconds`."""
    seconds = int(span.total_seconds())
    sizes = (("day", 86400), ("hour", 3600), ("minute", 60), ("second", 1))
    words = []
    for name, size in sizes:
        count, seconds = divmod(seconds, size)
        if count:
            words.append(f"{count} {name}" + ("s" if count > 1 else ""))
    return " ".join(words[:2])
