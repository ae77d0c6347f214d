"""Learnt weights and what they say: integer tables, read once, and plain arithmetic."""

from __future__ import annotations

import json
import lzma
import sys
from array import array
from collections.abc import Iterable, Mapping, Sequence
from math import exp
from pathlib import Path
from struct import Struct
from typing import Any, Final, NamedTuple

WEIGHTS: Final = Path(__file__).with_name("weights.bin")

BIAS: Final = 128
SCALE: Final = 32.0
"""A weight of 1 is 32 in the table, which holds -127 to 127."""
LIVELY: Final = 0.3
"""What a hidden unit adds up to before any feature speaks: above 0, or it would never learn."""


class Weights(NamedTuple):
    """What is learnt of one model, as the weights file has it."""

    labels: int
    bits: int  # how many low bits of a feature are its place
    places: bytes | memoryview  # of the features that tell something, ascending, four bytes each
    rows: bytes | memoryview  # a byte for each label and each hidden unit, BIAS for nothing
    out: Sequence[Sequence[float]]  # from each hidden unit to each label


class Model:
    """Weights of the features for each of some labels, and a small hidden layer beside them.

    A row is unpacked when it is first asked for: one whole number, in which each label and each
    hidden unit has a field of 16 bits, so that adding rows adds the weights of all at once.
    """

    def __init__(self, weights: Weights) -> None:
        self.labels = weights.labels
        self._mask = (1 << weights.bits) - 1
        self._at = _rows_by_place(weights)
        self._out = weights.out
        self._narrow: dict[tuple[int, ...], list[list[float]]] = {}
        self._rows = _Rows(weights.rows, weights.labels + len(weights.out))

    def places(self, features: Iterable[int]) -> set[int]:
        """The places of some features; what is given twice counts once."""
        return set(map(self._mask.__and__, features))

    def probabilities(self, places: set[int], allowed: tuple[int, ...]) -> list[float]:
        """How probable each label is, 0 for those not *allowed*."""
        at = self._at
        rows = [row for place in places if (row := at[place])]
        sums = self._rows.sums(rows)
        scores = [sums[label] / SCALE for label in allowed]
        bias = BIAS * len(rows) - LIVELY * SCALE
        for unit, weights in zip(sums[self.labels :], self._to(allowed), strict=True):
            if unit > bias:
                more = unit - bias
                scores = [one + more * weight for one, weight in zip(scores, weights, strict=True)]
        most = max(scores)
        shares = [exp(score - most) for score in scores]
        whole = sum(shares)
        found = [0.0] * self.labels
        for label, share in zip(allowed, shares, strict=True):
            found[label] = share / whole
        return found

    def _to(self, allowed: tuple[int, ...]) -> list[list[float]]:
        """From each hidden unit to some labels."""
        found = self._narrow.get(allowed)
        if found is None:
            found = [[row[label] / SCALE for label in allowed] for row in self._out]
            self._narrow[allowed] = found
        return found


def _rows_by_place(weights: Weights) -> array[int]:
    """By its place, the row of a feature, from 1; 0 where nothing is learnt."""
    places = array("I")
    places.frombytes(weights.places)
    if sys.byteorder == "big":
        places.byteswap()
    found = array("I" if len(places) >> 16 else "H", [0]) * (1 << weights.bits)
    for row, place in enumerate(places, 1):
        found[place] = row
    return found


_AT_ONCE: Final = 257
"""Rows whose bytes can be added in fields of 16 bits."""


class _Rows(dict[int, int]):
    """The rows of a table from 1, each unpacked when it is first asked for."""

    def __init__(self, table: bytes | memoryview, width: int) -> None:
        super().__init__()
        self._table, self._width = table, width
        self._fields = Struct(f"<{width}H")

    def __missing__(self, row: int) -> int:
        wide = bytearray(self._width * 2)
        wide[::2] = self._table[(row - 1) * self._width : row * self._width]
        found = self[row] = int.from_bytes(wide, "little")
        return found

    def sums(self, rows: Sequence[int]) -> Sequence[int]:
        """The sum of each column over some rows."""
        if len(rows) > _AT_ONCE:
            parts = self.sums(rows[:_AT_ONCE]), self.sums(rows[_AT_ONCE:])
            return [one + other for one, other in zip(*parts, strict=True)]
        total = sum(map(self.__getitem__, rows))
        return self._fields.unpack(total.to_bytes(self._width * 2, "little"))


def load(path: Path = WEIGHTS) -> tuple[dict[str, Model], dict[str, Any]]:
    """The models of a weights file by their names, and what else it holds."""
    content = lzma.decompress(path.read_bytes())
    start = content.index(b"\n") + 1
    about = json.loads(content[:start])
    tables = memoryview(content)  # not copied once more
    models = {}
    for name, (labels, bits, count, out) in about.pop("models").items():
        middle = start + 4 * count
        end = middle + count * (labels + len(out))
        models[name] = Model(Weights(labels, bits, tables[start:middle], tables[middle:end], out))
        start = end
    return models, about


def save(path: Path, models: Mapping[str, Weights], **about: Any) -> None:
    """Write a weights file: a line of JSON, then the places and rows of all models."""
    head = {
        name: (one.labels, one.bits, len(one.places) // 4, one.out) for name, one in models.items()
    }
    line = json.dumps({"models": head, **about}, separators=(",", ":"), ensure_ascii=True)
    tables = b"".join(part for one in models.values() for part in (one.places, one.rows))
    path.write_bytes(lzma.compress(line.encode() + b"\n" + tables, preset=6))
