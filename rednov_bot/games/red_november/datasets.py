"""The game's data files are loaded strictly, and become the tables that the rules play by."""

from __future__ import annotations

import hashlib
import os
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Annotated, Final, Literal, NamedTuple, TypeVar

import msgspec
from msgspec import Meta

from rednov_bot.core.errors import DataError
from rednov_bot.core.paths import DATA_SETS
from rednov_bot.core.toml import STANDARD_DATA, Line, joined, mapping_of, octets_of, shaped
from rednov_bot.games.red_november import plans
from rednov_bot.games.red_november.rules import words
from rednov_bot.games.red_november.rules.tables import (
    FEWEST_GNOMES,
    MOST_GNOMES,
    Board,
    Card,
    ItemTable,
    Tables,
    TimeTrack,
)
from rednov_bot.games.red_november.rules.words import (
    ITEMS,
    ROOMS,
    SEA,
    CardKind,
    FixIt,
    Hatch,
    Item,
    hatch_label,
)

BOARD_FILE: Final = "board.toml"
TIME_TRACK_FILE: Final = "time-track.toml"
EVENT_DECK_FILE: Final = "event-deck.toml"
ITEMS_FILE: Final = "items.toml"
FILES: Final = (BOARD_FILE, TIME_TRACK_FILE, EVENT_DECK_FILE, ITEMS_FILE)
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

    digest: str  # SHA-256 in lower-case hex
    board: BoardFile
    time_track: TimeTrackFile
    deck: DeckFile
    items: ItemsFile
    plan: tuple[str, ...] = ()  # the lines of plan.txt, where there is one


SIZES: Final[dict[CardKind, tuple[str, ...]]] = {
    "descent": ("step",),
    "fast_descent": ("step",),
    "reactor_warmup": ("step",),
    "reactor_malfunction": ("step",),
    "engine_down": ("ahead",),
    "oxygen_pumps_down": ("ahead",),
    "missile_countdown": ("ahead",),
    "kraken": ("ahead", "limit"),
    "friendly_fire": ("limit",),
    "turbulence": ("limit",),
    "stumble": ("limit",),
}
"""Which sizes a kind of card has; a kind that is not here has none."""


def contradictions(data_set: DataSet) -> Iterator[tuple[str, str]]:
    """Each fault with the file it is in: the key, what is wrong, and what to do."""
    yield from ((BOARD_FILE, fault) for fault in _wrong_board(data_set.board))
    yield from ((TIME_TRACK_FILE, fault) for fault in _wrong_time_track(data_set.time_track))
    yield from ((EVENT_DECK_FILE, fault) for fault in _wrong_deck(data_set.deck))
    yield from ((ITEMS_FILE, fault) for fault in _wrong_items(data_set.items))
    if data_set.plan:
        yield from ((PLAN, fault) for fault in _wrong_plan(data_set))


def hatch_named(name: HatchName) -> Hatch:
    """The hatch of a name like `5-8` or `6-sea`, whose form has been checked."""
    near, far = (SEA if end == "sea" else int(end) for end in name.split("-"))
    return words.hatch(near, far)


def _wrong_board(board: BoardFile) -> Iterator[str]:
    """Rooms without a name, a room with two purposes, a hatch twice, a room without a way in."""
    for room in ROOMS:
        if str(room) not in board.rooms.names:
            yield f"rooms.names.{room} is missing; every room from 1 to 10 needs a name"
    titles: dict[str, str] = {}
    for number, title in board.rooms.names.items():
        if titles.setdefault(title.casefold(), number) != number:
            yield f"rooms.names.{number} is also the name of another room; choose another"
    roles = board.rooms.roles
    owners: dict[int, str] = {}
    for role in roles.__struct_fields__:
        other = owners.setdefault(getattr(roles, role), role)
        if other != role:
            yield f"rooms.roles.{role} is also the room for {other}; give each its own room"
    yield from _wrong_hatches(board)


def _wrong_hatches(board: BoardFile) -> Iterator[str]:
    """A hatch in the wrong list, from a room to itself, or listed twice; no way from or out."""
    seen: set[Hatch] = set()
    lists = (("interior", board.hatches.interior), ("exterior", board.hatches.exterior))
    for kind, names in lists:
        for number, name in enumerate(names, start=1):
            key, ends = f"hatches.{kind}[{number}]", hatch_named(name)
            if ends[0] == ends[1]:
                yield f"{key} ({name}) leads from a room to itself; name two rooms"
            if (SEA in ends) != (kind == "exterior"):
                other = "exterior" if SEA in ends else "interior"
                yield f"{key} ({name}) is an {other} hatch; move it to hatches.{other}"
            if ends in seen:
                yield f"{key} ({hatch_label(ends)}) is listed twice; remove one"
            seen.add(ends)
    if not board.hatches.exterior:
        yield "hatches.exterior is empty; without a hatch to the sea nobody can leave the sub"
    lost = set(ROOMS) - _reached({ends for ends in seen if SEA not in ends})
    if lost:
        rooms = ", ".join(str(room) for room in sorted(lost))
        yield f"hatches.interior leaves no way from room {ROOMS[0]} to {rooms}; add a hatch"


