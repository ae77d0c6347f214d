"""What a language model would propose is told to nobody unless the mail's own words say it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rednov_bot.core.models import GiveBack, Reading
from rednov_bot.games.red_november.reader.assistant import helped, may_help, prompt, understood
from rednov_bot.games.red_november.reader.plain import plain
from rednov_bot.games.red_november.reader.questions import (
    AGAIN,
    MEANT,
    MINUTES,
    WAYS,
    WHICH,
    asked,
    missing,
)
from rednov_bot.games.red_november.reader.reading import Reader, read
from rednov_bot.games.red_november.reader.samples import meaning_of
from rednov_bot.games.red_november.reader.tokens import Text
from tests.reader.test_letters import message

PEOPLE = ("Ann", "Bob")
ROCKET = (
    "Seven it is, by way of 5. There I have a word with the rocket, four minutes of words, toolbox "
    "in hand."
)
RIGHT = (
    "I use a toolbox. I open the hatch to 5 and go in. I go to 7. I stop the missile for 4 minutes."
)
REACTOR = (
    "Right, the reactor. I was going to sleep, but no: toolbox out, and I tinker with the thing "
    "for, say, 7 minutes."
)


def reading(text: str) -> Reading:
    return read(text, author="Ann", people=PEOPLE)


def with_help(text: str, answer: str) -> Reading:
    return helped(reading(text), message(text), answer, PEOPLE, "Red November")


def told(text: str, answer: str) -> str:
    """What an answer about a mail comes to; empty where it does not hold."""
    acts = understood(answer, text, "Ann", PEOPLE, "Red November")
    return meaning_of(acts) if acts else ""


# --- what it is told --------------------------------------------------------------------------


def test_it_is_told_the_words_of_the_mail_and_nothing_else_of_the_game() -> None:
    *ours, mail = prompt(ROCKET)
    assert mail == {"role": "user", "content": ROCKET}
    assert [*prompt("something else")[:-1]] == ours
    assert [one["role"] for one in ours] == ["system", *("user", "assistant") * 3]


def words(text: str) -> Text:
    return Reader.trained().tokens(text, ("Brackle",))


def sentences() -> list[str]:
    return prompt("")[0]["content"].split("\n\n")[1].splitlines()


@pytest.mark.parametrize("sentence", sentences())
def test_the_sentences_that_it_is_shown_are_plain(sentence: str) -> None:
    text = words(sentence)
    assert len(plain(text, "Ann").known) == len(text.sentences)


@pytest.mark.parametrize("number", [1, 3, 5])
def test_the_examples_that_it_is_shown_hold(number: int) -> None:
    said, plainly = (one["content"] for one in prompt("")[number : number + 2])
    wanted = {
        1: "grog; go 8 => gain_items 3",
        3: "toolbox => fix_reactor 7",
        5: "",
    }
    assert told(said, plainly) == wanted[number]
    assert reading(said).verdict == ("none" if number == 5 else "ambiguous")


# --- about which mails ------------------------------------------------------------------------


@pytest.mark.parametrize("text", [ROCKET, REACTOR, "I am off to 8 and help myself to some tiles."])
def test_it_may_help_where_the_reader_asks_what_is_meant(text: str) -> None:
    assert may_help(reading(text))


@pytest.mark.parametrize(
    "text",
    ["I pump water for 3 minutes.", "Lovely weather today.", ""],
    ids=["plain", "chatter", "nothing"],
)
def test_it_is_not_asked_about_what_is_certain(text: str) -> None:
    assert not may_help(reading(text))


def test_it_is_not_asked_which_of_two_readings_is_meant() -> None:
    one, two = (reading(f"I pump water for {n} minutes.").acts for n in (3, 4))
    unclear = replace(asked(WHICH, proposal=one), second=two)
    assert helped(unclear, message(ROCKET), RIGHT, PEOPLE, "Red November") == unclear


def test_it_is_not_asked_whose_words_they_are_or_whether_they_stand() -> None:
    retracted = "I take back my turn of this morning."
    assert reading(retracted).verdict == "ambiguous"
    assert not may_help(reading(retracted))
    assert not may_help(asked("Are these words your own?"))


def test_it_is_not_asked_about_standing_orders() -> None:
    acts = reading("I pump water for 3 minutes. If a hatch must be blocked, 5-6.").acts
    assert acts
    assert not may_help(asked(MEANT, proposal=acts))


# --- what becomes of its answer ---------------------------------------------------------------


def test_a_right_answer_is_proposed() -> None:
    after = with_help(ROCKET, RIGHT)
    assert meaning_of(after.proposal) == "toolbox; go 5; go 7 => stop_missile 4"
    assert after.verdict == "ambiguous"
    assert [one.ask for one in after.questions] == [WHICH]
    assert after.second == reading(ROCKET).proposal
    assert after.acts == ()


def test_beside_a_whole_proposal_of_the_readers_it_is_asked_which() -> None:
    text = (
        "Right, the reactor. Manual first? No: toolbox out, and I tinker with the thing for 7 "
        "minutes and hope."
    )
    before = reading(text)
    after = with_help(text, "I use a toolbox. I fix the reactor for 7 minutes.")
    assert [one.ask for one in before.questions] == [MEANT]
    assert meaning_of(after.proposal) == "toolbox => fix_reactor 7"
    assert after.second == before.proposal
    assert [one.ask for one in after.questions] == [WHICH]


def test_a_whole_proposal_of_the_readers_stays_whatever_is_asked() -> None:
    acts = reading("I pump water for 3 minutes.").acts
    unclear = asked(WAYS, proposal=acts)
    after = helped(unclear, message(ROCKET), RIGHT, PEOPLE, "Red November")
    assert (meaning_of(after.proposal), after.second) == (told(ROCKET, RIGHT), acts)
    assert [one.ask for one in after.questions] == [WHICH]


def test_a_proposal_of_the_readers_that_lacks_something_gives_way() -> None:
    unclear = reading("I pump water.")
    assert missing(unclear.proposal)
    after = helped(unclear, message(ROCKET), RIGHT, PEOPLE, "Red November")
    assert (meaning_of(after.proposal), after.second) == (told(ROCKET, RIGHT), ())


def test_the_same_proposal_changes_nothing() -> None:
    before, answer = reading(REACTOR), "I use a toolbox. I fix the reactor for 7 minutes."
    assert understood(answer, REACTOR, "Ann", PEOPLE, "Red November") == before.proposal
    assert with_help(REACTOR, answer) == before


@pytest.mark.parametrize(
    "answer",
    [
        "",
        "NOTHING",
        "None",
        "Sure! I use a toolbox. I stop the missile for 4 minutes.",
        "I use a toolbox and go to 5.",
        "I stop the missile.",
        "I stop the missile for 4 minutes, perhaps.",
        "I withdraw my standing orders.",
        "I stop the missile for 4 minutes. If a hatch must be blocked, 5-7.",
        "{}",
        "I stop the missile for 4 minutes. " * 400,
    ],
)
def test_an_answer_that_is_not_whole_and_plain_changes_nothing(answer: str) -> None:
    assert with_help(ROCKET, answer) == reading(ROCKET)


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        (ROCKET, "I use a grog. I stop the missile for 4 minutes."),
        (ROCKET, "I go from 8 to 7. I stop the missile for 4 minutes."),
        (ROCKET, "I stop the missile for 6 minutes."),
        (ROCKET, "I fix the engine for 4 minutes."),
        (ROCKET, "I kill the kraken for 4 minutes."),
        (ROCKET, "I pump water for 4 minutes."),
        (ROCKET, "I go out into the sea. I abandon my comrades."),
        (ROCKET, "I give Bob a toolbox."),
        (ROCKET, "I discard 2 items."),
        (ROCKET, "I join Red November."),
        ("I wander from 5 to 8 and rummage for a while.", "I go from 5 to 8. I draw 4 items."),
        (
            "I go from 2 to 4 and help myself there.",
            "I go from 2 to 4. I fix the reactor for 4 minutes.",
        ),
        ("Water is a nuisance, so I pump it out of here.", "I pump water for 1 minute."),
        ("I go to 8 and draw a few tiles.", "I go to 8. I draw 1 item."),
        (
            "Hatch to 8, and tiles, three. It is 10 pm here, good night.",
            "I use 3 grogs. I go to 8. I draw 3 items.",
        ),
        ("Two tools from 8, and off to 5.", "I take 2 grogs from the barrel."),
        ("I go to 4 and mend the reactor.", "I go to 4. I fix the reactor for 4 minutes."),
        ("I mend the thing for 4 minutes.", "I fix the reactor for 4 minutes."),
        (
            "Into 7 I go, where the rocket must not start.",
            "I go to 7. I stop the missile for 7 minutes.",
        ),
        (
            "I use 2 grogs and mend the engine.",
            "I use 2 grogs. I fix the engine for 2 minutes.",
        ),
        ("Bob gets a tile of mine, a present", "I give Bob 2 items."),
        (
            "the manual, then the engine for a minute: mending",
            "I use the reactor manual. I fix the engine for 1 minute.",
        ),
    ],
    ids=str,
)
def test_what_the_mail_does_not_say_is_refused(text: str, answer: str) -> None:
    assert understood(answer, answer, "Ann", PEOPLE, "Red November") != ()
    assert told(text, answer) == ""


@pytest.mark.parametrize(
    ("text", "answer", "wanted"),
    [
        (
            "the manual, then the engine for a minute: mending",
            "I use the engine manual. I fix the engine for 1 minute.",
            "engine_manual => fix_engine 1",
        ),
        ("two from the barrel for me", "I take 2 grogs from the barrel.", "=> gain_grog 2"),
        ("Bob gets my coffee", "I give Bob a coffee.", "=> give_items to Bob: coffee"),
        ("return two things to Bob", "In return I give Bob 2 items.", "return to Bob: "),
        (
            "Two things, and me handing them to Bob",
            "I give Bob 2 items.",
            "=> give_items to Bob: ",
        ),
        ("Bob gets a tile of mine, a present", "I give Bob 1 item.", "=> give_items to Bob: "),
        (
            "4 minutes of mending at the reactor",
            "I fix the reactor for 4 minutes.",
            "=> fix_reactor 4",
        ),
        (
            "in 4 I mend it for 4 minutes",
            "I go to 4. I fix the reactor for 4 minutes.",
            "go 4 => fix_reactor 4",
        ),
    ],
)
def test_what_the_mail_says_in_other_words_holds(text: str, answer: str, wanted: str) -> None:
    assert told(text, answer) == wanted


def test_what_a_model_thinks_aloud_is_passed_over() -> None:
    aloud = f"<think>\nIs it 4 or 6?\n</think>\n\n{RIGHT}\n"
    assert told(ROCKET, aloud) == told(ROCKET, RIGHT) != ""


def test_a_gift_in_return_names_to_whom() -> None:
    text = "Bob may have my coffee, a fair return for yesterday."
    acts = understood("In return I give Bob a coffee.", text, "Ann", PEOPLE, "Red November")
    assert acts == (GiveBack("Bob", ("coffee",)),)
    assert told(text.replace("Bob", "He"), "In return I give Bob a coffee.") == ""


@pytest.mark.parametrize("verdict", ["acts", "none"])
def test_a_reading_that_is_certain_never_changes(verdict: str) -> None:
    text = "I pump water for 3 minutes." if verdict == "acts" else "Lovely weather today."
    before = reading(text)
    assert before.verdict == verdict
    # Even of another mail, in whose words all of it stands.
    assert helped(before, message(ROCKET), RIGHT, PEOPLE, "Red November") is before


def test_no_answer_makes_a_reading_act() -> None:
    for text in (ROCKET, REACTOR):
        for answer in (RIGHT, "I use a toolbox. I fix the reactor for 7 minutes."):
            assert with_help(text, answer).verdict == "ambiguous"


def test_a_question_for_what_is_missing_stays_where_the_answer_guesses_it() -> None:
    text = "I am off to 8 and help myself to some tiles."
    assert [one.ask for one in reading(text).questions] == [MINUTES]
    assert with_help(text, "I go to 8. I draw 3 items.") == reading(text)


def test_a_question_for_the_whole_may_get_a_proposal() -> None:
    unclear = asked(AGAIN)
    after = helped(unclear, message(ROCKET), RIGHT, PEOPLE, "Red November")
    assert [one.ask for one in after.questions] == [MEANT]
