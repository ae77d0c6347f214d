"""Debian's Chromium, and a web server that hands it a folder."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, sync_playwright

from tests.rigs.programs import program

_QUIETLY: Final = (
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"),
    *("--disable-background-networking", "--disable-component-update"),
)
"""Started by root, and asking nothing of the world outside."""

PHONE: Final = {"width": 360, "height": 800}
DESK: Final = {"width": 1280, "height": 900}


@contextmanager
def chromium() -> Iterator[Browser]:
    """A browser that has no window."""
    binary = program("chromium")
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=binary, args=list(_QUIETLY))
        try:
            yield browser
        finally:
            browser.close()


class _Silent(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        pass


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """The address of a folder, with a slash at its end."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Silent, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
