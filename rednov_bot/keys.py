"""The key that seals what is hidden on file: sixteen octets, kept apart from the database.

Written it is one line: what it is, its name, itself.  Its name tells nothing of it: with it a
database says which key opens it, and a key that was mistyped does not agree with its own name.
"""

from __future__ import annotations

import base64
import hashlib
import secrets
from binascii import Error
from dataclasses import dataclass, field
from typing import Final

from rednov_bot.invocation import program

LENGTH: Final = 16
"""Octets of a key: 128 bits, as many as one share of a secret holds (shares.py)."""

_FORM: Final = "rednov-key-1"
_NAME: Final = 8  # letters of a name, five bits each


@dataclass(frozen=True, slots=True)
class Key:
    """A key; its representation tells its name alone."""

    octets: bytes = field(repr=False)

    def __post_init__(self) -> None:
        if len(self.octets) != LENGTH:
            raise ValueError(f"a key has {LENGTH} octets")

    @property
    def name(self) -> str:
        """Eight letters of A-Z2-7 by which people and databases call it."""
        return letters(hashlib.sha256(b"name of a rednov key\0" + self.octets).digest())[:_NAME]

    def __repr__(self) -> str:
        """Its name."""
        return f"Key({self.name})"

    def written(self) -> str:
        """The line that is the key: whoever has it can open what it seals."""
        return f"{_FORM}.{self.name}.{letters(self.octets)}"


def new() -> Key:
    """A key that nobody has had before, from the operating system's source of randomness."""
    return Key(secrets.token_bytes(LENGTH))


def read(text: str) -> Key | str:
    """The key in a text, or why there is none, in half a sentence that tells nothing of it.

    Blank lines and lines that begin with # are passed over.
    """
    lines = [line.strip() for line in text.splitlines()]
    said = [line for line in lines if line and not line.startswith("#")]
    if len(said) != 1 or not said[0].lower().startswith(f"{_FORM}."):
        return f"holds no key of rednov's, which is one line; `{program()} key new` makes one"
    _, _, rest = said[0].partition(".")
    name, _, written = rest.upper().partition(".")
    octets = octets_of(written)
    if len(octets) != LENGTH or Key(octets).name != name:
        return f"holds a mistyped key: its letters do not agree with its name {name[:_NAME]}"
    return Key(octets)


def letters(octets: bytes) -> str:
    """Octets as letters of A-Z2-7, which bear capitals and small letters alike (RFC 4648)."""
    return base64.b32encode(octets).decode("ascii").rstrip("=")


def octets_of(written: str) -> bytes:
    """The octets that were written so; none where `letters` would not have written them so."""
    try:
        octets = base64.b32decode(written + "=" * (-len(written) % 8), casefold=True)
    except (Error, ValueError):
        return b""
    return octets if letters(octets) == written.upper() else b""
