"""Joining and leaving by announcement (§3; S04, A85)."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from rednov_bot.bootstrap import open_desk
from rednov_bot.desk.announcements import membership
from rednov_bot.desk.contest import starting
from rednov_bot.desk.due import rounds
from rednov_bot.settings import Person
from tests.builders import CountingTokens, Table, a_table, address_of
from tests.desk.play import (
    MASTER,
    Postings,
    arrange,
    begun,
    code_in,
    everything_public,
    filed,
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
        ("Fay", "I leave Red November.", "is not a contestant"),
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
    assert "not a public forum" in " ".join(text_of(news[0]).split())
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


def stranger(table: Table, text: str = "I join Red November.", who: str = "Zed") -> Postings:
    """Somebody whom [people] does not name writes to the list."""
    return say(table, who, text)


def known(table: Table, name: str) -> Table:
    """The host adds somebody to rednov.toml, and starts the bot again."""
    people = {**table.desk.settings.people, name: Person(addresses=(address_of(name),))}
    settings = replace(table.desk.settings, people=people)
    tokens = CountingTokens(codes=50, messages=500)
    desk = open_desk(settings, clock=table.clock, tokens=tokens)
    return Table(desk=desk, clock=table.clock, seen=table.seen, uid=table.uid)


def test_a_stranger_who_joins_is_shown_to_the_contestmaster_with_the_lines_to_add(
    table: Table,
) -> None:
    (told,) = stranger(table)
    assert told.posting.to == "pewterby@post.example"
    assert subject_of(told) == "[Red November] Zed wants to join"
    assert '  [people.Zed]\n  addresses = ["zed@post.example"]\n' in text_of(told)
    assert "Zed" not in contestants(table)


def test_a_stranger_who_is_added_has_joined_when_e_said_so(table: Table) -> None:
    stranger(table)
    said_at = table.clock.at
    table.clock.forward(days=2)
    restarted = known(table, "Zed")
    rounds.make_rounds(restarted.desk)
    news = restarted.news()
    assert kinds(news) == ["receipt", "draft"]
    assert news[0].posting.to == "zed@post.example"
    assert "Zed joins" in subject_of(news[1])
    with restarted.desk.ledger.transaction() as records:
        joined = membership.members(restarted.desk, records)
    assert [one.name for one in joined][-1] == "Zed"
    assert joined[-1].at == said_at
    rounds.make_rounds(restarted.desk)
    assert restarted.news() == ()


def test_a_stranger_who_joins_twice_is_shown_once(table: Table) -> None:
    assert len(stranger(table)) == 1
    assert stranger(table, "I hereby join Red November!") == ()


def test_what_else_a_stranger_says_on_a_list_is_passed_over(table: Table) -> None:
    assert stranger(table, "I take no action.") == ()
    assert stranger(table, "Should I join Red November, I wonder?") == ()
    assert filed(table).disposition == "ignore"


def test_of_many_strangers_five_are_told_one_by_one_and_the_others_in_one_mail(
    table: Table,
) -> None:
    told = [stranger(table, who=f"Zed{number}") for number in range(9)]
    assert list(map(len, told)) == [1, 1, 1, 1, 1, 1, 0, 0, 0]
    assert subject_of(told[5][0]) == "[Red November] More people want to join"
    assert filed(table).disposition == "hold"


def test_the_next_stranger_is_told_when_one_of_the_five_waits_no_longer(table: Table) -> None:
    for number in range(5):
        stranger(table, who=f"Fake{number}")
        fake = filed(table).mail
    stranger(table, who="Zed")
    rounds.make_rounds(table.desk)
    assert table.news() == ()
    reply(table, code_in(write(table, "Pewterby", f"mail {fake} announces nothing")), "approve")
    rounds.make_rounds(table.desk)
    (told,) = table.news()
    assert subject_of(told) == "[Red November] Zed wants to join"
    rounds.make_rounds(table.desk)
    assert table.news() == ()


def test_a_stranger_of_whom_nobody_was_told_one_by_one_joins_when_e_is_known(table: Table) -> None:
    for number in range(5):
        stranger(table, who=f"Fake{number}")
    stranger(table, who="Zed")
    restarted = known(table, "Zed")
    rounds.make_rounds(restarted.desk)
    assert any("Zed joins" in subject_of(one) for one in restarted.news())


def test_made_up_strangers_fill_neither_the_tray_nor_the_contestmasters_mailbox(
    table: Table,
) -> None:
    told = [len(stranger(table, who=f"Fake{number}")) for number in range(53)]
    assert sum(told) == 7
    assert told[50] == 1
    with table.desk.ledger.transaction() as records:
        assert len(records.held()) == 50


def test_a_stranger_who_writes_to_the_bot_alone_is_told_how_to_join(tmp_path: Path) -> None:
    (told,) = write(a_table(tmp_path), "Zed", "I join Red November.")
    assert "announce on agora-business@agora.example" in " ".join(text_of(told).split())


def test_members_are_told_with_the_time_of_their_joining(table: Table) -> None:
    table.clock.forward(hours=3)
    say(table, "Fay", "I join Red November.")
    with table.desk.ledger.transaction() as records:
        every = membership.members(table.desk, records)
    assert [one.name for one in every] == ["Ann", "Bob", "Cat", "Dan", "Fay"]
    assert every[-1].at == table.clock.at
