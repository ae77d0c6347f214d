"""The proof of luck: commitments, the chain over all draws, what each posting shows (A95)."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final, Literal

import msgspec

from rednov_bot.core.luck import Drawn, Scope, octets
from rednov_bot.games.base import Hushed, Options, Player, option_value

STAMP: Final = "%Y-%m-%dT%H:%M:%SZ"
"""How moments in UTC are written wherever luck hangs on them."""

MOST_AHEAD: Final = timedelta(days=1)
"""So far ahead a mail may be dated, by a clock that goes wrong: its turn waits for its Date."""

_TERM: Final = re.compile(r"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ) ([1-9]\d{0,8}) (.+)")


@dataclass(frozen=True, slots=True)
class Beacon:
    """Round n is at genesis + (n - 1) periods."""

    genesis: datetime
    period: timedelta
    name: str

    def __str__(self) -> str:
        """As the terms have it: `2023-08-23T15:09:27Z 3 drand quicknet`."""
        begins = self.genesis.astimezone(UTC).strftime(STAMP)
        return f"{begins} {self.period // timedelta(seconds=1)} {self.name}"

    def at(self, number: int) -> datetime:
        """When a round comes, in UTC; of one beyond all calendars the last moment that there is."""
        try:
            return (self.genesis + (number - 1) * self.period).astimezone(UTC)
        except OverflowError:
            return datetime.max.replace(tzinfo=UTC)

    def round_after(self, moment: datetime) -> int:
        """The first round that comes after this moment."""
        return max(1, (moment - self.genesis) // self.period + 2)

    def last_before(self, moment: datetime) -> int:
        """The last round that came before this moment."""
        return -((self.genesis - moment) // self.period)


def beacon_in(term: str) -> Beacon | None:
    """The beacon that a line of the terms names, as `str` writes it; None where it names none."""
    found = _TERM.fullmatch(term)
    if found is None:
        return None
    try:
        genesis = datetime.strptime(found[1], STAMP).replace(tzinfo=UTC)
    except ValueError:
        return None
    return Beacon(genesis, timedelta(seconds=int(found[2])), found[3])


NODE = 16  # bytes of a key, a leaf, a node
_SIZE = 2  # bytes that tell how many tiles there are
MOST = (1 << 8 * _SIZE) - 1  # tiles


class SealedPool(msgspec.Struct, frozen=True):
    """A shuffle of tiles as it is on file: the leaves tell nothing of the tiles."""

    number: int  # of the draw
    scope: Scope
    purpose: str
    leaves: bytes  # one after the other, from the top

    def __len__(self) -> int:
        """How many tiles were shuffled."""
        return len(self.leaves) // NODE

    def leaf(self, place: int) -> bytes:
        """The leaf of a place, counted from 1 at the top."""
        return self.leaves[(place - 1) * NODE : place * NODE]

    def root(self) -> str:
        """What the list is told of the shuffle, in hex."""
        rows = _rows(self._nodes())
        return _root(len(self), rows[-1][0] if rows[-1] else b"")

    def proof(self, secret: bytes, place: int) -> str:
        """What shows the tile in a place, in base64: the size, the key, the nodes beside its way.

        *secret* is that of the tiles.
        """
        proof = len(self).to_bytes(_SIZE, "big") + key_of(secret, self.scope, self.purpose, place)
        at = place - 1
        for row in _rows(self._nodes())[:-1]:
            if (at ^ 1) < len(row):
                proof += row[at ^ 1]
            at //= 2
        return base64.b64encode(proof).decode()

    def _nodes(self) -> list[bytes]:
        return [self.leaf(place) for place in range(1, len(self) + 1)]


def sealed_pool(
    secret: bytes, number: int, scope: Scope, purpose: str, order: Sequence[str]
) -> SealedPool:
    """The shuffle of these tiles, from the top, with every place under its own key.

    ValueError where there are more than a proof can count.
    """
    if len(order) > MOST:
        raise ValueError(f"a pool has at most {MOST} tiles, not {len(order)}")
    leaves = [
        leaf_of(key_of(secret, scope, purpose, place), item)
        for place, item in enumerate(order, start=1)
    ]
    return SealedPool(number, scope, purpose, b"".join(leaves))


def key_of(secret: bytes, scope: Scope, purpose: str, place: int) -> bytes:
    """The key of a place; *secret* is that of the tiles."""
    text = f"{scope.text('tile')}purpose {purpose}\nplace {place}\n"
    return hmac.digest(secret, octets(text), "sha256")[:NODE]


def leaf_of(key: bytes, item: str) -> bytes:
    """The leaf of a tile."""
    return _half(f"tile {key.hex()}\nitem {item}\n")


def is_shown(proof: str, place: int, item: str, root: str) -> bool:
    """Whether *proof* shows that *item* lay in a place of the shuffle with this *root*."""
    try:
        shown = base64.b64decode("".join(proof.split()), validate=True)
    except (binascii.Error, ValueError):
        return False
    size, nodes = int.from_bytes(shown[:_SIZE], "big"), shown[_SIZE + NODE :]
    if not 1 <= place <= size or len(shown) < _SIZE + NODE:
        return False
    node, at, width = leaf_of(shown[_SIZE : _SIZE + NODE], item), place - 1, size
    while width > 1:
        if (at ^ 1) < width:
            beside, nodes = nodes[:NODE], nodes[NODE:]
            node = _joined(beside, node) if at % 2 else _joined(node, beside)
        at, width = at // 2, (width + 1) // 2
    return not nodes and hmac.compare_digest(_root(size, node), root)


def _rows(leaves: list[bytes]) -> list[list[bytes]]:
    """The leaves, then the nodes above them, up to the last one."""
    rows = [leaves]
    while len(rows[-1]) > 1:
        row = rows[-1]
        rows.append(
            [
                _joined(*row[at : at + 2]) if at + 1 < len(row) else row[at]
                for at in range(0, len(row), 2)
            ]
        )
    return rows


def _joined(left: bytes, right: bytes) -> bytes:
    return _half(f"left {left.hex()}\nright {right.hex()}\n")


def _root(size: int, node: bytes) -> str:
    return hashlib.sha256(f"tiles {size}\nnode {node.hex()}\n".encode()).hexdigest()


def _half(text: str) -> bytes:
    return hashlib.sha256(octets(text)).digest()[:NODE]


FORM: Final = "rednov luck 2\n"
"""The first line of every text whose digest is taken."""

ABSENT: Final = "-"

Secret = Literal["dice", "tile"]
"""Of dice and cards; of the item pool."""


class Terms(msgspec.Struct, frozen=True):
    """What is fixed before a game begins, but for its secrets."""

    game: str  # its tag
    gnomes: tuple[Player, ...]  # in canonical order
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
            for name in sorted(self.options.__struct_fields__)
            if getattr(self.options, name) != getattr(type(self.options)(), name)
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


def shown_result(drawn: Drawn) -> str:
    """`7 of 10`; of a shuffle `sealed`."""
    return f"{drawn.result[0] + 1} of {drawn.count}" if drawn.of == "number" else "sealed"


def draw_link(dice: bytes, scope: Scope, drawn: Drawn) -> str:
    """The link of a number or a shuffle of cards, in hex; that of tiles is their root."""
    result = shown_result(drawn) if drawn.of == "number" else " ".join(map(str, drawn.result))
    return _link(dice, f"{scope.text('link')}purpose {drawn.purpose}\nresult {result}\n")


def posting_link(dice: bytes, scope: Scope, drafts: int, read: str) -> str:
    """The link of a posting, in hex: how many drafts there were of it, and what was *read*."""
    words = " ".join(read.split()) or ABSENT
    return _link(dice, f"{scope.text('posting')}drafts {drafts}\nread {words}\n")


def next_seal(seal: str, link: str) -> str:
    """The chain, a link longer."""
    return hashlib.sha256(f"seal {seal}\nlink {link}\n".encode()).hexdigest()


def told_seal(tile: bytes, game: str, gnome: str, moment: str, hand: tuple[str, ...]) -> str:
    """`told` in a private notice, in hex: that this is the hand of which they were told."""
    held = " ".join(sorted(hand)) or ABSENT
    text = f"rednov luck 2\nnotice\ngame {game}\ngnome {gnome}\nmoment {moment}\nhand {held}\n"
    return hmac.digest(tile, octets(text), "sha256")[:16].hex()


def _link(dice: bytes, text: str) -> str:
    return hmac.digest(dice, octets(text), "sha256").hex()


class Chain(msgspec.Struct, frozen=True):
    """How far the chain over all draws of a game goes."""

    draws: int  # published so far
    seal: str  # hex


class PublishedDraw(msgspec.Struct, frozen=True):
    """A draw under its number; it tells no order that is hidden."""

    number: int  # counts the draws of a game from 1
    scope: Scope
    purpose: str
    result: str  # `7 of 10`, or `sealed`
    link: str  # hex; of tiles, their root
    leaves: bytes = b""  # of tiles

    @property
    def pool(self) -> SealedPool | None:
        """The shuffle of tiles that it was; None if it was none."""
        if not self.leaves:
            return None
        return SealedPool(self.number, self.scope, self.purpose, self.leaves)


class Shown(msgspec.Struct, frozen=True):
    """What a posting shows of one moment: the turn as it was read, and its draws."""

    scope: Scope
    draws: tuple[PublishedDraw, ...] = ()  # those that were not published before
    turn: int | None = None  # its number
    read: str = ""  # the plain announcement; "" where nothing was read

    @property
    def beacon(self) -> tuple[str, str] | None:
        """Round and value of the public beacon that was mixed in, None without."""
        if self.scope.beacon == ABSENT:
            return None
        round_, value = self.scope.beacon.split(" ")
        return round_, value


class Proof(msgspec.Struct, frozen=True):
    """The section THE LUCK of a posting."""

    scope: Scope  # of the posting
    shown: tuple[Shown, ...]
    drafts: int  # of this posting, the one that shows it included
    drawn: str  # the seal behind its draws
    seal: str  # the seal behind it
    behind: Chain | None = None  # how far the chain went before; None where it begins here

    @property
    def read(self) -> str:
        """All turns as they were read, one behind the other."""
        return " ".join([one.read for one in self.shown if one.read])

    @property
    def draws(self) -> tuple[PublishedDraw, ...]:
        """All that it publishes, in their order."""
        return tuple([draw for one in self.shown for draw in one.draws])


class ShownTile(Hushed, frozen=True):
    """A tile that a gnome drew, and where it lay."""

    draw: int  # the number of the shuffle
    place: int  # from 1 at the top
    item: str
    proof: str  # base64
