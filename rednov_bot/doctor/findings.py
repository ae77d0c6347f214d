"""What the doctor finds: a check, how it stands, and what to do."""

from __future__ import annotations

from typing import Literal

import msgspec

Grade = Literal["well", "mind", "wrong"]
"""As it should be; worth a thought; to be mended."""


class Finding(msgspec.Struct, frozen=True):
    """One check; nothing in it is secret."""

    check: str  # `IMAP login`
    grade: Grade
    said: str  # half a sentence: what is so
    remedy: str = ""  # what to do, where it is not well


def well(check: str, said: str) -> Finding:
    """It is as it should be."""
    return Finding(check, "well", said)


def mind(check: str, said: str, remedy: str) -> Finding:
    """It may be meant so; worth a thought."""
    return Finding(check, "mind", said, remedy)


def wrong(check: str, said: str, remedy: str) -> Finding:
    """It is to be mended."""
    return Finding(check, "wrong", said, remedy)


def spoken(size: float) -> str:
    """`3.2 GB`, of so many octets."""
    if size < 1000:
        return f"{size:.0f} octets"
    for unit in ("kB", "MB"):
        size /= 1000
        if size < 1000:
            return f"{size:.1f} {unit}"
    return f"{size / 1000:.1f} GB"
