"""Games, their gamestates and all that happened in them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Protocol

from rednov_bot.contest import Awarded
from rednov_bot.engine.gamestate import Gamestate
from rednov_bot.engine.happenings import Happening
from rednov_bot.engine.words import GnomeName
from rednov_bot.papers import Chapter, Game, PaperId


class Games(Protocol):
    """Games, their gamestates and all that happened in them."""

    def add_game(
        self,
        *,
        gnomes: tuple[GnomeName, ...],
        options_json: bytes,
        data: str,
        data_digest: str,
        rules_version: str,
        secret: bytes,
        at: datetime,
        luck: int = 1,
        beacon: str = "",
        called: str | None = None,
    ) -> Game:
        """A game is put on file; it has no gamestate until its opening is posted.

        *luck* is the form of its luck, 1 or 2; *beacon* that to which it is bound.  It is called
        RN1, RN2 and so on, as the next one; or as another is *called* that did not begin.
        """

    def keep_data(self, digest: str, files: Mapping[str, bytes]) -> None:
        """The files of a data set are kept, once, for the games that begin with it."""

    def kept_data(self) -> Mapping[str, Mapping[str, bytes]]:
        """The files of every data set that is kept, by its digest and their names."""

    def games(self) -> tuple[Game, ...]:
        """Every game, oldest first."""

    def unopened_games(self) -> tuple[Game, ...]:
        """Games put on file after every game that has begun, newest first.

        Without those that bear the name of one that has begun: they never will.
        """

    def game_called(self, tag: str) -> Game | None:
        """The game with this tag, the one that has begun if any has; None where there is none."""

    def last_games(self, most: int) -> tuple[Game, ...]:
        """The last games that have begun, at most so many, oldest first."""

    def games_begun(self) -> int:
        """How many games have begun."""

    def latest_game(self) -> Game | None:
        """The game whose gamestate was changed last, None before the first opening."""

    def game(self, id: PaperId) -> Game:
        """One game.  KeyError when there is none."""

    def secret(self, game: PaperId) -> bytes:
        """The 32-byte secret of a game's luck."""

    def gamestate(self, game: PaperId) -> tuple[int, Gamestate] | None:
        """The present gamestate and its number, counted from 1; None before the opening."""

    def advance(
        self,
        game: PaperId,
        number: int,
        happenings: Sequence[Happening],
        after: Gamestate,
        *,
        cause: str,
        at: datetime,
    ) -> None:
        """The gamestate moves on to *number*.  Raises when that number exists already."""

    def history(self, game: PaperId) -> tuple[Happening, ...]:
        """All that ever happened in a game, in order."""

    def advanced_at(self, game: PaperId, number: int) -> datetime | None:
        """When a game got to this gamestate, None where it did not."""

    def gamestate_at(self, game: PaperId, number: int) -> Gamestate:
        """The gamestate of this number.  KeyError when there is none."""

    def chapters(self, game: PaperId, behind: int = 0) -> tuple[Chapter, ...]:
        """How a game got from gamestate *behind* to its present one, step by step."""

    def award(self, game: PaperId, awarded: Awarded) -> None:
        """Points due were awarded; the first award counts."""

    def awards(self, game: PaperId) -> Mapping[int, Awarded]:
        """The points due in a game that were awarded, by their place among all of them."""
