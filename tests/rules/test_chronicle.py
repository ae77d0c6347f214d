"""Whole games at random, told again: passages, turning points, tallies."""

from __future__ import annotations

from itertools import pairwise

from rednov_bot.games.red_november.render.audience import public_only
from rednov_bot.games.red_november.rules import events as ev
from rednov_bot.games.red_november.rules.history import (
    passages,
    tallies,
    tracks_by_turn,
    turning_points,
)
from rednov_bot.games.red_november.rules.position import Position
from tests.rules.sailing import Voyage
from tests.rules.test_audit import voyages


def told(voyage: Voyage) -> tuple[ev.PublicEvent, ...]:
    return public_only(voyage.events)


def test_the_passages_hold_everything_that_was_told_in_its_order() -> None:
    for voyage in voyages():
        every = passages(told(voyage))

        assert tuple(one for passage in every for one in passage.events) == told(voyage)
        assert every[0].before == Position()
        assert every[-1].after == voyage.gamestate.position
        assert all(one.after == other.before for one, other in pairwise(every))


def test_each_turn_is_one_passage_from_its_announcement_to_its_resolution() -> None:
    for voyage in voyages():
        turns = [one for one in passages(told(voyage)) if one.gnome is not None]

        assert [one.turn for one in turns] == list(range(1, len(voyage.legs) + 1))
        for turn, leg in zip(turns, voyage.legs, strict=True):
            assert turn.gnome == leg.turn.gnome
            assert sum(isinstance(one, ev.TurnResolved) for one in turn.events) == 1


def test_an_idle_kill_is_no_part_of_the_turn_before_it() -> None:
    idle = 0
    for voyage in voyages():
        for passage in passages(told(voyage)):
            kills = [one for one in passage.events if isinstance(one, ev.Killed)]
            if any(one.cause == "idle" for one in kills):
                assert passage.gnome is None
                idle += 1
    assert idle > 3


def test_turning_points_are_those_that_everybody_remembers() -> None:
    for voyage in voyages():
        points = turning_points(passages(told(voyage)))
        deaths = [one for one in told(voyage) if isinstance(one, ev.Killed)]

        assert [p.event for p in points if isinstance(p.event, ev.Killed)] == deaths
        for point in points:
            if isinstance(point.event, ev.TrackAdvanced):
                assert point.event.after >= 7


def test_the_tracks_are_shown_after_each_turn() -> None:
    for voyage in voyages():
        position = voyage.gamestate.position
        line = tracks_by_turn(passages(told(voyage)))

        assert len(line) == position.turns + 1
        assert line[-1] == (position.heat, position.pressure, position.asphyxiation)


def test_every_minute_of_a_gnome_is_accounted_for() -> None:
    for voyage in voyages():
        start = next(one.minutes for one in told(voyage) if isinstance(one, ev.GameOpened))
        for tally in tallies(told(voyage)):
            spent = sum(tally.minutes.values())
            assert min(tally.minutes.values()) >= 0
            assert spent + tally.lost + tally.left == start


def test_dice_and_cards_are_all_counted() -> None:
    for voyage in voyages():
        every = tallies(told(voyage))
        tried = [one for one in told(voyage) if isinstance(one, ev.FixTried)]
        thrown = [one for one in tried if one.die is not None]

        assert sum(one.thrown for one in every) == len(thrown)
        assert sum(one.successes for one in every) == sum(one.success for one in thrown)
        assert sum(one.certain for one in every) == len(tried) - len(thrown)
        assert sum(one.turns for one in every) == len(voyage.legs)
        drawn = [one for one in told(voyage) if isinstance(one, ev.CardDrawn)]
        assert sum(one.cards for one in every) == sum(one.space is not None for one in drawn)
