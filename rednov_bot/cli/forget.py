"""`rednov forget`: the words of old private mails are deleted.

The words of an announcement are kept for ever, for the luck of its turn hangs on them (A95), and a
game can be played again; so is everything of the game that is played, and everything public.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import nullcontext
from datetime import datetime, timedelta
from pathlib import Path

import click

from rednov_bot.cli import options
from rednov_bot.cli.desks import open_desk_on_file
from rednov_bot.core.models import PaperId
from rednov_bot.core.store import forgetting
from rednov_bot.core.store.serving import serving
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow.desk import Desk, is_over
from rednov_bot.core.workflow.screening import screen

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
            before = _until(records, desk.now() - timedelta(days=days))
        old = forgetting.old_mails(url, before)
        with desk.db.transaction() as records:
            mails = _private_ones(desk, records, old)
        desk.db.close()
        sent = forgetting.old_postings(url, before)
        told = f"{len(mails)} mails that came, and {len(sent)} of the bot's to one reader"
        when = f"from before {before:%Y-%m-%d}"
        if not yes:
            click.echo(f"to be forgotten: {told}, {when}; say --yes to do it")
            return
        count = forgetting.forget(url, mails, sent)
    click.echo(f"the words of {count} mails {when} are forgotten")


def _until(records: UnitOfWork, before: datetime) -> datetime:
    """*before*, or when the earliest game that is not over was begun, whichever was earlier."""
    going_on = [
        records.chapters(one.id)[0].at
        for one in records.games()
        if records.gamestate(one.id) is not None and not is_over(records, one)
    ]
    return min([before, *going_on])


def _private_ones(desk: Desk, records: UnitOfWork, mails: Iterable[PaperId]) -> tuple[PaperId, ...]:
    """Those of the mails that no list has passed on, and that are not forgotten."""
    chosen = []
    for mail in mails:
        raw = records.raw_mail(mail)
        if raw is None or not raw.octets:
            continue
        message = screen(raw.octets, desk.roster).message
        if message is None or message.forum not in desk.settings.forums:
            chosen.append(mail)
    return tuple(chosen)
