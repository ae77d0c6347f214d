"""Until when a draft is to be held, or the reminders to be paused."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, time, timedelta
from typing import Final

from rednov_bot.core.patterns import lazy_re
from rednov_bot.core.workflow.commands.said import Unclear

DAYS: Final = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_MONTH_NAMES: Final = (
    "january/jan february/feb march/mar april/apr may june/jun july/jul august/aug "
    "september/sept/sep october/oct november/nov december/dec"
)
MONTHS: Final = {
    name: number
    for number, names in enumerate(_MONTH_NAMES.split(), 1)
    for name in names.split("/")
}
"""The names of months, each with its number."""
_NUMBERS: Final = ("a", "an", "one", "two", "three", "four", "five", "six", "seven")
MONTH: Final = "|".join(sorted(MONTHS, key=len, reverse=True))
_UNTIL: Final = r"(?:until|till|til)\s+(?P<ends>the end of\s+)?(?:on\s+)?"
_DAY: Final = (
    r"(?:(?P<iso>\d{4}-\d{2}-\d{2})"
    rf"|(?P<day>\d{{1,2}})(?:st|nd|rd|th)?(?:\s+of)?\s+(?P<month>{MONTH})\.?(?:,?\s+(?P<year>\d{{4}}))?"
    rf"|(?P<month2>{MONTH})\.?\s+(?P<day2>\d{{1,2}})(?:st|nd|rd|th)?(?:,?\s+(?P<year2>\d{{4}}))?"
    rf"|(?P<weekday>{'|'.join(DAYS)})|(?P<near>today|tonight|tomorrow)"
    r"|(?P<week>next week))"
)
_PARTS: Final = {
    "morning": 9,
    "noon": 12,
    "midday": 12,
    "afternoon": 15,
    "evening": 18,
    "night": 21,
}
"""Hours of a day in UTC, where it is named by its part; the answer tells which was meant."""
_TIME: Final = (
    r"(?:(?:\s+at\s+|,\s*|\s+|T)"
    r"(?:(?P<hour>\d{1,2}):(?P<minute>\d{2})(?:\s?(?P<half>[ap]m))?(?:\s?(?:UTC|GMT|Z))?"
    r"|(?P<hour2>\d{1,2})\s?(?P<half2>[ap]m)(?:\s?(?:UTC|GMT))?"
    rf"|(?:in the\s+)?(?P<part>{'|'.join(_PARTS)})))?"
)
_DAY_SAID: Final = lazy_re(rf"{_UNTIL}{_DAY}{_TIME}", re.IGNORECASE)
_SPAN_SAID: Final = lazy_re(
    rf"for\s+(?:the next\s+)?(?P<count>\d{{1,3}}|{'|'.join(_NUMBERS)})\s+(?P<unit>hour|day|week)s?",
    re.IGNORECASE,
)
MOMENT: Final = lazy_re(
    rf"(?:{re.sub('[?]P<[a-z0-9]+>', '?:', _DAY_SAID.pattern)}"
    rf"|{re.sub('[?]P<[a-z0-9]+>', '?:', _SPAN_SAID.pattern)})(?![\w-]|:\d)",
    re.IGNORECASE,
)
"""Words that say until when, wherever they stand."""
_FARTHEST: Final = timedelta(days=200)  # a date without a year that is farther off is in doubt


def moment_of(words: str, now: datetime) -> datetime | None:
    """When what is said to last until then ends, in UTC; None where that is past or not certain.

    It ends when a day begins that is to come, unless "the end of" it is said; today lasts to its
    end.  A weekday is the next one: today's own name is in doubt.
    """
    said = " ".join(words.split())
    now = now.astimezone(UTC)
    if found := _SPAN_SAID.fullmatch(said):
        return now + _span(found)
    found = _DAY_SAID.fullmatch(said)
    try:
        day = None if found is None else _day(found, now.date())
        if found is None or day is None:
            return None
        at_its_end = day == now.date() or found["ends"] is not None
        until = _at(day, found) or datetime.combine(day + timedelta(at_its_end), time(), UTC)
    except (ValueError, OverflowError):
        return None
    return until if until > now else None


def _span(found: re.Match[str]) -> timedelta:
    said = found["count"].lower()
    count = int(said) if said.isdigit() else max(1, _NUMBERS.index(said) - 1)
    return timedelta(**{f"{found['unit'].lower()}s": count})


def _day(found: re.Match[str], today: date) -> date | None:
    """The day that is named; None where it may be another.  Raises ValueError for 31 June."""
    if found["iso"]:
        return date.fromisoformat(found["iso"])
    if near := found["near"]:
        return today + timedelta(days=near.lower() == "tomorrow")
    if found["week"]:
        return today + timedelta(days=7 - today.weekday())
    if weekday := found["weekday"]:
        ahead = (DAYS.index(weekday.lower()) - today.weekday()) % 7
        return today + timedelta(days=ahead) if ahead else None
    month = MONTHS[(found["month"] or found["month2"]).lower()]
    day = int(found["day"] or found["day2"])
    if year := found["year"] or found["year2"]:
        return date(int(year), month, day)
    named = date(today.year, month, day)
    if named < today:
        named = date(today.year + 1, month, day)
    return named if named - today <= _FARTHEST else None


def _at(day: date, found: re.Match[str]) -> datetime | None:
    """The time of the day, where one is named.  Raises ValueError for 25:00 and 13pm."""
    if part := found["part"]:
        return datetime.combine(day, time(_PARTS[part.lower()]), UTC)
    said = found["hour"] or found["hour2"]
    if said is None:
        return None
    hour, half = int(said), (found["half"] or found["half2"] or "").lower()
    if half:
        if not 1 <= hour <= 12:
            raise ValueError(half)
        hour = hour % 12 + (12 if half == "pm" else 0)
    return datetime.combine(day, time(hour, int(found["minute"] or 0)), UTC)


_WHEN: Final = lazy_re(r"[\s,:]*(?=(?:until|till?|for)\b)", re.IGNORECASE)
_WHEN_SAID: Final = 'until when is not plain ("until 3 December", "for 2 days")'


def until_when(words: str) -> tuple[str, str, Unclear | None]:
    """Until when, as written, and the words behind it."""
    begins = _WHEN.match(words)
    if begins is None:
        return "", words, None
    found = MOMENT.match(words, begins.end())
    if found is None:
        return "", words, Unclear(_WHEN_SAID)
    return found[0], words[found.end() :], None
