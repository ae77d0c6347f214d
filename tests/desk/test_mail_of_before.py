"""A new database on an old mailbox acts on nothing that came before it was made."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec
import pytest
from sqlalchemy import text

from rednov_bot.bootstrap import open_desk
from rednov_bot.papers import Filed
from rednov_bot.store import database
from tests.builders import (
    BUSINESS,
    MONDAY,
    CountingTokens,
    FixedClock,
    Table,
    a_table,
    list_mail,
    private_mail,
    settings_for,
)
from tests.desk.play import begun

BEFORE = "before this contest"
SECOND = timedelta(seconds=1)


def url_in(folder: Path) -> str:
    return f"sqlite:///{folder / 'rednov.db'}"


def old_mails(at: datetime) -> list[tuple[datetime, bytes]]:
    """What lies in a mailbox that was used before: each of it would be answered, or told of."""
    mails = [
        private_mail("Ann", "help\n", date=at),
        private_mail("Ann", "I take my turn: no action.\n", date=at),
        private_mail("Pewterby", "status\n", date=at),
        private_mail("Pewterby", "approve\n", subject="Re: [rednov AAAAAAA] x", date=at),
        private_mail("Zoe", "hello\n", address="zoe@nowhere.example", date=at),
        list_mail("Dan", "I join Red November.\n", date=at),
        list_mail("Ann", "I take my turn: I fix the thing.\n", date=at),
        b"From: MAILER-DAEMON@x.example\r\nReturn-Path: <>\r\nSubject: Undelivered\r\n\r\nNo.\r\n",
        b"\xff\x00 no mail at all",
    ]
    return [(at, mail) for mail in mails]


def on_file(table: Table) -> list[Filed]:
    with table.desk.ledger.transaction() as records:
        return list(records.dispositions())


def test_old_mail_is_kept_and_answered_with_nothing(tmp_path: Path) -> None:
    table = a_table(tmp_path)
    mails = old_mails(MONDAY - SECOND)
    assert table.receive_of(*mails) == ()
    filed = on_file(table)
    assert [(one.disposition, one.reason) for one in filed] == [("ignore", BEFORE)] * len(mails)
    with table.desk.ledger.transaction() as records:
        kept = [records.raw_mail(one.mail) for one in filed]
        assert [raw.octets for raw in kept if raw is not None] == [octets for _, octets in mails]
        assert records.held() == ()


def test_the_same_mail_is_answered_from_the_second_of_the_making_on(tmp_path: Path) -> None:
    made = MONDAY + timedelta(microseconds=999_999)
    clock = FixedClock(made)
    desk = open_desk(settings_for(url_in(tmp_path)), clock=clock, tokens=CountingTokens())
    table = Table(desk=desk, clock=clock)
    news = table.receive_of(*old_mails(MONDAY))  # mailboxes stamp whole seconds
    assert {one.posting.to for one in news} >= {"ann@post.example", "zoe@nowhere.example"}
    assert BEFORE not in [one.reason for one in on_file(table)]


def test_a_copied_mailbox_is_known_by_the_stamp_of_the_last_server(tmp_path: Path) -> None:
    """Copying a mailbox gives every mail the moment of its copying."""
    table = a_table(tmp_path)
    old = b"Received: from a by mx.bots.example; Mon, 02 Nov 2026 10:00:00 +0000\r\n"
    new = b"Received: from a by mx.bots.example; Mon, 23 Nov 2026 10:00:00 +0000\r\n" + old
    help_ = private_mail("Ann", "help\n")
    assert table.receive(old + help_) == ()
    assert len(table.receive(new + help_.replace(b"Message-ID: <", b"Message-ID: <2."))) == 1


@pytest.mark.parametrize("dates", [b"Mon, 30 Nov 2026 10:00:00 +0000", b"nonsense"])
def test_no_stamp_of_a_sender_makes_old_mail_count(tmp_path: Path, dates: bytes) -> None:
    table = a_table(tmp_path)
    mail = private_mail("Ann", "help\n").replace(b"Date: Mon, 23 Nov 2026 10:00:00 +0000", b"")
    mail = b"Received: from a by b; %s\r\nDate: %s\r\n" % (dates, dates) + mail
    assert table.receive_of((MONDAY - SECOND, mail)) == ()


def test_a_wrong_date_of_a_sender_does_not_make_new_mail_old(tmp_path: Path) -> None:
    table = begun(tmp_path)
    assert len(table.receive(private_mail("Ann", "help\n", date=MONDAY - timedelta(days=400)))) == 1


def test_since_in_the_settings_counts_instead(tmp_path: Path) -> None:
    table = a_table(tmp_path, since=MONDAY - timedelta(days=7))
    assert table.receive_of((MONDAY - timedelta(days=8), private_mail("Bob", "help\n"))) == ()
    assert len(table.receive_of((MONDAY - timedelta(days=6), private_mail("Ann", "help\n")))) == 1


def test_a_database_of_before_has_no_such_bound(tmp_path: Path) -> None:
    """What runs already goes on as it was."""
    table = a_table(tmp_path)
    engine = database.opened(url_in(tmp_path))
    with engine.begin() as connection:
        connection.execute(text("DELETE FROM beginnings"))
    desk = open_desk(table.desk.settings, clock=table.clock, tokens=CountingTokens())
    table.desk = desk
    assert desk.since is None
    assert len(table.receive_of((MONDAY - timedelta(days=8), private_mail("Ann", "help\n")))) == 1


def test_the_moment_stays_the_one_at_which_the_database_was_made(tmp_path: Path) -> None:
    table = a_table(tmp_path)
    table.clock.forward(days=3)
    desk = open_desk(table.desk.settings, clock=table.clock, tokens=CountingTokens())
    assert desk.since == MONDAY
    later = msgspec.structs.replace(
        desk.settings,
        contest=msgspec.structs.replace(
            desk.settings.contest, since=datetime(2026, 11, 1, tzinfo=UTC)
        ),
    )
    assert open_desk(later, clock=table.clock).since == datetime(2026, 11, 1, tzinfo=UTC)


def test_a_turn_of_an_earlier_season_is_not_taken_in_this_one(tmp_path: Path) -> None:
    table = begun(tmp_path)
    turn = "I take my turn: no action.\n"
    assert table.receive_of((MONDAY - SECOND, list_mail("Ann", turn, forum=BUSINESS))) == ()
    again = list_mail("Ann", turn, message_id="<again@post.example>")
    assert {one.posting.kind for one in table.receive(again)} == {"receipt", "draft"}
    with table.desk.ledger.transaction() as records:
        (game,) = records.games()
        assert records.pending_turn(game.id) is not None
