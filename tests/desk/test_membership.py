"""Joining and leaving by announcement (§3; S04, A85)."""

from __future__ import annotations

from pathlib import Path

import pytest

from rednov_bot.desk import starting
from tests.builders import Table, a_table
from tests.desk.play import (
    MASTER,
    arrange,
    begun,
    code_in,
    everything_public,
    kinds,
    reply,
    say,
    subject_of,
    text_of,
    write,
)

CREW = ("Ann", "Bob", "Cat", "Dan")


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """Ann, Bob and Cat play, Cat has been killed; Dan is a contestant beside the game."""
    table = begun(tmp_path, contestants=CREW)
    arrange(table, gnomes={"Cat": {"fate": "killed", "minutes": 0, "at": 0}})
    return table


def contestants(table: Table) -> tuple[str, ...]:
    with table.desk.ledger.transaction() as records:
        return starting.members(table.desk, records)


def test_s04_dan_leaves_ann_cannot_fay_joins_and_the_killed_cat_leaves(table: Table) -> None:
    left = say(table, "Dan", "I leave Red November.")
    refused = say(table, "Ann", "I leave Red November.")
    joined = say(table, "Fay", "I join Red November.")
    gone = say(table, "Cat", "I leave Red November.")
    assert [kinds(one) for one in (left, refused, joined, gone)] == [
        ["receipt", "draft"],
        ["receipt"],
        ["receipt", "draft"],
        ["receipt", "draft"],
    ]
    assert "is a gnome of the game" in " ".join(text_of(refused[0]).split())
    assert contestants(table) == ("Ann", "Bob", "Fay")


def test_the_list_is_told_of_a_joining_when_the_contestmaster_says_so(table: Table) -> None:
    joined = say(table, "Fay", "I join Red November.")
    public = everything_public(reply(table, code_in(joined), "approve"))
    assert "Fay joins" in public


def test_a_joining_counts_even_if_its_line_is_rejected(table: Table) -> None:
    joined = say(table, "Fay", "I join Red November.")
    reply(table, code_in(joined), "reject")
    assert "Fay" in contestants(table)


@pytest.mark.parametrize(
    ("who", "text", "reason"),
    [
        ("Ann", "I join Red November.", "is a contestant already"),
        ("Fay", "I leave Red November.", "is no contestant"),
    ],
)
def test_what_is_so_already_changes_nothing(table: Table, who: str, text: str, reason: str) -> None:
    before = contestants(table)
    news = say(table, who, text)
    assert kinds(news) == ["receipt"]
    assert reason in " ".join(text_of(news[0]).split())
    assert contestants(table) == before


def test_a_joining_in_private_joins_nobody(table: Table) -> None:
    news = write(table, "Fay", "I join Red November.")
    assert kinds(news) == ["receipt"]
    assert "no public forum" in " ".join(text_of(news[0]).split())
    assert "Fay" not in contestants(table)


def test_the_contestmaster_may_join_as_anybody(table: Table) -> None:
    say(table, MASTER, "I join Red November.")
    assert MASTER in contestants(table)


def test_the_first_announcement_of_all_finds_the_contestants_of_the_settings(
    tmp_path: Path,
) -> None:
    table = a_table(tmp_path)
    assert "is noted" in subject_of(say(table, "Dan", "I join Red November.")[0])
    assert contestants(table) == ("Ann", "Bob", "Cat", "Dan")
