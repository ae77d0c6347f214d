"""Automatic replies of people on the roster are not answered on and on, and eir own mails are."""

from __future__ import annotations

from pathlib import Path

import pytest

from rednov_bot.desk.outgoing import MACHINE
from tests.builders import Table, private_mail
from tests.desk.play import (
    NO_TURN,
    Postings,
    begun,
    code_in,
    filed,
    kinds,
    only,
    open_codes,
    opened,
    reply,
    say,
    subject_of,
    text_of,
    verdict,
    write,
)
from tests.desk.test_choices import jammed, offered

AWAY = "I am in the mountains and shall see your mail next week."
MARKS = [
    "Precedence: bulk",
    "X-Auto-Response-Suppress: All",
    "List-Unsubscribe: <mailto:u@x.example>",
]


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return begun(tmp_path)


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
    """Ann's mail program answers what was mailed to em."""
    message_id = opened(only(news, kind))["Message-ID"]
    return marked(table, text, f"In-Reply-To: {message_id}", subject="Re: whatever it was")


@pytest.mark.parametrize("mark", MARKS, ids=lambda mark: mark.partition(":")[0])
def test_a_marked_mail_that_says_nothing_is_not_answered(table: Table, mark: str) -> None:
    for text in (AWAY, "help", "I take my turn: I fix the thing for 3 minutes."):
        assert marked(table, text, mark) == ()
        assert filed(table).reason == "announces nothing, and wants no answer"


@pytest.mark.parametrize("mark", MARKS, ids=lambda mark: mark.partition(":")[0])
def test_a_marked_mail_that_says_something_is_heard(tmp_path: Path, mark: str) -> None:
    table, news = jammed(tmp_path)
    assert marked(table, AWAY, mark) == ()
    assert "only checked" in subject_of(marked(table, NO_TURN, mark)[0])
    label = offered(text_of(only(news, "question")))[0]
    code = code_in(marked(table, f"choose {label}", mark))
    decided = f"Re: [rednov {code}] turn 1"
    marked(table, "approve", mark, who="Pewterby", subject=decided)
    assert verdict(table, code) == "approved"


def test_a_marked_reply_to_a_draft_that_decides_nothing_is_not_answered(table: Table) -> None:
    code = code_in(say(table, "Ann"))
    subject = f"Re: [rednov {code}] turn 1"
    assert marked(table, AWAY, MARKS[0], who="Pewterby", subject=subject) == ()
    assert open_codes(table) == [code]
    assert kinds(reply(table, code, AWAY)) == ["desk"]


def test_an_automatic_reply_to_a_question_is_asked_again_until_it_is_a_machine(
    tmp_path: Path,
) -> None:
    table, news = jammed(tmp_path)
    asked = [answering(table, news, AWAY, "question") for _ in range(MACHINE + 2)]
    to = [[one.posting.to for one in some] for some in asked]
    assert to[:-4] == [["ann@post.example"]] * (MACHINE - 2)
    assert to.count(["pewterby@post.example"]) == 1
    assert to[-1] == []
    assert filed(table).reason.startswith("no answer to a choice, not answered: ")
    label = offered(text_of(only(news, "question")))[0]
    assert kinds(write(table, "Ann", f"choose {label}")) == ["draft"]


def test_an_automatic_reply_is_never_helped(table: Table) -> None:
    news = write(table, "Ann", "help")
    for text in (AWAY, "I am away. How to reach me: by pigeon."):
        assert answering(table, news, text, "receipt") == ()
        assert filed(table).reason == "announces nothing, in answer to a mail of the bot's"


def test_an_automatic_reply_to_a_receipt_is_shown_once_and_leads_to_no_second(table: Table) -> None:
    shown = answering(table, say(table, "Ann"), AWAY, "receipt")
    assert kinds(shown) == ["draft", "receipt"]  # nothing in its head tells it from a protest
    assert answering(table, shown, AWAY, "receipt") == ()
    assert filed(table).reason == "announces nothing, in answer to a mail of the bot's"


@pytest.mark.parametrize("text", ["help", "Hello, how do I discard?", "Please help me!"])
def test_a_gnome_may_ask_for_help_in_answer_to_the_bot(table: Table, text: str) -> None:
    (told,) = answering(table, say(table, "Ann"), text, "receipt")
    assert "How to play" in subject_of(told)
