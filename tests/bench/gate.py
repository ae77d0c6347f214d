"""What the two-worlds gate costs a draft, late in a long game, and all drafts together.

`python -m tests.bench.gate` prints the figures; `python -m tests.worlds` finds whether anything is
told that should not be.
"""

from __future__ import annotations

import statistics
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from rednov_bot.desk.corrections import twofold
from rednov_bot.desk.hidden import gate
from tests.bench.clerk import Clerk
from tests.bench.figures import Figure, figure
from tests.bench.verifying import long_game
from tests.bench.voyages import Voyage, desk_of_eight, voyages
from tests.desk.play import open_codes
from tests.engine.sailing import CREW
from tests.proof.played import MASTER, Game

LATE: Final = 150
"""From this turn on a position is late."""

AT_MOST: Final = 30.0  # milliseconds a draft
TURNS: Final = 120
ROUNDS: Final = 3

Spent = dict[str, list[float]]
"""Milliseconds of CPU time by what was drafted."""


def figures() -> tuple[Figure, ...]:
    """All figures of the gate: CPU time."""
    spent = _late_drafts()
    less = "ms (less is better)"
    late = [
        figure(f"the gate, {what}", less, statistics.median(times), "at most", AT_MOST)
        for what, times in spent.items()
    ]
    games = voyages(TURNS)
    rates: list[tuple[float, float]] = []
    for _ in range(ROUNDS):
        guarded = _turns_a_second(games)
        with _open():
            rates.append((guarded, _turns_a_second(games)))
    guarded, unguarded = (statistics.median(column) for column in zip(*rates, strict=True))
    name = "turns and approvals with the gate"
    return (*late, figure(name, "turns/s", guarded, "without it", unguarded))


def _late_drafts() -> Spent:
    """A game of more than 200 turns; late in it refusals, reports and corrections too."""
    spent: Spent = defaultdict(list)
    with tempfile.TemporaryDirectory() as folder, _timed(spent):
        long_game(Path(folder), _between)
    return spent


def _between(game: Game) -> None:
    """Behind every tenth late turn: what is rejected or changes nothing."""
    now = game.now()
    turns = 0 if now is None else now.gamestate.position.turns
    if turns < LATE or turns % 10:
        return
    game.say(CREW[0], "I use my diving gun, my diving gun and my diving gun. I take no action.")
    game.decide()
    game.write(MASTER, "post the position report")
    game.write(MASTER, f"rewind turn {turns - 5}: void because nobody meant it")
    for code in open_codes(game.table):
        game.reply(code, "reject because")


@contextmanager
def _timed(spent: Spent) -> Iterator[None]:
    """What the gate takes of late drafts is noted."""
    leaks, checked, again = gate.leaks, gate.checked, twofold.leaks

    def timed(desk: Any, records: Any, now: Any, pages: Any, *given: Any, **named: Any) -> Any:
        begin = time.process_time()
        found = leaks(desk, records, now, pages, *given, **named)
        if now.gamestate.position.turns >= LATE:
            what = "a late turn" if named.get("told") else "a late refusal"
            spent[what].append((time.process_time() - begin) * 1000)
        return found

    def timed_checked(desk: Any, records: Any, make: Any, **named: Any) -> Any:
        making: list[float] = []

        def made(*given: Any) -> Any:
            begin = time.process_time()
            pages = make(*given)
            making.append((time.process_time() - begin) * 1000)
            return pages

        begin = time.process_time()
        found = checked(desk, records, made, **named)
        whole = (time.process_time() - begin) * 1000
        latest = records.latest_game()
        state = None if latest is None else records.gamestate(latest.id)
        if state is not None and state[1].position.turns >= LATE:
            spent["a late report or award"].append(whole - making[0])
        return found

    def timed_again(*given: Any) -> Any:
        begin = time.process_time()
        found = again(*given)
        spent["a late correction"].append((time.process_time() - begin) * 1000)
        return found

    gate.leaks, gate.checked, twofold.leaks = timed, timed_checked, timed_again
    try:
        yield
    finally:
        gate.leaks, gate.checked, twofold.leaks = leaks, checked, again


def _turns_a_second(games: tuple[Voyage, ...]) -> float:
    """Whole games, their approvals included, at a desk without a network."""
    with tempfile.TemporaryDirectory() as folder:
        desk = desk_of_eight(f"sqlite:///{folder}/rednov.db")
        clerk = Clerk(desk)
        begin = time.process_time()
        for game in games:
            clerk.start()
            for octets in game.mails:
                clerk.bring(octets)
        seconds = time.process_time() - begin
        desk.ledger.close()
    return sum(game.turns for game in games) / seconds


@contextmanager
def _open() -> Iterator[None]:
    """Nothing is written again in another world."""
    leaks, checked = gate.leaks, gate.checked
    gate.leaks = lambda *_, **__: ()
    gate.checked = lambda desk, records, make, **_: (tuple(make(desk, records)), ())
    try:
        yield
    finally:
        gate.leaks, gate.checked = leaks, checked


if __name__ == "__main__":
    for one in figures():
        print(one)
