"""The contestmaster lets a draft lie until a moment, or until e releases it."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from rednov_bot.contest import Hold
from rednov_bot.desk.drafts import open_drafts
from rednov_bot.errors import DraftClosed, NoSuchDraft
from tests.builders import Table
from tests.desk.play import begun, code_in, reply, say, verdict


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return begun(tmp_path)


def hold(table: Table, code: str, hours: float | None = None) -> None:
    until = None if hours is None else table.clock.at + timedelta(hours=hours)
    with table.desk.ledger.transaction() as records:
        open_drafts.hold(table.desk, records, code, until, "I ask Bob first")


def held(table: Table, code: str) -> Hold | None:
    with table.desk.ledger.transaction() as records:
        return open_drafts.held(table.desk, records, code)


def test_a_held_draft_is_held_until_its_moment(table: Table) -> None:
    code = code_in(say(table, "Ann"))
    assert held(table, code) is None
    hold(table, code, hours=5)
    assert held(table, code) is not None
    table.clock.forward(hours=5)
    assert held(table, code) is None


def test_without_a_moment_it_is_held_until_it_is_released(table: Table) -> None:
    code = code_in(say(table, "Ann"))
    hold(table, code)
    table.clock.forward(days=9)
    assert held(table, code) is not None
    with table.desk.ledger.transaction() as records:
        assert open_drafts.release(table.desk, records, code)
        assert not open_drafts.release(table.desk, records, code)
    assert held(table, code) is None


def test_a_held_draft_can_be_approved_all_the_same(table: Table) -> None:
    code = code_in(say(table, "Ann"))
    hold(table, code)
    reply(table, code, "approve")
    assert verdict(table, code) == "approved"


def test_a_decided_or_unknown_draft_is_not_held(table: Table) -> None:
    code = code_in(say(table, "Ann"))
    reply(table, code, "approve")
    with pytest.raises(DraftClosed):
        hold(table, code)
    with pytest.raises(NoSuchDraft):
        hold(table, "ZZZZZZZ")
