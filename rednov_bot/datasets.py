"""The game's data files are loaded strictly, and become the tables that the engine plays by.

A data set is a folder with four files.  Its digest is SHA-256 over, for board.toml,
time-track.toml, event-deck.toml and items.toml in this order: the file's name, a zero byte, its
length in decimal, a zero byte, its bytes.  A fifth, plan.txt, may show how its board is drawn
(rednov_bot.plans); it changes no rule, and is not part of the digest.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import TypeVar

from rednov_bot import dataset_files as files, plans
from rednov_bot.dataset_checks import contradictions, hatch_named
from rednov_bot.engine.tables import Board, Card, ItemTable, Tables, TimeTrack
from rednov_bot.engine.words import ITEMS, ROOMS
from rednov_bot.errors import DataError
from rednov_bot.kinds import STANDARD_DATA
from rednov_bot.paths import DATA_SETS
from rednov_bot.strict_toml import mapping_of, octets_of, shaped

F = TypeVar("F")


def load(name_or_path: str) -> Tables:
    """The tables of a data set: `standard`, or the path of a folder; or DataError."""
    return _tables(_read(name_or_path))


def load_kept(octets: Mapping[str, bytes], called: str) -> Tables:
    """The tables of a data set whose files were kept; or DataError, which names it as *called*."""
    return _tables(_parsed(octets, Path(called)))


def files_of(name_or_path: str) -> Mapping[str, bytes]:
    """The files of a data set, by their names; or DataError."""
    folder = _folder(name_or_path)
    drawn = (files.PLAN,) if os.path.lexists(folder / files.PLAN) else ()
    return {name: octets_of(folder / name, DataError) for name in files.FILES + drawn}


def _tables(read: files.DataSet) -> Tables:
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


def _read(name_or_path: str) -> files.DataSet:
    """A data set from one reading of its files, found free of contradictions."""
    return _parsed(files_of(name_or_path), _folder(name_or_path))


def _folder(name_or_path: str) -> Path:
    folder = DATA_SETS / STANDARD_DATA if name_or_path == STANDARD_DATA else Path(name_or_path)
    if not folder.is_dir():
        raise DataError(
            f"{folder}: there is no such folder; "
            f'a data set is "{STANDARD_DATA}" or a folder with {", ".join(files.FILES)}'
        )
    return folder


def _parsed(octets: Mapping[str, bytes], folder: Path) -> files.DataSet:
    """Its files, found free of contradictions; *folder* is where they are said to lie."""

    def part(name: str, kind: type[F]) -> F:
        """One file as a struct."""
        mapping = mapping_of(octets[name], folder / name, DataError)
        return shaped(mapping, kind, folder / name, DataError)

    read = files.DataSet(
        folder=folder,
        digest=digest_of(octets),
        board=part(files.BOARD, files.BoardFile),
        time_track=part(files.TIME_TRACK, files.TimeTrackFile),
        deck=part(files.EVENT_DECK, files.DeckFile),
        items=part(files.ITEMS, files.ItemsFile),
        plan=_plan(octets.get(files.PLAN), folder / files.PLAN),
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
    path = DATA_SETS / STANDARD_DATA / files.PLAN
    return _plan(octets_of(path, DataError), path)


def digest_of(octets: Mapping[str, bytes]) -> str:
    """The digest of a data set: SHA-256 in lower-case hex, as told at the top of this file."""
    digest = hashlib.sha256()
    for name in files.FILES:
        digest.update(b"%b\0%d\0%b" % (name.encode(), len(octets[name]), octets[name]))
    return digest.hexdigest()


def _board(read: files.DataSet) -> Board:
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


def _time_track(track: files.TimeTrackFile) -> TimeTrack:
    """The markers, and the starting minutes by the number of gnomes."""
    return TimeTrack(
        events=frozenset(minute for stretch in track.events for minute in stretch.minutes),
        items=frozenset(minute for stretch in track.items for minute in stretch.minutes),
        start=(0, 0, 0, *(minutes for _, minutes in sorted(track.start.minutes.items()))),
    )


def _cards(entry: files.Cards) -> Iterator[Card]:
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


def _item_table(items: files.ItemsFile) -> ItemTable:
    """The tiles, in the order of the words of the game whatever the file's."""
    return ItemTable(
        pool=tuple((item, items.pool.tiles[item]) for item in ITEMS),
        stash=items.stash.grogs,
        bonus={
            item: {action: minutes for action, minutes in actions.items()}  # noqa: C416
            for item, actions in items.bonus.minutes.items()
        },
    )
