"""Which mails act, once each, which are answered, left alone or held, and whose words count."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from rednov_bot.bootstrap import open_desk
from rednov_bot.core.models import Message, RawMail
from rednov_bot.core.workflow import mails_on_file
from rednov_bot.core.workflow.drafts import drafting
from rednov_bot.games.red_november import acting
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
from tests.workflow.play import (
    NO_TURN,
    Postings,
    Table,
    a_table,
    code_in,
    flat,
    kinds,
    missing,
    subject_of,
)

ONE = "<one@post.example>"
TURN = f"{NO_TURN}\n"


def fetched_again(table: Table, octets: bytes) -> Postings:
    """The mailbox is numbered anew, and the mail is found in it once more."""
    raw = RawMail(folder="INBOX", uidvalidity=2, uid=1, octets=octets, arrived_at=table.clock.at)
    table.read(lambda it: it.keep([raw]))
    return table.receive()


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
    copied = private_mail("Ann", NO_TURN, to=BUSINESS, message_id=ONE)
    assert table.receive(f"Cc: {BOT}\r\n".encode() + copied) == ()
    assert "would be valid" in flat(*table.write("Ann", NO_TURN, message_id=ONE))
    assert kinds(table.say("Ann", message_id=ONE)) == ["receipt", "draft"]
    assert table.say("Ann", forum=DISCUSSION, message_id=ONE) == ()


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


def test_what_cannot_be_handled_is_held_and_leaves_nothing_half_done(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = acting.read_letter

    def stumbling(message: Message, **more: Any) -> Any:
        if "grue" in message.text:
            raise RuntimeError("a secret: grog, coffee")
        return whole(message, **more)

    with monkeypatch.context() as patched:
        patched.setattr(acting, "read_letter", stumbling)
        news = table.receive(list_mail("Ann", "I am eaten by a grue."), list_mail("Bob", NO_TURN))
    assert kinds(news) == ["receipt", "draft", "desk"]
    (held,) = table.read(lambda it: it.dispositions("hold"))
    assert "RuntimeError" in held.reason
    assert "grog" not in held.reason
    assert work(table.desk) == 0
    table.reply(code_in(news[:2]), "approve")

    def failing(*_: Any, **__: Any) -> Any:
        raise ZeroDivisionError

    monkeypatch.setattr(drafting, "resolution", failing)
    before = table.numbered()
    assert kinds(table.say("Ann")) == ["desk"]
    assert table.filed().disposition == "hold"
    assert table.numbered() == before


# -- unread, or nobody's --------------------------------------------------------------------------


def of_kind(kind: str, body: str) -> bytes:
    """A mail of Ann's with another body."""
    head, _, _ = list_mail("Ann", TURN).partition(b"\r\n\r\n")
    kept = [one for one in head.split(b"\r\n") if not one.lower().startswith(b"content-")]
    return b"\r\n".join([*kept, f"Content-Type: {kind}".encode(), b"", body.encode(), b""])


STAND_IN = (
    'From: "Microsoft Exchange Server"\r\n'
    "Subject: Retrieval using the IMAP4 protocol failed for the following message: 75\r\n"
    "Date: Mon, 23 Nov 2026 09:00:00 +0000\r\n\r\nIt could not be retrieved:\r\n"
    f'From: "Ann" ("{address_of("Ann")}")\r\nSubject: "My turn"\r\n'
).encode()
"""What Exchange's IMAP server gives in place of a mail that it cannot convert."""


@pytest.mark.parametrize(
    ("octets", "why"),
    [
        (of_kind("image/png", "x"), "a picture"),
        (of_kind("text/rtf", "{\\rtf1 I take no action.}"), "RTF"),
        (of_kind("text/x-amp-html", f"<p>{TURN}"), "AMP"),
        (of_kind("text/plain", "-----BEGIN PGP MESSAGE-----\r\n\r\nhQEMA\r\n"), "encrypted"),
        (STAND_IN, "the mail server could not convert it"),
        (of_kind("text/plain", ""), "no text was found in it"),
    ],
    ids=["a picture", "RTF", "AMP", "encrypted", "a stand-in", "no text"],
)
def test_its_sender_and_the_contestmaster_hear_what_was_missing(
    table: Table, octets: bytes, why: str
) -> None:
    news = table.receive(octets)
    assert table.filed().disposition == "hold"
    assert {one.posting.to for one in news} == {address_of("Ann"), address_of("Pewterby")}
    assert all(why.lower() in flat(one).lower() for one in news)


