"""A reading is told as data: what `rednov read --json` prints."""

from __future__ import annotations

from typing import Any

import pytest

from rednov_bot.games.red_november.reader.acts_json import Json, as_json
from rednov_bot.games.red_november.reader.reading import read

NOTHING = {"target": None, "give": []}
TURN = {"kind": "turn", "steps": [], "on_failure": None, "orders": {}}


def told(text: str) -> Json:
    return as_json(read(text, author="Ann", people=("Ann", "Bob", "Cat", "Dan", "Pip")))


@pytest.mark.parametrize(
    ("text", "act"),
    [
        (
            "I open 5-2, go in, use my toolbox and fix the oxygen pumps, 5 minutes.",
            TURN
            | {
                "steps": [{"open": 2, "enter": True}, {"use": "toolbox"}],
                "action": {"name": "fix_oxygen", "minutes": 5, **NOTHING},
            },
        ),
        (
            "I extinguish for 5 minutes. After that I drink a coffee. If it fails, 5-8 and in. "
            "Block: 5-6, 5-7. If fire spreads: 6.",
            TURN
            | {
                "action": {"name": "extinguish_fire", "minutes": 5, **NOTHING},
                "after": ["coffee"],
                "on_failure": {"open": 8, "enter": True},
                "orders": {"block": ["5-6", "5-7"], "spread": [6]},
            },
        ),
        (
            "I unblock 5-6 for 3 minutes.",
            TURN | {"action": {"name": "unblock_hatch", "minutes": 3, "target": 6, "give": []}},
        ),
        (
            "I give Bob a coffee.",
            TURN
            | {"action": {"name": "give_items", "minutes": 1, "target": "Bob", "give": ["coffee"]}},
        ),
        (
            "Aqualung, out through 6, and I abandon my comrades.",
            TURN
            | {
                "steps": [{"use": "aqualung"}, {"open": "sea", "enter": True}],
                "action": {"name": "abandon", "minutes": None, **NOTHING},
            },
        ),
        ("I discard 2 items.", {"kind": "discard", "items": [], "count": 2}),
        (
            "In return I give Bob 1 item.",
            {"kind": "give_back", "to": "Bob", "items": [], "count": 1},
        ),
        ("I join Red November.", {"kind": "join"}),
        ("I withdraw from Red November.", {"kind": "leave"}),
    ],
)
def test_an_act_is_told_as_data(text: str, act: dict[str, Any]) -> None:
    assert told(text) == {
        "verdict": "acts",
        "acts": [act],
        "questions": [],
        "proposal": [],
        "second": [],
    }


def test_a_question_stands_beside_what_a_yes_would_take() -> None:
    found = told("I think I use my toolbox and fix the engine for 5 minutes.")
    assert (found["verdict"], found["questions"]) == ("ambiguous", ["Do you announce this?"])
    assert [act["action"]["name"] for act in found["proposal"]] == ["fix_engine"]
    found = told("I use my toolbox and give something to Bob.")
    assert (found["questions"], found["proposal"]) == (["Which items are these?"], [])
