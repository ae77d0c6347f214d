"""An opening waits until every gnome is known to get their private mail (§6, A110)."""

from __future__ import annotations

from pathlib import Path

import pytest

from rednov_bot.core.errors import NothingHeldUp
from rednov_bot.core.settings import Person
from rednov_bot.core.workflow import reach
from tests.builders import BUSINESS
from tests.workflow.play import (
    Postings,
    Table,
    a_table,
    code_in,
    flat,
    kinds,
    missing,
    only,
    opened,
    subject_of,
)
from tests.workflow.test_reached import answers, bounce

ANN, BOB, CAT = ADDRESSES = [f"{name}@post.example" for name in ("ann", "bob", "cat")]
MASTER = "pewterby@post.example"


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """A table at which games wait until everybody has answered a private mail."""
    return a_table(tmp_path, confirmed_channels=True)


def asked(table: Table) -> tuple[Postings, str]:
    """A game is started: the questions to its gnomes, and the code of its opening."""
    table.start()
    news = table.news()
    table.carry()
    return tuple([one for one in news if one.posting.kind == "private"]), code_in(news)


def test_the_opening_waits_for_the_last_word_and_is_posted_then(table: Table) -> None:
    (ann, bob, cat), code = asked(table)
    assert [one.posting.to for one in (ann, bob, cat)] == ADDRESSES
    assert opened(ann)["Auto-Submitted"] == "auto-generated"
    answers(table, ann, "ok", "Bob", BOB)  # somebody else's answer opens no way
    assert [one.change for one in table.read(lambda it: it.channels())] == ["asked"] * 3
    assert table.write("Ann", "yes") == ()
    assert table.filed().reason == "says that a private mail has arrived"
    table.receive(bounce(bob))
    (back,) = table.rounds()
    said = "the question to Bob whether private mail reaches them was not delivered"
    assert missing(back, said, 'write "go on without Bob"') == []
    told = table.reply(code, "approve")
    assert "waits until Bob and Cat have answered a private mail" in flat(*told)
    assert table.verdict(code) is None
    answers(table, bob, "yes", "Bob", BOB)
    assert table.rounds() == ()
    answers(table, cat, "Received, thanks!", "Cat", CAT)
    assert kinds(table.rounds()) == ["private"] * 3 + ["public"]
    assert table.verdict(code) == "approved"
    assert table.carry()[-3:] == ADDRESSES
    assert table.carry() == [BUSINESS]


def test_who_has_answered_lately_is_not_asked_and_nobody_twice_in_a_day(table: Table) -> None:
    receipt = only(table.write("Ann", "What do I hold?"), "receipt")
    table.carry()
    answers(table, receipt, "thanks")
    questions, code = asked(table)
    assert [one.posting.to for one in questions] == ADDRESSES[1:]
    shown = table.read(lambda it: it.outbox(code)[0])
    known = "Private mail reaches Ann (answered Mon 23 Nov"
    unknown = "not known whether private mail reaches Bob (asked Mon 23 Nov"
    assert missing(shown, known, unknown) == []
    for days, wanted in ((0, 0), (2, 2), (61, 3)):
        table.reply(table.open_codes()[0], "reject because of the weather")
        table.clock.forward(days=days)
        table.news()
        assert len(asked(table)[0]) == wanted


@pytest.mark.parametrize("before", [True, False])
def test_the_contestmaster_goes_on_without_somebody(table: Table, before: bool) -> None:
    (ann, bob, _), code = asked(table)
    answers(table, ann, "ok")
    answers(table, bob, "ok", "Bob", BOB)
    if not before:
        table.reply(code, "approve")
    said = table.write("Pewterby", "go on without Dan")
    assert "o mail waits for a notice to Dan" in flat(*said)
    said = table.write("Pewterby", "go on without Cat")
    assert "Nothing waits for Cat any more" in flat(said[0])
    assert "public" in kinds(table.reply(code, "approve") if before else table.rounds())


