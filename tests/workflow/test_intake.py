"""Which mails act, once each, and which are answered, left alone or held (B4.1, B4.8)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from rednov_bot.bootstrap import open_desk
from rednov_bot.core.models import Filed, Message, RawMail
from rednov_bot.core.workflow import listening
from rednov_bot.core.workflow.drafts import drafting
from rednov_bot.service import work
from tests.builders import (
    BOT,
    BUSINESS,
    DISCUSSION,
    MONDAY,
    CountingTokens,
    FixedClock,
    address_of,
    list_mail,
    private_mail,
    settings_for,
)
from tests.workflow.play import NO_TURN, Postings, Table, a_table, code_in, kinds, opened, text_of

ONE = "<one@post.example>"


def fetched_again(table: Table, octets: bytes) -> Postings:
    """The mailbox is numbered anew, and the mail is found in it once more."""
    raw = RawMail(folder="INBOX", uidvalidity=2, uid=1, octets=octets, arrived_at=table.clock.at)
    with table.desk.db.transaction() as records:
        records.keep([raw])
    return table.receive()


def marked(octets: bytes, *fields: str) -> bytes:
    """The mail with more in its head."""
    more = "".join(f"\r\n{one}" for one in fields).encode()
    return octets.replace(b"\r\nMessage-ID:", more + b"\r\nMessage-ID:")


def test_a_turn_and_its_approval_that_are_fetched_again_act_once(table: Table) -> None:
    turn = list_mail("Ann", NO_TURN)
    code = code_in(table.receive(turn))
    approval = private_mail("Pewterby", "approve", subject=f"Re: [rednov {code}] Turn 1")
    table.receive(approval)
    for octets in (turn, approval):
        assert fetched_again(table, octets) == ()
        assert table.filed().disposition == "ignore"
    assert table.position().turns == 1


def test_a_copy_to_the_bot_alone_is_a_check_and_the_lists_copy_acts(table: Table) -> None:
    listed = list_mail("Ann", NO_TURN, message_id=ONE)
    copied = private_mail("Ann", NO_TURN, to=BUSINESS, message_id=ONE)
    assert table.receive(marked(copied, f"Cc: {BOT}")) == ()
    assert "would be valid" in text_of(table.write("Ann", NO_TURN, message_id=ONE)[0])
    assert kinds(table.receive(listed)) == ["receipt", "draft"]
    talk = list_mail("Ann", NO_TURN, forum=DISCUSSION, message_id=ONE)
    assert table.receive(talk) == ()


def test_a_stranger_is_answered_once_a_day(table: Table) -> None:
    stranger: dict[str, Any] = {"address": "zed@far.example"}
    first = private_mail("Zed", "Who is this?", **stranger)
    assert kinds(table.receive(first)) == ["question"]
    table.clock.forward(hours=13)  # the same day, in UTC
    assert table.write("Zed", "Hello?", **stranger) == ()
    table.clock.forward(hours=2)
    assert kinds(table.write("Zed", "Is anybody there?", **stranger)) == ["question"]
    table.clock.forward(days=9)
    assert fetched_again(table, first) == ()
    octets = private_mail("Zed", "Who is this?", address=BUSINESS)
    assert table.receive(b"Reply-To: victim@far.example\r\n" + octets) == ()
    octets = list_mail("Zed", NO_TURN).replace(b"zed@post.example", b"zed@far.example")
    assert table.receive(octets) == ()


def test_what_cannot_be_handled_is_held(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = listening.read_letter

    def stumbling(message: Message, **more: Any) -> Any:
        if "grue" in message.text:
            raise RuntimeError("a secret: grog, coffee")
        return whole(message, **more)

    monkeypatch.setattr(listening, "read_letter", stumbling)
    news = table.receive(list_mail("Ann", "I am eaten by a grue."), list_mail("Bob", NO_TURN))
    assert kinds(news) == ["receipt", "draft", "desk"]
    with table.desk.db.transaction() as records:
        (held,) = records.dispositions("hold")
    assert "RuntimeError" in held.reason
    assert "grog" not in held.reason
    assert work(table.desk) == 0


def test_a_held_mail_leaves_nothing_half_done(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(*_: Any, **__: Any) -> Any:
        raise ZeroDivisionError

    monkeypatch.setattr(drafting, "resolution", failing)
    before = table.numbered()
    assert kinds(table.say("Ann")) == ["desk"]
    assert table.filed().disposition == "hold"
    assert table.numbered() == before


# -- unread, or nobody's --------------------------------------------------------------------------

TURN = "I take no action.\n"


def of_kind(kind: str, body: str) -> bytes:
    """A mail of Ann's with another body."""
    head, _, _ = list_mail("Ann", TURN).partition(b"\r\n\r\n")
    kept = [one for one in head.split(b"\r\n") if not one.lower().startswith(b"content-")]
    return b"\r\n".join([*kept, f"Content-Type: {kind}".encode(), b"", body.encode(), b""])


