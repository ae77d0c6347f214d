"""`rednov mails`: what became of each mail."""

from __future__ import annotations

from pathlib import Path

import click

from rednov_bot.cli import options


@click.command(short_help="What became of each mail that came, and why.")
@options.config
@click.option("--held", is_flag=True, help="Only those kept for a human.")
def mails(config: Path, held: bool) -> None:
    """What became of each mail that came, with the reason; newest last.

    Each was read, answered, ignored, or held: kept for a human, because the bot could not tell
    what to do with it.

    \b
    Example:
      rednov mails --held
    """
    from rednov_bot.cli.desks import open_desk_on_file

    with open_desk_on_file(config).ledger.transaction() as records:
        found = records.dispositions("hold" if held else None)
    if not found:
        click.echo("no mail is held" if held else "no mail has come yet")
    for one in found:
        click.echo(f"{one.mail:>6}  {one.at:%d %b %Y %H:%M}  {one.disposition:<6}  {one.reason}")
