"""Where dice and shuffles come from, so that they can be checked afterwards (A95)."""

from __future__ import annotations

import hmac
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final, Literal

import msgspec

from rednov_bot.games.base import Hushed

_WORD = 1 << 64


def octets(text: str) -> bytes:
    """A text as it is digested: UTF-8, halves of surrogate pairs as three octets each."""
    return text.encode("utf-8", "surrogatepass")


Block = Callable[[int], bytes]
"""The 32 bytes of a draw's n-th block, counted from 0."""


@lru_cache(maxsize=16)
def _keyed(key: bytes) -> hmac.HMAC:
    """To be copied: a new one costs twice as much."""
    return hmac.new(key, digestmod="sha256")


def _blocks(key: bytes, begins: bytes, ends: bytes = b"") -> Block:
    """The blocks of a text with their number in it."""
    keyed = _keyed(key)

    def block(number: int) -> bytes:
        code = keyed.copy()
        code.update(b"%b%d%b" % (begins, number, ends))
        return code.digest()

    return block


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
        return _blocks(self.secret, octets(f"{self.scope}|{name}|"))


FORM: Final = 2
"""Of the luck of games that begin now; form 1 is `SecretLuck`."""

Of = Literal["number", "cards", "tiles"]


class Drawn(Hushed, frozen=True):
    """A number that was drawn, or an order of cards or tiles."""

    purpose: str
    of: Of
    result: tuple[int, ...]  # of a number it alone, from 0; else the order, from the top
    count: int  # of how many


class Scope(msgspec.Struct, frozen=True):
    """Everything but the purpose that a draw depends on."""

    game: str  # its tag
    moment: str  # `opening`, `turn 12`, `idle Ann`
    mail: str = "-"  # the digest of the mail that announced it, in hex
    beacon: str = "-"  # round and value of a public beacon

    def text(self, what: str = "draw") -> str:
        """The first lines of every text about a draw of this scope."""
        return (
            f"rednov luck {FORM}\n{what}\ngame {self.game}\nmoment {self.moment}\n"
            f"mail {self.mail}\nbeacon {self.beacon}\n"
        )


@dataclass(frozen=True, slots=True)
class Keys:
    """The two secrets of a game, 32 bytes each."""

    dice: bytes = field(repr=False)  # of dice, choices by lot and event decks
    tile: bytes = field(repr=False)  # of the order of the item pool

    @classmethod
    def of(cls, secret: bytes) -> Keys:
        """Both, from the one that is kept on file."""
        return cls(
            hmac.digest(secret, b"rednov luck 2: dice and cards", "sha256"),
            hmac.digest(secret, b"rednov luck 2: tiles", "sha256"),
        )


class GameLuck:
    """Luck of the second form, for one moment of a game; it keeps what was drawn, in order."""

    __slots__ = ("_begins", "_keys", "drawn", "scope")

    def __init__(self, keys: Keys, scope: Scope) -> None:
        """Nothing is drawn yet."""
        self._keys, self.scope = keys, scope
        self._begins = octets(scope.text())
        self.drawn: list[Drawn] = []

    def __repr__(self) -> str:
        """Says no secret."""
        return f"GameLuck({self.scope.moment!r})"

    def pick(self, name: str, count: int) -> int:
        """A number from 0 to *count* - 1."""
        number = picked(self._blocks(self._keys.dice, name), count)
        self.drawn.append(Drawn(name, "number", (number,), count))
        return number

    def shuffle(self, name: str, count: int) -> tuple[int, ...]:
        """The numbers 0 to *count* - 1 in some order."""
        order = shuffled(self._blocks(self._keys.dice, name), count)
        self.drawn.append(Drawn(name, "cards", order, count))
        return order

    def deal(self, name: str, count: int) -> tuple[int, ...]:
        """The numbers 0 to *count* - 1 in some order, from the secret of the tiles."""
        order = shuffled(self._blocks(self._keys.tile, name), count)
        self.drawn.append(Drawn(name, "tiles", order, count))
        return order

    def _blocks(self, key: bytes, name: str) -> Block:
        return _blocks(key, self._begins + b"purpose " + octets(name) + b"\nindex ", b"\n")
