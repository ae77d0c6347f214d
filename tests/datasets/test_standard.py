"""The data set that travels with the program holds what the sources tell."""

from __future__ import annotations

import hashlib
import re
import tomllib
from collections import Counter
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from rednov_bot.games.red_november.datasets import load
from rednov_bot.games.red_november.rules.tables import Tables
from rednov_bot.games.red_november.rules.words import ITEMS, SEA, ActionName, CardKind, Item
from tests.datasets.samples import STANDARD, copied, spoil

TABLES = load("standard")

NEIGHBOURS = {
    1: (2, 3),
    2: (1, 3, 4, 5),
    3: (1, 2, 4),
    4: (2, 3, 5),
    5: (2, 4, 6, 7, 8),
    6: (5,),
    7: (5, 8, 9),
    8: (5, 7, 9, 10),
    9: (7, 8, 10),
    10: (8, 9),
    SEA: (),
}
FIX_ITS: tuple[ActionName, ...] = (
    "unblock_hatch",
    "extinguish_fire",
    "pump_water",
    "fix_engine",
    "fix_oxygen",
    "fix_reactor",
    "stop_missile",
    "kill_kraken",
)


@pytest.mark.parametrize("place", NEIGHBOURS)
def test_the_interior_hatches_are_those_of_the_board(place: int) -> None:
    assert TABLES.board.neighbours[place] == NEIGHBOURS[place]


def test_the_time_track_has_twenty_two_events_and_five_items() -> None:
    assert len(TABLES.time_track.events) == 22
    assert TABLES.time_track.items == {50, 40, 30, 20, 10}
    assert TABLES.time_track.events & TABLES.time_track.items == {30}
    assert {45, 24, 18} <= TABLES.time_track.events  # borne out by published examples


@pytest.mark.parametrize(
    ("gnomes", "minutes", "events"),
    [(3, 60, 22), (4, 60, 22), (5, 60, 22), (6, 55, 21), (7, 49, 19), (8, 46, 18)],
)
def test_gnomes_start_where_the_contract_says(gnomes: int, minutes: int, events: int) -> None:
    assert TABLES.time_track.start[gnomes] == minutes
    assert sum(marker < minutes for marker in TABLES.time_track.events) == events


def test_the_deck_has_fifty_six_cards_with_the_kraken() -> None:
    assert len(TABLES.deck) == 55
    assert TABLES.kraken.kind == "kraken"
    assert {card.kind for card in TABLES.deck} == set(get_args(CardKind)) - {"kraken"}


def test_the_faint_numbers_are_spread_as_in_the_sources() -> None:
    faints = Counter(card.faint for card in (*TABLES.deck, TABLES.kraken))
    assert faints == {None: 12, 1: 9, 2: 11, 3: 11, 4: 13}


@pytest.mark.parametrize(
    ("kind", "step", "ahead", "limit"),
    [
        ("descent", 1, 0, 0),
        ("fast_descent", 2, 0, 0),
        ("reactor_warmup", 1, 0, 0),
        ("reactor_malfunction", 2, 0, 0),
        ("engine_down", 0, 10, 0),
        ("oxygen_pumps_down", 0, 10, 0),
        ("missile_countdown", 0, 10, 0),
        ("kraken", 0, 15, 4),
        ("friendly_fire", 0, 0, 4),
        ("turbulence", 0, 0, 4),
        ("stumble", 0, 0, 1),
        ("fire", 0, 0, 0),
        ("respite", 0, 0, 0),
    ],
)
def test_a_card_goes_as_far_as_the_sources_tell(
    kind: CardKind, step: int, ahead: int, limit: int
) -> None:
    sizes = {
        (card.step, card.ahead, card.limit)
        for card in (*TABLES.deck, TABLES.kraken)
        if card.kind == kind
    }
    assert sizes == {(step, ahead, limit)}


def test_fifty_four_tiles_are_in_the_box() -> None:
    tiles = TABLES.items.tiles()
    assert len(tiles) == 48
    assert len(tiles) + TABLES.items.stash == 54
    assert tuple(item for item, _ in TABLES.items.pool) == ITEMS
    assert Counter(tiles) == dict(TABLES.items.pool)


def test_grog_helps_every_fix_it() -> None:
    assert {TABLES.items.help_of("grog", action) for action in FIX_ITS} == {3}


@pytest.mark.parametrize(
    ("item", "helps"),
    [
        ("toolbox", {"fix_engine": 3, "fix_oxygen": 3, "fix_reactor": 3}),
        ("engine_manual", {"fix_engine": 4}),
        ("pump_manual", {"fix_oxygen": 4}),
        ("reactor_manual", {"fix_reactor": 4}),
        ("deactivation_code", {"stop_missile": 4}),
        ("crowbar", {"unblock_hatch": 3}),
        ("fire_extinguisher", {"extinguish_fire": 3}),
        ("water_pump", {"pump_water": 3}),
        ("diving_gun", {"kill_kraken": 4}),
        ("coffee", {}),
        ("aqualung", {}),
        ("lucky_charm", {}),
    ],
)
def test_a_tile_helps_as_the_contract_says(item: Item, helps: dict[str, int]) -> None:
    found = {action: TABLES.items.help_of(item, action) for action in FIX_ITS}
    assert {action: minutes for action, minutes in found.items() if minutes} == helps
    assert TABLES.items.help_of(item, "gain_items") == 0


def test_the_digest_is_made_of_the_four_files_in_order() -> None:
    whole = b""
    for name in ("board.toml", "time-track.toml", "event-deck.toml", "items.toml"):
        octets = (STANDARD / name).read_bytes()
        whole += name.encode() + b"\0" + str(len(octets)).encode() + b"\0" + octets
    assert TABLES.digest == hashlib.sha256(whole).hexdigest()


def test_any_change_of_a_file_changes_the_digest(tmp_path: Path) -> None:
    own = copied(tmp_path)
    spoil(own, "board.toml", "# ", "#  ")
    assert load(str(own)).digest != TABLES.digest
    assert msgspec.structs.replace(load(str(own)), digest=TABLES.digest) == TABLES


def test_a_stretch_of_markers_can_be_put_right(tmp_path: Path) -> None:
    own = copied(tmp_path)
    spoil(own, "time-track.toml", "[11, 9, 7, 5, 3, 1]", "[10, 8, 6, 4, 2]")
    assert load(str(own)).time_track.events >= {10, 8, 6, 4, 2}


def test_tables_can_be_kept_as_json() -> None:
    assert msgspec.json.decode(msgspec.json.encode(TABLES), type=Tables) == TABLES


@pytest.mark.parametrize("path", sorted(STANDARD.glob("*.toml")), ids=lambda path: path.stem)
def test_every_table_states_its_source_and_how_sure_it_is(path: Path) -> None:
    parts = [one for one in tomllib.loads(path.read_text()).values() if not isinstance(one, str)]
    tables = [one for part in parts for one in (part if isinstance(part, list) else [part])]
    assert tables
    assert all(one["title"] and one["source"] and one["certainty"] for one in tables)


def test_what_was_reconstructed_is_said_to_be() -> None:
    said = [path.read_text() for path in STANDARD.glob("*.toml")]
    assert any(re.search(r"^(?:source|certainty) = .*reconstructed", one, re.M) for one in said)
