"""The files of a data set, as they are written: what each key may hold.

Every table says beside its facts where they come from (`source`) and how sure they are
(`certainty`, in words).
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final, Literal, NamedTuple

import msgspec
from msgspec import Meta

from rednov_bot.engine.words import CardKind, FixIt, Item
from rednov_bot.kinds import Line

BOARD: Final = "board.toml"
TIME_TRACK: Final = "time-track.toml"
EVENT_DECK: Final = "event-deck.toml"
ITEMS: Final = "items.toml"
FILES: Final = (BOARD, TIME_TRACK, EVENT_DECK, ITEMS)
"""The files of a data set, in the order in which its digest is made."""

PLAN: Final = "plan.txt"
"""The plan of the sub, which a set need not have: it says how the board is drawn, no rule."""

Room = Annotated[int, Meta(ge=1, le=10, description="the number of a room, 1 to 10")]
RoomName = Annotated[
    str, Meta(pattern=r"\A([1-9]|10)\Z", description="the number of a room, 1 to 10")
]
HatchName = Annotated[
    str,
    Meta(
        pattern=r"\A([1-9]|10)-([1-9]|10|sea)\Z",
        description='a hatch between rooms 1 to 10 and the sea, like "5-8" or "6-sea"',
    ),
]
Tiles = Annotated[int, Meta(ge=0, le=10_000)]
"""Far beyond any game; the proof of a tile counts pool and stash in two octets."""
Minute = Annotated[int, Meta(ge=0, le=60)]
Faint = Annotated[int, Meta(ge=1, le=4)] | Literal["-"]
Gnomes = Literal["3", "4", "5", "6", "7", "8"]


class Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table of facts with its provenance."""

    title: Line
    source: Line
    certainty: Line


class Roles(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """[rooms.roles]: which room serves which purpose."""

    engine: Room
    oxygen: Room
    reactor: Room
    missiles: Room
    stores: Room
    cabin: Room


class Rooms(Table, frozen=True, forbid_unknown_fields=True):
    """[rooms]: what the rooms are called, and what they are for."""

    names: dict[RoomName, Line]
    roles: Roles


class Hatches(Table, frozen=True, forbid_unknown_fields=True):
    """[hatches]: between two rooms, and between a room and the sea."""

    interior: tuple[HatchName, ...]
    exterior: tuple[HatchName, ...]


class BoardFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """board.toml, which also carries the title of the whole set."""

    data_set: Line
    rooms: Rooms
    hatches: Hatches


class Stretch(Table, frozen=True, forbid_unknown_fields=True):
    """[[events]] and [[items]]: markers on a stretch of the time track."""

    minutes: tuple[Minute, ...]


class Start(Table, frozen=True, forbid_unknown_fields=True):
    """[start]: the minutes a gnome starts with, by the number of gnomes."""

    minutes: dict[Gnomes, Annotated[int, Meta(ge=1, le=60)]]


class TimeTrackFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """time-track.toml."""

    events: tuple[Stretch, ...]
    items: tuple[Stretch, ...]
    start: Start


class Deck(Table, frozen=True, forbid_unknown_fields=True):
    """[deck]: how many cards there are, the Kraken's among them."""

    size: Annotated[int, Meta(ge=1)]


class Cards(Table, frozen=True, forbid_unknown_fields=True):
    """[[cards]]: all cards of one kind, a faint number for each."""

    kind: CardKind
    faint: Annotated[tuple[Faint, ...], Meta(min_length=1)]
    step: Annotated[int, Meta(ge=1, le=9)] | None = None
    ahead: Annotated[int, Meta(ge=1, le=60)] | None = None
    limit: Annotated[int, Meta(ge=0, le=54)] | None = None


class DeckFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """event-deck.toml."""

    deck: Deck
    cards: tuple[Cards, ...]


class Pool(Table, frozen=True, forbid_unknown_fields=True):
    """[pool]: the tiles that are drawn, without the captain's grogs."""

    size: Tiles
    tiles: dict[Item, Tiles]


class Stash(Table, frozen=True, forbid_unknown_fields=True):
    """[stash]: the captain's grogs."""

    grogs: Tiles


class Bonus(Table, frozen=True, forbid_unknown_fields=True):
    """[bonus]: what a tile adds to an action."""

    minutes: dict[Item, dict[FixIt, Annotated[int, Meta(ge=1, le=10)]]]


class ItemsFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """items.toml."""

    pool: Pool
    stash: Stash
    bonus: Bonus


class DataSet(NamedTuple):
    """The files of a data set, each checked by itself."""

    folder: Path
    digest: str  # SHA-256 in lower-case hex
    board: BoardFile
    time_track: TimeTrackFile
    deck: DeckFile
    items: ItemsFile
    plan: tuple[str, ...] = ()  # the lines of plan.txt, where there is one
