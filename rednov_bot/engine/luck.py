"""Named draws: the same secret, turn and name give the same, whenever it is asked again (A95).

A draw has a name, so resolving again throws the same dice, and a rule that throws once more
shifts no other throw.
"""

from __future__ import annotations

import hmac
from dataclasses import dataclass, field
from typing import Protocol


class Luck(Protocol):
    """Where dice and shuffles come from: an input of the rules."""

    def pick(self, name: str, count: int) -> int:
        """A number from 0 to *count* - 1, each as likely as the other."""

    def shuffle(self, name: str, count: int) -> tuple[int, ...]:
        """The numbers 0 to *count* - 1 in some order, each order as likely as the other."""


def die(luck: Luck, name: str) -> int:
    """The action die: 1 to 10, its face 0 read as 10 (A82)."""
    return luck.pick(name, 10) + 1


_WORD = 1 << 64


@dataclass(frozen=True, slots=True)
class SecretLuck:
    """Luck derived from the game's 32-byte secret: HMAC-SHA256 over *scope* and name.

    64-bit words of the digest, taken in order, are cut by rejection: no remainder bias.
    """

    secret: bytes = field(repr=False)
    scope: str

    def pick(self, name: str, count: int) -> int:
        """A number from 0 to *count* - 1."""
        whole = _WORD - _WORD % count
        block = 0
        while True:
            digest = self._block(name, block)
            for at in (0, 8, 16, 24):
                word = int.from_bytes(digest[at : at + 8], "big")
                if word < whole:
                    return word % count
            block += 1

    def shuffle(self, name: str, count: int) -> tuple[int, ...]:
        """The numbers 0 to *count* - 1 by Fisher and Yates, from the last place down."""
        order = list(range(count))
        block = 0
        words: list[int] = []
        for last in range(count - 1, 0, -1):
            whole = _WORD - _WORD % (last + 1)
            while True:
                if not words:
                    digest = self._block(name, block)
                    words = [int.from_bytes(digest[at : at + 8], "big") for at in (24, 16, 8, 0)]
                    block += 1
                word = words.pop()
                if word < whole:
                    break
            other = word % (last + 1)
            order[last], order[other] = order[other], order[last]
        return tuple(order)

    def _block(self, name: str, block: int) -> bytes:
        return hmac.digest(self.secret, f"{self.scope}|{name}|{block}".encode(), "sha256")
