"""Every stored game is played again by this program, from the papers that are stored.

A game keeps the rules with which it began: a program that would play any of it otherwise must not
take it over unnoticed.  So the opening, each announcement, resolution, discard, gift and idle kill
is played again from the gamestate before it, with the luck, orders, answers and rulings that
counted then.  No mail is read again: what was announced is stored as a turn.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rednov_bot.core.errors import DataError
from rednov_bot.core.models import Chapter, Game
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow import starting
from rednov_bot.core.workflow.corrections.replay import replay, step_of, turns_of
from rednov_bot.core.workflow.desk import Desk, tables_of
from rednov_bot.games.base import Data, Event, Game as AnyGame, State, Step


@dataclass(slots=True)
class Count:
    """How much was played again."""

    games: int = 0
    turns: int = 0
    differing: int = 0  # what comes out otherwise


def differences(desk: Desk, records: UnitOfWork, count: Count | None = None) -> Iterator[str]:
    """What this program makes otherwise of the games in the database, game by game in their
    order: `RN1, turn 12: its resolution comes out otherwise`.  Nothing of it is secret."""
    count = count or Count()
    for one in _differences(desk, records, count):
        count.differing += 1
        yield one


def _differences(desk: Desk, records: UnitOfWork, count: Count) -> Iterator[str]:
    for game in records.games():
        if records.gamestate(game.id) is None:
            continue
        count.games += 1
        try:
            tables = tables_of(desk, game)
        except DataError:
            yield f"{game.tag}: the data set that it began with is not there"
            continue
        try:
            yield from _played_otherwise(desk, records, game, tables)
        except Exception as fault:  # whatever this program cannot play, it must not take over
            yield f"{game.tag}: it cannot be played ({type(fault).__name__})"
        count.turns += len(records.turns(game.id))


def _played_otherwise(desk: Desk, records: UnitOfWork, game: Game, tables: Data) -> Iterator[str]:
    """Each chapter by itself, from the gamestate in the database before it: nothing drags on."""
    chapters = records.chapters(game.id)
    turns, every = turns_of(records, game.id), records.rulings(game.id)
    kind = desk.game
    state, steps, began = kind.empty, list[Step](), kind.empty
    for chapter in chapters:
        if kind.facts(state).pending is None:
            yield from _steps_otherwise(kind, game, began, steps, tables)
            steps, began = [], state
        known = [one for one in every if (one.since or 0) < chapter.number]  # not those given later
        try:
            step = step_of(kind, records, game, turns, chapter, known)
        except KeyError:
            what = "a paper that it rests on is missing"
            yield _differing(game, kind.facts(state).turns, what)
            steps, step = [], ""
        if isinstance(step, Step):
            steps.append(step)
        else:  # the opening, a correction, or a ruling upon the position
            if (pot := kind.pot_told(chapter.events[:1])) is not None:
                yield from _opening_otherwise(desk, records, game, tables, chapter, pot)
            if kind.facts(state).pending is not None:
                steps = []  # what came between cannot be played again, so neither can the rest
        state = kind.after(state, chapter.events)
        if state != records.gamestate_at(game.id, chapter.number):
            what = "what happened leads to another position, or to other hands or decks"
            yield _differing(game, kind.facts(state).turns, what)
            state = records.gamestate_at(game.id, chapter.number)
    yield from _steps_otherwise(kind, game, began, steps, tables)


def _steps_otherwise(
    kind: AnyGame, game: Game, before: State, steps: Sequence[Step], tables: Data
) -> Iterator[str]:
    """The first of these steps that comes out otherwise; whatever follows hangs on it."""
    if not steps:
        return
    done = replay(kind, before, steps, tables)
    for one in done.steps:
        if one.otherwise:
            number = kind.facts(one.after).turns
            yield _differing(game, number, _otherwise(kind, one.step.told, one.events))
            return
    if done.waits is not None:
        yield _differing(game, done.waits.number, "it waits for a choice that nobody was asked")


def _opening_otherwise(
    desk: Desk, records: UnitOfWork, game: Game, tables: Data, chapter: Chapter, y_pot: int
) -> Iterator[str]:
    again, _ = starting.played(desk, records, game, tables, y_pot)
    if again.outcome.events != chapter.events:
        yield _differing(game, 0, _otherwise(desk.game, chapter.events, again.outcome.events))


def _differing(game: Game, turn: int, what: str) -> str:
    """What comes out otherwise in a game, in the *turn* of that number, 0 of the opening."""
    return f"{game.tag}, {f'turn {turn}' if turn else 'opening'}: {what}"


def _otherwise(kind: AnyGame, told: Sequence[Event], now: Sequence[Event]) -> str:
    if kind.public(told) != kind.public(now):
        return "it comes out otherwise than the list was told"
    return "it comes out otherwise in what the list was not told"
