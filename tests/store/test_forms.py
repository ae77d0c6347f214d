"""Papers survive being written and read, in every form there ever was."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest
from hypothesis import given, settings, strategies as st

from rednov_bot.core.contest import Effect, RulingEffect
from rednov_bot.core.errors import StoreTooNew
from rednov_bot.core.store import forms
from rednov_bot.games.base import Choice
from rednov_bot.games.red_november.rules import events as ev
from rednov_bot.games.red_november.rules.gamestate import Secrets
from rednov_bot.games.red_november.rules.options import Options
from rednov_bot.games.red_november.rules.position import Position
from rednov_bot.games.red_november.rules.turn import Orders, Turn
from rednov_bot.games.red_november.rules.words import Item
from tests.rigs.scale import many
from tests.store.strategies import values

READERS: dict[str, tuple[forms.Reader[Any], Any]] = {
    "position": (forms.position, Position),
    "secrets": (forms.secrets, Secrets),
    "turn": (forms.turn, Turn),
    "orders": (forms.orders, Orders),
    "choice": (forms.choice, Choice),
    "options": (forms.options, Options),
    "items": (forms.items, tuple[Item, ...]),
    "gnomes": (forms.gnomes, tuple[str, ...]),
    "references": (forms.references, tuple[str, ...]),
    "ruling": (forms.ruling, RulingEffect),
    "effects": (forms.effects, tuple[Effect, ...]),
    "public": (forms.public, tuple[ev.PublicEvent, ...]),
    "whispers": (forms.whispers, tuple[tuple[int, ev.PrivateEvent | ev.HiddenEvent], ...]),
}
OLD_PAPERS = sorted((Path(__file__).parent / "old_papers").glob("form-*.json"))
ANY_HAPPENING = st.one_of(*(values(kind) for kind in get_args(ev.Event)))
QUICK = settings(max_examples=many(40, 15), deadline=None)


@pytest.mark.parametrize("name", READERS)
def test_any_paper_is_read_as_it_was_written(name: str) -> None:
    reader, kind = READERS[name]

    @QUICK
    @given(values(kind))
    def holds(paper: object) -> None:
        assert reader(forms.FORM, forms.written(paper)) == paper

    holds()


@settings(max_examples=many(150, 25), deadline=None)
@given(st.lists(ANY_HAPPENING, max_size=25))
def test_any_events_come_back_in_their_order(events: list[ev.Event]) -> None:
    told, kept = map(forms.written, forms.parted(events))
    joined = forms.joined(forms.public(forms.FORM, told), forms.whispers(forms.FORM, kept))
    assert list(joined) == events


@QUICK
@given(st.lists(ANY_HAPPENING, max_size=10))
def test_the_public_part_holds_public_events_alone(events: list[ev.Event]) -> None:
    told, _ = forms.parted(events)
    public = {kind.__name__ for kind in get_args(ev.PublicEvent)}
    assert {type(event).__name__ for event in told} <= public


def test_the_same_position_is_always_written_alike() -> None:
    pairs = [(a, b) for a in range(1, 11) for b in range(a + 1, 12)]
    there, back = Position(blocked=frozenset(pairs)), Position(blocked=frozenset(pairs[::-1]))
    assert forms.written(there) == forms.written(back)


def test_half_a_surrogate_pair_in_a_gnomes_words_is_no_hindrance() -> None:
    turn = Turn("Ann", conditions=("if \udcff agrees", "fine"))
    expected = Turn("Ann", conditions=("if \ufffd agrees", "fine"))
    assert forms.turn(forms.FORM, forms.written(turn)) == expected


def test_a_paper_of_a_later_form_is_refused() -> None:
    with pytest.raises(StoreTooNew, match="a paper in form 2"):
        forms.position(2, "{}")


def test_every_form_up_to_the_present_has_a_sample() -> None:
    assert [path.name for path in OLD_PAPERS] == [
        f"form-{form}.json" for form in range(1, forms.FORM + 1)
    ]


@pytest.mark.parametrize("path", OLD_PAPERS, ids=lambda path: path.stem)
def test_old_papers_are_read_for_ever(path: Path) -> None:
    form = int(path.stem.removeprefix("form-"))
    for name, paper in json.loads(path.read_text()).items():
        reader, _ = READERS[name]
        read = json.loads(forms.written(reader(form, json.dumps(paper))))
        assert _holds(read, paper), name


def _holds(now: Any, old: Any) -> bool:
    """Whether nothing that was told is lost; what has been added since is new."""
    if isinstance(old, dict):
        return all(key in now and _holds(now[key], value) for key, value in old.items())
    if isinstance(old, list):
        return len(now) == len(old) and all(map(_holds, now, old))
    return bool(now == old)


def test_the_newest_sample_holds_every_kind_of_record_and_event() -> None:
    newest = json.loads(OLD_PAPERS[-1].read_text())
    assert set(newest) == set(READERS)
    told = {event["is"] for event in newest["public"]}
    kept = {event["is"] for _, event in newest["whispers"]}
    assert told == set(_names(ev.PublicEvent))
    assert kept == set(_names(ev.PrivateEvent | ev.HiddenEvent))


def test_papers_are_still_written_in_the_newest_form() -> None:
    """When this fails: raise FORM, read both forms, and put `form-N.json` beside the older ones.

    What was released is never written again; a new kind of event gets a line in the newest sample.
    """
    newest = json.loads(OLD_PAPERS[-1].read_text())
    for name, (reader, _) in READERS.items():
        paper = reader(forms.FORM, json.dumps(newest[name]))
        assert json.loads(forms.written(paper)) == newest[name], name


def _names(union: Any) -> Iterator[str]:
    for kind in get_args(union):
        yield kind.__name__
