"""Who says that e will be away, and until when; and what only sounds like it (A91)."""

from __future__ import annotations

import time
from datetime import UTC, datetime

import pytest

from rednov_bot.core.workflow.commands.absences import absence

MONDAY = datetime(2026, 11, 23, 10, 0, tzinfo=UTC)

AWAY = {
    "I'll be away from 3 to 9 December.": ("2026-12-03", "2026-12-10"),
    "I will be away from 3 December to 9 December.": ("2026-12-03", "2026-12-10"),
    "I am away from December 3rd until December 9th.": ("2026-12-03", "2026-12-10"),
    "I'm on holiday until Friday.": (None, "2026-11-28"),
    "On holiday until Friday.": (None, "2026-11-28"),
    "on vacation until Sunday": (None, "2026-11-30"),
    "No net for a week.": ("2026-11-23T10", "2026-11-30T10"),
    "I have no internet for two days.": ("2026-11-23T10", "2026-11-25T10"),
    "I'll have no internet until Thursday.": (None, "2026-11-27"),
    "I'm going to be travelling until 2026-12-05.": (None, "2026-12-06"),
    "I am travelling for three weeks.": ("2026-11-23T10", "2026-12-14T10"),
    "I will be offline for 5 days.": ("2026-11-23T10", "2026-11-28T10"),
    "Offline until tomorrow.": (None, "2026-11-25"),
    "I'll be gone for a fortnight.": ("2026-11-23T10", "2026-12-07T10"),
    "I won't be around until Saturday.": (None, "2026-11-29"),
    "I will not be available until 1 December.": (None, "2026-12-02"),
    "I can't play until Wednesday.": (None, "2026-11-26"),
    "I cannot take turns until the 30th.": (None, "2026-12-01"),
    "I won't be able to post for a week.": ("2026-11-23T10", "2026-11-30T10"),
    "Away until Monday, sorry!": (None, "2026-12-01"),
    "Just so you know: away until Friday.": (None, "2026-11-28"),
    "I'm away this weekend.": (None, None),
    "I'll be away next week.": (None, None),
    "I will be away for a few days.": ("2026-11-23T10", None),
    "I'm out of town from Tuesday to Thursday.": ("2026-11-24", "2026-11-27"),
    "I'll be abroad from tomorrow until Sunday.": ("2026-11-24", "2026-11-30"),
    "I will be on leave starting Thursday.": ("2026-11-26", None),
    "I am away on a trip, back on Friday.": (None, "2026-11-27"),
    "I shall be without internet until 3 January.": (None, "2027-01-04"),
    "I’ll be away over Christmas.": (None, None),
    "Hello all. I fix the engine for 5 minutes. I'll be away until Friday.": (None, "2026-11-28"),
    "I will be unavailable between 24 December and 2 January.": ("2026-12-24", "2027-01-03"),
    "I am afk until tonight.": (None, "2026-11-24"),
    "I'm on holidays for the next 10 days.": ("2026-11-23T10", "2026-12-03T10"),
    "I'm not around until Friday.": (None, "2026-11-28"),
}

NOT_AWAY = [
    "I open 5-6 and go in.",
    "I am away from the engine.",
    "I move away from the fire until Friday.",
    "I'll be away for 5 minutes.",
    "I was away for a week.",
    "I have been on holiday until today.",
    "I'm back now, no longer away.",
    "If I am away until Friday, please wait.",
    "Are you away until Friday?",
    "Will you be away next week?",
    "Bob is away until Friday.",
    "He is on holiday for a week.",
    "They are on vacation until Monday.",
    "I might be away until Friday.",
    "Perhaps I'll be away next week.",
    "I would be away next week.",
    "I'll be away.",
    "I am on holiday!",
    "I go away.",
    "I take no action for 1 minute.",
    "I swim away from the kraken until it is gone.",
    "I stay in the cabin until Friday.",
    "I will not be killed until Friday.",
    "I'll keep the toolbox until Friday.",
    "I throw away the grog.",
    "I give away two items until tomorrow.",
    "The list was offline for a week.",
    "Nobody may act until Friday.",
    "I discard 2 items.",
    "I'll take my turn on Friday.",
    "I'll fix it tomorrow.",
    "See you on Monday!",
    "I will be there until Friday.",
    "You are away for a week, I hear.",
    "I wish I were on holiday for a week.",
    "",
]


def moment(words: str | None) -> datetime | None:
    if words is None:
        return None
    day, _, hour = words.partition("T")
    return datetime.fromisoformat(day).replace(hour=int(hour or 0), tzinfo=UTC)


@pytest.mark.parametrize("text", AWAY)
def test_an_absence_is_understood_with_its_times(text: str) -> None:
    found = absence(text, MONDAY)
    assert found is not None
    assert (found.begins, found.ends) == tuple(map(moment, AWAY[text]))


@pytest.mark.parametrize("text", NOT_AWAY)
def test_what_only_sounds_like_an_absence_is_none(text: str) -> None:
    assert absence(text, MONDAY) is None


def test_the_sentence_itself_is_kept() -> None:
    found = absence("I drink.\n\nI'll be away\nuntil Friday. Bye.", MONDAY)
    assert found is not None
    assert found.words == "I'll be away until Friday."


@pytest.mark.parametrize(
    "hostile", ["I'll be away until " * 50_000, "away " * 200_000, "a" * 10**6]
)
def test_a_hostile_text_is_looked_at_in_no_time(hostile: str) -> None:
    begun = time.process_time()
    absence(hostile, MONDAY)
    assert time.process_time() - begun < 1
