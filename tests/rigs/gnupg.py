"""A real GnuPG with keys of gnomes: what the bot encrypts is opened by another hand."""

from __future__ import annotations

import os
import shutil
import subprocess
from contextlib import ExitStack
from itertools import count

from tests.rigs.processes import short_directory
from tests.rigs.programs import RigError, program


class Gnupg(ExitStack):
    """A home with keys that have no passphrase."""

    def __init__(self) -> None:
        super().__init__()
        self._gpg = program("gpg")
        self._home = short_directory("rn-gnupg")
        self.callback(shutil.rmtree, self._home, ignore_errors=True)
        stop = [program("gpgconf"), "--homedir", self._home, "--kill", "all"]
        self.callback(subprocess.run, stop, capture_output=True)
        self._home.chmod(0o700)
        self._numbers = count(1000)

    def key(
        self,
        name: str,
        algorithm: str = "ed25519",
        use: str = "cert",
        *,
        lasts: str = "never",
        made: str | None = None,
        subkey: tuple[str, str] | None = ("cv25519", "never"),
    ) -> bytes:
        """A new public key, in armour; *made* long ago, say, with a part for encryption."""
        address = f"{name.lower()}{next(self._numbers)}@post.example"
        # The clock stands still ("!"), for a key may not be younger than what is added to it.
        then = () if made is None else ("--faked-system-time", f"{made}!")
        self.run(*then, "--quick-gen-key", f"{name} <{address}>", algorithm, use, lasts)
        if subkey is not None:
            part, until = subkey
            self.run(*then, "--quick-add-key", self.fingerprint(address), part, "encr", until)
        return self.exported(address)

    def exported(self, address: str) -> bytes:
        """A public key as it is now."""
        return self.run("--armor", "--export", address)

    def secret(self, public: bytes) -> bytes:
        """The secret key to a public one."""
        return self.run("--armor", "--export-secret-keys", self._fingerprint_in(public))

    def revoked(self, public: bytes) -> bytes:
        """The same key after its owner has revoked it."""
        fingerprint = self._fingerprint_in(public)
        path = self._home / "openpgp-revocs.d" / f"{fingerprint}.rev"
        self.run("--import", given=path.read_bytes().replace(b"\n:-----", b"\n-----"))
        return self.exported(fingerprint)

    def opened(self, octets: bytes) -> bytes:
        """What was encrypted to one of the keys."""
        return self.run("--decrypt", given=octets)

    def fingerprint(self, which: str) -> str:
        """Of the primary key of an address."""
        return self._first_fingerprint(self.run("--with-colons", "--list-keys", which))

    def _fingerprint_in(self, public: bytes) -> str:
        return self._first_fingerprint(self.run("--with-colons", "--show-keys", given=public))

    @staticmethod
    def _first_fingerprint(listing: bytes) -> str:
        lines = [line.split(b":") for line in listing.splitlines()]
        return next(fields[9].decode() for fields in lines if fields[0] == b"fpr")

    def run(self, *arguments: str, given: bytes = b"") -> bytes:
        """What gpg answers."""
        command = [self._gpg, "--homedir", str(self._home), "--batch", "--quiet", "--yes"]
        command += ["--pinentry-mode", "loopback", "--passphrase", "", *arguments]
        done = subprocess.run(
            command, input=given, capture_output=True, env={**os.environ, "LC_ALL": "C"}
        )
        if done.returncode != 0:
            raise RigError(f"gpg {arguments[0]} failed: {done.stderr.decode()[-500:]}")
        return done.stdout
