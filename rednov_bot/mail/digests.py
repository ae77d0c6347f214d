"""Digests, in which a list sends several mails at once, and the mails within.

MIME ones have each mail as a part (RFC 2046, 5.1.5); plain ones have all in one text, each with a
few fields of its head, between lines of hyphens (RFC 1153).  Both are made by the list, and leave
nothing by which it could be shown who wrote what is in them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import Final

from rednov_bot.mail import origin, towers
from rednov_bot.mail.charsets import decoded, visible
from rednov_bot.mail.headers import Head, message_id, split
from rednov_bot.mail.letter import Opened, open_letter
from rednov_bot.mail.parts import kind_of, parameters, pieces, transferred
from rednov_bot.papers import MessageId

MOST_MAILS: Final = 100
"""In one digest; what stands behind them is not looked at."""

MOST_OCTETS: Final = 2 * 1024 * 1024
"""Of the mails in it that are opened; one behind them, or as long itself, is opened in part."""

_MOST_PARTS: Final = 1000  # of a mail, one of which is the digest, or each of which is in it
_NOT_ALL: Final = "more than is read of a digest"
_LEAST: Final = 1024  # octets that are opened of any mail, for who wrote it, and when

_RULE: Final = re.compile(r"^-{27,80}[ \t]*$", re.MULTILINE)
_ENDS: Final = re.compile(r"\s*(?:Subject: Digest Footer\b|End of .{1,200}Digest\b)", re.IGNORECASE)
_FIELD: Final = re.compile(r"([!-9;-~]{1,40}):[ \t]*\S")
_NAMES: Final = frozenset({"date", "subject", "message-id"})  # one of them stands beside From

_KEPT: Final = (
    *("message-id", "date", "from", "reply-to", "to", "cc", "subject", "in-reply-to"),
    *("references", "precedence", "auto-submitted", "mime-version", "content-type"),
    *("content-transfer-encoding",),
)
"""What is read of the head of a mail in a digest: no mark of a list, and no stamp on its way."""


def holds_mails(mail: Opened) -> bool:
    """Whether other mails stand in a mail in the form of a digest."""
    return next(_found(mail), None) is not None


def enclosed(mail: Opened, named: MessageId | None = None) -> tuple[Opened, ...]:
    """The mails in a digest that name somebody on the roster, as that list's own.

    Of the first 100 in it; those alone that bear the Message-ID *named*, if any is.  A digest
    within a digest is one mail.  Of those that are not opened as a whole the fault says so.
    """
    roster, key = mail.roster, mail.forum.key
    list_id = next((one for one, name in roster.fora_by_list_id.items() if name == key), None)
    if list_id is None:
        return ()
    left, found = MOST_OCTETS, []
    for head, below in _known(mail):
        if origin.author(head, roster).name is None:
            continue
        if named not in (None, message_id(head.get("message-id"))):
            continue
        taken = below[: max(left, _LEAST)]
        left -= len(taken)
        opened = open_letter(_written(head, taken, list_id), roster)
        found.append(_sane(opened if len(taken) == len(below) else _in_part(opened)))
    return tuple(found)


def _in_part(mail: Opened) -> Opened:
    return replace(mail, fault=_NOT_ALL)


def _sane(mail: Opened) -> Opened:
    """A mail up to where more marks stand on one letter than anybody writes (towers.py)."""
    text = mail.letter.text
    height = towers.first(text)
    if height is None:
        return mail
    return _in_part(replace(mail, letter=replace(mail.letter, text=text[:height])))


def _known(mail: Opened) -> Iterator[tuple[Head, bytes]]:
    """Each mail, with its author in From where only the name is left of em.

    A list that puts itself into From names the author in fields that a plain digest leaves out.
    That name proves nothing, as nothing in a digest does.
    """
    roster = mail.roster
    for head, below in islice(_found(mail), MOST_MAILS):
        author = origin.author(head, roster)
        called = {name.casefold() for name in author.called} if not author.addresses else set()
        found = [name for name in set(roster.people.values()) if name.casefold() in called]
        if len(found) == 1:
            own = f"{found[0]} <{roster.addresses_of(found[0])[0]}>"
            head = Head({**head.fields, "from": [own]})
        yield head, below


def _written(head: Head, below: bytes, list_id: str) -> bytes:
    """A mail as its list would have sent it by itself."""
    fields = [("List-Id", f"<{list_id}>")]
    fields += [(name, head.get(name)) for name in _KEPT if name in head.fields]
    lines = "".join([f"{name}: {value}\n" for name, value in fields])
    return lines.encode("utf-8", "replace") + b"\n" + below


def _found(mail: Opened) -> Iterator[tuple[Head, bytes]]:
    """Each mail in a digest: its head, and the bytes below."""
    below, kind = mail.below, kind_of(mail.head)
    if kind == "multipart/digest":
        yield from _in_parts(mail.head, below)
    elif kind.startswith("multipart/"):
        for head, octets in islice(_parts(mail.head, below), _MOST_PARTS):
            kind = kind_of(head)
            if kind == "multipart/digest":
                yield from _in_parts(head, octets)
            elif kind == "message/rfc822":
                yield _mail(head, octets)
            elif kind == "text/plain":
                yield from _in_text(head, octets)
    elif kind == "text/plain":
        yield from _in_text(mail.head, below)


def _in_parts(head: Head, octets: bytes) -> Iterator[tuple[Head, bytes]]:
    """The mails of a MIME digest: what says no kind there is a mail."""
    for inner, below in _parts(head, octets):
        if "content-type" not in inner.fields or kind_of(inner) == "message/rfc822":
            yield _mail(inner, below)


def _mail(head: Head, octets: bytes) -> tuple[Head, bytes]:
    """The mail that is a part.

    Encoded it still has the line ends of a mail (RFC 2045, 2.10), or what else somebody put there;
    none of them is left in a field, where it would begin another one.
    """
    octets = transferred(head.get("content-transfer-encoding"), octets, len(octets))
    return split(octets.replace(b"\r\n", b"\n").replace(b"\r", b"\n").lstrip(b"\n"))


def _parts(head: Head, octets: bytes) -> Iterator[tuple[Head, bytes]]:
    boundary = parameters(head.get("content-type")).get("boundary", "").rstrip()
    if boundary:
        for piece in pieces(octets, boundary.encode("utf-8", "replace")):
            yield split(piece)


def _in_text(head: Head, octets: bytes) -> Iterator[tuple[Head, bytes]]:
    """The mails of a plain digest."""
    charset = parameters(head.get("content-type")).get("charset", "")
    octets = transferred(head.get("content-transfer-encoding"), octets, len(octets))
    text = visible(decoded(octets, charset))
    if "----------" not in text:
        return
    found: str | None = None
    for piece in islice(_RULE.split(text), 1, None):
        if _ENDS.match(piece):
            break
        if _begins(piece):
            if found is not None:
                yield _plain(found)
            found = piece.lstrip("\n ")
        elif found is not None:
            found += f"{'-' * 30}{piece}"  # a line of its author's
    if found is not None:
        yield _plain(found)


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


def _plain(text: str) -> tuple[Head, bytes]:
    """A mail of a plain digest: the list has decoded its text already."""
    head, below = split(text.encode("utf-8", "replace"))
    asked = parameters(head.get("content-type"))
    kind = "text/plain; charset=utf-8"
    for name in ("format", "delsp"):
        if asked.get(name, "").isalpha():
            kind += f"; {name}={asked[name]}"
    fields = {
        name: values
        for name, values in head.fields.items()
        if name not in ("mime-version", "content-transfer-encoding")
    }
    return Head({**fields, "content-type": [kind]}), below


def is_of_a_public_forum(mail: Opened) -> bool:
    """Whether a digest is by the list of a public forum, and by nobody on the roster."""
    forum = mail.forum
    return mail.letter.sender is None and forum.listed and forum.key in mail.roster.public
