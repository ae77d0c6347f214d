"""A web server on loopback, for whoever tries things out; a page is made when it is asked for."""

from __future__ import annotations

import mimetypes
import threading
import time
from collections.abc import Mapping
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Final
from urllib.parse import unquote, urlsplit

import click

from rednov_bot.desk.desk import Desk
from rednov_bot.desk.reports import for_spectators
from rednov_bot.errors import Mendable
from rednov_bot.pages import site

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
                with self._desk.ledger.transaction(durable=False) as records:
                    material = for_spectators.material(self._desk, records)
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
