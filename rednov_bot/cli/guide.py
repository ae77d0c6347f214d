"""`rednov guide`: the pages of docs/ in a terminal, as they travel with the program."""

from __future__ import annotations

import click

from rednov_bot.core.errors import Mendable

READERS = {
    "gnome": "gnomes",
    "contestmaster": "contestmaster",
    "host": "hosts",
    "engineer": "engineers",
}
"""Who reads -> the folder of their pages."""


@click.command()
@click.argument("reader", required=False, metavar="[READER]", type=click.Choice(tuple(READERS)))
@click.argument("page", required=False)
def guide(reader: str | None, page: str | None) -> None:
    """How it is played, kept, hosted and changed: for a gnome, contestmaster, host or engineer.

    Without READER it lists all pages; with READER alone it prints their first page.

    \b
    Example:
      rednov guide
      rednov guide gnome
      rednov guide gnome game
      rednov guide contestmaster commands | less
    """
    from rednov_bot.core.render import guide

    if reader is None:
        click.echo("\n".join(guide.listing(READERS)))
        return
    known = {entry.name: entry.path for entry in guide.entries_of(READERS[reader])}
    name = page or "index"
    if name not in known:
        others = ", ".join(one for one in known if one != "index")
        raise Mendable(f"there is no page {name!r} for a {reader}; there are {others}")
    click.echo(guide.told(known[name]))
