"""`rednov drill`: a season of faults on this installation, in a sandbox."""

from __future__ import annotations

from pathlib import Path

import click


@click.command(short_help="Play a season of faults here, in a sandbox, and say what was passed.")
@click.option(
    "--folder",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    help="Where the sandbox is made: on the disk of your database, say; else where you are.",
)
def drill(folder: Path | None) -> None:
    """Play a season of faults on this installation: duplicates, kills, dead servers, a full disk,
    a clock that jumps, hostile mails, a lost database.

    It needs no settings and touches no database of yours; no mail leaves the machine.  Each turn of
    a game is taken amid another trouble, and afterwards everything must be there once.  It takes a
    minute or two, and ends with 1 where something failed.

    \b
    Example:
      rednov drill --folder /var/lib/rednov
    """
    from rich.console import Console

    from rednov_bot.drill.season import play

    if not play(folder or Path.cwd(), Console()):
        click.get_current_context().exit(1)
