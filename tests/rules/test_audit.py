"""Whole games at random, told again: every number and the steps that made it, the passages."""

from __future__ import annotations

from functools import cache, reduce
from itertools import pairwise
from random import Random

from rednov_bot.games.red_november.render.audience import public_only
from rednov_bot.games.red_november.rules import events as ev
from rednov_bot.games.red_november.rules.audit import Account, Figure, audit, numbers
from rednov_bot.games.red_november.rules.events import TrackRuled
from rednov_bot.games.red_november.rules.history import (
    passages,
    tallies,
    tracks_by_turn,
    turning_points,
)
from rednov_bot.games.red_november.rules.options import Options
from rednov_bot.games.red_november.rules.position import Position
from rednov_bot.games.red_november.rules.public_changes import position_after
from rednov_bot.games.red_november.rules.words import TOKEN_KINDS, TRACKS
from tests.rigs.scale import many
from tests.rules.sailing import Voyage, calm, play_game, tables

WILD = Options(
    less_deadly=True, opening_events=True, multi_tokens=True, event_choice="orders+random"
)


@cache
def voyages() -> tuple[Voyage, ...]:
    """Games of three to eight gnomes, idle kills and replaced gnomes among them."""
    return tuple(
        play_game(
            seed,
            3 + seed % 6,
            WILD if seed % 3 == 0 else Options(),
            seas=calm() if seed % 2 else tables(),
            idle=0.02,
        )
        for seed in range(many(24, 8))
    )


def told(voyage: Voyage) -> tuple[ev.PublicEvent, ...]:
    return public_only(voyage.events)


def accounts(voyage: Voyage) -> dict[Figure, Account]:
    return {one.figure: one for one in audit(told(voyage))}


def test_every_number_is_led_by_steps_to_where_the_position_has_it() -> None:
    for voyage in voyages():
        for figure, account in accounts(voyage).items():
            at = account.start
            for step in account.steps:
                assert step.before == at != step.after
                at = step.after
                if figure.kind == "track":
                    assert step.card is not None or isinstance(step.why, ev.TrackReset)
            assert account.now == numbers(voyage.gamestate.position).get(figure, 0)


def test_everything_that_is_counted_has_an_account() -> None:
    for voyage in voyages():
        position, found = voyage.gamestate.position, accounts(voyage)
        names = [gnome.name for gnome in position.gnomes]

        assert {Figure("track", track) for track in TRACKS} <= found.keys()
        assert {Figure("token", token) for token in TOKEN_KINDS} <= found.keys()
        assert {Figure(kind, name) for kind in ("minutes", "intoxication") for name in names} <= (
            found.keys()
        )
        assert {Figure(due.axis, due.gnome) for due in position.dues} <= found.keys()


def test_a_turn_moves_a_gnomes_minutes_once_and_says_what_for() -> None:
    told = 0
    for voyage in voyages():
        for figure, account in accounts(voyage).items():
            if figure.kind != "minutes":
                continue
            walked = [step for step in account.steps if isinstance(step.why, ev.TurnResolved)]
            assert len({step.turn for step in walked}) == len(walked)
            for step in walked:
                assert isinstance(step.before, int)
                assert isinstance(step.after, int)
                assert sum(minutes for _, minutes in step.spent) == step.before - step.after
                told += 1
    assert told > 100


def test_the_grog_left_is_six_less_what_was_taken() -> None:
    for voyage in voyages():
        account = accounts(voyage)[Figure("grog")]
        taken = [one.count for one in voyage.events if isinstance(one, ev.GrogGained)]

        assert len(account.steps) == len(taken)
        assert account.now == 6 - sum(taken)


def corrected(voyage: Voyage, seed: int) -> tuple[ev.PublicEvent, ...]:
    """The game with rulings and corrections between its turns that set values at random."""
    rng = Random(seed)
    every: list[ev.PublicEvent] = []
    position, known = Position(), [Position()]
    for one in told(voyage):
        entered: list[ev.PublicEvent] = [one]
        if isinstance(one, ev.TurnTaken) and rng.random() < 0.3:
            ruled: ev.PublicEvent = ev.RulingGiven(
                len(every), "§25", "so be it", (TrackRuled("heat", 3),)
            )
            back = ev.PositionCorrected(one.number, rng.choice(known[1:]))
            entered.insert(0, rng.choice((ruled, back)))
        for event in entered:
            position = position_after(position, event)
            every.append(event)
        if isinstance(one, ev.TurnTaken) or len(known) == 1:
            known.append(position)
    return tuple(every)


def test_rulings_and_corrections_are_steps_like_any_other() -> None:
    moved = 0
    for seed, voyage in enumerate(voyages()):
        every = corrected(voyage, seed)
        position = reduce(position_after, every, Position())
        for account in audit(every):
            assert account.now == numbers(position).get(account.figure, 0)
            moved += sum(isinstance(step.why, ev.PositionCorrected) for step in account.steps)
    assert moved > 50


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
