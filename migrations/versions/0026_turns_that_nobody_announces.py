"""A turn may have no mail: a phase of a game has ended."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"


def upgrade() -> None:
    """`turns.mail` may be null.

    SQLite cannot change a column, and a table that others refer to cannot be made anew in a
    transaction.  A change that does not touch the rows is made in its schema, as its manual says
    (https://www.sqlite.org/lang_altertable.html#otheralter).
    """
    connection = op.get_bind()
    if connection.dialect.name != "sqlite":
        op.alter_column("turns", "mail", existing_type=sa.BigInteger(), nullable=True)
        return
    (version,) = connection.exec_driver_sql("PRAGMA schema_version").one()
    op.execute("PRAGMA writable_schema = ON")
    op.execute(
        "UPDATE sqlite_schema SET sql = replace(sql, 'mail INTEGER NOT NULL', 'mail INTEGER') "
        "WHERE type = 'table' AND name = 'turns'"
    )
    op.execute(f"PRAGMA schema_version = {version + 1}")
    op.execute("PRAGMA writable_schema = OFF")
    columns = connection.exec_driver_sql("PRAGMA table_info(turns)").all()
    if any(name == "mail" and required for _, name, _, required, *_ in columns):
        raise RuntimeError("turns.mail is written in a way that migration 0026 does not know")
