"""Mails changed as mails: their fields, their ids, their parts, their order."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Final

NEXT: Final = b"\n\x1e\n"
"""Stands between the mails of a sequence."""

MOST_MAILS: Final = 4

_FIELD = re.compile(rb"^[!-9;-~]+:.*(?:\n[ \t].*)*", re.MULTILINE)
_ID = re.compile(rb"<[!-;=?A-~]+@[!-;=?A-~]+>")
_ADDRESS = re.compile(rb"[\w.+-]+@[\w.-]+")
_TRIES: Final = 3


def mails_of(octets: bytes) -> list[bytes]:
    """The mails of a sequence, at most four."""
    return octets.split(NEXT, MOST_MAILS)[:MOST_MAILS]


class Mutator:
    """Changes mails by pieces of others; every third change is libFuzzer's own."""

    def __init__(
        self,
        seeds: Sequence[bytes],
        words: Sequence[str],
        blind: Callable[[bytes, int], bytes],
    ) -> None:
        self._mails = [_bare(mail) for octets in seeds for mail in octets.split(NEXT)]
        self._words = [word.encode() for word in words]
        self._blind = blind

    @cached_property
    def _fields(self) -> list[bytes]:
        heads = [mail.partition(b"\n\n")[0] for mail in self._mails]
        return sorted({field for head in heads for field in _FIELD.findall(head)})

    @cached_property
    def _ids(self) -> list[bytes]:
        return sorted({one for mail in self._mails for one in _ID.findall(mail)})

    @cached_property
    def _addresses(self) -> list[bytes]:
        return sorted({one for mail in self._mails for one in _ADDRESS.findall(mail)})

    def __call__(self, octets: bytes, longest: int, seed: int) -> bytes:
        """Another input, at most so long."""
        luck = random.Random(seed)
        if luck.random() < 1 / 3:
            return self._blind(octets, longest)
        mails = [_bare(mail) for mail in octets.split(NEXT)]
        for _ in range(luck.randint(1, _TRIES)):
            at, way = luck.randrange(len(mails)), luck.randrange(7)
            if way == 0:
                mails = self._in_order(luck, mails, at)
            else:
                mails[at] = (self._in_head if way < 5 else self._in_body)(luck, mails[at])
        return NEXT.join(mails)[:longest]

    def _in_head(self, luck: random.Random, mail: bytes) -> bytes:
        head, gap, body = mail.partition(b"\n\n")
        fields = _FIELD.findall(head) or [head]
        at = luck.randrange(len(fields))
        match luck.randrange(8):
            case 0:
                fields.insert(at, luck.choice(self._fields))
            case 1:
                del fields[at]
            case 2:
                fields.insert(luck.randrange(len(fields) + 1), fields[at])
            case 3:
                luck.shuffle(fields)
            case 4:
                fields[at] = self._other(luck, fields[at], _ID, self._ids)
            case 5:
                fields[at] = self._other(luck, fields[at], _ADDRESS, self._addresses)
            case 6:
                name = fields[at].partition(b":")[0]
                fields[at] = name + b":" + luck.choice(self._fields).partition(b":")[2]
            case _:
                fields[at] = self._worded(luck, fields[at])
        return b"\n".join(fields) + gap + body

    def _in_body(self, luck: random.Random, mail: bytes) -> bytes:
        head, gap, body = mail.partition(b"\n\n")
        other = luck.choice(self._mails).partition(b"\n\n")[2]
        match luck.randrange(5):
            case 0:
                body = other
            case 1:
                body += b"\n" + other
            case 2:
                body = self._other(luck, body, _ID, self._ids)
            case 3:
                lines = body.split(b"\n")
                lines.insert(luck.randrange(len(lines) + 1), luck.choice(other.split(b"\n")))
                body = b"\n".join(lines)
            case _:
                body = self._worded(luck, body)
        return head + (gap or b"\n\n") + body

    def _in_order(self, luck: random.Random, mails: list[bytes], at: int) -> list[bytes]:
        match luck.randrange(4):
            case 0 if len(mails) > 1:
                return mails[:at] + mails[at + 1 :]
            case 1:
                return [*mails[: at + 1], mails[at], *mails[at + 1 :]]
            case 2:
                return luck.sample(mails, len(mails))
            case _:
                return [*mails[:at], luck.choice(self._mails), *mails[at:]]

    def _other(
        self, luck: random.Random, text: bytes, kind: re.Pattern[bytes], of: Sequence[bytes]
    ) -> bytes:
        """One of what stands there of a kind is replaced by another; or another put there."""
        found = list(kind.finditer(text))
        if not of:
            return text
        if not found:
            return text + b" " + luck.choice(of)
        one = luck.choice(found)
        return text[: one.start()] + luck.choice(of) + text[one.end() :]

    def _worded(self, luck: random.Random, text: bytes) -> bytes:
        at = luck.randrange(len(text) + 1)
        return text[:at] + luck.choice(self._words) * luck.choice((1, 1, 1, 2, 50)) + text[at:]


def _bare(mail: bytes) -> bytes:
    return mail.replace(b"\r\n", b"\n")
