"""Whether gnomes read what they alone are told: answered, returned, sent elsewhere, shown (§6)."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from email.message import EmailMessage
from email.policy import SMTP
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from rednov_bot.bootstrap import open_desk
from rednov_bot.cli.outbox import _facts, _may_be_listed
from rednov_bot.core.models import Outcome, QueuedPosting
from rednov_bot.core.settings import NoticeSettings, Person
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow import duties, office, reach
from rednov_bot.core.workflow.drafts import laid_out
from tests.builders import BOT, CountingTokens, FixedClock, private_mail, settings_for
from tests.workflow.play import Postings, Table, code_in, flat, only, subject_of, text_of

ANN, ANN_TOO, BOB = "ann@post.example", "ann@elsewhere.example", "bob@post.example"
MASTER = "pewterby@post.example"


def a_game(folder: Path, **notices: Any) -> Table:
    """A game in which Ann has two addresses, and can draw."""
    known = settings_for(f"sqlite:///{folder / 'rednov.db'}")
    people = {**known.people, "Ann": Person(addresses=(ANN, ANN_TOO), contestant=True)}
    people["Bob"] = replace(known.people["Bob"], past_addresses=("bob@old.example",))
    clock = FixedClock()
    settings = replace(known, people=people, notices=NoticeSettings(**notices))
    table = Table(open_desk(settings, clock=clock, tokens=CountingTokens()), clock)
    table.begin()
    table.arrange(gnomes={"Ann": {"at": 8}, "Bob": {"at": 8}})
    carry(table)
    return table


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return a_game(tmp_path)


def carry(table: Table, refused: str = "", deferred: str = "") -> list[str]:
    """Everything due is accepted by the mail server, but for two addresses; to whom that was."""
    with table.desk.db.transaction() as records:
        due = records.due(table.clock.at, 1000)
        for one in due:
            outcome: Outcome = "accepted"
            if one.to in (refused, deferred):
                outcome = "refused" if one.to == refused else "deferred"
            reply = {"refused": "550 no such user", "deferred": "452 mailbox full"}.get(outcome, "")
            records.attempted(table.tried(one, outcome, reply))
    return [one.to for one in due]


def drawn(table: Table, who: str = "Ann") -> QueuedPosting:
    """Somebody draws an item, and is told which: their notice, taken by the mail server."""
    notice = unsent(table, who)
    carry(table)
    return notice


def look(table: Table) -> Postings:
    """The clock is looked at, twice; what the bot queues for it."""
    return (*table.rounds(), *table.rounds())


def state(table: Table, one: QueuedPosting) -> str:
    found = table.read(lambda records: records.posting(one.posting.message_id))
    assert found is not None
    return found.state


def answers(
    table: Table, one: QueuedPosting, text: str, who: str = "Ann", address: str = ANN, **head: str
) -> Postings:
    """Somebody answers a mail of the bot's."""
    mail = EmailMessage(policy=SMTP)
    mail["From"], mail["To"], mail["Subject"] = f"{who} <{address}>", BOT, "Re: something"
    mail["Message-ID"] = f"<{table.uid + 1}.answer@post.example>"
    mail["In-Reply-To"] = one.posting.message_id
    for name, value in head.items():
        mail[name.replace("_", "-")] = value
    mail.set_content(text)
    return table.receive(mail.as_bytes())


def bounce(one: QueuedPosting, to: str = "", action: str = "failed", returned: str = "") -> bytes:
    """What a mail server reports of a mail."""
    head = one.posting.octets.split(b"\r\n\r\n")[0].decode()
    return (
        "Return-Path: <>\r\nFrom: MAILER-DAEMON@post.example\r\nTo: rednov@bots.example\r\n"
        "Subject: Undelivered Mail Returned to Sender\r\n"
        'Content-Type: multipart/report; report-type=delivery-status; boundary="b"\r\n\r\n'
        "--b\r\n\r\nYour message could not be delivered.\r\n"
        "--b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx\r\n\r\n"
        f"Final-Recipient: rfc822; {to or one.posting.to}\r\nAction: {action}\r\n"
        f"Status: 5.1.1\r\n\r\n--b\r\nContent-Type: text/rfc822-headers\r\n\r\n{returned or head}"
        "\r\n--b--\r\n"
    ).encode()


