"""The words of old private mails are forgotten: theirs alone, never that they came or went.

Rows stay, with all by which a mail is known again; what something of a game rests on is kept.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Connection, Table, bindparam, exists, func, select, update
from sqlalchemy.exc import DBAPIError

from rednov_bot.keys import Key
from rednov_bot.papers import PaperId
from rednov_bot.store import database, failures, sealing, seals
from rednov_bot.store.covers import of_table
from rednov_bot.store.rows import moment
from rednov_bot.store.tables import (
    attempts,
    channels,
    dispositions,
    metadata,
    postings,
    raw_mails,
)
from rednov_bot.store.vault import Vault

FORGOTTEN: Final = b""
"""What stands in place of a mail that came."""

FORGOTTEN_BODY: Final = b"(The words of this mail were forgotten by `rednov forget`.)\r\n"
"""What stands below the head of a mail of the bot's."""

_KNOWN_BY: Final = frozenset(
    {"dispositions", "likenesses", "sightings", "bounces", "confirmations", "channels"}
)
"""Tables that name a mail and need none of its words; what any other names is kept."""


def old_mails(url: str, before: datetime) -> tuple[PaperId, ...]:
    """Mails that came before that moment, are handled, and that nothing of a game names."""
    resting = [
        exists().where(column == raw_mails.c.id)
        for table in metadata.sorted_tables
        if table.name not in _KNOWN_BY
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
    return tuple([PaperId(one) for one in _asked(url, asked)])


def old_postings(url: str, before: datetime) -> tuple[PaperId, ...]:
    """Mails to one reader, queued before that moment and accepted."""
    accepted = exists().where(attempts.c.posting == postings.c.id, attempts.c.outcome == "accepted")
    asked_for = exists().where(channels.c.posting == postings.c.id)
    asked = (
        select(postings.c.id)
        .where(
            postings.c.kind != "public",
            postings.c.queued_at < moment(before),
            accepted,
            ~asked_for,
        )
        .order_by(postings.c.id)
    )
    return tuple([PaperId(one) for one in _asked(url, asked)])


def forget(url: str, key: Key | None, mails: Sequence[PaperId], sent: Sequence[PaperId]) -> int:
    """The words of these mails are gone from the database and from its files; of how many.

    StoreUnreachable where its files cannot be swept because another program reads it.
    """
    engine = database.opened(url)
    vault = None if key is None else Vault(key)
    try:
        with engine.connect() as connection:
            if database.kind(engine.url) == "sqlite":
                driver: Any = connection.connection.driver_connection
                driver.execute("PRAGMA secure_delete = ON")
            with connection.begin():
                seals.check(seals.last_on(connection), seals.key_name(key), engine.url)
                count = _change(connection, raw_mails, mails, vault, lambda _: FORGOTTEN)
                count += _change(connection, postings, sent, vault, _head_alone)
    except DBAPIError as error:
        raise failures.in_our_words(error, engine.url) from None
    finally:
        engine.dispose()
    sealing.sweep(url)
    return count


def _head_alone(octets: bytes) -> bytes:
    """A mail with its head: to whom, when, and about what it is said to be."""
    head, blank, _ = octets.partition(b"\r\n\r\n")
    return head + blank + FORGOTTEN_BODY


def _change(
    connection: Connection,
    table: Table,
    ids: Sequence[PaperId],
    vault: Vault | None,
    to: Callable[[bytes], bytes],
) -> int:
    cover, changed = of_table(table), 0
    change = (
        update(table).where(table.c.id == bindparam("which")).values(octets=bindparam("instead"))
    )
    for id in ids:
        row = dict(connection.execute(select(table).where(table.c.id == id)).mappings().one())
        opened = row if vault is None else vault.opened_values(cover, row)
        octets = to(opened["octets"])
        if octets == opened["octets"]:
            continue
        kept = {**opened, "octets": octets}
        kept = kept if vault is None else dict(vault.added(cover, kept))
        connection.execute(change, {"which": id, "instead": kept["octets"]})
        changed += 1
    return changed


def _asked(url: str, question: Any) -> list[int]:
    engine = database.opened(url)
    try:
        with engine.begin() as connection:
            return list(connection.execute(question).scalars())
    except DBAPIError as error:
        raise failures.in_our_words(error, engine.url) from None
    finally:
        engine.dispose()
