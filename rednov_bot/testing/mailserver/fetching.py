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


def wanted(words: Word, *, with_uid: bool) -> tuple[dict[bytes, Answer], bool]:
    """The items of a FETCH with what answers each of a mail; and whether it marks mails as seen."""
    items = words if isinstance(words, tuple) else _MACROS.get(words.upper(), (words,))
    answers: dict[bytes, Answer] = {b"UID": _ANSWERS[b"UID"]} if with_uid else {}
    marks_seen = False
    for item in items:
        if not isinstance(item, bytes):
            raise BadCommand("FETCH takes a flat list")
        name = item.upper()
        if name in _ANSWERS:
            answers[name] = _ANSWERS[name]
            continue
        section = _SECTION.match(_OLD_NAMES.get(name, item))
        if section is None:
            raise BadCommand(f"FETCH does not know {item.decode('ascii', 'replace')}")
        peek, what, start, length = section.groups()
        marks_seen = marks_seen or (peek is None and name != b"RFC822.HEADER")
        label = b"BODY[" + what.upper() + b"]" + (b"<" + start + b">" if start else b"")
        answers[name if name in _OLD_NAMES else label] = _part(
            what, int(start or 0), int(length) if length else None
        )
    return answers, marks_seen


def flags_of(mail: StoredMail) -> bytes:
    """The flags in parentheses, in a fixed order."""
    return ("(" + " ".join(sorted(mail.flags)) + ")").encode()


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
    others = fields is not None and fields[1] is not None
    names = fields[2].lower().split() if fields is not None else []

    def section(octets: bytes) -> bytes:
        if fields is not None:
            asked = [one for name, one in header_fields(octets) if (name in names) != others]
            return b"".join([*asked, b"\r\n"])
        return _SECTIONS[what.upper()](octets)

    if fields is None and what.upper() not in _SECTIONS:
        raise BadCommand("FETCH knows whole mails, HEADER, HEADER.FIELDS and TEXT")

    def answer(mail: StoredMail) -> bytes:
        octets = section(mail.octets)[start:end]
        return b"{%d}\r\n%b" % (len(octets), octets)

    return answer


def header(octets: bytes) -> bytes:
    """The header with the empty line that ends it."""
    end = octets.find(b"\r\n\r\n")
    return octets if end < 0 else octets[: end + 4]


def header_fields(octets: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Each header field: its name in lower case, and all of its lines as they stand."""
    for field in re.findall(rb"[^\r\n]+\r\n(?:[ \t][^\r\n]*\r\n)*", header(octets)):
        yield field.partition(b":")[0].strip().lower(), field


_SECTIONS: dict[bytes, Callable[[bytes], bytes]] = {
    b"": lambda octets: octets,
    b"HEADER": header,
    b"TEXT": lambda octets: octets[len(header(octets)) :],
}

_FLAG_KEYS = {
    name.upper().encode(): f"\\{name}"
    for name in ("Seen", "Answered", "Flagged", "Deleted", "Draft")
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
