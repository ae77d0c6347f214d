"""When a mail was written and when a list passed it on; which moment counts, by Agora's custom."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta, timezone
from email.utils import parsedate_tz
from itertools import islice, takewhile

from rednov_bot.core.models import Hop, Stamps

EARLIEST_YEAR = 1980
LATEST_YEAR = 2099
MOST_HOPS = 50

_ODD = re.compile(r"^\s*\([^()]*\)|(?<=:\d\d)\.\d+|(?<=Sep)t\b| m=.*")
"""What some programs write into a date, and the library does not know."""
_BY = re.compile(r"\bby[ \t]+([\w.-]{1,255})", re.IGNORECASE)


_USUAL = re.compile(
    r"\s*(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), (\d\d?) (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)"
    r" ((?:19|20)\d\d) (\d\d):(\d\d):(\d\d) ([+-]\d\d)(\d\d)(?: \([A-Z]{3,4}\))?"
)
"""A date as RFC 5322 wants it."""
_MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]


def _parsed(value: str) -> tuple[int, ...] | None:
    """Year, month, day, hour, minute, second, and the zone's seconds."""
    usual = _USUAL.fullmatch(value)
    if usual is not None:
        day, month, year, hour, minute, second, hours, minutes = usual.groups()
        zone = 3600 * int(hours[1:]) + 60 * int(minutes)
        return (
            int(year), _MONTHS.index(month) + 1, int(day), int(hour), int(minute), int(second),
            -zone if hours[0] == "-" else zone,
        )  # fmt: skip
    found = parsedate_tz(_ODD.sub("", value[:200]))
    return None if found is None else (*found[:6], found[9] or 0)


def stamp(value: str) -> datetime | None:
    """A date field in UTC; None where it is unreadable or of no credible year.

    An unknown zone counts as UTC (RFC 5322 4.3).
    """
    found = _parsed(value)
    if found is None:
        return None
    year, month, day, hour, minute, second, zone = found
    year += 1900 if 100 <= year < 1000 else 0  # RFC 5322 4.3
    second = min(second, 59)  # a leap second is the last one of its minute
    try:
        away = timezone(timedelta(seconds=zone))
        moment = datetime(year, month, day, hour, minute, second, tzinfo=away).astimezone(UTC)
    except (ValueError, OverflowError):
        return None
    return moment if EARLIEST_YEAR <= moment.year <= LATEST_YEAR else None


def hops(received: Iterable[str]) -> tuple[Hop, ...]:
    """The servers that say when they got the mail, the last first."""
    found = []
    for line in islice(received, MOST_HOPS):
        at = stamp(line.rpartition(";")[2]) if ";" in line else None
        if at is not None:
            host = _BY.search(line)
            found.append(Hop(host[1].lower() if host else "", at))
    return tuple(found)


def listed(passed: Iterable[Hop], list_domain: str | None) -> datetime | None:
    """When the list passed the mail on: the last of its own servers."""
    if list_domain is None:
        return None
    return next((hop.at for hop in passed if f".{hop.host}".endswith(f".{list_domain}")), None)


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
    is_early = against is not None and against - date > LONGEST_WAY
    if latest is not None and (is_early or date > latest):
        apart = abs(date - latest)
        lies = f"{_span(apart)} {'before' if is_early else 'after'} {whose}'s stamp"
        reason = f"Its Date lies {lies}, so that one counts."
        return Credible(at=latest, reason=reason, odd=odd or apart > SKEW)
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
    listed, arrived = stamps.listed, stamps.arrived
    found = [(hop.at, "the last server") for hop in stamps.hops[:1]]
    odd = False
    if listed is not None:
        above = takewhile(lambda hop: hop.at != listed, stamps.hops)
        odd = any(hop.at - listed > LONGEST_WAY for hop in above)
        found = found if odd else [(listed, "the list"), *found]
    for at, whose in found:
        if arrived is None or at <= arrived + SKEW:
            return at, whose, odd
        odd = True
    return None, "the mailbox", odd


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
