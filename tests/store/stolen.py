"""A game with something to hide, and what a thief finds who has its database."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterable
from pathlib import Path

from sqlalchemy import TextClause, text

from rednov_bot.bootstrap import open_desk
from rednov_bot.desk.due import rounds
from rednov_bot.engine.gamestate import Limit
from rednov_bot.keys import Key
from rednov_bot.store import database
from rednov_bot.store.tables import metadata
from tests.builders import CountingTokens, FixedClock, Table, settings_for
from tests.desk import play
from tests.rigs.postgres import Postgres

HELD = {"Ann": ("diving_gun", "lucky_charm"), "Bob": ("pump_manual", "aqualung", "aqualung")}
"""Tiles that are never named in public."""

WORDS = "the barnacle said so"  # of a private mail
REASON = "because the whelk is restless"  # of the contestmaster's


def played(url: str, key: Key | None) -> Table:
    """A game in its midst, at whose desk much is hidden: hands, orders, lists, drafts, reasons."""
    clock = FixedClock()
    desk = open_desk(settings_for(url, key=key), clock=clock, tokens=CountingTokens())
    table = Table(desk=desk, clock=clock)
    play.begin(table)
    play.arrange(table, hands=HELD, limits={"Bob": Limit(1)})
    play.write(table, "Ann", f"My standing orders: block 5-6. I defend. ({WORDS}.)")
    play.write(table, "Bob", f"I discard an aqualung and a pump manual. ({WORDS}.)")
    play.write(table, "Ann", "hand")
    code = play.code_in(play.say(table, "Ann", "I open 5-8, go in and draw 2 items."))
    play.reply(table, code, f"reject {REASON}")
    clock.forward(hours=25)
    rounds.make_rounds(desk)
    return table


def hidden(table: Table) -> dict[str, bytes]:
    """What nobody may find, by what it is."""
    state = play.present(table)
    with table.desk.ledger.transaction() as records:
        (game,) = records.games()
        secret = records.secret(game.id)
    return {
        "a tile of Ann's": b"diving_gun",
        "the same in words": b"diving gun",
        "another": b"lucky_charm",
        "a tile of Bob's": b"pump_manual",
        "the same in a mail": b"pump manual",
        "the words of a private mail": WORDS.encode(),
        "the reason of a rejection": REASON.removeprefix("because ").encode(),
        "a private list": b"a private list of items",
        "from which machine a private mail came": b".private@post.example",
        "who has to discard": b"limit Bob",
        "whom a notice goes to": b"bob@post.example",
        "the secret": secret,
        "the order of the deck": json.dumps(state.secrets.deck, separators=(",", ":")).encode(),
        "the pool": json.dumps(state.secrets.pool[:6], separators=(",", ":")).encode()[:-1],
    }


def disguised(word: bytes) -> tuple[bytes, ...]:
    """A word as it is, in capitals, in hexadecimal digits, and in the midst of base64."""
    plain = {word, word.upper(), word.title()} if word.isascii() else {word}
    found = set(plain)
    for one in plain:
        found |= {one.hex().encode(), one.hex().upper().encode()}
        for shift in range(3):  # where a group of three octets begins
            coded = base64.b64encode(b"\0" * shift + one)
            found.add(coded[-(-shift * 4 // 3) : -4])
    return tuple(found)


def found_in(contents: Iterable[bytes], sought: dict[str, bytes]) -> list[str]:
    """What of the hidden is found, by what it is."""
    every = tuple(contents)
    return [
        what
        for what, word in sought.items()
        if any(form in content for form in disguised(word) for content in every)
    ]


def rows_of(url: str) -> list[bytes]:
    """Every row of every table of a database, as it stands there."""
    engine = database.opened(url)
    with engine.begin() as connection:
        rows = [
            b"\n".join([it if isinstance(it, bytes) else str(it).encode() for it in row])
            for name in metadata.tables
            for row in connection.execute(_all(name))
        ]
    engine.dispose()
    return rows


def _all(name: str) -> TextClause:
    return text(f'SELECT * FROM "{name}"')


def files_of(url: str, postgres: Postgres | None = None) -> list[bytes]:
    """The files of a database: its log, too, or on PostgreSQL those of its tables and indexes."""
    if postgres is None:
        path = Path(url.removeprefix("sqlite:///"))
        return [one.read_bytes() for one in path.parent.glob(f"{path.name}*")]
    engine = database.opened(url)
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.execute(text("CHECKPOINT"))
        found = connection.scalars(
            text("SELECT pg_relation_filepath(oid) FROM pg_class WHERE relfilenode <> 0")
        )
        paths = [postgres.directory / "data" / str(path) for path in found]
    engine.dispose()
    return [path.read_bytes() for path in paths if path.exists()]
