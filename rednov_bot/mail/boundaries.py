"""Mails of several parts: a text beside a page with a picture, or above a picture (RFC 2046).

The plain text always comes first: whoever reads no HTML reads the whole of it.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import count
from typing import Final

from rednov_bot.papers import Picture

_FILE: Final = "board.png"
_LINE: Final = 76


def alternative(text: bytes, html: bytes, picture: Picture, name: str) -> tuple[list[str], bytes]:
    """A text, and a page that says the same, with a picture in it if there is one (RFC 2046 5.1.4,
    RFC 2387).

    The header lines that tell what it is, and the body; *name* is one that no other mail has.
    """
    if not picture.png:
        return _together("alternative", 1, name, (text, html))
    related, inside = _together("related", 2, name, (html, _drawn(picture, "inline")))
    related[0] += '; type="text/html"'
    page = "\r\n".join([*related, "", ""]).encode("ascii") + inside
    return _together("alternative", 1, name, (text, page))


def mixed(text: bytes, html: bytes, picture: Picture, name: str) -> tuple[list[str], bytes]:
    """A text, and below it the picture and the page that will go with it; header lines and body."""
    page = b'Content-Disposition: attachment; filename="page.html"\r\n' + html
    board = (_drawn(picture, "attachment"),) if picture.png else ()
    return _together("mixed", 1, name, (text, *board, page))


def _together(
    kind: str, number: int, name: str, several: Sequence[bytes]
) -> tuple[list[str], bytes]:
    sound = re.sub("[^A-Za-z0-9.]", ".", name)
    names = (f"=_{number}.{attempt}_{sound}"[:70] for attempt in count())
    boundary = next(one for one in names if not any(one.encode() in part for part in several))
    line = f"--{boundary}\r\n".encode("ascii")
    body = b"".join([line + _ended(part) for part in several])
    head = [f'Content-Type: multipart/{kind}; boundary="{boundary}"']
    return head, body + f"--{boundary}--\r\n".encode("ascii")


def _ended(part: bytes) -> bytes:
    """A part and the line break before the next boundary, which is not a part of it."""
    return part + b"\r\n"


@lru_cache(maxsize=32)
def _drawn(picture: Picture, where: str) -> bytes:
    coded = base64.b64encode(picture.png).decode("ascii")
    lines = [
        "Content-Type: image/png",
        "Content-Transfer-Encoding: base64",
        f'Content-Disposition: {where}; filename="{_FILE}"',
        f"Content-ID: <{picture.content_id}>",
        "",
        *[coded[at : at + _LINE] for at in range(0, len(coded), _LINE)],
    ]
    return "\r\n".join(lines).encode("ascii")
