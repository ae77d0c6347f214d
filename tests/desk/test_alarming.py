"""Alarms that are not told one by one are told a day later, whatever else happens meanwhile."""

from __future__ import annotations

from pathlib import Path

import pytest

from rednov_bot.desk.due.rounds import make_rounds
from rednov_bot.desk.trust import held
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
        held.alarm(table.desk, records, kind, what, None)


def summaries(table: Table) -> list[str]:
    make_rounds(table.desk)
    return [text_of(one) for one in table.news() if "More alarms" in subject_of(one)]


def test_one_alarm_a_day_does_not_put_off_what_was_not_told(table: Table) -> None:
    for number in range(held.A_DAY):
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


def test_alarms_of_a_day_that_never_was_silence_none_of_today(table: Table) -> None:
    """The clock was ahead by a year; of all that was noted then the rest is told once it is not."""
    right = table.clock.at
    table.clock.forward(days=400)
    for number in range(held.A_DAY + 2):
        alarm(table, f"Noise {number}.")
    table.news()
    table.clock.at = right
    alarm(table, "Somebody else bears a code.")
    assert len([one for one in table.news() if "Alarm" in subject_of(one)]) == 1
    (told,) = summaries(table)
    assert f"Noise {held.A_DAY + 1}." in told
    table.clock.forward(hours=25)
    assert summaries(table) == []
