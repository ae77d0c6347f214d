"""Where the time of the pipe goes, room by room.

`python -m tests.bench.shares` prints the share of each step, and with `--profile` the functions
that take most of it.
"""

from __future__ import annotations

import cProfile
import inspect
import pstats
import sys

from rednov_bot import service
from rednov_bot.core.store import database, unit_of_work
from rednov_bot.core.workflow import intake
from rednov_bot.games.red_november.reader import alternatives
from rednov_bot.games.red_november.render import (
    answers,
    draft_pages,
    private_pages,
    public_pages,
    reasoning,
)
from tests.bench import pipe
from tests.bench.bare import Run
from tests.bench.berth import berth
from tests.bench.sink import sink
from tests.bench.stopwatch import Stopwatch
from tests.bench.voyages import voyages

_ROOMS = {
    "rednov_bot.games.red_november.rules": "judge, resolve",
    "rednov_bot.games.red_november.reader": "read",
    "rednov_bot.core.mail.composing": "seal",
    "rednov_bot.core.mail": "screen",
    "rednov_bot.games.red_november.render": "render",
}


def watched(watch: Stopwatch) -> None:
    """Whatever the desk calls in another room counts for that room."""
    for name, module in list(sys.modules.items()):
        if name.startswith("rednov_bot.core.workflow."):
            for word, value in list(vars(module).items()):
                room = next((r for r in _ROOMS if _home_of(value).startswith(r)), None)
                if room is not None and inspect.isfunction(value):
                    watch.watch(_ROOMS[room], module, word)
    for page in (answers, draft_pages, private_pages, public_pages, reasoning):
        watch.watch("render", page)
    watch.watch("read", alternatives, "read_letter")
    for part in unit_of_work.UnitOfWork.__mro__[:-1]:
        watch.watch("store", part)
    watch.watch("store: begin", unit_of_work.Database, "_begun")
    watch.watch("store: commit", database, "commit")
    watch.mute(pipe.Aside, "approve_all")
    watch.watch("fetch", service, "fetch")
    watch.watch("send", service, "send")
    watch.watch("(the rest)", service, "go_round")
    watch.watch("(the rest)", service, "work")
    watch.watch("(the rest)", intake, "handle")


def _home_of(value: object) -> str:
    return str(getattr(value, "__module__", ""))


def shares() -> None:
    """The share of each step, of both runs, on the standard output."""
    games = voyages(pipe.TURNS)
    with berth() as box, sink() as port:
        for title, run_them in _RUNS:
            with Stopwatch() as watch:
                watched(watch)
                _tell(title, run_them(games, box, port), watch)


_RUNS = (
    ("turn mail to receipt and draft", pipe.halves),
    ("turn mail to approved posting", pipe.circuits),
)


def _tell(title: str, run: Run, watch: Stopwatch) -> None:
    print(
        f"\n{title}, with stopwatches everywhere: {run.turns} turns, {len(run.mails_in)} mails in, "
        f"{run.mails_out} out; {run.seconds / run.turns * 1e6:.0f} us a turn"
    )
    total = sum(watch.seconds.values())
    for label, seconds in sorted(watch.seconds.items(), key=lambda pair: -pair[1]):
        each = seconds / watch.calls[label] * 1e6
        print(
            f"{label:16} {seconds / total:6.1%} {seconds / run.turns * 1e6:7.0f} us a turn"
            f" {watch.calls[label]:7} calls of {each:6.0f} us"
        )


def profile() -> None:
    """The functions that take most of the time."""
    games = voyages(pipe.TURNS)
    profiler = cProfile.Profile()
    with berth() as box, sink() as port:
        profiler.enable()
        pipe.circuits(games, box, port)
        profiler.disable()
    pstats.Stats(profiler).sort_stats("tottime").print_stats(60)
    pstats.Stats(profiler).sort_stats("cumulative").print_stats(80)


if __name__ == "__main__":
    if "--profile" in sys.argv:
        profile()
    else:
        shares()
