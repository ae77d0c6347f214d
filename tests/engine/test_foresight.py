"""What is certain of a planned turn is foreseen, and nothing else (§13, §16b, §16c, §17, §21)."""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random
from typing import Any

from msgspec.structs import replace

from rednov_bot.engine import happenings as h
from rednov_bot.engine.gamestate import Gamestate, Secrets
from rednov_bot.engine.logbook import after
from rednov_bot.engine.options import Options
from rednov_bot.engine.position import Gnome, Position
from rednov_bot.engine.resolve import judge, take
from rednov_bot.engine.rules.foresight import (
    Death,
    Faint,
    Foreseen,
    NoWayOut,
    OverLimit,
    TokenPassed,
    TrackFull,
    foresee,
    unseen,
)
from rednov_bot.engine.rules.plan import Plan, plan
from rednov_bot.engine.tables import Tables
from rednov_bot.engine.turn import Action, Escape, Open, Step, Through, Turn, Use
from rednov_bot.engine.words import SEA, CardKind, Item, RoomCondition
from tests.engine.sailing import Leg, calm, play_game, random_turn, tables

NOTHING = Action("no_action")
GROG = Use("grog")


def deck(*cards: tuple[CardKind, int | None]) -> Tables:
    """The standard data set with these event cards alone, and a harmless Kraken."""
    known = {card.kind: card for card in (*tables().deck, tables().kraken)}
    made = tuple(replace(known[kind], faint=faint) for kind, faint in cards)
    return replace(tables(), deck=made)


def at(
    place: int = 5,
    *,
    minutes: int = 31,
    others: int = 60,
    drunk: int = 0,
    rooms: dict[int, RoomCondition] = {},  # noqa: B006
    deck_left: int = 56,
    **public: Any,
) -> Position:
    """Ann stands somewhere; Bob and Cat are in room 6 with time to spare."""
    crew = (Gnome("Ann", place, minutes, drunk), Gnome("Bob", 6, others), Gnome("Cat", 6, others))
    conditions = tuple(rooms.get(room, "dry") for room in range(12))
    return Position(gnomes=crew, rooms=conditions, deck_left=deck_left, **public)


def foreseen(
    position: Position,
    *steps: Step,
    action: Action = NOTHING,
    hand: tuple[Item, ...] = (),
    seas: Tables | None = None,
    options: Options = Options(),  # noqa: B008
    **more: Any,
) -> tuple[Foreseen, ...]:
    turn = Turn("Ann", steps, action, **more)
    planned = plan(position, turn, seas or tables(), options)
    assert isinstance(planned, Plan), planned
    return foresee(position, hand, planned, seas or tables(), options)


def go(room: int, enter: bool = True) -> Open:
    return Open(Through(room), enter)


def test_a_turn_without_danger_warns_of_nothing() -> None:
    assert foreseen(at(), go(6)) == ()


def test_whoever_stays_outside_without_a_fresh_aqualung_is_killed() -> None:
    assert foreseen(at(SEA)) == (Death("no_air", SEA),)
    assert foreseen(at(SEA), Use("aqualung")) == ()
    assert foreseen(at(SEA), after=(Use("aqualung"),)) == ()
    assert foreseen(at(SEA), go(6)) == ()


def test_abandoning_without_a_fresh_aqualung_is_death_too() -> None:
    """A48."""
    there = at(SEA, minutes=5, others=5)
    assert foreseen(there, action=Action("abandon")) == (Death("no_air", SEA),)
    assert foreseen(there, Use("aqualung"), action=Action("abandon")) == ()


def test_whoever_stays_in_high_water_drowns_unless_a_hatch_lowers_it() -> None:
    there = at(rooms={5: "high"})
    assert foreseen(there) == (Death("high_water", 5),)
    assert foreseen(there, go(6, enter=False)) == ()


def test_a_fire_that_may_be_put_out_or_fled_is_no_certain_death() -> None:
    put_out = Action("extinguish_fire", 3)
    assert foreseen(at(rooms={5: "fire"}), action=put_out) == ()


