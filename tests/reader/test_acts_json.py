from __future__ import annotations

from rednov_bot.games.red_november.reader.acts_json import Json, as_json
from rednov_bot.games.red_november.reader.reading import read

PEOPLE = ("Ann", "Bob", "Cat", "Dan", "Pip")


def told(text: str) -> Json:
    return as_json(read(text, author="Ann", people=PEOPLE))


def test_a_turn_is_told_by_the_far_sides_of_its_hatches() -> None:
    assert told("I open 5-2, go in, use my toolbox and fix the oxygen pumps, 5 minutes.") == {
        "verdict": "acts",
        "acts": [
            {
                "kind": "turn",
                "steps": [{"open": 2, "enter": True}, {"use": "toolbox"}],
                "action": {"name": "fix_oxygen", "minutes": 5, "target": None, "give": []},
                "on_failure": None,
                "orders": {},
            }
        ],
        "questions": [],
        "proposal": [],
        "second": [],
    }


def test_escape_orders_and_later_items_are_told() -> None:
    (act,) = told(
        "I extinguish for 5 minutes. After that I drink a coffee. If it fails, 5-8 and in. "
        "Block: 5-6, 5-7. If fire spreads: 6."
    )["acts"]
    assert act["after"] == ["coffee"]
    assert act["on_failure"] == {"open": 8, "enter": True}
    assert act["orders"] == {"block": ["5-6", "5-7"], "spread": [6]}


def test_the_target_is_the_room_beyond_a_hatch_or_who_is_given_something() -> None:
    (act,) = told("I unblock 5-6 for 3 minutes.")["acts"]
    assert act["action"] == {"name": "unblock_hatch", "minutes": 3, "target": 6, "give": []}
    (act,) = told("I give Bob a coffee.")["acts"]
    assert act["action"] == {
        "name": "give_items",
        "minutes": 1,
        "target": "Bob",
        "give": ["coffee"],
    }


def test_the_sea_is_called_the_sea() -> None:
    (act,) = told("Aqualung, out through 6, and I abandon my comrades.")["acts"]
    assert act["steps"] == [{"use": "aqualung"}, {"open": "sea", "enter": True}]
    assert act["action"]["minutes"] is None


def test_a_number_of_items_is_told_where_they_are_named_privately() -> None:
    assert told("I discard 2 items.")["acts"] == [{"kind": "discard", "items": [], "count": 2}]
    assert told("In return I give Bob 1 item.")["acts"] == [
        {"kind": "give_back", "to": "Bob", "items": [], "count": 1}
    ]


def test_memberships_are_told() -> None:
    assert told("I join Red November.")["acts"] == [{"kind": "join"}]
    assert told("I withdraw from Red November.")["acts"] == [{"kind": "leave"}]


def test_a_question_stands_beside_what_a_yes_would_take() -> None:
    found = told("I think I use my toolbox and fix the engine for 5 minutes.")
    assert found["verdict"] == "ambiguous"
    assert found["questions"] == ["Do you announce this?"]
    (act,) = found["proposal"]
    assert act["action"]["name"] == "fix_engine"


def test_nothing_is_proposed_where_a_value_is_missing() -> None:
    found = told("I use my toolbox and give something to Bob.")
    assert found["questions"] == ["Which items are these?"]
    assert found["proposal"] == []