def test_whose_an_authorless_turn_is_the_contestmaster_says(table: Table) -> None:
    """A list has left nothing in its From but a name."""
    whose, nobodys = f"From: Ann <{address_of('Ann')}>", f"From: Ann via list <{BUSINESS}>"
    talk = list_mail("Ann", "A fine evening to all.\n").replace(whose.encode(), nobodys.encode())
    assert table.receive(talk) == ()
    assert table.filed().disposition == "ignore"
    turn = list_mail("Ann", TURN).replace(whose.encode(), nobodys.encode())
    (told,) = table.receive(turn)
    assert table.filed().disposition == "hold"
    assert missing(told, 'answer "this is Ann"') == []
    drafts = table.write("Pewterby", "this is Ann", subject=f"Re: {subject_of(told)}")
    assert any("take no action" in flat(one).lower() for one in drafts)


def test_what_comes_from_a_past_address_is_answered_to_the_present_one(table: Table) -> None:
    past, people = "ann@old.example", table.desk.settings.people
    table.restarted(people={**people, "Ann": replace(people["Ann"], past_addresses=(past,))})
    news: Postings = ()
    for mail in (private_mail("Ann", NO_TURN), list_mail("Ann", NO_TURN)):
        news += table.receive(mail.replace(address_of("Ann").encode(), past.encode()))
    assert kinds(news) == ["receipt", "receipt", "draft"]
    for one in news[:2]:
        assert one.posting.to == address_of("Ann")
        assert past.encode() not in one.posting.octets


# -- whose words they are -------------------------------------------------------------------------

LONG = (
    f"Good evening to all of you, and to everybody who reads this in the archives.\n{TURN}"
    "Have a pleasant evening, a quiet night, and a good breakfast before we all meet again here.\n"
)
FOOTER = "I enter room 5 and open the hatch, somebody writes here, and the turn is taken.\n"
ENDING = f"My turn in Red November, in full:\n{TURN}"


def turns(table: Table) -> list[str]:
    """Whose turns were taken."""
    game = table.read(lambda it: it.latest_game())
    assert game is not None
    return [one.turn.gnome for one in table.read(lambda it: it.turns(game.id))]


def counted(table: Table, author: str) -> str:
    """What counts as this author's own words in the last mail."""
    message, _ = table.do(mails_on_file.announcement, table.filed().mail, author)
    return message.text


def test_thirty_words_of_anothers_mail_are_theirs(table: Table) -> None:
    table.receive(list_mail("Bob", f"{LONG}\nIs that a turn?\n"))
    before = turns(table)
    table.receive(list_mail("Ann", f"Agreed.\n\n{LONG}"))
    assert turns(table) == before
    table.receive(list_mail("Zed", f"Agreed.\n\n{LONG}"))  # where it is read as Ann's by a ruling
    assert counted(table, "Ann") == "Agreed."
    theirs = "I open the hatch to 5 for the draught and sweeten the tea, should I?\n"
    table.receive(list_mail("Bob", theirs))
    table.receive(list_mail("Ann", f"{TURN}\n*** Mon 23 Nov 2026 ***\n{theirs}"))
    assert counted(table, "Ann") == f"{TURN}\n*** Mon 23 Nov 2026 ***"


def above(footer: str, *names: str) -> list[bytes]:
    """Mails of these people, all with this footer."""
    return [
        list_mail(it, f"The tea of day {n} was cold.\n\n{footer}") for n, it in enumerate(names)
    ]


def said(name: str, text: str) -> list[bytes]:
    return [list_mail(name, text, forum=DISCUSSION)]


