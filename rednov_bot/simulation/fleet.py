"""Many games at once, over processes: the same games, however many processes there are."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import Final, TypeAlias

from rednov_bot.errors import Mendable
from rednov_bot.simulation.outcome import Outcome
from rednov_bot.simulation.playing import play
from rednov_bot.simulation.setting import Setting

AT_ONCE: Final = 8
"""Games that a process plays before it tells what came of them."""
WAITING: Final = 3
"""Batches that wait for each process, so that it never stands idle."""

Batch: TypeAlias = tuple[int, int, int]
"""Which setting, the number of the first game, how many."""

_settings: tuple[Setting, ...] = ()  # of this process, see `_begin`
_seed = 0


def sail(
    settings: Sequence[Setting],
    games: int,
    seed: int,
    jobs: int,
    progress: Callable[[int], None] | None = None,
) -> tuple[tuple[Outcome, ...], ...]:
    """The outcomes of *games* games of each setting, in order.

    *progress* is told how many more games are over.  Mendable where a process dies.
    """
    found: list[list[Outcome]] = [[] for _ in settings]
    batches = tuple(_batches(len(settings), games))
    play_all = _alone if jobs == 1 or len(batches) == 1 else _together
    for at, outcomes in play_all(tuple(settings), batches, seed, min(jobs, len(batches))):
        found[at] += outcomes
        if progress is not None:
            progress(len(outcomes))
    return tuple([tuple(sorted(each, key=lambda one: one.number)) for each in found])


def _batches(settings: int, games: int) -> Iterator[Batch]:
    for at in range(settings):
        for first in range(0, games, AT_ONCE):
            yield at, first, min(AT_ONCE, games - first)


Played: TypeAlias = Iterator[tuple[int, tuple[Outcome, ...]]]


def _alone(settings: tuple[Setting, ...], batches: Sequence[Batch], seed: int, jobs: int) -> Played:
    """In this process, game by game."""
    for at, first, count in batches:
        for number in range(first, first + count):
            yield at, (play(settings[at], seed, number),)


def _together(
    settings: tuple[Setting, ...], batches: Sequence[Batch], seed: int, jobs: int
) -> Played:
    """Over *jobs* processes, begun afresh, so that they inherit nothing."""
    pool = ProcessPoolExecutor(
        jobs, mp_context=get_context("spawn"), initializer=_begin, initargs=(settings, seed)
    )
    ahead, running = iter(batches), set[Future[tuple[int, tuple[Outcome, ...]]]]()
    try:
        while True:
            for batch in ahead:
                running.add(_submitted(pool, batch))
                if len(running) >= jobs * WAITING:
                    break
            if not running:
                return
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for one in done:
                yield one.result()
    except BrokenProcessPool:
        raise Mendable(
            "a process that played games was killed, perhaps for want of memory; "
            "try again with fewer --jobs"
        ) from None
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _submitted(pool: ProcessPoolExecutor, batch: Batch) -> Future[tuple[int, tuple[Outcome, ...]]]:
    """A batch under way; a process that is begun for it inherits that Ctrl-C is blocked.

    That it ignores the signal itself would be too late: it imports for a second first.
    """
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        return pool.submit(_play, batch)
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin(settings: tuple[Setting, ...], seed: int) -> None:
    """A process begins; Ctrl-C is for the one that began it to hear (`_submitted`)."""
    global _settings, _seed
    _settings, _seed = settings, seed


def _play(batch: Batch) -> tuple[int, tuple[Outcome, ...]]:
    at, first, count = batch
    return at, tuple([play(_settings[at], _seed, first + more) for more in range(count)])
