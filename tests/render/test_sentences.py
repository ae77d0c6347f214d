"""Every event has its sentence, and every sentence its event."""

from __future__ import annotations

from typing import cast, get_args

import pytest

from rednov_bot.core.render.environment import template
from rednov_bot.games.red_november import datasets
from rednov_bot.games.red_november.render.private_pages import whisper
from rednov_bot.games.red_november.render.sentences import Scene, macro_name, sentence
from rednov_bot.games.red_november.rules import events as ev
from tests.render.events import OTHER_WORDS, PRIVATE, PUBLIC

KINDS = get_args(ev.PublicEvent) + get_args(ev.PrivateEvent)
Told = ev.PublicEvent | ev.PrivateEvent
EXAMPLES = (*PUBLIC, *PRIVATE, *(one for one, _ in OTHER_WORDS))
HELPERS = {"death", "decided"}
BOARD = datasets.load("standard").board


def scene() -> Scene:
    return Scene(BOARD, active="Ann")


def told(event: Told) -> str:
    """Its sentence, to everybody or to the gnome whom it is for."""
    if isinstance(event, get_args(ev.PrivateEvent)):
        return whisper(cast(ev.PrivateEvent, event))
    return sentence(cast(ev.PublicEvent, event), scene())


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_each_event_has_an_example_and_a_sentence(kind: type) -> None:
    example = next(one for one in EXAMPLES if type(one) is kind)
    said = told(example)
    assert said.endswith(".")
    assert "\n" not in said
    assert "  " not in said
    assert said == said.strip()
    assert "_" not in said


@pytest.mark.parametrize(
    ("name", "told"),
    [("_happenings", ev.PublicEvent), ("_whispers", ev.PrivateEvent)],
    ids=["to all", "to one"],
)
def test_each_macro_belongs_to_an_event_of_its_audience(name: str, told: object) -> None:
    macros = {name for name in vars(template(name).module) if not name.startswith("_")}
    assert macros - HELPERS == {macro_name(kind) for kind in get_args(told)}


@pytest.mark.parametrize(("event", "said"), OTHER_WORDS, ids=lambda one: str(one)[:40])
def test_an_event_is_told_as_it_happened(event: ev.PublicEvent, said: str) -> None:
    assert sentence(event, scene()) == said


def test_a_die_that_decides_a_burning_room_is_told() -> None:
    by_die = Scene(BOARD, card="fire")
    next_door = Scene(BOARD, card="fire_spreads")
    assert (
        sentence(ev.RoomCaughtFire(4), by_die)
        == "The die says 4: room 4 (Reactor Room) catches fire."
    )
    assert sentence(ev.RoomCaughtFire(4), next_door) == "Room 4 (Reactor Room) catches fire."


@pytest.mark.parametrize(
    ("spaces", "said"),
    [
        ((47,), "Crushed! at 47 was passed before this turn and stays."),
        ((42,), "Crushed! at 42 was passed before the work was done and stays."),
        (
            (47, 42),
            "Crushed! at 47 was passed before this turn and stays. Crushed! at 42 was passed "
            "before the work was done and stays.",
        ),
    ],
)
def test_a_token_that_stays_was_passed_before_the_turn_or_in_it(
    spaces: tuple[int, ...], said: str
) -> None:
    """A gnome who stands on a token has not passed it (A3)."""
    missed = ev.TokensMissed("crushed", spaces)
    assert sentence(missed, Scene(BOARD, "Ann", started=42)) == said
