"""Other hidden worlds: they agree with everything public, and with as little else as can be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, reduce
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from rednov_bot.engine import happenings as h
from rednov_bot.engine.choices import Circumstances
from rednov_bot.engine.gamestate import Gamestate, Secrets
from rednov_bot.engine.logbook import after
from rednov_bot.engine.luck import Luck, SecretLuck
from rednov_bot.engine.opening import open_game
from rednov_bot.engine.options import Options
from rednov_bot.engine.resolve import Resolution, resolve
from rednov_bot.engine.words import GnomeName, Item
from tests.engine.sailing import CREW, Leg, Voyage, calm, play_game, tables
from tests.engine.test_laws import option_sets
from tests.rigs.scale import many
from tests.worlds.other_luck import shown
from tests.worlds.trails import Trails
from tests.worlds.world import Lacks, World, Worlds

NAMED = 3  # in every third game gifts and discards are named on the list


@dataclass(frozen=True)
class Moment:
    """A resolution that is about to be told."""

    voyage: Voyage
    leg: Leg
    trails: Trails
    before: Gamestate
    named: bool

    @property
    def told(self) -> tuple[h.Happening, ...]:
        return self.leg.resolution.happenings

    def worlds(self) -> Worlds:
        return Worlds(self.trails, self.before.secrets, self.told, named=self.named)

    def elsewhere(self, world: World, luck: Luck | None = None) -> Resolution:
        """The same turn, resolved in another world, with *luck* or that of the world."""
        given = self.leg.circumstances
        state = Gamestate(self.before.position, world.secrets)
        wishes = world.wishes(given.standing)
        there = replace(given, luck=luck or world.luck(given.luck), standing=wishes)
        outcome = resolve(state, world.turn(self.leg.turn), there)
        assert isinstance(outcome, Resolution)
        return outcome


def moments(voyage: Voyage, *, named: bool) -> Iterator[Moment]:
    """Every resolution of a game, with the trails that lead to it."""
    trails = Trails(voyage.seas.items.tiles(), sleepers_drink=voyage.options.edition == 2)
    state, legs = Gamestate(), iter(voyage.legs)
    for told, passed in zip(voyage.entered, voyage.passed, strict=True):
        if any(isinstance(one, h.TurnResolved) for one in told):
            yield Moment(voyage, next(legs), trails.copy(), state, named)
        for one in told:
            trails.enter(one, named=named)
        assert not trails.lost
        assert trails.places.fits(passed.secrets)
        state = passed


@cache
def plain() -> tuple[Moment, ...]:
    return tuple(
        moment
        for seed in range(many(12, 6))
        for moment in moments(
            play_game(seed, 3 + seed % 6, seas=calm() if seed % 2 else tables(), idle=0.01),
            named=seed % NAMED == 0,
        )
    )


def in_order(happenings: Sequence[h.Happening]) -> list[h.Happening]:
    """The order of the tiles in a gift does not matter."""
    return [
        replace(one, items=tuple(sorted(one.items))) if isinstance(one, h.GiftReceived) else one
        for one in happenings
    ]


def public(happenings: Sequence[h.Happening]) -> list[h.Happening]:
    return [one for one in happenings if isinstance(one, h.PublicHappening)]


def lies(secrets: Secrets) -> Secrets:
    """In a hand and among the discards the order does not matter."""
    hands = tuple([tuple(sorted(hand)) for hand in secrets.hands])
    return replace(secrets, hands=hands, discards=tuple(sorted(secrets.discards)))


def test_what_is_told_in_public_is_told_in_every_other_world() -> None:
    for number, moment in enumerate(plain()):
        world = moment.worlds().another(f"{number}")
        assert public(moment.elsewhere(world).happenings) == public(moment.told)


def test_in_another_world_it_comes_as_that_world_tells() -> None:
    for number, moment in enumerate(plain()):
        world = moment.worlds().another(f"{number}")
        assert in_order(moment.elsewhere(world).happenings) == in_order(world.told)


@pytest.mark.parametrize("given", option_sets(), ids=lambda given: "+".join(given))
def test_both_are_so_under_options(given: dict[str, Any]) -> None:
    options = Options(**given)
    voyage = play_game(len(given), 3 + len(given) % 6, options, seas=calm(), idle=0.01)
    for number, moment in enumerate(moments(voyage, named=False)):
        world = moment.worlds().another(f"{number}")
        outcome = moment.elsewhere(world)
        assert public(outcome.happenings) == public(moment.told)
        assert in_order(outcome.happenings) == in_order(world.told)


def test_who_did_not_defend_emself_has_a_crowbar_in_some_worlds_and_none_in_others() -> None:
    """Nobody knows what e wished for (option crazed)."""
    holds: dict[bool, Counter[bool]] = {True: Counter(), False: Counter()}
    for seed in range(200):
        voyage = play_game(seed, 3 + seed % 3, Options(crazed=True), seas=calm(), idle=0.01)
        for number, moment in enumerate(moments(voyage, named=False)):
            for one in moment.told:
                if not isinstance(one, h.Attacked) or one.defended:
                    continue
                position, seat = moment.before.position, moment.before.position.seat(one.defender)
                if position.gnomes[seat].fainted:
                    continue
                armed = "crowbar" in moment.before.secrets.hands[seat]
                for other in range(8):
                    world = moment.worlds().another(f"{number} {other}")
                    assert public(moment.elsewhere(world).happenings) == public(moment.told)
                    holds[armed]["crowbar" in world.secrets.hands[seat]] += 1
    assert all(holds[armed][there] > 10 for armed in holds for there in (True, False))


@dataclass
class Recorded:
    """Luck of which every draw is noted, as the list is shown it: of a shuffle no order."""

    luck: Luck
    draws: list[tuple[str, int, int | None]] = field(default_factory=list)

    def pick(self, name: str, count: int) -> int:
        number = self.luck.pick(name, count)
        self.draws.append((name, count, number))
        return number

    def shuffle(self, name: str, count: int) -> tuple[int, ...]:
        self.draws.append((name, count, None))
        return self.luck.shuffle(name, count)

    def deal(self, name: str, count: int) -> tuple[int, ...]:
        self.draws.append((name, count, None))
        return self.luck.deal(name, count)


def test_what_is_drawn_hangs_on_nothing_hidden() -> None:
    """Draws are published, each with its purpose (A95)."""
    seen = Counter[str]()
    options = Options(
        crazed=True, less_deadly=True, escape_items=True, event_choice="orders+random"
    )
    for seed in range(90):
        voyage = play_game(seed, 3 + seed % 6, options, seas=calm(), idle=0.01)
        for number, moment in enumerate(moments(voyage, named=False)):
            given = moment.leg.circumstances
            here = Recorded(given.luck)
            resolve(moment.before, moment.leg.turn, replace(given, luck=here))
            world = moment.worlds().another(f"{number}")
            there = Recorded(world.luck(given.luck))
            moment.elsewhere(world, there)
            assert there.draws == here.draws
            seen.update([name.split()[0] for name, _, _ in here.draws])
    assert min(seen[what] for what in ("action", "event", "attack", "defence", "refill")) > 2


def test_the_history_of_another_world_leads_to_its_secrets() -> None:
    for number, moment in enumerate(plain()):
        world = moment.worlds().another(f"{number}")
        again = reduce(after, world.history(), Gamestate())
        assert again.position == moment.before.position
        assert lies(again.secrets) == lies(world.secrets)
        assert world.secrets.limits == moment.before.secrets.limits


def test_everything_public_is_true_in_every_other_world() -> None:
    for number, moment in enumerate(plain()):
        world = moment.worlds().another(f"{number}")
        real = [one for one, _ in moment.trails.told] + list(moment.told)
        there = [*world.history(), *world.told]
        assert public(there) == public(real)
        assert list(false_facts(there)) == []
        if moment.named:
            assert given_away(there) == given_away(real)


def false_facts(history: Sequence[h.Happening]) -> Iterator[h.Happening]:
    """What cannot have happened so, by a reading of the rules of its own."""
    hands: dict[GnomeName, Counter[Item]] = {}
    pool: list[Item] = []
    gone: set[GnomeName] = set()
    for one, following in pairwise((*history, None)):
        match one:
            case h.GameOpened(gnomes=names):
                hands = {name: Counter() for name in names}
            case h.ItemPoolShuffled(order=order):
                pool = list(order)
            case h.ItemsReceived(to=name, items=items):
                if tuple(pool[: len(items)]) != items:
                    yield one
                hands[name].update(items)
                del pool[: len(items)]
            case h.GrogGained(gnome=name, count=count):
                hands[name]["grog"] += count
            case h.ItemUsed(gnome=name, item=item):
                hands[name][item] -= 1
            case h.ThirstSlaked(gnome=name):
                hands[name]["grog"] -= 1
                gone.add(name)
            case h.DiscardNamed(to=name, items=items):
                hands[name].subtract(items)
            case h.GiftReceived(to=name, giver=giver, items=items):
                hands[giver].subtract(items)
                hands[name].update(items)
            case h.HandDropped(gnome=name):
                hands[name] = Counter()
            case h.LimitPending(to=name, held=held):
                if hands[name].total() != held:
                    yield one
            case h.CardDrawn(kind="overheated"):
                gone = set()
        if any(count < 0 for hand in hands.values() for count in hand.values()):
            yield one
        hot = isinstance(one, h.ThirstSlaked | h.NobodyThirsty) or (
            isinstance(one, h.CardDrawn) and one.kind == "overheated"
        )
        hot = hot and not isinstance(following, h.ThirstSlaked | h.NobodyThirsty)
        if hot and any(hand["grog"] for name, hand in hands.items() if name not in gone):
            yield one


def given_away(history: Sequence[h.Happening]) -> list[list[Item]]:
    """What everybody knows to have been given or discarded, where it is named."""
    return [
        sorted(one.items) for one in history if isinstance(one, h.DiscardNamed | h.GiftReceived)
    ]


def test_nearly_every_hand_that_can_be_another_is_another() -> None:
    same = {True: 0, False: 0}
    for number, moment in enumerate(plain()):
        may = moment.trails.ways.may
        world = moment.worlds().another(f"{number}")
        hands = zip(moment.before.secrets.hands, world.secrets.hands, strict=True)
        for (real, other), known in zip(hands, moment.trails.places.hands, strict=True):
            if any(may[one].bit_count() > 1 for one in known):
                same[sorted(real) == sorted(other)] += 1
    assert same[False] > 1000
    assert same[True] < same[False] / 20


def test_decks_and_pools_lie_in_another_order() -> None:
    for number, moment in enumerate(plain()):
        real = moment.before.secrets
        there = moment.worlds().another(f"{number}").secrets
        assert sorted(there.deck) == sorted(real.deck)
        drawn = sum(isinstance(one, h.CardDrawn | h.FaintChecked) for one in moment.told)
        assert there.deck[:drawn] == real.deck[:drawn]
        assert there.deck[drawn:] != real.deck[drawn:] or len(real.deck) - drawn < 2
        assert there.pool != real.pool or len(real.pool) < 3


def test_every_number_that_is_drawn_is_one_that_everybody_sees() -> None:
    seen = set()
    for moment in plain():
        luck = Listening(moment.leg.circumstances.luck)
        there = replace(moment.leg.circumstances, luck=luck)
        resolve(moment.before, moment.leg.turn, there)
        assert luck.picked == shown(moment.told)
        seen |= {name.split()[-1] for name in luck.picked}
    assert {"action", "room"} <= seen


class Listening:
    """Luck that remembers which numbers it was asked for."""

    def __init__(self, real: Any) -> None:
        self._real = real
        self.picked: set[str] = set()

    def pick(self, name: str, count: int) -> int:
        self.picked.add(name)
        number: int = self._real.pick(name, count)
        return number

    def shuffle(self, name: str, count: int) -> tuple[int, ...]:
        order: tuple[int, ...] = self._real.shuffle(name, count)
        return order

    deal = shuffle


def test_luck_that_nobody_has_seen_is_another_everywhere() -> None:
    moment = next(one for one in plain() if shown(one.told))
    real = moment.leg.circumstances.luck
    luck = moment.worlds().another("1").luck(real)
    (name, *_) = shown(moment.told)
    assert luck.pick(name, 10) == real.pick(name, 10)
    for unseen in ("replacement 7", "event 99 room", "anything"):
        assert all(
            luck.pick(f"{unseen} {n}", 10) != real.pick(f"{unseen} {n}", 10) for n in range(9)
        )
    orders = [luck.shuffle(f"renew events {n}", 20) for n in range(9)]
    assert orders != [real.shuffle(f"renew events {n}", 20) for n in range(9)]


@pytest.mark.parametrize("given", [{}, {"opening_events": True}], ids=["plain", "with events"])
def test_an_opening_deals_other_tiles_and_tells_the_same(given: dict[str, Any]) -> None:
    options = Options(event_choice="orders+random", **given)
    for seed in range(30):
        luck = SecretLuck(seed.to_bytes(32, "big"), "opening")
        circumstances = Circumstances(tables(), options, luck)
        opened = open_game(CREW[: 3 + seed % 6], circumstances, y_pot=10)
        assert isinstance(opened, Resolution)
        world = Worlds(Trails(tables().items.tiles()), Secrets(), opened.happenings).another(
            f"{seed}"
        )
        elsewhere = open_game(
            CREW[: 3 + seed % 6], replace(circumstances, luck=world.luck(luck)), y_pot=10
        )
        assert isinstance(elsewhere, Resolution)
        assert public(elsewhere.happenings) == public(opened.happenings)
        assert elsewhere.happenings == world.told
        real, there = opened.after.secrets, elsewhere.after.secrets
        assert lies(real).hands != lies(there).hands
        assert (real.deck, real.pool) != (there.deck, there.pool)


def test_who_lacks_what_e_claimed_lacks_something_of_it_everywhere() -> None:
    rng, reasons = Random(1), Counter[bool]()
    for number, moment in enumerate(plain()):
        position, secrets = moment.before.position, moment.before.secrets
        name = rng.choice(position.gnomes).name
        hand = Counter(secrets.hands[position.seat(name)])
        claimed = Counter(rng.sample(["toolbox", "crowbar", "grog", "water_pump", "coffee"], 2))
        if not (missing := claimed - hand):
            continue
        worlds = Worlds(moment.trails, secrets, lacks=Lacks(name, claimed))
        for other in range(3):
            there = worlds.another(f"{number} {other}").secrets
            lacking = claimed - Counter(there.hands[position.seat(name)])
            assert lacking
            reasons[lacking == missing] += 1
    assert reasons[False] > reasons.total() / 10


def test_tiles_that_a_correction_moves_are_followed() -> None:
    moment = plain()[100]
    real = moment.before.secrets
    order = [seat for seat in range(len(real.hands)) if real.hands[seat]]
    one, other = order[0], order[1]
    hands = list(real.hands)
    hands[one], hands[other] = hands[other], hands[one]
    moved = replace(real, hands=tuple(hands), pool=tuple(reversed(real.pool)))
    trails = moment.trails.copy()
    corrected = h.SecretsCorrected(
        moved.hands, (None,) * len(hands), moved.deck, moved.pool, moved.discards
    )
    trails.enter(corrected)
    assert trails.places.fits(moved)
    world = Worlds(trails, moved).another("1")
    again = reduce(after, world.history(), Gamestate())
    assert lies(again.secrets).hands == lies(world.secrets).hands
    assert lies(world.secrets).hands != lies(moved).hands


def test_tiles_that_came_from_nowhere_are_taken_as_they_lie() -> None:
    moment = plain()[50]
    seats = len(moment.before.secrets.hands)
    hands: tuple[tuple[Item, ...], ...] = (("coffee", "coffee", "grog"),) + ((),) * (seats - 1)
    made_up = replace(moment.before.secrets, hands=hands)
    trails = moment.trails.copy()
    trails.find(made_up)
    assert trails.places.fits(made_up)
    there = Worlds(trails, made_up).another("1").secrets
    assert [len(hand) for hand in there.hands] == [len(hand) for hand in hands]
    lost = moment.trails.copy()
    lost.enter(h.ItemsReceived(CREW[0], ("coffee", "coffee"), "stores"))
    assert lost.lost
    lost.find(made_up)
    assert not lost.lost
    assert lost.places.fits(made_up)
