"""A few games of `make worlds`: the list sees the same in other hidden worlds."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any

from rednov_bot.desk.drafts import telling
from rednov_bot.engine.rules import attack
from rednov_bot.papers import Page
from tests.engine.test_laws import OTHERWISE
from tests.worlds.counted import Counted
from tests.worlds.games import OF_THE_DESK, OPTIONS, compare, options_of, play


def test_the_list_sees_the_same_in_other_hidden_worlds() -> None:
    counted = compare(300, 7)
    assert counted.differences == []
    assert counted.blocked == []
    assert counted.others > counted.hands / 2
    for kind, least in (("resolution", 80), ("line", 30), ("asked", 10)):
        assert counted.positions[kind] > least
    for kind in ("resolution", "line", "correction", "report", "award", "opening", "choice"):
        assert counted.drafts[kind]


def test_every_option_is_on_in_some_game() -> None:
    seen = {(name, value) for game in range(200) for name, value in options_of(game).items()}
    every = {**OTHERWISE, **OF_THE_DESK}
    assert {name for name, _ in seen} == {*every, *(name for row in OPTIONS for name in row)}
    assert all((name, value) in seen for name, values in every.items() for value in values)


def test_a_hand_that_was_told_would_be_found_and_blocked() -> None:
    real = telling.resolved

    def resolved(*given: Any) -> tuple[Page, ...]:
        """Resolutions say what the first gnome holds."""
        hand = given[2].gamestate.secrets.hands[0]
        return tuple([dataclasses.replace(one, body=f"{hand}\n{one.body}") for one in real(*given)])

    with leaking(telling, "resolved", resolved):
        counted = compare(12)
    assert counted.differences != []
    assert any("hand" in one for one in counted.blocked)


def test_a_lot_that_decides_on_a_defence_would_be_found_and_blocked(tmp_path: Path) -> None:
    """A draw is published; what the defender held, who did not defend emself, is not."""
    counted = Counted()
    with leaking(attack, "_defends", lambda _, given: given.luck.pick("defence choice", 2) == 0):
        play(tmp_path, 117, counted, 4, crazed="on", event_choice="orders+random")
    assert any("defence choice" in one for one in counted.differences)
    assert any("luck that nobody has seen" in one for one in counted.blocked)


@contextmanager
def leaking(module: ModuleType, name: str, made: Callable[..., object]) -> Iterator[None]:
    """Something is made otherwise, so that it tells what is hidden."""
    real = getattr(module, name)
    setattr(module, name, made)
    try:
        yield
    finally:
        setattr(module, name, real)
