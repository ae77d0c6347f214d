"""What the reader makes of people's words (words.txt), and that it guesses nothing."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from rednov_bot.core.models import Act, Question, Reading, TurnAct
from rednov_bot.games.red_november.reader.answers import Further, Unclear, completed
from rednov_bot.games.red_november.reader.choices import read_choice
from rednov_bot.games.red_november.reader.lexicon import Lexicon
from rednov_bot.games.red_november.reader.plain import listed, plain
from rednov_bot.games.red_november.reader.questions import (
    AGAIN,
    MEANT,
    MINUTES,
    TO_WHOM,
    UNBLOCKED,
    WAYS,
    WHICH,
)
from rednov_bot.games.red_november.reader.reading import Reader
from rednov_bot.games.red_november.reader.retractions import NOTHING_QUOTED, RETRACTED
from rednov_bot.games.red_november.reader.samples import WRITERS, meaning_of
from rednov_bot.games.red_november.reader.standing import read_standing
from rednov_bot.games.red_november.reader.tokens import Text
from rednov_bot.games.red_november.render import canonical
from rednov_bot.games.red_november.rules.turn import Action, Open, Orders, Through, Turn, Use
from rednov_bot.games.red_november.rules.words import ActionName
from tests.mail.wordings import wordings
from tests.reader.test_letters import message

PEOPLE = ("Ann", "Bob", "Cat", "Dan")
LEXICON = Lexicon((), PEOPLE)


def turn(*steps: Use | Open, name: ActionName, minutes: int | None = None) -> tuple[Act, ...]:
    return (TurnAct(Turn("Ann", steps, Action(name, minutes))),)


DRAWS = turn(Open(Through(8, 5), enter=True), name="gain_items", minutes=3)
FIXES, PUMPS = (turn(name=name, minutes=4) for name in ("fix_engine", "pump_water"))
UNBLOCKS = turn(name="unblock_hatch", minutes=3)
UNCLEAR = {
    "through": ("I open 5-8 and draw 3 items.", MEANT, DRAWS, ()),
    "hatch": ("I open the hatch and draw 3 items.", WAYS, (), ()),
    "work": ("I fix the engine.", MINUTES, turn(name="fix_engine"), ()),
    "way": ("I unblock a hatch for 3 minutes.", UNBLOCKED, UNBLOCKS, ()),
    "gift": ("I give something.", TO_WHOM, turn(name="give_items", minutes=1), ()),
    "thinks": ("I draw three items, I think.", MEANT, turn(name="gain_items", minutes=3), ()),
    "either": ("I fix the engine or the water there, 4 minutes.", WHICH, FIXES, PUMPS),
}  # fmt: skip


def reading(text: str, people: tuple[str, ...] = PEOPLE) -> Reading:
    return Reader.trained().read(text, author="Ann", people=people)


def answered(name: str, answer: str, *, shown: bool = True) -> str:
    """The acts in plain words, the text with less to ask, or why there are none (A126)."""
    text, ask, proposal, second = UNCLEAR[name]
    asked = (Question("", ask),)
    unclear = Unclear(text, asked, proposal, second, shown, "Ann", PEOPLE, "Red November")
    found = completed(unclear, answer)
    if isinstance(found, Further):
        return "further"
    if isinstance(found, str):
        return found
    return " ".join(line for act in found for line in canonical.said(act))


def _standing(text: str) -> str:
    if (found := read_standing(message(text), people=PEOPLE)) is None:
        return ""
    return "withdrawn" if found.withdrawn else " | ".join(canonical.orders(found.orders))


def _listed(text: str) -> str:
    found = listed(Text(text, LEXICON))
    return found if isinstance(found, str) else ", ".join(found)


def _proposed(text: str) -> str:
    look = Reader.trained().look(text, "Brackle", WRITERS)
    return meaning_of(look.decoded.acts, look.decoded.orders)


READERS: dict[str, Callable[[str], str]] = {
    "said plainly": lambda text: meaning_of(plain(Text(text, LEXICON), "Ann").acts),
    "a private list": _listed,
    "proposed": _proposed,
    "acted on": lambda text: "acts" * (reading(text).verdict == "acts"),
    "asked about": lambda text: reading(text, WRITERS).verdict.removeprefix("none"),
    "standing orders": _standing,
}
CHOICE, ANSWER = "a choice of ", "an answer to "


def found(about: str, text: str) -> str:
    if about.startswith(CHOICE):
        candidates = tuple(about.removeprefix(CHOICE).split(", "))
        return read_choice(text, candidates=candidates, people=("Ann", "Bob")) or ""
    if about.startswith(ANSWER):
        return answered(about.removeprefix(ANSWER), text)
    return READERS[about](text)


def test_each_wording_means_what_its_table_says() -> None:
    every = list(wordings("words", Path(__file__).parent))
    seen = {(one.about, one.text): (found(one.about, one.text), one.means) for one in every}
    assert {key: both for key, both in seen.items() if both[0] != both[1]} == {}
    assert len(seen) > 200


def test_of_long_and_empty_answers_nothing_is_guessed() -> None:
    assert (
        found("a choice of yes, no", "Yes. " * 300) == found("a choice of 3, 6", "6 " * 2_000) == ""
    )
    assert answered("work", "x" * 1000) == "nothing"
    assert reading(" \n\t").verdict == "none"
    assert answered("thinks", "yes", shown=False) == "nothing"  # it was not shown


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("I withdraw my last turn.", [RETRACTED]),
        ("Please ignore my last mail.", [RETRACTED]),
        ("TTttPF.", [NOTHING_QUOTED]),
        ("I cancel my turn. I will fix the engine for 5 minutes instead.", [RETRACTED, AGAIN]),
        ("I pump for a few minutes.", [MINUTES]),
        ("I pump for 3 to 5 minutes.", [MEANT]),
    ],
)
def test_what_is_taken_back_or_lacks_something_is_asked_about(text: str, asked: list[str]) -> None:
    assert [one.ask for one in reading(text).questions] == asked


def test_what_is_proposed_is_no_more_than_what_was_said() -> None:
    manual = reading("I discard a manual.")
    assert (manual.verdict, manual.proposal) == ("ambiguous", ())
    twice = reading(
        "Starting in 8:\nopen the hatch to 5 and enter 5\nunblock the hatch to 6, 5 minutes"
    )
    assert meaning_of(twice.acts or twice.proposal) == "go 5 => unblock_hatch 5 >6"


@pytest.mark.parametrize(
    "orders",
    [
        Orders(spread=(6, 3, 10)),
        Orders(keep=("grog", "coffee")),
        Orders(((5, 6), (8, 10)), (10, 1), False, ("engine_manual",), ("lucky_charm", "aqualung")),
    ],
)
def test_standing_orders_that_the_bot_confirms_are_read_back_as_the_same(orders: Orders) -> None:
    read_back = read_standing(message("\n".join(canonical.orders(orders))), people=PEOPLE)
    assert read_back is not None
    assert read_back.orders == orders
    assert read_standing(message("block: 5-6", "block: 5-7"), people=PEOPLE) is None
