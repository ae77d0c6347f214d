"""Which codes others can have read in a mail: what stands in it anywhere, and to whom it went.

Wider than what a mail says: whoever may have read a code knows it, wherever it stood and however a
mail program wrote it: in any field, part, quotation, link, file name or attachment of text.
"""

from __future__ import annotations

import binascii
import html
import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import chain, islice
from typing import Final

from rednov_bot.core.mail.addresses import MOST_CHARACTERS, addresses
from rednov_bot.core.mail.charsets import decoded
from rednov_bot.core.mail.headers import MOST_OCTETS_OF_HEAD, Head, split, words
from rednov_bot.core.mail.parts import kind_of, parameters

MOST_OCTETS: Final = 4 * 1024 * 1024
"""Of heads and text that are looked through; pictures, sounds and films are no text."""

MOST_PARTS: Final = 1000
DEEPEST: Final = 12
"""Parts within parts; what lies deeper, or behind so many, is looked through as it stands."""

_TO = ("to", "cc", "bcc", "resent-to", "resent-cc", "resent-bcc")
_BY_A_LIST = (
    *("list-id", "list-post", "list-archive", "list-owner", "list-subscribe", "list-help"),
    *("mailing-list", "x-mailing-list", "x-beenthere", "x-mailman-version", "x-google-group-id"),
)
_NO_TEXT = ("image", "audio", "video", "font")
_LETTERS = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
_UPPER = bytes(range(256)).upper()
_OTHERS = bytes(sign for sign in range(256) if bytes((sign,)).upper() not in _LETTERS)
_NO_BASE64 = bytes(set(range(256)) - set(b"+/=" + _LETTERS + _LETTERS.lower()))
_LINE_OF_BASE64 = re.compile(rb"^[A-Za-z0-9+/]+={0,2}(?=[ \t]*$)", re.MULTILINE)
_MOST_CHUNKS = 1000  # of base64, each with its own end
_UTF_7 = ("utf-7", "utf7", "unicode-1-1-utf-7", "x-unicode-1-1-utf-7")
_FIELD = re.compile(rb"(?:[>]?From [^\n]*\n)?[!-9;-~]{1,76}:[^\n]*\n")
_OTHER_FORMS = (
    *(range(0xAA, 0xBB), range(0x2B0, 0x2E5), range(0x1D2C, 0x1DC0), range(0x2070, 0x209D)),
    *(range(0x2100, 0x218A), range(0x2460, 0x24FF), range(0xFF00, 0xFF60)),
    *(range(0x1D400, 0x1D800), range(0x1F100, 0x1F18A), range(0x1FBF0, 0x1FBFA)),
)
_MOST_FIELDS = 2000  # that are decoded
_LONGEST_BOUNDARY = 200  # RFC 2046 allows 70
_TAG = re.compile(rb"<[^<>]*>")
_ABSURD = re.compile(rb"&#[xX]?[0-9a-fA-F]{9,};?")  # no character has such a number


@dataclass(frozen=True, slots=True)
class _Piece:
    """A stretch of octets: a mail, or a part of one."""

    octets: bytes
    start: int
    end: int
    depth: int = 0


@dataclass(frozen=True, slots=True)
class _Text:
    """A stretch that is text, or may be, as it was written."""

    piece: _Piece
    kind: str = "text/plain"
    encoding: str = ""
    charset: str = ""


def codes_in(octets: bytes, codes: Iterable[str]) -> frozenset[str]:
    """Those of the codes that stand in a mail, in any case, with any signs between their letters.

    Nobody writes seven letters by chance that were drawn by lot.
    """
    wanted = {code: code.upper().encode("ascii", "replace") for code in codes}
    found: set[str] = set()
    for text in _views(octets) if wanted else ():
        letters = text.translate(_UPPER, _OTHERS)
        found.update([code for code, known in wanted.items() if known in letters])
    return frozenset(found)


