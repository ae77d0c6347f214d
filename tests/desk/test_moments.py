"""A turn counts from its first credible stamp; an odd gap and a crossing are shown (A15, B4.9)."""

from __future__ import annotations

from datetime import datetime, timedelta
from email.utils import format_datetime
from pathlib import Path

import pytest

from tests.builders import BUSINESS, MONDAY, Table, list_mail
from tests.desk.play import NO_TURN, begun, kinds, only, text_of


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return begun(tmp_path)


def listed(mail: bytes, at: datetime) -> bytes:
    """The mail as the list's own server stamped it."""
    site = BUSINESS.partition("@")[2]
    return f"Received: by lists.{site}; {format_datetime(at)}\r\n".encode() + mail


def words(table: Table, mail: bytes, kind: str) -> str:
    return " ".join(text_of(only(table.receive(mail), kind)).split())


def test_a_turn_whose_stamps_agree_is_drafted_without_a_word_about_them(table: Table) -> None:
    drafted = words(table, listed(list_mail("Ann", NO_TURN), MONDAY), "draft")
    assert "PLEASE NOTE" not in drafted


def test_a_turn_whose_date_lies_days_back_counts_from_the_list(table: Table) -> None:
    mail = list_mail("Ann", NO_TURN, date=MONDAY - timedelta(days=3))
    drafted = words(table, listed(mail, MONDAY), "draft")
    assert "The stamps of the announcement do not agree." in drafted
    assert "Its Date lies 3 days before" in drafted
    assert f"{MONDAY - timedelta(days=3):%a} {(MONDAY - timedelta(days=3)).day}" in drafted
    assert "UTC: Date" in drafted
    assert "UTC: passed on by the list" in drafted
    assert "UTC: in the mailbox" in drafted
    assert f"announced {MONDAY:%a} {MONDAY.day} {MONDAY:%b %Y, %H:%M} UTC" in drafted


def test_the_receipt_names_the_moment_that_counts(table: Table) -> None:
    mail = list_mail("Ann", NO_TURN, date=MONDAY + timedelta(days=3))
    told = words(table, listed(mail, MONDAY), "receipt")
    assert f"your turn of {MONDAY:%a} {MONDAY.day} {MONDAY:%b %Y, %H:%M} UTC" in told


def test_a_turn_that_was_said_before_the_one_that_is_pending_is_shown_as_crossing(
    table: Table,
) -> None:
    first = list_mail("Ann", NO_TURN, date=MONDAY - timedelta(minutes=1))
    table.receive(listed(first, MONDAY))
    second = list_mail("Bob", NO_TURN, date=MONDAY - timedelta(minutes=2))
    drafted = words(table, listed(second, MONDAY), "draft")
    assert "arrived after turn 1 of Ann, but its stamp is earlier than that one's" in drafted
    assert "(A15)" in drafted


def test_turns_of_the_same_second_are_shown_as_a_tie(table: Table) -> None:
    table.receive(list_mail("Ann", NO_TURN))
    drafted = words(table, list_mail("Bob", NO_TURN), "draft")
    assert "its stamp is of the same second as that one's" in drafted


def test_a_later_turn_is_no_crossing(table: Table) -> None:
    table.receive(list_mail("Ann", NO_TURN))
    table.clock.forward(minutes=1)
    late = list_mail("Bob", NO_TURN, date=MONDAY + timedelta(seconds=1))
    assert "A15" not in words(table, late, "draft")


def test_a_crossing_is_drafted_even_where_lines_are_posted_at_once(tmp_path: Path) -> None:
    table = begun(tmp_path, options={"auto_verdicts": True})
    table.receive(list_mail("Ann", NO_TURN))
    assert "draft" in kinds(table.receive(list_mail("Bob", NO_TURN)))
