"""Servers of the system, started for a test run and ended with it."""

from __future__ import annotations

import itertools
import os
import pwd
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from tests.rigs.programs import RigError, program

PATIENCE = 60.0  # seconds for a server to answer


def user_with_mail() -> pwd.struct_passwd:
    """Who owns the mail: oneself, or nobody where that would be root."""
    return pwd.getpwnam("nobody") if os.getuid() == 0 else pwd.getpwuid(os.getuid())


def short_directory(prefix: str) -> Path:
    """A directory with a short name that everyone may enter.

    Unix sockets take paths of some hundred octets, and servers run as several users: pytest's
    own directories are too long and too closed.
    """
    made = Path(tempfile.mkdtemp(prefix=f"{prefix}-", dir="/tmp"))
    made.chmod(0o755)
    return made


_WORKER: Final = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0")[2:])
_FIRST: Final = 20_000 + 700 * (_WORKER % 17)
_PORTS: Final = itertools.cycle(
    _FIRST + (os.getpid() + number) % 700 for number in range(700)
)  # another run at the same time begins elsewhere
"""Those of this worker of the tests, below the ones that Linux gives to connections by itself."""


def free_port() -> int:
    """A port of loopback that is free, and that nobody else takes before its server has it."""
    for port in itertools.islice(_PORTS, 700):
        with socket.socket() as probe, suppress(OSError):
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(("127.0.0.1", port))
            return port
    raise RigError("no port of loopback from 20000 on is free")


def self_signed(directory: Path) -> tuple[Path, Path]:
    """A certificate for 127.0.0.1 and its key."""
    certificate, key = directory / "cert.pem", directory / "key.pem"
    openssl = program("openssl")
    wanted = (
        "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=127.0.0.1"
    )
    wanted += f" -addext subjectAltName=IP:127.0.0.1 -keyout {key} -out {certificate}"
    subprocess.run([openssl, *wanted.split()], check=True, capture_output=True)
    return certificate, key


class Daemon:
    """A server in the foreground, in a process group of its own that ends with us."""

    def __init__(
        self,
        command: Sequence[str],
        directory: Path,
        *,
        stop: signal.Signals = signal.SIGTERM,
        cwd: Path | None = None,
        environment: Mapping[str, str] | None = None,
        user: str | None = None,
    ) -> None:
        self.directory = directory
        self._stop = stop
        self._output = (directory / "output.log").open("wb")
        self._process = subprocess.Popen(
            command,
            cwd=cwd or directory,
            env={**os.environ, **(environment or {})},
            user=user,
            group=pwd.getpwnam(user).pw_gid if user else None,
            extra_groups=[] if user else None,
            stdin=subprocess.DEVNULL,
            stdout=self._output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        # A run that is killed must not leave servers behind: when our end of the pipe closes,
        # whatever the reason, this shell ends the group.  (PR_SET_PDEATHSIG does not last:
        # Postfix loses it as it changes its user.)
        self._warden = subprocess.Popen(
            ["/bin/sh", "-c", f"read -r _; kill -s KILL -- -{self._process.pid}"],
            stdin=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )

    def wait_until(self, ready: Callable[[], bool]) -> None:
        """Until the server answers; an error with its last words if it does not."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until and self._process.poll() is None:
            if ready():
                return
            time.sleep(0.005)
        ended = self._process.poll()
        self.stop()
        words = "".join(
            log.read_text(errors="replace")[-2000:] for log in sorted(self.directory.glob("*.log"))
        )
        what = f"did not answer in {PATIENCE:.0f} s" if ended is None else f"ended with {ended}"
        raise RigError(f"{self._process.args!r} {what}: {words}")

    def stop(self) -> None:
        """The whole group ends: politely, then not."""
        self._warden.kill()
        self._warden.communicate()
        for name in (self._stop, signal.SIGKILL):
            try:
                os.killpg(self._process.pid, name)
            except ProcessLookupError:
                break
            try:
                self._process.wait(2.0 if name is self._stop else PATIENCE)
            except subprocess.TimeoutExpired:
                continue
        self._process.wait(PATIENCE)
        self._output.close()

    def kill_all(self) -> None:
        """Everything that the server has started ends with it, this instant."""
        self._warden.kill()
        self._warden.communicate()
        every = [self._process.pid, *_descendants(self._process.pid)]
        for pid in every:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self._process.wait(PATIENCE)
        until = time.monotonic() + PATIENCE
        while any(Path(f"/proc/{pid}").exists() for pid in every) and time.monotonic() < until:
            time.sleep(0.001)
        self._output.close()


def _descendants(pid: int) -> list[int]:
    """The processes that a process has started, and those that they have."""
    try:
        said = Path(f"/proc/{pid}/task/{pid}/children").read_text()
    except FileNotFoundError:
        return []
    children = [int(number) for number in said.split()]
    return [*children, *(one for child in children for one in _descendants(child))]


def greets(port: int, greeting: bytes) -> bool:
    """Whether somebody at this port of loopback begins with these octets."""
    try:
        with socket.create_connection(("127.0.0.1", port), 1.0) as made:
            made.settimeout(2.0)
            return made.recv(64).startswith(greeting)
    except OSError:
        return False
