"""With which key a database is sealed stands in it, by the key's name; "" where with none."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import URL, Connection, insert, select

from rednov_bot.errors import WrongKey
from rednov_bot.keys import Key
from rednov_bot.store import database
from rednov_bot.store.rows import moment
from rednov_bot.store.statements import Kind, Statement
from rednov_bot.store.tables import seals

_LAST = select(seals.c.name).order_by(seals.c.id.desc()).limit(1)
_ASKED = Statement(_LAST)


def name(cursor: Any, kind: Kind) -> str:
    """The name of the key with which the database is sealed now, "" where it is not."""
    cursor.execute(_ASKED.on(kind).text, _ASKED.on(kind).values({}))
    found = cursor.fetchone()
    return "" if found is None else str(found[0])


def name_on(connection: Connection) -> str:
    """The same, by SQLAlchemy's own connection."""
    return connection.scalar(_LAST) or ""


def note(connection: Connection, name: str, at: datetime) -> None:
    """From now on the database is sealed with this key, or with none."""
    connection.execute(insert(seals), {"name": name, "at": moment(at)})


def check(found: str, given: str, url: URL) -> None:
    """WrongKey where a database is sealed with another key than that of the settings."""
    if found == given:
        return
    called = database.name(url)
    if not given:
        raise WrongKey(
            f"{called} is sealed with key {found}, and the settings give none; name its file as "
            "secrets.key_file, or set REDNOV_SECRETS__KEY"
        )
    if not found:
        raise WrongKey(
            f"{called} is not sealed, and the settings give key {given}; run `rednov key seal`, "
            "or take the key out of the settings"
        )
    raise WrongKey(
        f"{called} is sealed with key {found}, and the settings give key {given}; name the file of "
        f"{found} as secrets.key_file"
    )


def key_name(key: Key | None) -> str:
    """The name of a key, "" of none."""
    return "" if key is None else key.name
