"""The announcements that the contract's cases quote are read as the cases say they are meant."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import yaml
from msgspec.structs import replace

from rednov_bot.core.models import TurnAct
from rednov_bot.games.red_november.reader.reading import read
from rednov_bot.games.red_november.reader.samples import meaning_of
from rednov_bot.games.red_november.rules.turn import Open, Step, Turn
from tests.contract.spelling import turn_of

CONTRACT = Path(__file__).parents[1] / "contract"
QUOTE = re.compile(r'^([A-Z][a-z]+)\b[^":]*: "([^"]*)"')
INCOMPLETE = {
    "S122": "answers a private question, and is no announcement",
    "T009": '"I have a grog" may only tell what is in the hand',
    "T037": "only who fights a fire can name a way out for a failure",
    "T033": "no action is told",
    "T034": "no minutes are told",
    "T035": "no number is told",
    "T036": "no recipient is told",
    "T058": "the item is not known",
    "T151": "nobody gives to themselves",
    "T283": "no recipient is told",
    "T600": "no recipient is told",
}
"""Cases whose words a careful human would ask about; the engine refuses them as incomplete."""


class Quote(NamedTuple):
    case: str
    author: str
    people: tuple[str, ...]
    words: str
    do: dict[str, Any]


def quotes() -> Iterator[Quote]:
    """Every plain case whose `turn` begins with somebody's quoted words."""
    for file in sorted(CONTRACT.glob("*.yaml")):
        for case in yaml.safe_load(file.read_text(encoding="utf-8")):
            said = QUOTE.match(case.get("turn", ""))
            if said and "do" in case and not case.get("admin"):
                people = {"Ann", "Bob", "Cat", "Dan", said[1], str(case["do"].get("to", "Ann"))}
                people |= {key for key in case.get("given", {}) if key.istitle()}
                people |= set(case.get("given", {}).get("gnomes", ()))
                yield Quote(case["id"], said[1], tuple(sorted(people)), said[2], case["do"])


def in_the_words_of(found: Turn, meant: Turn) -> Turn:
    """What is meant; a hatch may be named from either end (A123), and tiles by their number."""

    def named(one: Step, other: Step) -> Step:
        if isinstance(one, Open) and isinstance(other, Open):
            ends = (other.hatch.to, other.hatch.near)
            if one.hatch.to in ends and one.hatch.near in (None, *ends):
                return replace(other, hatch=one.hatch)
        return other

    action = meant.action
    if found.action and action and found.action.give_count == len(action.give or ()):
        action = replace(action, give=None)
    return replace(meant, steps=tuple(map(named, found.steps, meant.steps)), action=action)


def test_the_words_of_cases_are_read_as_they_read_them_or_asked_about() -> None:
    every = list(quotes())
    complete = [one for one in every if one.case not in INCOMPLETE]
    right, silent, wrong = 0, 0, {}
    for one in complete:
        reading = read(one.words, author=one.author, people=one.people)
        silent += reading.verdict == "none"
        right += len(reading.acts) == 1
        for act in reading.acts:
            assert isinstance(act, TurnAct), one.case
            meant = in_the_words_of(act.turn, turn_of(one.do))
            both = meaning_of((act,)), meaning_of((TurnAct(meant),))
            if both[0] != both[1] or len(act.turn.steps) != len(turn_of(one.do).steps):
                wrong[one.case] = both
    assert wrong == {}
    assert right >= 0.9 * len(complete)
    assert silent <= 3
    for one in every:
        if one.case in INCOMPLETE:
            found = read(one.words, author=one.author, people=one.people)
            assert found.verdict != "acts", one.case
