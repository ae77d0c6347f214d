"""Computer gnomes: what they announce is valid, reckoned rightly, and decided on what they know."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from msgspec.structs import fields, replace

from rednov_bot.games.base import Luck
from rednov_bot.games.red_november.ai import STRATEGIES
from rednov_bot.games.red_november.ai.looking import look
from rednov_bot.games.red_november.ai.moves import announced, deeds
from rednov_bot.games.red_november.ai.view import Sight
from rednov_bot.games.red_november.rules.forecast import (
    Death,
    NoWayOut,
    chance_of,
    escape_minutes,
    foresee,
    place_at_end,
)
from rednov_bot.games.red_november.rules.gamestate import Gamestate, Limit, Secrets
from rednov_bot.games.red_november.rules.options import Options
from rednov_bot.games.red_november.rules.plan import Plan, plan
from rednov_bot.games.red_november.rules.position import Gnome
from rednov_bot.games.red_november.rules.resolve import judge
from rednov_bot.games.red_november.rules.turn import Turn
from rednov_bot.games.red_november.rules.words import SEA, Item
from tests.ai.positions import Moment, asked, at_limit, moments, sight
from tests.secrecy.package import parts

THOUGHTFUL = [name for name in STRATEGIES if name != "random"]


def turn_of(strategy: str, known: Sight, seed: int = 0) -> Turn:
    return STRATEGIES[strategy].turn(known, Random(seed))


def planned(known: Sight, turn: Turn) -> Plan:
    made = plan(known.position, turn, known.tables, known.options)
    assert isinstance(made, Plan), made
    return made


# -- what they announce -------------------------------------------------------------------------


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_every_turn_is_valid(strategy: str) -> None:
    assert len(moments()) > 300
    for number, moment in enumerate(moments()):
        turn = turn_of(strategy, moment.sight, number)
        verdict = judge(moment.gamestate, turn, moment.sight.tables, moment.options)
        assert verdict.valid, (verdict.refusals, turn)


def test_all_that_is_thought_of_is_valid() -> None:
    for moment in moments()[::4]:
        for deed in deeds(moment.sight, drinks=True):
            turn = announced(moment.sight, deed)
            verdict = judge(moment.gamestate, turn, moment.sight.tables, moment.options)
            assert verdict.valid, (verdict.refusals, deed)


def test_what_is_thought_of_a_turn_is_what_the_rules_make_of_it() -> None:
    for moment in moments()[::4]:
        known = moment.sight
        for deed in deeds(known, drinks=True):
            made = planned(known, announced(known, deed))
            assert made.spent == deed.spent
            assert made.place == deed.way.place
            assert place_at_end(made, known.position).rooms == deed.way.rooms
            flight = 0 if deed.escape is None else deed.escape.spent
            assert escape_minutes(made, known.position, known.tables.board) == flight
            chance = chance_of(made, known.position, known.tables)
            if chance is not None and not chance.futile:
                assert chance.bound / 10 == deed.chance


@pytest.mark.parametrize("strategy", THOUGHTFUL)
def test_no_task_that_is_not_thought_of_would_have_been_better(
    strategy: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    chosen = [turn_of(strategy, moment.sight) for moment in moments()]
    monkeypatch.setattr("rednov_bot.games.red_november.ai.strategy.SLIP", 1e9)  # now all are
    assert [turn_of(strategy, moment.sight) for moment in moments()] == chosen


def test_whoever_is_cautious_never_ends_where_they_may_die_if_they_can_help_it() -> None:
    for moment in moments():
        known = moment.sight
        if not mortal(known, turn_of("cautious", known)):
            continue
        for deed in deeds(known, drinks=False):
            assert mortal(known, announced(known, deed)), deed


def mortal(known: Sight, turn: Turn) -> bool:
    """Whether the turn may kill its gnome at its end."""
    made = planned(known, turn)
    foreseen = foresee(known.position, known.hand, made, known.tables, known.options)
    return any(isinstance(one, Death | NoWayOut) for one in foreseen)


# -- what they know -----------------------------------------------------------------------------


def test_a_sight_has_no_room_for_what_is_hidden() -> None:
    held = {part for field in fields(Sight) for part in parts(field.type)}
    assert held.isdisjoint({Gamestate, Secrets, Limit, Luck})


def elsewhere(moment: Moment, rng: Random) -> Gamestate:
    """Another gamestate that looks the same to the gnome of this moment."""
    secrets, seat = moment.gamestate.secrets, moment.gamestate.position.seat(moment.sight.name)
    tiles = [
        item for place, hand in enumerate(secrets.hands) for item in hand if place != seat
    ] + list(secrets.pool)
    rng.shuffle(tiles)
    hands = [
        secrets.hands[seat]
        if place == seat
        else tuple([tiles.pop() for _ in range(min(len(tiles), rng.randrange(5)))])
        for place in range(len(secrets.hands))
    ]
    deck = list(secrets.deck)
    rng.shuffle(deck)
    limits = [
        limit if place == seat else rng.choice((None, Limit(1)))
        for place, limit in enumerate(secrets.limits)
    ]
    return Gamestate(
        moment.gamestate.position,
        replace(
            secrets, hands=tuple(hands), limits=tuple(limits), deck=tuple(deck), pool=tuple(tiles)
        ),
    )


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_what_is_hidden_changes_no_turn(strategy: str) -> None:
    rng = Random(3)
    for number, moment in enumerate(moments()[::5]):
        other = look(elsewhere(moment, rng), moment.sight.name, moment.sight.tables, moment.options)
        assert other == moment.sight
        assert turn_of(strategy, other, number) == turn_of(strategy, moment.sight, number)


# -- choices, discards, gifts -------------------------------------------------------------------


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_a_choice_is_one_of_the_candidates(strategy: str) -> None:
    assert {choice.kind for _, choice in asked()} >= {"block", "spread", "escape", "defend"}
    for known, choice in asked():
        assert STRATEGIES[strategy].choice(known, choice, Random(1)) in choice.candidates


@pytest.mark.parametrize("strategy", THOUGHTFUL)
def test_nobody_flees_into_death_who_need_not(strategy: str) -> None:
    for known, choice in asked():
        if choice.kind == "escape" and set(choice.deadly) < set(choice.candidates):
            assert STRATEGIES[strategy].choice(known, choice, Random(1)) not in choice.deadly


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_a_hand_limit_is_met_exactly(strategy: str) -> None:
    limited = list(at_limit())
    assert len(limited) > 10
    for _, known in limited:
        gone = STRATEGIES[strategy].discards(known, Random(1))
        assert len(gone) == known.over
        assert not Counter(gone) - Counter(known.hand)


# -- what they think of -------------------------------------------------------------------------

OTHERS = (Gnome("Bob", 8, 40), Gnome("Cat", 9, 38))


def action_of(strategy: str, known: Sight) -> str:
    action = turn_of(strategy, known).action
    assert action is not None
    return action.name


@pytest.mark.parametrize("strategy", THOUGHTFUL)
@pytest.mark.parametrize(
    ("track", "action"),
    [("heat", "fix_reactor"), ("pressure", "fix_engine"), ("asphyxiation", "fix_oxygen")],
)
def test_a_track_that_is_nearly_full_is_seen_to(strategy: str, track: str, action: str) -> None:
    known = sight(Gnome("Ann", 3, 40), *OTHERS, **{track: 9})
    assert action_of(strategy, known) == action


@pytest.mark.parametrize("strategy", THOUGHTFUL)
def test_the_last_who_can_prevent_a_destruction_does(strategy: str) -> None:
    known = sight(
        Gnome("Ann", 5, 40), Gnome("Bob", 8, 28), Gnome("Cat", 9, 27), tokens=(("missiles", 29),)
    )
    turn = turn_of(strategy, known)
    assert turn.action is not None
    assert turn.action.name == "stop_missile"
    assert planned(known, turn).spent <= 11  # still before the token when it is done (A2)


@pytest.mark.parametrize("strategy", THOUGHTFUL)
def test_the_kraken_is_fought_by_whoever_has_an_aqualung(strategy: str) -> None:
    known = sight(
        Gnome("Ann", 9, 40),
        *OTHERS,
        hand=("aqualung", "diving_gun", "diving_gun"),
        tokens=(("kraken", 25),),
    )
    turn = turn_of(strategy, known)
    assert turn.action is not None
    assert turn.action.name == "kill_kraken"
    assert not mortal(known, turn)


@pytest.mark.parametrize("strategy", THOUGHTFUL)
def test_nobody_stays_in_fire_or_high_water_without_a_way_out(strategy: str) -> None:
    for danger in ("fire", "high"):
        rooms = ("dry",) * 6 + (danger,) + ("dry",) * 5
        known = sight(Gnome("Ann", 6, 30), *OTHERS, rooms=rooms)
        assert not mortal(known, turn_of(strategy, known))


def test_who_sees_no_hope_abandons_ship_who_can_and_who_is_outside_comes_in() -> None:
    few = (Gnome("Bob", 8, 3), Gnome("Cat", 9, 2))
    lost = {"heat": 9, "pressure": 9}
    known = sight(Gnome("Ann", 9, 9), *few, hand=("aqualung",), tokens=(("crushed", 8),), **lost)
    assert action_of("sensible", known) == "abandon"
    known = sight(Gnome("Ann", SEA, 9), *few, **lost)  # without another aqualung
    assert not mortal(known, turn_of("sensible", known))
    known = sight(Gnome("Ann", SEA, 30), *OTHERS)
    turn = turn_of("sensible", known)
    assert place_at_end(planned(known, turn), known.position).gnome("Ann").at != SEA
    assert not mortal(known, turn)


def minutes_at_the_engine(strategy: str, options: Options) -> int:
    """What a gnome spends on an engine that needs no repair."""
    tiles: tuple[Item, ...] = ("water_pump",) * 4
    known = sight(Gnome("Ann", 1, 40), *OTHERS, hand=tiles, options=options)
    turn = turn_of(strategy, known)
    assert turn.action is not None
    return (turn.action.minutes or 0) if turn.action.name == "fix_engine" else 0


def test_whoever_is_greedy_works_for_points_where_nothing_needs_it() -> None:
    assert minutes_at_the_engine("greedy", Options()) == 10
    assert minutes_at_the_engine("sensible", Options()) <= 1
    assert minutes_at_the_engine("greedy", Options(x_needs_change=True)) <= 1


# -- what they expect ---------------------------------------------------------------------------
