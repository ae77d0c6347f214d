"""When a mail was written and when a list passed it on, as its headers tell (RFC 5322 3.3)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta, timezone
from email.utils import parsedate_tz
from itertools import islice

from rednov_bot.papers import Hop

EARLIEST_YEAR = 1980
LATEST_YEAR = 2099
MOST_HOPS = 50

_ODD = re.compile(r"^\s*\([^()]*\)|(?<=:\d\d)\.\d+|(?<=Sep)t\b| m=.*")
"""What some programs write into a date, and the library does not know."""
_BY = re.compile(r"\bby[ \t]+([\w.-]{1,255})", re.IGNORECASE)


def stamp(value: str) -> datetime | None:
    """A date field in UTC; None where it is unreadable or of no credible year.

    An unknown zone counts as UTC (RFC 5322 4.3).
    """
    found = parsedate_tz(_ODD.sub("", value[:200]))
    if found is None:
        return None
    year, month, day, hour, minute, second, *_, zone = found
    try:
        local = datetime(
            year + 1900 if 100 <= year < 1000 else year,  # RFC 5322 4.3
            month,
            day,
            hour,
            minute,
            min(second, 59),  # a leap second is the last one of its minute
            tzinfo=timezone(timedelta(seconds=zone or 0)),
        )
        moment = local.astimezone(UTC)
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
    return next((hop.at for hop in passed if _same_site(hop.host, list_domain)), None)


def _same_site(host: str, domain: str) -> bool:
    return host == domain or host.endswith("." + domain)
