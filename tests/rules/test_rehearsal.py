"""A rehearsal says of a turn what the resolver would do with it, and everything that is wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest
from msgspec.structs import replace

from rednov_bot.games.base import Refusal
from rednov_bot.games.red_november.rules import events as ev
from rednov_bot.games.red_november.rules.draws import card_of
from rednov_bot.games.red_november.rules.forecast import chance_of, faint_risk, unseen
from rednov_bot.games.red_november.rules.gamestate import Gamestate, Limit, Secrets
from rednov_bot.games.red_november.rules.objections import FINAL, objections
from rednov_bot.games.red_november.rules.options import Options
from rednov_bot.games.red_november.rules.plan import plan
from rednov_bot.games.red_november.rules.position import Gnome, Position
from rednov_bot.games.red_november.rules.rehearsal import rehearse
from rednov_bot.games.red_november.rules.resolve import judge
from rednov_bot.games.red_november.rules.turn import Action, Escape, Open, Step, Through, Turn, Use
from rednov_bot.games.red_november.rules.words import SEA
from tests.rigs.scale import many
from tests.rules.sailing import (
    garbage_turn,
    play_game,
    random_turn,
    spoilt_turn,
    tables,
)
from tests.rules.test_foresight import made_up, scenes

REST = Action("no_action", 1)


def at(place: int = 5, *, minutes: int = 30, **public: object) -> Gamestate:
    """Ann stands somewhere with a grog; Bob is in room 6."""
    crew = (Gnome("Ann", place, minutes), Gnome("Bob", 6, 40), Gnome("Cat", 6, 40))
    position = replace(Position(gnomes=crew, deck_left=56), **public)
    hands = (("grog",), (), ())
    return Gamestate(position, Secrets(hands=hands, limits=(None,) * 3))  # type: ignore[arg-type]


def go(room: int, enter: bool = True) -> Open:
    return Open(Through(room), enter)


def rooms(**conditions: str) -> tuple[str, ...]:
    return tuple(conditions.get(f"r{number}", "dry") for number in range(12))


def test_nothing_is_against_a_turn_that_is_valid() -> None:
    found = rehearse(at(), Turn("Ann", (Use("grog"), go(6)), REST), tables(), Options())
    assert (found.objections, found.valid, found.too_early) == ((), True, False)


def with_ann(state: Gamestate, **changes: object) -> Gamestate:
    ann, *others = state.position.gnomes
    gnomes = (replace(ann, **changes), *others)
    return replace(state, position=replace(state.position, gnomes=gnomes))


LIMITED = replace(at(), secrets=replace(at().secrets, limits=(Limit(0), None, None)))
ASLEEP = with_ann(at(blocked=frozenset({(5, 7)}), pending="Bob"), fainted=True)
SHUT, BURNING = at(blocked=frozenset({(5, 8)})), at(rooms=rooms(r8="fire"))
IN_FIRE = at(rooms=rooms(r5="fire"), blocked=frozenset({(5, 6)}))
ITEMS, GROG, ENGINE = Action("gain_items", 2), Action("gain_grog", 2), Action("fix_engine", 10)
FLIGHT = Escape(go(6))
TWO = (Open(Through(8, 5), True), Open(Through(10, 8), True))
CONDITION = {"conditions": ("if it rains",)}

OBJECTIONS: tuple[tuple[Gamestate, tuple[Step, ...], Action, dict[str, object], str], ...] = (
    (
        ASLEEP,
        (Use("coffee"), go(7)),
        Action("stop_missile", 11),
        {},
        "UNRESOLVED FAINTED HATCH_BLOCKED NO_TARGET MINUTES_RANGE ITEM_NOT_HELD",
    ),
    # behind a blocked hatch the rest is judged as if it were open
    (SHUT, (go(8),), ITEMS, {}, "HATCH_BLOCKED"),
    (SHUT, (go(8),), GROG, {}, "HATCH_BLOCKED WRONG_PLACE"),
    (SHUT, TWO, GROG, {}, "HATCH_BLOCKED"),
    # a fire entered too soon and the fault behind it are both told
    (BURNING, (go(8),), ITEMS, {}, "FIRE_ENTRY ROOM_ON_FIRE"),
    (at(3), (go(SEA), go(6, enter=False)), REST, {}, "NO_AQUALUNG_USED"),
    # too long is told beside the rest
    (at(1, minutes=5), (), ENGINE, {}, "NOT_ENOUGH_TIME"),
    (at(minutes=5), (), ENGINE, {}, "WRONG_PLACE NOT_ENOUGH_TIME"),
    (at(minutes=5), (), ENGINE, CONDITION, "CONDITIONAL WRONG_PLACE NOT_ENOUGH_TIME"),
    # an escape that cannot be, and all that concerns the hand
    (
        IN_FIRE,
        (Use("crowbar"),),
        Action("extinguish_fire", 3),
        {"escape": FLIGHT},
        "HATCH_BLOCKED ITEM_NOT_HELD",
    ),
    (
        LIMITED,
        (Use("coffee"), Use("toolbox"), go(9)),
        REST,
        {},
        "NO_SUCH_HATCH HAND_LIMIT ITEM_NOT_HELD ITEM_NOT_HELD",
    ),
    # the dead and the departed are told nothing but that, nobody is told the time twice
    (with_ann(at(), fate="killed", at=0, minutes=0), (Use("coffee"),), REST, {}, "KILLED"),
    (with_ann(at(), fate="abandoned", at=0, minutes=0), (Use("coffee"),), REST, {}, "ABANDONED"),
    (Gamestate(), (go(5),), REST, {}, "NO_GAME"),
    (at(minutes=0), (go(6),), REST, {}, "NO_MINUTES"),
)


@pytest.mark.parametrize(
    ("state", "steps", "action", "more", "told"), OBJECTIONS, ids=[one[-1] for one in OBJECTIONS]
)
def test_every_fault_is_told_and_not_only_the_first(
    state: Gamestate, steps: tuple[Step, ...], action: Action, more: dict[str, object], told: str
) -> None:
    turn = replace(Turn("Ann", steps, action), **more)
    found = rehearse(state, turn, tables(), Options())
    assert " ".join([one.code for one in found.objections]) == told


def test_what_is_only_too_early_is_reckoned_all_the_same() -> None:
    found = rehearse(at(pending="Bob"), Turn("Ann", (go(6),), REST), tables(), Options())
    assert (found.valid, found.too_early) == (False, True)
    assert found.plan is not None
    assert found.plan.spent == 2


# -- laws ---------------------------------------------------------------------------------------


def tried() -> Iterator[tuple[Gamestate, Turn, Options]]:
    """Turns of every kind, sensible, spoilt and senseless, at positions of every kind."""
    for seed in range(many(2400, 600)):
        rng = Random(seed)
        seas = tables()
        options = (Options(), Options(drew_items=True, strict_order=True, escape_items=True))[
            seed % 2
        ]
        state = made_up(rng, seas)
        position = state.position
        if rng.random() < 0.2:
            position = replace(position, pending=rng.choice(("Ann", "Bob")))
        if rng.random() < 0.1:
            sleeper = replace(position.gnomes[0], fainted=True)
            position = replace(position, gnomes=(sleeper, *position.gnomes[1:]))
        state = replace(state, position=position)
        if rng.random() < 0.2:
            secrets = replace(state.secrets, limits=(Limit(rng.randint(0, 4)), None, None))
            state = replace(state, secrets=secrets)
        turn = random_turn(position, "Ann", state.secrets.hands[0], seas, options, rng)
        kind = rng.random()
        if kind < 0.3:
            turn = spoilt_turn(turn, position, rng)
        elif kind < 0.5:
            turn = garbage_turn(position, rng)
        yield state, turn, options


def test_a_rehearsal_objects_exactly_where_the_resolver_does() -> None:
    seen: Counter[str] = Counter()
    for state, turn, options in tried():
        verdict = judge(state, turn, tables(), options)
        found = rehearse(state, turn, tables(), options)
        assert found.valid == verdict.valid, turn
        assert found.public[:1] == verdict.public[:1], turn
        if not any(one.code in FINAL for one in found.public):
            assert found.private == verdict.private
        if verdict.valid:
            assert found.plan == verdict.plan
        seen["valid" if verdict.valid else "void"] += 1
        seen["two"] += len(found.objections) > 1
        seen["both kinds"] += bool(found.public and found.private)
    assert min(seen.values()) > many(150, 30), seen


def test_the_first_objection_is_the_one_the_plan_gives() -> None:
    for state, turn, options in tried():
        planned = plan(state.position, turn, tables(), options)
        every = objections(state.position, turn, tables(), options)
        assert every[:1] == ((planned,) if isinstance(planned, Refusal) else ())
        assert len(set(every)) == len(every)


def test_the_minutes_of_a_rehearsal_are_those_that_are_spent() -> None:
    seen = 0
    for seed in range(many(24, 8)):
        voyage = play_game(seed, 3 + seed % 6)
        for leg in voyage.legs:
            found = rehearse(leg.before, leg.turn, tables(), Options())
            assert found.valid
            assert found.plan is not None
            told = leg.resolution.events
            later = (ev.Fainted, ev.EscapeMade, ev.Killed, ev.SubLost)
            if any(isinstance(one, later) for one in told):
                continue
            name = leg.turn.gnome
            before, after = leg.before.position, leg.resolution.after.position
            assert before.gnome(name).minutes - found.plan.spent == after.gnome(name).minutes
            seen += 1
    assert seen > 200


def test_the_chance_of_a_rehearsal_is_the_bound_of_the_die() -> None:
    seen: Counter[str] = Counter()
    for seed in range(many(40, 12)):
        voyage = play_game(seed, 3 + seed % 6)
        for leg in voyage.legs:
            found = rehearse(leg.before, leg.turn, tables(), Options())
            assert found.plan is not None
            chance = chance_of(found.plan, found.position, tables())
            told = leg.resolution.events
            tried_ = [one for one in told if isinstance(one, ev.FixTried)]
            if chance is None or chance.futile:
                assert not tried_
                assert (chance is not None) == any(isinstance(e, ev.AttemptFutile) for e in told)
                seen["futile"] += chance is not None
                continue
            (fix,) = tried_
            assert (fix.die is None) == (chance.bound == 10)
            if fix.die is not None:
                assert fix.success == (fix.die <= chance.bound)
                seen["die"] += 1
            seen["certain"] += fix.die is None
    assert min(seen["die"], seen["certain"]) > many(20, 5), seen


def test_a_gnome_faints_as_often_as_a_rehearsal_says() -> None:
    """Over all orders of the cards: the first is any of them, and fells or does not."""
    seen = 0
    for leg, seas, options in scenes():
        found = rehearse(leg.before, leg.turn, seas, options)
        assert found.plan is not None
        risk = faint_risk(found.plan, found.position, seas)
        checks = [one for one in leg.resolution.events if isinstance(one, ev.FaintChecked)]
        replaced = any(isinstance(one, ev.GnomeReplaced) for one in leg.resolution.events)
        if risk is None or not checks or replaced:
            continue
        (check,) = checks
        cards = unseen(found.position, seas)
        assert check.intoxication == risk.level
        assert card_of(check.card, seas) in cards
        assert check.fainted == (check.number is not None and check.number <= risk.level)
        assert risk.felling == sum(c.faint is not None and c.faint <= risk.level for c in cards)
        seen += 1
    assert seen > 100


def test_a_rehearsal_knows_nothing_that_its_gnome_may_not_know() -> None:
    """Other hands, the pool and the order of the deck make no difference (§6)."""
    for seed, (state, turn, options) in enumerate(tried()):
        if turn.gnome != "Ann":
            continue
        rng = Random(seed)
        secrets = state.secrets
        tiles = [*secrets.pool, *secrets.hands[1], *secrets.hands[2]]
        rng.shuffle(tiles)
        other = replace(
            secrets,
            hands=(secrets.hands[0], tuple(tiles[:5]), ()),
            pool=tuple(tiles[5:]),
            deck=tuple(rng.sample(secrets.deck, len(secrets.deck))),
        )
        here = rehearse(state, turn, tables(), options)
        there = rehearse(replace(state, secrets=other), turn, tables(), options)
        assert here == there
        if here.plan is not None:
            risk = faint_risk(here.plan, here.position, tables())
            assert risk == faint_risk(here.plan, there.position, tables())
