"""Games, their gamestates and all that happened in them."""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Final

from sqlalchemy import Integer, and_, bindparam, func, or_, select

from rednov_bot.core.contest import RevealLuck
from rednov_bot.core.models import Chapter, Game, Message, PaperId, TakenTurn
from rednov_bot.core.proof import ABSENT, Chain, Proof, SealedPool
from rednov_bot.core.store import forms, rows
from rednov_bot.core.store.part import Part
from rednov_bot.core.store.rows import Row
from rednov_bot.core.store.statements import Statement, insert, insert_numbered, insert_unless_there
from rednov_bot.core.store.tables import (
    answers,
    beacons,
    data_sets,
    decisions,
    drafts,
    draws,
    game_secrets,
    games,
    gamestates,
    item_lists,
    luck_seals,
    revealed,
    standing_orders,
    turns,
)
from rednov_bot.games.red_november.rules.choices import Answer
from rednov_bot.games.red_november.rules.events import Event
from rednov_bot.games.red_november.rules.gamestate import Gamestate
from rednov_bot.games.red_november.rules.options import Options
from rednov_bot.games.red_november.rules.turn import Orders, Turn
from rednov_bot.games.red_november.rules.words import GnomeName, Item

_ADD_DRAWS = insert(draws)
_ADD_SEAL = insert(luck_seals)
_LAST_SEAL = Statement(
    select(luck_seals.c.draws, luck_seals.c.seal).where(
        luck_seals.c.id
        == select(func.max(luck_seals.c.id))
        .where(luck_seals.c.game == bindparam("game"))
        .scalar_subquery()
    )
)
_AT = Statement(
    select(draws.c.link, draws.c.number).where(
        draws.c.game == bindparam("game"), draws.c.moment == bindparam("moment")
    )
)
_POOLS = Statement(
    select(draws.c.form, draws.c.drawn)
    .where(draws.c.game == bindparam("game"), draws.c.tiles == 1)
    .order_by(draws.c.number.desc())
)
_REVEAL = insert(revealed)
_TOLD_BY = Statement(
    select(revealed.c.draft, revealed.c.tiles)
    .where(revealed.c.game == bindparam("game"))
    .order_by(revealed.c.id)
)
_REVEALED = Statement(
    select(func.max(revealed.c.tiles)).where(revealed.c.game == bindparam("game"))
)
_ADD_BEACON = insert(beacons)
_BEACON = Statement(
    select(beacons.c.value)
    .where(
        beacons.c.round == bindparam("round"),
        or_(beacons.c.named == bindparam("named"), beacons.c.named.is_(None)),
    )
    .order_by(beacons.c.id.desc())
    .limit(1)
)
_BOUND = Statement(
    select(turns.c.id)
    .join(games, games.c.id == turns.c.game)
    .where(
        turns.c.beacon == bindparam("round"),
        or_(games.c.beacon == bindparam("named"), games.c.beacon.is_(None)),
    )
)


class Fortunes(Part):
    """What was published of the luck of each game."""

    __slots__ = ()

    def publish_luck(self, game: PaperId, proof: Proof, draft: str) -> None:
        """The draws of an approved posting have their numbers for ever."""
        rows = [
            {
                "game": game,
                "number": draw.number,
                "moment": draw.scope.moment,
                "link": draw.link,
                "tiles": bool(draw.leaves),
                "form": forms.FORM,
                "drawn": forms.written(draw),
            }
            for draw in proof.draws
        ]
        self._add_all(_ADD_DRAWS, rows)
        before = self.chain(game)
        count = len(rows) + (0 if before is None else before.draws)
        row = {"game": game, "draws": count, "seal": proof.seal, "draft": draft}
        self._add(_ADD_SEAL, row)

    def chain(self, game: PaperId) -> Chain | None:
        """How far the chain goes; None before the opening, and where the luck is of form 1."""
        row = self._row(_LAST_SEAL, {"game": game})
        return None if row is None else Chain(row.draws, row.seal)

    def draws_at(self, game: PaperId, moment: str) -> Mapping[str, int]:
        """The numbers of what was published of a moment, by link."""
        rows = self._rows(_AT, {"game": game, "moment": moment})
        return {row.link: row.number for row in rows}

    def sealed_pools(self, game: PaperId) -> tuple[SealedPool, ...]:
        """The shuffles of the item pool that were published, the last one first."""
        drawn = [forms.draw(row.form, row.drawn) for row in self._rows(_POOLS, {"game": game})]
        return tuple([one.pool for one in drawn if one.pool is not None])

    def reveal_luck(self, game: PaperId, effect: RevealLuck, draft: str, at: datetime) -> None:
        """The secrets of a game's luck were published."""
        self._add(_REVEAL, {"game": game, "tiles": effect.tiles, "at": at, "draft": draft})

    def luck_revealed(self, game: PaperId) -> RevealLuck | None:
        """Which secrets of a game are published; None while none is."""
        tiles = self._value(_REVEALED, {"game": game})
        return None if tiles is None else RevealLuck(bool(tiles))

    def luck_told_by(self, game: PaperId) -> tuple[tuple[str, bool], ...]:
        """By which drafts the secrets of a game were published, oldest first.

        The code of each, and whether those of the tiles are told in it.
        """
        told = self._rows(_TOLD_BY, {"game": game})
        return tuple([(str(row.draft), bool(row.tiles)) for row in told])

    def add_beacon(self, named: str, round: int, value: str, by: str, at: datetime) -> None:
        """The value of a round of a public beacon, 64 hex digits; the last one counts.

        *named* is the beacon, as the terms of a game have it.
        """
        row = {"named": named, "round": round, "value": value, "by": by, "at": at}
        self._add(_ADD_BEACON, row)

    def beacon(self, named: str, round: int) -> str | None:
        """The value that counts for a round of a public beacon; None while there is none."""
        value: str | None = self._value(_BEACON, {"named": named, "round": round})
        return value

    def bound_to(self, named: str, round: int) -> tuple[PaperId, ...]:
        """The turns whose luck hangs on a round of a public beacon."""
        rows = self._rows(_BOUND, {"named": named, "round": round})
        return tuple([PaperId(row.id) for row in rows])


