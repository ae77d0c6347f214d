"""Questions asked again and again are answered from indexes, however much is on file."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import pytest
from sqlalchemy import Table, event

from rednov_bot.core.store import (
    contest,
    database,
    drafts,
    games,
    mails,
    outbox,
    reaching,
)
from rednov_bot.core.store.statements import Statement, found

TELL_OF_EVERYTHING = {
    "mails._EVERY_UNDISPOSED",
    "mails.dispositions",
    "mails.replays",
    "games.games",
    "games.data_sets",
    "games._HOW_MANY_BEGUN",
    "games._NAMES",
    "outbox._OUTBOX",
    "outbox._UNSENT",
    "contest.memberships",
    "contest.contest_changes",
    "contest._RULINGS",
    "contest.absences name",
    "contest._BEGAN",
    "reaching._CHANNELS",
    "outbox._OUTCOMES",
    "outbox._EVERY_OPEN",
    "outbox._EVERY_DOUBTFUL",
}
"""Of every mail, for people; of every game, change, ruling, absence, channel or replay, of
which there are few; what is asked once after a start; and when the database was made, the one row
of its table."""


def asked(part: ModuleType) -> Iterator[tuple[str, Statement]]:
    """Every question of a part of the records: those that have a name, and those of one table."""
    for name, one in vars(part).items():
        if isinstance(one, Statement):
            yield name, one
    for call in ast.walk(ast.parse(inspect.getsource(part))):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute):
            tables = [vars(part).get(one.id) for one in call.args if isinstance(one, ast.Name)]
            given = [one.arg for one in call.keywords if one.arg]
            last = call.func.attr == "_last"
            if last or call.func.attr in ("_rows", "_row", "_value", "_all", "_one", "_the"):
                for table in tables:
                    if isinstance(table, Table) and (given or not last):
                        name = " ".join([table.name, *given, *["last"] * last])
                        yield name, found(table, *given, last=last)


PARTS = (contest, drafts, games, mails, outbox, reaching)
ASKED = {
    f"{part.__name__.rpartition('.')[2]}.{name}": statement
    for part in PARTS
    for name, statement in asked(part)
}
READS_A_WHOLE_TABLE = re.compile(r"SCAN (?!CONSTANT)|Seq Scan")


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
@pytest.mark.parametrize("name", sorted(ASKED.keys() - TELL_OF_EVERYTHING))
def test_no_table_is_read_from_end_to_end(
    request: pytest.FixtureRequest, name: str, kind: str
) -> None:
    if kind == "sqlite":
        explain, url = (
            "EXPLAIN QUERY PLAN",
            f"sqlite:///{request.getfixturevalue('sqlite_template')}",
        )
    else:
        explain, url = "EXPLAIN", request.getfixturevalue("postgres_upgraded")
    clause = ASKED[name].clause
    engine = database.opened(url)
    with engine.begin() as connection:
        named = clause.compile().params
        given = {name: 1 if value is None else value for name, value in named.items()}
        run: list[tuple[str, Any]] = []
        event.listen(
            engine,
            "before_cursor_execute",
            lambda _, __, words, values, *___: run.append((words, values)),
        )
        connection.execute(clause, {**given, **{it: [1, 2] for it in ("postings",) if it in given}})
        words, values = run[0]
        found = connection.exec_driver_sql(f"{explain} {words}", values)
        plan = [row[-1] for row in found]
    engine.dispose()
    assert plan
    assert not [step for step in plan if READS_A_WHOLE_TABLE.search(step)], plan