def on_the_desk(table: Table) -> str:
    return flat(*table.read(lambda it: laid_out.duties_owed(office.seated(table.desk, it), it)))


def told(table: Table, words: str) -> str:
    """What the contestmaster is answered."""
    return flat(*table.receive(private_mail("Pewterby", words, date=table.clock.at)))


def unsent(table: Table, who: str = "Ann") -> QueuedPosting:
    """Somebody draws an item; their notice, which no server was offered yet."""
    return only(table.reply(code_in(table.say(who, "I draw 1 item.")), "approve"), "private")


# -- answered -------------------------------------------------------------------------------------


def test_an_answer_shows_that_a_notice_and_earlier_ones_were_read(table: Table) -> None:
    first = drawn(table)
    assert state(table, first) == "accepted"
    answers(table, first, "received", "Bob", BOB)
    answers(table, first, "I am away.", Auto_Submitted="auto-replied")
    answers(table, first, "I am away.", X_Autoreply="yes")
    table.receive(private_mail("Dan", "received"))
    assert state(table, first) == "accepted"
    table.arrange(gnomes={"Bob": {"at": 8}, "Ann": {"at": 8}})
    other = drawn(table, "Bob")
    table.arrange(gnomes={"Ann": {"at": 8}})
    second = drawn(table)
    assert answers(table, second, "> You drew 1 item.") == ()
    assert [state(table, one) for one in (first, second, other)] == [
        *("confirmed", "confirmed", "accepted")
    ]


# -- returned -------------------------------------------------------------------------------------


def test_a_notice_that_came_back_goes_once_to_each_other_address(table: Table) -> None:
    notice = drawn(table)
    assert table.receive(bounce(notice), bounce(notice)) == ()
    assert state(table, notice) == "bounced"
    again, back = look(table)
    assert (again.posting.to, again.posting.kind) == (ANN_TOO, "private")
    assert text_of(again) == text_of(notice)
    assert back.posting.to == MASTER
    assert subject_of(back) == "[Red November] A mail to Ann came back"
    assert f"went at once to {ANN_TOO}" in flat(back)
    assert f"not delivered at {ANN} (error code 5.1.1)" in flat(back)
    carry(table)
    assert look(table) == ()
    assert f"It came back from {ANN} and went to {ANN_TOO}" in on_the_desk(table)
    with table.desk.db.transaction() as records:
        desk = office.seated(table.desk, records)
        (listed,) = reach.unreached(desk, records)
        known = duties.duties(desk, records)
    facts = _facts(listed)
    assert (facts["state"], facts["kind"]) == ("bounced", "private")
    assert (facts["to"], facts["subject"], facts["draft"]) == (None, None, None)
    owed = [one for one in known if one.kind in ("reach", "tell")]
    assert owed
    assert all(one.secret for one in owed), "no program is told who has not answered"
    assert "Ann" not in repr(owed)
    table.receive(bounce(again), bounce(notice))
    assert "has no other address of theirs" in flat(*look(table))
    answers(table, again, "ok", address=ANN_TOO)
    assert "Private notice to Ann" not in on_the_desk(table)


@pytest.mark.parametrize("words", ["told Bob", "I told Bob by phone.", "Bob knows"])
def test_who_has_no_other_address_is_to_be_told_otherwise(table: Table, words: str) -> None:
    notice = drawn(table, "Bob")
    table.receive(bounce(notice))
    (back,) = look(table)
    assert back.posting.to == MASTER
    assert 'mail the bot "told Bob"' in flat(back)
    assert "It is noted that Bob knows what their private notices say" in told(table, words)
    with table.desk.db.transaction() as records:
        assert not list(reach.duties(table.desk, records, None))
        assert {one.change for one in records.channels() if one.name == "Bob"} == {"failed", "told"}
    table.clock.forward(hours=50)
    assert not [one for one in look(table) if one.posting.to == BOB]
    assert "No private notice to Bob waits for an answer" in told(table, words)


