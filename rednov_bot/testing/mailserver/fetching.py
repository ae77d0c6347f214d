"""What FETCH and SEARCH ask of a mail, and the answers (RFC 3501, 6.4.4, 6.4.5, 7.4.2)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from rednov_bot.testing.mailserver.command import BadCommand, Word
from rednov_bot.testing.mailserver.folder import StoredMail, positions

Answer: TypeAlias = "Callable[[StoredMail], bytes]"

_SECTION = re.compile(rb"BODY(\.PEEK)?\[(.*)\](?:<(\d+)\.(\d+)>)?$", re.IGNORECASE | re.DOTALL)
_FIELDS = re.compile(rb"HEADER\.FIELDS(\.NOT)? \((.*)\)$", re.IGNORECASE)
_MACROS = {b"FAST": (b"FLAGS", b"INTERNALDATE", b"RFC822.SIZE")}
_OLD_NAMES = {
    b"RFC822": b"BODY[]",
    b"RFC822.HEADER": b"BODY.PEEK[HEADER]",
    b"RFC822.TEXT": b"BODY[TEXT]",
}


class Wanted:
    """The items of one FETCH, ready to be asked of many mails."""

    def __init__(self, words: Word, *, with_uid: bool) -> None:
        items = words if isinstance(words, tuple) else _MACROS.get(words.upper(), (words,))
        self.marks_seen = False
        self._answers: dict[bytes, Answer] = {b"UID": _ANSWERS[b"UID"]} if with_uid else {}
        for item in items:
            if not isinstance(item, bytes):
                raise BadCommand("FETCH takes a flat list")
            self._add(item)

    def _add(self, item: bytes) -> None:
        name = item.upper()
        if name in _ANSWERS:
            self._answers[name] = _ANSWERS[name]
            return
        section = _SECTION.match(_OLD_NAMES.get(name, item))
        if section is None:
            raise BadCommand(f"FETCH does not know {item.decode('ascii', 'replace')}")
        peek, what, start, length = section.groups()
        self.marks_seen = self.marks_seen or (peek is None and name != b"RFC822.HEADER")
        label = b"BODY[" + what.upper() + b"]"
        if name in _OLD_NAMES:
            label = name
        elif start is not None:
            label += b"<" + start + b">"
        self._answers[label] = _part(what, int(start or 0), int(length) if length else None)

    def line(self, number: int, mail: StoredMail) -> bytes:
        """The untagged FETCH answer for the mail with this sequence number."""
        facts = (label + b" " + answer(mail) for label, answer in self._answers.items())
        return b"* %d FETCH (%b)\r\n" % (number, b" ".join(facts))


def flags_of(mail: StoredMail) -> bytes:
    """The flags in parentheses, in a fixed order."""
    return ("(" + " ".join(sorted(mail.flags)) + ")").encode()


def _literal(octets: bytes) -> bytes:
    return b"{%d}\r\n%b" % (len(octets), octets)


_ANSWERS: dict[bytes, Answer] = {
    b"UID": lambda mail: b"%d" % mail.uid,
    b"FLAGS": flags_of,
    b"INTERNALDATE": StoredMail.internal_date,
    b"RFC822.SIZE": lambda mail: b"%d" % len(mail.octets),
}


def _part(what: bytes, start: int, length: int | None) -> Answer:
    """The octets of a section, or *length* of them from *start*."""
    end = None if length is None else start + length
    fields = _FIELDS.match(what)
    match what.upper():
        case b"":
            return lambda mail: _literal(mail.octets[start:end])
        case b"HEADER":
            return lambda mail: _literal(header(mail.octets)[start:end])
        case b"TEXT":
            return lambda mail: _literal(mail.octets[len(header(mail.octets)) :][start:end])
        case _ if fields is not None:
            names = fields[2].lower().split()
            others = fields[1] is not None
            return lambda mail: _literal(
                b"".join(
                    field for name, field in header_fields(mail.octets) if (name in names) != others
                )
                + b"\r\n"
            )
        case _:
            raise BadCommand("FETCH knows whole mails, HEADER, HEADER.FIELDS and TEXT")


def header(octets: bytes) -> bytes:
    """The header with the empty line that ends it."""
    end = octets.find(b"\r\n\r\n")
    return octets if end < 0 else octets[: end + 4]


def header_fields(octets: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Each header field: its name in lower case, and all of its lines as they stand."""
    for field in re.findall(rb"[^\r\n]+\r\n(?:[ \t][^\r\n]*\r\n)*", header(octets)):
        yield field.partition(b":")[0].strip().lower(), field


_FLAG_KEYS = {
    b"SEEN": "\\Seen",
    b"ANSWERED": "\\Answered",
    b"FLAGGED": "\\Flagged",
    b"DELETED": "\\Deleted",
    b"DRAFT": "\\Draft",
}


def search(view: Sequence[StoredMail], words: Sequence[Word]) -> list[int]:
    """The positions in *view* of the mails for which every key holds.

    Keys: ALL, UID, sequence sets, flags and their UN- forms, LARGER, SMALLER, HEADER, FROM, TO,
    CC, SUBJECT.
    """
    found = set(range(len(view)))
    rest = [word for word in words if isinstance(word, bytes)]
    if len(rest) != len(words):
        raise BadCommand("SEARCH takes a flat list of keys")
    while rest:
        found &= _with_key(view, rest.pop(0).upper(), rest)
    return sorted(found)


def _with_key(view: Sequence[StoredMail], key: bytes, rest: list[bytes]) -> set[int]:
    if key[:1].isdigit() or key[:1] == b"*":
        return set(positions(range(1, len(view) + 1), key))
    if key == b"CHARSET":
        rest.pop(0)
        return set(range(len(view)))
    if key == b"UID":
        return set(positions([mail.uid for mail in view], rest.pop(0)))
    test = _test(key, rest)
    return {position for position, mail in enumerate(view) if test(mail)}


def _test(key: bytes, rest: list[bytes]) -> Callable[[StoredMail], bool]:
    plain = key.removeprefix(b"UN")
    if plain in _FLAG_KEYS:
        flag, wanted = _FLAG_KEYS[plain], plain == key
        return lambda mail: (flag in mail.flags) == wanted
    match key:
        case b"ALL" | b"OLD":
            return lambda mail: True
        case b"RECENT" | b"NEW":
            return lambda mail: False
        case b"LARGER" | b"SMALLER":
            size, sign = int(rest.pop(0)), 1 if key == b"LARGER" else -1
            return lambda mail: len(mail.octets) * sign > size * sign
        case b"HEADER" | b"FROM" | b"TO" | b"CC" | b"SUBJECT":
            name = rest.pop(0).lower() if key == b"HEADER" else key.lower()
            words = rest.pop(0).lower()
            return lambda mail: any(
                name == field_name and words in field.partition(b":")[2].lower()
                for field_name, field in header_fields(mail.octets)
            )
        case _:
            raise BadCommand(f"SEARCH does not know {key.decode('ascii', 'replace')}")
