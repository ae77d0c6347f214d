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
from rednov_bot.desk.contest import office
from rednov_bot.desk.drafts import laid_out
from rednov_bot.desk.due import duties, rounds
from rednov_bot.desk.reaching import unconfirmed
from rednov_bot.papers import Attempt, Outcome, Posting, QueuedPosting
from rednov_bot.settings import NoticeSettings, Person
from tests.builders import BOT, CountingTokens, FixedClock, Table, private_mail, settings_for
from tests.desk.play import (
    Postings,
    arrange,
    begin,
    code_in,
    filed,
    reply,
    say,
    subject_of,
    text_of,
)

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
    begin(table)
    arrange(table, gnomes={"Ann": {"at": 8}, "Bob": {"at": 8}})
    carry(table)
    return table


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return a_game(tmp_path)


def carry(table: Table, refused: str = "", deferred: str = "") -> list[str]:
    """Everything due is accepted by the mail server, but for two addresses; to whom that was."""
    with table.desk.ledger.transaction() as records:
        due = records.due(table.clock.at, 1000)
        for one in due:
            outcome: Outcome = "accepted"
            if one.to in (refused, deferred):
                outcome = "refused" if one.to == refused else "deferred"
            reply = {"refused": "550 no such user", "deferred": "452 mailbox full"}.get(outcome, "")
            attempt = Attempt(
                message_id=one.message_id, at=table.clock.at, outcome=outcome, reply=reply
            )
            records.attempted(attempt)
    return [one.to for one in due]


def drawn(table: Table, who: str = "Ann") -> QueuedPosting:
    """Somebody draws an item, and is told which: eir notice, taken by the mail server."""
    sent = reply(table, code_in(say(table, who, "I draw 1 item.")), "approve")
    carry(table)
    (notice,) = (one for one in sent if one.posting.kind == "private")
    return notice


def look(table: Table) -> Postings:
    """The clock is looked at, twice; what the bot queues for it."""
    rounds.make_rounds(table.desk)
    rounds.make_rounds(table.desk)
    return table.news()


def state(table: Table, one: QueuedPosting) -> str:
    with table.desk.ledger.transaction() as records:
        found = records.posting(one.posting.message_id)
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
    with table.desk.ledger.transaction() as records:
        lines = laid_out.duties_owed(office.seated(table.desk, records), records)
    return " ".join(" ".join(lines).split())


# -- answered ------------------------------------------------------------------------------------


def test_an_answer_shows_that_a_notice_was_read(table: Table) -> None:
    notice = drawn(table)
    assert state(table, notice) == "accepted"
    assert answers(table, notice, "ok") == ()
    assert state(table, notice) == "confirmed"


def test_an_answer_to_a_later_notice_shows_it_of_the_earlier_ones_at_that_address(
    table: Table,
) -> None:
    first = drawn(table)
    arrange(table, gnomes={"Bob": {"at": 8}, "Ann": {"at": 8}})
    other = drawn(table, "Bob")
    arrange(table, gnomes={"Ann": {"at": 8}})
    second = drawn(table)
    answers(table, second, "I take no action.")
    assert [state(table, one) for one in (first, second, other)] == [
        *("confirmed", "confirmed", "accepted")
    ]


def test_a_mail_that_was_read_before_the_notice_shows_nothing_when_it_comes_again(
    tmp_path: Path,
) -> None:
    folders = [tmp_path / "first", tmp_path / "second"]
    for folder in folders:
        folder.mkdir()
    notice = drawn(a_game(folders[0]))
    table = a_game(folders[1])
    early = private_mail("Ann", "Thank you, e-mail is a wonder.", message_id="<early@post.example>")
    early = early.replace(b"To:", b"In-Reply-To: " + notice.posting.message_id.encode() + b"\nTo:")
    assert table.receive(early) == ()
    again = drawn(table)
    assert again.posting.message_id == notice.posting.message_id
    table.receive(early)
    assert state(table, again) == "accepted"
    answers(table, again, "ok")
    assert state(table, again) == "confirmed"


def test_an_answer_on_the_list_counts_as_well(table: Table) -> None:
    notice = drawn(table)
    mail = private_mail("Ann", "Thanks!", to="agora-business@agora.example").replace(
        b"Subject:", b"List-Id: <agora-business.agora.example>\r\nIn-Reply-To: "
        + notice.posting.message_id.encode() + b"\r\nSubject:"
    )  # fmt: skip
    table.receive(mail)
    assert state(table, notice) == "confirmed"


