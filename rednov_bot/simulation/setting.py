"""What is simulated: how many gnomes, of which brains, by which options, on which sub."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any, Final

import msgspec

from rednov_bot.crew import BRAINS
from rednov_bot.engine.options import Options, option_value, options_from
from rednov_bot.engine.tables import FEWEST_GNOMES, MOST_GNOMES, Tables
from rednov_bot.errors import Mendable

NAMES: Final = ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal")
"""The computer gnomes in canonical order, as many as there are (§5)."""

Y_POT: Final = 840
"""Y points of a game, which any number of winners up to eight can share evenly (§24)."""


class Setting(msgspec.Struct, frozen=True):
    """One kind of game, of which many are played."""

    gnomes: int
    crew: tuple[str, ...]  # names of brains, taken by the seats in turn
    options: Options
    tables: Tables
    data: str  # how the data set was called
    named: tuple[tuple[str, str], ...] = ()  # options that were named, and their values

    @property
    def names(self) -> tuple[str, ...]:
        """Who plays, in canonical order."""
        return NAMES[: self.gnomes]

    @property
    def brains(self) -> tuple[str, ...]:
        """The brain of each seat."""
        return tuple([self.crew[seat % len(self.crew)] for seat in range(self.gnomes)])


def settings(
    gnomes: Sequence[int],
    crew: Sequence[str],
    options: Mapping[str, Sequence[str]],
    data: Mapping[str, Tables],
) -> tuple[Setting, ...]:
    """Every combination of what is to be compared; Mendable where there is no such thing."""
    for count in gnomes:
        if not FEWEST_GNOMES <= count <= MOST_GNOMES:
            raise Mendable(
                f"{count} gnomes are no crew: a game has {FEWEST_GNOMES} to {MOST_GNOMES} (§5)"
            )
    for brain in crew:
        if brain not in BRAINS:
            raise Mendable(f"no gnome is {brain!r}; a crew is made of {', '.join(BRAINS)}")
    ways = list(_ways(options))
    return tuple(
        [
            Setting(count, tuple(crew), each, tables, called, named)
            for called, tables in data.items()
            for named, each in ways
            for count in gnomes
        ]
    )


def _ways(
    options: Mapping[str, Sequence[str]],
) -> Iterator[tuple[tuple[tuple[str, str], ...], Options]]:
    """Every combination of the values of the options."""
    for values in product(*options.values()):
        given: dict[str, Any] = dict(zip(options, values, strict=True))
        found = options_from(given)
        if isinstance(found, str):
            raise Mendable(found)
        names = ["drew_items" if key == "drew" else key for key in given]
        yield tuple([(name, option_value(getattr(found, name))) for name in names]), found
