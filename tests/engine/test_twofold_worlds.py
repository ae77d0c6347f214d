"""Other hidden worlds of a corrected game agree with what was told and with the correction."""

from __future__ import annotations

from collections import Counter
from functools import reduce

import pytest
from msgspec.structs import replace

from rednov_bot.engine import happenings as h
from rednov_bot.engine.corrections.alternatives import alternatives, retell
from rednov_bot.engine.corrections.played import Announced, Played, Resolved
from rednov_bot.engine.corrections.rerun import Corrected, correct
from rednov_bot.engine.gamestate import Gamestate
from rednov_bot.engine.logbook import after
from tests.engine.courses import course_of
from tests.engine.sailing import Voyage
from tests.engine.test_correcting import GAMES, corrected_somehow
from tests.engine.test_worlds import lies, public
from tests.worlds.trails import Trails
from tests.worlds.twofold import Step, Twofold, TwofoldWorld


def worlds(voyage: Voyage, seed: int, done: Corrected) -> tuple[Twofold, list[Played]]:
    """The worlds that agree with both, and the course as it is on file."""
    start, named = len(voyage.passed) - 1 - len(done.steps), seed % 2 == 0
    trails = Trails(voyage.seas.items.tiles(), sleepers_drink=voyage.options.edition == 2)
    for told in voyage.entered[: start + 1]:
        for one in told:
            trails.enter(one, named=named)
    trails.find(done.before.secrets)
    course = course_of(voyage, seed, start)
    steps = [Step(step, named, again) for step, again in zip(course, done.steps, strict=True)]
    reread = next(one.number for one in course if isinstance(one, Announced))
    return Twofold(trails, done.before.secrets, voyage.gamestate.secrets, steps, reread), course


def ruled(world: TwofoldWorld, course: list[Played], done: Corrected) -> list[Played]:
    """The course as it is on file there, with the same ruling and the same answers."""
    made = []
    for there, here, one in zip(world.steps(course), course, done.steps, strict=True):
        step = replace(there, counts=one.step.counts)
        if isinstance(step, Announced) and isinstance(one.step, Announced):
            assert isinstance(here, Announced)
            other = one.step.turn != here.turn
            step = replace(step, turn=one.step.turn) if other else step
        if isinstance(step, Resolved) and isinstance(one.step, Resolved):
            step = replace(step, answers=one.step.answers)
        made.append(step)
    return made


@pytest.mark.parametrize("seed", range(GAMES))
def test_the_correction_tells_the_same_in_every_other_world(seed: int) -> None:
    voyage, done = corrected_somehow(seed)
    every, course = worlds(voyage, seed, done)
    for number in range(4):
        world = every.another(f"{seed} {number}")
        before = Gamestate(done.before.position, world.before)
        again = correct(before, ruled(world, course, done), voyage.seas)
        assert isinstance(again, Corrected)
        for here, there in zip(done.steps, again.steps, strict=True):
            assert public(there.happenings) == public(here.happenings)
            assert (there.void, there.public) == (here.void, here.public)
        assert retell(again) == retell(done)
        present = Gamestate(voyage.gamestate.position, world.now.secrets)
        ways = alternatives(done, voyage.gamestate, voyage.seas, voyage.options)
        others = alternatives(again, present, voyage.seas, voyage.options)
        for way, other in zip(ways, others, strict=True):
            assert (way.way, way.compared, way.conflicts) == (
                other.way,
                other.compared,
                other.conflicts,
            )
            assert way.after.position == other.after.position


@pytest.mark.parametrize("seed", range(0, GAMES, 3))
def test_what_was_told_leads_to_the_present_in_every_other_world(seed: int) -> None:
    voyage, done = corrected_somehow(seed)
    every, _ = worlds(voyage, seed, done)
    world = every.another(f"{seed}")
    again = reduce(after, world.now.history(), Gamestate())
    assert again.position == voyage.gamestate.position
    assert lies(again.secrets) == lies(world.now.secrets)
    assert public(world.now.history()) == public(voyage.happenings)
    assert not any(isinstance(one, h.SecretsCorrected) for one in world.now.history())


def test_most_hands_that_can_be_others_are() -> None:
    differing = Counter[bool]()
    for seed in range(GAMES):
        voyage, done = corrected_somehow(seed)
        every, _ = worlds(voyage, seed, done)
        there = every.another(f"{seed}").before.hands
        hands = zip(done.before.secrets.hands, there, every.root.places.hands, strict=True)
        for here, other, known in hands:
            if any(every.root.ways.may[tile].bit_count() > 1 for tile in known):
                differing[sorted(here) != sorted(other)] += 1
    assert differing[True] > 2 * differing[False]
