"""Until when something is held or paused."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest

from rednov_bot.core.workflow.commands.waiting import moment_of

NOW = datetime(2026, 11, 22, 5, 0, tzinfo=UTC)  # a Sunday

MOMENTS: dict[str, tuple[int, ...]] = {
    "until Friday": (2026, 11, 27),
    "Until the end of friday": (2026, 11, 28),
    "until on Monday": (2026, 11, 23),
    "until the end of tomorrow": (2026, 11, 24),
    "until next week": (2026, 11, 23),
    "til Wednesday 9am": (2026, 11, 25, 9),
    "until wednesday at 9:30 pm": (2026, 11, 25, 21, 30),
    "until Friday 12am": (2026, 11, 27),
    "til friday evening": (2026, 11, 27, 18),
    "until tomorrow at noon": (2026, 11, 23, 12),
    "until Monday in the morning": (2026, 11, 23, 9),
    "until Friday 18:00": (2026, 11, 27, 18),
    "until Friday at 18:30 UTC": (2026, 11, 27, 18, 30),
    "till tomorrow": (2026, 11, 23),
    "until today": (2026, 11, 23),
    "until tonight": (2026, 11, 23),
    "until today 18:00": (2026, 11, 22, 18),
    "until 3 December": (2026, 12, 3),
    "until 3rd of December": (2026, 12, 3),
    "until December 3": (2026, 12, 3),
    "until Dec 3rd": (2026, 12, 3),
    "until 3 Dec. 2026": (2026, 12, 3),
    "until December 3, 2027": (2027, 12, 3),
    "until 22 November": (2026, 11, 23),
    "until 2 January": (2027, 1, 2),
    "until 2026-12-03": (2026, 12, 3),
    "until 2026-12-03 18:00": (2026, 12, 3, 18),
    "until 2026-12-03T18:00Z": (2026, 12, 3, 18),
    "until 31 December 2026": (2026, 12, 31),
    "for 2 days": (2026, 11, 24, 5),
    "for two days": (2026, 11, 24, 5),
    "for a week": (2026, 11, 29, 5),
    "for an hour": (2026, 11, 22, 6),
    "for the next 36 hours": (2026, 11, 23, 17),
    "for  3\n weeks": (2026, 12, 13, 5),
}


@pytest.mark.parametrize("words", MOMENTS)
def test_a_moment_is_told_to_its_minute_in_utc(words: str) -> None:
    assert moment_of(words, NOW) == datetime(*MOMENTS[words], tzinfo=UTC)  # type: ignore[misc, arg-type]


@pytest.mark.parametrize(
    "words",
    [
        *("", "until", "until Sunday", "until someday", "until 31 June", "until 2026-02-30"),
        *("until yesterday", "until 2026-11-21", "until 2020-01-01", "until 3 November", "Friday"),
        *(
            "until 3/12",
            "until 12",
            "until next Friday",
            "until Ann agrees",
            "for ever",
            "for days",
        ),
        *(
            "until 2026-12-03 25:00",
            "until today 04:00",
            "for 2 months",
            "until the end of 9999-12-31",
        ),
        *("for 2 days or so", "until Friday if Ann agrees", "until 29 February"),
        *("until Friday 13pm", "until Friday evening or so", "until this evening or tomorrow"),
    ],
)
def test_what_is_past_or_not_certain_is_no_moment(words: str) -> None:
    assert moment_of(words, NOW) is None


def test_a_weekday_is_told_by_the_day_in_utc() -> None:
    east = NOW.astimezone(timezone(timedelta(hours=11)))
    assert moment_of("until Friday", east) == datetime(2026, 11, 27, tzinfo=UTC)
