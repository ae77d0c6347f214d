"""Mails are read as careful humans read them: whose words they are, and what these announce."""

from __future__ import annotations

from rednov_bot.games.red_november.rules.words import ACTIONS, ITEMS
from tests.mails.corpus import FAULTS, mails, read_all

KEYS = {
    "turn": {"kind", "steps", "action", "after", "on_failure", "on_failure_uses", "orders"},
    "discard": {"kind", "items", "count"},
    "give_back": {"kind", "to", "items", "count"},
    "join": {"kind"},
    "leave": {"kind"},
}
PLACES = {*range(1, 11), "sea"}


WRONG = {
    "business/064-leave-which-contest": "three contests are named, and one of them is left",
    "business/066-minutes-contradict": "five minutes are announced, and six explained",
    "third_held/036-from-one-to-stores": "the walk from 1 to 8 is not told hatch by hatch",
    "third_held/054-four-or-six": "four minutes are announced, and six recalled at the end",
    "ways/028-after-items": "one of two grogs is drunk after the action",
    "second_held/026-gone-off": "one of two grogs is drunk after the action, “on the spot”",
    "fourth_held/025-captains-grog": "one of the grogs is drunk “on the spot”",
}
"""Acts that nobody announces so; each should become a sample like it in tests/corpus."""


def test_mails_are_read_as_careful_humans_read_them() -> None:
    found = tuple(read_all())
    faults = {fault: {one.name for one in found if one.fault == fault} for fault in FAULTS}
    # Whose words stand where is always known, and no act is wrong but these.
    assert (faults["sender"], faults["wrong"]) == (set(), set(WRONG))
    # Most announcements are read or proposed as they are meant.
    announced = [one for one in found if one.wanted["verdict"] == "acts"]
    understood = [one for one in announced if not one.fault or one.is_proposed]
    assert len(understood) >= 0.85 * len(announced)
    # Hardly anything is asked about that announces nothing.
    silent = [one for one in found if one.wanted["verdict"] == "none"]
    assert len(faults["asked"]) <= 0.05 * len(silent)
    # A third of the mails announces nothing or nothing certain, and each has a number of its own.
    assert 3 * (len(found) - len(announced)) >= len(found)
    numbers = [one.name.partition("-")[0] for one in found]
    assert len(set(numbers)) == len(numbers) >= 250


def test_what_is_wanted_has_the_form_of_a_reading() -> None:
    for name, _, wanted in mails():
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
