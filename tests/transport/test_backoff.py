from __future__ import annotations

from itertools import islice

from rednov_bot.core.transport.backoff import delays


def test_each_wait_is_twice_the_last_until_the_cap() -> None:
    waits = delays(lambda: 0.999999, first=1.0, cap=10.0)
    assert [round(wait, 3) for wait in islice(waits, 6)] == [1, 2, 4, 8, 10, 10]


def test_chance_takes_away_half_at_most() -> None:
    assert list(islice(delays(lambda: 0.0, first=1.0, cap=10.0), 3)) == [0.5, 1.0, 2.0]