def test_a_fire_without_a_way_out_is_told() -> None:
    walled = {(2, 5), (5, 6), (5, 7), (5, 8), (4, 5), (3, 5), (5, 9)}
    there = at(rooms={5: "fire"}, blocked=frozenset(walled & tables().board.interior))
    put_out = Action("extinguish_fire", 3)
    assert foreseen(there, action=put_out) == (NoWayOut(5, stated=False),)
    assert foreseen(there, action=Action("extinguish_fire", 10)) == ()


def test_a_fire_without_time_to_flee_is_told() -> None:
    there = at(minutes=3, rooms={5: "fire"})
    assert foreseen(there, action=Action("extinguish_fire", 3)) == (NoWayOut(5, stated=False),)


def test_a_stated_escape_that_saves_nobody_is_told() -> None:
    there = at(rooms={5: "fire"})
    put_out = Action("extinguish_fire", 3)
    stays, leaves = Escape(go(6, enter=False)), Escape(go(6))
    assert foreseen(there, action=put_out, escape=stays) == (NoWayOut(5, stated=True),)
    assert foreseen(there, action=put_out, escape=leaves) == ()


def test_a_faint_is_certain_when_every_card_that_may_come_is_met() -> None:
    drink: dict[str, Any] = {"drunk": 1, "deck_left": 2}
    sure, unsure = deck(("respite", 2), ("fire", 1)), deck(("respite", 2), ("fire", 3))
    dash = deck(("respite", 2), ("fire", None))
    assert foreseen(at(**drink), GROG, seas=sure) == (Faint(2, 10),)
    assert foreseen(at(minutes=4, others=60, **drink), GROG, seas=sure) == (Faint(2, 3),)
    assert foreseen(at(**drink), GROG, seas=unsure) == ()
    assert foreseen(at(**drink), GROG, seas=dash) == ()
    assert foreseen(at(**drink), seas=sure) == ()


def test_coffee_after_the_action_keeps_a_gnome_awake() -> None:
    there = at(drunk=1, deck_left=1)
    assert foreseen(there, GROG, after=(Use("coffee"),), seas=deck(("respite", 1))) == ()


def test_only_the_cards_that_are_not_seen_yet_can_come() -> None:
    seas = deck(("respite", 1), ("fire", 4), ("leak", 2))
    there = at(drunk=1, deck_left=2, played=(1,))
    assert [card.faint for card in unseen(there, seas)] == [1, 2]
    assert foreseen(there, GROG, seas=seas) == (Faint(2, 10),)
    assert foreseen(replace(there, removed=(2,), deck_left=1), GROG, seas=seas) == (Faint(2, 10),)


def test_an_empty_deck_is_renewed_from_the_discards_and_the_kraken() -> None:
    seas = deck(("respite", 1), ("fire", 4))
    there = at(deck_left=0, played=(0,), removed=(1,))
    assert [card.kind for card in unseen(there, seas)] == ["respite", "kraken"]
    again = replace(there, kraken_aside=False)
    assert [card.kind for card in unseen(again, seas)] == ["respite"]


def test_the_last_to_pass_a_token_loses_the_sub() -> None:
    there = at(minutes=31, others=20, tokens=(("crushed", 30),))
    assert foreseen(there) == ()
    fix = Action("gain_items", 2)
    stores = at(8, minutes=31, others=20, tokens=(("crushed", 30),))
    assert foreseen(stores, action=fix) == (TokenPassed("crushed", 30),)
    assert foreseen(at(8, minutes=31, others=30, tokens=(("crushed", 30),)), action=fix) == ()


def test_a_token_passed_during_the_work_is_not_prevented_by_it() -> None:
    there = at(1, minutes=31, others=20, tokens=(("crushed", 30),))
    assert foreseen(there, action=Action("fix_engine", 2)) == (TokenPassed("crushed", 30),)
    assert foreseen(there, action=Action("fix_engine", 1)) == ()


def test_a_death_passes_the_tokens_of_the_minutes_it_takes() -> None:
    there = at(SEA, minutes=31, others=20, tokens=(("kraken", 25),))
    assert foreseen(there) == (Death("no_air", SEA), TokenPassed("kraken", 25))
    assert foreseen(there, options=Options(less_deadly=True)) == (Death("no_air", SEA),)


