"""Questions asked again and again are answered from indexes, however much is on file."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rednov_bot.store import drafts, games, mails, outbox, turns
from rednov_bot.store.ledger import Ledger
from rednov_bot.store.statements import Statement

TELL_OF_EVERYTHING = {"mails_FILED", "games_GAMES", "games_HOW_MANY", "outbox_OUTBOX"}
"""Of every mail, for people; of every game, of which there are few."""

ASKED = {
    part.__name__.rpartition(".")[2] + name: statement.on("sqlite")
    for part in (mails, games, turns, drafts, outbox)
    for name, statement in vars(part).items()
    if isinstance(statement, Statement) and statement.on("sqlite").text.startswith("SELECT")
}


@pytest.mark.parametrize("name", sorted(ASKED.keys() - TELL_OF_EVERYTHING))
def test_no_table_is_read_from_end_to_end(sqlite_template: Path, name: str) -> None:
    asked = ASKED[name]
    given = dict.fromkeys(re.findall(r":(\w+)", asked.text), 1)
    with Ledger(f"sqlite:///{sqlite_template}") as ledger, ledger.transaction() as records:
        cursor = records._cursor  # type: ignore[attr-defined]
        cursor.execute(f"EXPLAIN QUERY PLAN {asked.text}", asked.values(given))
        plan = [step for *_, step in cursor.fetchall()]
    assert not [step for step in plan if re.match(r"SCAN (?!CONSTANT)", step)], plan