def sent_to(octets: bytes) -> tuple[str, ...]:
    """The addresses, folded, to which a mail went as far as it says; "" for more than are read."""
    head, _ = split(octets[:MOST_OCTETS_OF_HEAD].replace(b"\r\n", b"\n").replace(b"\r", b"\n"))
    values = [value for name in _TO for value in head.all(name)]
    absurd = any(len(value) > MOST_CHARACTERS for value in values)
    return addresses(values) + (("",) if absurd else ())


def is_by_a_list(octets: bytes) -> bool:
    """Whether a mail bears the marks of any list (RFC 2369, RFC 2919, and older ones)."""
    head, _ = split(octets[:MOST_OCTETS_OF_HEAD].replace(b"\r\n", b"\n").replace(b"\r", b"\n"))
    return any(name in head.fields for name in _BY_A_LIST) or (
        head.get("precedence").strip().lower() == "list"
    )


def _views(octets: bytes) -> Iterator[bytes]:
    """Everything in a mail that can be read, in each of the forms in which a code can be found."""
    octets = octets.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    texts: list[_Text] = []
    left, fields = MOST_OCTETS, _MOST_FIELDS
    waiting, seen = [_Piece(octets, 0, len(octets))], 0
    while waiting:
        piece = waiting.pop()
        seen += 1
        if seen > MOST_PARTS or piece.depth > DEEPEST or left <= 0:
            texts.append(_Text(piece))
            continue
        head, read, below = _head(piece)
        left -= len(read)
        yield read
        values = list(islice(_values(head), fields))
        fields -= len(values)
        yield from values
        inner = _within(head, below, texts)
        waiting += reversed(inner)
    texts.sort(key=lambda one: not one.kind.startswith("text/"))
    for text in texts:
        start, end = text.piece.start, text.piece.end
        taken = text.piece.octets[start : min(end, start + left)]
        left -= len(taken)
        yield from _read(text, taken)
        if left <= 0:
            return


def _head(piece: _Piece) -> tuple[Head, bytes, _Piece]:
    """The head of a mail or part, its octets, and what stands below."""
    octets, start, end = piece.octets, piece.start, piece.end
    if octets.startswith(b"\n", start, end):
        return Head({}), b"", _Piece(octets, start + 1, end, piece.depth)
    at = octets.find(b"\n\n", start, end)
    below = end if at < 0 else at + 2
    read = octets[start : min(end if at < 0 else at, start + MOST_OCTETS_OF_HEAD)]
    head, _ = split(read)
    return head, read, _Piece(octets, below, end, piece.depth)


def _values(head: Head) -> Iterator[bytes]:
    """What only shows when a field is decoded: encoded words, and names of files in pieces."""
    for name, value in head.in_order:
        if "=?" in value:
            yield words(value).encode("ascii", "ignore")
        if name in ("content-type", "content-disposition"):
            yield "\n".join(parameters(value).values()).encode("ascii", "ignore")


def _within(head: Head, below: _Piece, texts: list[_Text]) -> list[_Piece]:
    """The parts and mails within a part; what is text of it is put to the others."""
    kind, encoding = kind_of(head), _encoding(head)
    if kind.startswith("multipart/"):
        boundary = parameters(head.get("content-type")).get("boundary", "").rstrip()
        if 0 < len(boundary) <= _LONGEST_BOUNDARY:
            return _parts(below, boundary.encode("utf-8", "replace"), texts)
    if kind in ("message/rfc822", "message/global"):
        return [_mail_in(below, encoding)]
    if kind.partition("/")[0] in _NO_TEXT and "xml" not in kind:
        return []
    asked = parameters(head.get("content-type"))
    texts.append(_Text(below, kind, encoding, asked.get("charset", "").strip().lower()))
    name = parameters(head.get("content-disposition")).get("filename", "") or asked.get("name", "")
    if name.lower().endswith(".eml") or kind == "application/octet-stream":
        inner = _mail_in(below, encoding)
        return [inner] if _FIELD.match(inner.octets, inner.start, inner.end) else []
    return []


