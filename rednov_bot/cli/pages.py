"""`rednov pages`, `rednov serve`: a site for spectators, and a look at it on this machine."""

from __future__ import annotations

from pathlib import Path

import click

from rednov_bot.cli import options


@click.command(short_help="Write the pages for spectators into a folder.")
@options.config
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
def pages(config: Path, folder: Path) -> None:
    """Write the pages for spectators into FOLDER, or bring them up to date there.

    A static site of what the lists have got: how the game stands, every turn with its picture, the
    rulings, the proof of the luck, a feed, and all of it as JSON.  It needs no script and nothing
    from elsewhere.  With `folder` in the section [pages] the service writes it after each posting.

    \b
    Example:
      rednov pages /srv/www/red-november
    """
    from rednov_bot import gallery
    from rednov_bot.cli.desks import open_desk_on_file

    changed = gallery.write(open_desk_on_file(config), folder)
    click.echo(f"{folder / 'index.html'}: {changed} files are new or changed")


@click.command(short_help="Show the pages for spectators on this machine.")
@options.config
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8080,
    show_default=True,
    help="0: any free one.",
)
@click.option("--once", is_flag=True, help="Answer one request, then end.")
def serve(config: Path, port: int, once: bool) -> None:
    """Show the pages for spectators at http://127.0.0.1, to this machine alone, until stopped.

    Each page is made when it is asked for, so that it shows what is on file then.  For everybody
    else, `rednov pages` writes a folder that any web server can serve.

    \b
    Example:
      rednov serve --port 8080
    """
    from rednov_bot.cli.desks import open_desk_on_file
    from rednov_bot.cli.showing import show

    show(open_desk_on_file(config), port, once=once)
