"""The luck of a game that can be checked afterwards: what is drawn, from which secret (A95).

docs/luck.md tells the form of every text in full.  A draw follows from the game's secret, the
moment, the mail that announced it and its purpose: nobody alone can have chosen that of a turn, and
it is the same whenever it is asked again.
"""

from __future__ import annotations

import hmac
from dataclasses import dataclass, field
from typing import Final, Literal

import msgspec

from rednov_bot.engine.hushed import Hushed
from rednov_bot.engine.luck import Block, octets, picked, shuffled

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
        begins = self._begins + b"purpose " + octets(name) + b"\nindex "

        def block(number: int) -> bytes:
            return hmac.digest(key, begins + b"%d\n" % number, "sha256")

        return block