def test_a_token_at_zero_is_lethal_only_by_option_and_unless_it_may_be_prevented() -> None:
    there = at(1, minutes=1, others=0, tokens=(("crushed", 0),))
    lethal = Options(token_at_zero="lethal")
    assert foreseen(there) == ()
    assert foreseen(there, options=lethal) == (TokenPassed("crushed", 0),)
    assert foreseen(there, action=Action("fix_engine", 1), options=lethal) == ()


STORM: tuple[tuple[CardKind, int | None], ...] = (("descent", 1), ("fast_descent", 1))


def test_a_track_is_full_for_certain_when_no_card_left_can_spare_it() -> None:
    calm_too = deck(*STORM, ("respite", 1))
    work = Action("gain_items", 4)
    there = at(8, minutes=31, deck_left=2, pressure=7)
    assert foreseen(there, action=work, seas=deck(*STORM)) == (TrackFull("pressure"),)
    assert foreseen(replace(there, pressure=6), action=work, seas=deck(*STORM)) == ()
    assert foreseen(replace(there, deck_left=3), action=work, seas=calm_too) == ()
    assert foreseen(there, Use("lucky_charm"), action=work, seas=deck(*STORM)) == ()


def test_a_track_that_may_be_reset_first_is_not_told() -> None:
    there = at(1, minutes=31, deck_left=2, pressure=7)
    assert foreseen(there, action=Action("fix_engine", 4), seas=deck(*STORM)) == ()


def test_a_drinker_is_told_no_event_for_e_may_sleep() -> None:
    there = at(8, minutes=31, deck_left=2, pressure=7)
    work = Action("gain_items", 4)
    assert foreseen(there, GROG, action=work, seas=deck(*STORM)) == (Faint(1, 10),)


FULL: tuple[Item, ...] = ("coffee", "coffee", "crowbar", "crowbar", "toolbox", "aqualung")


def test_a_hand_limit_that_is_sure_to_come_is_told_to_whoever_holds_more() -> None:
    seas = deck(("turbulence", 1))
    there = at(8, minutes=31, deck_left=1)
    work = Action("gain_items", 4)
    assert foreseen(there, action=work, hand=FULL, seas=seas) == (OverLimit(4, 6),)
    assert foreseen(there, Use("coffee"), action=work, hand=FULL, seas=seas) == (OverLimit(4, 5),)
    assert foreseen(there, action=work, hand=FULL[:4], seas=seas) == ()
    assert foreseen(at(minutes=29, deck_left=1), hand=FULL, seas=seas) == ()


def test_a_hand_limit_that_may_stay_in_the_deck_or_find_no_minutes_is_not_told() -> None:
    work = Action("gain_items", 4)
    either = deck(("turbulence", 1), ("respite", 1), ("respite", 1))
    assert foreseen(at(8, deck_left=3), action=work, hand=FULL, seas=either) == ()
    last = at(8, minutes=4, deck_left=1)
    assert foreseen(last, action=work, hand=FULL, seas=deck(("turbulence", 1))) == ()


def test_what_is_given_away_is_not_held_any_more() -> None:
    there = at(6, minutes=31, deck_left=1)
    give = Action("give_items", recipient="Bob", give=("crowbar", "crowbar"))
    assert foreseen(there, action=give, hand=FULL, seas=deck(("turbulence", 1))) == ()


# -- whole games ------------------------------------------------------------------------------


@cache
def dire() -> Tables:
    """Few cards, all of them bad: much can be told in advance."""
    kinds: tuple[tuple[CardKind, int | None], ...] = (
        ("descent", 1), ("fast_descent", 1), ("reactor_warmup", 1), ("turbulence", 1),
        ("engine_down", 1), ("leak", 1), ("fire", 1),
    )  # fmt: skip
    return deck(*kinds)


