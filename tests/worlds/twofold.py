"""Other hidden worlds for a game that is played otherwise from some point on (A96).

Both courses are public, the one that was told and the corrected one; a world must agree with both.
Behind that point each tile keeps to its way, and every pool and deck that was shuffled lies as it
does; before it, tiles are exchanged as ever.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from random import Random

from msgspec.structs import replace

from rednov_bot.engine import happenings as h
from rednov_bot.engine.corrections.played import (
    Announced,
    Discarded,
    GaveBack,
    IdleKilled,
    Played,
    Resolved,
    number_of,
)
from rednov_bot.engine.corrections.rerun import Replayed
from rednov_bot.engine.gamestate import Secrets
from rednov_bot.engine.words import GnomeName, Item
from tests.worlds.exchange import Exchange
from tests.worlds.other_luck import OtherLuck, shown
from tests.worlds.trails import Trails
from tests.worlds.ways import Stretch
from tests.worlds.world import (
    Deck,
    World,
    decks_of,
    order_of,
    retold,
)


@dataclass(frozen=True, slots=True, repr=False)
class Step:
    """One step as it is on file, and as it comes out in the corrected game."""

    on_file: Played
    named: bool  # the list was told which tiles somebody gave or discarded in it
    again: Replayed | None  # None: the corrected game has not come so far


@dataclass(frozen=True, slots=True, repr=False)
class TwofoldWorld:
    """Another hidden world, before the point and now."""

    before: Secrets
    now: World
    _steps: tuple[Played, ...]
    _again: tuple[tuple[h.Happening, ...], ...]
    _orders: tuple[Mapping[str, tuple[int, ...]], ...]

    def steps(self, course: Sequence[Played]) -> tuple[Played, ...]:
        """The *course* as it is on file there; its luck is fresh."""
        return tuple([self._with_luck(step, at) for at, step in enumerate(course)])

    def _with_luck(self, fresh: Played, at: int) -> Played:
        step = self._steps[at]
        if not isinstance(fresh, Resolved | IdleKilled):
            return step
        seen = shown(self._again[at])
        return replace(
            step, luck=OtherLuck(fresh.luck, seen, self._orders[at], f"{self.now.name} {at}")
        )


@dataclass(frozen=True, slots=True)
class _Span:
    """What was entered for one step, in one course."""

    told: slice
    deals: slice
    moved: tuple[Stretch, ...] | None  # the tiles of a gift or a discard


class Twofold:
    """All other worlds that agree with both courses."""

    def __init__(
        self,
        trails: Trails,
        before: Secrets,
        present: Secrets,
        steps: Sequence[Step],
        reread: int | None = None,
    ) -> None:
        """*trails* lead to the point, with the secrets *before*; *steps* lead to the *present*.

        *reread* is the number of the turn that is ruled to say something else.
        """
        self._before, self._present, self._steps = before, present, steps
        self.root = trails.copy()
        self.root.ways.frozen = True
        self._first = self.root.copy(self.root.ways)
        self._then = self.root.copy(self.root.ways)
        self._turns = {
            one.on_file.number: one.on_file.turn
            for one in steps
            if isinstance(one.on_file, Announced)
        }
        self._spans: list[tuple[_Span, _Span]] = []
        for step in steps:
            self._follow(step, ruled=number_of(step.on_file) == reread)
        self._then.settle()
        self._first.find(present)

    def _follow(self, step: Step, *, ruled: bool) -> None:
        """Both courses go on by a step.

        Where it is another gift or discard than on file, or one that is ruled to be, its tiles are
        left as they are; and so is a hand for whose sake something is void.
        """
        again = step.again
        if again is not None and again.void and again.private:
            self.root.ways.show(*self._then.hand(self._whose(step.on_file)))
        if isinstance(step.on_file, Announced) and again is not None and not again.void:
            self._then.hold(step.on_file.turn)
        told = step.on_file.told
        first = self._span(self._first, told, step)
        then = self._span(self._then, () if again is None else again.happenings, step)
        odd = again is not None and first.moved != then.moved
        if odd or ruled or (isinstance(step.on_file, Resolved) and step.on_file.turn is not None):
            self.root.ways.show(*(first.moved or ()), *(then.moved or ()))
        self._spans.append((first, then))

    def _span(self, trails: Trails, told: Sequence[h.Happening], step: Step) -> _Span:
        at, deals, trails.renewed = len(trails.told), len(trails.deals), 0
        for one in told:
            if isinstance(one, h.Attacked):
                trails.keep_wish(one)
            trails.enter(one, named=step.named)
        giver, moved = self._whose(step.on_file), None
        for one, kept in trails.told[at:]:
            mine = isinstance(one, h.DiscardNamed) and one.to == giver
            mine |= isinstance(one, h.GiftReceived | h.ReturnNoted) and one.giver == giver
            if mine and isinstance(kept, tuple) and moved is None:
                moved = kept
        return _Span(slice(at, len(trails.told)), slice(deals, len(trails.deals)), moved)

    def _whose(self, step: Played) -> GnomeName:
        match step:
            case Announced(turn=turn):
                return turn.gnome
            case Resolved(number=number) if number in self._turns:
                return self._turns[number].gnome
            case Discarded(gnome=name) | GaveBack(giver=name):
                return name
            case _:
                return ""

    # -- other worlds ------------------------------------------------------------------------

    def another(self, name: str) -> TwofoldWorld:
        """The world of that *name*: the same one, whenever it is asked for."""
        rng = Random(name)
        kinds = self._exchanged(rng)
        deck = self._deck().stirred(rng)
        lies = self._first.places.filled(self._present, kinds)
        (told, *shuffled) = decks_of(self._before.deck, self._told())
        if not shuffled:
            lies = replace(lies, deck=deck.order[told.drawn :])
        length = len(self._first.told)
        now = World(name, lies, (), {}, self._first, length, kinds)
        return TwofoldWorld(
            replace(self.root.places.filled(self._before, kinds), deck=deck.order),
            now,
            tuple([self._on_file(at, kinds) for at in range(len(self._steps))]),
            tuple([self._retold(self._then, then.told, kinds) for _, then in self._spans]),
            tuple([self._orders(then, kinds) for _, then in self._spans]),
        )

    def _exchanged(self, rng: Random) -> Sequence[Item]:
        exchange = Exchange(self.root.ways, rng)
        for places in (self.root.places, self._first.places):
            exchange.stir(chain(*places.hands, places.discards))
            for hand in places.hands:
                exchange.change(hand)
        exchange.shuffle(self.root.places.pool)
        return exchange.kinds

    def _told(self) -> list[h.Happening]:
        return [one for step in self._steps for one in step.on_file.told]

    def _deck(self) -> Deck:
        """The deck at the point, and how many of its cards are shown in either course."""
        again = [one for step in self._steps if step.again for one in step.again.happenings]
        first, *_ = decks_of(self._before.deck, self._told())
        then, *_ = decks_of(self._before.deck, again)
        return Deck(self._before.deck, max(first.drawn, then.drawn))

    def _retold(
        self, trails: Trails, part: slice, kinds: Sequence[Item]
    ) -> tuple[h.Happening, ...]:
        return tuple([retold(one, kept, kinds) for one, kept in trails.told[part]])

    def _orders(self, then: _Span, kinds: Sequence[Item]) -> Mapping[str, tuple[int, ...]]:
        """What is shuffled in a step of the corrected game, by the names of the draws."""
        told = [one for one, _ in self._then.told[then.told]]
        _, *decks = decks_of((), told)
        orders = {deal.name: order_of(deal, kinds) for deal in self._then.deals[then.deals]}
        return {**orders, **{deck.draw: deck.permutation for deck in decks}}

    def _on_file(self, at: int, kinds: Sequence[Item]) -> Played:
        """A step as it was told there, with the tiles of private lists."""
        step, first = self._steps[at].on_file, self._spans[at][0]
        there: Played = replace(step, told=self._retold(self._first, first.told, kinds))
        match there:
            case Discarded() | GaveBack() if first.moved is not None:
                return replace(there, items=tuple([kinds[one] for one in first.moved]))
            case Announced(number=number, turn=turn):
                moved = self._given(number)
                if moved and turn.action is not None and turn.action.give:
                    give = tuple([kinds[one] for one in moved])
                    return replace(
                        there, turn=replace(turn, action=replace(turn.action, give=give))
                    )
                return there
            case _:
                return there

    def _given(self, number: int) -> tuple[Stretch, ...] | None:
        """What is given in the turn of this number, where it is resolved."""
        for step, (first, _) in zip(self._steps, self._spans, strict=True):
            if isinstance(step.on_file, Resolved) and step.on_file.number == number:
                return first.moved
        return None
