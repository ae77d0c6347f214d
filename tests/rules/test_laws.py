"""Laws of the engine, tried on whole games of a crew that plays at random."""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random
from typing import get_args

import pytest
from msgspec.structs import replace

from rednov_bot.core.luck import SecretLuck
from rednov_bot.games.base import Held, Resolution
from rednov_bot.games.red_november.rules import events as ev
from rednov_bot.games.red_november.rules.choices import Circumstances
from rednov_bot.games.red_november.rules.gamestate import Gamestate
from rednov_bot.games.red_november.rules.logbook import after
from rednov_bot.games.red_november.rules.options import Options
from rednov_bot.games.red_november.rules.public_changes import CHANGES
from rednov_bot.games.red_november.rules.resolve import judge, resolve, take
from rednov_bot.games.red_november.rules.tables import Tables
from rednov_bot.games.red_november.rules.turn import Turn, Use
from rednov_bot.games.red_november.rules.words import Item
from tests.rigs.scale import many
from tests.rules.sailing import Leg, Voyage, calm, garbage_turn, play_game, spoilt_turn, tables


@cache
def voyages() -> tuple[Voyage, ...]:
    """Games of three to eight gnomes, in rough and in calm seas."""
    return tuple(
        play_game(seed, 3 + seed % 6, seas=calm() if seed % 2 else tables(), idle=0.01)
        for seed in range(many(60, 20))
    )


@cache
def legs() -> list[Leg]:
    return [leg for voyage in voyages() for leg in voyage.legs]


def tiles(state: Gamestate) -> Counter[Item]:
    """All tiles that are still in the game."""
    secrets = state.secrets
    found = Counter(item for hand in secrets.hands for item in hand)
    found.update(secrets.pool)
    found.update(secrets.discards)
    found["grog"] += state.position.stash
    return found


def test_tiles_leave_the_game_only_with_the_departed() -> None:
    for voyage in voyages():
        items = voyage.seas.items
        every = Counter(dict(items.pool)) + Counter({"grog": items.stash})
        for state in voyage.passed:
            departed = any(gnome.fate == "abandoned" for gnome in state.position.gnomes)
            assert departed or tiles(state) == every


def test_every_public_event_has_its_place_among_the_changing_or_not() -> None:
    only_told = {
        ev.HatchOpened, ev.FixTried, ev.AttemptFutile, ev.TokensMissed, ev.GiftMade, ev.EscapeMade,
        ev.NoEscape, ev.Attacked, ev.CharmHeld, ev.ItemsAwarded, ev.ItemPoolRenewed, ev.FireFed,
        ev.FireDrowned, ev.AirRanOut, ev.FireSpread, ev.FireStayed, ev.NoHatchToJam,
        ev.LimitImposed,        ev.NobodyThirsty, ev.TokenBeyond, ev.TokenAlready,
        ev.ItemsDiscarded, ev.ReturnPromised,
        ev.HandsCounted, ev.HandsRevealed, ev.SubLost,
    }  # fmt: skip
    assert set(get_args(ev.PublicEvent)) == only_told | CHANGES.keys()
    assert not only_told & CHANGES.keys()


def test_the_plan_of_the_verdict_is_the_one_that_is_resolved() -> None:
    """A turn is judged before it is taken, and resolved after: the plan stays the same (§9)."""
    for leg in legs():
        options = leg.circumstances.options
        judged = judge(leg.before, leg.turn, leg.circumstances.tables, options).plan
        assert judged is not None
        taken = after(leg.before, take(leg.before, leg.turn))
        outcome = resolve(taken, leg.turn, leg.circumstances)
        assert resolve(taken, leg.turn, leg.circumstances, judged) == outcome
        if isinstance(outcome, Resolution):
            assert outcome.plan == judged


def _undisturbed(leg: Leg) -> bool:
    """Nobody returned a gift between the announcement and the resolution."""
    return leg.resolved_from == after(leg.before, take(leg.before, leg.turn))


def _again(leg: Leg, before: Gamestate | None = None) -> Resolution | Held:
    state = before or leg.before
    return resolve(after(state, take(state, leg.turn)), leg.turn, leg.circumstances)


def test_an_answer_changes_nothing_that_was_told_before_the_question() -> None:
    """A95: the luck before a held choice stays as it was."""
    asked = [leg for leg in legs() if leg.held]
    assert len(asked) > 30
    for leg in asked:
        silent = resolve(leg.resolved_from, leg.turn, replace(leg.circumstances, answers={}))
        assert isinstance(silent, Held)
        assert silent.choice == leg.held[0]
        told = silent.events
        assert leg.resolution.events[: len(told)] == told


