"""`rednov pages`, `rednov serve`: a site for spectators, and a look at it on this machine."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from functools import partial
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, SimpleHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from os import PathLike
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import BinaryIO, Final

import click

from rednov_bot.cli.desks import config, open_desk_on_file
from rednov_bot.core.errors import Mendable
from rednov_bot.core.workflow import spectators
from rednov_bot.core.workflow.desk import Desk

LOOPBACK: Final = "127.0.0.1"
FRESH: Final = 2.0
"""Seconds for which a page is shown as it was made: a browser asks for several files at once."""


def _handler(desk: Desk, folder: Path) -> Callable[..., BaseHTTPRequestHandler]:
    """Answers with the pages in a folder, which are made anew when somebody asks after a while."""
    one_by_one = threading.Lock()
    until = 0.0

    class Pages(SimpleHTTPRequestHandler):
        """A page of the site, or that there is none; no list of files."""

        timeout = 10  # seconds: a browser opens connections that it may never use

        def send_head(self) -> BytesIO | BinaryIO | None:
            """What a page is, behind which GET sends it."""
            nonlocal until
            with one_by_one:
                if time.monotonic() > until:
                    spectators.write(desk, folder)
                    until = time.monotonic() + FRESH
            return super().send_head()

        def list_directory(self, path: str | PathLike[str]) -> None:
            """There is none."""
            self.send_error(HTTPStatus.NOT_FOUND)

        def guess_type(self, path: str | PathLike[str]) -> str:
            """Texts are UTF-8."""
            kind = super().guess_type(path)
            text = kind.startswith("text/") or kind in ("application/json", "application/xml")
            return f"{kind}; charset=utf-8" if text else kind

        def end_headers(self) -> None:
            """A browser is to believe what is said."""
            self.send_header("X-Content-Type-Options", "nosniff")
            super().end_headers()

        def log_message(self, format: str, *args: object) -> None:
            """Nothing is said of what is looked at."""

    return partial(Pages, directory=str(folder))


@click.command()
@config
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
    changed = spectators.write(open_desk_on_file(config), folder)
    click.echo(f"{folder / 'index.html'}: {changed} files are new or changed")


@click.command()
@config
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
    desk = open_desk_on_file(config)
    with TemporaryDirectory() as folder:
        try:
            server = ThreadingHTTPServer((LOOPBACK, port), _handler(desk, Path(folder)))
        except OSError as error:
            said = f"nothing can be shown at port {port}: {error.strerror}"
            raise Mendable(f"{said}; name another with --port") from error
        with server:
            click.echo(f"http://{LOOPBACK}:{server.server_port}/ (Ctrl-C ends it)")
            try:
                server.handle_request() if once else server.serve_forever()
            except KeyboardInterrupt:
                click.echo()
