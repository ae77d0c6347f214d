"""Questions asked again and again are answered from indexes, however much is on file."""

from __future__ import annotations

import pytest

from rednov_bot.store import contest, drafts, games, mails, outbox, turns
from rednov_bot.store.ledger import Ledger
from rednov_bot.store.statements import Statement

ASKED_OFTEN = {
    f"{part.__name__.rpartition('.')[2]}{name}": statement
    for part in (mails, games, turns, drafts, outbox)
    for name, statement in vars(part).items()
    if isinstance(statement, Statement)
}
WHOLE_TABLES = {"mails_FILED", "games_GAMES", "games_HOW_MANY", "outbox_OUTBOX"}
"""These tell of everything, and are asked by people alone."""


@pytest.fixture
def ledger(request: pytest.FixtureRequest, sqlite_template: object) -> Ledger:
    return Ledger(f"sqlite:///{sqlite_template}")


@pytest.mark.parametrize("name", sorted(set(ASKED_OFTEN) - WHOLE_TABLES))
def test_no_table_is_read_from_end_to_end(ledger: Ledger, name: str) -> None:
    compiled = ASKED_OFTEN[name].on("sqlite")
    if not compiled.text.startswith("SELECT"):
        return
    with ledger, ledger.transaction() as records:
        cursor = records._cursor  # type: ignore[attr-defined]
        given = dict.fromkeys(_parameters(compiled.text), 1)
        cursor.execute(f"EXPLAIN QUERY PLAN {compiled.text}", compiled.values(given))
        plan = [row[3] for row in cursor.fetchall()]
    assert not [step for step in plan if step.startswith("SCAN") and "CONSTANT" not in step], plan


def _parameters(sql: str) -> list[str]:
    import re

    return re.findall(r":(\w+)", sql)


def test_who_is_a_contestant_is_read_from_the_whole_table() -> None:
    assert "WHERE" not in contest._CHANGES.on("sqlite").text
