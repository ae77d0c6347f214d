"""How long to wait before the next attempt."""

from __future__ import annotations

from collections.abc import Callable, Iterator


def delays(
    random: Callable[[], float], *, first: float = 1.0, cap: float = 300.0
) -> Iterator[float]:
    """Seconds to wait: doubled after each failure up to *cap*, without end.

    *random* gives [0, 1): each wait is between a half and the whole of its length, so that
    several bots do not come back at the same moment.
    """
    length = min(first, cap)
    while True:
        yield length * (0.5 + 0.5 * random())
        length = min(length * 2, cap)
