"""Random games under all options, each position of them compared."""

from __future__ import annotations

import dataclasses
import tempfile
from pathlib import Path
from random import Random
from typing import Any, Final

from msgspec.structs import replace

from tests.builders import a_table
from tests.desk.test_beacon import BEACON
from tests.engine.sailing import CREW
from tests.engine.test_laws import OTHERWISE
from tests.worlds.counted import Counted
from tests.worlds.player import Player

OPTIONS: Final[tuple[dict[str, Any], ...]] = (
    {},
    {"auto_verdicts": "on", "queue_early_turns": "on"},
    {"event_choice": "orders+random", "less_deadly": "on", "hand_limit_basis": "at_event"},
    {"return_gift_effect": "after_resolution", "event_choice": "orders+random"},
    {"crazed": "on", "escape_items": "on", "public_hand_sizes": "on", "reveal_at_end": "on"},
    {"uniform_refusals": "on", "opening_events": "on", "event_choice": "orders+contestmaster"},
    {"edition": "1", "wake": "at_once", "dead_items": "lost", "multi_tokens": "on"},
)
"""Each game has the next of them, and from the second round on others beside them."""

OF_THE_DESK: Final[dict[str, tuple[Any, ...]]] = {
    "uniform_refusals": ("on",),
    "queue_early_turns": ("on",),
    "auto_verdicts": ("on",),
    "private_lists": ("off",),
    "public_tape_hash": ("off",),
    "blind": ("on",),
    "beacon": ("on",),
}
"""Every other option at which the engine does not look."""


def options_of(game: int) -> dict[str, Any]:
    """The options of the game of this number."""
    chosen, rng = dict(OPTIONS[game % len(OPTIONS)]), Random(f"options {game}")
    for name, values in {**OTHERWISE, **OF_THE_DESK}.items():
        if game >= len(OPTIONS) and rng.random() < 0.1:
            chosen.setdefault(name, rng.choice(values))
    return chosen


def compare(most: int, first: int = 0) -> Counted:
    """So many positions of random games, from the game of the number *first* on."""
    counted, game = Counted(), first
    while counted.positions.total() < most:
        with tempfile.TemporaryDirectory() as folder:
            play(Path(folder), game, counted, most)
        game += 1
    return counted


def play(folder: Path, game: int, counted: Counted, most: int, **more: Any) -> None:
    """The game of this number, with *more* options, until so many positions are counted in all."""
    crew = CREW[: 3 + game % 6]
    table = a_table(folder, seed=b"%d" % game, people=CREW, contestants=crew, report="off")
    settings = replace(table.desk.settings, luck=BEACON)
    table.desk = dataclasses.replace(table.desk, settings=settings)
    counted.games += 1
    Player(table, f"game{game}", counted).play(crew, {**options_of(game), **more}, most)
    table.desk.ledger.close()
