"""What lies on the desk, told in a shell in the words of the mails that tell it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from rednov_bot.core.commands import Shown


def look(config: Path, what: Shown) -> None:
    """Print what a mail with this word would be answered."""
    from rednov_bot.cli.desks import at_the_desk
    from rednov_bot.desk.commanding import showing

    with at_the_desk(config) as (desk, records):
        told, lines = showing.shown(desk, records, what)
    click.echo("\n".join([told, "", *lines]))
