"""How many whole games computer gnomes play in a second: `rednov simulate` does nothing else.

`python -m tests.bench.crew` prints the figures.  All are of one core, in CPU time.
"""

from __future__ import annotations

from rednov_bot.games.red_november import datasets
from rednov_bot.games.red_november.rules.options import Options
from rednov_bot.games.red_november.simulation.playing import Setting, play
from tests.bench.figures import Figure, figure, rate

WANTED_GAMES = 20  # of four, in a second and on a core
GAMES = 30


def figures() -> tuple[Figure, ...]:
    """Games of four, by those who think and by those who do not."""
    return tuple(
        [
            figure(f"games of four {name} gnomes", "games/s", games(name), "wanted", WANTED_GAMES)
            for name in ("sensible", "random")
        ]
    )


def games(strategy: str) -> float:
    """Whole games of four gnomes of one brain, from the opening to the end."""
    setting = Setting(4, (strategy,), Options(), datasets.load("standard"), "standard")

    def play_some() -> int:
        for number in range(GAMES):
            play(setting, 1, number)
        return GAMES

    return rate(play_some, runs=3)


if __name__ == "__main__":
    for one in figures():
        print(f"{one.name:<32} {one.ours:>8.1f} {one.unit:<10} {one.peer:>6.0f} {one.peer_name}")
