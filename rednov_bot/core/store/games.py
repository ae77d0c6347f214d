"""Games, their gamestates, the turns taken in them, and what was published of their luck."""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Final

from sqlalchemy import Integer, and_, bindparam, exists, func, or_, select

from rednov_bot.core.contest import RevealLuck
from rednov_bot.core.errors import AlreadyOnFile
from rednov_bot.core.models import Chapter, Game, Message, PaperId, TakenTurn
from rednov_bot.core.proof import ABSENT, Chain, Proof, SealedPool
from rednov_bot.core.store import forms
from rednov_bot.core.store.part import Part
from rednov_bot.core.store.statements import Row, Statement, given, made, rows_of
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
from rednov_bot.games.base import Answer, Event, Options, Orders, Player, State, Turn

_BEACON = Statement(
    select(beacons.c.value)
    .where(*given(beacons, "round"), or_(*given(beacons, "named"), beacons.c.named.is_(None)))
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

    def publish_luck(self, game: PaperId, proof: Proof, draft: str) -> None:
        """The draws of an approved posting have their numbers for ever."""
        for draw in proof.draws:
            self._add(
                draws,
                game=game,
                number=draw.number,
                moment=draw.scope.moment,
                link=draw.link,
                tiles=bool(draw.leaves),
                drawn=draw,
            )
        before = self.chain(game)
        count = len(proof.draws) + (0 if before is None else before.draws)
        self._add(luck_seals, game=game, draws=count, seal=proof.seal, draft=draft)
        self._memory.hot["chain", game] = Chain(count, proof.seal)

    def chain(self, game: PaperId) -> Chain | None:
        """How far the chain goes; None before the opening, and where the luck is of form 1."""

        def load() -> Chain | None:
            row = self._last(luck_seals, game=game)
            return None if row is None else Chain(row.draws, row.seal)

        return self._hot(("chain", game), load)

    def draws_at(self, game: PaperId, moment: str) -> Mapping[str, int]:
        """The numbers of what was published of a moment, by link."""
        return {row.link: row.number for row in self._rows(draws, game=game, moment=moment)}

    def sealed_pools(self, game: PaperId) -> tuple[SealedPool, ...]:
        """The shuffles of the item pool that were published, the last one first."""
        drawn = [row.drawn for row in self._rows(draws, game=game, tiles=True)]
        return tuple([one.pool for one in reversed(drawn) if one.pool is not None])

    def reveal_luck(self, game: PaperId, effect: RevealLuck, draft: str, at: datetime) -> None:
        """The secrets of a game's luck were published."""
        self._add(revealed, game=game, tiles=effect.tiles, at=at, draft=draft)

    def luck_revealed(self, game: PaperId) -> RevealLuck | None:
        """Which secrets of a game are published; None while none is."""
        told = self._rows(revealed, game=game)
        return RevealLuck(any(row.tiles for row in told)) if told else None

    def luck_told_by(self, game: PaperId) -> tuple[tuple[str, bool], ...]:
        """By which drafts the secrets of a game were published, oldest first.

        The code of each, and whether those of the tiles are told in it.
        """
        return tuple([(row.draft, row.tiles) for row in self._rows(revealed, game=game)])

    def add_beacon(self, named: str, round: int, value: str, by: str, at: datetime) -> None:
        """The value of a round of a public beacon, 64 hex digits; the last one counts.

        *named* is the beacon, as the terms of a game have it.
        """
        self._add(beacons, named=named, round=round, value=value, by=by, at=at)

    def beacon(self, named: str, round: int) -> str | None:
        """The value that counts for a round of a public beacon; None while there is none."""
        value: str | None = self._value(_BEACON, named=named, round=round)
        return value

    def bound_to(self, named: str, round: int) -> tuple[PaperId, ...]:
        """The turns whose luck hangs on a round of a public beacon."""
        return self._ids(_BOUND, named=named, round=round)


_LATEST = select(func.max(turns.c.number)).where(*given(turns, "game"))
_PENDING = Statement(
    select(turns).where(
        *given(turns, "game"),
        turns.c.number == _LATEST.scalar_subquery(),
        ~exists().where(
            drafts.c.turn == turns.c.id,
            drafts.c.kind == "resolution",
            decisions.c.draft == drafts.c.code,
            or_(decisions.c.verdict == "approved", decisions.c.verdict == "settled"),
        ),
    )
)
_NOTED_ITEMS = Statement(
    select(item_lists)
    .where(*given(item_lists, "gnome"), item_lists.c.at >= bindparam("since"))
    .order_by(item_lists.c.at.desc(), item_lists.c.id.desc())
    .limit(1)
)
_EVER: Final = datetime.max.replace(tzinfo=UTC)
_NOTED_ORDERS = rows_of(
    standing_orders,
    *given(standing_orders, "game"),
    standing_orders.c.at <= bindparam("until"),
)


class Turns(Part):
    """Taken turns, and what gnomes said about them besides."""

    def add_turn(
        self,
        game: PaperId,
        number: int,
        player: Player,
        turn: Turn,
        *,
        mail: PaperId | None,
        message: Message | None,
        forum: str,
        at: datetime,
        digest: str = ABSENT,
        beacon: int | None = None,
    ) -> TakenTurn:
        """A valid turn was taken; *digest* is that of its mail, for the luck (A95).

        Without *mail* and *message* nobody has announced it (`Game.phase_ends`).

        *beacon* is the round of the public beacon that is mixed into it, if one is.
        """
        row = {
            "game": game,
            "number": number,
            "gnome": player,
            "taken_at": at,
            "mail": mail,
            "forum": forum,
            "turn": turn,
            "digest": digest,
            "beacon": beacon,
        }
        if message is None:
            row |= {"message_id": None, "references": (), "subject": ""}
        taken = self.turn(self._add(turns, message, **row))
        self._memory.hot["pending"] = game, taken
        return taken

    def turn(self, id: PaperId) -> TakenTurn:
        """One taken turn.  KeyError when there is none."""
        return self._the(_taken_turn, turns, id=id)

    def turns(self, game: PaperId) -> tuple[TakenTurn, ...]:
        """Every turn taken in a game, oldest first."""
        return self._all(_taken_turn, turns, game=game)

    def pending_turn(self, game: PaperId) -> TakenTurn | None:
        """The taken turn whose resolution is not approved yet: the last one, or none.

        Not one that a correction has left without effect: its resolution is settled.
        """
        of, taken = self._memory.hot.get("pending", (None, None))
        if of != game:
            taken = self._one(_taken_turn, _PENDING, game=game)
            self._memory.hot["pending"] = game, taken
        found: TakenTurn | None = taken
        return found

    def add_answer(self, turn: PaperId, key: str, answer: Answer, at: datetime) -> None:
        """A choice was answered; the first answer for a key counts, later ones are not kept."""
        self._add(
            answers,
            turn=turn,
            key=key,
            label=answer.label,
            by=answer.by,
            at=at,
            passing_over=True,
        )

    def answers(self, turn: PaperId) -> Mapping[str, Answer]:
        """The answers on file for a turn's choices."""
        return {row.key: Answer(row.label, row.by) for row in self._rows(answers, turn=turn)}

    def note_items(self, gnome: Player, items: tuple[str, ...], at: datetime) -> None:
        """A private list of items arrived (A23)."""
        self._add(item_lists, gnome=gnome, items=items, at=at)

    def noted_items(self, gnome: Player, since: datetime) -> tuple[str, ...] | None:
        """The latest private list of a gnome that came at or after *since*."""
        row = self._row(_NOTED_ITEMS, gnome=gnome, since=since)
        return None if row is None else row.items

    def note_orders(self, game: PaperId, gnome: Player, orders: Orders, at: datetime) -> None:
        """Standing orders sent apart from a turn; the latest ones count."""
        self._add(standing_orders, game=game, gnome=gnome, orders=orders, at=at)

    def noted_orders(self, game: PaperId, until: datetime | None = None) -> Mapping[Player, Orders]:
        """The latest standing orders of each gnome; with *until*, the latest of that moment."""
        found = self._rows(_NOTED_ORDERS, game=game, until=until or _EVER)
        return {row.gnome: row.orders for row in found}


def _taken_turn(row: Row) -> TakenTurn:
    return made(
        TakenTurn, row, player=row.gnome, digest=ABSENT if row.digest is None else row.digest
    )


_NAME = func.coalesce(games.c.called, games.c.tag)
_CALLED = Statement(
    select(games)
    .outerjoin(gamestates, and_(gamestates.c.game == games.c.id, gamestates.c.number == 1))
    .where(or_(*given(games, "tag"), games.c.called == bindparam("tag")))
    .order_by(gamestates.c.id.is_(None), games.c.id.desc())
    .limit(1)
)
_BEGUN = and_(
    games.c.id <= select(func.max(gamestates.c.game)).scalar_subquery(),
    exists().where(gamestates.c.game == games.c.id, gamestates.c.number == 1),
)
_NAMESAKE = games.alias()
_UNOPENED = Statement(
    select(games)
    .where(
        games.c.id > func.coalesce(select(func.max(gamestates.c.game)).scalar_subquery(), 0),
        ~exists().where(
            gamestates.c.game == _NAMESAKE.c.id,
            or_(_NAMESAKE.c.tag == _NAME, _NAMESAKE.c.called == _NAME),
        ),
    )
    .order_by(games.c.id.desc())
)
_LAST_BEGUN = Statement(
    select(games).where(_BEGUN).order_by(games.c.id.desc()).limit(bindparam("most", type_=Integer))
)
_HOW_MANY_BEGUN = Statement(select(func.count()).select_from(games).where(_BEGUN))
_NAMES = Statement(select(func.count()).where(games.c.called.is_(None)))
_STATES = select(
    gamestates.c.number,
    gamestates.c.at,
    gamestates.c.form,
    gamestates.c.position,
    gamestates.c.secrets,
).where(*given(gamestates, "game"))
_PRESENT = Statement(_STATES.order_by(gamestates.c.number.desc()).limit(1))
_GAMESTATE = Statement(_STATES.where(*given(gamestates, "number")))
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
    .where(*given(gamestates, "game"))
    .order_by(gamestates.c.number),
    is_kept=False,
)


