"""Bytes become characters whatever the mail claims about them; nothing here raises."""

from __future__ import annotations

import re

# A charset outside this list is not believed: utf-7 or unicode_escape can hide what a reader sees.
_BELIEVED = re.compile(
    r"(?:utf[-_]?(?:8|16|32)(?:[-_]?[bl]e)?|us-ascii|ascii|(?:iso[-_]?)?8859[-_]\d{1,2}"
    r"|iso[-_]8859[-_]\d{1,2}(?:-[ei])?|latin[-_]?\d|(?:windows-|cp|ibm)\d{3,4}|koi8[-_]?[rut]"
    r"|gb(?:k|2312|18030)|hz-gb-2312|big5(?:-?hkscs)?|euc[-_](?:jp|kr)|shift[-_]?jis|sjis"
    r"|iso-2022-(?:jp|kr)(?:-\d)?|ks_c_5601-1987|tis-620|mac(?:intosh|[-_]?roman))",
    re.IGNORECASE,
)
_LATIN = frozenset({"iso-8859-1", "iso_8859-1", "latin1", "latin-1", "iso8859-1"})
_ASCII = frozenset({"", "us-ascii", "ascii", "utf-8", "utf8"})

_GONE = dict.fromkeys(
    [
        *range(0x00, 0x09), *range(0x0E, 0x20), *range(0x7F, 0x85), *range(0x86, 0xA0),
        0xAD, 0x34F, 0x61C, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180E, *range(0x200B, 0x2010),
        0x202A, 0x202B, 0x202C, *range(0x2060, 0x2070), *range(0xFE00, 0xFE10), 0xFEFF,
        *range(0xFFF9, 0xFFFC), *range(0xE000, 0xE010), *range(0xE0000, 0xE0080),
    ],
    "",
)  # fmt: skip
_SPACE = dict.fromkeys([0x09, 0xA0, 0x1680, *range(0x2000, 0x200B), 0x202F, 0x205F, 0x3000], " ")
_BREAK = dict.fromkeys([0x0B, 0x0C, 0x85, 0x2028, 0x2029], "\n")
# An override shows a reader other words than stand there: it leaves a mark that no order has.
_OVERRIDE = dict.fromkeys([0x202D, 0x202E], "\ufffd")
_SEEN = {**_GONE, **_SPACE, **_BREAK, **_OVERRIDE}
_FROM_WINDOWS = {
    0xDC00 + octet: bytes([octet]).decode("cp1252", "replace") for octet in range(0x80, 0x100)
}
_UNSEEN_ASCII = re.compile(r"[\x00-\x09\x0b-\x1f\x7f]")


def decoded(octets: bytes, charset: str) -> str:
    """Text from bytes: by the charset named, else as UTF-8, with Windows-1252 where that ends."""
    name = charset.strip().strip("'\"").lower()
    if name in _ASCII:
        guesses: tuple[str, ...] = ("utf-8",)
    elif name in _LATIN:
        guesses = ("cp1252",)  # as every mail program reads it
    elif _BELIEVED.fullmatch(name):
        guesses = (name, "utf-8")
    else:
        guesses = ("utf-8",)
    for guess in guesses:
        try:
            return octets.decode(guess)
        except (LookupError, ValueError):
            continue
    return octets.decode("utf-8", "surrogateescape").translate(_FROM_WINDOWS)


def visible(text: str) -> str:
    """Text as a reader sees it: LF only, plain spaces, nothing of no width."""
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    if text.isascii() and not _UNSEEN_ASCII.search(text):
        return text
    return text.translate(_SEEN)


def one_line(text: str) -> str:
    """Text on one line, with single spaces."""
    return " ".join(visible(text).split())
