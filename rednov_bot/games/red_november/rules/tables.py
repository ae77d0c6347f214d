"""A data set as the rules see it: the board, the time track, the event deck, the items.

Pure values without a disk; `datasets.py` reads and checks the files they come from.
Replace any part with `msgspec.structs.replace`: the lookups are made again.
"""

from __future__ import annotations

from typing import Final, TypeAlias

import msgspec
from msgspec.structs import force_setattr

from rednov_bot.games.red_november.rules.words import (
    ACTIONS,
    SEA,
    ActionName,
    CardKind,
    Hatch,
    Item,
    Place,
)

FEWEST_GNOMES: Final = 3
MOST_GNOMES: Final = 8
"""How many gnomes a game takes (§5)."""

PlacesByPlace: TypeAlias = tuple[tuple[Place, ...], ...]
HatchesByPlace: TypeAlias = tuple[tuple[Hatch, ...], ...]


class Board(msgspec.Struct, frozen=True, cache_hash=True):
    """The submarine: its rooms, its hatches, and which room serves which purpose.

    Everything by place is indexed 0-11: NOWHERE, the rooms 1-10, SEA.
    """

    titles: tuple[str, ...]  # by place, for people to read
    hatches: frozenset[Hatch]  # all of them, lower number first; (6, SEA) is an exterior one
    engine: Place  # the room in which the engine is fixed (§11d)
    oxygen: Place  # the oxygen pumps (§11e)
    reactor: Place  # the reactor (§11f)
    missiles: Place  # the missile control (§11g)
    stores: Place  # where items are drawn (§11i)
    cabin: Place  # where the captain keeps their grog (§11j)
    plan: tuple[str, ...] = ()  # its drawing, line by line (plans.py); () if there is none
    interior: frozenset[Hatch] = frozenset()  # made here from `hatches`, like all below
    exterior: frozenset[Hatch] = frozenset()
    neighbours: PlacesByPlace = ()  # by place: rooms through an interior hatch, ascending
    attached: HatchesByPlace = ()  # by place: every hatch that ends there, ascending

    def __post_init__(self) -> None:
        """Derive the lookups from the hatches, whatever was passed for them."""
        exterior = frozenset(ends for ends in self.hatches if SEA in ends)
        interior = self.hatches - exterior
        force_setattr(self, "exterior", exterior)
        force_setattr(self, "interior", interior)
        force_setattr(self, "attached", _attached(self.hatches))
        force_setattr(self, "neighbours", _neighbours(interior))


def _attached(hatches: frozenset[Hatch]) -> HatchesByPlace:
    """Every hatch that ends at a place, by place."""
    return tuple(
        tuple(ends for ends in sorted(hatches) if place in ends) for place in range(SEA + 1)
    )


def _neighbours(interior: frozenset[Hatch]) -> PlacesByPlace:
    """The rooms on the far side of a place's interior hatches, by place."""
    return tuple(
        tuple(sorted(sum(ends) - place for ends in hatches))
        for place, hatches in enumerate(_attached(interior))
    )


class TimeTrack(msgspec.Struct, frozen=True):
    """The markers of the time track, and where the gnomes start on it (§5, CB)."""

    events: frozenset[int]  # minutes, 0-60
    items: frozenset[int]  # minutes, 0-60
    start: tuple[int, ...]  # minutes by the number of gnomes, 3-8; [0] to [2] are 0, unused
    events_below: tuple[int, ...] = ()  # by minutes, 0-60: markers ahead of a gnome; made here

    def __post_init__(self) -> None:
        """Count the event markers that a gnome has yet to reach (A5)."""
        below = [sum([space < minutes for space in self.events]) for minutes in range(61)]
        force_setattr(self, "events_below", tuple(below))


class Card(msgspec.Struct, frozen=True, cache_hash=True):
    """An event card: what it does, how far, and the number of the faint check (§16c).

    The contract does not tell these numbers; the data set says where it has them from (A76).
    """

    kind: CardKind
    title: str
    faint: int | None  # 1-4; None for the dash, at which nobody faints
    step: int = 0  # spaces a disaster track advances; 0: the card moves none by itself
    ahead: int = 0  # minutes from the marker down to the token; 0: no token
    limit: int = 0  # hand limit; 0: none


class ItemTable(msgspec.Struct, frozen=True):
    """The item tiles (CC): how many of each, and what each adds to which action."""

    pool: tuple[tuple[Item, int], ...]  # in the order of ITEMS, without the stash
    stash: int  # the captain's grogs
    bonus: dict[Item, dict[ActionName, int]]  # minutes' worth; a tile that helps nothing is absent
    helps: dict[ActionName, dict[Item, int]] = {}  # the same by action, made here

    def __post_init__(self) -> None:
        """Derive the bonus of each action from that of each tile."""
        each = {
            name: {item: of[name] for item, of in self.bonus.items() if name in of}
            for name in ACTIONS
        }
        force_setattr(self, "helps", each)

    def tiles(self) -> tuple[Item, ...]:
        """Every tile of the pool one by one, unshuffled."""
        return tuple(item for item, count in self.pool for _ in range(count))

    def help_of(self, item: Item, action: ActionName) -> int:
        """What one tile adds to an action, in minutes' worth (§12); 0 when it does not fit."""
        return self.helps[action].get(item, 0)


class Tables(msgspec.Struct, frozen=True):
    """A whole data set; a game names it by its title and digest and keeps to it."""

    title: str
    digest: str  # SHA-256 in lower-case hex over the four files, see datasets.py
    board: Board
    time_track: TimeTrack
    deck: tuple[Card, ...]  # unshuffled, in the file's order, without the Kraken
    kraken: Card
    items: ItemTable
