"""The ways of the tiles of a game, followed as the game moves on (engine/worlds).

Kept in memory: what is on file does not change, so only what came since is entered.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Final

from rednov_bot.engine import happenings as h
from rednov_bot.engine.gamestate import Secrets
from rednov_bot.engine.words import Item
from rednov_bot.engine.worlds import Trails
from rednov_bot.papers import Chapter, Game, TakenTurn
from rednov_bot.ports import Records

PRIVATELY: Final = ", by a private list"
"""Behind the cause of a discard or a gift in return whose tiles the list was not told (A23)."""


Turns = Callable[[], tuple[TakenTurn, ...]]
"""All turns of a game, looked up once."""


class Tracing:
    """The trails of the game that was last asked for."""

    __slots__ = ("_game", "_last", "_trails")

    def __init__(self) -> None:
        self._game: int | None = None
        self._last: Chapter | None = None
        self._trails = Trails()

    def trails(
        self, records: Records, game: Game, secrets: Secrets, tiles: tuple[Item, ...] = ()
    ) -> Trails:
        """The trails up to the present gamestate of *game*, whose secrets these are."""
        entered = self._game == game.id and self._go_on(records, game)
        if not entered or not self._trails.places.fits(secrets):
            self._game, self._last = game.id, None
            self._trails = Trails(tiles, sleepers_drink=game.options.edition == 2)
            self._enter(records, game, records.chapters(game.id))
        self._trails.find(secrets)
        return self._trails

    def _go_on(self, records: Records, game: Game) -> bool:
        """What came since is entered; not where the last that was entered has come to nothing."""
        last = self._last
        if last is None:
            return False
        chapters = records.chapters(game.id, last.number - 1)
        if chapters[:1] != (last,):
            return False
        self._enter(records, game, chapters[1:])
        return True

    def _enter(self, records: Records, game: Game, chapters: tuple[Chapter, ...]) -> None:
        turns = _turns(records, game)
        for chapter in chapters:
            _entered(turns, chapter, self._trails)
            self._last = chapter


def up_to(records: Records, game: Game, number: int) -> tuple[Trails, list[bool]]:
    """The trails up to gamestate *number* of a game.

    Of each chapter behind it, whether the list was told which tiles were given or discarded.
    """
    trails, chapters = Trails(sleepers_drink=game.options.edition == 2), records.chapters(game.id)
    turns = _turns(records, game)
    for chapter in chapters[:number]:
        _entered(turns, chapter, trails)
    last, named = trails.position.turns, []
    for chapter in chapters[number:]:
        taken = [one.number for one in chapter.happenings if isinstance(one, h.TurnTaken)]
        last = max([last, *taken])
        named.append(_is_named(turns, chapter, last))
    return trails, named


def _turns(records: Records, game: Game) -> Turns:
    return cache(lambda: records.turns(game.id))


def _entered(turns: Turns, chapter: Chapter, trails: Trails) -> None:
    named = _is_named(turns, chapter, trails.position.turns)
    for happening in chapter.happenings:
        trails.enter(happening, named=named)


def is_private(turn: TakenTurn) -> bool:
    """Whether a turn gives tiles that the list was told by their number (A23)."""
    action = turn.turn.action
    return action is not None and action.give is not None and action.give_count is not None


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
