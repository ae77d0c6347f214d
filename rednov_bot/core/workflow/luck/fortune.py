"""The luck of a moment of a game, and what postings and notices prove of it (A95; docs/luck.md).

What is published is made for a draft and goes in the database when that is approved.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from msgspec.structs import replace

from rednov_bot.core.contest import PublishLuck
from rednov_bot.core.luck import FORM, GameLuck, Keys, Scope, SecretLuck
from rednov_bot.core.models import Game, Message, TakenTurn
from rednov_bot.core.proof import (
    ABSENT,
    MOST_AHEAD,
    Beacon,
    Chain,
    Commitments,
    Proof,
    PublishedDraw,
    SealedPool,
    Shown,
    ShownTile,
    Terms,
    beacon_in,
    committed,
    draw_link,
    key_of,
    leaf_of,
    next_seal,
    posting_link,
    sealed_pool,
    shown_result,
    told_seal,
)
from rednov_bot.core.settings import LuckSettings
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow.desk import Desk
from rednov_bot.games.base import (
    Choice,
    Event,
    Game as AnyGame,
    Given,
    Held,
    Luck,
    Player,
    Shuffled,
    State,
)

AnyLuck = SecretLuck | GameLuck


def of_turn(records: UnitOfWork, game: Game, taken: TakenTurn) -> AnyLuck:
    """The luck of a turn, the same for every draft of it.

    It depends on the secret, the number of the turn and the mail that announced it, so that
    nobody alone can have chosen it.
    """
    scope = f"turn {taken.number}"
    if taken.beacon is None:
        return _luck(records, game, scope, taken.digest)
    value = records.beacon(game.beacon, taken.beacon)
    return _luck(records, game, scope, taken.digest, f"{taken.beacon} {value}")


def beacon_of(luck: LuckSettings) -> Beacon | None:
    """The beacon that the settings name, None where they name none."""
    if luck.beacon_genesis is None:
        return None
    return Beacon(luck.beacon_genesis, timedelta(seconds=luck.beacon_period), luck.beacon)


def beacon_of_game(game: Game) -> Beacon | None:
    """The beacon that a game is bound to, whatever the settings name by now; None without one."""
    return beacon_in(game.beacon)


def round_for(beacon: Beacon, message: Message, at: datetime) -> int:
    """The round for a turn that is taken now: the first behind the Date of its announcement.

    So it follows from the mail, and nobody has a choice of rounds; of a mail without a Date, or one
    that is dated more than a day ahead, it is the first after this moment.
    """
    date = message.stamps.date
    return beacon.round_after(at if date is None or date - at > MOST_AHEAD else date)


def awaits(records: UnitOfWork, taken: TakenTurn) -> int | None:
    """The round of the public beacon that a turn waits for; None where it can be drawn."""
    if taken.beacon is None:
        return None
    known = records.beacon(records.game(taken.game).beacon, taken.beacon)
    return taken.beacon if known is None else None


def of_opening(records: UnitOfWork, game: Game) -> AnyLuck:
    """The luck of a game's opening."""
    return _luck(records, game, "opening", ABSENT)


def of_idle_kill(records: UnitOfWork, game: Game, name: str) -> AnyLuck:
    """The luck with which an idle gnome is killed (§19)."""
    return _luck(records, game, f"idle {name}", ABSENT)


def keys_of(records: UnitOfWork, game: Game) -> Keys:
    """Both secrets of a game."""
    return Keys.of(records.secret(game.id))


def _luck(records: UnitOfWork, game: Game, moment: str, mail: str, beacon: str = ABSENT) -> AnyLuck:
    if game.luck != FORM:
        return SecretLuck(records.secret(game.id), f"{game.tag} {moment}")
    return GameLuck(keys_of(records, game), Scope(game.tag, moment, mail, beacon))


def held_for(taken: TakenTurn, round: int) -> Held:
    """The resolution waits for a value that nobody could know when the turn was announced."""
    choice = Choice(
        key="beacon",
        kind="beacon",
        of=taken.turn.gnome,
        asks="contestmaster",
        candidates=(f"beacon {round} VALUE",),
    )
    return Held(choice, ())


# -- what is published -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Cast:
    """What was drawn for one moment that a posting tells of."""

    luck: Luck
    events: Sequence[Event]  # that came of it
    turn: int | None = None  # its number
    read: str = ""  # the plain announcement


def is_published(game: Game) -> bool:
    """Whether the list can check the luck of this game (option public_tape_hash)."""
    return game.luck == FORM and game.options.public_tape_hash


def commitments_of(records: UnitOfWork, game: Game, pot: int) -> Commitments | None:
    """What the opening tells of the secrets; None where nothing is published."""
    if not is_published(game):
        return None
    keys, rules, beacon = keys_of(records, game), game.rules_version, game.beacon
    terms = Terms(game.tag, game.gnomes, game.data_digest, rules, pot, game.options, beacon)
    return committed(terms, keys.dice, keys.tile)


