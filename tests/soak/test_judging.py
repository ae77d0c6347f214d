"""What grows is named, and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from tests.soak.judging import Log, Look, growths

FLAT = Look(mails=0, megabytes=100.0, files=19, threads=1, stored=0)


def soaked(
    change: Callable[[Look], Look] = lambda look: look,
    *,
    seconds: Callable[[int], float] = lambda _: 0.2,
    costs: Callable[[int], float] = lambda _: 0.005,
) -> Log:
    looks = [replace(FLAT, mails=mails, stored=4000 * mails) for mails in range(0, 50_000, 1000)]
    waves = range(400)
    return Log([change(look) for look in looks], list(map(seconds, waves)), list(map(costs, waves)))


@pytest.mark.parametrize(
    ("what", "log"),
    [
        ("", soaked()),
        ("", soaked(lambda one: replace(one, megabytes=min(100.0, 60 + one.mails / 100)))),
        ("memory", soaked(lambda one: replace(one, megabytes=100 + one.mails / 5000))),
        ("files", soaked(lambda one: replace(one, files=19 + one.mails // 4000))),
        ("threads", soaked(lambda one: replace(one, threads=1 + one.mails // 20_000))),
        ("the database", soaked(lambda one: replace(one, stored=one.mails**2))),
        ("latency", soaked(seconds=lambda wave: 0.1 + wave / 500)),
        ("work", soaked(costs=lambda wave: 0.001 + wave / 10_000)),
    ],
)
def test_what_grows_in_the_second_half_is_named(log: Log, what: str) -> None:
    assert growths(log) == ([what] if what else [])