@pytest.mark.parametrize("was_told", [False, True])
def test_an_address_that_the_host_adds_gets_it(table: Table, was_told: bool) -> None:
    notice = drawn(table, "Bob")
    table.receive(bounce(notice))
    look(table)
    if was_told:
        told(table, "told Bob")
    bob = Person(addresses=("bob@new.example", BOB), contestant=True)
    table.restarted(people={**table.desk.settings.people, "Bob": bob})
    again = [(one.posting.to, text_of(one)) for one in look(table)]
    assert again == ([] if was_told else [("bob@new.example", text_of(notice))])


@pytest.mark.parametrize("action", ["delayed", "relayed", "delivered", "failed"])
def test_what_is_still_tried_or_was_read_worries_nobody(table: Table, action: str) -> None:
    notice = drawn(table)
    if action == "failed":
        answers(table, notice, "thanks")
    table.receive(bounce(notice, action=action))
    assert state(table, notice) == ("confirmed" if action == "failed" else "accepted")
    assert look(table) == ()


# -- not taken ------------------------------------------------------------------------------------


def five_days_too_full(table: Table, address: str = ANN) -> list[QueuedPosting]:
    """For five days a mailbox takes nothing; what is queued meanwhile."""
    news: list[QueuedPosting] = []
    for _ in range(5 * 4 + 2):
        carry(table, deferred=address)
        table.clock.forward(hours=6)
        news += look(table)
    return news


def of_notices(news: Iterable[QueuedPosting]) -> list[str]:
    """What the contestmaster is told of private notices that are not accepted."""
    words = [flat(one) for one in news if one.posting.to == MASTER]
    return [one for one in words if "Private notice to" in one]


@pytest.mark.parametrize("days", [0, 20])
def test_a_refused_notice_goes_to_another_address(table: Table, days: int) -> None:
    notice = unsent(table)
    table.clock.forward(days=days)
    carry(table, refused=ANN)
    news = look(table)
    (again,) = (one for one in news if one.posting.to == ANN_TOO)
    assert text_of(again) == text_of(notice)
    assert f"The same words went to {ANN_TOO}" in flat(*of_notices(news))
    carry(table, refused="" if days else ANN_TOO)
    news = look(table)
    assert ANN_TOO not in {one.posting.to for one in news}
    if not days:
        (second,) = of_notices(news)
        assert f"The same words did not go to {ANN_TOO} either." in second
    assert of_notices(look(table)) == []
    answers(table, again, "ok", address=ANN_TOO)
    assert "Private notice to Ann" not in on_the_desk(table)


def test_a_notice_that_is_put_off_for_five_days_goes_to_another_address(table: Table) -> None:
    notice = unsent(table)
    carry(table, deferred=ANN)
    table.clock.forward(days=6)
    carry(table, deferred=ANN)
    table.clock.at -= timedelta(days=6)  # a clock that was ahead gives no notice up
    assert ANN_TOO not in {one.posting.to for one in look(table)}
    assert "The bot has stopped trying" not in on_the_desk(table)
    news = five_days_too_full(table)
    (again,) = (one.posting for one in news if one.posting.to == ANN_TOO)
    assert again.octets.partition(b"\r\n\r\n")[2] == notice.posting.octets.partition(b"\r\n\r\n")[2]
    lies = on_the_desk(table)
    assert "The mail server has put it off for five days" in lies
    assert "The bot has stopped trying" in lies
    assert f"The same words went to {ANN_TOO}" in lies
    assert "It is tried again." in of_notices(news)[0]
    for _ in range(20):
        carry(table)
        table.clock.forward(days=1)
        later = [one.posting for one in look(table) if one.posting.to in (ANN, ANN_TOO)]
        assert [one for one in later if b"For you alone" in one.octets] == []


