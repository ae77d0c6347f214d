"""What can be done about a wrong resolution: play on again, patch, or let it stand (A96)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import reduce
from itertools import chain
from typing import Generic, TypeVar, assert_never

from msgspec.structs import replace

from rednov_bot.games.base import Hushed, Withheld
from rednov_bot.games.red_november.rules import events as ev
from rednov_bot.games.red_november.rules.corrections.compared import Comparison, compare
from rednov_bot.games.red_november.rules.corrections.patch import patch
from rednov_bot.games.red_november.rules.corrections.replay import (
    Announced,
    Corrected,
    Discarded,
    GaveBack,
    IdleKilled,
    Played,
    Replayed,
    Resolved,
    Ruled,
    number_of,
)
from rednov_bot.games.red_november.rules.corrections.replayed import Retold, StepKind, Way
from rednov_bot.games.red_november.rules.gamestate import Gamestate, Secrets
from rednov_bot.games.red_november.rules.logbook import after
from rednov_bot.games.red_november.rules.options import Options
from rednov_bot.games.red_november.rules.position import CardId
from rednov_bot.games.red_november.rules.soundness import plain_problems, problems
from rednov_bot.games.red_november.rules.tables import Tables
from rednov_bot.games.red_november.rules.words import GnomeName, Item

T = TypeVar("T")
NEAR: int = 6  # tiles deep: below, it is long until anybody draws it


class KnownTile(Hushed, frozen=True):
    """A gnome would know who holds a tile, or how deep it lies in the pool."""

    knower: GnomeName
    item: Item
    holder: GnomeName | None  # None: in the pool
    depth: int = 0  # 1 is the top


class Known(Hushed, frozen=True):
    """What would become known, and to whom."""

    cards: tuple[CardId, ...] = ()  # the next event cards, from the top; known to everybody
    tiles: tuple[KnownTile, ...] = ()


def known(corrected: Corrected) -> Known:
    """What would become known if the game went on from where the corrected course ends."""
    first = tuple(chain.from_iterable(step.step.told for step in corrected.steps))
    again = tuple(chain.from_iterable(step.events for step in corrected.steps))
    return Known(
        _cards(corrected.before, first, again),
        (*_awarded(corrected, first, again), *_given(corrected.after, first, again)),
    )


class _Stretch(Generic[T]):
    """A deck or pool from one shuffle to the next, and what was drawn of it by whom."""

    def __init__(self, order: tuple[T, ...]) -> None:
        self.order = order
        self.drawers: list[GnomeName] = []


def _card_stretches(before: Gamestate, events: Iterable[ev.Event]) -> list[_Stretch[CardId]]:
    stretches = [_Stretch(before.secrets.deck)]
    for one in events:
        match one:
            case ev.EventDeckShuffled(order=order):
                stretches.append(_Stretch(order))
            case ev.CardDrawn() | ev.FaintChecked():
                stretches[-1].drawers.append("")
            case _:
                pass
    return stretches


def _cards(
    before: Gamestate, first: tuple[ev.Event, ...], again: tuple[ev.Event, ...]
) -> tuple[CardId, ...]:
    now = _card_stretches(before, again)[-1]
    drawn = len(now.drawers)
    for then in _card_stretches(before, first):
        if then.order == now.order:
            return then.order[drawn : len(then.drawers)]
    return ()


def _tile_stretches(before: Gamestate, events: Iterable[ev.Event]) -> list[_Stretch[Item]]:
    stretches = [_Stretch(before.secrets.pool)]
    for one in events:
        match one:
            case ev.ItemPoolShuffled(order=order):
                stretches.append(_Stretch(order))
            case ev.ItemsReceived(to=name, items=items):
                stretches[-1].drawers += [name] * len(items)
            case _:
                pass
    return stretches


def _awarded(
    corrected: Corrected, first: tuple[ev.Event, ...], again: tuple[ev.Event, ...]
) -> list[KnownTile]:
    found: list[KnownTile] = []
    stretches = _tile_stretches(corrected.before, again)
    for then in _tile_stretches(corrected.before, first):
        for now in stretches:
            if then.order == now.order:
                found += _of_one_pool(then, now, corrected.after, present=now is stretches[-1])
                break
    return found


def _of_one_pool(
    then: _Stretch[Item], now: _Stretch[Item], after: Gamestate, *, present: bool
) -> list[KnownTile]:
    found = []
    drawn = len(now.drawers)
    for place, knower in enumerate(then.drawers):
        item = then.order[place]
        if place < drawn:
            holder = now.drawers[place]
            if holder != knower and item in _hand(after, holder):
                found.append(KnownTile(knower, item, holder))
        elif present and place - drawn < NEAR:
            found.append(KnownTile(knower, item, None, place - drawn + 1))
    return found


def _given(
    after: Gamestate, first: tuple[ev.Event, ...], again: tuple[ev.Event, ...]
) -> list[KnownTile]:
    found = []
    for giver, to, item in (_gifts(first) - _gifts(again)).elements():
        if item in _hand(after, giver):
            found.append(KnownTile(to, item, giver))
    return found


def _gifts(events: Iterable[ev.Event]) -> Counter[tuple[GnomeName, GnomeName, Item]]:
    return Counter(
        (one.giver, one.to, item)
        for one in events
        if isinstance(one, ev.GiftReceived)
        for item in one.items
    )


def _hand(state: Gamestate, name: GnomeName) -> tuple[Item, ...]:
    return state.secrets.hands[state.position.seat(name)]


class HandChanged(Hushed, frozen=True):
    """A hand that is another: for that gnome and the contestmaster (§6)."""

    gnome: GnomeName
    before: tuple[Item, ...]
    after: tuple[Item, ...]


class Concerned(Hushed, frozen=True):
    """A gnome who is to be told of a correction alone (§6)."""

    hand: HandChanged  # before and after are equal where it is the same
    private: tuple[Withheld, ...]  # why what they announced is void


class Obstacle(Hushed, frozen=True):
    """Why something cannot be done, in half a sentence."""

    openly: str
    aside: str = ""  # the same with what only the contestmaster may know; "" where nothing is

    @property
    def whole(self) -> str:
        """All of it."""
        return self.aside or self.openly


class Alternative(Hushed, frozen=True):
    """One way to correct, and what it would do to the present gamestate."""

    way: Way
    after: Gamestate
    compared: Comparison
    conflicts: tuple[str, ...] = ()  # what has changed since and stays; public
    hidden: tuple[str, ...] = ()  # the same of hands
    hands: tuple[HandChanged, ...] = ()
    deck_changed: bool = False
    pool_changed: bool = False
    known: Known = Known()
    problems: tuple[Obstacle, ...] = ()  # why it cannot be done: such a gamestate cannot be

    @property
    def openly(self) -> Alternative:
        """The same, as far as everybody can see."""
        return replace(
            self,
            hidden=(),
            hands=(),
            deck_changed=False,
            pool_changed=False,
            known=Known(),
            problems=tuple([Obstacle(one.openly) for one in self.problems]),
        )


def alternatives(
    corrected: Corrected, present: Gamestate, tables: Tables, options: Options
) -> tuple[Alternative, Alternative, Alternative]:
    """The course played again, the direct difference alone, and nothing but the record."""
    old, new = direct_difference(corrected)
    patched = patch(old, new, present, options)
    rerun = replace(
        _alternative("rerun", corrected.after, present, tables, options), known=known(corrected)
    )
    laid = replace(
        _alternative("patch", patched.after, present, tables, options),
        conflicts=patched.conflicts,
        hidden=patched.hidden,
    )
    return rerun, laid, _alternative("stand", present, present, tables, options)


def _alternative(
    way: Way, state: Gamestate, present: Gamestate, tables: Tables, options: Options
) -> Alternative:
    old, new = present.secrets, state.secrets
    hands = zip(present.position.gnomes, old.hands, new.hands, strict=True)
    return Alternative(
        way,
        state,
        compare(present.position, state.position),
        hands=tuple(
            [
                HandChanged(gnome.name, then, now)
                for gnome, then, now in hands
                if sorted(then) != sorted(now)
            ]
        ),
        deck_changed=old.deck != new.deck,
        pool_changed=old.pool != new.pool,
        problems=_obstacles(state, tables, options),
    )


def _obstacles(state: Gamestate, tables: Tables, options: Options) -> tuple[Obstacle, ...]:
    """What cannot be in a gamestate; of hands, pool and decks no more than that is public."""
    plain = plain_problems(state.position, tables, options)
    hidden = [one for one in problems(state, tables, options) if one not in plain]
    return (
        *[Obstacle(one) for one in plain],
        *[Obstacle("the hands, the pool and the decks do not fit it", one) for one in hidden],
    )


def first_otherwise(corrected: Corrected) -> int | None:
    """The place of the first step that came out otherwise; None when none did."""
    places = [place for place, one in enumerate(corrected.steps) if one.otherwise]
    return places[0] if places else None


def direct_difference(corrected: Corrected) -> tuple[Gamestate, Gamestate]:
    """The gamestates after the first step that came out otherwise, as told and as corrected.

    Of a turn, those after its resolution.
    """
    place = first_otherwise(corrected)
    if place is None:
        return corrected.before, corrected.before
    number = number_of(corrected.steps[place].step)
    if number is not None:
        same = [at for at, one in enumerate(corrected.steps) if number_of(one.step) == number]
        place = same[-1]
    so_far = corrected.steps[: place + 1]
    told = chain.from_iterable(one.step.told for one in so_far)
    return reduce(after, told, corrected.before), so_far[-1].after


def concerned(way: Alternative, corrected: Corrected) -> tuple[Concerned, ...]:
    """Whoever has something to be told alone: another hand, or why a step of theirs is void."""
    return tuple(
        [
            one
            for one in everybody(way, corrected)
            if one.private or one.hand.before != one.hand.after
        ]
    )


def everybody(way: Alternative, corrected: Corrected) -> tuple[Concerned, ...]:
    """Every gnome, with what a correction means for them alone; for many it is nothing."""
    hands = {one.gnome: one for one in way.hands}
    private: dict[GnomeName, tuple[Withheld, ...]] = {}
    if way.way == "rerun":
        for one in corrected.steps:
            whose = _whose(one.step)[1]
            if whose:  # a resolution has the reasons of its announcement
                private[whose] = private.get(whose, ()) + one.private
    found = []
    for gnome, held in zip(way.after.position.gnomes, way.after.secrets.hands, strict=True):
        hand = hands.get(gnome.name) or HandChanged(gnome.name, held, held)
        found.append(Concerned(hand, tuple(dict.fromkeys(private.get(gnome.name, ())))))
    return tuple(found)


def correction(
    alternative: Alternative, present: Gamestate, turn: int, ruling: int | None
) -> tuple[ev.Event, ...]:
    """What happens when it is posted: entered after all that was told, it gives its gamestate."""
    if alternative.after == present:
        return ()
    position = ev.PositionCorrected(turn, alternative.after.position, ruling)
    if alternative.after.secrets == present.secrets:
        return (position,)
    return (position, _secrets(alternative.after.secrets))


def _secrets(secrets: Secrets) -> ev.SecretsCorrected:
    limits = tuple([None if one is None else (one.limit, one.owed) for one in secrets.limits])
    return ev.SecretsCorrected(
        secrets.hands, limits, secrets.deck, secrets.pool, secrets.discards, secrets.promised
    )


def retell(corrected: Corrected) -> tuple[Retold, ...]:
    """Every step as the list may be told it, a turn and its resolution as one."""
    told: list[Retold] = []
    turns: dict[int, int] = {}  # where the turn of a number is told
    was = now = corrected.before
    for one in corrected.steps:
        retold = _retold(one, was, now)
        number = retold.number
        if isinstance(one.step, Resolved) and number in turns:
            told[turns[number]] = _resolved(told[turns[number]], retold)
        else:
            if number is not None:
                turns[number] = len(told)
            told.append(retold)
        was, now = reduce(after, one.step.told, was), one.after
    return tuple(told)


def _resolved(announced: Retold, resolved: Retold) -> Retold:
    """The resolution begins from the position in which the turn was taken."""
    void = announced if announced.void else resolved
    return replace(
        announced,
        was=announced.was + resolved.was,
        now=announced.now + resolved.now,
        void=void.void,
        reason=void.reason,
        by_ruling=void.by_ruling,
        pending=False,
    )


def _retold(one: Replayed, was: Gamestate, now: Gamestate) -> Retold:
    kind, gnome = _whose(one.step)
    reason = None if one.step.options.uniform_refusals else next(iter(one.public), None)
    return Retold(
        kind,
        gnome,
        number_of(one.step),
        _public(one.step.told),
        _public(one.events),
        was.position,
        now.position,
        void=one.void,
        reason=reason,
        by_ruling=not one.step.counts,
        pending=isinstance(one.step, Announced) and not one.void,
    )


def _public(events: tuple[ev.Event, ...]) -> tuple[ev.PublicEvent, ...]:
    return tuple([one for one in events if isinstance(one, ev.PublicEvent)])


def _whose(step: Played) -> tuple[StepKind, GnomeName]:
    match step:
        case Announced():
            return "turn", step.turn.gnome
        case Resolved():
            return "turn", ""
        case Discarded():
            return "discard", step.gnome
        case GaveBack():
            return "gift in return", step.giver
        case IdleKilled():
            return "idle kill", step.gnome
        case Ruled():
            return "ruling", ""
        case _:
            assert_never(step)
