"""A real PostgreSQL on loopback, with a fresh database for whoever asks."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
from contextlib import ExitStack
from itertools import count
from pathlib import Path

from tests.rigs.processes import Daemon, free_port, short_directory
from tests.rigs.programs import RigError, program


class Postgres(ExitStack):
    """One server for a test run; `fresh_url()` makes an empty database in it."""

    def __init__(self) -> None:
        super().__init__()
        initdb = program("initdb")
        self.directory = short_directory("rn-postgres")
        self.callback(shutil.rmtree, self.directory, ignore_errors=True)
        self.host = "127.0.0.1"
        self.port = free_port()
        self._numbers = count(1)
        self._user = "postgres" if os.getuid() == 0 else None  # the server refuses root
        data = self.directory / "data"
        data.mkdir(0o700)
        if self._user:
            owner = pwd.getpwnam(self._user)
            for path in (self.directory, data):
                os.chown(path, owner.pw_uid, owner.pw_gid)
        options = ["--no-sync", "-A", "trust", "-U", "postgres", "--locale=C", "-E", "UTF8"]
        self._run([initdb, *options, "-D", str(data)])
        command = [program("postgres"), "-D", str(data), "-p", str(self.port)]
        for setting in (
            f"listen_addresses={self.host}",
            "unix_socket_directories=",
            "max_connections=50",
            "fsync=off",
            "autovacuum=off",  # it writes like somebody else, and then the bot reads again
        ):
            command += ["-c", setting]
        self._command = command
        self.start()
        self.callback(self.stop)

    def start(self) -> None:
        """The server runs, with all that it held when it was stopped."""
        self._daemon = Daemon(
            self._command, self.directory, stop=signal.SIGINT, cwd=Path("/"), user=self._user
        )
        ready = [program("pg_isready"), "-q", "-h", self.host, "-p", str(self.port)]
        self._daemon.wait_until(lambda: subprocess.run(ready).returncode == 0)

    def stop(self) -> None:
        """The server ends at once, and cuts off whoever is connected."""
        self._daemon.stop()

    def kill(self) -> None:
        """The server loses its power: what it had not written yet is gone."""
        self._daemon.kill_all()

    def fresh_url(self, encoding: str = "UTF8") -> str:
        """An empty database, as SQLAlchemy names it."""
        name = f"rednov_{next(self._numbers)}"
        login = ["-h", self.host, "-p", str(self.port), "-U", "postgres"]
        kind = ["-E", encoding, "-T", "template0"] if encoding != "UTF8" else []
        self._run([program("createdb"), *login, *kind, name])
        return f"postgresql+psycopg://postgres@{self.host}:{self.port}/{name}"

    def _run(self, command: list[str]) -> None:
        done = subprocess.run(
            command,
            cwd="/",
            user=self._user,
            group=pwd.getpwnam(self._user).pw_gid if self._user else None,
            extra_groups=[] if self._user else None,
            capture_output=True,
            text=True,
        )
        if done.returncode != 0:
            raise RigError(f"{command[0]} failed: {done.stderr[-1000:]}")
