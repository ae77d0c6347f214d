"""Games, their gamestates and all that happened in them."""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from datetime import datetime

from sqlalchemy import Integer, and_, bindparam, func, or_, select

from rednov_bot.engine.gamestate import Gamestate
from rednov_bot.engine.happenings import Happening
from rednov_bot.engine.options import Options
from rednov_bot.engine.words import GnomeName
from rednov_bot.papers import Chapter, Game, PaperId
from rednov_bot.store import forms, rows
from rednov_bot.store.part import Part
from rednov_bot.store.rows import Row, moment
from rednov_bot.store.statements import (
    Statement,
    insert,
    insert_numbered,
    insert_unless_there,
)
from rednov_bot.store.tables import data_sets, game_secrets, games, gamestates
from rednov_bot.store.texts import plain

_NAME = func.coalesce(games.c.called, games.c.tag)
_GAMES = Statement(select(games).order_by(games.c.id))
_GAME = Statement(select(games).where(games.c.id == bindparam("game")))
_CALLED = Statement(
    select(games)
    .outerjoin(gamestates, and_(gamestates.c.game == games.c.id, gamestates.c.number == 1))
    .where(or_(games.c.tag == bindparam("tag"), games.c.called == bindparam("tag")))
    .order_by(gamestates.c.id.is_(None), games.c.id.desc())
    .limit(1)
)
_BEGUN = and_(
    games.c.id <= select(func.max(gamestates.c.game)).scalar_subquery(),
    select(1).where(gamestates.c.game == games.c.id, gamestates.c.number == 1).exists(),
)
_NAMESAKE = games.alias()
_UNOPENED = Statement(
    select(games)
    .where(
        games.c.id > func.coalesce(select(func.max(gamestates.c.game)).scalar_subquery(), 0),
        ~select(1)
        .join_from(_NAMESAKE, gamestates, gamestates.c.game == _NAMESAKE.c.id)
        .where(or_(_NAMESAKE.c.tag == _NAME, _NAMESAKE.c.called == _NAME))
        .exists(),
    )
    .order_by(games.c.id.desc())
)
_LAST_BEGUN = Statement(
    select(games).where(_BEGUN).order_by(games.c.id.desc()).limit(bindparam("most", type_=Integer))
)
_HOW_MANY_BEGUN = Statement(select(func.count()).select_from(games).where(_BEGUN))
_ADVANCED_AT = Statement(
    select(gamestates.c.at).where(
        gamestates.c.game == bindparam("game"), gamestates.c.number == bindparam("number")
    )
)
_LAST_ID = Statement(select(func.max(games.c.id)))
_NAMES = Statement(select(func.count()).where(games.c.called.is_(None)))
_ADD = insert_numbered(games)
_ADD_SECRET = insert(game_secrets)
_KEEP_DATA = insert_unless_there(data_sets)
_KEPT_DATA = Statement(select(data_sets))
_SECRET = Statement(select(game_secrets.c.secret).where(game_secrets.c.game == bindparam("game")))
_PRESENT = Statement(
    select(func.max(gamestates.c.number)).where(gamestates.c.game == bindparam("game"))
)
_GAMESTATE = Statement(
    select(gamestates.c.form, gamestates.c.position, gamestates.c.secrets).where(
        gamestates.c.game == bindparam("game"), gamestates.c.number == bindparam("number")
    )
)
_HISTORY = Statement(
    select(gamestates.c.form, gamestates.c.happenings, gamestates.c.whispers)
    .where(gamestates.c.game == bindparam("game"))
    .order_by(gamestates.c.number)
)
_LATEST = Statement(
    select(games)
    .join(gamestates, gamestates.c.game == games.c.id)
    .where(gamestates.c.id == select(func.max(gamestates.c.id)).scalar_subquery())
)
_CHAPTERS = Statement(
    select(
        gamestates.c.number,
        gamestates.c.cause,
        gamestates.c.at,
        gamestates.c.form,
        gamestates.c.happenings,
        gamestates.c.whispers,
    )
    .where(gamestates.c.game == bindparam("game"), gamestates.c.number > bindparam("behind"))
    .order_by(gamestates.c.number)
)
_ADVANCE = insert(gamestates)


