"""Who holds the office, and what the contest is now (§1, A83, A108)."""

from __future__ import annotations

from pathlib import Path

import pytest

from rednov_bot.contest import Change, Contest, ContestChange
from rednov_bot.desk.contest import office
from tests.builders import Table, a_table
from tests.desk.play import begun, code_in, reply, say, verdict


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return a_table(tmp_path)


def change(table: Table, what: Change, value: str) -> None:
    with table.desk.ledger.transaction() as records:
        at = table.clock.at
        records.change_contest(ContestChange(change=what, value=value, by="Pewterby", at=at))


def contest(table: Table) -> Contest:
    with table.desk.ledger.transaction() as records:
        return office.contest(table.desk, records)


def test_a_contest_begins_as_the_settings_say(table: Table) -> None:
    assert contest(table) == Contest(contestmaster="Pewterby", y_pot=12)


def test_what_changed_since_counts_instead(table: Table) -> None:
    change(table, "axis added", "Z")
    change(table, "axis removed", "Y")
    change(table, "pot", "30")
    change(table, "contest", "off")
    change(table, "contestmaster", "Dan")
    change(table, "deputy", "Eve")
    assert contest(table) == Contest(
        contestmaster="Dan", deputy="Eve", axes=("X", "Z"), is_contest=False, y_pot=30
    )


def test_an_axis_that_is_added_twice_is_one_axis(table: Table) -> None:
    change(table, "axis added", "Z")
    change(table, "axis added", "X")
    assert contest(table).axes == ("Y", "Z", "X")


def test_reminders_are_paused_for_a_while_or_for_good(table: Table) -> None:
    change(table, "reminders", "2026-12-01T10:00:00+00:00")
    assert contest(table).quiet_until is not None
    change(table, "reminders", "off")
    assert not contest(table).reminders
    change(table, "reminders", "on")
    assert (contest(table).reminders, contest(table).quiet_until) == (True, None)


def test_drafts_go_to_whoever_holds_the_office_now(tmp_path: Path) -> None:
    table = begun(tmp_path)
    change(table, "contestmaster", "Dan")
    news = say(table, "Ann")
    (draft,) = [one for one in news if one.posting.kind == "draft"]
    assert draft.posting.to == "dan@post.example"
    reply(table, code_in(news), "approve")
    assert verdict(table, code_in(news)) is None
    reply(table, code_in(news), "approve", who="Dan")
    assert verdict(table, code_in(news)) == "approved"
