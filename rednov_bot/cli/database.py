"""`rednov db`: the database itself."""

from __future__ import annotations

from pathlib import Path

import click

from rednov_bot.cli import options


@click.group()
def db() -> None:
    """Make the database, or bring it up to date."""


@db.command(short_help="Make the database, or bring it up to date.")
@options.config
def upgrade(config: Path) -> None:
    """Make the database, or bring it up to date; `run` and `start` do so by themselves.

    \b
    Example:
      rednov db upgrade --config rednov.toml
    """
    from rednov_bot import settings
    from rednov_bot.store import upgrading

    known = settings.load(config)
    upgrading.upgrade(known.bot.database, key=settings.sealing_key(known))
    click.echo(f"the database is at version {upgrading.version(known.bot.database)}")
