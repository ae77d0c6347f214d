"""A model of the host's own is asked what an unclear mail announces; its author decides."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace as with_field

from rednov_bot.core.mail.authentication import Checks
from rednov_bot.core.settings import ReadingSettings, TrustSettings
from rednov_bot.core.transport.completions import Completions
from rednov_bot.games.red_november.reader.assistant import prompt
from tests.builders import DISCUSSION, list_mail
from tests.rigs.chat import Chat, chat, completion
from tests.workflow.play import Table, begun, flat, only, subject_of

TEXT = "Three things I collect, 8 is where, and I am there once I have gone through the hatch."
"""Of which the reader asks through which hatch."""
RIGHT = "I open the hatch to 8 and go in. I draw 3 items."
SHOWN = "I open the hatch to room 8 and go in. I spend 3 minutes drawing 3 items."


@pytest.fixture
def model() -> Iterator[Chat]:
    with chat() as server:
        server.says(RIGHT)
        yield server


def helped(table: Table, model: Chat) -> Table:
    given = ReadingSettings(assistant=model.url, model="small", seconds=5)
    table.desk = replace(table.desk, assistant=Completions(given, prompt))
    return table


@pytest.fixture
def table(tmp_path: Path, model: Chat) -> Table:
    return helped(begun(tmp_path), model)


def asked(table: Table, text: str = TEXT, **more: Any) -> str:
    """The question that Ann is asked."""
    return flat(only(table.say("Ann", text, **more), "question"))


def test_what_it_answers_is_proposed_and_a_yes_takes_it(table: Table, model: Chat) -> None:
    """It is told their own words alone, and nothing that somebody else wrote before."""
    theirs = (
        "Good evening to all of you, and to everybody who reads this in the archives of our list. "
        "Bob here, with a secret of my childhood: my cat is called Admiral.\nHave a pleasant "
        "evening, a quiet night, and a good breakfast before we all meet again here.\n"
    )
    table.say("Bob", theirs)
    text = f"> I pump water.\n\n{TEXT}\n\nCheers,\nAnn\n\n{theirs}\n-- \nAnn of the deep\n"
    question = only(table.say("Ann", text, message_id="<once@post.example>"), "question")
    assert table.say("Ann", text, message_id="<once@post.example>") == ()
    assert 'Reply "yes" to this mail if it means' in flat(question)
    assert SHOWN in flat(question)
    assert table.position().pending is None
    table.write("Ann", "yes", subject=f"Re: {subject_of(question)}")
    assert table.position().pending == "Ann"
    assert [one["messages"] for one in model.asked] == [prompt(TEXT)]


def test_it_is_not_asked_where_it_need_not_or_must_not(
    table: Table, model: Chat, monkeypatch: pytest.MonkeyPatch
) -> None:
    for text in ("Lovely weather today.", "I take back my turn.", f"{TEXT} {'Hm. ' * 1000}"):
        table.say("Ann", text)
    table.write("Ann", TEXT)  # nor public
    table.say("Ann", TEXT, forum=DISCUSSION)
    table.say("Eve", TEXT)  # no gnome
    assert "does not play" in table.filed().reason
    with monkeypatch.context() as patched:
        patched.setattr("rednov_bot.core.workflow.outgoing.MACHINE", 0)  # no question may go out
        table.say("Ann", f"{TEXT} Now.")
    settings = with_field(table.desk.settings, trust=TrustSettings(unknown="hold"))
    checks = Checks(authserv_id="mx.example", results=1)
    table.desk = replace(table.desk, settings=settings, checks=checks)
    table.say("Ann", f"{TEXT} Here.")  # may be forged
    assert table.filed().disposition == "hold"
    assert model.asked == []


def test_of_mails_that_come_together_it_is_asked_about_one(table: Table, model: Chat) -> None:
    model.status = 500
    news = table.receive(*[list_mail(name, f"{TEXT} {name}.") for name in ("Ann", "Bob", "Cat")])
    assert len(model.asked) == 1
    assert len([one for one in news if one.posting.kind == "question"]) == 3  # the reader's own


@pytest.mark.parametrize("where", ["off", "list"])
def test_where_no_reading_is_shown_it_is_not_asked(tmp_path: Path, model: Chat, where: str) -> None:
    table = helped(begun(tmp_path, options={"confirm_announcements": where}), model)
    assert "drawing" not in asked(table)
    assert model.asked == []


def test_no_transaction_is_open_while_it_thinks_and_signs_of_life_are_given(
    tmp_path: Path, table: Table, model: Chat, monkeypatch: pytest.MonkeyPatch
) -> None:
    def answer(_: object) -> bytes:
        with closing(sqlite3.connect(tmp_path / "rednov.db", timeout=0)) as other:
            other.execute("BEGIN EXCLUSIVE")  # fails while anybody else reads or writes
            other.rollback()
        return completion(RIGHT)

    signs: list[int] = []
    monkeypatch.setattr("rednov_bot.core.watchdog.alive", lambda: signs.append(len(model.asked)))
    model.answer = answer
    model.pause = 0.01  # a second or two for its answer
    assert SHOWN in asked(table)
    assert len([one for one in signs if one]) > 1


def test_a_reader_that_fails_is_told_of_where_the_mail_is_handled(
    table: Table, model: Chat, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object, **__: object) -> None:
        raise KeyError("grog")

    monkeypatch.setattr("rednov_bot.games.red_november.acting.read_letter", fails)
    table.say("Ann", TEXT)
    assert table.filed().disposition == "hold"
    assert "KeyError" in table.filed().reason
    assert model.asked == []
