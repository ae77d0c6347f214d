"""`rednov demo`: a short game over embedded mail servers."""

from __future__ import annotations

from pathlib import Path

import click
from rich.console import Console

from rednov_bot.demo.play import play


@click.command()
@click.option(
    "--folder",
    type=click.Path(path_type=Path),
    help="Where the mails and the database stay; a new folder unless named.",
)
def demo(folder: Path | None) -> None:
    """Play a short game on this machine: mails in, drafts, approvals, postings out.

    It needs no settings, and no mail leaves the machine.

    \b
    Example:
      rednov demo --folder demo-out
    """

    play(folder, Console())
