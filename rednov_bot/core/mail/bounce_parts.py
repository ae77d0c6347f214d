"""The parts of a report on a delivery: words for people, facts for machines, the mail returned."""

from __future__ import annotations

import binascii
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from rednov_bot.core.mail.charsets import decoded
from rednov_bot.core.mail.headers import Head, split
from rednov_bot.core.mail.parts import DEEPEST, kind_of, parameters, pieces

MOST_PIECES: Final = 40
MOST_PARTS: Final = 200  # looked into, with those that hold others
MOST_OCTETS: Final = 64 * 1024  # of one part; what tells of a delivery stands at its beginning
_TAGS: Final = re.compile(r"<[a-zA-Z/!][^<>]{0,2000}>")
_BREAKS: Final = re.compile(r"<(?:br|p|/p|/div|/tr|/li|/h\d)\b[^<>]{0,500}>", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """One part that is no multipart."""

    kind: str
    octets: bytes = field(repr=False)  # without its transfer encoding
    text: str = field(default="", repr=False)  # what people read
    head: Head = field(default_factory=lambda: Head({}))  # of the mail in it, where it holds one


def pieces_of(head: Head, below: bytes) -> tuple[Piece, ...]:
    """Every part, in its order; not those inside the returned mail."""
    found: list[Piece] = []
    for piece in _walk(head, below, 0, iter(range(MOST_PARTS))):
        found.append(piece)
        if len(found) >= MOST_PIECES:
            break
    return tuple(found)


def _walk(head: Head, octets: bytes, depth: int, left: Iterator[int]) -> Iterator[Piece]:
    """The pieces of a part; *left* counts the parts that may still be looked into."""
    kind = kind_of(head)
    if kind.startswith("multipart/"):
        boundary = parameters(head.get("content-type")).get("boundary", "").rstrip()
        if boundary and depth < DEEPEST:
            inside = pieces(octets, boundary.encode("utf-8", "replace"))
            for inner, _ in zip(inside, left, strict=False):
                yield from _walk(*split(inner), depth + 1, left)
        elif depth < DEEPEST:
            yield _piece("text/plain", head, octets)
        return
    yield _piece(kind, head, octets)


def _piece(kind: str, head: Head, octets: bytes) -> Piece:
    octets = _transferred(head.get("content-transfer-encoding"), octets)
    if kind in ("text/plain", "text/html"):
        text = decoded(octets, parameters(head.get("content-type")).get("charset", ""))
        return Piece(kind=kind, octets=octets, text=_words(text) if kind == "text/html" else text)
    inner = octets.lstrip(b"\n")
    return Piece(kind=kind, octets=inner, head=split(inner)[0])


def _transferred(encoding: str, octets: bytes) -> bytes:
    """The bytes as they were before their transfer encoding, as far as that can be undone."""
    octets = octets[:MOST_OCTETS]
    match encoding.partition(";")[0].strip().lower():
        case "quoted-printable":
            return binascii.a2b_qp(octets)
        case "base64":
            code = re.sub(rb"[^A-Za-z0-9+/]", b"", octets)
            return _unpacked(code)
        case _:
            return octets


def _unpacked(code: bytes) -> bytes:
    code = code[: len(code) - len(code) % 4] if len(code) % 4 == 1 else code
    try:
        return binascii.a2b_base64(code + b"=" * (-len(code) % 4)).replace(b"\r\n", b"\n")
    except binascii.Error:
        return b""


def _words(html: str) -> str:
    """The words of a page; how it looks does not matter here."""
    text = _TAGS.sub(" ", _BREAKS.sub("\n", html))
    for entity, letter in (("&lt;", "<"), ("&gt;", ">"), ("&nbsp;", " "), ("&amp;", "&")):
        text = text.replace(entity, letter)
    return text
