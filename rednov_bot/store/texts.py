"""Texts that every database can hold.

Hostile mails and servers send NULs and halves of surrogate pairs; PostgreSQL refuses the one, and
UTF-8 the other.  Both become U+FFFD.
"""

from __future__ import annotations

import re
from typing import Any, Final

_BAD: Final = re.compile("[\0\ud800-\udfff]")


def plain(text: str) -> str:
    """A text without NULs and halves of surrogate pairs."""
    return _BAD.sub("\ufffd", text)


def plain_or_none(text: str | None) -> str | None:
    """A text as above, where there is one."""
    return None if text is None else plain(text)


def plain_throughout(value: Any) -> Any:
    """Lists and mappings whose texts are as above."""
    if isinstance(value, str):
        return plain(value)
    if isinstance(value, list | tuple):
        return [plain_throughout(one) for one in value]
    if isinstance(value, dict):
        return {plain(key): plain_throughout(one) for key, one in value.items()}
    return value