def test_an_answer_that_is_no_candidate_is_no_answer() -> None:
    """rules.md 7.1: the question stays."""
    leg = next(leg for leg in legs() if leg.held)
    wrong = {
        key: replace(answer, label="nonsense") for key, answer in leg.circumstances.answers.items()
    }
    outcome = resolve(leg.resolved_from, leg.turn, replace(leg.circumstances, answers=wrong))
    assert isinstance(outcome, Held)
    assert outcome.choice == leg.held[0]


def test_no_turn_however_senseless_makes_a_rule_fail() -> None:
    rng = Random(11)
    valid = 0
    options = Options(crazed=True, escape_items=True, event_choice="orders+random")
    for number in range(many(8000, 2000)):
        leg = rng.choice(legs())
        state = leg.before
        turn = garbage_turn(state.position, rng)
        if number % 2:
            turn = spoilt_turn(leg.turn, state.position, rng)
        verdict = judge(state, turn, tables(), options)
        if verdict.valid:
            valid += 1
            circumstances = Circumstances(
                tables(), options, SecretLuck(bytes(32), f"turn {number}")
            )
            resolve(after(state, take(state, turn)), turn, circumstances)
        else:
            assert verdict.refusals
    assert valid > 300


def test_a_position_without_gnomes_refuses_every_turn() -> None:
    """NO_GAME (§5)."""
    verdict = judge(Gamestate(), Turn("Ann"), tables(), Options())
    assert [fault.code for fault in verdict.refusals] == ["NO_GAME"]


REVEALING = (ev.ThirstSlaked, ev.NobodyThirsty, ev.Attacked)
"""What may depend on hands, because the contract requires it (A77) or an option (crazed)."""


def _other_world(leg: Leg, rng: Random) -> Gamestate:
    """The same position with other hands and another pool: only what the turn claims is kept."""
    state = leg.before
    action = leg.turn.action
    claimed = [step.item for step in (*leg.turn.steps, *leg.turn.after) if isinstance(step, Use)]
    claimed += (action.give or ()) if action else ()
    seat = state.position.seat(leg.turn.gnome)
    kept: list[list[Item]] = [[] for _ in state.secrets.hands]
    loose: list[Item] = [*state.secrets.pool]
    for number, hand in enumerate(state.secrets.hands):
        for item in hand:
            if number == seat and item in claimed:
                claimed.remove(item)
                kept[number].append(item)
            else:
                loose.append(item)
    rng.shuffle(loose)
    hands = []
    for hand, held in zip(state.secrets.hands, kept, strict=True):
        missing = len(hand) - len(held)
        hands.append((*held, *loose[:missing]))
        loose = loose[missing:]
    secrets = replace(state.secrets, hands=tuple(hands), pool=tuple(loose))
    return Gamestate(state.position, secrets)


def test_nothing_public_depends_on_what_a_hand_holds() -> None:
    """§6, A21: two worlds that agree on everything public are told the same."""
    rng = Random(3)
    compared = 0
    for leg in legs():
        if not _undisturbed(leg):
            continue
        twin = _again(leg, _other_world(leg, rng))
        assert isinstance(twin, Resolution)
        here, there = (_public(over) for over in (leg.resolution, twin))
        if any(isinstance(one, REVEALING) for one in (*here, *there)):
            continue
        assert here == there
        compared += 1
    assert compared > 300


def _public(resolution: Resolution) -> list[ev.Event]:
    return [one for one in resolution.events if isinstance(one, ev.PublicEvent)]


def test_a_public_reason_never_depends_on_what_a_hand_holds() -> None:
    """§6, A21: the public part of a verdict is the same whatever the gnome holds."""
    rng = Random(5)
    for leg in legs():
        state = leg.before
        turn = garbage_turn(state.position, rng)
        empty = replace(state.secrets, hands=((),) * len(state.secrets.hands))
        full = judge(state, turn, tables(), Options())
        poor = judge(Gamestate(state.position, empty), turn, tables(), Options())
        assert full.public == poor.public


@pytest.mark.parametrize("seas", [tables(), calm()], ids=["rough", "calm"])
def test_random_turns_are_nearly_always_valid(seas: Tables) -> None:
    """What the benchmarks measure are turns, not refusals."""
    played = [play_game(seed, 5, seas=seas) for seed in range(5)]
    turns = sum(len(voyage.legs) for voyage in played)
    assert sum(voyage.refused for voyage in played) < turns / 20
