"""Rounds of the scheduler: none asks the database anything while nothing can be due."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import event

from rednov_bot.core.contest import ContestChange
from rednov_bot.core.store.unit_of_work import Database
from rednov_bot.core.workflow import reports, scheduler
from tests.workflow.play import Table


@pytest.fixture
def looks(table: Table, monkeypatch: pytest.MonkeyPatch) -> Callable[..., int]:
    """Make a round; how often the table was gone through."""
    found: list[str] = []
    weekly = reports.weekly
    monkeypatch.setattr(reports, "weekly", lambda *given: found.append("") or weekly(*given))

    def made(**circumstances: bool) -> int:
        found.clear()
        scheduler.make_rounds(table.desk, **circumstances)
        return len(found)

    made()
    made()
    return made


def test_a_round_in_which_nothing_can_be_due_makes_one_statement(
    table: Table, looks: Callable[..., int]
) -> None:
    said: list[str] = []

    def note(_: Any, __: Any, statement: str, *___: Any) -> None:
        said.append(statement)

    event.listen(table.desk.db._engine, "before_cursor_execute", note)
    assert looks() == looks() == 0
    assert said == ["PRAGMA data_version"] * 2


def test_a_round_is_made_when_something_was_written_here_or_elsewhere(
    table: Table, looks: Callable[..., int]
) -> None:
    table.say("Ann")
    assert looks() == 1
    assert looks() == 0
    change = ContestChange(change="pot", value="7", by="Pewterby", at=table.clock.at)
    other = Database(table.desk.settings.bot.database)
    with other, other.transaction() as records:
        records.change_contest(change)
    assert looks() == 1
    assert looks() == 0


def test_a_round_is_made_every_minute_and_when_the_clock_is_put_back(
    table: Table, looks: Callable[..., int]
) -> None:
    table.clock.at += timedelta(seconds=59)
    assert looks() == 0
    table.clock.at += timedelta(seconds=1)
    assert looks() == 1
    assert looks() == 0
    table.clock.at -= timedelta(seconds=1)
    assert looks() == 1


def test_a_round_is_made_when_the_mailbox_is_heard_again(
    table: Table, looks: Callable[..., int]
) -> None:
    assert looks(heard=False) == 1
    assert looks(heard=False) == 0
    assert looks(heard=True) == 1
    assert looks(watched=False) == 1
