"""`rednov run`: the bot at work."""

from __future__ import annotations

import random
import resource
import signal
from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import Literal

import click
from sqlalchemy import make_url

from rednov_bot import __version__, service
from rednov_bot.bootstrap import open_desk
from rednov_bot.cli.desks import config
from rednov_bot.core import log, watchdog
from rednov_bot.core.errors import StoreUnreachable
from rednov_bot.core.invocation import program
from rednov_bot.core.store import database
from rednov_bot.core.store.serving import service_lock
from rednov_bot.core.transport.idle import delays
from rednov_bot.core.workflow.desk import Desk
from rednov_bot.service import Stop


@click.command()
@config
@click.option(
    "--once", is_flag=True, help="Handle what is in the mailbox, send what is due, say so and end."
)
@click.option("--verbose", is_flag=True, help="Say more on the standard error.")
@click.option(
    "--log",
    "form",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="Lines of the log for people, or one JSON object each.",
)
def run(config: Path, once: bool, verbose: bool, form: Literal["text", "json"]) -> None:
    """Serve until stopped: fetch mail, judge it, draft, send.

    The database is made if need be.  Ctrl-C or SIGTERM stops the service after the mail in hand.
    A mail server or a database that is away, or refuses the login, is tried again for ever; with
    --once that ends the run with 3.  On PostgreSQL a second service stands by, and takes over when
    the first one goes.

    \b
    Example:
      rednov run --config rednov.toml
      rednov run --config rednov.toml --once
      rednov run --log json

    The log goes to the standard error; no address, text or secret stands in it, but with --verbose
    the addresses under which the bot itself logs in.
    """
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))  # a core would hold every hand
    log.begin(verbose=verbose, form=form)
    if once:
        desk = open_desk(config, thoroughly=True)
        with service_lock(desk.settings.bot.database, waits=False) as lock:
            held, before, _ = _on_file(desk)
            fetched, handled = service.serve_once(desk, lock)
            all_held, after, left = _on_file(desk)
        click.echo(_done(fetched, handled, all_held - held, after - before, left))
        return
    stop = Stop()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stop.set())
    watchdog.tell("READY=1")
    opened = _opened(config, stop)
    if opened is None:
        return
    url = opened.settings.bot.database
    with closing(stop), service_lock(url) as lock:
        while opened is not None and not stop.is_set():
            if lock is not None and service.stood_by(opened, lock, stop):
                opened.db.close()
                opened = _opened(config, stop)  # what was read of the database is of long ago
                continue
            log.serves(__version__, database.name(make_url(url)), opened.settings)
            service.serve(opened, stop, lock)
    watchdog.tell("STOPPING=1")
    log.stopped()


def _opened(config: Path, stop: Stop) -> Desk | None:
    """The desk, once its database answers; None where the wish to stop comes first."""
    pauses = delays(random.random, cap=60.0)
    while not stop.is_set():
        try:
            return open_desk(config, thoroughly=True)
        except StoreUnreachable as error:
            pause = next(pauses)
            log.lost(error, pause)
            watchdog.alive()
            stop.wait(pause)
    return None


def _on_file(desk: Desk) -> tuple[int, Counter[str], int]:
    """How many mails are held, how many attempts came to what, and how many mails may yet go."""
    with desk.db.transaction() as records:
        held, outcomes = len(records.dispositions("hold")), Counter[str](records.outcomes())
        left = [
            one
            for one in records.unsent()
            if one.state in ("queued", "deferred") or one.again_at is not None
        ]
        return held, outcomes, len(left)


def _done(fetched: int, handled: int, held: int, outcomes: Counter[str], left: int) -> str:
    """What a single run did, in one line; what is not sent may lie there from earlier runs.

    *outcomes* are those of its attempts, *left* is how many mails are queued or deferred.
    """
    lost = outcomes["refused"] + outcomes["unknown"]
    rest = [f"{left} not sent yet"] if left else []
    rest += [f"{lost} refused or lost"] if lost else []
    return (
        f"{fetched} {'mail' if fetched == 1 else 'mails'} fetched, {handled} handled"
        + (f" ({held} held for you: see `{program()} mails --held`)" if held else "")
        + f", {outcomes['accepted']} sent; "
        + (f"{', '.join(rest)}: see `{program()} outbox`" if rest else "nothing is left to send")
    )
