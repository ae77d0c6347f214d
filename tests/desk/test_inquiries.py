"""Whoever asks the bot alone for eir hand or the state of the game is told, and nobody else."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest
from msgspec.structs import replace

from rednov_bot.engine.gamestate import Limit
from rednov_bot.engine.words import SEA
from tests.builders import Table, a_table, private_mail
from tests.desk.play import (
    Postings,
    arrange,
    begun,
    code_in,
    everything_public,
    filed,
    kinds,
    numbered,
    only,
    open_codes,
    reply,
    say,
    subject_of,
    text_of,
    write,
)
from tests.desk.test_choices import jammed

CHECK = "rednov+check@bots.example"


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return begun(tmp_path)


def flat(news: Postings) -> str:
    """The one answer on one line; it goes to the person who asked."""
    (mail,) = news
    assert max(map(len, text_of(mail).splitlines())) <= 72
    return " ".join(text_of(mail).split())


@pytest.mark.parametrize("text", ["hand", "What do I hold?", "My hand, please!"])
def test_a_hand_is_told_item_by_item(table: Table, text: str) -> None:
    arrange(table, hands={"Ann": ("grog", "aqualung", "grog"), "Bob": ("lucky_charm",)})
    news = write(table, "Ann", text)
    told = flat(news)
    assert subject_of(news[0]) == "[Red November] Your hand"
    assert news[0].posting.to == "ann@post.example"
    assert "you hold 3 items" in told
    assert "2 grogs +30% for whatever you mend or fight; lets you into fire" in told
    assert "1 aqualung lets you out, and live there, for one turn" in told
    assert "No hand limit is pending." in told
    assert "lucky charm" not in told
    assert "THE GAME" not in told
    assert filed(table).reason == "asks for hand"


def test_a_pending_limit_is_told_with_the_hand(table: Table) -> None:
    arrange(table, hands={"Ann": ("grog",) * 3}, limits={"Ann": Limit(2)})
    assert "discard 1 item, by announcement on the list" in flat(write(table, "Ann", "hand"))
    told = flat(write(table, "Ann", "status"))
    assert "You may take no turn now: You have to discard 1 item (§17)." in told
    arrange(table, hands={"Ann": ("grog",)})
    assert "you do not exceed it" in flat(write(table, "Ann", "hand"))


def test_the_last_change_is_told_with_the_hand(table: Table) -> None:
    assert "It last changed with the opening:" in flat(write(table, "Ann", "hand"))
    arrange(table, hands={"Ann": ("grog",)})
    code = code_in(say(table, "Ann", "I drink a grog and take no action."))
    told = flat(write(table, "Ann", "hand"))
    assert (
        "Your turn 1 is not resolved yet. The items that it uses or gives are still in the list."
        in told
    )
    assert "It last changed with the opening:" in told
    reply(table, code, "approve")
    code = code_in(say(table, "Bob"))
    reply(table, code, "approve")
    told = flat(write(table, "Ann", "hand"))
    assert "you hold no items." in told
    assert "It last changed with turn 1: You use up a grog." in told


@pytest.mark.parametrize("text", ["status", "Where does everyone stand?", "show me the sub"])
def test_the_state_of_the_game_is_told(table: Table, text: str) -> None:
    gnomes = {"Ann": {"minutes": 31}, "Bob": {"at": SEA}, "Cat": {"fainted": True, "at": 10}}
    arrange(
        table,
        gnomes=gnomes,
        hands={"Ann": ("lucky_charm",)},
        rooms={6: "fire", 8: "low"},
        blocked=frozenset({(5, 7)}),
        tokens=(("kraken", 20),),
    )
    news = write(table, "Ann", text)
    told = flat(news)
    assert subject_of(news[0]) == "[Red November] How the game stands"
    for part in (
        "RN1: turn 1 is awaited.",
        "You may take a turn now.",
        "From room 5 hatches lead to 2, 4, 6 (on fire) and 8 (low water); blocked: to 7.",
        "You may walk first, 1 minute a hatch (1 minute more into low water or out to the sea), "
        "and then take one action where you arrive.",
        "Here you can unblock hatch 5-7 (1 to 10 minutes) or take no action (1 minute).",
        "Ahead of you: events at 30, 27 and 24; an item at 30; Devoured by Kraken! at 20.",
        "may act now Ann and Bob",
        "asleep",
    ):
        assert part in told
    assert "^^FIRE^^" in text_of(news[0])
    assert "lucky" not in told


def test_who_stands_where_nothing_is_to_do_is_told_to_walk(table: Table) -> None:
    arrange(table, gnomes={"Ann": {"at": 6}})
    told = flat(write(table, "Ann", "What can I do?"))
    assert "There is nothing to do where you stand, but you can take no action (1 minute)." in told
    assert "and then take one action where you arrive." in told


def test_the_minutes_of_an_action_are_those_that_are_left(table: Table) -> None:
    arrange(table, gnomes={"Ann": {"at": 1, "minutes": 6}}, rooms={1: "low"})
    told = flat(write(table, "Ann", "What can I do?"))
    assert "fix the engine (1 to 4 minutes, and 2 for the low water)" in told
    assert "pump out room 1 (1 to 6 minutes)" in told


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("Hi, how do I win?\n\nAnn", "rules"),
        ("Hi how do I win?", "rules"),
        ("What do I have in my hand? And who has the most minutes?", "hand and status"),
        ("How many minutes does Bob have left?", "status"),
    ],
)
def test_a_newcomer_is_understood(table: Table, text: str, asked: str) -> None:
    write(table, "Ann", text)
    assert filed(table).reason == f"asks for {asked}"


def test_a_question_beside_a_request_is_not_passed_over(table: Table) -> None:
    told = flat(write(table, "Ann", "What is in my hand? Where can I buy a hat?"))
    assert "you hold" in told
    assert 'There is no answer here to "Where can I buy a hat?"' in told


def test_what_is_no_question_beside_a_request_leaves_the_mail_to_others(table: Table) -> None:
    write(table, "Ann", "What is in my hand? I take no action.")
    assert "asks for" not in filed(table).reason


def test_the_rules_name_the_page_on_turns_where_it_is_on_the_web(table: Table) -> None:
    assert "Write a turn" not in flat(write(table, "Ann", "rules"))
    known = table.desk.settings
    site = replace(known.bot, guide="https://bots.example/rednov/")
    table.desk = dataclasses.replace(table.desk, settings=replace(known, bot=site))
    told = flat(write(table, "Ann", "rules"))
    assert "Write a turn (https://bots.example/rednov/gnomes/turns.html)." in told


def test_both_are_told_in_one_mail(table: Table) -> None:
    news = write(table, "Ann", "What do I hold, and where is everyone?")
    assert kinds(news) == ["receipt"]
    assert subject_of(news[0]) == "[Red November] Your hand, and how the game stands"
    assert filed(table).reason == "asks for hand and status"


def test_the_address_for_checks_answers_such_questions_too(table: Table) -> None:
    assert subject_of(write(table, "Ann", "hand", to=CHECK)[0]) == "[Red November] Your hand"


def test_a_subject_alone_asks_as_well(table: Table) -> None:
    (mail,) = table.receive(private_mail("Ann", "", subject="Status?"))
    assert subject_of(mail) == "[Red November] How the game stands"


def test_a_list_is_told_nothing(table: Table) -> None:
    assert say(table, "Ann", "hand") == ()
    assert say(table, "Ann", "status") == ()


def test_a_machine_is_told_nothing(table: Table) -> None:
    octets = private_mail("Ann", "hand")
    for mark in (b"Precedence: bulk", b"Auto-Submitted: auto-replied"):
        marked = octets.replace(b"\r\nMessage-ID:", b"\r\n" + mark + b"\r\nMessage-ID:")
        assert table.receive(marked) == ()


def test_who_is_waited_for_is_told(table: Table) -> None:
    say(table, "Bob")
    told = flat(write(table, "Ann", "status"))
    assert "turn 1, Bob's, awaits its resolution by Pewterby, due by Wed 25 Nov 2026" in told
    assert "You may take no turn until it is resolved. From where you are now:" in told
    assert "nobody: Bob's turn awaits its resolution" in told


def test_a_choice_that_is_waited_for_is_told_to_whoever_makes_it_alone(tmp_path: Path) -> None:
    table, _ = jammed(tmp_path)
    assert "It waits for a choice of yours" in flat(write(table, "Ann", "status"))
    assert "choice" not in flat(write(table, "Bob", "status"))
    assert "waits for a choice of Ann's" in flat(write(table, "Pewterby", "status"))


def test_the_contestmaster_is_told_of_open_drafts(table: Table) -> None:
    news = say(table, "Bob")
    code = code_in(news)
    told = flat(write(table, "Pewterby", "status"))
    assert f"AWAITING YOUR WORD [rednov {code}] Turn 1: Bob, due by Wed 25 Nov 2026" in told
    assert "AWAITING" not in flat(write(table, "Ann", "status"))


def test_the_draft_of_a_refused_turn_stands_in_the_status_once(table: Table) -> None:
    code = code_in(say(table, "Ann", "I fix the engine for 3 minutes."))
    told = flat(write(table, "Pewterby", "status"))
    assert f"[rednov {code}] Without effect: turn of Ann" in told
    assert told.count("Without effect: turn of Ann") == 1
    duties = flat(write(table, "Pewterby", "duties"))
    assert "Without effect: turn of Ann" in duties


def test_the_contestmaster_may_ask_in_answer_to_a_draft(table: Table) -> None:
    code = code_in(say(table, "Bob"))
    assert subject_of(reply(table, code, "status")[0]) == "[Red November] How the game stands"
    assert open_codes(table) == [code]


@pytest.mark.parametrize("who", ["Dan", "Pewterby"])
def test_whoever_is_no_gnome_holds_nothing_and_is_told_the_rest(table: Table, who: str) -> None:
    arrange(table, hands={"Ann": ("lucky_charm",)})
    told = flat(write(table, who, "hand"))
    assert "you are not a gnome in a running game and hold no items" in told
    assert "RN1: turn 1 is awaited." in told
    assert "lucky charm" not in told


def test_between_games_there_is_little_to_tell(tmp_path: Path) -> None:
    table = a_table(tmp_path)
    told = flat(write(table, "Ann", "status"))
    assert "No game is being played; Pewterby may start one (§4)." in told


def test_after_a_game_its_end_is_told(table: Table) -> None:
    arrange(table, pressure=9, deck=["descent"], gnomes={"Ann": {"minutes": 37}})
    reply(table, code_in(say(table, "Ann")), "approve")
    told = flat(write(table, "Bob", "status"))
    assert "RN1 is over: the sub was lost and nobody won." in told
    assert "nobody: the game is over" in told


def test_asking_changes_nothing_and_reaches_no_list(table: Table) -> None:
    arrange(table, hands={"Ann": ("lucky_charm",)})
    before = numbered(table)
    news = write(table, "Ann", "hand and status")
    assert numbered(table) == before
    assert everything_public(news) == ""


# -- replies to what was told ---------------------------------------------------------------------


def test_thanks_for_a_hand_are_nothing_more(table: Table) -> None:
    (mail,) = write(table, "Ann", "hand and status")
    quote = "\n".join(f"> {line}".rstrip() for line in text_of(mail).splitlines())
    text = f"Thank you!\n\nOn Mon, 23 Nov 2026, Red November bot wrote:\n{quote}\n"
    before = numbered(table)
    news = write(table, "Ann", text, subject=f"Re: {subject_of(mail)}")
    assert numbered(table) == before
    assert [one for one in news if "Your hand" in subject_of(one)] == []


def test_a_turn_above_a_quoted_hand_is_checked(table: Table) -> None:
    (mail,) = write(table, "Ann", "hand and status")
    quote = "\n".join(f"> {line}".rstrip() for line in text_of(mail).splitlines())
    text = f"I open 5-6, go in; no action.\n\nOn Mon, 23 Nov, Red November bot wrote:\n{quote}\n"
    news = write(table, "Ann", text, subject=f"Re: {subject_of(mail)}")
    assert "Your turn, only checked" in subject_of(only(news, "receipt"))


def test_the_words_of_a_request_in_a_quote_ask_for_nothing(table: Table) -> None:
    (mail,) = write(table, "Ann", "help")
    quote = "\n".join(f"> {line}".rstrip() for line in text_of(mail).splitlines())
    text = f"On Mon, 23 Nov 2026, Red November bot wrote:\n{quote}\n"
    news = write(table, "Ann", text, subject=f"Re: {subject_of(mail)}")
    assert [one for one in news if "hand" in subject_of(one).lower()] == []


def test_s118_what_others_hold_is_secret(table: Table) -> None:
    arrange(table, hands={"Ann": ("grog",), "Bob": ("coffee",)})
    news = write(table, "Ann", "What do I hold? What does Bob hold?")
    assert [one.posting.to for one in news] == ["ann@post.example"]
    assert "you hold 1 item: 1 grog" in flat(news)
    assert "What the other gnomes hold is secret (§6)." in flat(news)
    assert "coffee" not in flat(news)


def test_who_is_no_gnome_is_told_no_hand_either(table: Table) -> None:
    arrange(table, hands={"Bob": ("coffee",)})
    news = write(table, "Dan", "What does Bob hold?")
    assert "what the gnomes hold is secret (§6)" in flat(news)
    assert "coffee" not in flat(news)