def _reached(interior: set[Hatch]) -> set[int]:
    """The rooms that can be walked to from the first one."""
    reached = {ROOMS[0]}
    for _ in ROOMS:
        reached |= {end for ends in interior if reached & set(ends) for end in ends}
    return reached


def _wrong_plan(data_set: DataSet) -> Iterator[str]:
    """A plan that nothing can be drawn from, or of another submarine."""
    hatches = data_set.board.hatches
    try:
        plan = plans.read(data_set.plan)
    except plans.PlanFault as fault:
        yield str(fault)
        return
    every = hatches.interior + hatches.exterior
    if misfit := plans.misfit(plan, frozenset(hatch_named(name) for name in every)):
        yield misfit


def _wrong_time_track(track: TimeTrackFile) -> Iterator[str]:
    """A marker twice, or a number of gnomes without its starting minutes."""
    yield from _markers_twice("events", track.events)
    yield from _markers_twice("items", track.items)
    for gnomes in map(str, range(FEWEST_GNOMES, MOST_GNOMES + 1)):
        if gnomes not in track.start.minutes:
            yield f"start.minutes.{gnomes} is missing; a game has from 3 to 8 gnomes"


def _markers_twice(key: str, stretches: tuple[Stretch, ...]) -> Iterator[str]:
    """Markers of one kind that share a space."""
    spaces = Counter(minute for stretch in stretches for minute in stretch.minutes)
    for minute, count in spaces.items():
        if count > 1:
            yield f"{key} has {count} markers on minute {minute}; a space bears one at most"


def _wrong_deck(deck: DeckFile) -> Iterator[str]:
    """A kind twice, a size missing or superfluous, not one Kraken, or a wrong total."""
    seen: set[CardKind] = set()
    for number, entry in enumerate(deck.cards, start=1):
        key = f"cards[{number}]"
        if entry.kind in seen:
            yield f"{key}.kind is {entry.kind} for the second time; join the two entries"
        seen.add(entry.kind)
        yield from _wrong_sizes(key, entry)
    krakens = sum(len(entry.faint) for entry in deck.cards if entry.kind == "kraken")
    if krakens != 1:
        yield f"cards holds {krakens} kraken cards; it must hold exactly one"
    total = sum(len(entry.faint) for entry in deck.cards)
    if total != deck.deck.size:
        yield f"deck.size is {deck.deck.size}, but cards holds {total}; correct one of them"


def _wrong_sizes(key: str, entry: Cards) -> Iterator[str]:
    """A size that this kind of card lacks, or cannot have."""
    for size in ("step", "ahead", "limit"):
        given, needed = getattr(entry, size), size in SIZES.get(entry.kind, ())
        if needed and given is None:
            yield f"{key}.{size} is missing; a card of the kind {entry.kind} needs it"
        if given is not None and not needed:
            yield f"{key}.{size} means nothing for a card of the kind {entry.kind}; remove it"
    if entry.kind in ("turbulence", "stumble") and entry.limit == 0:
        yield f"{key}.limit is 0, which stands for none; a {entry.kind} card needs a hand limit"


def _wrong_items(items: ItemsFile) -> Iterator[str]:
    """A kind of tile without a count, or a wrong total."""
    for item in words.ITEMS:
        if item not in items.pool.tiles:
            yield f"{joined('pool.tiles', item)} is missing; write 0 if there are none"
    total = sum(items.pool.tiles.values())
    if total != items.pool.size:
        yield f"pool.size is {items.pool.size}, but pool.tiles adds up to {total}; correct one"


F = TypeVar("F", bound=msgspec.Struct)


def load(name_or_path: str) -> Tables:
    """The tables of a data set: `standard`, or the path of a folder; or DataError."""
    return load_kept(files_of(name_or_path), _folder(name_or_path))


def load_kept(octets: Mapping[str, bytes], called: str | Path) -> Tables:
    """The tables of a data set whose files were kept; or DataError, which names it as *called*."""
    return _tables(_parsed(octets, Path(called)))


def files_of(name_or_path: str) -> Mapping[str, bytes]:
    """The files of a data set, by their names; or DataError."""
    folder = _folder(name_or_path)
    drawn = (PLAN,) if os.path.lexists(folder / PLAN) else ()
    return {name: octets_of(folder / name, DataError) for name in FILES + drawn}


