"""A model of the host's own is asked what an unclear mail announces; its author decides."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from msgspec.structs import replace as with_field

from rednov_bot import bootstrap
from rednov_bot.core.mail.authentication import Checks
from rednov_bot.core.transport.completions import Completions
from rednov_bot.games.red_november.reader.assistant import prompt
from rednov_bot.handling import work
from rednov_bot.papers import RawMail
from rednov_bot.settings import ReadingSettings, TrustSettings
from tests.builders import DISCUSSION, Table, list_mail, settings_for
from tests.desk.play import begun, filed, only, position, say, subject_of, text_of, write
from tests.rigs.chat import Chat, chat, completion

TEXT = "Three things I collect, 8 is where, and I am there once I have gone through the hatch."
"""Of which the reader asks through which hatch."""
OTHER = (
    "Off to 8 through the hatch, says my old friend, where three things from its shelves come "
    "along with my toolbox."
)
"""Of which it proposes more than is said."""
RIGHT = "I open the hatch to 8 and go in. I draw 3 items."


@pytest.fixture
def model() -> Iterator[Chat]:
    with chat() as server:
        server.says(RIGHT)
        yield server


@pytest.fixture
def table(tmp_path: Path, model: Chat) -> Table:
    return helped(begun(tmp_path), model)


def helped(table: Table, model: Chat) -> Table:
    given = ReadingSettings(assistant=model.url, model="small", seconds=5)
    table.desk = replace(table.desk, assistant=Completions(given, prompt))
    return table


def test_what_it_answers_is_proposed_and_a_yes_takes_it(table: Table, model: Chat) -> None:
    asked = only(say(table, "Ann", TEXT), "question")
    shown = text_of(asked)
    assert 'Reply "yes" to this mail if it means' in shown
    assert "I open the hatch to room 8 and go in." in shown
    assert "I spend 3 minutes drawing 3 items." in shown
    assert position(table).pending is None
    write(table, "Ann", "yes", subject=f"Re: {subject_of(asked)}")
    assert position(table).pending == "Ann"
    assert len(model.asked) == 1


@pytest.mark.parametrize("which", ["1", "2"])
def test_beside_the_readers_own_reading_its_author_says_which(table: Table, which: str) -> None:
    asked = only(say(table, "Ann", OTHER), "question")
    assert "Which of these do you announce?" in text_of(asked)
    told = write(table, "Ann", which, subject=f"Re: {subject_of(asked)}")
    assert ("toolbox" in text_of(told[0])) == (which == "2")


def test_without_an_answer_the_question_is_the_readers_own(tmp_path: Path, model: Chat) -> None:
    (tmp_path / "without").mkdir()
    (tmp_path / "with").mkdir()
    wanted = text_of(only(say(begun(tmp_path / "without"), "Ann", TEXT), "question"))
    model.status = 500
    table = helped(begun(tmp_path / "with"), model)
    assert text_of(only(say(table, "Ann", TEXT), "question")) == wanted
    assert len(model.asked) == 1


def test_it_is_told_the_mails_own_words_alone(table: Table, model: Chat) -> None:
    say(table, "Ann", f"> I pump water.\n\n{TEXT}\n\n-- \nAnn of the deep\n")
    (body,) = model.asked
    assert body["messages"] == prompt(TEXT)


def test_it_is_told_no_sign_off(table: Table, model: Chat) -> None:
    say(table, "Ann", f"{TEXT}\n\nCheers,\nAnn\n")
    assert [one["messages"] for one in model.asked] == [prompt(TEXT)]


def test_it_is_told_nothing_that_somebody_else_wrote_before(table: Table, model: Chat) -> None:
    theirs = (
        "Good evening to all of you, and to everybody who reads this in the archives of our list. "
        "Bob here, with a secret of my childhood: my cat is called Admiral.\nHave a pleasant "
        "evening, a quiet night, and a good breakfast before we all meet again here.\n"
    )
    say(table, "Bob", theirs)
    asked = only(say(table, "Ann", f"{TEXT}\n\n{theirs}"), "question")
    assert [one["messages"] for one in model.asked] == [prompt(TEXT)]
    assert "drawing 3 items" in text_of(asked)


def test_it_is_not_told_what_the_list_writes_below_every_mail(table: Table, model: Chat) -> None:
    footer = "To leave this list write to the office of the harbour master, who never sleeps.\n"
    for number, name in enumerate(("Bob", "Cat", "Eve", "Bob")):
        say(table, name, f"Tea of {name}{number} was cold.\n\n{footer}")
    asked = only(say(table, "Ann", f"{TEXT}\n\n{footer}"), "question")
    assert [one["messages"] for one in model.asked] == [prompt(TEXT)]
    assert "drawing 3 items" in text_of(asked)


@pytest.mark.parametrize(
    "text",
    [
        "I take no action.",
        "Lovely weather today.",
        "I take back my turn of yesterday.",
        f"{TEXT} {'Hm. ' * 1000}",
    ],
    ids=["plain", "chatter", "taken back", "too long"],
)
def test_it_is_not_asked_about_a_mail_that_needs_no_proposal(
    table: Table, model: Chat, text: str
) -> None:
    say(table, "Ann", text)
    assert model.asked == []


def test_it_is_not_asked_about_mail_that_is_not_public(table: Table, model: Chat) -> None:
    write(table, "Ann", TEXT)
    say(table, "Ann", TEXT, forum=DISCUSSION)
    assert model.asked == []


def test_it_is_not_asked_about_a_mail_that_may_be_forged(table: Table, model: Chat) -> None:
    settings = with_field(table.desk.settings, trust=TrustSettings(unknown="hold"))
    checks = Checks(authserv_id="mx.example", results=1)
    table.desk = replace(table.desk, settings=settings, checks=checks)
    say(table, "Ann", TEXT)
    assert filed(table).disposition == "hold"
    assert model.asked == []


def test_it_is_not_asked_about_mail_of_somebody_who_does_not_play(
    table: Table, model: Chat
) -> None:
    say(table, "Eve", TEXT)
    assert "does not play" in filed(table).reason
    assert model.asked == []


def test_it_is_not_asked_about_an_answer_to_the_question(table: Table, model: Chat) -> None:
    model.says("NOTHING")
    text = "Over to 8, tiles please. I help myself."
    asked = only(say(table, "Ann", text), "question")
    say(table, "Ann", "3 minutes", subject=f"Re: {subject_of(asked)}")
    assert [one["messages"] for one in model.asked] == [prompt(text)]


def test_it_is_not_asked_where_no_question_goes_out(
    table: Table, model: Chat, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rednov_bot.desk.outgoing.MACHINE", 0)
    say(table, "Ann", TEXT)
    assert model.asked == []


def test_of_mails_that_come_together_it_is_asked_about_one(table: Table, model: Chat) -> None:
    table.receive(*[list_mail(name, f"{TEXT} {name}.") for name in ("Ann", "Bob", "Cat")])
    assert len(model.asked) == 1


def test_a_mail_is_asked_about_once_however_often_it_comes(table: Table, model: Chat) -> None:
    for _ in range(3):
        say(table, "Ann", TEXT, message_id="<once@post.example>")
    assert len(model.asked) == 1


@pytest.mark.parametrize("where", ["off", "list"])
def test_where_no_reading_is_shown_it_is_not_asked(tmp_path: Path, model: Chat, where: str) -> None:
    table = helped(begun(tmp_path, options={"confirm_announcements": where}), model)
    asked = text_of(only(say(table, "Ann", TEXT), "question"))
    assert "drawing" not in asked
    assert model.asked == []


def test_it_may_name_the_people_of_the_settings(table: Table, model: Chat) -> None:
    model.says("I give Bob 2 items.")
    text = "Two of my things go to Bob, whichever, handed over."
    asked = only(say(table, "Ann", text), "question")
    assert "I give 2 items to Bob" in text_of(asked)


def test_no_transaction_is_open_while_it_thinks(tmp_path: Path, table: Table, model: Chat) -> None:
    def answer(_: object) -> bytes:
        with closing(sqlite3.connect(tmp_path / "rednov.db", timeout=0)) as other:
            other.execute("BEGIN EXCLUSIVE")  # fails while anybody else reads or writes
            other.rollback()
        return completion(RIGHT)

    model.answer = answer
    asked = only(say(table, "Ann", TEXT), "question")
    assert "drawing 3 items" in text_of(asked)


def test_signs_of_life_are_given_meanwhile(
    table: Table, model: Chat, monkeypatch: pytest.MonkeyPatch
) -> None:
    model.pause = 0.01  # a second or two for its answer
    signs: list[int] = []
    monkeypatch.setattr("rednov_bot.watchdog.alive", lambda: signs.append(len(model.asked)))
    with table.desk.ledger.transaction() as records:
        mail = list_mail("Ann", TEXT)
        records.keep(
            [RawMail(folder="INBOX", uidvalidity=1, uid=9, octets=mail, arrived_at=table.clock.at)]
        )
    assert work(table.desk) == 1
    assert len([one for one in signs if one]) > 1
    assert len(model.asked) == 1


def test_a_reader_that_fails_is_told_of_where_the_mail_is_handled(
    table: Table, model: Chat, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object, **__: object) -> None:
        raise KeyError("grog")

    monkeypatch.setattr("rednov_bot.desk.listening.read_letter", fails)
    say(table, "Ann", TEXT)
    assert filed(table).disposition == "hold"
    assert "KeyError" in filed(table).reason
    assert model.asked == []


@pytest.mark.parametrize("given", [True, False])
def test_a_desk_has_one_where_the_settings_name_it(tmp_path: Path, given: bool) -> None:
    known = settings_for(f"sqlite:///{tmp_path / 'rednov.db'}")
    if given:
        named = ReadingSettings(assistant="http://127.0.0.1:9/v1", model="small")
        known = with_field(known, reading=named)
    assert (bootstrap.open_desk(known).assistant is not None) == given
