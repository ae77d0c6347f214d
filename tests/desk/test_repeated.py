"""One announcement counts once, by whatever ways it comes; what may be another is asked about."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from pathlib import Path

import msgspec
import pytest

from rednov_bot.core.mail.roster import Roster
from rednov_bot.desk.intake import BEFORE
from rednov_bot.settings import Forum
from tests.builders import BUSINESS, MONDAY, Table, list_mail, private_mail
from tests.desk.play import (
    ADDRESS_OF_MASTER,
    NO_TURN,
    Postings,
    begun,
    code_in,
    filed,
    kinds,
    open_codes,
    position,
    reply,
    subject_of,
    text_of,
    write,
)

OFFICIAL = "agora-official@agora.example"
LINE = NO_TURN + "\n"
OTHER = "I put out the fire for 3 minutes.\n"


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """A game, and two public lists."""
    table = begun(tmp_path)
    known = table.desk.settings
    more = Forum(address=OFFICIAL, list_id="agora-official.agora.example", public=True)
    known = msgspec.structs.replace(known, forums={**known.forums, "official": more})
    object.__setattr__(table.desk, "settings", known)
    object.__setattr__(table.desk, "roster", Roster.of(known))
    return table


def turn(
    text: str = LINE,
    *,
    who: str = "Ann",
    id: str | None = "<one@post.example>",
    date: datetime | None = MONDAY,
    forum: str = BUSINESS,
    more: str = "",
) -> bytes:
    """A turn, of which fields may be missing."""
    octets = list_mail(who, text, message_id=id or "<x@x>", date=date or MONDAY, forum=forum)
    if id is None:
        octets = re.sub(rb"Message-ID: [^\r]*\r\n", b"", octets)
    if date is None:
        octets = re.sub(rb"Date: [^\r]*\r\n", b"", octets)
    return more.encode() + octets


def is_copy(table: Table, news: Postings) -> bool:
    return news == () and filed(table).disposition == "ignore"


def is_asked(news: Postings) -> bool:
    """Whoever decides is told, once, and nobody else hears of it."""
    return (
        [one.posting.to for one in news] == [ADDRESS_OF_MASTER]
        and kinds(news) == ["desk"]
        and "is kept for you" in subject_of(news[0])
    )


COPIES = {
    "fetched again": turn(),
    "with a tag in its subject": turn().replace(b"Subject: BUS: ", b"Subject: [red] BUS: "),
    "in another public forum": turn(forum=OFFICIAL),
    "with a footer": turn(LINE + "\n" + "_" * 47 + "\nAgora-business mailing list\n"),
    "with a footer nobody knows": turn(LINE + "\nThis list is kind to gnomes.\n"),
    "laid out otherwise": turn("  I take\nno action.\n"),
    "in quoted-printable": turn("I take=\n no action.\n").replace(
        b"Content-Transfer-Encoding: 7bit", b"Content-Transfer-Encoding: quoted-printable"
    ),
    "with a Date to the minute": turn(date=MONDAY + timedelta(seconds=59)),
    "without its Message-ID": turn(id=None),
    "in another forum, which gave it a Message-ID": turn(id="<0@lists.example>", forum=OFFICIAL),
    "with one more server on its way": turn(
        more="Received: from a by b; Mon, 23 Nov 2026 10:00:07 +0000\r\n"
    ),
}


@pytest.mark.parametrize("how", COPIES)
def test_a_copy_counts_once(table: Table, how: str) -> None:
    assert kinds(table.receive(turn())) == ["receipt", "draft"]
    assert is_copy(table, table.receive(COPIES[how])), filed(table)
    assert position(table).turns == 1


@pytest.mark.parametrize("how", COPIES)
def test_whichever_copy_comes_first_counts(table: Table, how: str) -> None:
    assert kinds(table.receive(COPIES[how])) == ["receipt", "draft"]
    assert is_copy(table, table.receive(turn())), filed(table)
    assert position(table).turns == 1


QUESTIONS = {
    "other words": (turn(OTHER), "it says something else"),
    "somebody else": (turn(who="Bob"), "somebody else wrote it"),
    "another Date": (turn(date=MONDAY + timedelta(days=3)), "it has another Date"),
    "more that is announced": (turn(LINE + "\nI leave the contest.\n"), "it says something else"),
    "a doubt about it": (turn(LINE + "\nNone of this is a turn.\n"), "it says something else"),
}


@pytest.mark.parametrize("how", QUESTIONS)
def test_the_same_message_id_with_other_content_is_a_question(table: Table, how: str) -> None:
    octets, why = QUESTIONS[how]
    table.receive(turn())
    news = table.receive(octets)
    assert filed(table).disposition == "hold"
    assert why in filed(table).reason
    assert is_asked(news)
    assert why in " ".join(text_of(news[0]).split())
    assert position(table).turns == 1


@pytest.mark.parametrize("how", QUESTIONS)
def test_it_is_asked_once(table: Table, how: str) -> None:
    table.receive(turn())
    table.receive(QUESTIONS[how][0])
    news = table.receive(QUESTIONS[how][0])
    assert news == ()
    assert "fetched before as mail" in filed(table).reason


def test_the_next_is_told_when_the_first_is_settled(table: Table) -> None:
    table.receive(turn())
    table.receive(turn(OTHER))
    first = filed(table).mail
    reply(table, code_in(write(table, "Pewterby", f"mail {first} announces nothing")), "approve")
    assert is_asked(table.receive(turn("I draw 3 items.\n")))


def test_a_desk_with_many_kept_mails_is_told_in_part(table: Table) -> None:
    table.receive(turn())
    for n in range(2, 50):
        table.receive(turn(f"I draw {n} items.\n"))
    (told,) = write(table, "Pewterby", "status")
    said = " ".join(text_of(told).split())
    assert "8 more between: `rednov mails --held` lists them all" in said
    assert said.count("It bears the Message-ID") == 40


def test_the_contestmaster_can_say_that_it_is_another(table: Table) -> None:
    table.receive(turn())
    reply(table, open_codes(table)[0], "approve")
    table.receive(turn(date=MONDAY + timedelta(days=1)))
    mail = filed(table).mail
    table.clock.forward(days=1)
    code = code_in(write(table, "Pewterby", f"read mail {mail} as Ann: {NO_TURN}"))
    reply(table, code, "approve")
    assert position(table).turns == 2


@pytest.mark.parametrize(
    "id", [None, "", "<>", "<@>", "no id", "<a b@x>", "<" + "a" * 5000 + "@x>"]
)
def test_without_a_message_id_and_a_date_it_may_be_two_or_one(table: Table, id: str | None) -> None:
    octets = turn(id=None, date=None)
    if id is not None:
        octets = f"Message-ID: {id}\r\n".encode() + octets
    later = b"Received: from a by b.example; Mon, 23 Nov 2026 11:00:00 +0000\r\n" + octets
    assert kinds(table.receive(octets)) == ["receipt", "draft"]
    assert is_copy(table, table.receive(octets))
    table.clock.forward(hours=1)
    assert is_asked(table.receive(later))
    assert position(table).turns == 1


def test_two_mails_without_a_message_id_are_two(table: Table) -> None:
    table.receive(turn(id=None))
    reply(table, open_codes(table)[0], "approve")
    table.clock.forward(days=1)
    news = table.receive(turn(id=None, date=MONDAY + timedelta(days=1)))
    assert "receipt" in kinds(news)
    assert position(table).turns == 2


def test_talk_without_a_message_id_is_asked_of_nobody(table: Table) -> None:
    talk = turn("A fine day.\n", id=None, date=None)
    later = b"Received: from a by b.example; Mon, 23 Nov 2026 11:00:00 +0000\r\n" + talk
    assert table.receive(talk) == ()
    table.clock.forward(hours=1)
    assert table.receive(later) == ()
    assert filed(table).disposition == "ignore"
    assert filed(table).reason != BEFORE


def test_an_approval_under_the_name_of_another_is_a_question(table: Table) -> None:
    code = code_in(table.receive(turn()))
    subject = f"Re: [rednov {code}] turn 1"
    one = private_mail("Pewterby", "status\n", message_id="<m@x>", subject="x")
    two = private_mail("Pewterby", "approve\n", message_id="<m@x>", subject=subject)
    table.receive(one)
    news = table.receive(two)
    assert is_asked(news)
    assert open_codes(table) == [code]


def test_what_is_said_again_is_another_mail(table: Table) -> None:
    """Under its own Message-ID in the same forum a second mail is one, though it say the same."""
    table.receive(turn())
    table.receive(turn(id="<two@post.example>"))
    assert filed(table).disposition == "read"


def test_everything_fetched_anew_changes_nothing(table: Table) -> None:
    """A mailbox that is numbered anew: every mail comes once more."""
    mails = [turn(), turn("A fine day.\n", id="<2@x>"), turn(OTHER, who="Bob", id=None, date=None)]
    for octets in mails:
        table.receive(octets)
    before = position(table)
    assert table.receive(*mails) == ()
    assert position(table) == before
