"""A real Mailman 3 behind a real Postfix: lists as Mailman makes them, members, moderators."""

from __future__ import annotations

import json
import shutil
import socket
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final, Self

from tests.rigs.dovecot import Dovecot
from tests.rigs.postfix import Postfix
from tests.rigs.processes import Daemon, free_port, greets, short_directory
from tests.rigs.programs import Missing, RigError

HOME: Final = Path(__file__).parents[2] / ".venv-mailman" / "bin" / "python"
"""The Python of its virtual environment, which `make test` makes."""


class Mailman:
    """Lists of the domain lists.test, with all the runners that posts go through.

    All is left as Mailman installs it, but for ports, folders, and how long a runner sleeps.
    """

    domain = "lists.test"

    def __init__(self, dovecot: Dovecot, *lists: str, owner: str) -> None:
        """*lists*: the names of lists to make, for Postfix reads once which there are."""
        if not HOME.exists():
            raise Missing("mailman: `make test` installs it")
        self.directory = short_directory("rn-mailman")
        with ExitStack() as stack:
            stack.callback(shutil.rmtree, self.directory, ignore_errors=True)
            lmtp_port, smtp_port = free_port(), free_port()
            (self.directory / "postfix.cfg").write_text("[postfix]\ntransport_file_type: regex\n")
            (self.directory / "mailman.cfg").write_text(
                _CONFIG.format(directory=self.directory, lmtp=lmtp_port, smtp=smtp_port)
                + "".join(f"[runner.{name}]\nsleep_time: 0.1s\n" for name in _RUNNERS)
            )
            console = Path(__file__).with_name("mailman_console.py")
            files = (self.directory / name for name in ("mailman.cfg", "console"))
            daemon = Daemon(
                [str(HOME), "-P", str(console), *map(str, files), "lmtp", *_RUNNERS],
                self.directory,
            )
            stack.callback(daemon.stop)
            self._console = stack.enter_context(socket.socket(socket.AF_UNIX))
            daemon.wait_until(self._connected)
            self._lines = stack.enter_context(self._console.makefile("rw"))
            for name in lists:
                self.ask("create", name, owner)
            self.postfix = stack.enter_context(
                Postfix(dovecot.lmtp_port, smtp_port, lists=self.directory / "var/data")
            )
            daemon.wait_until(lambda: greets(lmtp_port, b"220"))
            self._stack = stack.pop_all()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def _connected(self) -> bool:
        try:
            self._console.connect(str(self.directory / "console"))
        except OSError:
            return False
        return True

    def ask(self, function: str, name: str, *arguments: object) -> Any:
        """One function of mailman_console, at a list of this name; its answer."""
        self._lines.write(json.dumps([function, f"{name}@{self.domain}", *arguments]) + "\n")
        self._lines.flush()
        answer = self._lines.readline()
        if not answer:
            words = (self.directory / "output.log").read_text(errors="replace")[-2000:]
            raise RigError(f"Mailman did not {function}: {words}")
        return json.loads(answer)

    def subscribe(self, name: str, members: Mapping[str, str]) -> None:
        """Members, by the names they write with."""
        for person, address in members.items():
            self.ask("subscribe", name, person, address)

    def foot(self, name: str, text: str) -> None:
        """The footer of a list's posts, in words of Mailman's templates."""
        folder = self.directory / f"var/templates/lists/{name}.{self.domain}/en"
        folder.mkdir(parents=True)
        (folder / "list:member:regular:footer.txt").write_text(text, encoding="utf-8")


_RUNNERS: Final = ("in", "pipeline", "out", "virgin", "digest", "bounces")

_CONFIG: Final = """\
[paths.here]
var_dir: {directory}/var
[mailman]
layout: here
[mta]
smtp_host: 127.0.0.1
smtp_port: {smtp}
lmtp_port: {lmtp}
configuration: {directory}/postfix.cfg
# Where the network would be asked which domains are organisations.
[dmarc]
org_domain_data_url: file:///dev/null
"""
