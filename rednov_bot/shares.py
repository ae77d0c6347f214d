"""A key in shares: any K of N of them put it together, and fewer tell nothing of it.

Shamir's secret sharing over GF(2^128), as pycryptodome has it.  A share is a text that can be
mailed or printed; it is found again in whatever stands around it, also behind marks of quoting.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import TYPE_CHECKING, Final

from rednov_bot.errors import CannotRecover, Mendable
from rednov_bot.keys import LENGTH, Key, letters, octets_of

if TYPE_CHECKING:
    from Crypto.Protocol.SecretSharing import Shamir

MOST: Final = 16
"""Shares of one key: more friends than that keep no secret."""

_BEGIN, _END = "-----BEGIN REDNOV SHARE-----", "-----END REDNOV SHARE-----"
_CHECK: Final = 8  # letters, five bits each
_LINE = re.compile(r"^[\s>|]*(key|set|share|part|check): *(.*?)\s*$", re.MULTILINE)
_NUMBERS = re.compile(r"(\d{1,2}) of (\d{1,2}), any (\d{1,2}) are needed")


@dataclass(frozen=True, slots=True, kw_only=True)
class Share:
    """One share of a key."""

    key: str  # the name of the key
    batch: str  # shares of the same batch belong together
    number: int  # counts them from 1
    count: int  # how many there are
    needed: int  # how many put the key together
    part: bytes = field(repr=False)

    @property
    def check(self) -> str:
        """Letters that agree with all the rest, unless something in it was changed by mistake."""
        facts = f"{self.key} {self.batch} {self.number} {self.count} {self.needed} "
        digest = hashlib.sha256(b"a share of a rednov key\0" + facts.encode() + self.part).digest()
        return letters(digest)[:_CHECK]

    def written(self) -> str:
        """The share as a block of lines, which `read` finds again."""
        part = letters(self.part)
        parts = " ".join(part[at : at + 5] for at in range(0, len(part), 5))
        return (
            f"{_BEGIN}\n"
            f"key: {self.key}\n"
            f"set: {self.batch}\n"
            f"share: {self.number} of {self.count}, any {self.needed} are needed\n"
            f"part: {parts}\n"
            f"check: {self.check}\n"
            f"{_END}\n"
        )


def split(key: Key, needed: int, count: int) -> tuple[Share, ...]:
    """A new batch of shares.  Mendable where there cannot be so many."""
    if not 2 <= needed <= count <= MOST:
        raise Mendable(
            f"a key is shared among 2 to {MOST} people, of whom 2 or more are needed, and no more "
            f"than there are; not {needed} of {count}"
        )
    batch = letters(secrets.token_bytes(5))
    return tuple(
        Share(key=key.name, batch=batch, number=at, count=count, needed=needed, part=part)
        for at, part in _shamir().split(needed, count, key.octets)
    )


def read(text: str) -> Share | str:
    """The share in a text, or why there is none, in half a sentence."""
    _, begin, rest = text.partition(_BEGIN)
    inside, end, _ = rest.partition(_END)
    said = dict[str, str](_LINE.findall(inside))
    numbers = _NUMBERS.fullmatch(said.get("share", ""))
    if not (begin and end) or numbers is None or len(said) != 5:
        return "holds no whole share of a key"
    number, count, needed = map(int, numbers.groups())
    share = Share(
        key=said["key"].upper(),
        batch=said["set"].upper(),
        number=number,
        count=count,
        needed=needed,
        part=octets_of("".join(said["part"].split())),
    )
    if len(share.part) != LENGTH or share.check != said["check"].upper():
        return f"holds share {number}, which is damaged: its check does not agree with it"
    return share


@dataclass(frozen=True, slots=True)
class Recovered:
    """A key that was put together, and the numbers of shares that are not its own."""

    key: Key
    wrong: tuple[int, ...] = ()


def together(shares: Sequence[Share]) -> Recovered:
    """The key that shares put together; the same share may be there twice.

    CannotRecover, which says which share is missing, strange or wrong.
    """
    every = _of_one_batch(shares)
    first, needed = every[0], every[0].needed
    if len(every) < needed:
        others = sorted(set(range(1, first.count + 1)) - {one.number for one in every})
        raise CannotRecover(
            f"{needed} shares are needed and {len(every)} {_is_are(len(every))} there: "
            f"{needed - len(every)} more of {_listed(others)}"
        )
    for some in combinations(every, needed):
        key = _put_together(some)
        if key.name == first.key:
            rest = [one for one in every if one not in some]
            wrong = [one.number for one in rest if _put_together((*some[1:], one)) != key]
            return Recovered(key, tuple(wrong))
    numbers = _listed([one.number for one in every])
    raise CannotRecover(
        f"shares {numbers} do not give key {first.key}: one of them or more are wrong, though "
        "whole; with one share more it can be told which"
    )


def _of_one_batch(shares: Sequence[Share]) -> tuple[Share, ...]:
    """Each share once, in their order.  CannotRecover where they do not belong together."""
    if not shares:
        raise CannotRecover("no share was named")
    first, by_number = shares[0], dict[int, Share]()
    for one in shares:
        if one.key != first.key:
            raise CannotRecover(
                f"share {one.number} is of key {one.key}, and share {first.number} of {first.key}"
            )
        if (one.batch, one.count, one.needed) != (first.batch, first.count, first.needed):
            raise CannotRecover(
                f"share {one.number} is of set {one.batch}, and share {first.number} of set "
                f"{first.batch}: the key was shared twice, and only shares of one set go together"
            )
        if by_number.setdefault(one.number, one) != one:
            raise CannotRecover(f"there are two shares {one.number}, and they differ")
    return tuple(by_number[number] for number in sorted(by_number))


def _put_together(shares: Sequence[Share]) -> Key:
    return Key(_shamir().combine([(one.number, one.part) for one in shares]))


def _shamir() -> type[Shamir]:
    try:
        from Crypto.Protocol.SecretSharing import Shamir
    except ModuleNotFoundError:
        raise Mendable(
            "the library for shares is not installed; pip install 'rednov-bot[seal]'"
        ) from None
    return Shamir


def _is_are(count: int) -> str:
    return "is" if count == 1 else "are"


def _listed(numbers: Sequence[int]) -> str:
    *others, last = map(str, numbers)
    return f"{', '.join(others)} and {last}" if others else last


def letter(share: Share, contest: str) -> str:
    """A share with what its keeper has to know; 72 columns of ASCII, to be mailed or printed."""
    return (
        f"Share {share.number} of {share.count} of the key of {contest}\n"
        "\n"
        "The contest's bot keeps hands, decks and dice in a database that is\n"
        f"sealed with a key. You keep one share of that key. Any {share.needed} of the\n"
        f"{share.count} shares put it together; fewer tell nothing of it.\n"
        "\n"
        "Keep this where nobody else reads it, apart from any backup of the\n"
        "database, until you are told that the key was changed. Should whoever\n"
        "runs the bot vanish, send it to whoever takes over, once you are sure\n"
        "that it is them who ask. They save each share as a file, and type:\n"
        "\n"
        "    rednov key recover FILE FILE ... --file key\n"
        "\n"
        f"{share.written()}"
    )
