"""`rednov backup` and `rednov restore`: what is on file, kept and brought back."""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

import click

from rednov_bot.cli import options
from rednov_bot.core import settings
from rednov_bot.core.errors import RednovError
from rednov_bot.core.invocation import program
from rednov_bot.core.store import backups, restoring
from rednov_bot.core.store.postgres_backups import Contents
from rednov_bot.core.store.unit_of_work import Database

_FILE = click.Path(path_type=Path, dir_okay=False)


@click.command()
@options.config
@click.argument("file", type=_FILE)
def backup(config: Path, file: Path) -> None:
    """Write a backup of the database to FILE, which only its owner can read.

    The service may run meanwhile, and nobody waits.  FILE holds everything as of one moment, is
    read through before it gets its name, and replaces no other file.  Keep it as close as the
    database: whoever can read it reads every hand (docs/hosts/privacy.md).  Of PostgreSQL it is a
    dump by pg_dump, which has to be installed here and no older than the server.

    \b
    Example:
      rednov backup /var/backups/rednov/2026-11-23.backup
    """
    known = settings.load(config)
    url = known.bot.database
    found = backups.back_up(url, file)
    with (
        suppress(RednovError),  # it is whole, though the database be of an earlier version, or busy
        Database(url) as db,
        db.transaction() as records,
    ):
        records.note_backup(datetime.now(UTC))
    click.echo(f"{file} holds {_told(found)}")


@click.command()
@options.config
@click.option("--replace", is_flag=True, help="Keep the database that is there aside.")
@click.argument("file", type=_FILE)
def restore(config: Path, replace: bool, file: Path) -> None:
    """Put the backup in FILE in the place of the database; stop the service first.

    FILE is read through and brought up to date before anything is changed; one that is damaged, of
    a newer version or sealed by an earlier one is refused.  A database that is there is replaced
    with --replace alone, and kept aside.

    What was to be posted when the backup was taken is of unknown fate from then on: unless its list
    sends it back the contestmaster is asked, and it is posted when they say so.  Private mails that
    were on their way are sent, perhaps once more.  When the service starts, it reads again what has
    come since, and tells the contestmaster what they have to do.

    \b
    Example:
      rednov restore /var/backups/rednov/2026-11-23.backup --replace
    """
    known = settings.load(config)
    if not file.is_file():
        raise click.UsageError(f"there is no file {file}")
    done = restoring.restore(known.bot.database, file, replace=replace, at=datetime.now(UTC))
    click.echo(f"the database is restored: {_told(done.contents)}")
    if done.aside:
        click.echo(f"what was there is kept as {done.aside}")
    if done.doubted:
        several = "1 posting was" if done.doubted == 1 else f"{done.doubted} postings were"
        click.echo(
            f"{several} on the way to a list in the backup and may have been posted since: nothing "
            f"of it is posted without asking the contestmaster; see `{program()} outbox`"
        )
    click.echo("start the service: it reads again what has come since, and tells the contestmaster")


def _told(found: Contents) -> str:
    """What a backup holds, in one line."""
    rows = found.rows
    games, mails, out = (rows.get(name, 0) for name in ("games", "raw_mails", "postings"))
    when = "" if found.reaches is None else f", as of {found.reaches:%Y-%m-%d %H:%M} UTC"
    papers = sum(rows.values())
    held = "1 paper" if papers == 1 else f"{papers} papers"
    return (
        f"{held} (games: {games}, mails in: {mails}, mails out: {out}), migration "
        f"{found.revision}{when}"
    )
