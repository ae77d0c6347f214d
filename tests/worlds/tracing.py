"""The ways of the tiles of a game on file, and what the list was told of them (§6)."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from rednov_bot.desk.announcements.between import PRIVATELY
from rednov_bot.engine import happenings as h
from rednov_bot.engine.gamestate import Secrets
from rednov_bot.engine.words import Item
from rednov_bot.papers import Chapter, Game, TakenTurn
from rednov_bot.ports import Records
from tests.worlds.trails import Trails

Turns = Callable[[], tuple[TakenTurn, ...]]
"""All turns of a game, looked up once."""


def trails_of(
    records: Records, game: Game, secrets: Secrets, tiles: tuple[Item, ...] = ()
) -> Trails:
    """The trails up to the present gamestate of *game*, whose secrets these are."""
    trails, turns = Trails(tiles, sleepers_drink=game.options.edition == 2), _turns(records, game)
    for chapter in records.chapters(game.id):
        _entered(turns, chapter, trails)
    trails.find(secrets)
    return trails


def up_to(records: Records, game: Game, number: int) -> tuple[Trails, list[bool]]:
    """The trails up to gamestate *number*; of each chapter behind it, whether it was `named`."""
    trails, turns = Trails(sleepers_drink=game.options.edition == 2), _turns(records, game)
    for chapter in records.chapters(game.id)[:number]:
        _entered(turns, chapter, trails)
    return trails, named(records, game, number, trails.position.turns)


def named(records: Records, game: Game, behind: int, last: int) -> list[bool]:
    """Of each chapter *behind* a gamestate, whether the list was told which tiles somebody gave or
    discarded in it; *last* is the number of the last turn that was taken before."""
    turns, found = _turns(records, game), []
    for chapter in records.chapters(game.id, behind):
        taken = [one.number for one in chapter.happenings if isinstance(one, h.TurnTaken)]
        last = max([last, *taken])
        found.append(_is_named(turns, chapter, last))
    return found


def is_private(turn: TakenTurn) -> bool:
    """Whether a turn gives tiles that the list was told by their number (A23)."""
    action = turn.turn.action
    return action is not None and action.give is not None and action.give_count is not None


def _turns(records: Records, game: Game) -> Turns:
    return cache(lambda: records.turns(game.id))


def _entered(turns: Turns, chapter: Chapter, trails: Trails) -> None:
    is_named = _is_named(turns, chapter, trails.position.turns)
    for happening in chapter.happenings:
        trails.enter(happening, named=is_named)


def _is_named(turns: Turns, chapter: Chapter, number: int) -> bool:
    """Whether the list was told which tiles somebody gave or discarded here.

    *number* is that of the last turn that was taken.
    """
    given = [one for one in chapter.happenings if isinstance(one, h.GiftReceived)]
    if not given or chapter.cause.endswith(PRIVATELY) or not _resolves(chapter):
        return not chapter.cause.endswith(PRIVATELY)
    items = sorted(given[0].items)
    for taken in turns():
        if taken.number == number and is_private(taken):
            action = taken.turn.action
            return action is None or sorted(action.give or ()) != items
    return True


def _resolves(chapter: Chapter) -> bool:
    return any(isinstance(one, h.TurnResolved) for one in chapter.happenings)
