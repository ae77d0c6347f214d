"""Roles become acts: what the words of a mail fill in."""

from __future__ import annotations

import pytest

from rednov_bot.games.red_november.reader.decoder import Facts, decode, fill, finish
from rednov_bot.games.red_november.reader.features import ROLE, ROLES
from rednov_bot.games.red_november.reader.lexicon import Lexicon, Sense
from rednov_bot.games.red_november.reader.roles import ALLOWED
from rednov_bot.games.red_november.reader.samples import meaning_of, sample
from rednov_bot.games.red_november.reader.tokens import Text
from rednov_bot.games.red_november.reader.train import Row, label
from rednov_bot.games.red_november.rules.words import ActionName

CUES = tuple((word, Sense(cue=True)) for word in "pump fight fix give draw join leave".split())
LEXICON = Lexicon(CUES, ("Ann", "Bob", "Cat"))


def read(marked: str, action: ActionName = "no_action") -> tuple[str, tuple[str, ...]]:
    """The reading that the marks of a text give, and its faults."""
    row = Row(one := sample("test", "Ann", marked, ""), Text(one.text, LEXICON))
    label(row)
    filled = fill(row.text, row.roles, "Ann")
    acts, orders, _, faults = finish(filled, "Ann", lambda _: [(action, 0.9)])
    return meaning_of(acts, orders), faults


@pytest.mark.parametrize(
    ("action", "meaning", "marked"),
    [
        (
            "pump_water", "grog; grog => pump_water 3",
            "{two grogs|use grog grog}, {pump|act pump_water} {3|min 3}",
        ),
        (
            "pump_water", "grog; coffee; coffee => pump_water 3",
            "{a grog|use grog} and {both coffees|use coffee coffee}; "
            "{pump|act pump_water} {3|min 3}",
        ),
        (
            "fix_engine", "go 2; go 1; engine_manual => fix_engine 4",
            "{5|here 5} - {2|go 2} - {1|go 1}, {the manual|use engine_manual}, "
            "{fix|act fix_engine} {4|min 4}",
        ),
        (
            "no_action", "aqualung; go sea => no_action",
            "out into {the sea|go sea} in {my aqualung|use aqualung}",
        ),
        (
            "give_items", "=> give_items to Bob: grog",
            "Bob, I {give|act give_items} {you|to Bob} {a grog|give grog}",
        ),
        (
            "extinguish_fire", "=> extinguish_fire 3 fail open 5",
            "{fight|act extinguish_fire} {3|min 3}, else {open 5|fail_open 5}",
        ),
        (
            "no_action", "join & orders block 5-6",
            "{I join|join}; block {5-6|block 5-6}",
        ),
        (
            "give_items", "go 5 => give_items to Cat: grog",
            "Bob, I go to {room 5|go 5}. Cat, I {give|act give_items} {you|to Cat} "
            "{a grog|give grog}.",
        ),
        (
            "extinguish_fire", "=> extinguish_fire 4 fail grog; grog; go 5",
            "{fight|act extinguish_fire} {4|min 4}, else {two grogs|fail_use grog grog} and to "
            "{5|fail 5}",
        ),
        (
            "no_action", "orders block 5-8, 6-sea spread 4",
            "Block {8-5|block 5-8}, then {6 and the sea|block 6-sea}; fire to {4|spread 4}",
        ),
    ],
)  # fmt: skip
def test_marks_give_the_reading(action: ActionName, meaning: str, marked: str) -> None:
    assert read(marked, action)[0] == meaning


@pytest.mark.parametrize(
    ("marked", "action", "fault"),
    [
        ("{1|go 1} then {9|go 9}", "no_action", "walk"),
        ("{pump|act pump_water}", "pump_water", "no minutes"),
        ("{pump|act pump_water} {3|min 3} or {4|min 4}", "pump_water", "minutes"),
        ("{draw|act gain_items} {7|min 7}", "gain_items", "range"),
        ("into {5|go 5}, {fix|act fix_engine} {3|min 3}", "fix_engine", "room"),
        ("{give|act give_items} {a grog|give grog}", "give_items", "to"),
        ("block {1-9|block 1-9}", "no_action", "block"),
        ("block {5-6, 7|block 5-6}", "no_action", "block"),
        ("I drink {7 grogs|use grog}", "no_action", "count"),
        ("I discard {a manual|drop manual}", "no_action", "which manual"),
        ("fire to {12|spread 9}", "no_action", "no place"),
    ],
)
def test_what_does_not_fit_is_a_fault(marked: str, action: ActionName, fault: str) -> None:
    assert fault in read(marked, action)[1]


def test_a_gift_and_a_gift_in_return_have_each_their_own_recipient() -> None:
    text = Text("Cat, I give you a grog. In return I give Bob the crowbar.", LEXICON)
    roles = dict.fromkeys(text.slots, ROLE["none"])
    for at in text.slots:
        word = text.tokens[at].word
        roles[at] = ROLE[
            {"you": "to", "bob": "to", "grog": "give", "crowbar": "back"}.get(word, "none")
        ]
    acts, *_ = finish(fill(text, roles, "Ann"), "Ann", lambda _: [("give_items", 1.0)])
    assert meaning_of(acts) == "=> give_items to Cat: grog & return to Bob: crowbar"


def test_the_less_probable_role_is_taken_where_only_it_walks() -> None:
    text = Text("from 5 to 8, not 1", LEXICON)
    probable = {at: [0.0] * len(ROLES) for at in text.slots}
    five, eight, one = text.slots
    probable[five][ROLE["here"]] = 1.0
    probable[eight][ROLE["go"]] = 0.9
    probable[eight][ROLE["none"]] = 0.1
    probable[one][ROLE["go"]] = 0.6
    probable[one][ROLE["none"]] = 0.4

    def passes(_: Facts) -> list[tuple[ActionName, float]]:
        return [("no_action", 1.0)]

    decoded = decode(text, probable, "Ann", passes)
    assert meaning_of(decoded.acts) == "go 8 => no_action"


def test_every_kind_of_word_may_be_nothing() -> None:
    assert all(ROLE["none"] in roles for roles in ALLOWED)
