"""The speed of the engine: turns, whole games and replays, beside other games and bare copying.

`python -m tests.bench.engine` prints the figures.  All are of one core, in CPU time.
"""

from __future__ import annotations

import time
import warnings
from functools import reduce
from random import Random
from typing import Any

from msgspec.structs import replace

from rednov_bot.games.red_november.rules.gamestate import Gamestate
from rednov_bot.games.red_november.rules.logbook import after
from rednov_bot.games.red_november.rules.options import Options
from rednov_bot.games.red_november.rules.resolve import Resolution, judge, resolve, take
from rednov_bot.games.red_november.rules.turn import Action, Turn
from tests.bench.figures import Figure, cpu_seconds, figure, rate
from tests.rules.sailing import Leg, Voyage, calm, play_game, random_turn

OPTIONS = Options()
WANTED_TURNS = 15_000  # resolved in a second
REPLAY_TURNS = 200
REPLAY_SECONDS = 0.2  # at most, for a game of so many turns
COPIES = 20_000


def figures() -> tuple[Figure, ...]:
    """All figures of the engine."""
    turns = turns_a_second()
    return (
        figure("turns judged, taken, resolved", "turns/s", turns, "wanted", WANTED_TURNS),
        figure("turns and Diplomacy phases", "1/s", turns, "diplomacy phases", phases_a_second()),
        figure(
            "random games of four", "games/s", games_a_second(), "catanatron", catans_a_second()
        ),
        figure(
            f"replay of {REPLAY_TURNS} turns", "s (less is better)",
            replay_seconds(), "at most", REPLAY_SECONDS,
        ),
        figure("happenings entered", "1/s", entries_a_second(), "one copy", copies_a_second()),
    )  # fmt: skip


def turns_a_second() -> float:
    """Turns of real random games, judged, taken and resolved; answers are on file."""
    legs = [leg for seed in range(60) for leg in _game(seed, 3 + seed % 6).legs]
    return rate(lambda: _resolve_all(legs), runs=7)


def _game(seed: int, gnomes: int) -> Voyage:
    return play_game(seed, gnomes, OPTIONS, idle=0)


def _resolve_all(legs: list[Leg]) -> int:
    for leg in legs:
        verdict = judge(leg.before, leg.turn, leg.circumstances.tables, OPTIONS)
        assert verdict.plan is not None
        taken = after(leg.before, take(leg.before, leg.turn))
        outcome = resolve(taken, leg.turn, leg.circumstances, verdict.plan)
        assert type(outcome) is Resolution
    return len(legs)


def games_a_second() -> float:
    """Whole random games of four, the making up of the turns included."""

    def play() -> int:
        for seed in range(40):
            _game(seed, 4)
        return 40

    return rate(play)


def catans_a_second() -> float:
    """Whole random games of four of the engine catanatron, written in Python like ours."""
    from catanatron import Color, Game, RandomPlayer

    colours = (Color.RED, Color.BLUE, Color.ORANGE, Color.WHITE)

    def play() -> int:
        for seed in range(6):
            Game([RandomPlayer(colour) for colour in colours], seed=seed).play()
        return 6

    return rate(play)


def phases_a_second() -> float:
    """Phases of the engine diplomacy, with random orders; the choice of orders does not count."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it leaves a file open
        import diplomacy

    rng, seconds, phases = Random(1), 0.0, 0
    for _ in range(3):
        game = diplomacy.Game()
        for _ in range(25):
            possible = game.get_all_possible_orders()
            for power in game.powers:
                here = game.get_orderable_locations(power)
                game.set_orders(power, [rng.choice(possible[at]) for at in here if possible[at]])
            begin = time.process_time()
            game.process()
            seconds += time.process_time() - begin
            phases += 1
    return phases / seconds


def replay_seconds() -> float:
    """A long game, entered again from its events."""
    game = _long_game()

    def replay() -> None:
        assert reduce(after, game.events, Gamestate()) == game.gamestate

    return cpu_seconds(replay, runs=7)


def _long_game() -> Voyage:
    """The first game of eight that lasts long enough: they wait wherever it is safe."""
    for seed in range(1000):
        game = play_game(seed, 8, OPTIONS, seas=calm(), turn_of=_patient, most=REPLAY_TURNS, idle=0)
        if len(game.legs) == REPLAY_TURNS:
            return game
    raise AssertionError(f"no game lasts {REPLAY_TURNS} turns")


def _patient(position: Any, name: str, *known: Any) -> Turn:
    if position.deadly(position.gnome(name).at):
        return random_turn(position, name, *known)
    return Turn(name, action=Action("no_action", minutes=1))


def entries_a_second() -> float:
    """Happenings entered into a gamestate, secrets included."""
    game = _long_game()

    def enter() -> int:
        reduce(after, game.events, Gamestate())
        return len(game.events)

    return rate(enter, runs=7)


def copies_a_second() -> float:
    """The limit: one bare msgspec copy of a position with one field changed."""
    position = _game(1, 4).gamestate.position

    def copy() -> int:
        for heat in range(COPIES):
            replace(position, heat=heat)
        return COPIES

    return rate(copy)


if __name__ == "__main__":
    for one in figures():
        print(
            f"{one.name:<32} {one.ours:>12,.4g} {one.unit:<20}"
            f"{one.peer:>12,.4g} {one.peer_name:<20} x {one.ratio:.2f}"
        )
