"""The words of old private mails are forgotten: theirs alone, never that they came or went.

Rows stay, with all by which a mail is known again; what something of a game rests on is kept.  Of
each table that names a mail it is said here whether it needs its words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from sqlalchemy import Connection, Table, delete, exists, func, or_, select, text, update

from rednov_bot.core.errors import StoreUnreachable
from rednov_bot.core.models import PaperId
from rednov_bot.core.store import database
from rednov_bot.core.store.outbox import CODE, GIVE_UP
from rednov_bot.core.store.statements import moment
from rednov_bot.core.store.tables import (
    attempts,
    channels,
    decisions,
    dispositions,
    metadata,
    postings,
    raw_mails,
    readings,
)

FORGOTTEN: Final = b""
"""What stands in place of a mail that came."""

FORGOTTEN_BODY: Final = b"(The words of this mail were forgotten by `rednov forget`.)\r\n"
"""What stands below the head of a mail of the bot's."""

KNOWN_BY: Final = frozenset(
    {
        *("dispositions", "likenesses", "sightings", "bounces", "confirmations", "channels"),
        *("authentications", "forgeries", "vouched", "held_told", "list_notices"),
        *("readings", "caused"),
    }
)
"""Tables that name a mail and need none of its words."""


def old_mails(url: str, before: datetime) -> tuple[PaperId, ...]:
    """Mails that came before that moment, are handled, and that nothing of a game names."""
    resting = [
        exists().where(column == raw_mails.c.id)
        for table in metadata.sorted_tables
        if table.name not in KNOWN_BY
        for column in table.columns
        if any(key.column is raw_mails.c.id for key in column.foreign_keys)
    ]
    asked = (
        select(raw_mails.c.id)
        .join(dispositions, dispositions.c.mail == raw_mails.c.id)
        .where(
            raw_mails.c.arrived_at < moment(before),
            dispositions.c.disposition != "hold",
            func.length(raw_mails.c.octets) > 0,
            *[~one for one in resting],
        )
        .order_by(raw_mails.c.id)
    )
    with database.connected(url) as engine, engine.begin() as connection:
        return tuple(connection.scalars(asked))


def old_postings(url: str, before: datetime) -> tuple[PaperId, ...]:
    """Mails to one reader, queued before that moment and never to be sent again.

    Not of a draft that is open: it may have to be shown once more, as it was.
    """
    first = attempts.alias("first_one")
    given_up = exists().where(
        first.c.posting == attempts.c.posting,
        first.c.at + GIVE_UP // timedelta(microseconds=1) <= attempts.c.at,
    )
    settled = exists().where(
        attempts.c.posting == postings.c.id, or_(attempts.c.retry_at.is_(None), given_up)
    )
    asked_for = exists().where(channels.c.posting == postings.c.id)
    decided = exists().where(decisions.c.draft == postings.c.draft)
    asked = (
        select(postings.c.id)
        .where(
            postings.c.kind != "public",
            postings.c.queued_at < moment(before),
            settled,
            ~asked_for,
            or_(postings.c.draft.is_(None), decided),
        )
        .order_by(postings.c.id)
    )
    with database.connected(url) as engine, engine.begin() as connection:
        found = connection.scalars(asked).all()
        return tuple([id for id, _ in _forgotten(connection, postings, found, _head_alone)])


def forget(url: str, mails: Sequence[PaperId], sent: Sequence[PaperId]) -> int:
    """The words of these mails are gone from the database and from its files; of how many.

    StoreUnreachable where its files cannot be swept because another program reads it.
    """
    count = 0
    with database.connected(url) as engine, engine.connect() as connection:
        if database.kind(engine.url) == "sqlite":
            driver: Any = connection.connection.driver_connection
            driver.execute("PRAGMA secure_delete = ON")
        with connection.begin():
            for table, ids, to in (
                (raw_mails, mails, lambda _: FORGOTTEN),
                (postings, sent, _head_alone),
            ):
                for id, left in _forgotten(connection, table, ids, to):
                    connection.execute(update(table).where(table.c.id == id).values(octets=left))
                    count += 1
            if mails:
                connection.execute(delete(readings).where(readings.c.mail.in_(mails)))
            _forget_replies(connection, sent)
    sweep(url)
    return count


def sweep(url: str) -> None:
    """The database's own files are written anew, without what was changed in them.

    StoreUnreachable where another program reads it, or the disk is full: its files may still hold
    what they held before.
    """
    with (
        database.connected(url) as engine,
        engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection,
    ):
        if database.kind(engine.url) == "sqlite":
            driver: Any = connection.connection.driver_connection
            driver.execute("VACUUM")
            busy, _, _ = driver.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            if busy:
                raise StoreUnreachable(
                    f"{database.name(engine.url)} is in use, and its log was not emptied"
                )
        else:
            for table in (raw_mails, postings, attempts):
                connection.execute(text(f"VACUUM FULL {table.name}"))


def _head_alone(octets: bytes) -> bytes:
    """A mail with its head: to whom, when, and about what it is said to be."""
    if octets.endswith(FORGOTTEN_BODY):
        return octets
    head, blank, _ = octets.partition(b"\r\n\r\n")
    return head + blank + FORGOTTEN_BODY


def _forgotten(
    connection: Connection, table: Table, ids: Iterable[PaperId], to: Callable[[bytes], bytes]
) -> Iterator[tuple[PaperId, bytes]]:
    """What is left of each of these mails once its words are gone; not of those that have none."""
    for id in ids:
        octets = bytes(connection.scalars(select(table.c.octets).where(table.c.id == id)).one())
        if (left := to(octets)) != octets:
            yield id, left


def _forget_replies(connection: Connection, sent: Sequence[PaperId]) -> None:
    """Of what a server said of a mail its number is kept: a refusal may quote what it refuses."""
    for posting in sent:
        asked = select(attempts.c.id, attempts.c.reply).where(attempts.c.posting == posting)
        for id, reply in connection.execute(asked).all():
            code = CODE.match(reply)
            if code is not None and code[0] != reply:
                change = update(attempts).where(attempts.c.id == id).values(reply=code[0])
                connection.execute(change)
