"""Questions asked again and again are answered from indexes, however much is on file."""

from __future__ import annotations

import re

import pytest

from rednov_bot.core.store import (
    contest,
    drafts,
    games,
    mails,
    outbox,
    reaching,
    restored,
    returns,
    sending,
    watching,
)
from rednov_bot.core.store.statements import Statement
from rednov_bot.core.store.unit_of_work import Database

TELL_OF_EVERYTHING = {
    "mails_FILED",
    "mails_REPLAYS",
    "games_GAMES",
    "games_KEPT_DATA",
    "games_HOW_MANY",
    "outbox_OUTBOX",
    "contest_MEMBERS",
    "contest_CHANGES",
    "contest_RULINGS",
    "watching_ABSENCES",
    "watching_BEGAN",
    "reaching_CHANNELS",
    "outbox_UNSENT",
    "sending_OUTCOMES",
    "mails_EVERY_UNDISPOSED",
    "sending_EVERY_OPEN",
    "restored_EVERY_DOUBTFUL",
}
"""Of every mail, for people; of every game, change, ruling, absence, channel or replay, of
which there are few; what is asked once after a start; and when the database was made, the one row
of its table."""

ASKED = {
    part.__name__.rpartition(".")[2] + name: statement
    for part in (
        *(mails, contest, games, games, drafts, outbox, sending, restored, watching),
        mails,
        sending,
        reaching,
        returns,
    )
    for name, statement in vars(part).items()
    if isinstance(statement, Statement) and statement.on("sqlite").text.startswith("SELECT")
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
        asked = ASKED[name].on("sqlite")
    else:
        explain, url = "EXPLAIN", request.getfixturevalue("postgres_upgraded")
        asked = ASKED[name].on("postgresql")
    given = dict.fromkeys(re.findall(r"(?::|%\()(\w+)", asked.text), 1)
    with Database(url) as db, db.transaction() as records:
        cursor = records._cursor  # type: ignore[attr-defined]
        cursor.execute(f"{explain} {asked.text}", asked.values(given))
        plan = [row[-1] for row in cursor.fetchall()]
    assert plan
    assert not [step for step in plan if READS_A_WHOLE_TABLE.search(step)], plan
