"""When a mail was written and when a list passed it on, as its headers tell (RFC 5322 3.3)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta, timezone
from itertools import islice

from rednov_bot.papers import Hop

EARLIEST_YEAR = 1980
LATEST_YEAR = 2099
MOST_HOPS = 50

_MONTHS = {
    name: number
    for number, name in enumerate(
        ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"), 1
    )
}
_ZONES = {"ut": 0, "utc": 0, "gmt": 0, "z": 0, "est": -5, "edt": -4, "cst": -6, "cdt": -5}
_ZONES |= {"mst": -7, "mdt": -6, "pst": -8, "pdt": -7}
_DATE = re.compile(
    r"\b(\d{1,2})[ \t-]+([A-Za-z]{3})[a-z]{0,6}\.?[ \t-]+(\d{2,4})[ \t]+"
    r"(\d{1,2}):(\d{2})(?::(\d{2}))?(?:[ \t]*([+-]\d{4}\b|[A-Za-z]{1,4}\b))?"
)
_ASCTIME = re.compile(
    r"\b([A-Za-z]{3})[ \t]+(\d{1,2})[ \t]+(\d{1,2}):(\d{2})(?::(\d{2}))?[ \t]+(\d{4})\b"
)
_BY = re.compile(r"\bby[ \t]+([\w.-]{1,255})", re.IGNORECASE)


def stamp(value: str) -> datetime | None:
    """A date field in UTC; None where it is unreadable or of no credible year."""
    value = value[:200]
    if match := _DATE.search(value):
        day, month, year, hour, minute, second, zone = match.groups()
    elif match := _ASCTIME.search(value):
        month, day, hour, minute, second, year = match.groups()
        zone = None
    else:
        return None
    try:
        local = datetime(
            _year(year),
            _MONTHS.get(month.lower(), 0),
            int(day),
            int(hour),
            int(minute),
            min(int(second or 0), 59),  # a leap second is the last one of its minute
            tzinfo=timezone(_offset(zone)),
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


def _year(text: str) -> int:
    """A year; two digits as RFC 5322 4.3 wants them."""
    year = int(text)
    if len(text) == 2:
        return year + (2000 if year < 50 else 1900)
    return year + 1900 if len(text) == 3 else year


def _offset(zone: str | None) -> timedelta:
    """East of Greenwich; an unknown name counts as UTC (RFC 5322 4.3)."""
    if zone is None or zone[0] not in "+-":
        return timedelta(hours=_ZONES.get((zone or "").lower(), 0))
    size = timedelta(hours=int(zone[1:3]), minutes=int(zone[3:5]))
    return size if zone[0] == "+" else -size
