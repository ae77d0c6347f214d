"""The database, for its host: `rednov db`, `backup`, `restore`, `forget`."""

from __future__ import annotations

from contextlib import nullcontext, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

import click
from sqlalchemy import make_url

from rednov_bot.bootstrap import copy_database, open_desk
from rednov_bot.cli.desks import config, open_desk_on_file
from rednov_bot.core import settings
from rednov_bot.core.errors import RednovError
from rednov_bot.core.invocation import program
from rednov_bot.core.render.wording import counted
from rednov_bot.core.settings import SQLITE
from rednov_bot.core.store import backups, database, forgetting as store, upgrading
from rednov_bot.core.store.postgres_backups import Contents
from rednov_bot.core.store.serving import serving
from rednov_bot.core.store.unit_of_work import Database
from rednov_bot.core.workflow import mails_on_file
from rednov_bot.core.workflow.restoring.played_anew import Count

_FILE = click.Path(path_type=Path, dir_okay=False)


@click.group()
def db() -> None:
    """Make the database, bring it up to date, or copy it."""


@db.command(short_help="Make the database, or bring it up to date.")
@config
@click.option(
    "--despite-differences",
    "despite",
    is_flag=True,
    help="Take games over though this program would have played them otherwise.",
)
def upgrade(config: Path, despite: bool) -> None:
    """Make the database, or bring it up to date; `run` and `start` do so by themselves.

    A program that takes over a database from another version plays every game in it again first,
    from what is stored: each opening, announcement, resolution, discard, gift and kill, with the
    luck, orders and rulings of then.  Where anything comes out otherwise, it says in which game and
    turn, and changes nothing.

    With --despite-differences it takes over all the same.  What was posted stays as it is; but from
    then on this program's rules hold for games that began under others, a rewind of an old turn may
    tell more than what was mistaken, and whoever checks the game with `rednov verify` may find what
    differs.  Tell the list.

    \b
    Example:
      rednov db upgrade --config rednov.toml
    """
    count = Count()
    desk = open_desk(config, thoroughly=True, despite=despite, count=count)
    version = upgrading.version(desk.settings.bot.database)
    click.echo(f"the database is at version {version}{_played_again(count)}")


@db.command(short_help="Copy the database into another, empty one.")
@config
@click.argument("target")
def copy(config: Path, target: str) -> None:
    """Copy the database into TARGET, from SQLite to PostgreSQL or back; stop the service first.

    TARGET is a file, or the URL of a database as in bot.database; it must be empty.  Every table is
    copied as of one moment, the rows are counted, and every game is played again in the copy.
    Where anything goes wrong, TARGET is left as it was.  The database itself is only read.

    Afterwards name TARGET as bot.database, look with `rednov doctor`, and start the service.  Never
    let one serve each of the two: both would send the same mails.

    \b
    Example:
      rednov db copy postgresql+psycopg://rednov@db.bots.example/rednov
    """
    if "://" not in target:
        target = database.named(Path(target)).render_as_string()
    count = Count()
    rows = copy_database(config, target, count)
    for table, number in sorted(rows.items()):
        if number:
            click.echo(f"{number:>9}  {table}")
    url = make_url(target)
    click.echo(f"{database.name(url)} holds all of it{_played_again(count)}")
    named = f'"{target}"' if target.startswith(SQLITE) else "its URL"
    click.echo(f"set bot.database to {named}, run `rednov doctor`, and start the service")


def _played_again(count: Count) -> str:
    """`; 1 game with 12 turns played again, as they were`."""
    if not count.games:
        return ""
    games = "1 game" if count.games == 1 else f"{count.games} games"
    turns = "1 turn" if count.turns == 1 else f"{count.turns} turns"
    again = f"; {games} with {turns} played again"
    return again + (" and taken over despite differences" if count.differing else ", as they were")


@click.command()
@config
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
@config
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
    done = backups.restore(known.bot.database, file, replace=replace, at=datetime.now(UTC))
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
    held = counted(sum(rows.values()), "row")
    return (
        f"{held} (games: {games}, mails in: {mails}, mails out: {out}), migration "
        f"{found.revision}{when}"
    )


LEAST = 30
"""Days that every mail is kept."""


def _days(_context: click.Context, _given: click.Parameter, days: int) -> int:
    if days < LEAST:
        raise click.BadParameter(f"every mail is kept for {LEAST} days; say {LEAST} or more")
    return days


@click.command()
@config
@click.option("--yes", is_flag=True, help="Do it; else it is only counted.")
@click.argument("days", type=int, metavar="DAYS", callback=_days)
def forget(config: Path, yes: bool, days: int) -> None:
    """Delete the words of private mails that are older than DAYS, at least 30.

    Without --yes they are only counted; with it the service must be stopped.

    Forgotten are mails that no list has passed on (private mails, automatic answers, unknown
    senders) and, below their heads, the bot's mails to one reader, with what a server said when it
    refused one.  Kept are announcements and all
    else that came by a list, what anything of a game rests on, everything of a game that is not
    over, mails that are held or show a draft that is open, and of each mail by what it is known
    again: so no game changes, none counts twice, and `rednov verify` finds the same.  Nothing is
    ever forgotten by itself.

    Backups hold what they held, and so does the mailbox.

    \b
    Example:
      rednov forget 365
      rednov forget 365 --yes
    """
    desk = open_desk_on_file(config)
    url = desk.settings.bot.database
    with serving(url) if yes else nullcontext():
        with desk.db.transaction() as records:
            before = mails_on_file.forgotten_until(records, desk.now() - timedelta(days=days))
        old = store.old_mails(url, before)
        with desk.db.transaction() as records:
            mails = mails_on_file.to_be_forgotten(desk, records, old)
        desk.db.close()
        sent = store.old_postings(url, before)
        told = f"{len(mails)} mails that came, and {len(sent)} of the bot's to one reader"
        when = f"from before {before:%Y-%m-%d}"
        if not yes:
            click.echo(f"to be forgotten: {told}, {when}; say --yes to do it")
            return
        count = store.forget(url, mails, sent)
    click.echo(f"the words of {count} mails {when} are forgotten")
