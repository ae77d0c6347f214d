"""Migrations run inside the transaction of whoever asks for them; nothing else is decided here."""

from __future__ import annotations

from alembic import context

from rednov_bot.core.store.tables import metadata

connection = context.config.attributes.get("connection")
if connection is None:
    raise SystemExit("run `rednov db upgrade`: migrations need the database that it opens")

context.configure(
    connection=connection,
    target_metadata=metadata,  # by which constraints get their names
    transactional_ddl=True,
    render_as_batch=True,
)
context.run_migrations()
