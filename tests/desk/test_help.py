"""Whoever asks how to play by mail, or is not understood at all, is told once how it goes."""

from __future__ import annotations

from pathlib import Path

import pytest

from rednov_bot import language
from rednov_bot.papers import Discard, ItemList, TurnAct
from tests.builders import BOT, BUSINESS, Table, private_mail
from tests.desk.play import (
    Postings,
    arrange,
    begun,
    code_in,
    filed,
    kinds,
    only,
    open_codes,
    reply,
    say,
    subject_of,
    text_of,
    write,
)


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return begun(tmp_path)


def helped(news: Postings) -> str:
    """The help mail among these."""
    (mail,) = news
    assert "[Red November] How to " in subject_of(mail)
    return text_of(mail)


def examples(text: str) -> list[str]:
    """The paragraphs that stand further to the right: what may be written."""
    found: list[list[str]] = []
    inside = False
    for line in text.splitlines():
        deep = line.startswith("    ")
        if deep and not inside:
            found.append([])
        if deep:
            found[-1].append(line.strip())
        inside = deep
    return [" ".join(lines) for lines in found]


@pytest.mark.parametrize(
    "text",
    [
        "help",
        "Help!",
        "HELP ME PLEASE",
        "Hello,\n\nhow do I take a turn?",
        "How does this work?",
        "What can I do?",
        "Hi, I need some help with discarding",
    ],
)
def test_whoever_asks_how_to_play_is_told(table: Table, text: str) -> None:
    told = helped(write(table, "Ann", text))
    assert BUSINESS in told
    assert BOT in told
    assert filed(table).reason == "asks for help"
    assert max(map(len, told.splitlines())) <= 72


def test_a_subject_alone_may_ask_for_help(table: Table) -> None:
    helped(table.receive(private_mail("Ann", "", subject="Help")))
    assert table.receive(private_mail("Ann", "", subject="Re: your cat")) == ()


def test_a_list_is_not_told_how_to_play(table: Table) -> None:
    assert say(table, "Ann", "help") == ()


def test_a_turn_with_a_question_beside_it_is_checked(table: Table) -> None:
    news = write(table, "Ann", "How do I play this? I take no action.")
    assert "would be valid" in subject_of(news[0])


def test_what_was_not_understood_at_all_brings_help(table: Table) -> None:
    first = helped(write(table, "Ann", "Lovely weather down here."))
    assert "was not understood" in " ".join(first.split())


def test_every_example_for_a_gnome_is_read_as_it_is_meant(table: Table) -> None:
    acts: list[object] = []
    for example in examples(helped(write(table, "Ann", "help"))):
        if example.startswith("choose "):
            assert language.read_choice(example, candidates=("5-6", "5-7")) == "5-6"
            continue
        reading = language.read(example, author="Ann", people=("Ann", "Bob", "Cat"))
        if reading.verdict != "acts":
            reading = language.read(
                example, author="Ann", people=("Ann", "Bob", "Cat"), reader="private"
            )
        assert reading.verdict == "acts", example
        acts += reading.acts
    turns = [act for act in acts if isinstance(act, TurnAct)]
    assert turns[0].turn.action is not None
    assert any(one.turn.orders.block and one.turn.orders.spread for one in turns)
    assert any(one.turn.action and one.turn.action.give_count for one in turns)
    assert any(isinstance(act, Discard) and act.items for act in acts)
    assert any(isinstance(act, Discard) and act.count for act in acts)
    assert any(isinstance(act, ItemList) for act in acts)


def test_who_plays_no_game_is_told_how_to_join(table: Table) -> None:
    told = helped(write(table, "Dan", "help"))
    assert "I join Red November." in told
    assert "I join" not in helped(write(table, "Ann", "help"))


def test_the_contestmaster_is_told_the_replies_and_what_awaits_them(table: Table) -> None:
    code = code_in(say(table, "Ann"))
    told = helped(write(table, "Pewterby", "help"))
    for word in ("approve", "reject because", "choose", "again"):
        assert word in told
    assert f"[rednov {code}] Turn 1: Ann, due by" in told
    assert "I use" not in told
    assert open_codes(table) == [code]


def test_the_contestmaster_may_ask_for_help_in_answer_to_a_draft(table: Table) -> None:
    code = code_in(say(table, "Ann"))
    assert code in helped(reply(table, code, "help"))


def test_a_rejection_that_asks_how_something_can_be_is_a_rejection(table: Table) -> None:
    code = code_in(say(table, "Ann"))
    reply(table, code, "reject because I don't know how that can be: how do they breathe?")
    assert open_codes(table) == []


def test_the_contestmaster_who_is_not_understood_is_told_the_replies(table: Table) -> None:
    assert "approve" in helped(write(table, "Pewterby", "Well done, bot."))


def test_a_choice_without_its_code_is_asked_about_while_one_awaits(table: Table) -> None:
    helped(write(table, "Pewterby", "choose wisely"))
    arrange(table, rooms={5: "fire"})
    code = code_in(say(table, "Ann", "Extinguish the fire for 1 minute."))
    for text in ("choose open 5-6 and enter", "approve", "again"):
        news = write(table, "Pewterby", text)
        assert kinds(news) == ["question"]
        assert f"[rednov {code}]" in text_of(only(news, "question"))
    assert open_codes(table) == [code]


@pytest.mark.parametrize(
    "mark",
    [b"Auto-Submitted: auto-generated", b"Precedence: junk", b"X-Autoreply: yes"],
    ids=lambda mark: mark.decode().partition(":")[0],
)
def test_a_machine_is_not_helped(table: Table, mark: bytes) -> None:
    octets = private_mail("Ann", "help")
    marked = octets.replace(b"\r\nMessage-ID:", b"\r\n" + mark + b"\r\nMessage-ID:")
    assert table.receive(marked) == ()