OPTIONS = (
    Options(),
    Options(less_deadly=True),
    Options(token_at_zero="lethal", wake="at_once"),
    Options(faint_markers=False, escape_items=True, crazed=True),
    Options(hand_limit_basis="at_event", edition=1, multi_tokens=True),
)


@cache
def clumsy() -> Tables:
    """Items in plenty, and hardly an event that lets one keep them."""
    return replace(calm(), deck=deck(("stumble", 2), ("overheated", None), ("respite", 4)).deck)


@cache
def legs() -> tuple[tuple[Leg, Tables, Options], ...]:
    """Turns of games in rough, calm and dire seas, under options that matter here."""
    found = []
    for seed in range(140):
        seas = (tables(), calm(), dire(), clumsy())[seed % 4]
        options = OPTIONS[seed // 4 % len(OPTIONS)]
        voyage = play_game(seed, 3 + seed % 6, options, seas=seas, turn_of=careless)
        found += [(leg, seas, options) for leg in voyage.legs]
    return tuple(found)


def careless(
    position: Position, name: str, hand: Any, seas: Tables, options: Options, rng: Random
) -> Turn:
    """A random turn of a gnome who now and then forgets where e stands."""
    turn = random_turn(position, name, hand, seas, options, rng)
    if rng.random() < 0.2:
        still = Turn(name, tuple(one for one in turn.steps if isinstance(one, Use)), NOTHING)
        secrets = Secrets(hands=(hand,) * len(position.gnomes), limits=(None,) * 8)
        if judge(Gamestate(position, secrets), still, seas, options).valid:
            return still
    return turn


def undisturbed(leg: Leg) -> bool:
    return leg.resolved_from == after(leg.before, take(leg.before, leg.turn))


def foreseen_of(leg: Leg, seas: Tables, options: Options) -> tuple[Foreseen, ...]:
    planned = plan(leg.before.position, leg.turn, seas, options)
    assert isinstance(planned, Plan)
    hand = leg.before.secrets.hands[leg.before.position.seat(leg.turn.gnome)]
    return foresee(leg.before.position, hand, planned, seas, options)


def comes_true(one: Foreseen, leg: Leg) -> bool:
    """Whether the resolution holds what was foreseen of it."""
    name, told = leg.turn.gnome, leg.resolution.happenings
    killed = [e for e in told if isinstance(e, h.Killed | h.GnomeReplaced) and e.gnome == name]
    lost = any(isinstance(e, h.SubLost) for e in told)
    match one:
        case Death(cause=cause):
            return bool(killed) and killed[0].cause == cause
        case NoWayOut():
            failed = any(isinstance(e, h.FixTried) and not e.success for e in told)
            return not failed or (bool(killed) and killed[0].cause == "fire")
        case Faint():
            return any(isinstance(e, h.Fainted) and e.gnome == name for e in told)
        case TokenPassed() | TrackFull():
            return lost
        case OverLimit(limit=limit):
            pending = [e for e in told if isinstance(e, h.LimitPending) and e.to == name]
            return lost or any(e.limit <= limit for e in pending)


def test_whatever_is_foreseen_comes_true_in_every_game() -> None:
    seen: Counter[str] = Counter()
    for leg, seas, options in legs():
        for one in foreseen_of(leg, seas, options):
            if isinstance(one, OverLimit) and not undisturbed(leg):
                continue
            seen[type(one).__name__] += 1
            assert comes_true(one, leg), (one, leg.turn)
    kinds = ("Death", "NoWayOut", "Faint", "TokenPassed", "TrackFull", "OverLimit")
    assert min(seen[kind] for kind in kinds) >= 5, seen
    assert seen["Death"] > 30


def test_every_death_by_water_or_air_in_ones_own_turn_was_foreseen() -> None:
    for leg, seas, options in legs():
        dead = {
            one.cause
            for one in leg.resolution.happenings
            if isinstance(one, h.Killed | h.GnomeReplaced) and one.gnome == leg.turn.gnome
        }
        if not dead & {"no_air", "high_water"} or leg.turn.escape is not None:
            continue
        told = [one.cause for one in foreseen_of(leg, seas, options) if isinstance(one, Death)]
        assert set(told) & dead
