"""Machines that answer the bot are not answered on and on; people's own mails are."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

from rednov_bot.core.mail.roster import Roster
from rednov_bot.core.settings import BotSettings, Person
from rednov_bot.core.workflow import outgoing
from rednov_bot.core.workflow.desk import Desk
from rednov_bot.core.workflow.outgoing import STRANGERS_IN_ALL
from tests.builders import BOT, private_mail
from tests.workflow.play import (
    NO_TURN,
    Postings,
    Table,
    begun,
    code_in,
    jammed,
    kinds,
    offered,
    only,
    opened,
    subject_of,
    text_of,
)

OTHER = "judge@other.example"
MACHINE = 60  # here, so that it takes no thousand mails
ASKED = BotSettings(address=BOT).answers_a_day
MARKED = re.compile(rb"(?:Auto-Submitted|X-Auto-Response-Suppress): [^\r]*\r\n")
AWAY = "I am in the mountains and shall see your mail next week."
MARKS = [
    "Precedence: bulk",
    "X-Auto-Response-Suppress: All",
    "List-Unsubscribe: <mailto:u@x.example>",
]


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outgoing, "MACHINE", MACHINE)


def marked(table: Table, text: str, *fields: str, who: str = "Ann", subject: str = "x") -> Postings:
    """Somebody's mail to the bot alone, with more fields in its head."""
    octets = private_mail(
        who,
        text + "\n",
        date=table.clock.at,
        subject=subject,
        message_id=f"<{table.uid}.m@x.example>",
    )
    more = "".join(f"{field}\r\n" for field in fields).encode()
    return table.receive(more + octets)


def answering(table: Table, news: Postings, text: str, kind: str) -> Postings:
    """Ann's mail program answers what was mailed to them."""
    message_id = opened(only(news, kind))["Message-ID"]
    return marked(table, text, f"In-Reply-To: {message_id}", subject="Re: whatever it was")


@pytest.mark.parametrize("mark", MARKS, ids=lambda mark: mark.partition(":")[0])
def test_a_marked_mail_that_says_nothing_is_not_answered(table: Table, mark: str) -> None:
    for text in (AWAY, "help", "I take my turn: I fix the thing for 3 minutes."):
        assert marked(table, text, mark) == ()
        assert table.filed().reason == "announces nothing, and wants no answer"


@pytest.mark.parametrize("mark", MARKS, ids=lambda mark: mark.partition(":")[0])
def test_a_marked_mail_that_says_something_is_heard(tmp_path: Path, mark: str) -> None:
    table, news = jammed(tmp_path)
    assert marked(table, AWAY, mark) == ()
    assert "only checked" in subject_of(marked(table, NO_TURN, mark)[0])
    label = offered(text_of(only(news, "question")))[0]
    code = code_in(marked(table, f"choose {label}", mark))
    decided = f"Re: [rednov {code}] turn 1"
    marked(table, "approve", mark, who="Pewterby", subject=decided)
    assert table.verdict(code) == "approved"


def test_an_automatic_reply_is_asked_again_until_it_is_a_machine(tmp_path: Path) -> None:
    table, news = jammed(tmp_path)
    asked = [answering(table, news, AWAY, "question") for _ in range(MACHINE + 2)]
    to = [[one.posting.to for one in some] for some in asked]
    assert to[:-4] == [["ann@post.example"]] * (MACHINE - 2)
    assert to.count(["pewterby@post.example"]) == 1
    assert to[-1] == []
    assert table.filed().reason.startswith("no answer to a choice, not answered: ")
    label = offered(text_of(only(news, "question")))[0]
    assert kinds(table.write("Ann", f"choose {label}")) == ["draft"]


def test_an_automatic_reply_to_a_receipt_is_shown_once_and_leads_to_no_second(table: Table) -> None:
    shown = answering(table, table.say("Ann"), AWAY, "receipt")
    assert kinds(shown) == ["draft", "receipt"]  # nothing in its head tells it from a protest
    assert answering(table, shown, AWAY, "receipt") == ()
    assert table.filed().reason == "announces nothing, in answer to a mail of the bot's"


@pytest.mark.parametrize("text", ["help", "Hello, how do I discard?", "Please help me!"])
def test_a_gnome_may_ask_for_help_in_answer_to_the_bot(table: Table, text: str) -> None:
    (told,) = answering(table, table.say("Ann"), text, "receipt")
    assert "How to play" in subject_of(told)


# -- machines that answer each other --------------------------------------------------------------


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


@pytest.mark.parametrize(
    ("master", "stripped", "most"),
    [
        ("Pewterby", False, 2 * (ASKED + 1)),
        ("Pewterby", True, 2 * (ASKED + 1)),
        ("Robot", True, 1 + 2 * (MACHINE + 1)),  # a draft, the answers, that there are no more
    ],
    ids=["marked", "with the marks lost", "they decide for each other"],
)
def test_two_bots_answer_each_other_within_their_budgets(
    tmp_path: Path, master: str, stripped: bool, most: int
) -> None:
    """Each knows the other as a gnome of its own."""
    bots = {}
    for address, other in ((BOT, OTHER), (OTHER, BOT)):
        (tmp_path / address).mkdir()
        bots[address] = begun(tmp_path / address)
        with_people(bots[address], address, master, Robot=other)
    bots[OTHER].desk.tokens.messages = 5000  # type: ignore[attr-defined]
    news = bots[BOT].say("Ann") if master == "Robot" else ()
    news += bots[BOT].write("Robot", "status" if news else "help", address=OTHER)
    carried, to = 0, OTHER
    while mails := [one.posting.octets for one in news if one.posting.to == to]:
        carried += len(mails)
        assert carried <= most
        if stripped:
            mails = [MARKED.sub(b"", octets) for octets in mails]
        news = tuple([one for octets in mails for one in bots[to].receive(octets)])
        to = BOT if to == OTHER else OTHER
    assert carried


def test_made_up_addresses_are_answered_within_a_budget(tmp_path: Path) -> None:
    table = begun(tmp_path)
    sent: list[str] = []
    for number in range(3 * STRANGERS_IN_ALL):
        news = table.write("Eve", "hello", address=f"eve{number}@evil.example")
        sent += [one.posting.to for one in news]
    assert sent.count("pewterby@post.example") == 1
    assert len(sent) == STRANGERS_IN_ALL + 1
    table.clock.forward(hours=25)
    assert len(table.write("Eve", "hello", address="eve@evil.example")) == 1
    assert table.write("Ann", "status") != ()
