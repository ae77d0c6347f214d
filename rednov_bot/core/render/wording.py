"""How numbers, names, dates and sentences are shown to people."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta


def listed(words: Iterable[object], joint: str = "and") -> str:
    """`a`, `a and b`, `a, b and c`; the empty string for nothing."""
    every = [str(word) for word in words]
    if len(every) < 2:
        return "".join(every)
    return f"{', '.join(every[:-1])} {joint} {every[-1]}"


def counted(count: int, noun: str) -> str:
    """`1 item`, `3 items`, `no items`."""
    return f"{count or 'no'} {noun if count == 1 else noun + 's'}"


def single(noun: str) -> str:
    """`a grog`, `an aqualung`."""
    return f"an {noun}" if noun[0] in "aeiou" else f"a {noun}"


def when(moment: datetime) -> str:
    """`Mon 3 Aug 2009, 14:05 UTC`, whatever the time zone of *moment*."""
    return f"{day(moment)}, {moment.astimezone(UTC):%H:%M} UTC"


def day(moment: datetime) -> str:
    """`Mon 3 Aug 2009`: the day that it is then in UTC."""
    utc = moment.astimezone(UTC)
    return f"{utc:%a} {utc.day} {utc:%b} {utc.year}"


def span(length: timedelta) -> str:
    """`3 days and 4 hours`, `5 hours`, `less than an hour`."""
    hours = int(length.total_seconds()) // 3600
    parts = [
        counted(count, noun)
        for count, noun in ((hours // 24, "day"), (hours % 24, "hour"))
        if count
    ]
    return " and ".join(parts) or "less than an hour"


def whose(name: str) -> str:
    """`Ann's`."""
    return f"{name}'s"


def capital(text: str) -> str:
    """The text with its first letter in upper case, the rest untouched."""
    return text[:1].upper() + text[1:]


def uncapital(text: str) -> str:
    """A text within a sentence, with a small letter first."""
    return text[:1].lower() + text[1:]


def sentence_end(text: str) -> str:
    """Somebody's words in one line, ended as a sentence is."""
    line = " ".join(text.split())
    return line if line.rstrip('"').endswith((".", "!", "?")) else f"{line}."