_ADD = insert_numbered(turns)
_TURN = Statement(select(turns).where(turns.c.id == bindparam("turn")))
_TURNS = Statement(select(turns).where(turns.c.game == bindparam("game")).order_by(turns.c.number))
_LATEST = select(func.max(turns.c.number)).where(turns.c.game == bindparam("game"))
_PENDING = Statement(
    select(turns).where(
        turns.c.game == bindparam("game"),
        turns.c.number == _LATEST.scalar_subquery(),
        ~select(1)
        .select_from(drafts.join(decisions, decisions.c.draft == drafts.c.code))
        .where(
            drafts.c.turn == turns.c.id,
            drafts.c.kind == "resolution",
            (decisions.c.verdict == "approved") | (decisions.c.verdict == "settled"),
        )
        .exists(),
    )
)
_LAST_TURN = Statement(
    select(func.max(turns.c.taken_at)).where(
        turns.c.game == bindparam("game"), turns.c.gnome == bindparam("gnome")
    )
)
_FIRST_STATE = (gamestates.c.game == games.c.id) & (gamestates.c.number == 1)
_OPENED = Statement(
    select(func.coalesce(gamestates.c.at, games.c.at))
    .select_from(games.outerjoin(gamestates, _FIRST_STATE))
    .where(games.c.id == bindparam("game"))
)
_ANSWER = insert_unless_there(answers)
_ANSWERS = Statement(
    select(answers.c.key, answers.c.label, answers.c.by)
    .where(answers.c.turn == bindparam("turn"))
    .order_by(answers.c.id)
)
_NOTE_ITEMS = insert(item_lists)
_NOTED_ITEMS = Statement(
    select(item_lists)
    .where(item_lists.c.gnome == bindparam("gnome"), item_lists.c.at >= bindparam("since"))
    .order_by(item_lists.c.at.desc(), item_lists.c.id.desc())
    .limit(1)
)
_EVER: Final = datetime.max.replace(tzinfo=UTC)
_NOTE_ORDERS = insert(standing_orders)
_NOTED_ORDERS = Statement(
    select(standing_orders)
    .where(standing_orders.c.game == bindparam("game"), standing_orders.c.at <= bindparam("until"))
    .order_by(standing_orders.c.id)
)