@pytest.mark.parametrize("text", ["received", "Got it, thanks!", "ok", "👍", "Roger.\nAnn"])
def test_a_word_will_do_though_it_answers_nothing(table: Table, text: str) -> None:
    notice = drawn(table)
    assert table.receive(private_mail("Ann", text)) == ()
    assert state(table, notice) == "confirmed"
    assert filed(table).reason == "says that a private mail has arrived"


def test_a_word_of_somebody_else_shows_nothing(table: Table) -> None:
    notice = drawn(table)
    answers(table, notice, "received", "Bob", "bob@post.example")
    table.receive(private_mail("Dan", "received"))
    assert state(table, notice) == "accepted"


def test_a_machine_shows_nothing(table: Table) -> None:
    notice = drawn(table)
    answers(table, notice, "I am away.", Auto_Submitted="auto-replied")
    answers(table, notice, "I am away.", X_Autoreply="yes")
    assert state(table, notice) == "accepted"


def test_an_answer_without_words_of_eirs_shows_it_too(table: Table) -> None:
    notice = drawn(table)
    answers(table, notice, "> You drew 1 item.")
    assert state(table, notice) == "confirmed"


# -- returned ------------------------------------------------------------------------------------


def test_a_notice_that_came_back_goes_to_another_address_and_that_is_told_at_once(
    table: Table,
) -> None:
    notice = drawn(table)
    assert table.receive(bounce(notice)) == ()
    assert state(table, notice) == "bounced"
    again, told = look(table)
    assert (again.posting.to, again.posting.kind) == (ANN_TOO, "private")
    assert text_of(again) == text_of(notice)
    assert told.posting.to == MASTER
    assert subject_of(told) == "[Red November] A mail to Ann came back"
    assert f"went at once to {ANN_TOO}" in " ".join(text_of(told).split())
    assert f"not delivered at {ANN} (error code 5.1.1)" in " ".join(text_of(told).split())
    carry(table)
    assert look(table) == ()
    assert f"It came back from {ANN} and went to {ANN_TOO}" in on_the_desk(table)
    answers(table, again, "ok", address=ANN_TOO)
    assert "Private notice to Ann" not in on_the_desk(table)


def test_each_address_gets_it_once(table: Table) -> None:
    notice = drawn(table)
    table.receive(bounce(notice), bounce(notice))
    again, _ = look(table)
    carry(table)
    table.receive(bounce(again), bounce(notice))
    (told,) = look(table)
    assert "has no other address of theirs" in " ".join(text_of(told).split())
    assert "[people] has no other address of theirs" in on_the_desk(table)
    table.clock.forward(days=2)
    assert not [one for one in look(table) if one.posting.to == "bob@post.example"]


def test_nothing_goes_to_an_address_that_is_eirs_no_more(table: Table) -> None:
    table.receive(bounce(drawn(table, "Bob")))
    (told,) = look(table)
    assert told.posting.to == MASTER


def test_an_address_that_the_host_adds_gets_it(table: Table) -> None:
    notice = drawn(table, "Bob")
    table.receive(bounce(notice))
    look(table)
    settings = table.desk.settings
    people = {**settings.people, "Bob": Person(addresses=("bob@new.example", "bob@post.example"))}
    tokens = CountingTokens(codes=50, messages=500)
    desk = open_desk(replace(settings, people=people), clock=table.clock, tokens=tokens)
    restarted = Table(desk, table.clock, seen=table.seen)
    (again,) = look(restarted)
    assert (again.posting.to, text_of(again)) == ("bob@new.example", text_of(notice))


def test_a_late_report_of_what_was_read_changes_nothing(table: Table) -> None:
    notice = drawn(table)
    answers(table, notice, "thanks")
    table.receive(bounce(notice))
    assert state(table, notice) == "confirmed"
    assert look(table) == ()


@pytest.mark.parametrize("action", ["delayed", "relayed", "delivered"])
def test_what_is_still_tried_or_has_arrived_worries_nobody(table: Table, action: str) -> None:
    notice = drawn(table)
    table.receive(bounce(notice, action=action))
    assert state(table, notice) == "accepted"
    assert look(table) == ()


