"""The speed of the engine: turns, games, replays and draws, beside other games and bare copying.

All figures are of one core, in CPU time.
"""

from __future__ import annotations

import hmac
import time
import warnings
from collections.abc import Iterator
from functools import partial, reduce
from random import Random
from typing import Any, Final

from rednov_bot.core.luck import GameLuck, Keys, Scope
from rednov_bot.games.base import Resolution
from rednov_bot.games.red_november import datasets
from rednov_bot.games.red_november.rules.gamestate import Gamestate
from rednov_bot.games.red_november.rules.logbook import after
from rednov_bot.games.red_november.rules.options import Options
from rednov_bot.games.red_november.rules.resolve import judge, resolve, take
from rednov_bot.games.red_november.rules.turn import Action, Turn
from rednov_bot.games.red_november.simulation.playing import Setting, play
from tests.bench.figures import Figure, cpu_seconds, rate
from tests.rules.sailing import Leg, Voyage, calm, play_game, random_turn

OPTIONS: Final = Options()
WANTED_TURNS: Final = 15_000  # resolved in a second
WANTED_GAMES: Final = 20  # of four computer gnomes, in a second and on a core
REPLAY_TURNS: Final = 200
REPLAY_SECONDS: Final = 0.2  # at most, for a game of so many turns
DRAWS: Final = 20_000
BEYOND: Final = 3.0  # microseconds of a draw beyond its HMAC, at most


def figures() -> Iterator[Figure]:
    """All figures of the engine."""
    turns = turns_a_second()
    yield Figure("turns judged, taken, resolved", "turns/s", turns, "wanted", WANTED_TURNS)
    yield Figure("turns and Diplomacy phases", "1/s", turns, "diplomacy phases", phases_a_second())
    games, catans = games_a_second(), catans_a_second()
    yield Figure("random games of four", "games/s", games, "catanatron", catans)
    long = _long_game()

    def replay() -> None:
        assert reduce(after, long.events, Gamestate()) == long.gamestate

    seconds, less = cpu_seconds(replay), "s (less is better)"
    yield Figure(f"replay of {REPLAY_TURNS} turns", less, seconds, "at most", REPLAY_SECONDS)
    for strategy in ("sensible", "random"):
        setting = Setting(4, (strategy,), OPTIONS, datasets.load("standard"), "standard")
        games = rate(partial(_simulated, setting), runs=3)
        yield Figure(f"games of four {strategy} gnomes", "games/s", games, "wanted", WANTED_GAMES)
    ours, bare = draws()
    yield Figure("a draw", "us (less is better)", ours, "bare HMAC", bare)
    yield Figure("a draw beyond its HMAC", "us (less is better)", ours - bare, "at most", BEYOND)


def turns_a_second() -> float:
    """Turns of real random games, judged, taken and resolved; answers are on file."""
    games = [play_game(seed, 3 + seed % 6, OPTIONS, idle=0) for seed in range(60)]
    legs = [leg for game in games for leg in game.legs]
    return rate(lambda: _resolved(legs))


def _resolved(legs: list[Leg]) -> int:
    for leg in legs:
        verdict = judge(leg.before, leg.turn, leg.circumstances.tables, OPTIONS)
        assert verdict.plan is not None
        taken = after(leg.before, take(leg.before, leg.turn))
        outcome = resolve(taken, leg.turn, leg.circumstances, verdict.plan)
        assert isinstance(outcome, Resolution)
    return len(legs)


def games_a_second() -> float:
    """Whole random games of four, the making up of the turns included."""
    return rate(lambda: len([play_game(seed, 4, OPTIONS, idle=0) for seed in range(40)]))


def catans_a_second() -> float:
    """Whole random games of four of the engine catanatron, written in Python like ours."""
    from catanatron import Color, Game, RandomPlayer

    colours = (Color.RED, Color.BLUE, Color.ORANGE, Color.WHITE)

    def play_some() -> int:
        for seed in range(6):
            Game([RandomPlayer(colour) for colour in colours], seed=seed).play()
        return 6

    return rate(play_some, runs=3)


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


def _long_game() -> Voyage:
    """The first game of eight that lasts long enough: they wait wherever it is safe."""
    for seed in range(1000):
        game = play_game(seed, 8, OPTIONS, seas=calm(), turn_of=_patient, most=REPLAY_TURNS, idle=0)
        if len(game.legs) == REPLAY_TURNS:
            return game
    raise AssertionError(f"no game lasts {REPLAY_TURNS} turns")


def _patient(position: Any, name: str, *known: Any) -> Turn:
    if position.rooms[position.gnome(name).at] in ("fire", "high"):
        return random_turn(position, name, *known)
    return Turn(name, action=Action("no_action", minutes=1))


def _simulated(setting: Setting) -> int:
    for number in range(30):
        play(setting, 1, number)
    return 30


def draws() -> tuple[float, float]:
    """Microseconds of a draw, and of the HMAC that it rests on."""
    keys, scope = Keys.of(bytes(range(32))), Scope("RN1", "turn 12", "ab" * 32)
    purposes = [f"event {number % 60} room" for number in range(DRAWS)]
    octets = [f"{scope.text()}purpose {one}\nindex 0\n".encode() for one in purposes]

    def drawn() -> None:
        luck = GameLuck(keys, scope)
        for one in purposes:
            luck.pick(one, 10)

    def bare() -> None:
        for one in octets:
            hmac.digest(keys.dice, one, "sha256")

    ours, limit = (cpu_seconds(work) / DRAWS * 1e6 for work in (drawn, bare))
    return ours, limit
