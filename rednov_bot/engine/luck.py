"""Where dice and shuffles come from: an input of the rules (A95).

A draw has a name, its purpose, so resolving again throws the same dice, and a rule that throws
once more shifts no other throw.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Protocol


class Luck(Protocol):
    """What the rules ask for, each time by its purpose."""

    def pick(self, name: str, count: int) -> int:
        """A number from 0 to *count* - 1, each as likely as the other."""

    def shuffle(self, name: str, count: int) -> tuple[int, ...]:
        """The numbers 0 to *count* - 1 in some order, each order as likely as the other."""

    def deal(self, name: str, count: int) -> tuple[int, ...]:
        """The same for the tiles of the item pool: an order that may stay secret for ever (§6)."""


def die(luck: Luck, name: str) -> int:
    """The action die: 1 to 10, its face 0 read as 10 (A82)."""
    return luck.pick(name, 10) + 1


_WORD = 1 << 64


def octets(text: str) -> bytes:
    """A text as it is digested: UTF-8, halves of surrogate pairs as three octets each."""
    return text.encode("utf-8", "surrogatepass")


Block = Callable[[int], bytes]
"""The 32 bytes of a draw's n-th block, counted from 0."""


def picked(block: Block, count: int) -> int:
    """A number from 0 to *count* - 1 from the 64-bit words of the blocks, without remainder bias.

    Words in the last, incomplete row of *count* are passed over.  ValueError where there is nothing
    to choose from, or more than a word can say.
    """
    if not 1 <= count <= _WORD:
        raise ValueError(f"a number is drawn of 1 to 2^64 candidates, not of {count}")
    whole = _WORD - _WORD % count
    digest = block(0)
    word = int.from_bytes(digest[:8], "big")
    if word < whole:
        return word % count
    return next(word for word in _words(block, 1) if word < whole) % count


def shuffled(block: Block, count: int) -> tuple[int, ...]:
    """The numbers 0 to *count* - 1 by Fisher and Yates, from the last place down."""
    order = list(range(count))
    words = _words(block)
    for last in range(count - 1, 0, -1):
        whole = _WORD - _WORD % (last + 1)
        other = next(word for word in words if word < whole) % (last + 1)
        order[last], order[other] = order[other], order[last]
    return tuple(order)


def _words(block: Block, used: int = 0) -> Iterator[int]:
    """The words behind the first *used* of block 0, block by block."""
    number = 0
    while True:
        digest = block(number)
        for at in range(used * 8, 32, 8):
            yield int.from_bytes(digest[at : at + 8], "big")
        number, used = number + 1, 0


@dataclass(frozen=True, slots=True)
class SecretLuck:
    """Luck of the first form, from one 32-byte secret: HMAC-SHA256 over *scope* and name.

    Games that began with it keep it; it publishes nothing but the digest of its secret.
    """

    secret: bytes = field(repr=False)
    scope: str

    def pick(self, name: str, count: int) -> int:
        """A number from 0 to *count* - 1."""
        return picked(self._blocks(name), count)

    def shuffle(self, name: str, count: int) -> tuple[int, ...]:
        """The numbers 0 to *count* - 1 in some order."""
        return shuffled(self._blocks(name), count)

    def deal(self, name: str, count: int) -> tuple[int, ...]:
        """The numbers 0 to *count* - 1 in some order."""
        return shuffled(self._blocks(name), count)

    def _blocks(self, name: str) -> Block:
        def block(number: int) -> bytes:
            return hmac.digest(self.secret, octets(f"{self.scope}|{name}|{number}"), "sha256")

        return block
