"""The data set that travels with the program holds what the sources tell."""

from __future__ import annotations

import hashlib
import re
import tomllib
from collections import Counter
from pathlib import Path
from typing import get_args

import msgspec

from rednov_bot.games.red_november.datasets import load
from rednov_bot.games.red_november.rules.tables import Tables
from rednov_bot.games.red_november.rules.words import ITEMS, SEA, ActionName, CardKind
from tests.datasets.samples import STANDARD, copied, spoil

TABLES = load("standard")

NEIGHBOURS = {
    **{1: (2, 3), 2: (1, 3, 4, 5), 3: (1, 2, 4), 4: (2, 3, 5), 5: (2, 4, 6, 7, 8), 6: (5,)},
    **{7: (5, 8, 9), 8: (5, 7, 9, 10), 9: (7, 8, 10), 10: (8, 9), SEA: ()},
}
START = {3: (60, 22), 4: (60, 22), 5: (60, 22), 6: (55, 21), 7: (49, 19), 8: (46, 18)}
"""How many gnomes -> the minute at which they start, and the events before them."""

FAR = {
    **{"descent": (1, 0, 0), "fast_descent": (2, 0, 0)},
    **{"reactor_warmup": (1, 0, 0), "reactor_malfunction": (2, 0, 0)},
    **dict.fromkeys(("engine_down", "oxygen_pumps_down", "missile_countdown"), (0, 10, 0)),
    **{"kraken": (0, 15, 4), "friendly_fire": (0, 0, 4), "turbulence": (0, 0, 4)},
    **{"stumble": (0, 0, 1), "fire": (0, 0, 0), "respite": (0, 0, 0)},
}
"""Kind of card -> how many spaces it moves a marker, minutes ahead, hand limit."""

FIX_ITS: tuple[ActionName, ...] = (
    *("unblock_hatch", "extinguish_fire", "pump_water", "fix_engine"),
    *("fix_oxygen", "fix_reactor", "stop_missile", "kill_kraken"),
)
HELPS = {
    "grog": dict.fromkeys(FIX_ITS, 3),
    "toolbox": {"fix_engine": 3, "fix_oxygen": 3, "fix_reactor": 3},
    **{"engine_manual": {"fix_engine": 4}, "pump_manual": {"fix_oxygen": 4}},
    **{"reactor_manual": {"fix_reactor": 4}, "deactivation_code": {"stop_missile": 4}},
    **{"crowbar": {"unblock_hatch": 3}, "fire_extinguisher": {"extinguish_fire": 3}},
    **{"water_pump": {"pump_water": 3}, "diving_gun": {"kill_kraken": 4}},
    **{"coffee": {}, "aqualung": {}, "lucky_charm": {}},
}


def test_board_and_time_track_are_those_of_the_sources() -> None:
    assert {at: TABLES.board.neighbours[at] for at in NEIGHBOURS} == NEIGHBOURS
    track = TABLES.time_track
    assert (len(track.events), track.items) == (22, {50, 40, 30, 20, 10})
    assert track.events & track.items == {30}
    assert {45, 24, 18} <= track.events  # borne out by published examples
    before = {count: sum(at < track.start[count] for at in track.events) for count in START}
    assert {count: (track.start[count], before[count]) for count in START} == START


def test_the_deck_has_fifty_six_cards_with_the_kraken() -> None:
    cards = (*TABLES.deck, TABLES.kraken)
    assert (len(cards), TABLES.kraken.kind) == (56, "kraken")
    assert {card.kind for card in cards} == set(get_args(CardKind))
    assert Counter(card.faint for card in cards) == {None: 12, 1: 9, 2: 11, 3: 11, 4: 13}
    sizes = {(one.kind, one.step, one.ahead, one.limit) for one in cards if one.kind in FAR}
    assert sizes == {(kind, *size) for kind, size in FAR.items()}


def test_fifty_four_tiles_are_in_the_box_and_each_helps_as_the_contract_says() -> None:
    items = TABLES.items
    tiles = items.tiles()
    assert (len(tiles), len(tiles) + items.stash) == (48, 54)
    assert tuple(item for item, _ in items.pool) == ITEMS == tuple(dict.fromkeys(tiles))
    found = {item: {one: items.help_of(item, one) for one in FIX_ITS} for item in ITEMS}
    helps = {item: {one: by for one, by in all_.items() if by} for item, all_ in found.items()}
    assert helps == HELPS
    assert items.help_of("toolbox", "gain_items") == 0


def test_the_digest_is_made_of_the_four_files_in_order_and_of_every_letter(tmp_path: Path) -> None:
    whole = b""
    for name in ("board.toml", "time-track.toml", "event-deck.toml", "items.toml"):
        octets = (STANDARD / name).read_bytes()
        whole += name.encode() + b"\0" + str(len(octets)).encode() + b"\0" + octets
    assert TABLES.digest == hashlib.sha256(whole).hexdigest()
    own = copied(tmp_path)
    spoil(own, "board.toml", "# ", "#  ")
    assert load(str(own)).digest != TABLES.digest
    assert msgspec.structs.replace(load(str(own)), digest=TABLES.digest) == TABLES
    assert msgspec.json.decode(msgspec.json.encode(TABLES), type=Tables) == TABLES
    spoil(own, "time-track.toml", "[11, 9, 7, 5, 3, 1]", "[10, 8, 6, 4, 2]")
    assert load(str(own)).time_track.events >= {10, 8, 6, 4, 2}


def test_every_table_states_its_source_and_how_sure_it_is() -> None:
    said = [path.read_text() for path in STANDARD.glob("*.toml")]
    assert any(re.search(r"^(?:source|certainty) = .*reconstructed", one, re.M) for one in said)
    for text in said:
        parts = [one for one in tomllib.loads(text).values() if not isinstance(one, str)]
        tables = [one for part in parts for one in (part if isinstance(part, list) else [part])]
        assert tables
        assert all(one["title"] and one["source"] and one["certainty"] for one in tables)
