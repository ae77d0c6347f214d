"""Machines that answer the bot: another bot, a vacation program, a mail server.  It ends."""

from __future__ import annotations

import re
from dataclasses import dataclass
from email.utils import format_datetime
from pathlib import Path

import msgspec
import pytest

from rednov_bot.core.mail.roster import Roster
from rednov_bot.desk import outgoing
from rednov_bot.desk.desk import Desk
from rednov_bot.desk.outgoing import STRANGERS, STRANGERS_IN_ALL
from rednov_bot.papers import QueuedPosting
from rednov_bot.settings import BotSettings, Person
from tests.builders import BOT, BUSINESS, CountingTokens, Table
from tests.desk.play import begun, say, write

OTHER = "judge@other.example"
MACHINE = 60  # here, so that it takes no thousand mails
ROUNDS = 2 * MACHINE + 20
ASKED = BotSettings(address=BOT).answers_a_day


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outgoing, "MACHINE", MACHINE)


def with_people(table: Table, bot: str, master: str = "Pewterby", **addresses: str) -> None:
    """The desk knows these people, too, its bot has this address, and this is who decides."""
    known = table.desk.settings
    people = {**known.people, **{name: Person(addresses=(at,)) for name, at in addresses.items()}}
    database = BotSettings(address=bot, database=known.bot.database)
    contest = msgspec.structs.replace(known.contest, contestmaster=master)
    known = msgspec.structs.replace(known, people=people, bot=database, contest=contest)
    desk: Desk = table.desk
    object.__setattr__(desk, "settings", known)
    object.__setattr__(desk, "roster", Roster.of(known))


@dataclass
class Post:
    """Carries what each bot sends to whom it is for, and counts it."""

    one: Table
    two: Table
    carried: int = 0
    stripped: bool = False  # the fields by which machines know each other are lost on the way

    def carry(self, news: tuple[QueuedPosting, ...], begin: Table) -> list[int]:
        """From round to round, how many mails go; until none does."""
        here, told = begin, []
        for _ in range(ROUNDS):
            there = self.two if here is self.one else self.one
            mails = [
                self.on_its_way(one.posting.octets)
                for one in news
                if one.posting.to == there.desk.settings.bot.address
            ]
            told.append(len(mails))
            if not mails:
                return told
            news = tuple([one for octets in mails for one in there.receive(octets)])
            here = there
        return told

    def on_its_way(self, octets: bytes) -> bytes:
        self.carried += 1
        if self.stripped:
            octets = re.sub(
                rb"(?:Auto-Submitted|X-Auto-Response-Suppress): [^\r]*\r\n", b"", octets
            )
        return octets


@pytest.fixture
def bots(tmp_path: Path) -> tuple[Table, Table]:
    """Two bots; each knows the other as a gnome of its own."""
    tables = []
    for name in ("one", "two"):
        folder = tmp_path / name
        folder.mkdir()
        tables.append(begun(folder))
    one, two = tables
    two.desk.tokens.messages = 5000  # type: ignore[attr-defined]
    with_people(one, BOT, Robot=OTHER)
    with_people(two, OTHER, Robot=BOT)
    return one, two


@pytest.mark.parametrize("stripped", [False, True], ids=["marked", "with the marks lost"])
def test_two_bots_answer_each_other_no_more_than_their_budgets(
    bots: tuple[Table, Table], stripped: bool
) -> None:
    one, two = bots
    post = Post(one, two, stripped=stripped)
    asked = write(one, "Robot", "help", address=OTHER)
    told = post.carry(asked, one)
    assert told[-1] == 0
    assert post.carried <= 2 * (ASKED + 1)


def test_where_each_is_the_contestmaster_of_the_other_it_ends_as_well(
    bots: tuple[Table, Table],
) -> None:
    one, two = bots
    with_people(one, BOT, "Robot", Robot=OTHER)
    with_people(two, OTHER, "Robot", Robot=BOT)
    post = Post(one, two, stripped=True)
    news = say(one, "Ann") + write(one, "Robot", "status", address=OTHER)
    told = post.carry(news, one)
    assert told[0] > 0
    assert told[-1] == 0
    assert post.carried <= 1 + 2 * (
        MACHINE + 1
    )  # the draft, the answers, and that there are no more


