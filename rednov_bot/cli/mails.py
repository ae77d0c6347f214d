"""`rednov mails`: what became of each mail."""

from __future__ import annotations

from pathlib import Path

import click

from rednov_bot.cli import options


@click.command()
@options.config
@click.option("--held", is_flag=True, help="Only those kept for a human.")
def mails(config: Path, held: bool) -> None:
    """What became of each mail, with the reason; newest last.

    \b
    Example:
      rednov mails --held
    """
    from rednov_bot.bootstrap import open_desk

    with open_desk(config).ledger.transaction() as records:
        for one in records.dispositions("hold" if held else None):
            click.echo(
                f"{one.mail:>6}  {one.at:%d %b %Y %H:%M}  {one.disposition:<6}  {one.reason}"
            )
