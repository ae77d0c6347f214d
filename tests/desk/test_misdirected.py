"""A turn that was announced where none counts comes back to its gnome, once and quietly (§9)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.builders import BUSINESS, DISCUSSION, Table, list_mail
from tests.desk.play import (
    NO_TURN,
    begun,
    filed,
    kinds,
    only,
    open_codes,
    position,
    say,
    subject_of,
    text_of,
)
from tests.desk.test_answers_to_choices import flat

UNCLEAR = [
    "I open 5-8, go in and draw items.",
    "I use my toolbox and give something to Bob.",
    "My turn.\n\nI open 5-2, go in and fix the oxygen pumps.",
]
HALF_SAID = "Over to 8, two items drawn, and off we pop, as they say."
CHATTER = [
    "Maybe I open 5-8 and draw 2 items, who knows?",
    "What if I fix the engine for 5 minutes?",
    "I would fix the engine for 5 minutes, but nobody asks me.",
    "Bob should fix the reactor for 6 minutes.",
    "I withdraw my turn.",
    "s/5/6/ and I shall be happy.",
    "Is it my turn? I fix the engine, or do I?",
    "word " * 5000,
]


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return begun(tmp_path)


@pytest.mark.parametrize("text", UNCLEAR)
def test_an_unclear_turn_on_the_discussion_list_comes_back_with_what_is_unclear(
    table: Table, text: str
) -> None:
    news = say(table, "Ann", text, forum=DISCUSSION)
    assert kinds(news) == ["receipt"]
    assert "did not reach a public forum" in subject_of(news[0])
    told = flat(text_of(news[0]))
    assert flat(text) in told
    assert "Not all of it would be understood in a public forum either:" in told
    assert f"To announce it, correct that and send it to {BUSINESS}." in told
    assert position(table).pending is None
    assert open_codes(table) == []
    assert filed(table).reason == "not in a public forum"


def test_no_reading_is_asked_about_where_none_is_shown(table: Table) -> None:
    told = flat(text_of(only(say(table, "Ann", HALF_SAID, forum=DISCUSSION), "receipt")))
    assert "Please say it once more in plain words." in told
    assert "Do you announce this?" not in told


@pytest.mark.parametrize("text", CHATTER, ids=lambda text: text[:30])
def test_talk_on_the_discussion_list_is_left_alone(table: Table, text: str) -> None:
    assert say(table, "Ann", text, forum=DISCUSSION) == ()


@pytest.mark.parametrize("text", UNCLEAR)
def test_who_does_not_play_is_not_asked_what_e_meant_in_talk(table: Table, text: str) -> None:
    assert say(table, "Dan", text, forum=DISCUSSION) == ()
    assert filed(table).reason == "announces nothing certain, and not in public"


def test_a_turn_sent_again_to_the_list_is_taken_once(table: Table) -> None:
    assert kinds(say(table, "Ann", forum=DISCUSSION)) == ["receipt"]
    assert kinds(say(table, "Ann")) == ["receipt", "draft"]
    assert position(table).turns == 1


def test_a_turn_forwarded_as_its_own_quote_is_taken_once(table: Table) -> None:
    say(table, "Ann", forum=DISCUSSION)
    again = f"TTttPF:\n\nOn Mon, 23 Nov 2026, Ann wrote:\n> {NO_TURN}"
    assert kinds(say(table, "Ann", again)) == ["receipt", "draft"]
    assert position(table).turns == 1
    assert "too early" not in flat(text_of(only(say(table, "Ann", forum=DISCUSSION), "receipt")))


def crossposted(forum: str) -> bytes:
    """One mail to both lists, as one of them passed it on."""
    octets = list_mail("Ann", NO_TURN, forum=forum, message_id="<both@post.example>")
    both = f"To: {BUSINESS}, {DISCUSSION}".encode()
    return octets.replace(f"To: {forum}".encode(), both, 1)


@pytest.mark.parametrize("first", [BUSINESS, DISCUSSION])
def test_a_mail_to_both_lists_acts_once_and_is_not_called_misdirected(
    table: Table, first: str
) -> None:
    second = DISCUSSION if first == BUSINESS else BUSINESS
    news = table.receive(crossposted(first), crossposted(second))
    assert kinds(news) == ["receipt", "draft"]
    assert "is taken" in subject_of(news[0])


@pytest.mark.parametrize("text", [NO_TURN, UNCLEAR[0]])
def test_who_announces_where_none_counts_hears_that_another_turn_is_unresolved(
    table: Table, text: str
) -> None:
    say(table, "Bob")
    told = flat(text_of(only(say(table, "Ann", text, forum=DISCUSSION), "receipt")))
    assert f"to {BUSINESS}. But turn 1, Bob's, awaits its resolution by Pewterby, due by" in told
    assert "Until it is resolved no other turn can be taken." in told


def test_a_joining_where_none_counts_waits_for_no_resolution(table: Table) -> None:
    say(table, "Bob")
    news = say(table, "Dot", "I join Red November.", forum=DISCUSSION)
    assert "awaits its resolution" not in "".join(map(text_of, news))
