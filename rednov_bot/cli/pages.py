"""`rednov pages`, `rednov serve`: a site for spectators, and a look at it on this machine."""

from __future__ import annotations

import mimetypes
import threading
import time
from collections.abc import Mapping
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Final
from urllib.parse import unquote, urlsplit

import click

from rednov_bot.cli.desks import config, open_desk_on_file
from rednov_bot.core.errors import Mendable
from rednov_bot.core.web import site
from rednov_bot.core.workflow.desk import Desk
from rednov_bot.core.workflow.reports import spectators

LOOPBACK: Final = "127.0.0.1"
FRESH: Final = 2.0
"""Seconds for which a page is shown as it was made: a browser asks for several files at once."""


def show(desk: Desk, port: int, *, once: bool = False) -> None:
    """Serve the pages until interrupted, or for one request.  Mendable where the port is taken."""
    try:
        server = ThreadingHTTPServer((LOOPBACK, port), _handler(_Site(desk)))
    except OSError as error:
        said = f"nothing can be shown at port {port}: {error.strerror}; name another with --port"
        raise Mendable(said) from error
    with server:
        click.echo(f"http://{LOOPBACK}:{server.server_port}/ (Ctrl-C ends it)")
        try:
            if once:
                server.handle_request()
            else:
                server.serve_forever()
        except KeyboardInterrupt:
            click.echo()


class _Site:
    """The pages as they are on file, made anew when somebody asks after a while."""

    def __init__(self, desk: Desk) -> None:
        self._desk, self._one_by_one = desk, threading.Lock()
        self._made: Mapping[str, bytes] = {}
        self._until = 0.0

    def file(self, name: str) -> bytes | None:
        """A file of the site, None where there is none of this name."""
        with self._one_by_one:
            if time.monotonic() > self._until:
                with self._desk.db.transaction(durable=False) as records:
                    material = spectators.material_of(self._desk, records)
                self._made = dict(site.files(material))
                self._until = time.monotonic() + FRESH
            return self._made.get(name)


def _handler(pages: _Site) -> type[BaseHTTPRequestHandler]:
    class Pages(BaseHTTPRequestHandler):
        """Answers with a page of the site, or that there is none."""

        timeout = 10  # seconds: a browser opens connections that it may never use

        def do_GET(self) -> None:
            """A page, with what it is."""
            self._answer(with_body=True)

        def do_HEAD(self) -> None:
            """What a page is, without it."""
            self._answer(with_body=False)

        def _answer(self, *, with_body: bool) -> None:
            try:
                name = unquote(urlsplit(self.path).path).lstrip("/")
            except ValueError:
                self.send_error(HTTPStatus.BAD_REQUEST)
                return
            if not name or name.endswith("/"):
                name += "index.html"
            octets = pages.file(name)
            if octets is None:
                self.send_error(HTTPStatus.NOT_FOUND)
                return
            kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
            text = kind.startswith("text/") or kind in ("application/json", "application/xml")
            self.send_response(HTTPStatus.OK)
            self.send_header("Content-Type", f"{kind}; charset=utf-8" if text else kind)
            self.send_header("Content-Length", str(len(octets)))
            self.send_header("X-Content-Type-Options", "nosniff")
            self.end_headers()
            if with_body:
                self.wfile.write(octets)

        def log_message(self, format: str, *args: object) -> None:
            """Nothing is said of what is looked at."""

    return Pages


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
    show(open_desk_on_file(config), port, once=once)
