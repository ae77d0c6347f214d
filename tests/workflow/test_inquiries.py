"""Whoever asks the bot alone for their hand or the state of the game is told, and nobody else."""

from __future__ import annotations

from pathlib import Path

import pytest

from rednov_bot.games.red_november.rules.gamestate import Limit
from rednov_bot.games.red_november.rules.words import SEA
from tests.builders import address_of, private_mail
from tests.workflow.play import (
    Table,
    code_in,
    everything_public,
    flat,
    jammed,
    only,
    subject_of,
    text_of,
)

CHECK = "rednov+check@bots.example"


def told(table: Table, who: str, text: str, **more: str) -> str:
    """The one answer on one line with its subject; it goes to whoever asked."""
    (mail,) = table.write(who, text, **more)
    assert max(map(len, text_of(mail).splitlines())) <= 72
    assert mail.posting.to == address_of(who)
    assert everything_public((mail,)) == ""
    return flat(subject_of(mail), text_of(mail))


def test_a_hand_is_told_to_its_gnome_with_its_limit_and_its_last_change(table: Table) -> None:
    table.arrange(hands={"Ann": ("grog", "aqualung", "grog"), "Bob": ("lucky_charm",)})
    before = table.numbered()
    for text in ("hand", "What do I hold?", "My hand, please!"):
        said = told(table, "Ann", text)
        assert table.filed().reason == "asks for hand"
    assert said.startswith("[Red November] Your hand ")
    assert "you hold 3 items" in said
    assert "2 grogs +30% for whatever you mend or fight; lets you into fire" in said
    assert "No hand limit is pending." in said
    assert "It last changed with the opening:" in said
    assert "lucky charm" not in said
    assert table.numbered() == before
    table.arrange(limits={"Ann": Limit(2)})
    assert "discard 1 item, by announcement on the list" in told(table, "Ann", "hand")
    assert "You have to discard 1 item (§17)." in told(table, "Ann", "status")
    table.arrange(hands={"Ann": ("grog",)})
    assert "you do not exceed it" in told(table, "Ann", "hand")
    code = code_in(table.say("Ann", "I drink a grog and take no action."))
    assert "Your turn 1 is not resolved yet." in told(table, "Ann", "hand")
    table.reply(code, "approve")
    said = told(table, "Ann", "hand")
    assert "you hold no items." in said
    assert "It last changed with turn 1: You use up a grog." in said


def test_the_state_of_the_game_is_told(table: Table) -> None:
    table.arrange(
        gnomes={"Ann": {"minutes": 31}, "Bob": {"at": SEA}, "Cat": {"fainted": True, "at": 10}},
        hands={"Ann": ("lucky_charm",)},
        rooms={6: "fire", 8: "low"},
        blocked=frozenset({(5, 7)}),
        tokens=(("kraken", 20),),
    )
    for text in ("status", "Where does everyone stand?", "show me the sub"):
        said = told(table, "Ann", text)
    for part in (
        "[Red November] How the game stands",
        "RN1: turn 1 is awaited.",
        "You may take a turn now.",
        "From room 5 hatches lead to 2, 4, 6 (on fire) and 8 (low water); blocked: to 7.",
        "You may walk first, 1 minute a hatch (1 minute more into low water or out to the sea), "
        "and then take one action where you arrive.",
        "Here you can unblock hatch 5-7 (1 to 10 minutes) or take no action (1 minute).",
        "Ahead of you: events at 30, 27 and 24; an item at 30; Devoured by Kraken! at 20.",
        "may act now Ann and Bob",
        "asleep",
        "^^FIRE^^",
    ):
        assert part in said
    assert "lucky" not in said
    table.arrange(gnomes={"Ann": {"at": 1, "minutes": 6}}, rooms={1: "low"})
    said = told(table, "Ann", "What can I do?")
    assert "fix the engine (1 to 4 minutes, and 2 for the low water)" in said
    table.arrange(gnomes={"Ann": {"at": 6}}, rooms={6: "dry"})
    said = told(table, "Ann", "What can I do?")
    assert "There is nothing to do where you stand, but you can take no action (1 minute)." in said


def test_where_one_may_ask(table: Table) -> None:
    assert "Your hand" in told(table, "Ann", "hand", to=CHECK)
    (mail,) = table.receive(private_mail("Ann", "", subject="Status?"))
    assert subject_of(mail) == "[Red November] How the game stands"
    assert table.say("Ann", "hand") == ()
    octets = private_mail("Ann", "hand")
    for mark in (b"Precedence: bulk", b"Auto-Submitted: auto-replied"):
        marked = octets.replace(b"\r\nMessage-ID:", b"\r\n" + mark + b"\r\nMessage-ID:")
        assert table.receive(marked) == ()


def test_who_is_waited_for_is_told_and_the_drafts_to_the_contestmaster_alone(table: Table) -> None:
    code = code_in(table.say("Bob"))
    said = told(table, "Ann", "status")
    assert "turn 1, Bob's, awaits its resolution by Pewterby, due by Wed 25 Nov 2026" in said
    assert "You may take no turn until it is resolved. From where you are now:" in said
    assert "nobody: Bob's turn awaits its resolution" in said
    assert "AWAITING" not in said
    said = told(table, "Pewterby", "status")
    assert f"AWAITING YOUR WORD [rednov {code}] Turn 1: Bob, due by Wed 25 Nov 2026" in said
    (answer,) = table.reply(code, "status")
    assert "How the game stands" in subject_of(answer)
    assert table.open_codes() == [code]
    void = code_in(table.say("Ann", "I fix the engine for 3 minutes."))
    said = told(table, "Pewterby", "status")
    assert f"[rednov {void}] Without effect: turn of Ann" in said
    assert said.count("Without effect: turn of Ann") == 1


def test_a_choice_that_is_waited_for_is_told_to_whoever_makes_it_alone(tmp_path: Path) -> None:
    table, _ = jammed(tmp_path)
    assert "It waits for a choice of yours" in told(table, "Ann", "status")
    assert "choice" not in told(table, "Bob", "status")
    assert "waits for a choice of Ann's" in told(table, "Pewterby", "status")


@pytest.mark.parametrize("who", ["Dan", "Pewterby"])
def test_who_is_no_gnome_is_told_no_hand(table: Table, who: str) -> None:
    """§6."""
    table.arrange(hands={"Ann": ("lucky_charm",)})
    said = told(table, who, "hand")
    assert "you are not a gnome in a running game and hold no items" in said
    assert "RN1: turn 1 is awaited." in said
    assert "lucky charm" not in said


def test_the_words_of_an_answer_that_is_quoted_ask_for_nothing(table: Table) -> None:
    (mail,) = table.write("Ann", "hand and status")
    quote = "\n".join(f"> {line}".rstrip() for line in text_of(mail).splitlines())
    quote = f"On Mon, 23 Nov 2026, Red November bot wrote:\n{quote}\n"
    before = table.numbered()
    news = table.write("Ann", f"Thank you!\n\n{quote}", subject=f"Re: {subject_of(mail)}")
    assert [one for one in news if "Your hand" in subject_of(one)] == []
    assert table.numbered() == before
    text = f"I open 5-6, go in; no action.\n\n{quote}"
    news = table.write("Ann", text, subject=f"Re: {subject_of(mail)}")
    assert "Your turn, only checked" in subject_of(only(news, "receipt"))
