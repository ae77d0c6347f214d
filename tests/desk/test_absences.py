"""Absences announced beforehand are on file, and shown beside the counts of idleness (A91)."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from rednov_bot.contest import Absence
from tests.builders import DISCUSSION, MONDAY, Table, private_mail
from tests.desk.play import begun, filed, kinds, position, say, text_of, write

WORDS = "I will be away until Friday."


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return begun(tmp_path)


def noted(table: Table, name: str = "Ann") -> tuple[Absence, ...]:
    with table.desk.ledger.transaction() as records:
        return records.absences(name)


def test_an_absence_said_on_a_list_is_noted_without_a_word(table: Table) -> None:
    assert say(table, "Ann", WORDS) == ()
    ends = datetime(2026, 11, 28, tzinfo=UTC)
    assert noted(table) == (
        Absence(name="Ann", said_at=MONDAY, words=WORDS, ends=ends, public=True),
    )
    assert filed(table).reason == "announces nothing"


def test_it_may_be_said_on_the_list_for_talk(table: Table) -> None:
    assert say(table, "Ann", WORDS, forum=DISCUSSION) == ()
    assert len(noted(table)) == 1


def test_an_absence_beside_a_turn_changes_nothing_about_the_turn(table: Table) -> None:
    assert kinds(say(table, "Ann", f"I take no action.\n\n{WORDS}")) == ["receipt", "draft"]
    assert position(table).pending == "Ann"
    assert len(noted(table)) == 1


def test_an_absence_mailed_to_the_bot_alone_is_confirmed(table: Table) -> None:
    (answer,) = write(table, "Ann", WORDS)
    text = " ".join(text_of(answer).split())
    assert "your absence of Mon 23 Nov 2026, 10:00 UTC is noted" in text
    assert "You are away until Sat 28 Nov 2026, 00:00 UTC." in text
    assert filed(table).reason == "an absence"
    assert len(noted(table)) == 1


@pytest.mark.parametrize(
    "besides",
    [
        "I discard either a grog or a coffee.",
        "I withdraw my turn.",
        "TTttPF",
        f"{'Long is the night. ' * 700}I discard a grog.",
    ],
)
def test_what_it_says_besides_is_not_passed_over(table: Table, besides: str) -> None:
    (page,) = write(table, "Bob", f"I will be away until 20 April. {besides}")
    assert "is noted" not in text_of(page)


def test_the_same_words_are_noted_once(table: Table) -> None:
    say(table, "Ann", WORDS)
    say(table, "Ann", WORDS, forum=DISCUSSION)
    assert len(noted(table)) == 1


def test_who_is_no_contestant_is_not_noted(table: Table) -> None:
    say(table, "Dan", WORDS)
    assert noted(table, "Dan") == ()


@pytest.mark.parametrize("subject", ["Automatic reply: a reminder", "Out of office", "Auto-Reply"])
def test_a_machine_that_says_its_owner_is_away_is_not_believed(table: Table, subject: str) -> None:
    write(table, "Ann", WORDS, subject=subject)
    assert noted(table) == ()


def test_a_mail_marked_as_automatic_is_not_believed(table: Table) -> None:
    mail = private_mail("Ann", WORDS).replace(
        b"Subject:", b"Auto-Submitted: auto-replied\r\nSubject:", 1
    )
    assert table.receive(mail) == ()
    assert noted(table) == ()


def test_at_the_address_for_checks_nothing_is_noted(table: Table) -> None:
    write(table, "Ann", WORDS, to="rednov+check@bots.example")
    assert noted(table) == ()


def test_what_was_said_to_the_bot_alone_of_an_absence_is_in_no_report(table: Table) -> None:
    write(table, "Ann", "I am in hospital until 20 December and my crowbars stay with me.")
    (told,) = write(table, "Bob", "report")
    assert "hospital" not in text_of(told)
    assert "20 Dec" not in text_of(told)