def test_of_other_mails_to_an_address_it_is_told_once_a_day(table: Table) -> None:
    receipts = [
        one
        for text in ("What do I hold?", "status")
        for one in table.receive(private_mail("Dan", text))
    ]
    assert len(receipts) == 2
    carry(table)
    table.receive(*[bounce(one) for one in receipts])
    assert [one.posting.to for one in look(table)] == [MASTER]
    table.clock.forward(days=3)
    assert not [one for one in look(table) if "came back" in subject_of(one)]


def test_the_address_of_somebody_unknown_stands_in_no_subject(table: Table) -> None:
    address = "zed@nowhere.example"
    (answer,) = table.receive(private_mail("Zed", "May I join?", address=address))
    carry(table)
    table.receive(bounce(answer))
    (told,) = look(table)
    assert subject_of(told) == "[Red November] A mail to somebody unknown came back"
    words = " ".join(text_of(told).split())
    assert f"a private mail to somebody unknown was not delivered at {address}" in words
    assert "Ask somebody" not in words


def test_a_notice_that_is_not_even_taken_goes_to_another_address(table: Table) -> None:
    sent = reply(table, code_in(say(table, "Ann", "I draw 1 item.")), "approve")
    carry(table, refused=ANN)
    (notice,) = (one for one in sent if one.posting.kind == "private")
    again, told = look(table)
    assert (again.posting.to, text_of(again)) == (ANN_TOO, text_of(notice))
    assert f"The same words went to {ANN_TOO}" in " ".join(text_of(told).split())
    carry(table)
    assert look(table) == ()
    answers(table, again, "ok", address=ANN_TOO)
    assert "Private notice to Ann" not in on_the_desk(table)


def test_nor_one_that_was_first_tried_after_weeks(table: Table) -> None:
    sent = reply(table, code_in(say(table, "Ann", "I draw 1 item.")), "approve")
    table.clock.forward(days=20)
    carry(table, refused=ANN)
    (notice,) = (one for one in sent if one.posting.kind == "private")
    (again,) = (one for one in look(table) if one.posting.to == ANN_TOO)
    assert text_of(again) == text_of(notice)
    carry(table)
    assert ANN_TOO not in {one.posting.to for one in look(table)}
    assert f"The same words went to {ANN_TOO}" in on_the_desk(table)
    answers(table, again, "ok", address=ANN_TOO)
    assert "Private notice to Ann" not in on_the_desk(table)


def five_days_too_full(table: Table, address: str = ANN) -> list[QueuedPosting]:
    """For five days a mailbox takes nothing; what is queued meanwhile."""
    news: list[QueuedPosting] = []
    for _ in range(5 * 24 + 2):
        carry(table, deferred=address)
        table.clock.forward(hours=1)
        news += look(table)
    return news


def of_notices(news: Iterable[QueuedPosting]) -> list[str]:
    """What the contestmaster is told of private notices that are not accepted."""
    words = [" ".join(text_of(one).split()) for one in news if one.posting.to == MASTER]
    return [one for one in words if "Private notice to" in one]


def test_a_notice_that_is_put_off_for_five_days_goes_to_another_address(table: Table) -> None:
    sent = reply(table, code_in(say(table, "Ann", "I draw 1 item.")), "approve")
    (notice,) = (one for one in sent if one.posting.kind == "private")
    (again,) = (one.posting for one in five_days_too_full(table) if one.posting.to == ANN_TOO)
    assert again.octets.partition(b"\r\n\r\n")[2] == notice.posting.octets.partition(b"\r\n\r\n")[2]
    lies = on_the_desk(table)
    assert "The mail server has put it off for five days" in lies
    assert "The bot has stopped trying" in lies
    assert "It is tried again" not in lies
    assert f"The same words went to {ANN_TOO}" in lies
    carry(table, deferred=ANN)
    table.clock.forward(days=1)
    assert ANN_TOO not in {one.posting.to for one in look(table)}