XYZ = ("Xan", "Yul", "Zoe", "Xan")
OWN: dict[str, tuple[list[bytes], str, bool]] = {
    "nobody has said it": ([], f"Agreed.\n\n{LONG}", True),
    "a short turn": (said("Bob", TURN), TURN, True),
    "a whole mail": (said("Bob", LONG), LONG, True),
    "said before by oneself": (said("Ann", LONG), LONG, True),
    "a footer": (above(FOOTER, "Ann", "Bob", "Cid", "Bob"), f"{TURN}\n{FOOTER}", True),
    "three mails": (above(FOOTER, "Bob", "Cid", "Ann"), f"{TURN}\n{FOOTER}", False),
    "a turn with which all end": (above(ENDING, *XYZ), f"Good evening.\n\n{ENDING}", False),
    "a short turn below": (above(TURN, *XYZ), f"Good evening.\n\n{TURN}", True),
}


@pytest.mark.parametrize("name", OWN)
def test_other_words_are_ones_own_and_what_stands_below_every_mail_the_lists(
    table: Table, name: str
) -> None:
    before, text, taken = OWN[name]
    for octets in before:
        table.receive(octets)
    news = table.receive(list_mail("Ann", text))
    assert turns(table) == (["Ann"] if taken else [])
    assert taken or kinds(news)[-1] == "question"


# -- from before the contest ----------------------------------------------------------------------

BEFORE = "before this contest"
SECOND = timedelta(seconds=1)


def old_mails(at: datetime) -> list[tuple[datetime, bytes]]:
    """What lies in a mailbox that was used before: each of it would be answered, or told of."""
    mails = [
        private_mail("Ann", "help\n", date=at),
        private_mail("Ann", "I take my turn: no action.\n", date=at),
        private_mail("Pewterby", "status\n", date=at),
        private_mail("Pewterby", "approve\n", subject="Re: [rednov AAAAAAA] x", date=at),
        private_mail("Zoe", "hello\n", address="zoe@nowhere.example", date=at),
        list_mail("Dan", "I join Red November.\n", date=at),
        b"From: MAILER-DAEMON@x.example\r\nReturn-Path: <>\r\nSubject: Undelivered\r\n\r\nNo.\r\n",
        b"\xff\x00 no mail at all",
    ]
    return [(at, mail) for mail in mails]


def test_old_mail_is_kept_and_answered_with_nothing(tmp_path: Path) -> None:
    """Whatever its sender stamps it with."""
    table = a_table(tmp_path)
    mails = old_mails(MONDAY - SECOND)
    octets = private_mail("Ann", "help\n").replace(b"Date: Mon, 23 Nov 2026 10:00:00 +0000", b"")
    for stamp in (b"Mon, 30 Nov 2026 10:00:00 +0000", b"nonsense"):
        ahead = b"Received: from a by b; %s\r\nDate: %s\r\n" % (stamp, stamp)
        mails.append((MONDAY - SECOND, ahead + octets))
    assert table.receive_of(*mails) == ()
    filed = table.read(lambda it: it.dispositions())
    assert [(one.disposition, one.reason) for one in filed] == [("ignore", BEFORE)] * len(mails)
    found = table.read(lambda it: [it.raw_mail(one.mail) for one in filed])
    assert [raw.octets for raw in found if raw is not None] == [octets for _, octets in mails]


def test_the_same_mail_is_answered_from_the_second_of_the_making_on(tmp_path: Path) -> None:
    clock = FixedClock(MONDAY + timedelta(microseconds=999_999))
    known = settings_for(f"sqlite:///{tmp_path / 'rednov.db'}")
    desk = open_desk(known, clock=clock, tokens=CountingTokens())
    table = Table(desk=desk, clock=clock)
    news = table.receive_of(*old_mails(MONDAY))  # mailboxes stamp whole seconds
    assert {one.posting.to for one in news} >= {"ann@post.example", "zoe@nowhere.example"}
    assert BEFORE not in table.read(lambda it: [one.reason for one in it.dispositions()])
    clock.forward(days=3)
    made = desk.since
    assert made is not None
    assert open_desk(known, clock=clock, tokens=CountingTokens()).since == made
    since = datetime(2026, 11, 1, tzinfo=UTC)
    known = msgspec.structs.replace(known, contest=replace(known.contest, since=since))
    assert open_desk(known, clock=clock).since == since
