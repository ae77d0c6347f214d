"""One letter for each gnome, to put em on the map."""

from __future__ import annotations

from functools import lru_cache
from string import ascii_uppercase

from rednov_bot.engine.words import GnomeName


@lru_cache(maxsize=64)
def marks(names: tuple[GnomeName, ...]) -> dict[GnomeName, str]:
    """A capital of its own for each: a letter of the name as far to the front as possible.

    Initials that nobody else wants are given first.
    """
    given: dict[GnomeName, str] = {}
    initials = [name[:1].upper() for name in names]
    for name, initial in zip(names, initials, strict=True):
        if initial in ascii_uppercase and initial and initials.count(initial) == 1:
            given[name] = initial
    for name in names:
        if name not in given:
            free = set(ascii_uppercase).difference(given.values())
            own = (letter for letter in name.upper() if letter in free)
            given[name] = next(own, min(free))
    return given
