"""Mails that are passed off as somebody's: held, and nothing in them is done."""

from __future__ import annotations

from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime
from pathlib import Path

import pytest

from rednov_bot.desk.corrections import in_force
from rednov_bot.desk.desk import ongoing
from tests.builders import BOT, BUSINESS, Table, a_table, address_of
from tests.desk.play import (
    MASTER,
    Postings,
    begun,
    code_in,
    filed,
    numbered,
    reply,
    say,
    start,
    write,
)


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return begun(tmp_path)


def passed_off(table: Table, author: str, text: str, *, reply_to: str = "") -> Postings:
    """A mail to the bot alone that bears this From."""
    mail = EmailMessage(policy=SMTP)
    mail["From"] = author
    mail["To"] = BOT
    mail["Subject"] = "to the bot"
    mail["Date"] = format_datetime(table.clock.at)
    mail["Message-ID"] = f"<{table.uid}.forged@post.example>"
    if reply_to:
        mail["Reply-To"] = reply_to
    mail.set_content(text)
    return table.receive(mail.as_bytes())


def told_of_it(news: Postings) -> list[str]:
    """Who hears of a mail that is held: whoever decides, and nobody else."""
    return [f"{one.posting.kind} {one.posting.to.partition('@')[0]}" for one in news]


def as_if_rewritten(name: str) -> str:
    """A From that a list would never write: its words, with the person's own address."""
    return f"{name} via Business <{address_of(name)}>"


def test_whoever_holds_the_office_is_guarded_after_a_succession(table: Table) -> None:
    news = passed_off(table, as_if_rewritten(MASTER), "hands")
    assert told_of_it(news) == ["desk pewterby"]
    assert filed(table).disposition == "hold"
    reply(table, code_in(write(table, MASTER, "hand over to Dan")), "approve")
    assert told_of_it(passed_off(table, as_if_rewritten("Dan"), "hands")) == ["desk dan"]
    assert filed(table).disposition == "hold"
    assert filed(table).reason.startswith("Its From is the bot's or the contestmaster's, dressed")


def test_the_deputy_who_decides_is_guarded(tmp_path: Path) -> None:
    """A83."""
    table = a_table(tmp_path, deputy="Dan", contestants=("Ann", "Bob", MASTER))
    passed_off(table, as_if_rewritten("Dan"), "status")
    assert filed(table).disposition == "read"
    opening = start(table, "Ann", "Bob", MASTER, contestmaster_plays="on")
    reply(table, opening.code, "approve", who="Dan")
    assert told_of_it(passed_off(table, as_if_rewritten("Dan"), "hands")) == ["desk dan"]
    assert filed(table).disposition == "hold"


def test_a_gnome_may_call_emself_what_e_likes(table: Table) -> None:
    assert passed_off(table, as_if_rewritten("Ann"), "hand") != ()
    assert filed(table).disposition == "read"


@pytest.mark.parametrize("name", [MASTER, "Ann"])
def test_nobody_writes_to_the_bot_alone_from_the_address_of_a_list(table: Table, name: str) -> None:
    """A list that rewrites From passes the mail on; in another's Reply-To anybody may stand."""
    author = f"{name} via Business <{BUSINESS}>"
    news = passed_off(table, author, "status", reply_to=address_of(name))
    assert told_of_it(news) == ["desk pewterby"]
    assert filed(table).disposition == "hold"
    assert filed(table).reason.startswith("Its From is a list's, though no list passed it on")


RULED = [
    "ruling: whoever is a gnome may look at every hand (§6)",
    "rewind turn 1: option wake = at_once, because it was amended",
    "rewind turn 1: void, because Ann holds no crowbar",
]


@pytest.mark.parametrize("words", RULED)
def test_nothing_is_ruled_without_the_code_of_a_draft(table: Table, words: str) -> None:
    """From alone shows nothing; what it asks for goes to the contestmaster's own address."""
    reply(table, code_in(say(table, "Ann")), "approve")
    before = numbered(table)
    news = write(table, MASTER, words)
    assert {one.posting.to for one in news} == {address_of(MASTER)}
    with table.desk.ledger.transaction() as records:
        now = ongoing(table.desk, records)
        assert records.rulings() == ()
    assert now is not None
    assert now.options.wake != "at_once"
    assert numbered(table) == before


def test_no_mail_is_read_anew_without_the_code_of_a_draft(table: Table) -> None:
    say(table, "Eve", "Hello, what a day.")
    mail = filed(table).mail
    news = write(table, MASTER, f"read mail {mail} as Eve: I join Red November.")
    assert {one.posting.to for one in news} == {address_of(MASTER)}
    with table.desk.ledger.transaction() as records:
        assert "Eve" not in records.contestants()
    reply(table, code_in(news), "approve")
    with table.desk.ledger.transaction() as records:
        assert "Eve" in records.contestants()


def test_no_ruling_is_withdrawn_without_the_code_of_a_draft(table: Table) -> None:
    news = reply(table, code_in(say(table, "Ann")), "overrule: heat 3 because it is hot")
    reply(table, code_in(news), "approve")
    write(table, MASTER, "withdraw ruling 1")
    with table.desk.ledger.transaction() as records:
        assert [one.number for one in in_force.in_force(records)] == [1]
