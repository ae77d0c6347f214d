"""What is public, what is for one gnome, what is for nobody; and the types that keep it so."""

from __future__ import annotations

import inspect
import typing
from types import ModuleType

import pytest

from rednov_bot.games.red_november.render import position, public_pages, reasoning, story, sub_map
from rednov_bot.games.red_november.rules import events as ev

SECRET = ("Gamestate", "Secrets", "PrivateHappening", "HiddenHappening", "Turn", "Plan", "Item")


def test_every_event_has_exactly_one_audience() -> None:
    public, private, hidden = (
        set(typing.get_args(union)) for union in (ev.PublicEvent, ev.PrivateEvent, ev.HiddenEvent)
    )
    assert public | private | hidden == set(typing.get_args(ev.Event))
    assert len(public) + len(private) + len(hidden) == len(public | private | hidden)


@pytest.mark.parametrize(
    "module",
    [public_pages, story, sub_map, position, reasoning],
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
    assert named.isdisjoint({kind.__name__ for kind in typing.get_args(ev.PrivateEvent)})


def _words(hint: object) -> set[str]:
    """The names of all types in a hint."""
    own = {hint.__name__} if isinstance(hint, type) else set()
    return own.union(*[_words(part) for part in typing.get_args(hint)])
