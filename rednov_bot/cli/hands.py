"""`rednov hands`: what each gnome holds, for whoever decides alone (§6)."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from rednov_bot.cli import desks, drafted, options
from rednov_bot.cli.desks import at_the_desk
from rednov_bot.core.errors import Mendable
from rednov_bot.core.workflow.desk import ongoing


@click.command()
@options.config
@options.as_json
@click.option("--yes", is_flag=True, help="Do not ask first.")
def hands(config: Path, as_json: bool, yes: bool) -> None:
    """What each gnome holds in the game that is being played.

    Nobody but the contestmaster may know it, so this asks first; where nobody can be asked, it
    takes --yes.  In a blind game they may not know it either.

    \b
    Example:
      rednov hands
      rednov hands --yes --json
    """

    _may_be_shown(yes)
    if not as_json:
        drafted.look(config, "hands")
        return
    with at_the_desk(config) as (desk, records):
        desks.check_sight(records)
        now = ongoing(desk, records)
    if now is None:
        click.echo(json.dumps({"game": None, "hands": {}}))
        return
    held = zip(now.game.gnomes, now.gamestate.secrets.hands, strict=True)
    told = {name: [item.replace("_", " ").title() for item in items] for name, items in held}
    click.echo(json.dumps({"game": now.game.tag, "hands": told}))


def _may_be_shown(yes: bool) -> None:
    """Nobody sees hands by mistake.  Mendable where it is not asked for, and not to be asked."""
    if yes:
        return
    if not sys.stdin.isatty():
        raise Mendable("hands are secret (§6): say --yes where nobody can be asked")
    if not click.confirm("Show the hands? They are secret (§6).", err=True):
        raise Mendable("no hand was shown")
