"""A few games of `make worlds`: the list sees the same in other hidden worlds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from rednov_bot.desk.corrections import amendments
from rednov_bot.desk.corrections.amendments import Case
from rednov_bot.desk.desk import Desk
from rednov_bot.desk.drafts import drafting, telling
from rednov_bot.engine import happenings as h
from rednov_bot.engine.rules import attack
from rednov_bot.papers import Draft, Page
from rednov_bot.ports import Records
from tests.engine.test_laws import OTHERWISE
from tests.worlds.counted import Counted
from tests.worlds.games import OF_THE_DESK, OPTIONS, compare, options_of, play

GAME: Final = 14
POSITIONS: Final = 150
"""From this game on, so many have drafts of every kind."""


def test_the_list_sees_the_same_in_other_hidden_worlds() -> None:
    counted = compare(300, GAME)
    assert counted.differences == []
    assert counted.others > counted.hands / 2
    for kind, least in (("resolution", 60), ("line", 10), ("asked", 5)):
        assert counted.positions[kind] > least
    for kind in ("correction", "report", "award", "opening", "choice", "secret", "idle", "contest"):
        assert counted.drafts[kind]


def test_every_option_is_on_in_some_game() -> None:
    seen = {(name, value) for game in range(200) for name, value in options_of(game).items()}
    every = {**OTHERWISE, **OF_THE_DESK}
    assert {name for name, _ in seen} == {*every, *(name for row in OPTIONS for name in row)}
    assert all((name, value) in seen for name, values in every.items() for value in values)


def test_a_hand_that_was_told_would_be_found_whatever_kind_of_draft_tells_it() -> None:
    """Each draft that is submitted, and each correction, says who holds what and drew what."""
    submit, amended = drafting.submit, amendments.public

    def submitted(desk: Desk, records: Records, draft: Draft, *given: Any, **more: Any) -> Draft:
        game = records.latest_game()
        past = () if game is None else records.history(game.id)
        drawn = [one for one in (*past, *draft.happenings) if isinstance(one, h.ItemsReceived)]
        words = f"Drawn: {[one.items for one in drawn]}\n"
        if draft.kind != "resolution":
            draft = replace(draft, pages=tuple([_with(words, page) for page in draft.pages]))
        return submit(desk, records, draft, *given, **more)

    def corrected(desk: Desk, records: Records, case: Case, *given: Any) -> Page:
        return _with(f"{case.course.before.secrets.hands}", amended(desk, records, case, *given))

    with leaking(drafting, "submit", submitted), leaking(amendments, "public", corrected):
        counted = compare(POSITIONS, GAME)
    told = {kind for one in counted.differences for kind in one.split(": ")[1].split("+")}
    assert told >= {"opening", "line", "report", "award", "secret", "idle", "contest", "correction"}


def test_a_subject_a_thread_or_a_picture_that_depends_on_a_hand_would_be_found() -> None:
    ways: tuple[Callable[[Page, int], Page], ...] = (
        lambda page, held: replace(page, subject=page.subject + "!" * held),
        lambda page, held: replace(page, references=page.references[held:]),
        lambda page, held: replace(page, to_name=f"{page.to_name}{held}"),
        lambda page, held: replace(page, view=None) if held else page,
    )
    real = telling.resolved
    for way in ways:

        def resolved(*given: Any, way: Any = way) -> tuple[Page, ...]:
            """A resolution in which something depends on what the first gnome holds."""
            hand = given[2].gamestate.secrets.hands[0]
            return tuple([way(one, len("".join(hand)) % 2) for one in real(*given)])

        with leaking(telling, "resolved", resolved):
            assert compare(15, GAME).differences != []


def test_a_lot_that_decides_on_a_defence_would_be_found(tmp_path: Path) -> None:
    """A draw is published; what the defender held, who did not defend emself, is not."""
    counted = Counted()
    with leaking(attack, "_defends", lambda _, given: given.luck.pick("defence choice", 2) == 0):
        play(tmp_path, 117, counted, 5, crazed="on", event_choice="orders+random")
    assert any("defence choice" in one for one in counted.differences)


def _with(words: str, page: Page) -> Page:
    return replace(page, body=f"{words}{page.body}") if page.kind == "public" else page


@contextmanager
def leaking(module: ModuleType, name: str, made: Callable[..., object]) -> Iterator[None]:
    """Something is made otherwise, so that it tells what is hidden."""
    real = getattr(module, name)
    setattr(module, name, made)
    try:
        yield
    finally:
        setattr(module, name, real)
