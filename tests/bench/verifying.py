"""How long it takes to check a finished game from the archive of its list.

`python -m tests.bench.verifying` prints the figures.
"""

from __future__ import annotations

import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from random import Random

from rednov_bot.core.fairness import archive as archives, games
from rednov_bot.core.paths import DATA_SETS
from rednov_bot.core.settings import GameSettings
from rednov_bot.games.red_november import datasets
from rednov_bot.games.red_november.render.canonical import announcement
from tests.bench.figures import Figure, cpu_seconds, figure
from tests.builders import a_table
from tests.fairness.played import MASTER, Game, archive
from tests.rules.sailing import CREW
from tests.workflow.play import start

TURNS = 200
SECONDS = 2.0  # at most


def figures() -> tuple[Figure, ...]:
    """In this process, and as a command with everything that it has to load."""
    with tempfile.TemporaryDirectory() as folder:
        data, path, turns = long_game(Path(folder))
        tables = datasets.load(str(data))

        def check() -> None:
            (found,) = games.check(archives.read([path]), lambda digest: tables)
            assert found.is_told
            assert found.findings.agree
            assert found.findings.right["announcement"] == turns

        name = f"verify a game of {turns} turns"
        inside = cpu_seconds(check, runs=3)
        whole = _whole(path, data)
    return (
        figure(name, "s (less is better)", inside, "at most", SECONDS),
        figure(f"{name}, as a command", "s (less is better)", whole, "at most", SECONDS),
    )


def _whole(path: Path, data: Path) -> float:
    """The median CPU time of the command; other processes may share the machine."""
    command = [str(Path(sys.executable).with_name("rednov")), "verify", str(path)]
    taken = []
    for _ in range(4):
        begin = _of_children()
        subprocess.run([*command, "--data", str(data)], check=True, stdout=subprocess.DEVNULL)
        taken.append(_of_children() - begin)
    return statistics.median(taken[1:])


def _of_children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


class _Chatty(Game):
    """Gnomes take short turns, and greet each other: their words have to be read."""

    def say(self, who: str, text: str, subject: str = "Red November") -> None:
        super().say(who, f"Ahoy, fellow gnomes!\n\n{text}", subject)

    def short_turn(self) -> None:
        now = self.now()
        assert now is not None
        able = [g for g in now.gamestate.position.gnomes if self._able(now.gamestate, g)]
        if not able:
            self.idle()
            return
        thought = [self._thought(now, self.rng.choice(able).name) for _ in range(40)]
        turns = [one[1] for one in thought if one is not None]
        if not turns:
            self.idle()
            return
        turn = min(turns, key=lambda one: len(one.steps) + (one.action.minutes or 1))  # type: ignore[union-attr]
        self.clock.forward(minutes=10)
        self.say(turn.gnome, announcement(turn))


def long_game(
    folder: Path, between: Callable[[Game], object] = lambda game: None
) -> tuple[Path, Path, int]:
    """A game of eight in calm seas, with at least so many turns; its data, its archive.

    *between* is done behind each turn.
    """
    data = folder / "calm"
    shutil.copytree(DATA_SETS / "standard", data)
    track = data / "time-track.toml"
    track.write_text(_calm(track.read_text(encoding="utf-8")), encoding="utf-8")
    table = a_table(
        folder,
        seed=b"long",
        people=CREW,
        contestants=CREW,
        contestmaster=MASTER,
        game=GameSettings(data=str(data)),
    )
    game = _Chatty(table, Random(3))
    start(table, *CREW)
    game._see(table.news())
    game.decide()
    while game.now() is not None:
        if not game.discard():
            game.short_turn()
        game.decide()
        between(game)
    game.reveal(tiles=True)
    path = folder / "archive.mbox"
    path.write_bytes(archive(game.archive))
    turns = sum(b"Subject: [Red November] Turn " in mail for mail in game.archive)
    assert turns >= TURNS, turns
    return data, path, turns


def _calm(track: str) -> str:
    """The time track with every fifth of its event markers."""
    events, mark, rest = track.partition("[[items]]")
    lines = []
    for line in events.split("\n"):
        if line.startswith("minutes = ["):
            minutes = line.removeprefix("minutes = [").removesuffix("]").split(",")
            line = f"minutes = [{','.join(minutes[::5])}]"
        lines.append(line)
    return "\n".join(lines) + mark + rest


if __name__ == "__main__":
    for one in figures():
        print(one)