def stand_in() -> bytes:
    """What Exchange's IMAP server gives in place of a mail that it cannot convert."""
    return "\r\n".join(
        (
            'From: "Microsoft Exchange Server"',
            "Subject: Retrieval using the IMAP4 protocol failed for the following message: 75",
            "Date: Mon, 23 Nov 2026 09:00:00 +0000",
            "",
            "It could not be retrieved:",
            f'From: "Ann" ("{address_of("Ann")}")',
            'Subject: "My turn"',
            "",
        )
    ).encode()


UNREAD = {
    "a picture": (of_kind("image/png", "x"), "a picture"),
    "rich text alone": (of_kind("text/rtf", "{\\rtf1 I take no action.}"), "RTF"),
    "a page for AMP alone": (of_kind("text/x-amp-html", f"<p>{TURN}"), "AMP"),
    "an encrypted text": (
        of_kind("text/plain", "-----BEGIN PGP MESSAGE-----\r\n\r\nhQEMA\r\n"),
        "encrypted",
    ),
    "a stand-in": (stand_in(), "the mail server could not convert it"),
    "no text": (of_kind("text/plain", ""), "no text was found in it"),
}


@pytest.mark.parametrize("name", UNREAD)
def test_its_sender_and_the_contestmaster_hear_what_was_missing(table: Table, name: str) -> None:
    octets, why = UNREAD[name]
    news = table.receive(octets)
    assert table.filed().disposition == "hold"
    told = {one.posting.to: " ".join(text_of(one).split()) for one in news}
    assert set(told) == {address_of("Ann"), address_of("Pewterby")}
    assert all(why.lower() in words.lower() for words in told.values()), told


# -- whose a mail is, where nothing shows it ------------------------------------------------------


def rewritten(text: str = TURN) -> bytes:
    """A mail of Ann's in whose From a list has left nothing but her name."""
    mail = list_mail("Ann", text)
    return mail.replace(
        f"From: Ann <{address_of('Ann')}>".encode(), f"From: Ann via list <{BUSINESS}>".encode()
    )


def test_whose_an_authorless_turn_is_the_contestmaster_says(table: Table) -> None:
    (told,) = table.receive(rewritten())
    assert table.filed().disposition == "hold"
    assert 'answer "this is Ann"' in " ".join(text_of(told).split())
    subject = str(opened(told)["Subject"])
    drafts = table.receive(private_mail("Pewterby", "this is Ann", subject=f"Re: {subject}"))
    assert any("take no action" in text_of(one).lower() for one in drafts)


def test_talk_without_its_author_is_passed_over(table: Table) -> None:
    assert table.receive(rewritten("A fine evening to all.\r\n")) == ()
    assert table.filed().disposition == "ignore"


# -- from before the contest ----------------------------------------------------------------------

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
    with table.desk.db.transaction() as records:
        return list(records.dispositions())


def test_old_mail_is_kept_and_answered_with_nothing(tmp_path: Path) -> None:
    table = a_table(tmp_path)
    mails = old_mails(MONDAY - SECOND)
    assert table.receive_of(*mails) == ()
    filed = on_file(table)
    assert [(one.disposition, one.reason) for one in filed] == [("ignore", BEFORE)] * len(mails)
    with table.desk.db.transaction() as records:
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


@pytest.mark.parametrize("dates", [b"Mon, 30 Nov 2026 10:00:00 +0000", b"nonsense"])
def test_no_stamp_of_a_sender_makes_old_mail_count(tmp_path: Path, dates: bytes) -> None:
    table = a_table(tmp_path)
    mail = private_mail("Ann", "help\n").replace(b"Date: Mon, 23 Nov 2026 10:00:00 +0000", b"")
    mail = b"Received: from a by b; %s\r\nDate: %s\r\n" % (dates, dates) + mail
    assert table.receive_of((MONDAY - SECOND, mail)) == ()


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


def test_what_comes_from_a_past_address_is_answered_to_the_present_one(table: Table) -> None:
    past, people = "ann@old.example", table.desk.settings.people
    ann = replace(people["Ann"], past_addresses=(past,))
    table.restarted(people={**people, "Ann": ann})
    news: Postings = ()
    for mail in (private_mail("Ann", NO_TURN), list_mail("Ann", NO_TURN)):
        news += table.receive(mail.replace(address_of("Ann").encode(), past.encode()))
    assert kinds(news) == ["receipt", "receipt", "draft"]
    for one in news[:2]:
        assert one.posting.to == address_of("Ann")
        assert past.encode() not in one.posting.octets