def proof_of(
    desk: Desk,
    records: UnitOfWork,
    game: Game,
    casts: Iterable[Cast],
    *,
    moment: str,
    drafts: int,
    begins: Commitments | None = None,
) -> Proof | None:
    """What the posting of a *moment* publishes: draws not published before, and the next seal.

    *drafts* counts those of this posting, this one included; *begins* are the commitments where
    it is the opening.  None where nothing is published, or where the chain has not begun.
    """
    chain = Chain(0, begins.first_seal()) if begins is not None else records.chain(game.id)
    if chain is None or not is_published(game):
        return None
    keys, number, seal = keys_of(records, game), chain.draws, chain.seal
    shown: list[Shown] = []
    for cast in casts:
        if not isinstance(cast.luck, GameLuck):
            continue
        known = set(records.draws_at(game.id, cast.luck.scope.moment))
        new: list[PublishedDraw] = []
        for draw in _drawn(desk.game, keys, cast.luck, cast.events):
            if draw.link in known:
                continue
            known.add(draw.link)
            number += 1
            new.append(replace(draw, number=number))
            seal = next_seal(seal, draw.link)
        if new or cast.read:
            shown.append(Shown(cast.luck.scope, tuple(new), cast.turn, cast.read))
    scopes = [one.scope for one in shown if one.scope.moment == moment]
    scope = (*scopes, Scope(game.tag, moment))[0]
    behind = None if begins is not None else chain
    return counted(records, game, Proof(scope, tuple(shown), drafts, seal, seal, behind), drafts)


def published(proof: Proof | None) -> tuple[PublishLuck, ...]:
    """What the approval of a posting with this proof puts in the database."""
    return () if proof is None else (PublishLuck(proof),)


def counted(records: UnitOfWork, game: Game, proof: Proof, drafts: int) -> Proof:
    """The same draws, in a posting of which there were so many drafts."""
    dice = keys_of(records, game).dice
    link = posting_link(dice, proof.scope, drafts, proof.read)
    return replace(proof, drafts=drafts, seal=next_seal(proof.drawn, link))


def _drawn(
    game: AnyGame, keys: Keys, luck: GameLuck, events: Sequence[Event]
) -> Iterator[PublishedDraw]:
    """Each draw with its link, not yet numbered; a pile with every thing under its seal."""
    piles = iter([one.order for one in game.deals(events) if isinstance(one, Shuffled)])
    scope = luck.scope
    for drawn in luck.drawn:
        leaves = b""
        if drawn.of == "tiles":
            pool = sealed_pool(keys.tile, 0, scope, drawn.purpose, next(piles))
            leaves, link = pool.leaves, pool.root()
        else:
            link = draw_link(keys.dice, scope, drawn)
        yield PublishedDraw(0, scope, drawn.purpose, shown_result(drawn), link, leaves)


_BASE64 = 64  # characters of a line (RFC 7468)


class Witness:
    """Shows each player that what they got lay where it was drawn from."""

    __slots__ = ("_game", "_keys", "_moment", "_shown")

    def __init__(
        self,
        desk: Desk,
        records: UnitOfWork,
        game: Game,
        before: State,
        events: Sequence[Event],
        proof: Proof | None,
        moment: str,
    ) -> None:
        """*proof* is that of the posting to which the notices belong; *before*: the gamestate."""
        self._game, self._moment = game, moment
        self._keys = keys_of(records, game) if is_published(game) else None
        self._shown: dict[Player, list[ShownTile]] = {}
        deals = () if self._keys is None else desk.game.deals(events)
        if self._keys is not None and any(isinstance(one, Given) for one in deals):
            new = [one.pool for one in proof.draws if one.pool is not None] if proof else []
            known = records.sealed_pools(game.id)
            self._follow(self._keys, known, new, desk.game.pile(before), deals)

    def lines(self, name: Player, hand: tuple[str, ...]) -> tuple[str, ...]:
        """What the notice to *name* proves; nothing where nothing is published."""
        if self._keys is None:
            return ()
        lines = []
        for tile in self._shown.get(name, ()):
            lines.append(f"draw {tile.draw}, tile {tile.place}, {tile.item}:")
            lines += textwrap.wrap(tile.proof, _BASE64)
        told = told_seal(self._keys.tile, self._game.tag, name, self._moment, hand)
        return (*lines, f"told {self._moment}: {told}")

    def _follow(
        self,
        keys: Keys,
        known: Sequence[SealedPool],
        new: list[SealedPool],
        pile: tuple[str, ...],
        deals: Iterable[Shuffled | Given],
    ) -> None:
        """Which thing was drawn from which place; a pile that was corrected proves nothing."""
        left = len(pile)
        pool, place = None, 0
        for one in known if left else ():
            if _lies(keys, one, len(one) - left + 1, pile[0]):
                pool, place = one, len(one) - left
                break
        for deal in deals:
            if isinstance(deal, Shuffled):
                pool, place = (new.pop(0) if new else None), 0
                continue
            shown = self._shown.setdefault(deal.to, [])
            for at, item in enumerate(deal.items, start=place + 1):
                if pool is not None and _lies(keys, pool, at, item):
                    shown.append(ShownTile(pool.number, at, item, pool.proof(keys.tile, at)))
            place += len(deal.items)


def _lies(keys: Keys, pool: SealedPool, place: int, item: str) -> bool:
    if not 1 <= place <= len(pool):
        return False
    return leaf_of(key_of(keys.tile, pool.scope, pool.purpose, place), item) == pool.leaf(place)
