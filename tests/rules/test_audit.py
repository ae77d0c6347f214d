"""Every number of whole games at random, and the steps that made it."""

from __future__ import annotations

from functools import cache, reduce
from random import Random

from rednov_bot.games.red_november.render.audience import public_only
from rednov_bot.games.red_november.rules import events as ev
from rednov_bot.games.red_november.rules.audit import Account, Figure, audit, value
from rednov_bot.games.red_november.rules.events import TrackRuled
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


def accounts(voyage: Voyage) -> dict[Figure, Account]:
    return {one.figure: one for one in audit(public_only(voyage.events))}


def test_every_number_ends_where_the_position_has_it() -> None:
    for voyage in voyages():
        for figure, account in accounts(voyage).items():
            assert account.now == value(voyage.gamestate.position, figure)


def test_each_step_begins_where_the_one_before_ended() -> None:
    for voyage in voyages():
        for account in accounts(voyage).values():
            at = account.start
            for step in account.steps:
                assert step.before == at
                assert step.after != at
                at = step.after


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


def test_a_track_is_moved_by_a_card_or_by_a_repair() -> None:
    for voyage in voyages():
        for figure, account in accounts(voyage).items():
            if figure.kind == "track":
                for step in account.steps:
                    assert step.card is not None or isinstance(step.why, ev.TrackReset)


def test_the_grog_left_is_six_less_what_was_taken() -> None:
    for voyage in voyages():
        account = accounts(voyage)[Figure("grog")]
        taken = [one.count for one in voyage.events if isinstance(one, ev.GrogGained)]

        assert len(account.steps) == len(taken)
        assert account.now == 6 - sum(taken)


def corrected(voyage: Voyage, seed: int) -> tuple[ev.PublicEvent, ...]:
    """The game with rulings and corrections between its turns that set values at random."""
    rng = Random(seed)
    told: list[ev.PublicEvent] = []
    position, known = Position(), [Position()]
    for one in public_only(voyage.events):
        entered: list[ev.PublicEvent] = [one]
        if isinstance(one, ev.TurnTaken) and rng.random() < 0.3:
            ruled: ev.PublicEvent = ev.RulingGiven(
                len(told), "§25", "so be it", (TrackRuled("heat", 3),)
            )
            back = ev.PositionCorrected(one.number, rng.choice(known[1:]))
            entered.insert(0, rng.choice((ruled, back)))
        for event in entered:
            position = position_after(position, event)
            told.append(event)
        if isinstance(one, ev.TurnTaken) or len(known) == 1:
            known.append(position)
    return tuple(told)


def test_rulings_and_corrections_are_steps_like_any_other() -> None:
    moved = 0
    for seed, voyage in enumerate(voyages()):
        told = corrected(voyage, seed)
        position = reduce(position_after, told, Position())
        for account in audit(told):
            assert account.now == value(position, account.figure)
            moved += sum(isinstance(step.why, ev.PositionCorrected) for step in account.steps)
    assert moved > 50