def _encoding(head: Head) -> str:
    """The transfer encoding, however a mail program has decorated its name."""
    said = head.get("content-transfer-encoding").partition(";")[0].partition("(")[0]
    return said.strip().strip('"').lower()


def _mail_in(below: _Piece, encoding: str) -> _Piece:
    """A mail within a part, as it was before its transfer encoding."""
    if encoding not in ("base64", "quoted-printable"):
        return _Piece(below.octets, below.start, below.end, below.depth + 1)
    octets = below.octets[below.start : min(below.end, below.start + MOST_OCTETS)]
    octets = next(_plain(octets, encoding)).replace(b"\r\n", b"\n")
    return _Piece(octets, 0, len(octets), below.depth + 1)


def _parts(below: _Piece, boundary: bytes, texts: list[_Text]) -> list[_Piece]:
    """The parts between the boundaries; what stands before or behind them is text, as footers."""
    line = re.compile(rb"\n--" + re.escape(boundary) + rb"(--)?[ \t]*(?=\n|\Z)")
    octets, depth = below.octets, below.depth + 1
    found: list[_Piece] = []
    start, inside = below.start, False
    for mark in line.finditer(octets, max(below.start - 1, 0), below.end):
        piece = _Piece(octets, start, max(start, mark.start()), depth)
        if inside:
            found.append(piece)
        else:
            texts.append(_Text(piece))
        start = min(mark.end() + 1, below.end)
        inside = not mark[1] and len(found) < MOST_PARTS
        if not inside:
            break
    rest = _Piece(octets, start, below.end, depth)
    if inside:
        found.append(rest)
    else:
        texts.append(_Text(rest))
    return found


def _read(text: _Text, octets: bytes) -> Iterator[bytes]:
    """A text as it stands, as it is decoded, and as it is shown."""
    yield octets
    for plain in _plain(octets, text.encoding):
        if plain is not octets:
            yield plain
        if text.charset in _UTF_7:
            yield plain.decode("utf-7", "ignore").encode("ascii", "ignore")
        if b"<" in plain or b"&" in plain:
            shown = _ABSURD.sub(b"", _TAG.sub(b"", plain))
            yield html.unescape(shown.decode("latin-1")).encode("ascii", "ignore")
        if not plain.isascii():
            yield _in_letters(plain, text.charset)


def _in_letters(octets: bytes, charset: str) -> bytes:
    """What a text says in letters of other forms that are read as Latin ones: wide, or in rings."""
    if charset in ("", "utf-8", "utf8", "us-ascii", "ascii"):
        text = octets.decode("utf-8", "ignore")
    else:
        text = decoded(octets, charset)
    return text.translate(_as_letters()).encode("ascii", "ignore")


@cache
def _as_letters() -> dict[int, str]:
    found = {}
    for sign in chain(*_OTHER_FORMS):
        plain = unicodedata.normalize("NFKC", chr(sign))
        if plain.isascii() and len(plain) == 1:
            found[sign] = plain
    return found


def _plain(octets: bytes, encoding: str) -> Iterator[bytes]:
    """Octets as they were before their transfer encoding, whatever else stands between them."""
    if encoding == "quoted-printable":
        yield binascii.a2b_qp(octets)
    elif encoding == "base64":
        yield _from_base64(octets.translate(None, _NO_BASE64))
        lines = _LINE_OF_BASE64.findall(octets)
        if sum(map(len, lines)) != len(octets.translate(None, b" \t\n")):
            yield _from_base64(b"".join(lines))  # without what a list has put above or below
    else:
        yield octets


def _from_base64(code: bytes) -> bytes:
    """One stretch behind the other, where several have an end of their own."""
    *ended, last = re.split(b"=+", code, maxsplit=_MOST_CHUNKS)
    found = []
    for one in (*ended, last.replace(b"=", b"")):
        one = one[:-1] if len(one) % 4 == 1 else one
        found.append(binascii.a2b_base64(one + b"=" * (-len(one) % 4)))
    return b"".join(found)
