"""Years of play on file: a few games as they were played, copied again and again.

Copies differ from each other as games do: in their numbers, codes, Message-IDs and moments.
"""

from __future__ import annotations

import contextlib
import sqlite3
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final

from sqlalchemy import Column, Table

from rednov_bot.core.store import upgrading
from rednov_bot.core.store.tables import metadata
from tests.bench.voyages import LONG_AGO, approve_all, bring, desk_of_eight, start, voyages
from tests.builders import list_mail
from tests.rigs.scale import many
from tests.rules.sailing import CREW

GAMES: Final = many(1000, 250)
TURNS: Final = 120  # of the games that are copied
TALK: Final = 10  # mails of talk in a game
HEADS: Final = b"X-Way: some host on the way, and what it thinks of the mail it passed on\r\n" * 30
"""Real mails come with two or three kilobytes of these."""
_MOMENTS: Final = frozenset({"at", "arrived_at", "taken_at", "made_at", "due_by", "queued_at"})


def file_games(
    folder: Path, *games: int, turns: int = TURNS, strategy: str = "sensible"
) -> dict[Path, datetime]:
    """Databases with at least so many finished games and all their mails; when these ended.

    Those that are copied have so many turns together.

    As on every old desk some things lie about: a line that nobody has approved, a notice that was
    refused, and the opening that waits for it.
    """
    played, filed = folder / "played.db", {}
    ended = _play(played, turns, strategy)
    for number in games:
        path = folder / f"{number}.db"
        upgrading.upgrade(f"sqlite:///{path}")
        with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as database:
            copies = _copy(database, played, number, ended - LONG_AGO)
            _leave_about(database)
        filed[path] = LONG_AGO + copies * (ended - LONG_AGO)
    return filed


def _play(path: Path, turns: int, strategy: str) -> datetime:
    """Some whole games and the talk about them; all of it is approved and sent."""
    desk = desk_of_eight(f"sqlite:///{path}")
    for number, game in enumerate(voyages(turns, strategy)):
        start(desk)
        bring(desk)
        for place, octets in enumerate(game.mails):
            if place % (len(game.mails) // TALK) == 0:
                talk = f"<{number}.{place}.talk@post.example>"
                bring(desk, HEADS + list_mail(CREW[0], "Is it me?\n", message_id=talk))
            bring(desk, HEADS + octets)
    bring(desk, HEADS + list_mail(CREW[0], "I take no action.\n"))  # when no game is on
    approve_all(desk)
    desk.db.close()
    return desk.now()


_ONCE = ("beginnings", "memberships")
"""Tables of which a second copy would say what cannot be: nobody joins or begins twice."""


def _copy(database: sqlite3.Connection, played: Path, games: int, span: timedelta) -> int:
    """All that was played, as often as makes so many games; how often that was."""
    for pragma in ("journal_mode = OFF", "synchronous = OFF", "cache_size = -500000"):
        database.execute(f"PRAGMA {pragma}")
    database.execute("ATTACH ? AS played", (str(played),))
    rows = {name: count(played, name) for name in metadata.tables}
    copies = -(-games // rows["games"])
    moment = span // timedelta(microseconds=1)
    database.execute("BEGIN")
    database.execute("DELETE FROM beginnings")  # the contest began when the first game was played
    for table in metadata.sorted_tables:
        names = ", ".join(f'"{column.name}"' for column in table.columns)
        values = ", ".join(_copied(table, column, rows, moment) for column in table.columns)
        database.execute(
            f"WITH RECURSIVE copies(k) AS (SELECT 0 UNION ALL SELECT k + 1 FROM copies"
            f" WHERE k + 1 < {copies}) INSERT INTO main.{table.name} ({names})"
            f" SELECT {values} FROM copies CROSS JOIN played.{table.name}"
            f" WHERE k = 0 OR {table.name not in _ONCE}"
        )
    database.execute("COMMIT")
    return copies


def _copied(table: Table, column: Column[object], rows: dict[str, int], span: int) -> str:
    """What a column holds in the copy k."""
    name = f'"{column.name}"'
    named = next((key.target_fullname for key in column.foreign_keys), f"{table.name}.{name}")
    owner, _, key = named.partition(".")
    if (column.foreign_keys and key == "id") or column.name == "id":
        return f"{name} + k * {rows[owner]}"
    if key == "code" or name in ('"code"', '"message_id"', '"digest"', '"duty"'):
        return f"{name} || '.' || k"
    if column.name == "tag":
        return f"'RN' || (id + k * {rows[owner]})"
    if column.name == "uid":
        return f"uid + k * {rows[owner]}"
    return f"{name} + k * {span}" if column.name in _MOMENTS else name


def count(path: Path, table: str) -> int:
    """How many rows a table of a database has."""
    with contextlib.closing(sqlite3.connect(path)) as database:
        (rows,) = database.execute(f"SELECT count(*) FROM {table}").fetchone()
    return int(rows)


def _leave_about(database: sqlite3.Connection) -> None:
    """The first line is open, the first notice was refused, and the first opening waits."""
    database.executescript(
        """
        DELETE FROM decisions WHERE draft = (SELECT code FROM drafts WHERE kind = 'line' LIMIT 1);
        UPDATE attempts SET outcome = 'refused'
            WHERE posting = (SELECT after FROM posting_waits ORDER BY posting LIMIT 1);
        DELETE FROM attempts
            WHERE posting = (SELECT posting FROM posting_waits ORDER BY posting LIMIT 1);
        """
    )