# -- the notices themselves -----------------------------------------------------------------------


@pytest.fixture
def on_its_way(tmp_path: Path) -> Table:
    """The opening is approved, and every mail of it is on its way."""
    table = a_table(tmp_path)
    table.reply(table.start().code, "approve")
    table.carry(to=MASTER)
    table.news()
    return table


def moved(table: Table, address: str) -> None:
    """The host gives Ann another address, and starts the bot again."""
    people = table.desk.settings.people
    table.restarted(people={**people, "Ann": Person(addresses=(address, ANN))})


def test_the_contestmaster_hears_of_a_refused_notice_once_and_goes_on_without_it(
    on_its_way: Table,
) -> None:
    assert on_its_way.rounds() == ()
    on_its_way.carry("refused", to=ANN)
    on_its_way.carry()
    (told,) = on_its_way.rounds()
    assert told.posting.to == MASTER
    assert subject_of(told) == "[Red November] The opening waits: Ann has no notice yet"
    ways = "rednov outbox --go-on Ann", 'mail the bot "go on without Ann"'
    assert missing(told, "refused by the server", *ways) == []
    assert on_its_way.rounds() == ()
    assert BUSINESS not in on_its_way.carry()
    with pytest.raises(NothingHeldUp, match="no mail waits for a notice to Bob"):
        on_its_way.do(reach.go_on, "Bob")
    said = on_its_way.write("Pewterby", "I told Ann eir items")
    assert "waits for none of them" in flat(*said)
    assert BUSINESS in on_its_way.carry()
    assert on_its_way.rounds() == ()


def test_a_notice_that_is_put_off_is_told_of_after_an_hour_and_when_it_is_given_up(
    on_its_way: Table,
) -> None:
    for minutes in range(0, 60, 10):
        on_its_way.carry("deferred", to=ANN)
        assert on_its_way.rounds() == (), minutes
        on_its_way.clock.forward(minutes=10)
    assert "put it off for more than an hour" in flat(*on_its_way.rounds())
    on_its_way.clock.forward(days=5)
    on_its_way.carry("deferred", to=ANN)
    assert "the bot has stopped trying" in flat(*on_its_way.rounds())
    assert on_its_way.rounds() == ()


def test_a_new_address_gets_the_notice_and_the_opening_follows(on_its_way: Table) -> None:
    on_its_way.carry("refused", to=ANN)
    on_its_way.carry()
    on_its_way.rounds()
    moved(on_its_way, "ann@new.example")
    (sent,) = on_its_way.rounds()
    assert (sent.posting.to, sent.posting.kind) == ("ann@new.example", "private")
    on_its_way.carry("refused", to="ann@new.example")
    assert "at ann@new.example" in flat(*on_its_way.rounds())
    moved(on_its_way, "ann@third.example")
    on_its_way.rounds()
    assert "ann@third.example" in on_its_way.carry()
    assert on_its_way.carry() == [BUSINESS]
    assert on_its_way.rounds() == ()


def test_a_notice_of_unknown_fate_is_offered_again_and_told_of_after_an_hour(
    on_its_way: Table,
) -> None:
    assert on_its_way.carry("unknown", to=ANN) == [ANN]
    for minutes in (1, 5, 15):
        assert on_its_way.rounds() == ()
        assert on_its_way.carry("unknown", to=ANN) == []
        on_its_way.clock.forward(minutes=minutes)
        assert on_its_way.carry("unknown", to=ANN) == [ANN]
    on_its_way.clock.forward(minutes=60)
    told = "It may or may not have arrived, and it is offered again for a day"
    assert told in flat(*on_its_way.rounds())
    assert on_its_way.carry(to=ANN) == [ANN]
    assert on_its_way.rounds() == ()
    on_its_way.clock.forward(days=1)
    assert on_its_way.carry(to=ANN) == []
