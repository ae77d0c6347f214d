"""What is public, what is for one gnome, what is for nobody; and the types that keep it so."""

from __future__ import annotations

import inspect
import typing
from types import ModuleType

import pytest

from rednov_bot.engine import happenings as h
from rednov_bot.prose import position_text, public_pages, reasoning, story, sub_map
from rednov_bot.prose.audience import private_to, public_only

TOLD: tuple[h.Happening, ...] = (
    h.ItemsReceived("Bob", ("grog",), "stores"),
    h.ItemsAwarded("Bob", 1, 1, "stores"),
    h.HandDropped("Cat", True),
    h.LimitPending("Ann", 4, 6, None),
    h.EventDeckShuffled((1, 0)),
    h.LimitLifted("Bob"),
    h.ReturnsKept(),
)
SECRET = ("Gamestate", "Secrets", "PrivateHappening", "HiddenHappening", "Turn", "Plan", "Item")


def test_the_list_is_told_public_happenings_alone() -> None:
    assert public_only(TOLD) == (TOLD[1],)


def test_a_gnome_is_told_what_names_em() -> None:
    assert private_to(TOLD, "Bob") == (TOLD[0], TOLD[5])
    assert private_to(TOLD, "Cat") == ()


def test_every_happening_has_exactly_one_audience() -> None:
    public, private, hidden = (
        set(typing.get_args(union))
        for union in (h.PublicHappening, h.PrivateHappening, h.HiddenHappening)
    )

    assert public | private | hidden == set(typing.get_args(h.Happening))
    assert len(public) + len(private) + len(hidden) == len(public | private | hidden)


@pytest.mark.parametrize(
    "module",
    [public_pages, story, sub_map, position_text, reasoning],
    ids=lambda module: module.__name__.rpartition(".")[2],
)
def test_what_writes_to_the_list_is_given_no_secret(module: ModuleType) -> None:
    functions = [
        function
        for _, function in inspect.getmembers(module, inspect.isfunction)
        if function.__module__ == module.__name__
    ]
    named = {
        word
        for function in functions
        for hint in typing.get_type_hints(function).values()
        for word in _words(hint)
    }

    assert functions
    assert named.isdisjoint(SECRET)
    assert named.isdisjoint({kind.__name__ for kind in typing.get_args(h.PrivateHappening)})


def _words(hint: object) -> set[str]:
    """The names of all types in a hint."""
    own = {hint.__name__} if isinstance(hint, type) else set()
    return own.union(*[_words(part) for part in typing.get_args(hint)])
