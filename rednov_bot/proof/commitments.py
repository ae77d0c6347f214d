"""What a game commits itself to before it begins: its terms and its two secrets (docs/luck.md)."""

from __future__ import annotations

import hashlib
from typing import Final, Literal

import msgspec

from rednov_bot.engine.luck import octets
from rednov_bot.engine.options import Options, option_value
from rednov_bot.engine.words import GnomeName

FORM: Final = "rednov luck 2\n"
"""The first line of every text whose digest is taken."""

ABSENT: Final = "-"

_DEFAULT: Final = Options()

Secret = Literal["dice", "tile"]
"""Of dice and cards; of the item pool."""


class Terms(msgspec.Struct, frozen=True):
    """What is fixed before a game begins, but for its secrets."""

    game: str  # its tag
    gnomes: tuple[GnomeName, ...]  # in canonical order
    data: str  # the digest of the data set, in hex
    rules: str  # the version of the program
    pot: int  # Y points (§24)
    options: Options
    beacon: str = ""  # its genesis, period and name, where one is mixed in

    def lines(self) -> tuple[str, ...]:
        """The terms as the opening shows them; of the options those not at their defaults."""
        lines = [f"game {self.game}", *[f"gnome {name}" for name in self.gnomes]]
        lines += [f"data {self.data}", f"rules {self.rules}", f"pot {self.pot}"]
        lines += [f"beacon {self.beacon}"] if self.beacon else []
        lines += [
            f"option {name}={option_value(getattr(self.options, name))}"
            for name in sorted(Options.__struct_fields__)
            if getattr(self.options, name) != getattr(_DEFAULT, name)
        ]
        return tuple(lines)

    def digest(self) -> str:
        """`term`, in hex."""
        return digest("terms", *self.lines())


class Commitments(msgspec.Struct, frozen=True):
    """What the opening tells of the secrets, in hex: nobody can find them from it."""

    terms: tuple[str, ...]  # line by line
    term: str
    dice: str
    tile: str

    def first_seal(self) -> str:
        """The beginning of the chain over all draws."""
        return first_seal(self.dice, self.tile)


def first_seal(dice: str, tile: str) -> str:
    """The beginning of the chain over all draws, of both commitments in hex."""
    return digest("chain", f"dice {dice}", f"tile {tile}")


def committed(terms: Terms, dice: bytes, tile: bytes) -> Commitments:
    """The commitments to both secrets under these terms."""
    term = terms.digest()
    return Commitments(
        terms.lines(), term, commitment(term, "dice", dice), commitment(term, "tile", tile)
    )


def commitment(term: str, which: Secret, secret: bytes) -> str:
    """The commitment to one secret, in hex."""
    return digest("commitment", which, f"term {term}", f"secret {secret.hex()}")


def mail_digest(message_id: str | None, date: str | None, words: str) -> str:
    """The digest of an announcement, in hex.

    *message_id* may have its angle brackets; *date* is in UTC, `2026-03-02T13:00:00Z`; of the
    sender's own *words* blanks do not matter.
    """
    id = (message_id or ABSENT).strip().removeprefix("<").removesuffix(">")
    return digest("mail", f"id {id}", f"date {date or ABSENT}", f"words {' '.join(words.split())}")


def digest(what: str, *lines: str) -> str:
    """SHA-256 of a text of this form, in hex."""
    text = f"{FORM}{what}\n" + "".join([f"{line}\n" for line in lines])
    return hashlib.sha256(octets(text)).hexdigest()
