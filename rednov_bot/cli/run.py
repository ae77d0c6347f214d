"""`rednov run`: the bot at work."""

from __future__ import annotations

import logging
import signal
from contextlib import closing
from pathlib import Path

import click

from rednov_bot.cli import options


@click.command()
@options.config
@click.option("--once", is_flag=True, help="Handle what is in the mailbox, send what is due, end.")
@click.option("--verbose", is_flag=True, help="Say more on the standard error.")
def run(config: Path, once: bool, verbose: bool) -> None:
    """Serve until stopped: fetch mail, judge it, draft, send.

    \b
    Example:
      rednov run --config rednov.toml
      rednov run --config rednov.toml --once
    """
    from rednov_bot import daemon
    from rednov_bot.bootstrap import open_desk
    from rednov_bot.store.serving import serving

    logging.basicConfig(
        level=logging.INFO if verbose else logging.WARNING,
        format="%(asctime)s %(levelname)s %(message)s",
    )
    desk = open_desk(config)
    with serving(desk.settings.bot.database):
        if once:
            daemon.serve_once(desk)
            return
        stop = daemon.Stop()
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda *_: stop.set())
        with closing(stop):
            daemon.serve(desk, stop)
