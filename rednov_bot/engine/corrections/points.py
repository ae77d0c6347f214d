"""The points due in a corrected game, beside those that were awarded already (§18, §24, A96).

What was awarded is awarded: a correction takes nothing back.  Points due are named by their places,
so an award that is posted must find its points where they were.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

import msgspec
from msgspec.structs import replace

from rednov_bot.engine.position import Due


class Settled(msgspec.Struct, frozen=True):
    """All points due from now on, by place, and what changes."""

    dues: tuple[Due, ...]
    overpaid: tuple[Due, ...] = ()  # awarded, and not due after all; they stay
    set_off: tuple[Due, ...] = ()  # awarded, and counting for what is due instead
    gone: tuple[Due, ...] = ()  # not due after all, and not awarded yet
    new: tuple[Due, ...] = ()  # newly due beyond those, to be awarded


def settle(before: tuple[Due, ...], after: tuple[Due, ...], awarded: Collection[int]) -> Settled:
    """The points due in *before* as they are in the corrected game, *after*.

    *awarded* are places in *before*.  Each due that stays keeps its place; what is newly due takes
    the places of what is gone, or comes behind.  A gone one before an awarded one that nothing
    replaces is due with 0 points.  What a gnome was awarded too much along an axis is set off
    against what e is newly due along it.
    """
    left = list(after)
    kept: list[Due | None] = []
    for place, due in enumerate(before):
        if due in left:
            left.remove(due)
            kept.append(due)
        else:
            kept.append(due if place in awarded else None)
    overpaid, gone = _no_longer(before, after, awarded)
    overpaid, set_off, new = _set_off(overpaid, left)
    left = list(new)
    while None in kept and left:
        kept[kept.index(None)] = left.pop(0)
    while kept and kept[-1] is None:
        kept.pop()
    dues = [replace(before[at], points=0) if due is None else due for at, due in enumerate(kept)]
    return Settled((*dues, *left), overpaid, set_off, gone, new)


def _set_off(
    overpaid: Iterable[Due], new: Iterable[Due]
) -> tuple[tuple[Due, ...], tuple[Due, ...], tuple[Due, ...]]:
    """What stays awarded too much, what of it counts for the *new*, and what is due beyond that."""
    left, counting = list(new), []
    too_much = []
    for paid in overpaid:
        rest = paid.points
        for at, due in enumerate(left):
            if (due.gnome, due.axis) == (paid.gnome, paid.axis):
                taken = min(rest, due.points)
                rest, left[at] = rest - taken, replace(due, points=due.points - taken)
        if rest < paid.points:
            counting.append(replace(paid, points=paid.points - rest))
        if rest:
            too_much.append(replace(paid, points=rest))
    return tuple(too_much), tuple(counting), tuple([due for due in left if due.points])


def _no_longer(
    before: tuple[Due, ...], after: tuple[Due, ...], awarded: Collection[int]
) -> tuple[tuple[Due, ...], tuple[Due, ...]]:
    """What of *before* is not in *after*: awarded, and not awarded."""
    left = list(after)
    overpaid: list[Due] = []
    gone: list[Due] = []
    for place, due in enumerate(before):
        if due in left:
            left.remove(due)
        elif due.points:
            (overpaid if place in awarded else gone).append(due)
    return tuple(overpaid), tuple(gone)
