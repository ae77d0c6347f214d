"""What the clauses of an announcement say, one chunk a clause, before they are put together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from rednov_bot.engine.words import ActionName, GnomeName, Place

HeadingKind: TypeAlias = Literal[
    "hatch", "pass", "to", "through", "from", "path", "in", "inside_of", "out", "exterior"
]


@dataclass(frozen=True, slots=True)
class Heading:
    """One part of a way: a hatch by its ends, a goal, a direction."""

    kind: HeadingKind
    places: tuple[Place, ...] = ()


@dataclass(frozen=True, slots=True)
class Tiles:
    """A number of tiles of one kind; `item` is "" for tiles that are not named."""

    item: str
    count: int | None  # None where a plural comes without a number
    how: Literal["use", "means", ""] = ""


@dataclass(frozen=True, slots=True)
class Move:
    """Hatches opened, rooms entered; `place` where a room is named without a preposition."""

    how: Literal["open", "go", "enter", "leave", "exit", ""]  # "exit" may be into the sea
    headings: tuple[Heading, ...] = ()
    place: Place | None = None


@dataclass(frozen=True, slots=True)
class Stay:
    """A hatch that was opened is not passed."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A bare room, machine or number: a way or minutes, as what went before will have it."""

    place: Place | None
    number: int | None = None
    machine: bool = False


@dataclass(frozen=True, slots=True)
class Work:
    """An action that is an attempt at something, or an idle one."""

    name: ActionName
    headings: tuple[Heading, ...] = ()
    place: Place | None = None
    doubtful: bool = False  # may be said in jest
    victim: GnomeName = ""


@dataclass(frozen=True, slots=True)
class Target:
    """What an action is directed at, without its verb: "reactor: 6", "8 minutes on the fire"."""

    name: ActionName


@dataclass(frozen=True, slots=True)
class Gain:
    """Tiles drawn from the stores, or grog from the captain's barrel."""

    name: Literal["gain_items", "gain_grog"]
    count: int | None
    place: Place | None = None
    certain: bool = True  # "take a grog" may be a drink


@dataclass(frozen=True, slots=True)
class Gift:
    """Tiles for somebody; what is left out is said in a clause beside it."""

    to: GnomeName = ""
    tiles: Tiles | None = None


@dataclass(frozen=True, slots=True)
class Drop:
    """Tiles discarded (§17)."""

    tiles: Tiles


@dataclass(frozen=True, slots=True)
class Amount:
    """Minutes, without the surcharge of low water."""

    minutes: int


@dataclass(frozen=True, slots=True)
class Membership:
    """Joining or leaving the contest (§3)."""

    joins: bool


@dataclass(frozen=True, slots=True)
class Nothing:
    """Said to be left out: "no movement"."""


Chunk: TypeAlias = (
    Tiles | Move | Stay | Spot | Work | Target | Gain | Gift | Drop | Amount | Membership | Nothing
)
