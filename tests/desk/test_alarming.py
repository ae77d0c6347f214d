"""Alarms that are not told one by one are told a day later, whatever else happens meanwhile."""

from __future__ import annotations

from pathlib import Path

import pytest

from rednov_bot.desk.due.rounds import make_rounds
from rednov_bot.desk.trust import alarming
from tests.builders import Table
from tests.desk.forgeries import guarded
from tests.desk.play import begun, subject_of, text_of


@pytest.fixture
def table(tmp_path: Path) -> Table:
    table = guarded(begun(tmp_path))
    table.news()
    return table


def alarm(table: Table, what: str, kind: str = "another address") -> None:
    with table.desk.ledger.transaction() as records:
        alarming.alarm(table.desk, records, kind, what, None)


def summaries(table: Table) -> list[str]:
    make_rounds(table.desk)
    return [text_of(one) for one in table.news() if "More alarms" in subject_of(one)]


def test_one_alarm_a_day_does_not_put_off_what_was_not_told(table: Table) -> None:
    for number in range(alarming.A_DAY):
        alarm(table, f"Noise {number}.")
    alarm(table, "Somebody else bears a code.")
    told = []
    for day in range(4):
        table.clock.forward(hours=20)
        alarm(table, f"Noise of day {day}.")
        table.clock.forward(hours=4, minutes=1)
        told += summaries(table)
    (first,) = told
    assert "Somebody else bears a code." in first


def test_there_is_one_summary_a_day_at_most(table: Table) -> None:
    told = []
    for number in range(20 * 4):
        alarm(table, f"Noise {number}.")
        table.clock.forward(hours=1)
        told += summaries(table)
    assert len(told) == 3


def test_much_of_one_kind_does_not_hide_another(table: Table) -> None:
    for number in range(60):
        alarm(table, f"Noise {number}.")
    alarm(table, "Somebody else bears a code.", kind="another's code")
    table.clock.forward(hours=25)
    (told,) = summaries(table)
    assert "Somebody else bears a code." in told


def test_alarms_of_a_day_that_never_was_silence_none_of_today(table: Table) -> None:
    """The clock was ahead by a year; of all that was noted then the rest is told once it is not."""
    right = table.clock.at
    table.clock.forward(days=400)
    for number in range(alarming.A_DAY + 2):
        alarm(table, f"Noise {number}.")
    table.news()
    table.clock.at = right
    alarm(table, "Somebody else bears a code.")
    assert len([one for one in table.news() if "Alarm" in subject_of(one)]) == 1
    (told,) = summaries(table)
    assert f"Noise {alarming.A_DAY + 1}." in told
    table.clock.forward(hours=25)
    assert summaries(table) == []


def test_a_summary_of_a_day_that_never_was_keeps_none_of_today_back(table: Table) -> None:
    right = table.clock.at
    table.clock.forward(days=400)
    for number in range(alarming.A_DAY + 2):
        alarm(table, f"Noise {number}.")
    table.clock.forward(hours=25)
    assert len(summaries(table)) == 1
    table.clock.at = right
    for number in range(alarming.A_DAY + 1):
        alarm(table, f"Noise of today, {number}.")
    table.clock.forward(hours=25)
    (told,) = summaries(table)
    assert f"Noise of today, {alarming.A_DAY}." in told


def test_a_clock_that_is_a_little_ahead_of_another_makes_no_more_mails(table: Table) -> None:
    """Two workers on two machines, half a minute apart: five alarms a day, and one summary."""
    told = 0
    for number in range(alarming.A_DAY + 3):
        table.clock.forward(seconds=30)
        alarm(table, f"Noise {number}.")
        table.clock.forward(seconds=-30)
        told += len([one for one in table.news() if "Alarm" in subject_of(one)])
        assert summaries(table) == []
    assert told == alarming.A_DAY
    table.clock.forward(hours=25)
    assert len(summaries(table)) == 1
