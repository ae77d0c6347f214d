"""The points due in a corrected game, beside those that were awarded already (§18, §24, A96).

What was awarded is awarded: a correction takes nothing back.  Points due are named by their places,
so an award that is posted must find its points where they were.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

import msgspec
from msgspec.structs import replace

from rednov_bot.games.red_november.rules.position import Due


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
    against what they are newly due along it.
    """
    stays, left = _matched(before, after, awarded)
    kept = [due if place in stays or place in awarded else None for place, due in enumerate(before)]
    lost = [(place, due) for place, due in enumerate(before) if place not in stays and due.points]
    gone = tuple(due for place, due in lost if place not in awarded)
    overpaid, set_off, new = _set_off([due for place, due in lost if place in awarded], left)
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


def _matched(
    before: tuple[Due, ...], after: tuple[Due, ...], awarded: Collection[int]
) -> tuple[set[int], list[Due]]:
    """The places in *before* that stay due, and what of *after* has none; awarded ones go first.

    Of two equal ones, of which one is due still, the one that was awarded is the one.
    """
    left, stays = list(after), set()
    for place in sorted(range(len(before)), key=lambda place: place not in awarded):
        if before[place] in left:
            left.remove(before[place])
            stays.add(place)
    return stays, left
