"""The programs of the system that the suite starts, and the Debian packages that bring them.

Run by itself it installs what is missing, or names the command that does: `make test` and `.ci/run`
begin with it, with any Python that is there.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from glob import glob

PACKAGES = {
    "dovecot": "dovecot-imapd",
    "imap": "dovecot-imapd",
    "lmtp": "dovecot-lmtpd",
    "master": "postfix",
    "postgres": "postgresql",
    "initdb": "postgresql",
    "createdb": "postgresql",
    "pg_isready": "postgresql",
    "openssl": "openssl",
    "gpg": "gnupg",
    "gpgconf": "gnupg",
    "chromium": "chromium",
    "smtp-sink": "postfix",
    "make": "make",
}
_FILES = {
    "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf": "fonts-dejavu-core",
    "/usr/share/zoneinfo/Europe/Berlin": "tzdata",
    "/usr/lib/*/libatomic.so.1": "libatomic1",  # Playwright, which speaks to the browser, needs it
}
_OLDEST = (3, 11)


class RigError(RuntimeError):
    """A real server cannot be started here; the text says what is wrong."""


class Missing(RigError):
    """It cannot, for the machine lacks something; the text begins with what."""


def program(name: str) -> str:
    """The full path of a program of the system."""
    found = shutil.which(name, path=os.pathsep.join(_places()))
    if found is None:
        raise Missing(f"{PACKAGES[name]}: {name} is not installed")
    return found


def _places() -> list[str]:
    """Where programs are, those first whose names others have too: `lmtp`, `master`."""
    postgresql = sorted(glob("/usr/lib/postgresql/*/bin"), key=lambda path: int(path.split("/")[4]))
    return [
        *("/usr/lib/dovecot", "/usr/libexec/dovecot", "/usr/lib/postfix/sbin"),
        *reversed(postgresql),
        *(os.environ.get("PATH", ""), "/usr/sbin", "/sbin"),
    ]


def missing_packages() -> list[str]:
    """What is to be installed before every test can run."""
    lacking = {package for path, package in _FILES.items() if not glob(path)}
    for name, package in PACKAGES.items():
        try:
            program(name)
        except Missing:
            lacking.add(package)
    if not _makes_environments():
        lacking.add(_VENV)
    return sorted(lacking)


_VENV = f"python3.{sys.version_info[1]}-venv"


def _makes_environments() -> bool:
    try:
        import ensurepip  # noqa: F401
    except ImportError:
        return False
    return True


def _look_at_python() -> str:
    """What is wrong with the Python that is to make the virtual environment; empty if nothing."""
    if sys.version_info < _OLDEST:
        return (
            f"rednov_bot needs Python 3.11 or newer, and {sys.executable} is "
            f"{sys.version.split()[0]}: name another one, as in `make PYTHON=python3.12 test`"
        )
    if not _makes_environments():
        return (
            f"{sys.executable} cannot make virtual environments: "
            f"run `{_command([_VENV])}`, then the same again"
        )
    return ""


def _command(packages: list[str]) -> str:
    as_root = "" if os.getuid() == 0 else "sudo "
    return f"{as_root}apt-get install --no-install-recommends {' '.join(packages)}"


def _set_up() -> str:
    """Installs what is missing, if this user may; what is wrong then, or nothing."""
    wanted = missing_packages()
    if not wanted:
        return ""
    sudo = [] if os.getuid() == 0 else ["sudo", "-n"]
    if not shutil.which("apt-get"):
        return f"The tests need what Debian has as {', '.join(wanted)}: install it in your way."
    if sudo and (
        not shutil.which("sudo") or subprocess.call([*sudo, "true"], stderr=subprocess.DEVNULL)
    ):
        return f"The tests need programs that only root may install: run `{_command(wanted)}`."
    _say(f"The tests need these packages, and this installs them now: {' '.join(wanted)}")
    apt = [*sudo, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-qq"]
    subprocess.call([*apt, "update"], stdout=sys.stderr)
    known = [
        one
        for one in wanted
        if not subprocess.call(["apt-cache", "show", one], stdout=subprocess.DEVNULL)
    ]
    subprocess.call(
        [*apt, "install", "--yes", "--no-install-recommends", *known], stdout=sys.stderr
    )
    wanted = missing_packages()
    return f"Not to be had from apt-get: {', '.join(wanted)}." if wanted else ""


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def main(look_at_python: bool) -> int:
    wrong = _look_at_python() if look_at_python else _set_up()
    if wrong:
        _say(wrong)
    if look_at_python or os.environ.get("CI"):
        return 1 if wrong else 0
    if wrong and _makes_environments():
        _say("Going on without; the last line will say how many tests were left out.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:] == ["--python"]))
