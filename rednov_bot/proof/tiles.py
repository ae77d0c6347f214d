"""The tiles of a shuffled pool, each under a seal of its own (docs/luck.md, The tiles).

Whoever is shown the key of a place and the nodes beside the way up can check which tile lies
there, and learns nothing of the others.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
from collections.abc import Sequence

import msgspec

from rednov_bot.engine.draws import Scope
from rednov_bot.engine.luck import octets
from rednov_bot.engine.words import Item

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
    secret: bytes, number: int, scope: Scope, purpose: str, order: Sequence[Item]
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
