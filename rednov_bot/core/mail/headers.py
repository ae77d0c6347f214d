"""The head of a mail: its fields, their words and their Message-IDs.

RFC 5322 and RFC 2047, read leniently and in bounded time.  Whatever is malformed becomes an
absent or a strange value, never an exception.
"""

from __future__ import annotations

import binascii
import re
from dataclasses import dataclass

from rednov_bot.core.mail.charsets import decoded, one_line
from rednov_bot.papers import MessageId

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

    def all(self, name: str) -> list[str]:
        """Every field of this name, from the top."""
        return self.fields.get(name, [])

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
