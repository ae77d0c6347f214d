"""The head of a mail: its fields, their words and its Message-IDs, in whatever charset."""

from __future__ import annotations

import binascii
import re
from dataclasses import dataclass

from rednov_bot.core.models import MessageId

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


MOST_OCTETS_OF_HEAD = 256 * 1024

_FIELD = re.compile(r"^([!-9;-~]{1,200})[ \t]*:(.*)", re.MULTILINE)
_FOLD = re.compile(r"\n[ \t]+")
_ENCODED_WORD = re.compile(r"=\?([^?\s*]{1,40})(?:\*[^?\s]{0,20})?\?([bBqQ])\?([^?\n]*)\?=")
_MESSAGE_ID = re.compile(r"<[!-;=?A-~]+@[!-;=?A-~]+>")
LONGEST_MESSAGE_ID = 900


@dataclass(frozen=True, slots=True)
class Head:
    """The fields of a mail or of one of its parts, unfolded, by lower-case name."""

    fields: dict[str, list[str]]
    in_order: tuple[tuple[str, str], ...] = ()  # the same, from the top: name and value

    def get(self, name: str) -> str:
        """The first field of this name, "" where there is none."""
        values = self.fields.get(name)
        return values[0] if values else ""

    def all(self, *names: str) -> list[str]:
        """Every field of the first of these names, from the top; then of the next."""
        return [value for name in names for value in self.fields.get(name, ())]

    def text(self, name: str) -> str:
        """The first field of this name with its encoded words decoded, on one line."""
        return words(self.get(name))


def split(octets: bytes) -> tuple[Head, bytes]:
    """A mail, or a part of one, with LF line ends: its head, and the bytes below it."""
    if octets.startswith(b"\n"):
        return Head({}), octets[1:]
    end = octets.find(b"\n\n")
    if end < 0:
        return _head(octets), b""
    return _head(octets[:end]), octets[end + 2 :]


def _head(octets: bytes) -> Head:
    """The fields of a head; lines that are no field are passed over."""
    octets = octets[:MOST_OCTETS_OF_HEAD]
    try:
        text = octets.decode("utf-8")
    except UnicodeDecodeError:
        text = octets.decode("latin-1")
    found = _FIELD.findall(_FOLD.sub(" ", text))
    in_order = tuple([(name.lower(), value.strip()) for name, value in found])
    fields: dict[str, list[str]] = {}
    for name, value in in_order:
        fields.setdefault(name, []).append(value)
    return Head(fields, in_order)


def words(value: str) -> str:
    """A field's text with its encoded words decoded (RFC 2047), on one line."""
    if "=?" not in value:
        return one_line(value)
    pieces: list[str] = []
    pending: list[bytes] = []
    charset, end = "", 0
    for match in _ENCODED_WORD.finditer(value):
        between = value[end : match.start()]
        joined = bool(pending) and not between.strip()
        # Neighbours may share one character between them, so their bytes are joined first.
        if not (joined and match[1].lower() == charset):
            pieces.append(decoded(b"".join(pending), charset))
            pending = []
        if not joined:
            pieces.append(between)
        charset = match[1].lower()
        if octets := _word_octets(match[2], match[3]):
            pending.append(octets)
        end = match.end()
    return one_line("".join([*pieces, decoded(b"".join(pending), charset), value[end:]]))


def _word_octets(encoding: str, text: str) -> bytes:
    """The bytes of one encoded word; what cannot be decoded stands as it is."""
    octets = text.encode("utf-8", "replace")
    if encoding in "qQ":
        return binascii.a2b_qp(octets, header=True)
    try:
        return binascii.a2b_base64(octets + b"=" * (-len(octets) % 4))
    except binascii.Error:
        return octets


def message_ids(value: str) -> tuple[MessageId, ...]:
    """Every well-formed Message-ID of a field, in order (RFC 5322 3.6.4)."""
    return tuple(
        MessageId(found) for found in _MESSAGE_ID.findall(value) if len(found) <= LONGEST_MESSAGE_ID
    )


def message_id(value: str) -> MessageId | None:
    """The Message-ID a field consists of, None where it is missing or malformed."""
    if len(value) <= LONGEST_MESSAGE_ID and _MESSAGE_ID.fullmatch(value.strip()):
        return MessageId(value.strip())
    return None
