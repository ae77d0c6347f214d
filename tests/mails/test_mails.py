"""Every mail and text is read as a careful human reads it, but for those that are listed."""

from __future__ import annotations

import json

import pytest

from rednov_bot.engine.words import ACTIONS, ITEMS
from tests.mails import pending
from tests.mails.clothes import CLOTHES, RETYPED
from tests.mails.corpus import FAULTS, HERE, mails, plain, unread

ALL = {one.name: one for one in unread(HERE)}
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
    one = ALL[name].read()
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


def test_what_is_wanted_has_the_form_of_a_reading() -> None:
    for name, one in ALL.items():
        wanted = one.wanted
        assert wanted["verdict"] in ("acts", "none", "ambiguous"), name
        assert bool(wanted["acts"]) == (wanted["verdict"] == "acts"), name
        assert wanted["why"], name
        known = wanted.get("sender") is not None or "text" in wanted
        assert known or wanted["verdict"] == "none", name
        for act in wanted["acts"]:
            assert set(act) <= KEYS[act["kind"]], name
            assert set(act.get("items", [])) <= set(ITEMS), name
            if act["kind"] == "turn":
                assert _has_the_form_of_a_turn(act), name


def _has_the_form_of_a_turn(act: dict[str, object]) -> bool:
    steps, action = act["steps"], act["action"]
    assert isinstance(steps, list)
    assert isinstance(action, dict)
    steps = [*steps, *([act["on_failure"]] if act["on_failure"] else [])]
    return (
        all(step.get("use", ITEMS[0]) in ITEMS for step in steps)
        and all(step.get("open", 1) in PLACES for step in steps)
        and all(set(step) in ({"use"}, {"open", "enter"}) for step in steps)
        and action["name"] in ACTIONS
        and (action["minutes"] is None or 1 <= action["minutes"] <= 10)
    )
