"""A clock that jumps, by hours and by years, both ways: no storm of mails, no endless waits."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import cast

import pytest

from rednov_bot import service
from rednov_bot.core.transport.smtp import SmtpClient
from rednov_bot.core.workflow import scheduler
from tests.builders import Table
from tests.faults.conftest import FastClock, Sea, until
from tests.test_daemon import PaperClient
from tests.workflow.play import NO_TURN, begun, say, write

JUMPS = [
    pytest.param(timedelta(hours=-3), id="hours back"),
    pytest.param(timedelta(days=4 * 365), id="years ahead"),
]


@pytest.fixture
def table(tmp_path: Path) -> Table:
    table = begun(tmp_path, since=datetime(2000, 1, 1, tzinfo=UTC))  # the mailbox has this clock
    sent(table)
    return table


def sent(table: Table, outcome: str = "accepted") -> list[str]:
    """To whom mails went just now."""
    client = PaperClient(outcome=outcome)  # type: ignore[arg-type]
    service.send(table.desk, cast(SmtpClient, client))
    return [one.to for one in client.given]


@pytest.mark.parametrize("jump", JUMPS)
def test_no_storm_and_all_goes_on(table: Table, jump: timedelta) -> None:
    """Nobody gets more than a reminder and a draft for the jump, and as much for the one back."""
    say(table, "Ann", NO_TURN)
    scheduler.make_rounds(table.desk)
    sent(table)
    for step in (jump, -jump):
        table.clock.at += step
        got: list[str] = []
        for _ in range(6):
            scheduler.make_rounds(table.desk)
            got += sent(table)
            table.clock.forward(minutes=5)
        assert all(often <= 2 for often in Counter(got).values()), got
    say(table, "Bob", "Is this list alive? I take no action.")
    assert sent(table)


@pytest.mark.parametrize("jump", JUMPS)
def test_what_was_put_off_goes_within_the_hour_when_the_clock_is_right_again(
    table: Table, jump: timedelta
) -> None:
    table.clock.at += jump
    say(table, "Ann", NO_TURN)
    assert sent(table, "deferred")
    table.clock.at -= jump
    got = []
    for _ in range(13):
        got += sent(table)
        table.clock.forward(minutes=5)
    assert len(got) == len(set(got))
    assert got
    with table.desk.db.transaction() as records:
        assert records.unsent() == ()


def test_what_a_clock_far_ahead_gave_up_is_tried_again_when_it_is_right(table: Table) -> None:
    say(table, "Ann", NO_TURN)
    assert sent(table, "deferred")
    table.clock.forward(days=400)
    assert sent(table, "deferred")  # once more, and then it is given up: by this clock it is old
    table.clock.forward(hours=2)
    assert sent(table) == []
    table.clock.forward(hours=-2)
    table.clock.forward(days=-400, minutes=2)
    assert sent(table)


def test_an_outage_that_a_clock_far_ahead_made_up_excuses_nobody(table: Table) -> None:
    scheduler.make_rounds(table.desk)
    table.clock.forward(days=400)
    scheduler.make_rounds(table.desk)
    table.clock.forward(days=-400, minutes=11)
    scheduler.make_rounds(table.desk)
    with table.desk.db.transaction() as records:
        assert records.outages(table.clock.at - timedelta(days=9)) == ()


def test_answers_of_a_day_that_never_was_use_up_none_of_today(table: Table) -> None:
    table.clock.forward(days=400)
    most = table.desk.settings.bot.answers_a_day
    for number in range(most + 5):
        write(table, "Ann", f"help {number}")
    assert len(sent(table)) == most + 1  # the last says that there are no more
    table.clock.forward(days=-400)
    write(table, "Ann", "help once more")
    assert sent(table)


@pytest.mark.parametrize("jump", JUMPS)
def test_a_running_service_goes_on(
    tmp_path: Path, jump: timedelta, caplog: pytest.LogCaptureFixture
) -> None:
    def told() -> list[str]:
        return [text for text in caplog.messages if "the clock of this machine jumped" in text]

    with Sea(tmp_path) as sea:
        clock = sea.clock = FastClock(1.0)
        sea.sail_and_answer()
        clock.moved = jump
        sea.answered(sea.ask("Tumbledrum"))
        until(lambda: len(told()) == 1)  # it is noticed after the answer is sent
        clock.moved = timedelta()
        sea.answered(sea.ask("Fizzlewick"))
        until(lambda: len(told()) == 2)
        sea.all_is_well()
    assert len(told()) == 2
    assert ("forward" in told()[0]) == (jump > timedelta())