def test_a_notice_that_was_given_up_and_came_back_goes_to_a_third_address(tmp_path: Path) -> None:
    table, third = a_game(tmp_path), "ann@third.example"
    known = table.desk.settings
    ann = Person(addresses=(ANN, ANN_TOO, third), contestant=True)
    settings = replace(known, people={**known.people, "Ann": ann})
    tokens = CountingTokens(codes=90, messages=900)
    table.desk = open_desk(settings, clock=table.clock, tokens=tokens)
    reply(table, code_in(say(table, "Ann", "I draw 1 item.")), "approve")
    (again,) = (one.posting for one in five_days_too_full(table) if one.posting.to == ANN_TOO)
    carry(table, deferred=ANN)
    with table.desk.ledger.transaction() as records:
        copy = records.posting(again.message_id)
    assert copy is not None
    table.receive(bounce(copy, to=ANN_TOO))
    news = look(table)
    assert third in [one.posting.to for one in news]
    assert not any("No other address" in " ".join(text_of(one).split()) for one in news)


def test_a_clock_that_was_ahead_gives_no_notice_up(table: Table) -> None:
    reply(table, code_in(say(table, "Ann", "I draw 1 item.")), "approve")
    carry(table, deferred=ANN)
    table.clock.forward(days=6)
    carry(table, deferred=ANN)
    table.clock.at -= timedelta(days=6)
    assert ANN_TOO not in {one.posting.to for one in look(table)}
    assert "The bot has stopped trying" not in on_the_desk(table)


def test_it_does_not_go_back_to_the_first_address_when_weeks_have_passed(table: Table) -> None:
    reply(table, code_in(say(table, "Ann", "I draw 1 item.")), "approve")
    five_days_too_full(table)
    later: list[Posting] = []
    for _ in range(20):
        carry(table)
        table.clock.forward(days=1)
        later += [one.posting for one in look(table) if one.posting.to in (ANN, ANN_TOO)]
    assert [one for one in later if b"For you alone" in one.octets] == []


def test_the_contestmaster_hears_when_a_notice_is_put_off_and_when_it_is_given_up(
    table: Table,
) -> None:
    reply(table, code_in(say(table, "Bob", "I draw 1 item.")), "approve")
    first, last = of_notices(five_days_too_full(table, BOB))
    assert "It is tried again." in first
    assert "The mail server has put it off for five days" in last
    assert "The bot has stopped trying." in last
    table.clock.forward(days=1)
    assert of_notices(look(table)) == []


def test_the_contestmaster_hears_that_a_notice_is_refused_after_it_was_put_off(
    table: Table,
) -> None:
    reply(table, code_in(say(table, "Bob", "I draw 1 item.")), "approve")
    carry(table, deferred=BOB)
    table.clock.forward(hours=25)
    (first,) = of_notices(look(table))
    assert "It is tried again." in first
    carry(table, refused=BOB)
    (last,) = of_notices(look(table))
    assert "The mail server refused it" in last


def refused_at(table: Table, *addresses: str) -> QueuedPosting:
    """A notice to Bob, or to Ann, that these addresses do not take, one after the other."""
    name = "Bob" if addresses[0] == BOB else "Ann"
    sent = reply(table, code_in(say(table, name, "I draw 1 item.")), "approve")
    for address in addresses:
        carry(table, refused=address)
        look(table)
    (notice,) = (one for one in sent if one.posting.kind == "private")
    return notice


def test_a_word_ends_the_duty_of_a_notice_that_no_server_took(table: Table) -> None:
    refused_at(table, BOB)
    assert 'When you have told them, mail "told Bob".' in on_the_desk(table)
    assert "Bob knows what their private notices say" in told(table, "told Bob")
    assert "Private notice to Bob" not in on_the_desk(table)


@pytest.mark.parametrize("how", ["refused", "given up", "bounced"])
def test_who_has_no_notice_is_to_be_told_as_long_as_the_game_goes_on(
    table: Table, how: str
) -> None:
    if how == "bounced":
        table.receive(bounce(drawn(table, "Bob")))
    elif how == "refused":
        refused_at(table, BOB)
    else:
        reply(table, code_in(say(table, "Bob", "I draw 1 item.")), "approve")
        five_days_too_full(table, BOB)
    for _ in range(2):
        assert "Private notice to Bob" in on_the_desk(table)
        table.clock.forward(days=30)
        look(table)
        carry(table)
    assert "Bob knows what their private notices say" in told(table, "told Bob")
    assert "Private notice to Bob" not in on_the_desk(table)


def test_but_not_for_good_where_another_address_has_taken_it(table: Table) -> None:
    refused_at(table, ANN)
    carry(table)
    table.clock.forward(days=13)
    assert "Private notice to Ann" in on_the_desk(table)
    table.clock.forward(days=2)
    assert "Private notice to Ann" not in on_the_desk(table)


