"""Digests, in which a list sends several mails at once: how they are known.

MIME ones have each mail as a part (RFC 2046, 5.1.5); plain ones have all in one text, each with a
few fields of its head, between lines of hyphens (RFC 1153).  Both are made by the list, and leave
nothing by which it could be shown who wrote what is in them: nothing in one takes effect.
"""

from __future__ import annotations

import re
from itertools import islice
from typing import Final

from rednov_bot.mail.charsets import decoded, visible
from rednov_bot.mail.headers import Head, split
from rednov_bot.mail.letter import Opened
from rednov_bot.mail.parts import kind_of, parameters, pieces, transferred

_MOST_PARTS: Final = 1000  # of a mail that are looked at

_RULE: Final = re.compile(r"^-{27,80}[ \t]*$", re.MULTILINE)
_ENDS: Final = re.compile(r"\s*(?:Subject: Digest Footer\b|End of .{1,200}Digest\b)", re.IGNORECASE)
_FIELD: Final = re.compile(r"([!-9;-~]{1,40}):[ \t]*\S")
_NAMES: Final = frozenset({"date", "subject", "message-id"})  # one of them stands beside From


def holds_mails(mail: Opened) -> bool:
    """Whether other mails stand in a mail in the form of a digest."""
    kind = kind_of(mail.head)
    if not kind.startswith("multipart/"):
        return kind == "text/plain" and _is_plain(mail.head, mail.below)
    boundary = parameters(mail.head.get("content-type")).get("boundary", "").rstrip()
    if not boundary:
        return False
    for piece in islice(pieces(mail.below, boundary.encode("utf-8", "replace")), _MOST_PARTS):
        head, octets = split(piece)
        kind = kind_of(head)
        if kind in ("multipart/digest", "message/rfc822"):
            return True
        if kind == "text/plain" and _is_plain(head, octets):
            return True
    return False


def _is_plain(head: Head, octets: bytes) -> bool:
    """Whether the mails of a plain digest stand in a text."""
    charset = parameters(head.get("content-type")).get("charset", "")
    octets = transferred(head.get("content-transfer-encoding"), octets, len(octets))
    text = visible(decoded(octets, charset))
    for piece in islice(_RULE.split(text), 1, None):
        if _ENDS.match(piece):
            return False
        if _begins(piece):
            return True
    return False


def _begins(piece: str) -> bool:
    """Whether a piece of text begins with the head of a mail."""
    names: set[str] = set()
    for line in piece.lstrip("\n ").split("\n", 60)[:60]:
        if not line.strip():
            break
        if line.startswith((" ", "\t")) and names:
            continue
        match = _FIELD.match(line)
        if match is None:
            return False
        names.add(match[1].lower())
    return "from" in names and not names.isdisjoint(_NAMES)
