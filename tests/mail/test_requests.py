"""Who asks in private for eir hand or for the state of the game is understood; nobody else is."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import product
from typing import get_args

import pytest

from rednov_bot.core.mail.roster import Roster
from rednov_bot.core.models import Message
from rednov_bot.core.workflow.commands import polite, replies, requests as requests_module
from rednov_bot.core.workflow.commands.replies import asks_for_help, begins_with_help, read_reply
from rednov_bot.core.workflow.commands.requests import Request, game_asked_about, requests
from rednov_bot.core.workflow.screening import screen
from rednov_bot.games.red_november.reader import consent
from rednov_bot.games.red_november.reader.consent import read_consent
from tests.builders import BOT, BUSINESS, list_mail, private_mail, settings_for
from tests.rigs.scale import some

ROSTER = Roster.of(settings_for("sqlite://"))
CHECK = "rednov+check@bots.example"


def message(octets: bytes) -> Message:
    found = screen(octets, ROSTER).message
    assert found is not None
    return found


def asked(text: str, subject: str = "a word") -> str:
    found = message(private_mail("Ann", text, subject=subject))
    return " ".join(sorted(requests(found)))


@pytest.mark.parametrize(
    "text",
    [
        "What are my standing orders?",
        "standing orders",
        "Show me my standing orders, please.",
        "Which orders do I have?",
    ],
)
def test_standing_orders_are_asked_for(text: str) -> None:
    assert asked(text) == "orders"


@pytest.mark.parametrize(
    "text",
    [
        "rules",
        "What are the rules?",
        "Hi, how do I win?",
        "How does the game work?",
        "What is Agora? And what is the contract?",
        "Please send me the rules of the game.",
        "What is this all about?",
    ],
)
def test_the_rules_are_asked_for(text: str) -> None:
    assert asked(text) == "rules"


@pytest.mark.parametrize(
    "text",
    ["I win!", "The rules are unfair.", "How do I win if I drink the grog?", "What is the map?"],
)
def test_other_words_about_the_rules_ask_for_no_rules(text: str) -> None:
    assert "rules" not in asked(text)


@pytest.mark.parametrize(
    "text",
    ["no standing orders", "standing orders: none", "My standing orders: I defend.", "orders"],
)
def test_standing_orders_that_are_given_are_not_asked_for(text: str) -> None:
    assert asked(text) == ""


def test_a_hand_and_the_time_that_is_left_are_asked_for_together() -> None:
    assert asked("what's in my hand and how much time do I have left?") == "hand status"


@pytest.mark.parametrize(
    "text",
    [
        "hand",
        "Hand!",
        "My hand, please.",
        "inventory",
        "What do I hold?",
        "what do I have?",
        "Which items do I have now?",
        "Hi bot,\n\nplease show me my hand.\n\nThanks\nAnn",
        "Could you send me my current inventory?",
        "What's in my hand?",
        "Show me my items again, please",
        "What am I holding?",
        "*hand*",
        "Tell me what I hold",
    ],
)
def test_a_hand_is_asked_for(text: str) -> None:
    assert asked(text) == "hand"


@pytest.mark.parametrize(
    "text",
    [
        "What does Bob hold?",
        "what has Bob Cratchit got now?",
        "Which items do the others have?",
        "Bob's hand, please",
        "Who holds what?",
        "Show me the others' hands",
        "What is Cat carrying?",
    ],
)
def test_other_hands_are_asked_for(text: str) -> None:
    assert asked(text) == "others' hands"


def test_both_ones_own_hand_and_anothers_are_asked_for() -> None:
    assert asked("What do I hold? What does Bob hold?") == "hand others' hands"


@pytest.mark.parametrize("text", ["What does it have?", "What do we have to do?", "Bob's turn"])
def test_something_else_is_no_question_about_other_hands(text: str) -> None:
    assert "others' hands" not in asked(text)


@pytest.mark.parametrize(
    "text",
    [
        "status",
        "STATUS?",
        "Status please",
        "where does everyone stand?",
        "Where is everyone?",
        "Show me the sub.",
        "map",
        "How do things stand?",
        "What is going on?",
        "Whose turn is it?",
        "Who may act?",
        "Dear bot, could I see the current position of the game? Many thanks.",
        "What's the state of the game?",
        "Who is next?",
    ],
)
def test_the_state_of_the_game_is_asked_for(text: str) -> None:
    assert asked(text) == "status"


@pytest.mark.parametrize(
    ("text", "which"),
    [
        ("report", "position"),
        ("Report please", "position"),
        ("Could you send me a report of the game?", "position"),
        ("report on RN2", "position"),
        ("standing", "contest"),
        ("Show me the standings, please.", "contest"),
        ("contest report", "contest"),
        ("points", "contest"),
        ("weekly report", "week"),
        ("story", "story"),
        ("Tell me the story of RN1!", "story"),
        ("the story of the last game, please", "story"),
        ("report and story and hand", "hand position story"),
    ],
)
def test_a_report_is_asked_for(text: str, which: str) -> None:
    assert asked(text) == which


@pytest.mark.parametrize(
    ("text", "game"), [("story of rn12", "RN12"), ("story", None), ("report RN1, story RN2", None)]
)
def test_a_request_may_name_a_game(text: str, game: str | None) -> None:
    assert game_asked_about(message(private_mail("Ann", text, subject="a word"))) == game


@pytest.mark.parametrize(
    "text",
    [
        "I report that I am away until Friday",
        "My report: I take no action",
        "the story so far is sad",
        "2 points",
        "I report Bob for cheating",
        "RN1 is a fine game",
    ],
)
def test_a_word_of_a_report_in_a_sentence_asks_for_none(text: str) -> None:
    assert asked(text) == ""


@pytest.mark.parametrize(
    "text", ["hand and status", "status\nhand", "What do I hold, and where is everyone?"]
)
def test_both_are_asked_for_at_once(text: str) -> None:
    assert asked(text) == "hand status"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Ann",
        "Thanks!",
        "Hi",
        "Items: coffee, crowbar",
        "I use my hand.",
        "I hand Bob a grog.",
        "Hand over a grog to Bob",
        "I discard an item.",
        "What does the status say about me drinking a grog?",
        "My hand is full of grog.",
        "I give 2 items to Bob.",
        "Status: I take no action.",
        "the others have left the sub",
        "Bob asked what I hold; I take no action.",
        "I open the sub and go out",
        "help",
        "status quo ante",
        "hand " * 100,
    ],
)
def test_whoever_says_anything_else_asks_for_neither(text: str) -> None:
    assert asked(text) == ""


def test_an_empty_answer_to_a_hand_asks_for_nothing() -> None:
    octets = private_mail("Ann", "", subject="Re: [Red November] Your hand")
    assert requests(message(octets))
    below = b"\r\nIn-Reply-To: <rednov.test.000001@bots.example>\r\nMessage-ID:"
    assert not requests(message(octets.replace(b"\r\nMessage-ID:", below)))


def test_a_subject_alone_may_ask() -> None:
    assert asked("", subject="Re: [Red November] hand") == "hand"
    assert screen(private_mail("Ann", "", subject="status"), ROSTER).disposition == "read"
    assert screen(private_mail("Ann", "", subject="your cat"), ROSTER).disposition == "hold"
    assert screen(list_mail("Ann", "", subject="status"), ROSTER).disposition == "hold"


# -- the address for checks -----------------------------------------------------------------------


def test_the_address_for_checks_reaches_the_bot_alone() -> None:
    plain, check = private_mail("Ann", "hand"), private_mail("Ann", "hand", to=CHECK)
    assert (message(plain).forum, message(plain).check) == ("private", False)
    assert (message(check).forum, message(check).check) == ("private", True)
    loud = private_mail("Ann", "hand", to="RedNov+CHECK@Bots.Example")
    assert message(loud).check


@pytest.mark.parametrize("field", ["Cc", "Delivered-To", "X-Original-To"])
def test_the_address_for_checks_may_stand_in_any_field_of_recipients(field: str) -> None:
    octets = private_mail("Ann", "hand", to="Ann <ann@post.example>")
    found = message(octets.replace(b"\r\nSubject:", f"\r\n{field}: {CHECK}\r\nSubject:".encode()))
    assert (found.forum, found.check) == ("private", True)


def test_what_a_list_passed_on_is_no_check() -> None:
    octets = list_mail("Ann", "I take no action.")
    found = message(octets.replace(b"\r\nSubject:", f"\r\nCc: {CHECK}\r\nSubject:".encode()))
    assert (found.forum, found.public, found.check) == ("business", True, False)


def test_a_direct_copy_of_a_mail_to_a_list_is_no_check() -> None:
    screened = screen(private_mail("Ann", "I take no action.", to=f"{BUSINESS}, {CHECK}"), ROSTER)
    assert screened.disposition == "ignore"


def test_a_mail_to_both_addresses_of_the_bot_is_a_check() -> None:
    assert message(private_mail("Ann", "I take no action.", to=f"{BOT}, {CHECK}")).check


def test_a_mail_from_the_address_for_checks_is_the_bots_own() -> None:
    screened = screen(private_mail("Zed", "hand", address=CHECK), ROSTER)
    assert (screened.disposition, screened.reason) == ("ignore", "The bot wrote it.")


@pytest.mark.parametrize("tag", ["news", "checks", ""])
def test_another_detail_is_another_address(tag: str) -> None:
    assert message(private_mail("Ann", "hand", to=f"rednov+{tag}@bots.example")).forum is None


# A pattern that can share a text out in many ways would not come back from these before night.
_WORDS = sorted(
    set(
        re.findall(
            r"[a-z']+",
            " ".join(
                (
                    *requests_module._ASKING,
                    requests_module._BEHIND,
                    requests_module._FILLING,
                    requests_module._HAND,
                    *requests_module._WAYS.values(),
                    polite.LEAD,
                    polite.POLITE,
                    replies._HELP.pattern,
                    replies._HOW.pattern,
                    replies._AT_ONCE.pattern,
                    replies._ANSWERING.pattern,
                    *consent._YES,
                    *consent._NO,
                    *consent._POLITE,
                    *consent._OBJECTS,
                )
            ),
        )
    )
)


@pytest.mark.parametrize("end", ["", "x", "?", "'", ":", "!x"])
def test_no_word_said_over_and_over_keeps_the_reader_busy(end: str) -> None:
    betweens = (" ", ", ", "' ", "  ")
    for number, word in enumerate(_WORDS):
        for between in some(betweens, len(betweens), number):
            text = (f"{word}{between}" * 40)[:298] + end
            said = message(private_mail("Ann", "x", subject=f"Re: [rednov ABCDEF] {text}"))
            said = replace(said, text=text)
            assert requests(said) <= set(get_args(Request))
            read_reply(said)
            asks_for_help(said)
            asks_for_help(replace(said, text="", subject=text))
            begins_with_help(said)
            read_consent(text, ("Ann", "Bob"))


def test_pairs_of_words_that_ask_do_not_either() -> None:
    for one, other in product(sorted(requests_module._ASKING), ("what", "whats", "to", "i")):
        text = (f"{one} {other} " * 30)[:290] + " x"
        said = replace(message(private_mail("Ann", "x")), text=text)
        assert requests(said) == frozenset()
