"""Databases as earlier versions left them."""

from __future__ import annotations

from sqlalchemy import Connection, text

from rednov_bot.core.store import database

_AS_OF: dict[str, tuple[str, ...]] = {
    "0024": ("DROP TABLE caused", "DROP TABLE readings"),
    "0022": (
        "ALTER TABLE restorations ADD COLUMN mails BIGINT NOT NULL DEFAULT 0",
        "CREATE TABLE seals (id {ID} NOT NULL, name TEXT NOT NULL, at BIGINT NOT NULL, "
        "form BIGINT, CONSTRAINT pk_seals PRIMARY KEY (id))",
    ),
    "0017": (
        "DROP TABLE authentications",
        "CREATE TABLE confidences (mail {KEY} NOT NULL, trust TEXT NOT NULL, way TEXT NOT NULL, "
        "at BIGINT NOT NULL, address TEXT NOT NULL, words TEXT, grounds TEXT NOT NULL, "
        "CONSTRAINT pk_confidences PRIMARY KEY (mail), CONSTRAINT fk_confidences_mail_raw_mails "
        "FOREIGN KEY(mail) REFERENCES raw_mails (id))",
        "CREATE INDEX ix_confidences_address_way_mail ON confidences (address, way, mail)",
        "CREATE INDEX ix_confidences_way_mail ON confidences (way, mail)",
        "CREATE INDEX ix_confidences_words ON confidences (words)",
        "CREATE INDEX ix_forgeries_told_at ON forgeries (told, at)",
        "ALTER TABLE draft_matters ADD COLUMN leaks TEXT",
        "DROP TABLE clarified",
        "DROP TABLE clarifications",
        "DROP TABLE beginnings",
        "DROP TABLE held_told",
        "DROP TABLE list_notices",
    ),
}
"""What makes a database of one migration from one of the next here, the present one first."""

_TYPES = {
    "sqlite": {"ID": "INTEGER", "KEY": "INTEGER"},
    "postgresql": {"ID": "BIGSERIAL", "KEY": "BIGINT"},
}


def make_older(connection: Connection, revision: str) -> None:
    """A database that is up to date is as of an earlier migration; what was not known then is
    lost.
    """
    for step, statements in _AS_OF.items():
        if step >= revision:
            for statement in statements:
                connection.execute(text(statement.format(**_TYPES[connection.dialect.name])))
    pretend(connection, revision)


def pretend(connection: Connection, revision: str) -> None:
    """The database says that it is of this migration."""
    connection.execute(text("UPDATE alembic_version SET version_num = :to"), {"to": revision})


def sealed(url: str, *names: str, revision: str = "0022") -> None:
    """A database is as of a migration, and says to have been sealed with these keys in turn."""
    with database.opened(url).begin() as connection:
        make_older(connection, revision)
        for name in names:
            row = text("INSERT INTO seals (name, at, form) VALUES (:name, 0, 2)")
            connection.execute(row, {"name": name})
