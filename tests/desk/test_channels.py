"""Before a game it is known, or shown, whether private mail reaches each gnome (§6)."""

from __future__ import annotations

from pathlib import Path

import pytest

from rednov_bot.desk.contest import office, starting
from rednov_bot.desk.reaching import delivery
from rednov_bot.errors import NothingHeldUp
from tests.builders import BUSINESS, Table, a_table, private_mail
from tests.desk.play import (
    Postings,
    code_in,
    filed,
    kinds,
    only,
    open_codes,
    opened,
    reply,
    say,
    start,
    subject_of,
    text_of,
    verdict,
)
from tests.desk.test_reached import answers, bounce, carry, look

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


def flat(text: str) -> str:
    return " ".join(text.split())


def test_each_gnome_is_asked_for_a_word_when_a_game_is_started(table: Table) -> None:
    questions, _ = asked(table)
    assert [one.posting.to for one in questions] == ADDRESSES
    assert subject_of(questions[0]) == "[Red November] Please answer this mail in a word"
    assert opened(questions[0])["Auto-Submitted"] == "auto-generated"


def test_nobody_is_asked_by_default_and_the_draft_shows_what_is_known(tmp_path: Path) -> None:
    table = a_table(tmp_path)
    start(table)
    news = table.news()
    assert kinds(news) == ["draft"]
    said = flat(text_of(news[0]))
    assert "It is not known whether private mail reaches Ann, Bob and Cat: they have" in said
    assert "go on without" not in said
    assert kinds(reply(table, code_in(news), "approve")) == ["private"] * 3 + ["public"]


def test_the_opening_waits_for_the_last_word_and_is_posted_then(table: Table) -> None:
    (ann, bob, cat), code = asked(table)
    answers(table, ann, "ok")
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


def test_who_has_answered_before_is_not_asked(table: Table) -> None:
    receipt = only(table.receive(private_mail("Ann", "What do I hold?")), "receipt")
    carry(table)
    answers(table, receipt, "thanks")
    questions, code = asked(table)
    assert [one.posting.to for one in questions] == ADDRESSES[1:]
    with table.desk.ledger.transaction() as records:
        draft = records.outbox(code)[0]
    assert "Private mail reaches Ann (answered Mon 23 Nov" in flat(text_of(draft))
    assert "not known whether private mail reaches Bob (asked Mon 23 Nov" in flat(text_of(draft))


def test_an_old_answer_shows_nothing(table: Table) -> None:
    receipt = only(table.receive(private_mail("Ann", "What do I hold?")), "receipt")
    carry(table)
    answers(table, receipt, "thanks")
    table.clock.forward(days=61)
    questions, _ = asked(table)
    assert [one.posting.to for one in questions] == ADDRESSES


def test_joining_is_answered_and_an_answer_to_that_will_do(table: Table) -> None:
    noted = next(
        one for one in say(table, "Dan", "I join Red November.") if one.posting.to[0] == "d"
    )
    carry(table)
    answers(table, noted, "Great!", "Dan", "dan@post.example")
    start(table, "Ann", "Bob", "Dan")
    to = [one.posting.to for one in table.news() if one.posting.kind == "private"]
    assert to == ADDRESSES[:2]


def test_nobody_is_asked_twice_in_a_day(table: Table) -> None:
    _, code = asked(table)
    reply(table, code, "reject because of the weather")
    table.news()
    questions, _ = asked(table)
    assert questions == ()
    reply(table, open_codes(table)[0], "reject because of the rain")
    table.clock.forward(days=2)
    table.news()
    questions, _ = asked(table)
    assert len(questions) == 3


@pytest.mark.parametrize("before", [True, False])
def test_the_contestmaster_goes_on_without_somebody(table: Table, before: bool) -> None:
    (ann, bob, _), code = asked(table)
    answers(table, ann, "ok")
    answers(table, bob, "ok", "Bob", "bob@post.example")
    if not before:
        reply(table, code, "approve")
    said = table.receive(private_mail("Pewterby", "go on without Cat"))
    assert "Nothing waits for Cat any more" in text_of(said[0])
    if before:
        assert "public" in kinds(reply(table, code, "approve"))
    else:
        assert "public" in kinds(look(table))


def test_nobody_is_gone_on_without_who_is_not_waited_for(table: Table) -> None:
    asked(table)
    said = table.receive(private_mail("Pewterby", "go on without Dan"))
    assert "no mail waits for a notice to Dan" in flat(text_of(said[0])).replace("No", "no")
    with (
        table.desk.ledger.transaction() as records,
        pytest.raises(NothingHeldUp),
    ):
        delivery.go_on(table.desk, records, "Eve")


def test_a_question_that_comes_back_is_told_at_once(table: Table) -> None:
    (_, bob, _), code = asked(table)
    table.receive(bounce(bob))
    (told,) = look(table)
    said = flat(text_of(told))
    assert "the question to Bob whether private mail reaches them was not delivered" in said
    assert 'write "go on without Bob"' in said
    assert kinds(reply(table, code, "approve")) == ["desk"]


def test_a_mail_that_comes_back_after_the_answer_shows_that_the_way_is_closed(
    table: Table,
) -> None:
    (ann, bob, cat), code = asked(table)
    for one, name in ((ann, "Ann"), (bob, "Bob"), (cat, "Cat")):
        answers(table, one, "ok", name, one.posting.to)
    receipt = only(table.receive(private_mail("Ann", "What do I hold?")), "receipt")
    carry(table)
    table.receive(bounce(receipt))
    assert "waits until Ann has answered" in flat(text_of(reply(table, code, "approve")[0]))


def test_an_opening_rejected_while_it_waits_is_never_posted(table: Table) -> None:
    questions, code = asked(table)
    reply(table, code, "approve")
    reply(table, code, "reject because Ann has left")
    for one, name in zip(questions, ("Ann", "Bob", "Cat"), strict=True):
        answers(table, one, "ok", name, one.posting.to)
    assert "public" not in kinds(look(table))


def test_what_was_answered_in_a_word_brings_no_help(table: Table) -> None:
    asked(table)
    assert table.receive(private_mail("Ann", "yes")) == ()
    assert filed(table).reason == "says that a private mail has arrived"


def test_somebody_elses_answer_opens_no_way(table: Table) -> None:
    (ann, _, _), _ = asked(table)
    answers(table, ann, "ok", "Bob", "bob@post.example")
    with table.desk.ledger.transaction() as records:
        desk = office.seated(table.desk, records)
        assert [one.change for one in records.channels()] == ["asked"] * 3
        assert starting.members(desk, records)
