"""Places and hatches by number: which numbers name rooms, and which rooms a hatch joins."""

from __future__ import annotations

from typing import Final

from rednov_bot.engine.words import SEA, ActionName, Place
from rednov_bot.games.red_november.reader.board import ROOM_OF, TOUCHING

EXTERIOR_ROOMS: Final = frozenset((3, 6, 9))
"""The rooms with an exterior hatch (rules annex A)."""

WORKPLACES: Final = {name: room for name, room in ROOM_OF.items() if room != SEA}
"""The actions that are tied to a room (§11d-g, i, j)."""


_AT_SEA: Final[tuple[ActionName, ...]] = ("kill_kraken", "abandon")


def workplace(name: ActionName | None) -> Place | None:
    """Where an action is done: a room, or the sea (§11h, m); None where it is not tied to one."""
    if name is None:
        return None
    return SEA if name in _AT_SEA else WORKPLACES.get(name)


def as_place(number: int) -> Place | None:
    """The room a number names: 1-10, and 0 for 10 (A40); None when it names none."""
    if number == 0:
        return 10
    return number if 1 <= number <= 10 else None


def are_joined(one: Place, other: Place) -> bool:
    """Whether a hatch joins two places (rules annex A); used to understand, never to refuse."""
    return (one, other) in TOUCHING
