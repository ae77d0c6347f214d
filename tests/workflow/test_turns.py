"""A valid turn from its announcement to the list, and what a draft's answers do (§9, §16)."""

from __future__ import annotations

from datetime import datetime, timedelta
from email.utils import format_datetime
from pathlib import Path

import pytest

from rednov_bot.core.models import RawMail
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.games.red_november.rules.gamestate import Limit
from tests.builders import BUSINESS, DISCUSSION, MONDAY, list_mail
from tests.workflow.play import (
    NO_TURN,
    Postings,
    Table,
    begun,
    code_in,
    everything_public,
    flat,
    kinds,
    only,
    opened,
    subject_of,
    text_of,
)

REPAIR = "I open 5-2, go in and fix the oxygen pumps for 4 minutes."


def test_the_time_of_a_turn_is_when_the_mailbox_got_it(table: Table) -> None:
    """A94: a bot that was down for a day gives nobody a day more."""
    octets = list_mail("Ann", REPAIR, message_id="<turn@post.example>")
    with table.desk.db.transaction() as records:
        raw = RawMail(folder="INBOX", uidvalidity=1, uid=99, octets=octets, arrived_at=MONDAY)
        records.keep([raw])
    table.clock.forward(hours=30)
    news = table.receive()
    assert table.draft(code_in(news)).due_by == MONDAY + timedelta(hours=48)


def test_a_resolution_stands_in_the_thread_below_its_turn(table: Table) -> None:
    above = "<opening@post.example> <talk@post.example>"
    mail = list_mail("Ann", NO_TURN, message_id="<turn@post.example>")
    news = table.receive(f"References: {above}\r\n".encode() + mail)
    posted = opened(only(table.reply(code_in(news), "approve"), "public"))
    assert posted["In-Reply-To"] == "<turn@post.example>"
    assert str(posted["References"]).split() == [*above.split(), "<turn@post.example>"]


# -- stamps and crossings (A15, B4.9) -------------------------------------------------------------


def listed(mail: bytes, at: datetime) -> bytes:
    """The mail as the list's own server stamped it."""
    site = BUSINESS.partition("@")[2]
    return f"Received: by lists.{site}; {format_datetime(at)}\r\n".encode() + mail


def words(table: Table, mail: bytes, kind: str) -> str:
    return " ".join(text_of(only(table.receive(mail), kind)).split())


def test_a_turn_whose_date_lies_days_back_counts_from_the_list(table: Table) -> None:
    mail = list_mail("Ann", NO_TURN, date=MONDAY - timedelta(days=3))
    drafted = words(table, listed(mail, MONDAY), "draft")
    assert "The stamps of the announcement do not agree." in drafted
    assert "Its Date lies 3 days before" in drafted
    assert f"{MONDAY - timedelta(days=3):%a} {(MONDAY - timedelta(days=3)).day}" in drafted
    assert "UTC: Date" in drafted
    assert "UTC: passed on by the list" in drafted
    assert "UTC: in the mailbox" in drafted
    assert f"announced {MONDAY:%a} {MONDAY.day} {MONDAY:%b %Y, %H:%M} UTC" in drafted


@pytest.mark.parametrize(
    ("later", "how"), [(-60, "earlier than"), (0, "of the same second as"), (1, "")]
)
def test_a_turn_that_was_not_said_after_the_pending_one_is_a_crossing(
    table: Table, later: int, how: str
) -> None:
    said_at = MONDAY - timedelta(minutes=1)
    table.receive(listed(list_mail("Ann", NO_TURN, date=said_at), MONDAY))
    second = list_mail("Bob", NO_TURN, date=said_at + timedelta(seconds=later))
    drafted = words(table, listed(second, MONDAY), "draft")
    told = f"arrived after turn 1 of Ann, but its stamp is {how} that one's"
    assert (told in drafted) is ("(A15)" in drafted) is bool(how)


# -- announced where none counts ------------------------------------------------------------------

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


def crossposted(forum: str) -> bytes:
    """One mail to both lists, as one of them passed it on."""
    octets = list_mail("Ann", NO_TURN, forum=forum, message_id="<both@post.example>")
    both = f"To: {BUSINESS}, {DISCUSSION}".encode()
    return octets.replace(f"To: {forum}".encode(), both, 1)