def test_nor_when_the_game_is_over(table: Table) -> None:
    refused_at(table, BOB)
    arrange(table, gnomes={name: {"minutes": 0} for name in ("Ann", "Bob")})
    arrange(table, gnomes={"Cat": {"minutes": 1}})
    reply(table, code_in(say(table, "Cat")), "approve")
    assert "Private notice to Bob" in on_the_desk(table)
    table.clock.forward(days=15)
    assert "Private notice to Bob" not in on_the_desk(table)


def test_whoever_was_told_gets_nothing_more_of_what_no_server_took(table: Table) -> None:
    refused_at(table, BOB)
    told(table, "told Bob")
    known = table.desk.settings
    people = {**known.people, "Bob": Person(addresses=(BOB, "bob@new.example"), contestant=True)}
    tokens = CountingTokens(codes=50, messages=500)
    desk = open_desk(replace(known, people=people), clock=table.clock, tokens=tokens)
    assert look(Table(desk, table.clock, seen=table.seen)) == ()


def test_the_contestmaster_hears_when_the_other_address_does_not_take_it_either(
    table: Table,
) -> None:
    reply(table, code_in(say(table, "Ann", "I draw 1 item.")), "approve")
    carry(table, refused=ANN)
    (first,) = of_notices(look(table))
    assert f"The same words went to {ANN_TOO}." in first
    carry(table, refused=ANN_TOO)
    (second,) = of_notices(look(table))
    assert f"The same words did not go to {ANN_TOO} either." in second
    assert of_notices(look(table)) == []


# -- forged reports ------------------------------------------------------------------------------


def test_a_report_that_names_somebody_else_is_not_believed(table: Table) -> None:
    notice = drawn(table)
    table.receive(bounce(notice, to="bob@post.example"))
    assert state(table, notice) == "accepted"
    assert filed(table).reason == "A mail server reports on a delivery."
    assert look(table) == ()


def test_a_report_of_where_eir_mail_is_passed_on_to_is_believed(table: Table) -> None:
    notice = drawn(table)
    table.receive(bounce(notice, to="ann99@far.example"))
    assert state(table, notice) == "bounced"


def test_a_made_up_report_of_the_last_mail_to_somebody_brings_no_words_to_anybody_else(
    table: Table,
) -> None:
    notice = drawn(table)
    table.receive(bounce(notice, to=ANN, returned="Subject: hm"))
    assert state(table, notice) == "bounced"
    assert {one.posting.to for one in look(table)} == {ANN_TOO, MASTER}
    with table.desk.ledger.transaction() as records:
        assert "failed" not in [one.change for one in records.channels()]
    table.receive(bounce(notice, to="evil@evil.example", returned="Subject: hm"))
    assert look(table) == ()


def test_a_report_of_a_mail_that_was_never_handed_over_is_not_believed(table: Table) -> None:
    sent = reply(table, code_in(say(table, "Ann", "I draw 1 item.")), "approve")
    (notice,) = (one for one in sent if one.posting.kind == "private")
    table.receive(bounce(notice))
    assert state(table, notice) == "queued"


# -- silence -------------------------------------------------------------------------------------


def test_whoever_answers_nothing_is_shown_on_the_desk_and_no_mail_tells_of_it(
    table: Table,
) -> None:
    drawn(table, "Bob")
    assert "No answer" not in on_the_desk(table)
    table.clock.forward(hours=49)
    assert not [one for one in look(table) if "answer" in subject_of(one)]
    assert "No answer to the private notices of 3 gnomes yet (§6)" in on_the_desk(table)
    assert "Bob (the last of" in on_the_desk(table)


def test_whoever_is_silent_gets_the_latest_notice_at_another_address_once(table: Table) -> None:
    notice = drawn(table)
    table.clock.forward(hours=49)
    again = [one for one in look(table) if one.posting.kind == "private"]
    assert [(one.posting.to, text_of(one)) for one in again if one.posting.to == ANN_TOO] == [
        (ANN_TOO, text_of(notice))
    ]
    carry(table)
    table.clock.forward(hours=49)
    assert ANN_TOO not in [one.posting.to for one in look(table)]


