"""What a posting publishes of the luck, and what each notice proves of its tiles (docs/luck.md).

All of it is made for a draft and goes in the database when that is approved.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from rednov_bot.core.contest import PublishLuck
from rednov_bot.core.luck import FORM, GameLuck, Keys, Scope
from rednov_bot.core.models import Game
from rednov_bot.core.proof import (
    Chain,
    Commitments,
    NoticeProof,
    Proof,
    PublishedDraw,
    SealedPool,
    Shown,
    ShownTile,
    Terms,
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
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow.luck import fortune
from rednov_bot.games.base import Luck, Player
from rednov_bot.games.red_november.render.private_pages import notice_lines
from rednov_bot.games.red_november.rules import events as ev
from rednov_bot.games.red_november.rules.gamestate import Gamestate
from rednov_bot.games.red_november.rules.words import Item


@dataclass(frozen=True, slots=True)
class Cast:
    """What was drawn for one moment that a posting tells of."""

    luck: Luck
    events: Sequence[ev.Event]  # that came of it
    turn: int | None = None  # its number
    read: str = ""  # the plain announcement


def is_published(game: Game) -> bool:
    """Whether the list can check the luck of this game (option public_tape_hash)."""
    return game.luck == FORM and game.options.public_tape_hash


def commitments_of(records: UnitOfWork, game: Game, pot: int) -> Commitments | None:
    """What the opening tells of the secrets; None where nothing is published."""
    if not is_published(game):
        return None
    keys, rules, beacon = fortune.keys_of(records, game), game.rules_version, game.beacon
    terms = Terms(game.tag, game.gnomes, game.data_digest, rules, pot, game.options, beacon)
    return committed(terms, keys.dice, keys.tile)


def proof_of(
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
    keys, number, seal = fortune.keys_of(records, game), chain.draws, chain.seal
    shown: list[Shown] = []
    for cast in casts:
        if not isinstance(cast.luck, GameLuck):
            continue
        known = records.draws_at(game.id, cast.luck.scope.moment)
        new: list[PublishedDraw] = []
        for draw in _drawn(keys, cast.luck, cast.events):
            if draw.link in known or any(draw.link == one.link for one in new):
                continue
            number += 1
            new.append(replace(draw, number=number))
            seal = next_seal(seal, draw.link)
        if new or cast.read:
            shown.append(Shown(cast.luck.scope, tuple(new), cast.turn, cast.read))
    scopes = [one.scope for one in shown if one.scope.moment == moment]
    behind = None if begins is not None else chain
    scope = (*scopes, Scope(game.tag, moment))[0]
    posting = Proof(scope, tuple(shown), drafts, seal, seal, behind)
    return counted(records, game, posting, drafts)


def effects(proof: Proof | None) -> tuple[PublishLuck, ...]:
    """What the approval of a posting with this proof puts in the database."""
    return () if proof is None else (PublishLuck(proof),)


def counted(records: UnitOfWork, game: Game, proof: Proof, drafts: int) -> Proof:
    """The same draws, in a posting of which there were so many drafts."""
    dice = fortune.keys_of(records, game).dice
    link = posting_link(dice, proof.scope, drafts, proof.read)
    return replace(proof, drafts=drafts, seal=next_seal(proof.drawn, link))


def _drawn(keys: Keys, luck: GameLuck, events: Sequence[ev.Event]) -> Iterator[PublishedDraw]:
    """Each draw with its link, not yet numbered; a pool with every tile under its seal."""
    pools = iter([one.order for one in events if isinstance(one, ev.ItemPoolShuffled)])
    scope = luck.scope
    for drawn in luck.drawn:
        leaves = b""
        if drawn.of == "tiles":
            pool = sealed_pool(keys.tile, 0, scope, drawn.purpose, next(pools))
            leaves, link = pool.leaves, pool.root()
        else:
            link = draw_link(keys.dice, scope, drawn)
        yield PublishedDraw(0, scope, drawn.purpose, shown_result(drawn), link, leaves)


# -- private notices -------------------------------------------------------------------------


class Witness:
    """Shows each gnome that their tiles lay where they were drawn from."""

    __slots__ = ("_game", "_keys", "_moment", "_shown")

    def __init__(
        self,
        records: UnitOfWork,
        game: Game,
        before: Gamestate,
        events: Sequence[ev.Event],
        proof: Proof | None,
        moment: str,
    ) -> None:
        """*proof* is that of the posting to which the notices belong; *before*: the gamestate."""
        self._game, self._moment = game, moment
        self._keys = fortune.keys_of(records, game) if is_published(game) else None
        self._shown: dict[Player, list[ShownTile]] = {}
        drawn = any(isinstance(one, ev.ItemsReceived) for one in events)
        if self._keys is not None and drawn:
            new = [one.pool for one in proof.draws if one.pool is not None] if proof else []
            self._follow(self._keys, records.sealed_pools(game.id), new, before, events)

    def lines(self, name: Player, hand: tuple[Item, ...]) -> tuple[str, ...]:
        """What the notice to *name* proves; nothing where nothing is published."""
        if self._keys is None:
            return ()
        told = told_seal(self._keys.tile, self._game.tag, name, self._moment, hand)
        proof = NoticeProof(tuple(self._shown.get(name, ())), told)
        return notice_lines(proof, self._moment)

    def _follow(
        self,
        keys: Keys,
        known: Sequence[SealedPool],
        new: list[SealedPool],
        before: Gamestate,
        events: Iterable[ev.Event],
    ) -> None:
        """Which tile was drawn from which place; a pool that was corrected proves nothing."""
        left = len(before.secrets.pool)
        pool, place = None, 0
        if left:
            top = before.secrets.pool[0]
            for one in known:
                if _lies(keys, one, len(one) - left + 1, top):
                    pool, place = one, len(one) - left
                    break
        for event in events:
            match event:
                case ev.ItemPoolShuffled():
                    pool, place = (new.pop(0) if new else None), 0
                case ev.ItemsReceived(to=name, items=items):
                    shown = self._shown.setdefault(name, [])
                    for at, item in enumerate(items, start=place + 1):
                        if pool is not None and _lies(keys, pool, at, item):
                            shown.append(
                                ShownTile(pool.number, at, item, pool.proof(keys.tile, at))
                            )
                    place += len(items)
                case _:
                    pass


def _lies(keys: Keys, pool: SealedPool, place: int, item: Item) -> bool:
    if not 1 <= place <= len(pool):
        return False
    key = key_of(keys.tile, pool.scope, pool.purpose, place)
    return leaf_of(key, item) == pool.leaf(place)
