"""What a language model would propose is told to nobody unless the mail's own words say it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rednov_bot.core.models import Reading
from rednov_bot.games.red_november.reader.assistant import helped, may_help, prompt, understood
from rednov_bot.games.red_november.reader.plain import plain
from rednov_bot.games.red_november.reader.questions import AGAIN, MEANT, WAYS, WHICH, asked, missing
from rednov_bot.games.red_november.reader.reading import Reader, read
from rednov_bot.games.red_november.reader.samples import meaning_of
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


# --- what it is told, and about which mails ---------------------------------------------------


def test_it_is_told_the_words_of_the_mail_and_nothing_else_of_the_game() -> None:
    *ours, mail = prompt(ROCKET)
    assert mail == {"role": "user", "content": ROCKET}
    assert [*prompt("something else")[:-1]] == ours
    assert [one["role"] for one in ours] == ["system", *("user", "assistant") * 3]
    for sentence in ours[0]["content"].split("\n\n")[1].splitlines():
        text = Reader.trained().tokens(sentence, ("Brackle",))
        assert len(plain(text, "Ann").known) == len(text.sentences), sentence
    wanted = {1: "grog; go 8 => gain_items 3", 3: "toolbox => fix_reactor 7", 5: ""}
    for number, meaning in wanted.items():
        said, plainly = (one["content"] for one in ours[number : number + 2])
        assert told(said, plainly) == meaning
        assert reading(said).verdict == ("none" if number == 5 else "ambiguous")


def test_it_is_asked_only_what_a_mail_means() -> None:
    for text in (ROCKET, REACTOR, "I am off to 8 and help myself to some tiles."):
        assert may_help(reading(text))
    for text in ("I pump water for 3 minutes.", "Lovely weather today.", ""):
        assert not may_help(reading(text))
    one, two = (reading(f"I pump water for {n} minutes.").acts for n in (3, 4))
    unclear = replace(asked(WHICH, proposal=one), second=two)
    assert helped(unclear, message(ROCKET), RIGHT, PEOPLE, "Red November") == unclear
    retracted = reading("I take back my turn of this morning.")
    assert retracted.verdict == "ambiguous"
    assert not may_help(retracted)
    assert not may_help(asked("Are these words your own?"))
    orders = reading("I pump water for 3 minutes. If a hatch must be blocked, 5-6.").acts
    assert orders
    assert not may_help(asked(MEANT, proposal=orders))


# --- what becomes of its answer ---------------------------------------------------------------


def test_a_right_answer_is_proposed_beside_a_whole_proposal_of_the_readers() -> None:
    after = with_help(ROCKET, RIGHT)
    assert meaning_of(after.proposal) == "toolbox; go 5; go 7 => stop_missile 4"
    assert (after.verdict, after.acts) == ("ambiguous", ())
    assert [one.ask for one in after.questions] == [WHICH]
    assert after.second == reading(ROCKET).proposal
    acts = reading("I pump water for 3 minutes.").acts
    after = helped(asked(WAYS, proposal=acts), message(ROCKET), RIGHT, PEOPLE, "Red November")
    assert (meaning_of(after.proposal), after.second) == (told(ROCKET, RIGHT), acts)
    assert [one.ask for one in after.questions] == [WHICH]


def test_a_proposal_of_the_readers_that_lacks_something_gives_way() -> None:
    unclear = reading("I pump water.")
    assert missing(unclear.proposal)
    after = helped(unclear, message(ROCKET), RIGHT, PEOPLE, "Red November")
    assert (meaning_of(after.proposal), after.second) == (told(ROCKET, RIGHT), ())
    after = helped(asked(AGAIN), message(ROCKET), RIGHT, PEOPLE, "Red November")
    assert [one.ask for one in after.questions] == [MEANT]


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        (REACTOR, "I use a toolbox. I fix the reactor for 7 minutes."),  # the same
        ("I am off to 8 and help myself to some tiles.", "I go to 8. I draw 3 items."),  # a guess
        (ROCKET, ""),
        (ROCKET, "NOTHING"),
        (ROCKET, "Sure! I use a toolbox. I stop the missile for 4 minutes."),
        (ROCKET, "I stop the missile."),
        (ROCKET, "I stop the missile for 4 minutes, perhaps."),
        (ROCKET, "I withdraw my standing orders."),
        (ROCKET, "I stop the missile for 4 minutes. If a hatch must be blocked, 5-7."),
        (ROCKET, "I stop the missile for 4 minutes. " * 400),
    ],
)
def test_an_answer_that_is_not_whole_plain_and_new_changes_nothing(text: str, answer: str) -> None:
    assert with_help(text, answer) == reading(text)


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        (ROCKET, "I use a grog. I stop the missile for 4 minutes."),
        (ROCKET, "I go from 8 to 7. I stop the missile for 4 minutes."),
        (ROCKET, "I stop the missile for 6 minutes."),
        (ROCKET, "I fix the engine for 4 minutes."),
        (ROCKET, "I go out into the sea. I abandon my comrades."),
        (ROCKET, "I give Bob a toolbox."),
        (ROCKET, "I discard 2 items."),
        (ROCKET, "I join Red November."),
        ("I wander from 5 to 8 and rummage for a while.", "I go from 5 to 8. I draw 4 items."),
        ("Water is a nuisance, so I pump it out of here.", "I pump water for 1 minute."),
        ("I go to 8 and draw a few tiles.", "I go to 8. I draw 1 item."),
        ("Hatch to 8, and tiles, three. It is 10 pm.", "I use 3 grogs. I go to 8. I draw 3 items."),
        ("I go to 4 and mend the reactor.", "I go to 4. I fix the reactor for 4 minutes."),
        ("Into 7 I go, where the rocket sits.", "I go to 7. I stop the missile for 7 minutes."),
        ("I use 2 grogs and mend the engine.", "I use 2 grogs. I fix the engine for 2 minutes."),
        ("Bob gets a tile of mine, a present", "I give Bob 2 items."),
        (
            "the manual, then the engine for a minute: mending",
            "I use the reactor manual. I fix the engine for 1 minute.",
        ),
        ("He may have my coffee, a fair return.", "In return I give Bob a coffee."),
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
            "Bob may have my coffee, a fair return for yesterday.",
            "In return I give Bob a coffee.",
            "return to Bob: coffee",
        ),
        ("Bob gets a tile of mine, a present", "I give Bob 1 item.", "=> give_items to Bob: "),
        (
            "in 4 I mend it for 4 minutes",
            "<think>\nIs it 4?\n</think>\n\nI go to 4. I fix the reactor for 4 minutes.\n",
            "go 4 => fix_reactor 4",
        ),
    ],
)
def test_what_the_mail_says_in_other_words_holds(text: str, answer: str, wanted: str) -> None:
    assert told(text, answer) == wanted


@pytest.mark.parametrize("text", ["I pump water for 3 minutes.", "Lovely weather today."])
def test_a_reading_that_is_certain_never_changes(text: str) -> None:
    before = reading(text)
    # Even of another mail, in whose words all of it stands.
    assert helped(before, message(ROCKET), RIGHT, PEOPLE, "Red November") is before
