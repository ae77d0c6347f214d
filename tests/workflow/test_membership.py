"""Joining and leaving by announcement (§3; S04, A85)."""

from __future__ import annotations

from pathlib import Path

import pytest

from rednov_bot.core.settings import Person
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow import office
from rednov_bot.core.workflow.held import A_DAY
from tests.builders import address_of
from tests.workflow.play import (
    MASTER,
    Postings,
    Table,
    begun,
    code_in,
    flat,
    kinds,
    missing,
    subject_of,
    text_of,
)

CREW = ("Ann", "Bob", "Cat", "Dan")


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """Ann, Bob and Cat play, Cat has been killed; Dan is a contestant beside the game."""
    table = begun(tmp_path, contestants=CREW)
    table.arrange(gnomes={"Cat": {"fate": "killed", "minutes": 0, "at": 0}})
    return table


def contestants(table: Table) -> tuple[str, ...]:
    return table.read(lambda records: office.members(table.desk, records))


def stranger(table: Table, text: str = "I join Red November.", who: str = "Zed") -> Postings:
    """Somebody whom [people] does not name writes to the list."""
    return table.say(who, text)


def known(table: Table, name: str) -> None:
    """The host adds somebody to rednov.toml, and starts the bot again."""
    person = Person(addresses=(address_of(name),))
    table.restarted(people={**table.desk.settings.people, name: person})


def test_a_joining_counts_from_its_announcement(table: Table) -> None:
    assert contestants(table) == CREW
    table.clock.forward(hours=3)
    joined = table.say("Fay", "I join Red November.")
    assert kinds(joined) == ["receipt", "draft"]
    table.reply(code_in(joined), "reject")
    table.say(MASTER, "I join Red November.")
    assert kinds(table.say("Cat", "I leave Red November.")) == ["receipt", "draft"]
    (refused,) = table.say("Ann", "I leave Red November.")
    assert "is a gnome of the game" in flat(refused)
    *_, fay, _, _ = table.read(UnitOfWork.memberships)
    assert contestants(table) == ("Ann", "Bob", "Dan", "Fay", MASTER)
    assert (fay.name, fay.at) == ("Fay", table.clock.at)


def test_a_stranger_who_joins_is_shown_once_and_has_joined_when_they_are_added(
    table: Table,
) -> None:
    assert stranger(table, "I take no action.") == ()
    assert stranger(table, "Should I join Red November, I wonder?") == ()
    assert table.filed().disposition == "ignore"
    (alone,) = table.write("Zed", "I join Red November.")
    assert "announce on agora-business@agora.example" in flat(alone)
    (told,) = stranger(table)
    said_at = table.clock.at
    assert told.posting.to == "pewterby@post.example"
    assert subject_of(told) == "[Red November] Zed wants to join"
    assert '  [people.Zed]\n  addresses = ["zed@post.example"]\n' in text_of(told)
    assert stranger(table, "I hereby join Red November!") == ()
    assert "Zed" not in contestants(table)
    table.clock.forward(days=2)
    known(table, "Zed")
    news = table.rounds()
    assert kinds(news) == ["receipt", "draft"]
    assert news[0].posting.to == "zed@post.example"
    assert "Zed joins" in subject_of(news[1])
    last = table.read(UnitOfWork.memberships)[-1]
    assert (last.name, last.at) == ("Zed", said_at)
    assert table.rounds() == ()


def test_of_many_strangers_the_rest_are_told_together_a_day_later(table: Table) -> None:
    told = [stranger(table, who=f"Fake{number}") for number in range(5)]
    told += [stranger(table, who="Zed"), stranger(table, who="Yan")]
    assert list(map(len, told)) == [1, 1, 1, 1, 1, 0, 0]
    assert table.rounds() == ()
    table.clock.forward(hours=25)
    (rest,) = [one for one in table.rounds() if "kept for you" in subject_of(one)]
    assert missing(rest, "[people.Zed]", "[people.Yan]") == []
    assert table.rounds() == ()
    known(table, "Yan")
    assert any("Yan joins" in subject_of(one) for one in table.rounds())


def test_made_up_strangers_fill_neither_tray_nor_mailbox(table: Table) -> None:
    told = [len(stranger(table, who=f"Fake{number}")) for number in range(53)]
    assert sum(told) == A_DAY
    assert len(table.read(UnitOfWork.held)) == 50
    table.clock.forward(hours=25)
    (rest,) = [one for one in table.rounds() if "kept for you" in subject_of(one)]
    assert "announce it have to do so again" in flat(rest)
