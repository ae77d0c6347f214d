"""The bot was not at work: nobody is warned unfairly or twice, and it is told how long it was."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from rednov_bot.contest import Outage
from rednov_bot.desk.due import rounds
from tests.builders import MONDAY, Table
from tests.desk.play import Postings, arrange, begun, code_in, reply, say, text_of


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """Only Ann may act, and the bot is at work."""
    table = begun(tmp_path, report="off")
    arrange(table, gnomes={"Bob": {"minutes": 0}, "Cat": {"minutes": 0}})
    rounds.make_rounds(table.desk)
    return table


def at(table: Table, hours: float, *, watched: bool = True) -> Postings:
    table.clock.at = MONDAY + timedelta(hours=hours)
    rounds.make_rounds(table.desk, watched=watched)
    return table.news()


def at_work(table: Table, since: float, until: float) -> list[tuple[int, str]]:
    """The bot is at work all the time; the hour and the reader of each mail."""
    found = []
    for step in range(int(since * 2), int(until * 2) + 1):
        found += [(step // 2, one.posting.to.partition("@")[0]) for one in at(table, step / 2)]
    return found


def outages(table: Table) -> tuple[Outage, ...]:
    with table.desk.ledger.transaction() as records:
        return records.outages(MONDAY - timedelta(days=99))


def test_a_bot_at_work_has_no_outage(table: Table) -> None:
    at_work(table, 0, 30)
    assert outages(table) == ()


def test_a_long_silence_is_an_outage_with_its_length(table: Table) -> None:
    at(table, 1)
    at(table, 31)
    begins = MONDAY + timedelta(hours=1)
    assert outages(table) == (Outage(begins=begins, ends=begins + timedelta(hours=30)),)


def test_a_bot_that_a_timer_runs_has_none(table: Table) -> None:
    at(table, 1)
    at(table, 31, watched=False)
    assert outages(table) == ()


def test_a_clock_that_jumps_back_makes_no_outage(table: Table) -> None:
    at(table, 0.5)
    at(table, -5)
    at(table, -4.5)
    assert outages(table) == ()


def test_idleness_that_falls_into_an_outage_is_not_warned_of(table: Table) -> None:
    at_work(table, 0, 10)
    assert at_work(table, 80, 135) == []
    assert at_work(table, 136, 150)[0] == (142, "ann")


def test_the_kill_is_offered_a_day_after_the_warning_at_the_earliest(table: Table) -> None:
    at_work(table, 0, 71)
    told = at_work(table, 120, 180)
    assert told[0] == (121, "ann")
    assert told[1] == (145, "pewterby")


def test_what_came_due_in_an_outage_is_said_once_with_its_length(table: Table) -> None:
    say(table, "Ann")
    (mail,) = at(table, 50)
    text = " ".join(text_of(mail).split())
    assert "overdue for 2 hours" in text
    assert "The bot was not at work from Mon 23 Nov 2026, 10:00 UTC" in text
    assert "2 days and 2 hours." in text
    assert at(table, 50.2) == ()


def test_an_outage_is_told_of_once(table: Table) -> None:
    say(table, "Ann")
    at(table, 30)
    later = at_work(table, 30.5, 48)
    assert [hour for hour, _ in later] == [36, 47, 48]
    with table.desk.ledger.transaction() as records:
        last = records.outbox()[-1]
    assert "not at work" not in text_of(last)


def test_mail_that_came_in_the_outage_counts_before_anybody_is_warned(table: Table) -> None:
    at_work(table, 0, 10)
    table.clock.at = MONDAY + timedelta(hours=200)
    reply(table, code_in(say(table, "Ann")), "approve")
    table.news()
    assert at(table, 200) == ()