def test_strangers_to_each_other_exchange_one_mail_each(bots: tuple[Table, Table]) -> None:
    one, two = bots
    with_people(one, BOT, Robot="somebody@else.example")
    with_people(two, OTHER, Robot="somebody@else.example")
    post = Post(one, two, stripped=True)
    asked = write(one, "Robot", "hello", address=OTHER)
    assert len(asked) == STRANGERS
    post.carry(asked, one)
    assert post.carried <= 2 * STRANGERS


def test_two_bots_on_one_list_answer_each_others_posts_within_the_budget(
    bots: tuple[Table, Table],
) -> None:
    one, two = bots
    marks = f"List-Id: <{BUSINESS.replace('@', '.')}>\r\nPrecedence: list\r\n".encode()
    said = say(one, "Ann")
    with one.desk.ledger.transaction() as records:
        codes = [draft.code for draft in records.open_drafts()]
    posted = write(one, "Pewterby", "approve", subject=f"Re: [rednov {codes[0]}] x")
    public = [entry.posting.octets for entry in (*said, *posted) if entry.posting.to == BUSINESS]
    assert public
    sent = told = 0
    for number in range(ROUNDS):
        for octets in public:
            again = octets.replace(b"Message-ID: <", f"Message-ID: <{number}.".encode())
            news = two.receive(marks + again)
            to_bot = [entry.posting.to == BOT for entry in news]
            sent, told = sent + sum(to_bot), told + to_bot.count(False)
            assert one.receive(marks + octets) == ()
    assert sent <= MACHINE
    assert told <= 1  # whoever decides hears once that so much says the same


def vacation(table: Table, answered: QueuedPosting, number: int) -> bytes:
    """What a vacation program without any mark writes back."""
    head = re.search(rb"Message-ID: (<[^>]+>)", answered.posting.octets)
    assert head is not None
    return (
        f"From: Ann <ann@post.example>\r\nTo: {BOT}\r\nSubject: I am at sea\r\n"
        f"Date: {format_datetime(table.clock.at)}\r\nMessage-ID: <v{number}@post.example>\r\n"
        f"In-Reply-To: {head[1].decode()}\r\n\r\n"
        "I take my leave of you: I open my mail next week. Can you help me then?\r\n"
    ).encode()


def test_a_vacation_program_without_marks_is_answered_within_the_budget(tmp_path: Path) -> None:
    table = begun(tmp_path)
    news, sent = say(table, "Ann"), 0
    for number in range(ROUNDS):
        answers = [one for one in news if one.posting.to == "ann@post.example"]
        if not answers:
            break
        sent += len(answers)
        news = table.receive(*[vacation(table, one, 100 * number) for one in answers])
    else:
        raise AssertionError("it never ends")
    assert sent <= 1 + MACHINE


def test_an_address_that_bounces_is_written_to_within_the_budget(tmp_path: Path) -> None:
    table = begun(tmp_path)
    news = say(table, "Ann")
    for number in range(ROUNDS):
        bounces = [
            (
                f"Return-Path: <>\r\nFrom: MAILER-DAEMON@post.example\r\nTo: {BOT}\r\n"
                f"Subject: Undelivered\r\nMessage-ID: <b{number}.{at}@post.example>\r\n\r\n"
                "The mail system: no such user\r\n\r\n"
            ).encode()
            + one.posting.octets
            for at, one in enumerate(news)
            if one.posting.to == "ann@post.example"
        ]
        if not bounces:
            break
        news = table.receive(*bounces)
        assert all(one.posting.to != "ann@post.example" for one in news)
    else:
        raise AssertionError("it never ends")


def test_a_thousand_made_up_addresses_are_answered_within_a_budget_and_told_of(
    tmp_path: Path,
) -> None:
    table = begun(tmp_path)
    sent: list[str] = []
    for number in range(3 * STRANGERS_IN_ALL):
        news = write(table, "Eve", "hello", address=f"eve{number}@evil.example")
        sent += [one.posting.to for one in news]
    assert sent.count("pewterby@post.example") == 1
    assert len(sent) == STRANGERS_IN_ALL + 1
    table.clock.forward(hours=25)
    assert len(write(table, "Eve", "hello", address="eve@evil.example")) == 1
    assert write(table, "Ann", "status") != ()


def test_the_tokens_of_two_bots_differ() -> None:
    """What these tests rest on: else each would take the other's mails for its own."""
    assert CountingTokens().message() != CountingTokens(messages=5000).message()