class Turns(Part):
    """Taken turns, and what gnomes said about them besides."""

    __slots__ = ()

    def add_turn(
        self,
        game: PaperId,
        number: int,
        turn: Turn,
        *,
        mail: PaperId,
        message: Message,
        forum: str,
        at: datetime,
        digest: str = ABSENT,
        beacon: int | None = None,
    ) -> TakenTurn:
        """A valid turn was taken; *digest* is that of its mail, for the luck (A95).

        *beacon* is the round of the public beacon that is mixed into it, if one is.
        """
        row = {
            "game": game,
            "number": number,
            "gnome": turn.gnome,
            "taken_at": at,
            "mail": mail,
            "message_id": message.message_id,
            "subject": message.subject,
            "forum": forum,
            "form": forms.FORM,
            "references": forms.written(message.references),
            "turn": forms.written(turn),
            "digest": digest,
            "beacon": beacon,
        }
        return self.turn(PaperId(self._add_numbered(_ADD, row)))

    def turn(self, id: PaperId) -> TakenTurn:
        """One taken turn.  KeyError when there is none."""
        row = self._row(_TURN, {"turn": id})
        if row is None:
            raise KeyError(id)
        return _taken_turn(row)

    def turns(self, game: PaperId) -> tuple[TakenTurn, ...]:
        """Every turn taken in a game, oldest first."""
        return tuple(_taken_turn(row) for row in self._rows(_TURNS, {"game": game}))

    def pending_turn(self, game: PaperId) -> TakenTurn | None:
        """The taken turn whose resolution is not approved yet: the last one, or none.

        Not one that a correction has left without effect: its resolution is settled.
        """
        row = self._row(_PENDING, {"game": game})
        return None if row is None else _taken_turn(row)

    def last_turn_at(self, game: PaperId, gnome: GnomeName) -> datetime:
        """When a gnome last took a turn, or when the game began (§19).

        A game began when its opening was posted; before that, when it was put on file.
        """
        where = {"game": game, "gnome": gnome}
        last = self._when(_LAST_TURN, where)
        if last is None:
            last = self._when(_OPENED, {"game": game})
        if last is None:
            raise KeyError(game)
        return last

    def add_answer(self, turn: PaperId, key: str, answer: Answer, at: datetime) -> None:
        """A choice was answered; the first answer for a key counts, later ones are not kept."""
        row = {"turn": turn, "key": key, "label": answer.label, "by": answer.by, "at": at}
        self._add(_ANSWER, row)

    def answers(self, turn: PaperId) -> Mapping[str, Answer]:
        """The answers on file for a turn's choices."""
        found = self._rows(_ANSWERS, {"turn": turn})
        return {row.key: Answer(row.label, row.by) for row in found}

    def note_items(self, gnome: GnomeName, items: tuple[Item, ...], at: datetime) -> None:
        """A private list of items arrived (A23)."""
        row = {"gnome": gnome, "at": at, "form": forms.FORM, "items": forms.written(items)}
        self._add(_NOTE_ITEMS, row)

    def noted_items(self, gnome: GnomeName, since: datetime) -> tuple[Item, ...] | None:
        """The latest private list of a gnome that came at or after *since*."""
        row = self._row(_NOTED_ITEMS, {"gnome": gnome, "since": since})
        return None if row is None else forms.items(row.form, row.items)

    def note_orders(self, game: PaperId, gnome: GnomeName, orders: Orders, at: datetime) -> None:
        """Standing orders sent apart from a turn; the latest ones count."""
        row = {
            "game": game,
            "gnome": gnome,
            "at": at,
            "form": forms.FORM,
            "orders": forms.written(orders),
        }
        self._add(_NOTE_ORDERS, row)

    def noted_orders(
        self, game: PaperId, until: datetime | None = None
    ) -> Mapping[GnomeName, Orders]:
        """The latest standing orders of each gnome; with *until*, the latest of that moment."""
        where = {"game": game, "until": until or _EVER}
        found = self._rows(_NOTED_ORDERS, where)
        return {row.gnome: forms.orders(row.form, row.orders) for row in found}


def _taken_turn(row: Row) -> TakenTurn:
    return rows.made(
        TakenTurn,
        row,
        turn=forms.turn(row.form, row.turn),
        references=forms.references(row.form, row.references),
        digest=ABSENT if row.digest is None else row.digest,
    )


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
_ADD_GAME = insert_numbered(games)
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
_LATEST_GAME = Statement(
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
        """A game is put on file; it has no gamestate until its opening is posted.

        *luck* is the form of its luck, 1 or 2; *beacon* that to which it is bound.  It is called
        RN1, RN2 and so on, as the next one; or as another is *called* that did not begin.
        """
        # Every option is written out: a default that changes later changes no game.
        options: Options = forms.options(forms.FORM, options_json.decode())
        if called is None:
            tag = f"RN{self._value(_NAMES, {}) + 1}"
        else:
            tag = f"{called}/{self._value(_LAST_ID, {}) + 1}"
        row = {
            "tag": tag,
            "called": called,
            "form": forms.FORM,
            "gnomes": forms.written(gnomes),
            "options": forms.written(options),
            "data": data,
            "data_digest": data_digest,
            "rules_version": rules_version,
            "at": at,
            "luck": luck,
            "beacon": beacon or None,
        }
        id = PaperId(self._add_numbered(_ADD_GAME, row))
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
        row = self._row(_CALLED, {"tag": tag})
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
        return self._when(_ADVANCED_AT, {"game": game, "number": number})

    def latest_game(self) -> Game | None:
        """The game whose gamestate was changed last, None before the first opening."""
        row = self._row(_LATEST_GAME, {})
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
            rows.made(
                Chapter, row, events=tuple(forms.joined(row.form, row.happenings, row.whispers))
            )
            for row in self._rows(_CHAPTERS, {"game": game, "behind": behind})
        )

    def advance(
        self,
        game: PaperId,
        number: int,
        happenings: Sequence[Event],
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
            "at": at,
            "form": forms.FORM,
            "position": forms.written(after.position),
            "happenings": told,
            "secrets": forms.written(after.secrets),
            "whispers": kept,
        }
        self._add(_ADVANCE, row)
        self._marks.gamestate = (game, number, after)

    def history(self, game: PaperId) -> tuple[Event, ...]:
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
    return rows.made(
        Game,
        row,
        tag=row.tag if row.called is None else row.called,
        gnomes=forms.gnomes(row.form, row.gnomes),
        options=forms.options(row.form, row.options),
        luck=1 if row.luck is None else row.luck,
        beacon=row.beacon or "",
    )
