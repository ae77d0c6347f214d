"""What was published of the luck of each game (A95)."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from sqlalchemy import bindparam, func, or_, select

from rednov_bot.contest import RevealLuck
from rednov_bot.papers import PaperId
from rednov_bot.proof.published import Chain, Proof
from rednov_bot.proof.tiles import SealedPool
from rednov_bot.store import forms
from rednov_bot.store.part import Part
from rednov_bot.store.rows import moment
from rednov_bot.store.statements import Statement, insert
from rednov_bot.store.tables import beacons, draws, games, luck_seals, revealed, turns
from rednov_bot.store.texts import plain

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
                "moment": plain(draw.scope.moment),
                "link": draw.link,
                "tiles": int(bool(draw.leaves)),
                "form": forms.FORM,
                "drawn": forms.written(draw),
            }
            for draw in proof.draws
        ]
        self._add_all(_ADD_DRAWS, rows)
        before = self.chain(game)
        count = len(rows) + (0 if before is None else before.draws)
        row = {"game": game, "draws": count, "seal": proof.seal, "draft": plain(draft)}
        self._add(_ADD_SEAL, row)

    def chain(self, game: PaperId) -> Chain | None:
        """How far the chain goes; None before the opening, and where the luck is of form 1."""
        row = self._row(_LAST_SEAL, {"game": game})
        return None if row is None else Chain(row.draws, row.seal)

    def draws_at(self, game: PaperId, moment: str) -> Mapping[str, int]:
        """The numbers of what was published of a moment, by link."""
        rows = self._rows(_AT, {"game": game, "moment": plain(moment)})
        return {row.link: row.number for row in rows}

    def sealed_pools(self, game: PaperId) -> tuple[SealedPool, ...]:
        """The shuffles of the item pool that were published, the last one first."""
        drawn = [forms.draw(row.form, row.drawn) for row in self._rows(_POOLS, {"game": game})]
        return tuple([one.pool for one in drawn if one.pool is not None])

    def reveal_luck(self, game: PaperId, effect: RevealLuck, draft: str, at: datetime) -> None:
        """The secrets of a game's luck were published."""
        row = {"game": game, "tiles": int(effect.tiles), "at": moment(at), "draft": plain(draft)}
        self._add(_REVEAL, row)

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
        """The value of a round of a public beacon, 64 hex digits; the last one counts."""
        row = {"named": plain(named), "round": round, "value": value, "by": plain(by)}
        self._add(_ADD_BEACON, row | {"at": moment(at)})

    def beacon(self, named: str, round: int) -> str | None:
        """The value that counts for a round of a public beacon; None while there is none."""
        value: str | None = self._value(_BEACON, {"named": plain(named), "round": round})
        return value

    def bound_to(self, named: str, round: int) -> tuple[PaperId, ...]:
        """The turns whose luck hangs on a round of a public beacon."""
        rows = self._rows(_BOUND, {"named": plain(named), "round": round})
        return tuple([PaperId(row.id) for row in rows])