@pytest.mark.parametrize("first", [BUSINESS, DISCUSSION])
def test_a_mail_to_both_lists_is_not_misdirected(table: Table, first: str) -> None:
    second = DISCUSSION if first == BUSINESS else BUSINESS
    news = table.receive(crossposted(first), crossposted(second))
    assert kinds(news) == ["receipt", "draft"]
    assert "is taken" in subject_of(news[0])


def told(table: Table, text: str) -> str:
    """What Ann is told of a turn on the list for talk."""
    news = table.say("Ann", text, forum=DISCUSSION)
    return flat(only(news, "receipt"))


def test_an_unclear_turn_comes_back_with_what_is_unclear(table: Table) -> None:
    for text in UNCLEAR:
        said = told(table, text)
        assert table.filed().reason == "not in a public forum"
        assert flat(text) in said
        assert "Not all of it would be understood in a public forum either:" in said
        assert f"To announce it, correct that and send it to {BUSINESS}." in said
        assert table.say("Dan", text, forum=DISCUSSION) == ()
    said = told(table, HALF_SAID)
    assert "Please say it once more in plain words." in said
    assert "Do you announce this?" not in said
    assert (table.position().pending, table.open_codes()) == (None, [])


def test_talk_on_the_discussion_list_is_left_alone(table: Table) -> None:
    for text in CHATTER:
        assert table.say("Ann", text, forum=DISCUSSION) == (), text


def test_who_announces_elsewhere_hears_of_an_unresolved_turn(table: Table) -> None:
    table.say("Bob")
    for text in (NO_TURN, UNCLEAR[0]):
        said = told(table, text)
        assert f"to {BUSINESS}. But turn 1, Bob's, awaits its resolution by Pewterby" in said
    news = table.say("Dot", "I join Red November.", forum=DISCUSSION)
    assert "awaits its resolution" not in flat(*news)


# -- without effect (§6, A21, S121) ---------------------------------------------------------------


def refused(table: Table, who: str, text: str) -> tuple[str, str, Postings]:
    """What the sender is told, all that the list is told, and every mail."""
    before = table.numbered()
    news = table.say(who, text)
    assert kinds(news) == ["receipt", "draft"]
    sent = table.reply(code_in(news), "approve")
    assert kinds(sent) == ["public"]
    assert table.numbered() == before
    told = " ".join(text_of(news[0]).split())
    return told, " ".join(everything_public(sent).split()), news + sent


def test_two_hidden_reasons_look_the_same_on_the_list(tmp_path: Path) -> None:
    shown = []
    for number, (text, given) in enumerate(
        [
            ("I use my toolbox. No action.", {}),
            ("I take no action.", {"hands": {"Ann": ("grog",)}, "limits": {"Ann": Limit(0)}}),
        ]
    ):
        folder = tmp_path / str(number)
        folder.mkdir()
        table = begun(folder)
        table.arrange(**given)  # type: ignore[arg-type]
        news = table.say("Ann", text, message_id="<turn@post.example>")
        sent = table.reply(code_in(news), "approve")
        shown.append(only(sent, "public").posting.octets)
    assert shown[0] == shown[1]


def test_everything_that_is_against_a_turn_is_told_to_its_gnome_at_once(tmp_path: Path) -> None:
    """The list hears the first public reason alone (A122)."""
    table = begun(tmp_path)
    table.arrange(blocked=frozenset({(5, 7)}))
    text = "I use a coffee, open 5-7, go in and stop the missile for 10 minutes."
    told, public, _ = refused(table, "Ann", text)
    for reason in ("is blocked", "No missile launch", "hold a coffee"):
        assert reason in told
    assert "5-7 is blocked" in public
    assert "coffee" not in public
    assert "missile" not in public


def test_a_hidden_reason_is_told_to_who_decides_and_in_no_subject_and_no_list(table: Table) -> None:
    news = table.say("Ann", "I use my toolbox. No action.")
    drafted = only(news, "draft")
    posted, _, why = text_of(drafted).partition("TO THE LIST")[2].partition("\nWHY, ")
    assert "You do not hold a toolbox" in flat(why)
    assert "the reason was sent to Ann privately" in flat(posted)
    for words in (posted, subject_of(drafted), subject_of(news[0])):
        assert "toolbox" not in words
    assert all("toolbox" not in one.about for one in table.read(UnitOfWork.open_drafts))
    assert all("toolbox" not in one.reason for one in table.read(UnitOfWork.dispositions))