@pytest.mark.parametrize("how", ["refused", "given up", "bounced"])
def test_who_has_no_notice_is_to_be_told_while_the_game_goes_on(table: Table, how: str) -> None:
    notice = unsent(table, "Bob")
    if how == "given up":
        five_days_too_full(table, BOB)
    else:
        carry(table, refused=BOB if how == "refused" else "")
        table.receive(*[bounce(notice)] * (how == "bounced"))
        look(table)
    for _ in range(2):
        assert 'When you have told them, mail "told Bob".' in on_the_desk(table)
        table.clock.forward(days=30)
        look(table)
        carry(table)
    assert "Bob knows what their private notices say" in told(table, "told Bob")
    assert "Private notice to Bob" not in on_the_desk(table)


# -- forged reports -------------------------------------------------------------------------------


def test_a_report_that_cannot_be_of_a_mail_is_not_believed(table: Table) -> None:
    notice = unsent(table)
    table.receive(bounce(notice))
    assert state(table, notice) == "queued"
    carry(table)
    table.receive(bounce(notice, to=BOB))
    assert state(table, notice) == "accepted"
    assert table.filed().reason == "A mail server reports on a delivery."
    assert look(table) == ()
    table.receive(bounce(notice, to="ann99@far.example"))  # where their mail is passed on to
    assert state(table, notice) == "bounced"


def test_a_made_up_report_brings_no_words_to_anybody_else(table: Table) -> None:
    notice = drawn(table)
    table.receive(bounce(notice, to=ANN, returned="Subject: hm"))
    assert state(table, notice) == "bounced"
    assert {one.posting.to for one in look(table)} == {ANN_TOO, MASTER}
    assert "failed" not in [one.change for one in table.read(UnitOfWork.channels)]
    table.receive(bounce(notice, to="evil@evil.example", returned="Subject: hm"))
    assert look(table) == ()


# -- silence --------------------------------------------------------------------------------------


def test_the_silent_get_the_latest_notice_elsewhere_once(table: Table) -> None:
    notice = drawn(table)
    assert "No answer" not in on_the_desk(table)
    table.clock.forward(hours=49)
    news = look(table)
    assert not [one for one in news if "answer" in subject_of(one)]
    assert [text_of(one) for one in news if one.posting.to == ANN_TOO] == [text_of(notice)]
    assert "No answer to the private notices of 3 gnomes yet (§6)" in on_the_desk(table)
    with table.desk.db.transaction() as records:
        shown = reach.unreached(office.seated(table.desk, records), records)
    assert shown
    assert not any(_may_be_listed(one) for one in shown)
    carry(table)
    table.clock.forward(hours=49)
    assert ANN_TOO not in [one.posting.to for one in look(table)]


@pytest.mark.parametrize("how", ["heard of", "told", "bounced", "never", "not waited for"])
def test_nothing_goes_twice_where_it_is_known_or_not_wanted(tmp_path: Path, how: str) -> None:
    within = {"confirm_within": 0} if how == "not waited for" else {}
    table = a_game(tmp_path, resend=how if how in ("bounced", "never") else "silent", **within)
    notice = drawn(table)
    table.clock.forward(hours=1)
    if how == "heard of":
        table.say("Ann", "What a sub!")
    elif how == "told":
        told(table, "told Ann")
    carry(table)
    table.clock.forward(hours=49)
    assert ANN_TOO not in [one.posting.to for one in look(table)]
    assert ("No answer" in on_the_desk(table)) == (how != "not waited for")
    if how in ("told", "bounced", "never"):
        table.receive(bounce(notice))
        to = [one.posting.to for one in look(table)]
        assert (ANN_TOO in to) == (how == "bounced")
        assert MASTER in to
