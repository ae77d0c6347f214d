"""Random schedules of crashes, copies and lost connections: nothing lost, nothing twice.

python -m tests.reliability 10000            so many schedules, on every core
python -m tests.reliability --seed 4711      one of them again, step by step
python -m tests.reliability --points 3 7     kills at each point of moments 3 to 6 of the game
python -m tests.reliability --points 3 7 --edges     the same, but once between two words or commits
python -m tests.reliability --mutants        that broken bots are found out
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, islice, zip_longest
from typing import Any

from tests.reliability.mutants import FOUND_BY, MUTANTS
from tests.reliability.schedules import (
    Schedule,
    Verdict,
    at_point,
    each_point,
    is_edge,
    schedule,
    tried,
)
from tests.reliability.voyage import Dock

AT_MOST = 200  # random schedules that a broken bot may get through
A_TURN = 6  # the moment of the game at which a choice is answered, a receipt and a draft are mailed
SHOWN = 20


def main() -> int:
    asked = argparse.ArgumentParser(prog="python -m tests.reliability")
    asked.add_argument("schedules", nargs="?", type=int, default=10_000)
    asked.add_argument("--first", type=int, default=1, help="the first seed")
    asked.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    asked.add_argument("--seed", type=int, help="one schedule, step by step")
    asked.add_argument("--mutant", choices=sorted(MUTANTS), help="with a bot that is broken so")
    asked.add_argument("--points", type=int, nargs=2, metavar=("FROM", "UNTIL"))
    asked.add_argument("--edges", action="store_true", help="of points that are alike, one")
    asked.add_argument("--one-in", type=int, default=1, help="of so many points, one")
    asked.add_argument("--mutants", action="store_true")
    given = asked.parse_args()
    if given.seed is not None:
        return again(given.seed, given.mutant)
    if given.mutants:
        return mutants()
    return many(given)


def again(seed: int, mutant: str | None) -> int:
    """One schedule step by step."""
    dock = Dock(spoil=MUTANTS[mutant] if mutant else None)
    one = schedule(dock, seed)
    print(told(one))
    verdict = tried(dock, one, print)
    print(*verdict.wrong or ("as it should be",), sep="\n")
    dock.close()
    return 1 if verdict.wrong else 0


def told(one: Schedule) -> str:
    """A schedule in words."""
    stage, length = one.stretch.stage, len(one.stretch.moments)
    return f"moments {stage} to {stage + length - 1}; {', '.join(one.changed)}; {one.faults}"


def mutants() -> int:
    """Each broken bot is found out within so many schedules; 1 where one is not."""
    dock = Dock()
    left = sum(not _is_found(dock, name, spoil) for name, spoil in MUTANTS.items())
    dock.close()
    return 1 if left else 0


def _is_found(dock: Dock, name: str, spoil: Callable[[], None]) -> bool:
    dock.spoil = spoil
    kind, which = FOUND_BY[name]
    first = schedule(dock, which) if kind == "seed" else at_point(dock, A_TURN, which)
    edges = each_point(dock, A_TURN, lambda point: "begin" in point or "commit" in point)
    random = (schedule(dock, seed) for seed in range(1, AT_MOST))
    for number, one in enumerate(chain((first,), _in_turn(edges, random)), 1):
        wrong = tried(dock, one).wrong
        if wrong:
            print(f"{name}: found by schedule {number}, {told(one)}: {wrong[0]}", flush=True)
            return True
    print(f"{name}: not found", flush=True)
    return False


def _in_turn(*several: Iterator[Schedule]) -> Iterator[Schedule]:
    """One of each, again and again, until all are at their end."""
    for together in zip_longest(*several):
        yield from (one for one in together if one is not None)


def many(given: argparse.Namespace) -> int:
    """Schedules by the thousand, or each point; 1 where one went wrong."""
    begin = time.monotonic()
    results: Any = multiprocessing.SimpleQueue()
    workers = []
    for job in range(given.jobs):
        pid = os.fork()
        if not pid:
            code = 1
            try:
                _work(given, job, results)
                code = 0
            except Exception:
                traceback.print_exc()
            finally:
                os._exit(code)
        workers.append(pid)
    counted, wrong, ended = Counter[str](), [], 0
    while ended < given.jobs:
        said = results.get()
        if said is None:
            ended += 1
            continue
        which, counts, words = said
        counted.update(counts)
        if words:
            wrong.append(which)
            print(f"\n{which}", *words[:SHOWN], sep="\n  ", flush=True)
        if not counted["schedules"] % (10 if sys.stderr.isatty() else 500):
            span = time.monotonic() - begin
            told_so_far = f"{counted['schedules']} schedules, {len(wrong)} violations, {span:.0f} s"
            print(told_so_far, end="\r" if sys.stderr.isatty() else "\n", file=sys.stderr)
    died = [pid for pid in workers if os.waitpid(pid, 0)[1]]
    print(", ".join(f"{often} {what}" for what, often in sorted(counted.items()) if often))
    print(f"{len(wrong)} violations in {time.monotonic() - begin:.0f} s")
    return 1 if wrong or died else 0


def _work(given: argparse.Namespace, job: int, results: Any) -> None:
    dock = Dock(spoil=MUTANTS[given.mutant] if given.mutant else None)
    try:
        for number, (name, one) in enumerate(_chosen(given, dock)):
            if number % given.jobs == job:
                verdict = tried(dock, one)
                results.put((name, _counted(verdict), verdict.wrong))
    finally:
        dock.close()
        results.put(None)


def _chosen(given: argparse.Namespace, dock: Dock) -> Iterable[tuple[str, Schedule]]:
    if given.points:
        for moment in range(*given.points):
            wanted = is_edge if given.edges else None
            points = islice(enumerate(each_point(dock, moment, wanted), 1), 0, None, given.one_in)
            for number, one in points:
                yield f"moment {moment}, killed at point {number}", one
    else:
        for seed in range(given.first, given.first + given.schedules):
            yield f"python -m tests.reliability --seed {seed}", schedule(dock, seed)


def _counted(verdict: Verdict) -> Counter[str]:
    one, outcome = verdict.schedule, verdict.outcome
    blows = Counter(blow for _, _, blow in outcome.struck)
    counts = Counter[str](schedules=1, lives=outcome.lives)
    counts.update({"kills": blows["kill"], "losses of power": blows["power"], "cuts": blows["cut"]})
    counts.update(f"moods '{mood}'" for mood in outcome.moods)
    counts.update(f"extras '{extra.kind}'" for extra in one.faults.extras)
    counts.update(f"mails {what}" for what in one.changed)
    return counts


if __name__ == "__main__":
    sys.exit(main())
