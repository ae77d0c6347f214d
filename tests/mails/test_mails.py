"""Every mail and text is read as a careful human reads it, but for those that are listed."""

from __future__ import annotations

import json

import pytest

from rednov_bot.engine.words import ACTIONS, ITEMS
from tests.mails import pending
from tests.mails.clothes import CLOTHES, RETYPED
from tests.mails.corpus import FAULTS, HERE, Read, mails, plain, read_all

ALL = {one.name: one for one in read_all(HERE)}
NOT_YET = {name: fault for fault, names in pending.listed().items() for name in names}
MAILS = mails(HERE)
KEYS = {
    "turn": {"kind", "steps", "action", "after", "on_failure", "on_failure_uses", "orders"},
    "discard": {"kind", "items", "count"},
    "give_back": {"kind", "to", "items", "count"},
    "join": {"kind"},
    "leave": {"kind"},
}
PLACES = {*range(1, 11), "sea"}


@pytest.mark.parametrize("name", ALL)
def test_it_is_read_as_its_file_says_unless_it_is_listed(name: str) -> None:
    one = ALL[name]
    found = (one.fault, one.found["verdict"], plain(one.found["acts"]))
    assert one.fault == NOT_YET.get(name, ""), found


def test_only_what_is_here_is_listed_and_each_with_its_reason() -> None:
    dressed = {f"{way}: {name}" for way in (*CLOTHES, *RETYPED) for name in ALL}
    assert set(NOT_YET) <= set(ALL) | dressed
    assert set(pending.listed()) <= set(FAULTS)
    assert all(why for names in pending.listed().values() for why in names.values())


def test_the_list_is_in_its_own_order() -> None:
    assert pending.written(pending.listed()) == pending.PATH.read_text(encoding="utf-8")


def test_every_mail_has_its_reading_and_a_number_of_its_own() -> None:
    assert {path.with_suffix(".json") for path in MAILS} == set(HERE.glob("*/*.json"))
    numbers = [(path.parent.name, path.stem.partition("-")[0]) for path in MAILS]
    assert len(set(numbers)) == len(numbers) >= 250


def test_a_third_of_the_mails_announces_nothing_or_nothing_certain() -> None:
    verdicts = [json.loads(path.with_suffix(".json").read_text())["verdict"] for path in MAILS]
    assert 3 * sum(verdict != "acts" for verdict in verdicts) >= len(MAILS)


@pytest.mark.parametrize("one", ALL.values(), ids=ALL)
def test_what_is_wanted_has_the_form_of_a_reading(one: Read) -> None:
    wanted = one.wanted
    assert wanted["verdict"] in ("acts", "none", "ambiguous")
    assert bool(wanted["acts"]) == (wanted["verdict"] == "acts")
    assert wanted["why"]
    assert wanted.get("sender") is not None or wanted["verdict"] == "none" or "text" in wanted
    for act in wanted["acts"]:
        assert set(act) <= KEYS[act["kind"]]
        assert set(act.get("items", [])) <= set(ITEMS)
        if act["kind"] == "turn":
            _has_the_form_of_a_turn(act)


def _has_the_form_of_a_turn(act: dict[str, object]) -> None:
    steps, action = act["steps"], act["action"]
    assert isinstance(steps, list)
    assert isinstance(action, dict)
    for step in [*steps, *([act["on_failure"]] if act["on_failure"] else [])]:
        assert step.get("use", ITEMS[0]) in ITEMS
        assert step.get("open", 1) in PLACES
        assert set(step) in ({"use"}, {"open", "enter"})
    assert action["name"] in ACTIONS
    assert action["minutes"] is None or 1 <= action["minutes"] <= 10