class Games(Part):
    """Games, their gamestates and all that happened in them."""

    __slots__ = ()

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
        """A game is put on file; it has no gamestate until its opening is posted."""
        # Every option is written out: a default that changes later changes no game.
        options: Options = forms.options(forms.FORM, options_json.decode())
        if called is None:
            tag = f"RN{self._value(_NAMES, {}) + 1}"
        else:
            tag = f"{plain(called)}/{self._value(_LAST_ID, {}) + 1}"
        row = {
            "tag": tag,
            "called": None if called is None else plain(called),
            "form": forms.FORM,
            "gnomes": forms.written(gnomes),
            "options": forms.written(options),
            "data": data,
            "data_digest": data_digest,
            "rules_version": rules_version,
            "at": moment(at),
            "luck": luck,
            "beacon": plain(beacon) or None,
        }
        id = PaperId(self._add_numbered(_ADD, row))
        self._add(_ADD_SECRET, {"game": id, "secret": secret})
        return self.game(id)

    def keep_data(self, digest: str, files: Mapping[str, bytes]) -> None:
        """The files of a data set are kept, once, for the games that begin with it."""
        rows = [
            {"digest": digest, "file": name, "octets": zlib.compress(one)}
            for name, one in files.items()
        ]
        self._add_all(_KEEP_DATA, rows)

    def kept_data(self) -> Mapping[str, Mapping[str, bytes]]:
        """The files of every data set that is kept, by its digest and their names."""
        found: dict[str, dict[str, bytes]] = {}
        for row in self._rows(_KEPT_DATA, {}):
            found.setdefault(row.digest, {})[row.file] = zlib.decompress(row.octets)
        return found

    def games(self) -> tuple[Game, ...]:
        """Every game, oldest first."""
        return tuple(self._known(row) for row in self._rows(_GAMES, {}))

    def unopened_games(self) -> tuple[Game, ...]:
        """Games put on file after every game that has begun, newest first.

        Without those that bear the name of one that has begun: they never will.
        """
        return tuple(self._known(row) for row in self._rows(_UNOPENED, {}))

    def game_called(self, tag: str) -> Game | None:
        """The game with this tag, the one that has begun if any has; None where there is none."""
        row = self._row(_CALLED, {"tag": plain(tag)})
        return None if row is None else self._known(row)

    def game(self, id: PaperId) -> Game:
        """One game.  KeyError when there is none."""
        row = self._row(_GAME, {"game": id})
        if row is None:
            raise KeyError(id)
        return self._known(row)

    def _known(self, row: Row) -> Game:
        """The game of a row, decoded once."""
        games, content = self._marks.games, tuple(row)
        found = games.get(content)
        if found is None:
            found = games[content] = _game(row)
        return found

    def secret(self, game: PaperId) -> bytes:
        """The 32-byte secret of a game's luck.  KeyError when there is no such game."""
        secret: bytes | None = self._value(_SECRET, {"game": game})
        if secret is None:
            raise KeyError(game)
        return secret

    def gamestate(self, game: PaperId) -> tuple[int, Gamestate] | None:
        """The present gamestate and its number, counted from 1; None before the opening."""
        number: int | None = self._value(_PRESENT, {"game": game})
        if number is None:
            return None
        known = self._marks.gamestate
        if known is not None and known[:2] == (game, number):
            return number, known[2]
        state = _gamestate(self._row(_GAMESTATE, {"game": game, "number": number}))
        self._marks.gamestate = (game, number, state)
        return number, state

    def last_games(self, most: int) -> tuple[Game, ...]:
        """The last games that have begun, at most so many, oldest first."""
        return tuple(self._known(row) for row in reversed(self._rows(_LAST_BEGUN, {"most": most})))

    def games_begun(self) -> int:
        """How many games have begun."""
        count: int = self._value(_HOW_MANY_BEGUN, {})
        return count

    def advanced_at(self, game: PaperId, number: int) -> datetime | None:
        """When a game got to this gamestate, None where it did not."""
        return rows.at_or_none(self._value(_ADVANCED_AT, {"game": game, "number": number}))

    def latest_game(self) -> Game | None:
        """The game whose gamestate was changed last, None before the first opening."""
        row = self._row(_LATEST, {})
        return None if row is None else self._known(row)

    def gamestate_at(self, game: PaperId, number: int) -> Gamestate:
        """The gamestate of this number.  KeyError when there is none."""
        row = self._row(_GAMESTATE, {"game": game, "number": number})
        if row is None:
            raise KeyError((game, number))
        return _gamestate(row)

    def chapters(self, game: PaperId, behind: int = 0) -> tuple[Chapter, ...]:
        """How a game got from gamestate *behind* to its present one, step by step."""
        return tuple(
            Chapter(
                number=row.number,
                cause=row.cause,
                at=rows.at(row.at),
                happenings=tuple(forms.joined(row.form, row.happenings, row.whispers)),
            )
            for row in self._rows(_CHAPTERS, {"game": game, "behind": behind})
        )

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
        """The gamestate moves on to *number*; AlreadyOnFile when that number exists already."""
        told, kept = forms.parted(happenings)
        row = {
            "game": game,
            "number": number,
            "cause": cause,
            "at": moment(at),
            "form": forms.FORM,
            "position": forms.written(after.position),
            "happenings": told,
            "secrets": forms.written(after.secrets),
            "whispers": kept,
        }
        self._add(_ADVANCE, row)
        self._marks.gamestate = (game, number, after)

    def history(self, game: PaperId) -> tuple[Happening, ...]:
        """All that ever happened in a game, in order."""
        rows = self._rows(_HISTORY, {"game": game})
        return tuple(
            happening
            for row in rows
            for happening in forms.joined(row.form, row.happenings, row.whispers)
        )


def _gamestate(row: Row) -> Gamestate:
    return Gamestate(forms.position(row.form, row.position), forms.secrets(row.form, row.secrets))


def _game(row: Row) -> Game:
    return Game(
        id=PaperId(row.id),
        tag=row.tag if row.called is None else row.called,
        gnomes=forms.gnomes(row.form, row.gnomes),
        options=forms.options(row.form, row.options),
        data=row.data,
        data_digest=row.data_digest,
        rules_version=row.rules_version,
        luck=1 if row.luck is None else row.luck,
        beacon=row.beacon or "",
    )
