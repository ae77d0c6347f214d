"""What the clauses of an announcement say, one chunk a clause, before they are put together."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from rednov_bot.engine.words import ActionName, GnomeName, Place

HeadingKind: TypeAlias = Literal[
    "hatch", "pass", "to", "through", "from", "path", "in", "inside_of", "out", "exterior"
]


class Heading(msgspec.Struct, frozen=True, gc=False):
    """One part of a way: a hatch by its ends, a goal, a direction."""

    kind: HeadingKind
    places: tuple[Place, ...] = ()


class Tiles(msgspec.Struct, frozen=True, gc=False):
    """A number of tiles of one kind; `item` is "" for tiles that are not named."""

    item: str
    count: int | None  # None where a plural comes without a number
    how: Literal["use", "means", ""] = ""


class Move(msgspec.Struct, frozen=True, gc=False):
    """Hatches opened, rooms entered; `place` where a room is named without a preposition."""

    how: Literal["open", "go", "enter", "leave", "exit", ""]  # "exit" may be into the sea
    headings: tuple[Heading, ...] = ()
    place: Place | None = None


class Stay(msgspec.Struct, frozen=True, gc=False):
    """A hatch that was opened is not passed."""


class Spot(msgspec.Struct, frozen=True, gc=False):
    """A bare room, machine or number: a way or minutes, as what went before will have it."""

    place: Place | None
    number: int | None = None
    machine: bool = False


class Work(msgspec.Struct, frozen=True, gc=False):
    """An action that is an attempt at something, or an idle one."""

    name: ActionName
    headings: tuple[Heading, ...] = ()
    place: Place | None = None
    doubtful: bool = False  # may be said in jest
    victim: GnomeName = ""


class Target(msgspec.Struct, frozen=True, gc=False):
    """What an action is directed at, without its verb: "reactor: 6", "8 minutes on the fire"."""

    name: ActionName


class Gain(msgspec.Struct, frozen=True, gc=False):
    """Tiles drawn from the stores, or grog from the captain's barrel."""

    name: Literal["gain_items", "gain_grog"]
    count: int | None
    place: Place | None = None
    certain: bool = True  # "take a grog" may be a drink


class Gift(msgspec.Struct, frozen=True, gc=False):
    """Tiles for somebody; what is left out is said in a clause beside it."""

    to: GnomeName = ""
    tiles: Tiles | None = None


class Drop(msgspec.Struct, frozen=True, gc=False):
    """Tiles discarded (§17)."""

    tiles: Tiles


class Amount(msgspec.Struct, frozen=True, gc=False):
    """Minutes, without the surcharge of low water."""

    minutes: int


class Membership(msgspec.Struct, frozen=True, gc=False):
    """Joining or leaving the contest (§3)."""

    joins: bool


class Nothing(msgspec.Struct, frozen=True, gc=False):
    """Said to be left out: "no movement"."""


Chunk: TypeAlias = (
    Tiles | Move | Stay | Spot | Work | Target | Gain | Gift | Drop | Amount | Membership | Nothing
)
