"""`rednov demo`, `sandbox`: a game on this machine, to watch or to play."""

from __future__ import annotations

from pathlib import Path

import click
from rich.console import Console

from rednov_bot.demo.play import play
from rednov_bot.games.red_november.ai import STRATEGIES
from rednov_bot.sandbox import play_here


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


@click.command()
@click.option(
    "--folder",
    type=click.Path(path_type=Path, file_okay=False),
    help="Where mails and database stay; a new folder unless named.",
)
@click.option(
    "--as",
    "you",
    default="Tumbledrum",
    show_default=True,
    help="The gnome you play: Tumbledrum, Fizzlewick or Brasspot.",
)
@click.option(
    "--crew",
    type=click.Choice(tuple(STRATEGIES)),
    default="sensible",
    show_default=True,
    help="How the computer gnomes play.",
)
@click.option("--imap", type=click.IntRange(0, 65535), default=0, help="The port; any free one.")
@click.option("--smtp", type=click.IntRange(0, 65535), default=0, help="The port; any free one.")
def sandbox(folder: Path | None, you: str, crew: str, imap: int, smtp: int) -> None:
    """Play on this machine at once: type turns as you would mail them, and see what arrives where.

    Mail servers of its own, a list, a contestmaster and two computer gnomes; the bot is at work as
    it would be on a real list.  Any mail program can look in at the ports that are shown.  It needs
    no settings, and no mail leaves the machine.  "help" tells what may be typed, "quit" ends it.

    \b
    Example:
      rednov sandbox
      rednov sandbox --as Brasspot --crew greedy
    """
    play_here(folder, you, crew, imap=imap, smtp=smtp)
