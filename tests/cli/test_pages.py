"""`rednov pages` and `rednov serve`, as a host calls them."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from tests.cli.shell import Shell
from tests.workflow.play import begin, served


@pytest.fixture
def played(shell: Shell) -> Shell:
    """A game has begun, and its opening has gone out."""
    shell.made()
    table = shell.table()
    begin(table)
    served(table, "")
    return shell


def test_pages_are_written_and_brought_up_to_date(played: Shell, tmp_path: Path) -> None:
    folder = tmp_path / "site"
    said = played("pages", str(folder)).out
    assert re.fullmatch(
        rf"{re.escape(str(folder))}/index.html: \d+ files are new or changed\n", said
    )
    assert (folder / "index.html").exists()
    assert played("pages", str(folder)).out.endswith("index.html: 0 files are new or changed\n")


def test_they_are_shown_on_this_machine(played: Shell) -> None:
    command = [sys.executable, "-m", "rednov_bot", "serve", "--config", str(played.config)]
    with subprocess.Popen(
        [*command, "--port", "0"], stdout=subprocess.PIPE, text=True, env=dict(os.environ)
    ) as showing:
        assert showing.stdout is not None
        found = re.match(r"http://127\.0\.0\.1:\d+/", showing.stdout.readline())
        assert found is not None
        try:
            with urllib.request.urlopen(found[0]) as answer:
                assert "text/html; charset=utf-8" in answer.headers["Content-Type"]
                assert b"<h1>Red November</h1>" in answer.read()
            port = int(found[0].rstrip("/").rpartition(":")[2])
            with (
                socket.create_connection(("127.0.0.1", port)),  # opened, and never used
                urllib.request.urlopen(f"{found[0]}rulings.html", timeout=5) as answer,
            ):
                assert answer.status == 200
            with urllib.request.urlopen(f"{found[0]}style.css") as answer:
                assert "text/css" in answer.headers["Content-Type"]
            with pytest.raises(urllib.error.HTTPError, match="404"):
                urllib.request.urlopen(f"{found[0]}../../etc/passwd")
        finally:
            showing.terminate()
