"""Whole games at random, told again: passages, turning points, tallies."""

from __future__ import annotations

from itertools import pairwise

from rednov_bot.engine import happenings as h
from rednov_bot.engine.chronicle import passages, tracks_by_turn, turning_points
from rednov_bot.engine.position import Position
from rednov_bot.engine.tallies import tallies
from rednov_bot.prose.audience import public_only
from tests.engine.sailing import Voyage
from tests.engine.test_audit import voyages


def told(voyage: Voyage) -> tuple[h.PublicHappening, ...]:
    return public_only(voyage.happenings)


def test_the_passages_hold_everything_that_was_told_in_its_order() -> None:
    for voyage in voyages():
        every = passages(told(voyage))

        assert tuple(one for passage in every for one in passage.happenings) == told(voyage)
        assert every[0].before == Position()
        assert every[-1].after == voyage.gamestate.position
        assert all(one.after == other.before for one, other in pairwise(every))


def test_each_turn_is_one_passage_from_its_announcement_to_its_resolution() -> None:
    for voyage in voyages():
        turns = [one for one in passages(told(voyage)) if one.gnome is not None]

        assert [one.turn for one in turns] == list(range(1, len(voyage.legs) + 1))
        for turn, leg in zip(turns, voyage.legs, strict=True):
            assert turn.gnome == leg.turn.gnome
            assert sum(isinstance(one, h.TurnResolved) for one in turn.happenings) == 1


def test_an_idle_kill_is_no_part_of_the_turn_before_it() -> None:
    idle = 0
    for voyage in voyages():
        for passage in passages(told(voyage)):
            kills = [one for one in passage.happenings if isinstance(one, h.Killed)]
            if any(one.cause == "idle" for one in kills):
                assert passage.gnome is None
                idle += 1
    assert idle > 3


def test_turning_points_are_those_that_everybody_remembers() -> None:
    for voyage in voyages():
        points = turning_points(passages(told(voyage)))
        deaths = [one for one in told(voyage) if isinstance(one, h.Killed)]

        assert [p.happening for p in points if isinstance(p.happening, h.Killed)] == deaths
        for point in points:
            if isinstance(point.happening, h.TrackAdvanced):
                assert point.happening.after >= 7


def test_the_tracks_are_shown_after_each_turn() -> None:
    for voyage in voyages():
        position = voyage.gamestate.position
        line = tracks_by_turn(passages(told(voyage)))

        assert len(line) == position.turns + 1
        assert line[-1] == (position.heat, position.pressure, position.asphyxiation)


def test_every_minute_of_a_gnome_is_accounted_for() -> None:
    for voyage in voyages():
        start = next(one.minutes for one in told(voyage) if isinstance(one, h.GameOpened))
        for tally in tallies(told(voyage)):
            spent = sum(tally.minutes.values())
            assert min(tally.minutes.values()) >= 0
            assert spent + tally.lost + tally.left == start


def test_dice_and_cards_are_all_counted() -> None:
    for voyage in voyages():
        every = tallies(told(voyage))
        tried = [one for one in told(voyage) if isinstance(one, h.FixTried)]
        thrown = [one for one in tried if one.die is not None]

        assert sum(one.thrown for one in every) == len(thrown)
        assert sum(one.successes for one in every) == sum(one.success for one in thrown)
        assert sum(one.certain for one in every) == len(tried) - len(thrown)
        assert sum(one.turns for one in every) == len(voyage.legs)
        drawn = [one for one in told(voyage) if isinstance(one, h.CardDrawn)]
        assert sum(one.cards for one in every) == sum(one.space is not None for one in drawn)