def _tables(read: DataSet) -> Tables:
    cards = tuple(card for entry in read.deck.cards for card in _cards(entry))
    return Tables(
        title=read.board.data_set,
        digest=read.digest,
        board=_board(read),
        time_track=_time_track(read.time_track),
        deck=tuple(card for card in cards if card.kind != "kraken"),
        kraken=next(card for card in cards if card.kind == "kraken"),
        items=_item_table(read.items),
    )


def _folder(name_or_path: str) -> Path:
    folder = DATA_SETS / STANDARD_DATA if name_or_path == STANDARD_DATA else Path(name_or_path)
    if not folder.is_dir():
        raise DataError(
            f"{folder}: there is no such folder; "
            f'a data set is "{STANDARD_DATA}" or a folder with {", ".join(FILES)}'
        )
    return folder


def _parsed(octets: Mapping[str, bytes], folder: Path) -> DataSet:
    """Its files, found free of contradictions; *folder* is where they are said to lie."""

    def part(name: str, kind: type[F]) -> F:
        """One file as a struct."""
        mapping = mapping_of(octets[name], folder / name, DataError)
        return shaped(mapping, kind, folder / name, DataError)

    read = DataSet(
        digest=digest_of(octets),
        board=part(BOARD_FILE, BoardFile),
        time_track=part(TIME_TRACK_FILE, TimeTrackFile),
        deck=part(EVENT_DECK_FILE, DeckFile),
        items=part(ITEMS_FILE, ItemsFile),
        plan=_plan(octets.get(PLAN), folder / PLAN),
    )
    for file, contradiction in contradictions(read):
        raise DataError(f"{folder / file}: {contradiction}")
    return read


def _plan(octets: bytes | None, path: Path) -> tuple[str, ...]:
    """The lines of plan.txt; none where there is no such file."""
    if octets is None:
        return ()
    try:
        return plans.rows_of(octets.decode("ascii").replace("\r\n", "\n"))
    except UnicodeDecodeError as wrong:
        line = octets[: wrong.start].count(b"\n") + 1
        raise DataError(f"{path}: line {line} is not plain ASCII; a plan is drawn in it") from None
    except plans.PlanFault as fault:
        raise DataError(f"{path}: {fault}") from None


@cache
def _standard_plan() -> tuple[str, ...]:
    path = DATA_SETS / STANDARD_DATA / PLAN
    return _plan(octets_of(path, DataError), path)


def digest_of(octets: Mapping[str, bytes]) -> str:
    """The digest of a data set: SHA-256 in lower-case hex, as told at the top of this file."""
    digest = hashlib.sha256()
    for name in FILES:
        digest.update(b"%b\0%d\0%b" % (name.encode(), len(octets[name]), octets[name]))
    return digest.hexdigest()


def _board(read: DataSet) -> Board:
    """The submarine; drawn like the standard one if it has no plan and the same hatches."""
    board, roles = read.board, read.board.rooms.roles
    every = board.hatches.interior + board.hatches.exterior
    hatches = frozenset(hatch_named(name) for name in every)
    like = hatches == plans.read(_standard_plan()).wheels.keys()
    return Board(
        titles=("nowhere", *(board.rooms.names[str(room)] for room in ROOMS), "the sea"),
        hatches=hatches,
        engine=roles.engine,
        oxygen=roles.oxygen,
        reactor=roles.reactor,
        missiles=roles.missiles,
        stores=roles.stores,
        cabin=roles.cabin,
        plan=read.plan or (_standard_plan() if like else ()),
    )


def _time_track(track: TimeTrackFile) -> TimeTrack:
    """The markers, and the starting minutes by the number of gnomes."""
    return TimeTrack(
        events=frozenset(minute for stretch in track.events for minute in stretch.minutes),
        items=frozenset(minute for stretch in track.items for minute in stretch.minutes),
        start=(0, 0, 0, *(minutes for _, minutes in sorted(track.start.minutes.items()))),
    )


def _cards(entry: Cards) -> Iterator[Card]:
    """All cards of a kind, one for each faint number."""
    for faint in entry.faint:
        yield Card(
            kind=entry.kind,
            title=entry.title,
            faint=None if faint == "-" else faint,
            step=entry.step or 0,
            ahead=entry.ahead or 0,
            limit=entry.limit or 0,
        )


def _item_table(items: ItemsFile) -> ItemTable:
    """The tiles, in the order of the words of the game whatever the file's."""
    return ItemTable(
        pool=tuple((item, items.pool.tiles[item]) for item in ITEMS),
        stash=items.stash.grogs,
        bonus={
            item: {action: minutes for action, minutes in actions.items()}  # noqa: C416
            for item, actions in items.bonus.minutes.items()
        },
    )
