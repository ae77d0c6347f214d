"""With which key a database is sealed stands in it, by the key's name; "" where with none."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final, NamedTuple

from sqlalchemy import URL, Connection, insert, select

from rednov_bot.errors import Mendable, WrongKey
from rednov_bot.invocation import program
from rednov_bot.keys import Key
from rednov_bot.store import database
from rednov_bot.store.rows import moment
from rednov_bot.store.statements import Kind, Statement
from rednov_bot.store.tables import seals

FORM: Final = 2
"""How databases are sealed now; until migration 0007 it was form 1."""

_LAST = select(seals.c.name, seals.c.form).order_by(seals.c.id.desc()).limit(1)
_ASKED = Statement(_LAST)


class Seal(NamedTuple):
    """With which key a database is sealed now, "" where with none; and in which form."""

    name: str
    form: int


def last(cursor: Any, kind: Kind) -> Seal:
    """How the database is sealed now."""
    cursor.execute(_ASKED.on(kind).text, _ASKED.on(kind).values({}))
    return _seal(cursor.fetchone())


def last_on(connection: Connection) -> Seal:
    """The same, by SQLAlchemy's own connection."""
    return _seal(connection.execute(_LAST).first())


def _seal(row: Any) -> Seal:
    return Seal("", FORM) if row is None or not row[0] else Seal(str(row[0]), row[1] or 1)


def note(connection: Connection, name: str, at: datetime) -> None:
    """From now on the database is sealed with this key, or with none."""
    connection.execute(insert(seals), {"name": name, "at": moment(at), "form": FORM})


def check(seal: Seal, given: str, url: URL) -> None:
    """WrongKey where a database is sealed with another key than that of the settings.

    Mendable where it is sealed in a form of before.
    """
    check_name(seal.name, given, url)
    if seal.form != FORM:
        raise Mendable(
            f"{database.name(url)} is sealed as an earlier version did it; "
            f"run `{program()} db upgrade`"
        )


def check_name(found: str, given: str, url: URL) -> None:
    """WrongKey where it is another key, whatever the form."""
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
            f"{called} is not sealed, and the settings give key {given}; run "
            f"`{program()} key seal`, or take the key out of the settings"
        )
    raise WrongKey(
        f"{called} is sealed with key {found}, and the settings give key {given}; name the file of "
        f"{found} as secrets.key_file"
    )


def key_name(key: Key | None) -> str:
    """The name of a key, "" of none."""
    return "" if key is None else key.name
