"""`rednov forget`: the words of old private mails are deleted."""

from __future__ import annotations

from contextlib import nullcontext
from datetime import timedelta
from pathlib import Path

import click

from rednov_bot.cli import options
from rednov_bot.cli.desks import open_desk_on_file
from rednov_bot.core.store import forgetting as store
from rednov_bot.core.store.serving import serving
from rednov_bot.core.workflow.scheduler import forgetting

LEAST = 30
"""Days that every mail is kept."""


def _days(_context: click.Context, _given: click.Parameter, days: int) -> int:
    if days < LEAST:
        raise click.BadParameter(f"every mail is kept for {LEAST} days; say {LEAST} or more")
    return days


@click.command()
@options.config
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
            before = forgetting.until(records, desk.now() - timedelta(days=days))
        old = store.old_mails(url, before)
        with desk.db.transaction() as records:
            mails = forgetting.private_ones(desk, records, old)
        desk.db.close()
        sent = store.old_postings(url, before)
        told = f"{len(mails)} mails that came, and {len(sent)} of the bot's to one reader"
        when = f"from before {before:%Y-%m-%d}"
        if not yes:
            click.echo(f"to be forgotten: {told}, {when}; say --yes to do it")
            return
        count = store.forget(url, mails, sent)
    click.echo(f"the words of {count} mails {when} are forgotten")
