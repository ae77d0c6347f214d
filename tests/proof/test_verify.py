"""`rednov verify`: games played at a table are found as they were, from their archive alone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from rednov_bot import datasets
from rednov_bot.engine.tables import Tables
from rednov_bot.verify import archive as archives
from rednov_bot.verify import games
from rednov_bot.verify.games import CheckedGame
from tests.engine.sailing import CREW
from tests.proof.played import archive, played

OPTIONS: dict[str, dict[str, str]] = {
    "plain": {},
    "queued": {"queue_early_turns": "on", "auto_verdicts": "on"},
    "returns later, choices by lot": {
        "return_gift_effect": "after_resolution",
        "event_choice": "orders+random",
    },
    "events first": {"opening_events": "on", "event_choice": "orders+contestmaster"},
    "crazed and less deadly": {"crazed": "on", "less_deadly": "on", "hand_limit_basis": "at_event"},
    "first edition": {
        "crazed": "on",
        "edition": "1",
        "escape_items": "on",
        "public_hand_sizes": "on",
    },
    "all is told": {"remove_respite": "on", "wake": "at_once", "reveal_at_end": "on"},
    "strict": {"faint_markers": "off", "dead_items": "lost", "strict_order": "on"},
}


def standard() -> Callable[[str], Tables | None]:
    tables = datasets.load("standard")
    return lambda digest: tables if tables.digest == digest else None


def checked(path: Path) -> CheckedGame:
    (found,) = games.check(archives.read([path]), standard())
    return found


@pytest.mark.parametrize("options", OPTIONS.values(), ids=list(OPTIONS))
def test_a_game_is_found_as_it_was(tmp_path: Path, options: dict[str, str]) -> None:
    seed = list(OPTIONS.values()).index(options)
    game = played(tmp_path, seed, crew=CREW[: 3 + seed % 3], careful=3, **options)
    path = tmp_path / "archive.mbox"
    path.write_bytes(archive(game.archive))
    found = checked(path)
    assert found.is_told
    assert [one.what for one in found.findings.differences] == []
    right, looked_at = found.findings.right, found.findings.looked_at
    assert right == looked_at
    turns = sum(b"Subject: [Red November] Turn " in mail for mail in game.archive)
    assert right["announcement"] == turns > 5
    assert right["resolution"] > turns
    assert right["seal"] == right["resolution"]
    assert right["draw"] >= 6
