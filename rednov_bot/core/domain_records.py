"""A file of the keys by which domains sign their mail, for hosts that ask no name server.

Each line is `selector._domainkey.domain RECORD`; empty lines and those that begin with # are none.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Mapping

_NAME = re.compile(r"[^\s.]+(?:\.[^\s.]+)*\._domainkey(?:\.[^\s.]+)+\.?", re.IGNORECASE)
_BLANKS = re.compile(r"\s+")


def read(octets: bytes) -> dict[str, str] | str:
    """The records by their names in small letters; else what is wrong with the file."""
    found: dict[str, str] = {}
    for number, line in enumerate(octets.decode("ascii", "replace").splitlines(), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        name, _, record = _BLANKS.sub(" ", line.strip()).partition(" ")
        record = record.strip('"')
        if not _NAME.fullmatch(name) or not _holds_key(record):
            return (
                f"line {number} is no key; write `selector._domainkey.post.example v=DKIM1; p=...`"
                " on one line, as the domain's name server tells it"
            )
        found[name.lower().rstrip(".")] = record
    return found or "holds no key; write one, or leave the setting out"


def _holds_key(record: str) -> bool:
    """Whether it has a key in Base64, or an empty one: it was withdrawn."""
    key = _tags(record).get("p")
    try:
        return key is not None and len(base64.b64decode(key, validate=True)) not in range(1, 32)
    except (binascii.Error, ValueError):
        return False


def _tags(record: str) -> Mapping[str, str]:
    parts = (one.partition("=") for one in record.split(";"))
    return {tag.strip(): _BLANKS.sub("", value) for tag, _, value in parts}
