"""Which codes stand anywhere in a mail: in any field, part, quotation or attachment of text.

Wider than what a mail says: whoever may have read a code knows it, wherever it stood.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator

from rednov_bot.mail.charsets import decoded
from rednov_bot.mail.headers import Head, split, words
from rednov_bot.mail.parts import MOST_PARTS, kind_of, parameters, pieces, transferred

MOST_OCTETS = 2 * 1024 * 1024
"""Of a mail that is looked through."""

_TAG = re.compile(r"<[^<>]{0,200}>")


def codes_in(octets: bytes, codes: Iterable[str]) -> frozenset[str]:
    """Those of the codes that stand in a mail, as words of their own, in any case in brackets."""
    wanted = tuple(codes)
    if not wanted:
        return frozenset()
    octets = octets[:MOST_OCTETS].replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    text = "\n".join(_texts(octets))
    return frozenset([code for code in wanted if _stands_in(code, text)])


def _stands_in(code: str, text: str) -> bool:
    return (
        re.search(rf"(?<![A-Za-z0-9]){code}(?![A-Za-z0-9])", text) is not None
        or re.search(rf"\[rednov {code}\]", text, re.IGNORECASE) is not None
    )


def _texts(octets: bytes) -> Iterator[str]:
    """Everything in a mail that can be read: its fields, and its parts of text, decoded."""
    waiting, seen = [octets], 0
    while waiting and seen < MOST_PARTS:
        seen += 1
        head, below = split(waiting.pop())
        for _, value in head.in_order:
            yield words(value)
        kind = kind_of(head)
        boundary = parameters(head.get("content-type")).get("boundary", "").rstrip()
        if kind.startswith("multipart/") and boundary:
            waiting += list(pieces(below, boundary.encode("utf-8", "replace")))
        elif kind == "message/rfc822":
            waiting.append(transferred(head.get("content-transfer-encoding"), below))
        elif kind.startswith("text/"):
            yield from _read(kind, head, below)


def _read(kind: str, head: Head, octets: bytes) -> Iterator[str]:
    octets = transferred(head.get("content-transfer-encoding"), octets)
    text = decoded(octets, parameters(head.get("content-type")).get("charset", ""))
    yield text
    if kind == "text/html":
        yield html.unescape(_TAG.sub("", text))
