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


def test_a_service_that_stays_as_it_was_is_flat() -> None:
    assert growths(soaked()) == []


def test_what_grows_at_the_beginning_alone_is_flat() -> None:
    def filling(look: Look) -> Look:
        return replace(look, megabytes=min(100.0, 60 + look.mails / 100))

    assert growths(soaked(filling)) == []


@pytest.mark.parametrize(
    ("log", "what"),
    [
        pytest.param(
            soaked(lambda one: replace(one, megabytes=100 + one.mails / 5000)),
            "memory",
            id="memory",
        ),
        pytest.param(
            soaked(lambda one: replace(one, files=19 + one.mails // 4000)), "files", id="files"
        ),
        pytest.param(
            soaked(lambda one: replace(one, threads=1 + one.mails // 20_000)),
            "threads",
            id="threads",
        ),
        pytest.param(
            soaked(lambda one: replace(one, stored=one.mails**2)), "the database", id="database"
        ),
        pytest.param(soaked(seconds=lambda wave: 0.1 + wave / 500), "latency", id="latency"),
        pytest.param(soaked(costs=lambda wave: 0.001 + wave / 10_000), "work", id="work"),
    ],
)
def test_what_grows_is_named(log: Log, what: str) -> None:
    assert growths(log) == [what]
