"""Before a game it is known, or shown, whether private mail reaches each gnome (§6)."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from rednov_bot.bootstrap import open_desk
from rednov_bot.core.errors import NothingHeldUp
from rednov_bot.core.models import Attempt, Outcome
from rednov_bot.core.settings import Person
from rednov_bot.core.workflow.delivery import failures
from rednov_bot.core.workflow.scheduler import batches
from tests.builders import BUSINESS, CountingTokens, Table, a_table, private_mail, settings_for
from tests.workflow.play import (
    Postings,
    code_in,
    filed,
    kinds,
    only,
    open_codes,
    opened,
    reply,
    start,
    subject_of,
    text_of,
    verdict,
)
from tests.workflow.test_reached import answers, bounce

ADDRESSES = [f"{name}@post.example" for name in ("ann", "bob", "cat")]


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """A table at which games wait until everybody has answered a private mail."""
    return a_table(tmp_path, confirmed_channels=True)


def asked(table: Table) -> tuple[Postings, str]:
    """A game is started: the questions to its gnomes, and the code of its opening."""
    start(table)
    news = table.news()
    carry(table)
    return tuple([one for one in news if one.posting.kind == "private"]), code_in(news)


def test_the_opening_waits_for_the_last_word_and_is_posted_then(table: Table) -> None:
    (ann, bob, cat), code = asked(table)
    assert [one.posting.to for one in (ann, bob, cat)] == ADDRESSES
    assert subject_of(ann) == "[Red November] Please answer this mail in a word"
    assert opened(ann)["Auto-Submitted"] == "auto-generated"
    answers(table, ann, "ok", "Bob", "bob@post.example")  # somebody else's answer opens no way
    with table.desk.db.transaction() as records:
        assert [one.change for one in records.channels()] == ["asked"] * 3
    assert table.receive(private_mail("Ann", "yes")) == ()
    assert filed(table).reason == "says that a private mail has arrived"
    table.receive(bounce(bob))
    (back,) = look(table)
    said = flat(text_of(back))
    assert "the question to Bob whether private mail reaches them was not delivered" in said
    assert 'write "go on without Bob"' in said
    told = reply(table, code, "approve")
    assert kinds(told) == ["desk"]
    assert "waits until Bob and Cat have answered a private mail" in flat(text_of(told[0]))
    assert verdict(table, code) is None
    answers(table, bob, "yes", "Bob", "bob@post.example")
    assert look(table) == ()
    answers(table, cat, "Received, thanks!", "Cat", "cat@post.example")
    assert kinds(look(table)) == ["private"] * 3 + ["public"]
    assert verdict(table, code) == "approved"
    assert carry(table)[-3:] == ADDRESSES
    assert carry(table) == [BUSINESS]


def test_who_has_answered_lately_is_not_asked_and_nobody_twice_in_a_day(table: Table) -> None:
    receipt = only(table.receive(private_mail("Ann", "What do I hold?")), "receipt")
    carry(table)
    answers(table, receipt, "thanks")
    questions, code = asked(table)
    assert [one.posting.to for one in questions] == ADDRESSES[1:]
    with table.desk.db.transaction() as records:
        shown = flat(text_of(records.outbox(code)[0]))
    assert "Private mail reaches Ann (answered Mon 23 Nov" in shown
    assert "not known whether private mail reaches Bob (asked Mon 23 Nov" in shown
    for rejected, days, wanted in ((code, 0, 0), ("", 2, 2), ("", 61, 3)):
        reply(table, rejected or open_codes(table)[0], "reject because of the weather")
        table.clock.forward(days=days)
        table.news()
        questions, _ = asked(table)
        assert len(questions) == wanted


@pytest.mark.parametrize("before", [True, False])
def test_the_contestmaster_goes_on_without_somebody(table: Table, before: bool) -> None:
    (ann, bob, _), code = asked(table)
    answers(table, ann, "ok")
    answers(table, bob, "ok", "Bob", "bob@post.example")
    if not before:
        reply(table, code, "approve")
    said = table.receive(private_mail("Pewterby", "go on without Dan"))
    assert "o mail waits for a notice to Dan" in flat(text_of(said[0]))
    said = table.receive(private_mail("Pewterby", "go on without Cat"))
    assert "Nothing waits for Cat any more" in text_of(said[0])
    assert "public" in kinds(reply(table, code, "approve") if before else look(table))


ANN = "ann@post.example"


@pytest.fixture
def on_its_way(tmp_path: Path) -> Table:
    """The opening is approved, and every mail of it is on its way."""
    table = a_table(tmp_path)
    opening = start(table)
    reply(table, opening.code, "approve")
    carry(table, to="pewterby@post.example")
    return table


def carry(table: Table, outcome: Outcome = "accepted", *, to: str = "") -> list[str]:
    """What is due, for one address or for all, is offered to the server; to whom that was."""
    with table.desk.db.transaction() as records:
        due = [one for one in records.due(table.clock.at, 100) if to in ("", one.to)]
        for one in due:
            at, reply = table.clock.at, f"{outcome} by the server"
            records.attempted(
                Attempt(message_id=one.message_id, at=at, outcome=outcome, reply=reply)
            )
    return [one.to for one in due]


def look(table: Table) -> Postings:
    """The clock is looked at; what the bot queues for it."""
    batches.make_rounds(table.desk)
    return table.news()


def flat(news: Postings | str) -> str:
    texts = [news] if isinstance(news, str) else [text_of(one) for one in news]
    return " ".join(" ".join(texts).split())


def moved(table: Table, address: str) -> Table:
    """The host gives Ann another address, and starts the bot again."""
    known = settings_for(table.desk.settings.bot.database)
    people = {**known.people, "Ann": Person(addresses=(address, ANN))}
    tokens = CountingTokens(codes=50, messages=500 + table.seen)
    desk = open_desk(replace(known, people=people), clock=table.clock, tokens=tokens)
    return Table(desk=desk, clock=table.clock, seen=table.seen)


def test_the_contestmaster_hears_of_a_refused_notice_once_and_goes_on_without_it(
    on_its_way: Table,
) -> None:
    assert look(on_its_way) == ()
    carry(on_its_way, "refused", to=ANN)
    carry(on_its_way)
    told = look(on_its_way)
    assert [one.posting.to for one in told] == ["pewterby@post.example"]
    assert subject_of(told[0]) == "[Red November] The opening waits: Ann has no notice yet"
    assert "refused by the server" in flat(told)
    assert "rednov outbox --go-on Ann" in flat(told)
    assert 'mail the bot "go on without Ann"' in flat(told)
    assert look(on_its_way) == ()
    assert BUSINESS not in carry(on_its_way)
    with (
        on_its_way.desk.db.transaction() as records,
        pytest.raises(NothingHeldUp, match="no mail waits for a notice to Bob"),
    ):
        failures.go_on(on_its_way.desk, records, "Bob")
    assert "waits for none of them" in flat(
        on_its_way.receive(private_mail("Pewterby", "I told Ann eir items"))
    )
    assert BUSINESS in carry(on_its_way)
    assert look(on_its_way) == ()


def test_a_notice_that_is_put_off_is_told_of_after_an_hour_and_when_it_is_given_up(
    on_its_way: Table,
) -> None:
    for minutes in range(0, 60, 10):
        carry(on_its_way, "deferred", to=ANN)
        assert look(on_its_way) == (), minutes
        on_its_way.clock.forward(minutes=10)
    assert "put it off for more than an hour" in flat(look(on_its_way))
    on_its_way.clock.forward(days=5)
    carry(on_its_way, "deferred", to=ANN)
    assert "the bot has stopped trying" in flat(look(on_its_way))
    assert look(on_its_way) == ()


def test_a_new_address_gets_the_notice_and_the_opening_follows(on_its_way: Table) -> None:
    carry(on_its_way, "refused", to=ANN)
    carry(on_its_way)
    look(on_its_way)
    restarted = moved(on_its_way, "ann@new.example")
    sent = look(restarted)
    assert [one.posting.to for one in sent] == ["ann@new.example"]
    assert kinds(sent) == ["private"]
    carry(restarted, "refused", to="ann@new.example")
    assert "at ann@new.example" in flat(look(restarted))
    restarted = moved(restarted, "ann@third.example")
    look(restarted)
    assert "ann@third.example" in carry(restarted)
    assert carry(restarted) == [BUSINESS]
    assert look(restarted) == ()


def test_a_notice_of_unknown_fate_is_offered_again_and_told_of_after_an_hour(
    on_its_way: Table,
) -> None:
    assert carry(on_its_way, "unknown", to=ANN) == [ANN]
    for minutes in (1, 5, 15):
        assert look(on_its_way) == ()
        assert carry(on_its_way, "unknown", to=ANN) == []
        on_its_way.clock.forward(minutes=minutes)
        assert carry(on_its_way, "unknown", to=ANN) == [ANN]
    on_its_way.clock.forward(minutes=60)
    assert "It may or may not have arrived, and it is offered again for a day" in flat(
        look(on_its_way)
    )
    assert carry(on_its_way, to=ANN) == [ANN]
    assert look(on_its_way) == ()
    on_its_way.clock.forward(days=1)
    assert carry(on_its_way, to=ANN) == []
