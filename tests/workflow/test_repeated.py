"""One announcement counts once, by whatever ways it comes; what may be another is asked about."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from rednov_bot.core.settings import Forum
from rednov_bot.core.workflow.copies import HIGHEST, torn_down
from tests.builders import BUSINESS, MONDAY, list_mail, private_mail
from tests.workflow.play import (
    ADDRESS_OF_MASTER,
    NO_TURN,
    Postings,
    Table,
    begun,
    code_in,
    flat,
    kinds,
    subject_of,
)

OFFICIAL = "agora-official@agora.example"
LINE = NO_TURN + "\n"
OTHER = "I put out the fire for 3 minutes.\n"


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """A game, and two public lists."""
    table = begun(tmp_path)
    more = Forum(address=OFFICIAL, list_id="agora-official.agora.example", public=True)
    table.restarted(forums={**table.desk.settings.forums, "official": more})
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
    return news == () and table.filed().disposition == "ignore"


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


@pytest.mark.parametrize("first", [True, False])
@pytest.mark.parametrize("how", COPIES)
def test_a_copy_counts_once_whichever_comes_first(table: Table, how: str, first: bool) -> None:
    one, other = (turn(), COPIES[how]) if first else (COPIES[how], turn())
    assert kinds(table.receive(one)) == ["receipt", "draft"]
    assert is_copy(table, table.receive(other)), table.filed()
    assert table.position().turns == 1


def test_a_copy_whose_accents_are_encoded_otherwise_counts_once(table: Table) -> None:
    """As some gateways and Apple's programs do: a letter, and its accent as a mark after it."""
    assert kinds(table.receive(turn(LINE + "\nFrom the caf\u00e9\n"))) == ["receipt", "draft"]
    assert is_copy(table, table.receive(turn(LINE + "\nFrom the cafe\u0301\n"))), table.filed()


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
    assert table.filed().disposition == "hold"
    assert why in table.filed().reason
    assert is_asked(news)
    assert why in flat(*news)
    assert table.position().turns == 1
    first = table.filed().mail
    assert table.receive(octets) == ()
    assert "fetched before as mail" in table.filed().reason
    table.reply(code_in(table.write("Pewterby", f"mail {first} announces nothing")), "approve")
    assert is_asked(table.receive(turn("I draw 3 items.\n")))


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
    assert table.position().turns == 1


def test_an_approval_under_the_name_of_another_is_a_question(table: Table) -> None:
    code = code_in(table.receive(turn()))
    subject = f"Re: [rednov {code}] turn 1"
    one = private_mail("Pewterby", "status\n", message_id="<m@x>", subject="x")
    two = private_mail("Pewterby", "approve\n", message_id="<m@x>", subject=subject)
    table.receive(one)
    news = table.receive(two)
    assert is_asked(news)
    assert table.open_codes() == [code]


def test_everything_fetched_anew_changes_nothing(table: Table) -> None:
    """A mailbox that is numbered anew: every mail comes once more."""
    mails = [turn(), turn("A fine day.\n", id="<2@x>"), turn(OTHER, who="Bob", id=None, date=None)]
    for octets in mails:
        table.receive(octets)
    before = table.position()
    assert table.receive(*mails) == ()
    assert table.position() == before
    table.receive(turn(id="<two@post.example>"))
    assert table.filed().disposition == "read"


def test_a_tower_of_marks_on_one_character_is_torn_down_and_takes_nobodys_time() -> None:
    marks = "\u0301\u0316"
    tower = marks * HIGHEST
    assert torn_down(f"I a{tower}ct, e\u0301 and b{tower}.") == "I act, e\u0301 and b."
    assert torn_down("I a" + "\u0316\uff9e" * HIGHEST) == "I a", "some become marks only then"
    for text in ("I open 5-8.", "Ágnes a\u0301", f"a{marks * 49}b{marks * 49}"):
        assert torn_down(text) == text
