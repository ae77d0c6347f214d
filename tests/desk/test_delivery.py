"""A notice that does not arrive holds the opening up, and never in silence (§6; A110)."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from rednov_bot.bootstrap import open_desk
from rednov_bot.desk.due import rounds
from rednov_bot.desk.reaching import delivery
from rednov_bot.errors import NothingHeldUp
from rednov_bot.papers import Attempt, Outcome
from rednov_bot.settings import Person
from tests.builders import BUSINESS, CountingTokens, Table, a_table, private_mail, settings_for
from tests.desk.play import Postings, kinds, reply, start, subject_of, text_of

ANN = "ann@post.example"


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """The opening is approved, and every mail of it is on its way."""
    table = a_table(tmp_path)
    opening = start(table)
    reply(table, opening.code, "approve")
    carry(table, to="pewterby@post.example")
    return table


def carry(table: Table, outcome: Outcome = "accepted", *, to: str = "") -> list[str]:
    """What is due, for one address or for all, is offered to the server; to whom that was."""
    with table.desk.ledger.transaction() as records:
        due = [one for one in records.due(table.clock.at, 100) if to in ("", one.to)]
        for one in due:
            at, reply = table.clock.at, f"{outcome} by the server"
            records.attempted(
                Attempt(message_id=one.message_id, at=at, outcome=outcome, reply=reply)
            )
    return [one.to for one in due]


def look(table: Table) -> Postings:
    """The clock is looked at; what the bot queues for it."""
    rounds.make_rounds(table.desk)
    return table.news()


def flat(news: Postings) -> str:
    return " ".join(" ".join(text_of(one).split()) for one in news)


def moved(table: Table, address: str) -> Table:
    """The host gives Ann another address, and starts the bot again."""
    known = settings_for(table.desk.settings.bot.database)
    people = {**known.people, "Ann": Person(addresses=(address, ANN))}
    tokens = CountingTokens(codes=50, messages=500)
    desk = open_desk(replace(known, people=people), clock=table.clock, tokens=tokens)
    return Table(desk=desk, clock=table.clock, seen=table.seen)


def test_the_contestmaster_hears_of_a_refused_notice_at_once_and_once(table: Table) -> None:
    carry(table, "refused", to=ANN)
    carry(table)
    told = look(table)
    assert [one.posting.to for one in told] == ["pewterby@post.example"]
    assert subject_of(told[0]) == "[Red November] The opening waits: Ann has no notice yet"
    assert "refused by the server" in flat(told)
    assert "rednov outbox --go-on Ann" in flat(told)
    assert look(table) == ()
    assert BUSINESS not in carry(table)


def test_a_notice_that_is_on_its_way_worries_nobody(table: Table) -> None:
    assert look(table) == ()
    carry(table, "deferred")
    assert look(table) == ()


def test_a_notice_that_is_put_off_for_an_hour_is_told_of(table: Table) -> None:
    for _ in range(8):
        carry(table, "deferred", to=ANN)
        table.clock.forward(minutes=10)
    assert "put it off for more than an hour" in flat(look(table))


def test_a_notice_that_is_put_off_once_after_days_without_a_try_worries_nobody(
    table: Table,
) -> None:
    table.clock.forward(days=6)
    carry(table, "deferred", to=ANN)
    assert "no notice yet" not in "".join(map(subject_of, look(table)))


def test_a_notice_that_is_given_up_after_five_days_is_told_of_again(table: Table) -> None:
    carry(table, "deferred", to=ANN)
    table.clock.forward(hours=2)
    look(table)
    table.clock.forward(days=5)
    carry(table, "deferred", to=ANN)
    assert "the bot has stopped trying" in flat(look(table))
    assert look(table) == ()


def test_a_new_address_gets_the_notice_and_the_opening_follows(table: Table) -> None:
    carry(table, "refused", to=ANN)
    carry(table)
    look(table)
    restarted = moved(table, "ann@new.example")
    sent = look(restarted)
    assert [one.posting.to for one in sent] == ["ann@new.example"]
    assert kinds(sent) == ["private"]
    assert carry(restarted) == ["pewterby@post.example", "ann@new.example"]
    assert carry(restarted) == [BUSINESS]
    assert look(restarted) == ()


def test_a_new_address_that_refuses_too_is_told_of_again(table: Table) -> None:
    carry(table, "refused", to=ANN)
    look(table)
    restarted = moved(table, "ann@new.example")
    look(restarted)
    carry(restarted, "refused", to="ann@new.example")
    assert "at ann@new.example" in flat(look(restarted))


def test_a_notice_of_unknown_fate_is_offered_again_and_told_of_after_an_hour(table: Table) -> None:
    assert carry(table, "unknown", to=ANN) == [ANN]
    for minutes in (1, 5, 15):
        assert look(table) == ()
        assert carry(table, "unknown", to=ANN) == []
        table.clock.forward(minutes=minutes)
        assert carry(table, "unknown", to=ANN) == [ANN]
    table.clock.forward(minutes=60)
    assert "It may or may not have arrived, and it is offered again for a day" in flat(look(table))
    assert carry(table, to=ANN) == [ANN]
    assert look(table) == ()
    table.clock.forward(days=1)
    assert carry(table, to=ANN) == []


def test_a_notice_of_unknown_fate_that_arrives_the_second_time_lets_the_opening_go(
    table: Table,
) -> None:
    carry(table, "unknown", to=ANN)
    carry(table)
    table.clock.forward(minutes=1)
    assert carry(table) == [ANN]
    assert carry(table) == [BUSINESS]


def test_the_opening_goes_out_without_a_notice_when_the_host_says_so(table: Table) -> None:
    carry(table, "refused", to=ANN)
    carry(table)
    with table.desk.ledger.transaction() as records:
        assert delivery.go_on(table.desk, records, "Ann") == 1
    assert BUSINESS in carry(table)
    assert look(table) == ()


@pytest.mark.parametrize("words", ["go on without Ann", "told Ann", "I told Ann eir items"])
def test_the_opening_goes_out_without_a_notice_when_the_contestmaster_mails_so(
    table: Table, words: str
) -> None:
    carry(table, "refused", to=ANN)
    carry(table)
    assert 'mail the bot "go on without Ann"' in flat(look(table))
    said = flat(table.receive(private_mail("Pewterby", words)))
    assert "Nothing waits for Ann any more" in said or "the opening waits for none of them" in said
    assert BUSINESS in carry(table)


def test_nothing_waits_for_somebody_who_has_eir_notice(table: Table) -> None:
    carry(table)
    with (
        table.desk.ledger.transaction() as records,
        pytest.raises(NothingHeldUp, match="no mail waits for a notice to Bob"),
    ):
        delivery.go_on(table.desk, records, "Bob")


def test_a_lost_mail_that_holds_nothing_up_is_left_alone(tmp_path: Path) -> None:
    table = a_table(tmp_path)
    start(table)
    table.news()
    carry(table, "refused")
    assert look(table) == ()
