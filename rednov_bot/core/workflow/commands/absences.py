"""Somebody says that they will be away: no act, only shown beside the counts of idleness (A91).

Conservative: a plain sentence of their own, in the first person or without any, with a time in it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

from rednov_bot.core.patterns import lazy_re
from rednov_bot.core.workflow.commands.waiting import DAYS, MONTH, MONTHS

_LONGEST: Final = 300  # characters of a sentence that is looked at
_MOST: Final = 20_000  # characters of a text that are looked at
_NUMBERS: Final = {
    name: number
    for number, names in enumerate(
        ("a an one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"), 1
    )
    for name in names.split()
}

_STATE = (
    r"away|(?:off )?on (?:my |a |our )?(?:(?:short|long|family|summer|winter) )?"
    r"(?:holidays?|vacation|leave|trip|business trip)|"
    r"travell?ing|offline|abroad|afk|unavailable|unreachable|gone|out of (?:town|the country|"
    r"reach|the office)|in hospital|camping|"
    r"without (?:any )?(?:internet|net|e-?mail|a computer|a connection|(?:internet|net) access)"
)
_NO_NET = (
    r"(?:have |have got |'ve got |will have |'ll have )?"
    r"(?:no|limited|little|patchy) (?:internet|net|e-?mail|connection|access)"
)
_CANNOT = (
    r"(?:won'?t|will not|can'?t|cannot|can not|am not|'m not|shall not|am unable to|"
    r"won'?t be able to|will not be able to) "
    r"(?:be )?(?:around|available|here|able to (?:play|read|post|answer|take (?:a turn|turns))|"
    r"play|read (?:mail|e-?mail|the lists?)|post|answer|take (?:a turn|any turns?|turns))"
)
_I = r"(?:i|we)(?:'ll| will| shall|'m| am|'m going to| am going to|'ll probably| have to)?"
_AWAY = lazy_re(
    rf"\b{_I} (?:probably |mostly |most likely |also )?(?:be |go |going )?(?:{_STATE})\b"
    rf"|\bi {_NO_NET}\b|\bi'(?:ll|ve) {_NO_NET}\b|\bi {_CANNOT}\b|\bi'm not (?:around|available)\b"
    rf"|^(?:[a-z ,]{{0,30}}[:,-] )?(?:i'm |i am |will be |going |gone |back )?(?:{_STATE})\b"
    rf"|^(?:sorry, |fyi,? |btw,? )?{_NO_NET}\b",
    re.IGNORECASE,
)
_OTHERWISE = lazy_re(
    r"\?|\b(?:if|unless|whether|would|might|may be|maybe|perhaps|was|were|had|used to|been|"
    r"back (?:now|again|already)|i'm back|i am back|no longer|not away|isn't|hatch(?:es)?|"
    r"minutes?|rooms?|engine|reactor|pumps?|grogs?|fire|kraken|missiles?|cabin|aqualung|turns? ago|"
    r"according to|e is|he is|she is|they are|you are|you're|wish|joking|kidding)\b",
    re.IGNORECASE,
)
_DAY = r"(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?"
_MONTH = rf"(?:{MONTH})\.?"
_NUMBER = r"(?:\d{1,2}(?:st|nd|rd|th)?)"
_WHEN = (
    rf"(?:\d{{4}}-\d\d-\d\d|(?:the )?{_NUMBER}(?: of)? {_MONTH}|{_MONTH} (?:the )?{_NUMBER}|"
    rf"(?:next |this |on )?{_DAY}|tomorrow|today|tonight|the {_NUMBER}|the weekend|next week|"
    r"the end of (?:the|this|next) week|the new year|christmas)"
)
_COUNT = r"(?:a couple of|the next few|a few|\d{1,2}|" + "|".join(_NUMBERS) + r")"
_LENGTH = (
    r"(?:for|during|over) (?:about |the |the next |up to )?"
    rf"(?:{_COUNT} )?(?:days?|weeks?|fortnight)"
)
_FROM_TO = lazy_re(
    rf"\b(?:from|between) (?P<a>{_WHEN}|{_NUMBER}) (?:to|till|until|through|and|-|–) "
    rf"(?P<b>{_WHEN})",
    re.IGNORECASE,
)
_RANGE = lazy_re(rf"(?P<a>{_WHEN}|{_NUMBER}) ?[-–] ?(?P<b>{_WHEN})", re.IGNORECASE)
_UNTIL = lazy_re(rf"\b(?:until|till|til|through|up to) (?P<b>{_WHEN})", re.IGNORECASE)
_BACK = lazy_re(rf"\b(?:back|return(?:ing)?) (?:on |by )?(?P<b>{_WHEN})", re.IGNORECASE)
_FOR = lazy_re(_LENGTH, re.IGNORECASE)
_SINCE = lazy_re(rf"\b(?:from|starting|as of|on|beginning) (?P<a>{_WHEN})", re.IGNORECASE)
_VAGUE = lazy_re(
    r"\b(?:this|next|over the|for the|the whole) (?:weekend|week|month)\b"
    r"|\b(?:over|for|during) (?:christmas|easter|the holidays|new year)\b"
    r"|\b(?:tomorrow|today|tonight)\b"
    r"|\bfor (?:a while|some time|some days)\b|\bthese days\b|\ball (?:week|day|weekend)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Away:
    """What somebody said about being away."""

    words: str  # the sentence
    begins: datetime | None = None  # as far as it says so for certain, UTC
    ends: datetime | None = None


def absence(text: str, said_at: datetime) -> Away | None:
    """The first sentence of a text that announces an absence, None where none plainly does."""
    for raw in re.split(r"(?<=[.!?])\s+|\n\s*\n", text[:_MOST]):
        words = " ".join(raw.split())
        said = words.replace("’", "'")
        if len(said) > _LONGEST or _OTHERWISE.search(said) or not _AWAY.search(said):
            continue
        found = _span(said, said_at.astimezone(UTC))
        if found is not None:
            begins, ends = found
            if begins is not None and ends is not None and ends <= begins:
                begins = ends = None
            return Away(words, begins, ends)
    return None


def _span(said: str, at: datetime) -> tuple[datetime | None, datetime | None] | None:
    """From when until when, as far as that is certain; None where no time is named at all."""
    if found := _FROM_TO.search(said) or _RANGE.search(said):
        last = _day(found["b"], at)
        first = _day(found["a"], at)
        number = re.fullmatch(r"(\d{1,2})(?:st|nd|rd|th)?", found["a"])
        if first is None and number and last:  # `3` in `from 3 to 9 December`
            first = _date(last.year, last.month, int(number[1]))
        return first, _end(last)
    back = _BACK.search(said)
    begins = found["a"] if (found := _SINCE.search(said)) and back is None else None
    first = _day(begins, at) if begins else None
    if found := _UNTIL.search(said):
        return first, _end(_day(found["b"], first or at))
    if found := _FOR.search(said):
        length = _length(found[0])
        start = first or at
        return first or at, start + length if length is not None else None
    if back is not None:
        return None, _day(back["b"], at)
    if begins or _VAGUE.search(said):
        return first, None
    return None


def _end(day: datetime | None) -> datetime | None:
    """The end of a named day."""
    return None if day is None else day + timedelta(days=1)


def _length(words: str) -> timedelta | None:
    """`for two weeks` as fourteen days; None of `for a few days`."""
    if "few" in words or "couple" in words:
        return None
    number = re.search(r"\d{1,2}", words)
    named = [word for word in words.lower().split() if word in _NUMBERS]
    count = int(number[0]) if number else _NUMBERS[named[-1]] if named else 1
    if "fortnight" in words:
        return timedelta(days=14 * count)
    if not number and not named and "days" in words.lower():
        return None
    return timedelta(days=count * (7 if "week" in words else 1))


def _day(words: str, at: datetime) -> datetime | None:
    """The beginning of the day that is named, the next one of it; None where that is uncertain."""
    said = words.lower().replace(".", "")
    today = at.replace(hour=0, minute=0, second=0, microsecond=0)
    if "today" in said or "tonight" in said:
        return today
    if "tomorrow" in said:
        return today + timedelta(days=1)
    if found := re.fullmatch(r"(\d{4})-(\d\d)-(\d\d)", said):
        return _date(int(found[1]), int(found[2]), int(found[3]))
    for place, name in enumerate(DAYS):
        if re.search(rf"\b{name[:3]}", said):
            if said.startswith("next"):
                return None  # people do not agree which one that is
            return today + timedelta(days=(place - at.weekday()) % 7 or 7)
    number = re.search(r"\d{1,2}", said)
    month = next((MONTHS[word] for word in said.split() if word in MONTHS), None)
    if number and month:
        # This year or else the next; a month ago is still this year.
        found_day = _date(today.year, month, int(number[0]))
        if found_day is not None and found_day < today - timedelta(days=31):
            return _date(today.year + 1, month, int(number[0]))
        return found_day
    if number and said.startswith("the "):
        day = _date(today.year, today.month, int(number[0]))
        return day if day is not None and day >= today else None
    return None


def _date(year: int, month: int, day: int) -> datetime | None:
    try:
        return datetime(year, month, day, tzinfo=UTC)
    except ValueError:
        return None