def test_whoever_writes_anything_gets_nothing_twice(table: Table) -> None:
    drawn(table)
    table.clock.forward(hours=1)
    say(table, "Ann", "What a sub!")
    carry(table)
    table.clock.forward(hours=49)
    assert ANN_TOO not in [one.posting.to for one in look(table)]


@pytest.mark.parametrize("resend", ["bounced", "never"])
def test_the_host_may_want_less(tmp_path: Path, resend: str) -> None:
    table = a_game(tmp_path, resend=resend)
    notice = drawn(table)
    table.clock.forward(hours=49)
    assert ANN_TOO not in [one.posting.to for one in look(table)]
    table.receive(bounce(notice))
    to = [one.posting.to for one in look(table)]
    assert (ANN_TOO in to) == (resend == "bounced")
    assert MASTER in to


def test_nobody_is_waited_for_where_the_host_says_so(tmp_path: Path) -> None:
    table = a_game(tmp_path, confirm_within=0)
    drawn(table)
    table.clock.forward(hours=49)
    assert ANN_TOO not in [one.posting.to for one in look(table)]
    assert "No answer" not in on_the_desk(table)


def test_the_outbox_shows_what_waits_for_an_answer_to_people_alone(table: Table) -> None:
    notice = drawn(table, "Bob")
    table.clock.forward(hours=49)
    carry(table)
    with table.desk.ledger.transaction() as records:
        shown = unconfirmed.unreached(office.seated(table.desk, records), records)
    found = [one for one in shown if one.posting.message_id == notice.posting.message_id]
    assert len(found) == 1
    assert not any(_may_be_listed(one) for one in found)


def test_the_outbox_tells_programs_of_what_came_back_but_not_whose_it_is(table: Table) -> None:
    notice = drawn(table)
    table.receive(bounce(notice))
    with table.desk.ledger.transaction() as records:
        (back,) = unconfirmed.unreached(office.seated(table.desk, records), records)
    told = _facts(back)
    assert (told["state"], told["kind"]) == ("bounced", "private")
    assert (told["to"], told["subject"], told["draft"]) == (None, None, None)


# -- what programs are told ----------------------------------------------------------------------


def test_no_program_is_told_who_has_not_answered(table: Table) -> None:
    table.receive(bounce(drawn(table)))
    table.clock.forward(hours=49)
    look(table)
    with table.desk.ledger.transaction() as records:
        known = duties.duties(office.seated(table.desk, records), records)
    reached = [one for one in known if one.kind in ("reach", "tell")]
    assert reached
    assert all(one.secret for one in reached)
    assert "Ann" not in repr(reached)


def told(table: Table, words: str, to: QueuedPosting | None = None) -> str:
    """What the contestmaster is answered."""
    if to is None:
        (answer,) = table.receive(private_mail("Pewterby", words))
    else:
        (answer,) = answers(table, to, words, "Pewterby", MASTER)
    return " ".join(text_of(answer).split())


@pytest.mark.parametrize("words", ["told Bob", "I told Bob by phone.", "Bob knows"])
def test_the_contestmaster_ends_a_notice_that_came_back_by_a_word(table: Table, words: str) -> None:
    table.receive(bounce(drawn(table, "Bob")))
    (back,) = (one for one in look(table) if "came back" in subject_of(one))
    assert 'mail the bot "told Bob"' in " ".join(text_of(back).split())
    with table.desk.ledger.transaction() as records:
        (owed,) = unconfirmed.duties(table.desk, records, None)
    assert owed.note.endswith('When you have told them, mail "told Bob".')
    said = told(table, words, back)
    assert "It is noted that Bob knows what their private notices say" in said
    with table.desk.ledger.transaction() as records:
        assert not list(unconfirmed.duties(table.desk, records, None))
        assert {one.change for one in records.channels() if one.name == "Bob"} == {"failed", "told"}
    table.clock.forward(hours=50)
    assert not [one for one in look(table) if one.posting.to == "bob@post.example"]
    assert "No private notice to Bob waits for an answer" in told(table, words)


def test_whoever_was_told_gets_no_further_copy(table: Table) -> None:
    notice = drawn(table)
    assert "Ann knows what their private notices say" in told(table, "told Ann")
    table.receive(bounce(notice))
    table.clock.forward(hours=50)
    assert not [one for one in look(table) if "For you alone" in subject_of(one)]
