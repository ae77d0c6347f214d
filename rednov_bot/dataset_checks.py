"""What is wrong with a data set that no single key shows: totals, doubles, gaps, dead ends."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from rednov_bot import plans
from rednov_bot.dataset_files import (
    BOARD,
    EVENT_DECK,
    ITEMS,
    PLAN,
    TIME_TRACK,
    BoardFile,
    Cards,
    DataSet,
    DeckFile,
    HatchName,
    ItemsFile,
    Stretch,
    TimeTrackFile,
)
from rednov_bot.engine import words
from rednov_bot.engine.tables import FEWEST_GNOMES, MOST_GNOMES
from rednov_bot.engine.words import ROOMS, SEA, CardKind, Hatch, hatch_label
from rednov_bot.strict_toml import joined

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
    yield from ((BOARD, fault) for fault in _wrong_board(data_set.board))
    yield from ((TIME_TRACK, fault) for fault in _wrong_time_track(data_set.time_track))
    yield from ((EVENT_DECK, fault) for fault in _wrong_deck(data_set.deck))
    yield from ((ITEMS, fault) for fault in _wrong_items(data_set.items))
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