class Games(Part):
    """Games, their gamestates and all that happened in them."""

    def add_game(
        self,
        *,
        gnomes: tuple[Player, ...],
        options_json: bytes,
        data: str,
        data_digest: str,
        rules_version: str,
        secret: bytes,
        at: datetime,
        luck: int = 1,
        beacon: str = "",
        called: str | None = None,
        kind: str = "RN",
    ) -> Game:
        """A game is put on file; it has no gamestate until its opening is posted.

        *luck* is the form of its luck, 1 or 2; *beacon* that to which it is bound.  It is called
        RN1, RN2 and so on by its *kind*, as the next one; or as another is *called* that did not
        begin.
        """
        # Every option is written out: a default that changes later changes no game.
        options: Options = forms.options(forms.FORM, options_json.decode())
        if called is None:
            tag = f"{kind}{self._count(_NAMES) + 1}"
        else:
            tag = f"{called}/{self.last_number(games) + 1}"
        id = self._add(
            games,
            tag=tag,
            called=called,
            gnomes=gnomes,
            options=options,
            data=data,
            data_digest=data_digest,
            rules_version=rules_version,
            at=at,
            luck=luck,
            beacon=beacon or None,
        )
        self._add(game_secrets, game=id, secret=secret)
        return self.game(id)

    def keep_data(self, digest: str, files: Mapping[str, bytes]) -> None:
        """The files of a data set are kept, once, for the games that begin with it."""
        for name, one in files.items():
            octets = zlib.compress(one)
            self._add(data_sets, digest=digest, file=name, octets=octets, passing_over=True)

    def kept_data(self) -> Mapping[str, Mapping[str, bytes]]:
        """The files of every data set that is kept, by its digest and their names."""
        found: dict[str, dict[str, bytes]] = {}
        for row in self._rows(data_sets):
            found.setdefault(row.digest, {})[row.file] = zlib.decompress(row.octets)
        return found

    def games(self) -> tuple[Game, ...]:
        """Every game, oldest first."""
        return self._all(_game, games)

    def unopened_games(self) -> tuple[Game, ...]:
        """Games put on file after every game that has begun, newest first.

        Without those that bear the name of one that has begun: they never will.
        """
        return self._all(_game, _UNOPENED)

    def game_called(self, tag: str) -> Game | None:
        """The game with this tag, the one that has begun if any has; None where there is none."""
        return self._one(_game, _CALLED, tag=tag)

    def game(self, id: PaperId) -> Game:
        """One game.  KeyError when there is none."""
        return self._the(_game, games, id=id)

    def secret(self, game: PaperId) -> bytes:
        """The 32-byte secret of a game's luck.  KeyError when there is no such game."""
        return self._the(lambda row: bytes(row.secret), game_secrets, game=game)

    def gamestate(self, game: PaperId) -> tuple[int, State] | None:
        """The present gamestate and its number, counted from 1; None before the opening."""
        of, known = self._memory.hot.get("gamestate", (None, None))
        if of != game:
            known = self._one(lambda row: (row.number, _state(row)), _PRESENT, game=game)
            if (latest := self.latest_game()) is not None and latest.id == game:
                self._memory.hot["gamestate"] = game, known
        present: tuple[int, State] | None = known
        return present

    def last_games(self, most: int) -> tuple[Game, ...]:
        """The last games that have begun, at most so many, oldest first."""
        return self._all(_game, _LAST_BEGUN, most=most)[::-1]

    def games_begun(self) -> int:
        """How many games have begun."""
        return self._count(_HOW_MANY_BEGUN)

    def advanced_at(self, game: PaperId, number: int) -> datetime | None:
        """When a game got to this gamestate, None where it did not."""
        row = self._row(gamestates, game=game, number=number)
        return None if row is None else row.at

    def latest_game(self) -> Game | None:
        """The game whose gamestate was changed last, None before the first opening."""
        return self._hot("latest game", lambda: self._one(_game, _LATEST_GAME))

    def gamestate_known_as(self, id: PaperId) -> tuple[PaperId, int, str]:
        """The game, the number and the cause of a gamestate.  KeyError when there is none."""
        return self._the(lambda row: (row.game, row.number, row.cause), gamestates, id=id)

    def is_over(self, game: PaperId) -> bool:
        """Whether a game has ended; one that has not begun has not."""
        found = self.gamestate(game)
        return found is not None and forms.types().is_over(found[1].position)

    def gamestate_at(self, game: PaperId, number: int) -> State:
        """The gamestate of this number.  KeyError when there is none."""
        return self._the(_state, _GAMESTATE, game=game, number=number)

    def chapters(self, game: PaperId, behind: int = 0) -> tuple[Chapter, ...]:
        """How a game got from gamestate *behind* to its present one, step by step."""
        of, known = self._memory.hot.get("chapters", (None, ()))
        if of != game:
            known = self._all(_chapter, _CHAPTERS, game=game)
            if (latest := self.latest_game()) is not None and latest.id == game:
                self._memory.hot["chapters"] = game, known
        return tuple([one for one in known if one.number > behind])

    def advance(
        self,
        game: PaperId,
        number: int,
        happenings: Sequence[Event],
        after: State,
        *,
        cause: str,
        at: datetime,
    ) -> None:
        """The gamestate moves on to *number*; AlreadyOnFile when that number exists already."""
        if (present := self.gamestate(game)) is not None and present[0] == number:
            raise AlreadyOnFile("the database holds this paper already") from None
        told, kept = forms.parted(happenings)
        self._add(
            gamestates,
            game=game,
            number=number,
            cause=cause,
            at=at,
            position=after.position,
            happenings=told,
            secrets=after.secrets,
            whispers=kept,
        )
        self._memory.hot["latest game"] = self.game(game)
        self._memory.hot["gamestate"] = game, (number, after)
        of, known = self._memory.hot.get("chapters", (None, ()))
        if of == game:
            chapter = Chapter(number=number, cause=cause, at=at, events=tuple(happenings))
            self._memory.hot["chapters"] = game, (*known, chapter)

    def history(self, game: PaperId) -> tuple[Event, ...]:
        """All that ever happened in a game, in order."""
        return tuple(event for chapter in self.chapters(game) for event in chapter.events)


def _state(row: Row) -> State:
    return forms.types().state(row.position, row.secrets)


def _chapter(row: Row) -> Chapter:
    return made(Chapter, row, events=tuple(forms.joined(row.happenings, row.whispers)))


def _game(row: Row) -> Game:
    return made(
        Game,
        row,
        tag=row.tag if row.called is None else row.called,
        luck=1 if row.luck is None else row.luck,
        beacon=row.beacon or "",
    )
