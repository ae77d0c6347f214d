"""Every option with its values, and sets in which each two values of two options meet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any, Final, Literal, get_args, get_origin, get_type_hints

from rednov_bot.games.red_november.rules.options import Options

OF_THE_DESK: Final = frozenset(
    (
        "private_lists",
        "uniform_refusals",
        "queue_early_turns",
        "auto_verdicts",
        "public_tape_hash",
        "beacon",
        "contestmaster_plays",
        "blind",
        "confirm_announcements",
    )
)
"""Options that the resolution does not look at."""


def values_of() -> dict[str, tuple[Any, ...]]:
    """Every option with all its values."""
    hints = get_type_hints(Options)
    return {
        name: get_args(kind) if get_origin(kind) is Literal else (False, True)
        for name, kind in hints.items()
    }


OTHERWISE: Final[dict[str, tuple[Any, ...]]] = {
    name: tuple([one for one in values if one != getattr(Options(), name)])
    for name, values in values_of().items()
    if name not in OF_THE_DESK
}
"""Every option that the resolution looks at, with its other values."""

Pair = tuple[tuple[str, Any], tuple[str, Any]]


def pairs_of(row: Mapping[str, Any]) -> set[Pair]:
    """The pairs of values that meet in one set of options."""
    return set(combinations(row.items(), 2))


def all_pairs(values: Mapping[str, Sequence[Any]]) -> set[Pair]:
    """Every pair of values of two different options."""
    return {
        ((one, this), (other, that))
        for one, other in combinations(values, 2)
        for this in values[one]
        for that in values[other]
    }


def pairwise_sets(values: Mapping[str, Sequence[Any]]) -> list[dict[str, Any]]:
    """A covering of all pairs, the same in every run.

    Each set begins with a pair that has not met yet; every further option takes the value that
    meets the most new ones.
    """
    missing, rows = all_pairs(values), list[dict[str, Any]]()
    while missing:
        row = dict(min(missing, key=repr))
        for name in values:
            if name not in row:
                row[name] = max(values[name], key=lambda value: _new(row, name, value, missing))
        row = {name: row[name] for name in values}
        missing -= pairs_of(row)
        rows.append(row)
    return rows


def _new(row: Mapping[str, Any], name: str, value: Any, missing: set[Pair]) -> int:
    one = (name, value)
    return sum((one, other) in missing or (other, one) in missing for other in row.items())
