"""Internationalised domain names, which have two forms: bücher.example, xn--bcher-kva.example.

What is compared or sent is the second one, made of A-labels (IDNA 2008, RFC 5890 to 5892).  The
codec of Python itself follows IDNA 2003, for which straße.example is strasse.example, though they
may belong to two people.
"""

from __future__ import annotations

import re
import string
import unicodedata
from functools import lru_cache
from typing import Final

LONGEST: Final = 255
"""Characters of a domain (RFC 1035, 2.3.4); a longer one is not looked at."""

ADDRESS: Final = re.compile(r"[^\s<>()\"',;:]+@[^\s<>()\"',;:]+")
"""What looks like an address in a text."""

_LOWER = str.maketrans(string.ascii_uppercase, string.ascii_lowercase)


def in_ascii(address: str) -> str | None:
    """An address or a host's name with its domain in A-labels; None where it has none.

    Labels that are not ASCII are lowered besides, as their A-labels need it.
    """
    if address.isascii():
        return address
    local, at, domain = address.rpartition("@")
    if len(domain) > LONGEST:
        return None
    labels: list[str] = []
    for label in domain.split("."):
        if (written := _a_label(label)) is None:
            return None
        labels.append(written)
    return f"{local}{at}{'.'.join(labels)}"


def folded(address: str) -> str:
    """An address, a host's name or a List-Id as it is compared: A-Z lowered, domain in A-labels.

    Only A-Z are lowered in ASCII labels and before the @, so that no foreign letter becomes one of
    them: `str.lower` would turn the Kelvin sign into a k, and a look-alike into somebody's address.
    A domain that cannot be written in A-labels stays as it is, and is that of nobody known.
    """
    address = address.strip()
    if address.isascii():
        return address.lower()
    return (in_ascii(address) or address).translate(_LOWER)


@lru_cache(maxsize=256)
def _a_label(label: str) -> str | None:
    if label.isascii():
        return label
    import idna  # most mailing lists never need it

    lowered = [one if _becomes_ascii(one) else one.lower() for one in label]
    written = unicodedata.normalize("NFC", "".join(lowered))
    if written.isascii():  # it was a look-alike: the Kelvin sign is a K in NFC
        return None
    try:
        return idna.alabel(written).decode("ascii")
    except UnicodeError:  # idna.IDNAError among them
        return None


def _becomes_ascii(letter: str) -> bool:
    """Whether lowering would make an ASCII letter of a foreign one; IDNA then refuses it."""
    return not letter.isascii() and letter.lower().isascii()
