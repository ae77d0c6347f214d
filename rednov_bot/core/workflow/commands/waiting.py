"""Hold and release a draft; pause and resume the reminders; until when."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, date, datetime, time, timedelta
from typing import Final

from rednov_bot.core.workflow import commands as cmd
from rednov_bot.core.workflow.commands.polite import LEAD, is_polite
from rednov_bot.core.workflow.commands.said import (
    Said,
    Unclear,
    around,
    name_at,
    only_name,
    parted,
    reason,
    take_code,
    unknown,
)

_DAYS: Final = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_MONTHS: Final = (
    *("january", "february", "march", "april", "may", "june", "july", "august"),
    *("september", "october", "november", "december"),
)
_NUMBERS: Final = ("a", "an", "one", "two", "three", "four", "five", "six", "seven")
_MONTH: Final = "|".join(f"{month}|{month[:3]}" for month in _MONTHS) + "|sept"
_UNTIL: Final = r"(?:until|till|til)\s+(?P<ends>the end of\s+)?(?:on\s+)?"
_DAY: Final = (
    r"(?:(?P<iso>\d{4}-\d{2}-\d{2})"
    rf"|(?P<day>\d{{1,2}})(?:st|nd|rd|th)?(?:\s+of)?\s+(?P<month>{_MONTH})\.?(?:,?\s+(?P<year>\d{{4}}))?"
    rf"|(?P<month2>{_MONTH})\.?\s+(?P<day2>\d{{1,2}})(?:st|nd|rd|th)?(?:,?\s+(?P<year2>\d{{4}}))?"
    rf"|(?P<weekday>{'|'.join(_DAYS)})|(?P<near>today|tonight|tomorrow)"
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
_DAY_SAID: Final = re.compile(rf"{_UNTIL}{_DAY}{_TIME}", re.IGNORECASE)
_SPAN_SAID: Final = re.compile(
    rf"for\s+(?:the next\s+)?(?P<count>\d{{1,3}}|{'|'.join(_NUMBERS)})\s+(?P<unit>hour|day|week)s?",
    re.IGNORECASE,
)
MOMENT: Final = re.compile(
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
        until = _at(day, found) or _edge_of(day, day == now.date() or found["ends"] is not None)
    except (ValueError, OverflowError):
        return None
    return until if until > now else None


def _span(found: re.Match[str]) -> timedelta:
    said = found["count"].lower()
    count = int(said) if said.isdigit() else max(1, _NUMBERS.index(said) - 1)
    units: dict[str, Callable[[int], timedelta]] = {
        "hour": lambda number: timedelta(hours=number),
        "day": lambda number: timedelta(days=number),
        "week": lambda number: timedelta(weeks=number),
    }
    return units[found["unit"].lower()](count)


def _day(found: re.Match[str], today: date) -> date | None:
    """The day that is named; None where it may be another.  Raises ValueError for 31 June."""
    if found["iso"]:
        return date.fromisoformat(found["iso"])
    if near := found["near"]:
        return today + timedelta(days=near.lower() == "tomorrow")
    if found["week"]:
        return today + timedelta(days=7 - today.weekday())
    if weekday := found["weekday"]:
        ahead = (_DAYS.index(weekday.lower()) - today.weekday()) % 7
        return today + timedelta(days=ahead) if ahead else None
    name = (found["month"] or found["month2"])[:3].lower()
    month = 1 + [one[:3] for one in _MONTHS].index(name)
    day = int(found["day"] or found["day2"])
    if year := found["year"] or found["year2"]:
        return date(int(year), month, day)
    named = date(today.year, month, day)
    if named < today:
        named = date(today.year + 1, month, day)
    return named if named - today <= _FARTHEST else None


def _edge_of(day: date, at_its_end: bool) -> datetime:
    return datetime.combine(day + timedelta(days=at_its_end), time(), UTC)


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


HOLD: Final = re.compile(
    rf"{LEAD}(?:put (?:it|this|the draft|this draft) on )?hold\b(?! (?:on|up|your)\b)",
    re.IGNORECASE,
)
RELEASE: Final = re.compile(
    rf"{LEAD}(?:release|unhold|(?:no longer|no more|stop) hold(?:ing)?)\b", re.IGNORECASE
)
PAUSE: Final = re.compile(
    rf"{LEAD}(?:pause\b(?: all\b)?(?: (?:the|my|your)\b)?(?: remind(?:ers|ing)\b(?: me\b)?)?"
    r"|(?:no|stop)(?: more)?(?: (?:the|my|your))? remind(?:ers|ing)\b(?: me\b)?(?: any ?more\b)?)",
    re.IGNORECASE,
)
RESUME: Final = re.compile(
    rf"{LEAD}(?:resume\b(?: (?:the|my|your)\b)?(?: remind(?:ers|ing)\b)?(?: me\b)?"
    r"|remind me again\b)",
    re.IGNORECASE,
)
GO_ON: Final = re.compile(
    rf"{LEAD}go on (?:now )?without(?: waiting for)?"
    r"(?: (?:a|the) (?:word|answer|notices?)(?: of| from| to| for))? ",
    re.IGNORECASE,
)
TOLD: Final = re.compile(
    rf"{LEAD}(?:i(?:['’]ve| have)? )?(?:already |now )?told (?!me\b|you\b|us\b|them\b)",
    re.IGNORECASE,
)
KNOWS: Final = re.compile(
    rf"{LEAD}(?P<name>[^\W_][\w. -]{{0,60}}?) (?:already |now )?(?:knows|(?:was|has been) told)\b",
    re.IGNORECASE,
)
_WHAT: Final = re.compile(
    r"\s+(?:it(?: all)?|so|that|everything|all|eir (?:items?|notices?|hand)"
    r"|what e (?:drew|holds|has))\b",
    re.IGNORECASE,
)
_BY: Final = re.compile(
    r"\s+(?:(?:by|over|on|via|in|through) (?:the |an? |another )?[\w-]{1,20}|myself|already|now)\b",
    re.IGNORECASE,
)
_IT: Final = re.compile(r"\s+(?:this one|this draft|the draft|it|this)\b", re.IGNORECASE)
_HELD: Final = re.compile(
    r"\s+(?:it|this|the hold|this draft|the draft|from hold|this one)\b(?: now\b)?|\s+now\b",
    re.IGNORECASE,
)
_NEED: Final = re.compile(
    r",\s*(?=(?:i|we)(?:['’]m| need| want| must| have to| am)\b)", re.IGNORECASE
)
_WHEN: Final = re.compile(r"[\s,:]*(?=(?:until|till?|for)\b)", re.IGNORECASE)
_WHEN_SAID: Final = 'until when is not plain ("until 3 December", "for 2 days")'


def hold(found: re.Match[str], said: Said) -> cmd.Hold | Unclear:
    """`hold until Friday because Ann is asked`, or less of it."""
    code, words = _coded(_IT, said.first[found.end() :])
    when, words, unclear = _until(words)
    if unclear is not None:
        return unclear
    plain, why = parted(f"{_NEED.sub(' because ', words, count=1)}\n{said.rest}")
    if not is_polite(plain, said.sender):
        return around("hold", words, said) or Unclear("")
    return cmd.Hold(code=code or said.code, until=when, why=reason(why, said))


def release(found: re.Match[str], said: Said) -> cmd.Release | Unclear:
    """`release`, with nothing but polite words."""
    code, words = _coded(_HELD, said.first[found.end() :])
    return around("release", words, said) or cmd.Release(code=code or said.code)


def pause(found: re.Match[str], said: Said) -> cmd.Pause | Unclear:
    """`pause reminders until Friday`, or less of it."""
    when, words, unclear = _until(said.first[found.end() :])
    return unclear or around("pause", words, said) or cmd.Pause(until=when)


def resume(found: re.Match[str], said: Said) -> cmd.Resume | Unclear:
    """`resume reminders`."""
    return around("resume", said.first[found.end() :], said) or cmd.Resume()


def _coded(object_: re.Pattern[str], words: str) -> tuple[str | None, str]:
    """The code behind a command and the word for what it is done to, in either order."""
    named = object_.match(words)
    code, words = take_code(words[named.end() :] if named else words)
    if named is None and (named := object_.match(words)):
        words = words[named.end() :]
    return code, words


def _until(words: str) -> tuple[str, str, Unclear | None]:
    """Until when, as written, and the words behind it."""
    begins = _WHEN.match(words)
    if begins is None:
        return "", words, None
    found = MOMENT.match(words, begins.end())
    if found is None:
        return "", words, Unclear(_WHEN_SAID)
    return found[0], words[found.end() :], None


def go_on(found: re.Match[str], said: Said) -> cmd.GoOn | Unclear:
    """`go on without Ann`: neither their notice nor their word is waited for."""
    named = name_at(said.first, found.end(), said.names)
    if named is None:
        return unknown(said.first, found.end())
    name, end = named
    return around(f"go on without {name}", said.first[end:], said) or cmd.GoOn(name)


def told(found: re.Match[str], said: Said) -> cmd.Told | Unclear:
    """`told Ann`: they know what their notices say."""
    named = name_at(said.first, found.end(), said.names)
    if named is None:
        return unknown(said.first, found.end())
    return _told(*named, said)


def knows(found: re.Match[str], said: Said) -> cmd.Told | Unclear:
    """`Ann knows eir items`."""
    name = only_name(found["name"], said.names)
    return name if isinstance(name, Unclear) else _told(name, found.end(), said)


def _told(name: str, at: int, said: Said) -> cmd.Told | Unclear:
    for more in (_WHAT, _BY):
        more_said = more.match(said.first, at)
        at = at if more_said is None else more_said.end()
    return around(f"told {name}", said.first[at:], said) or cmd.Told(name)
