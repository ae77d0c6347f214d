"""Learnt weights and what they say: integer tables, read once, and plain arithmetic."""

from __future__ import annotations

import json
import lzma
from collections.abc import Iterable, Mapping, Sequence
from math import exp
from pathlib import Path
from typing import Any, Final

WEIGHTS: Final = Path(__file__).with_name("weights.bin")

BIAS: Final = 128
SCALE: Final = 32.0
"""A weight of 1 is 32 in the table, which holds -127 to 127."""

_FIELD: Final = 24
"""Bits of one sum: enough for 65,000 features."""
_ONES: Final = (1 << _FIELD) - 1


class _Rows(dict[int, int]):
    """The rows of a table, each unpacked when it is first asked for."""

    def __init__(self, table: bytes | memoryview, width: int) -> None:
        super().__init__()
        self._table, self._width = table, width

    def __missing__(self, row: int) -> int:
        wide = bytearray(self._width * 3)
        wide[::3] = self._table[row * self._width : (row + 1) * self._width]
        found = self[row] = int.from_bytes(wide, "little")
        return found


class Model:
    """Weights of the features for each of some labels, and a small hidden layer beside them.

    A row of the table has a byte for each label and each hidden unit, 128 for nothing.  Unpacked,
    it is one whole number in which each has a field of 24 bits, so that adding rows adds the
    weights of all labels at once.
    """

    def __init__(
        self, labels: int, table: bytes | memoryview, out: Sequence[Sequence[float]]
    ) -> None:
        """*table*: the rows, a power of two; *out*: from each hidden unit to each label."""
        self.labels = labels
        self._width = labels + len(out)
        self._mask = len(table) // self._width - 1
        self._out = [tuple(one / SCALE for one in row) for row in out]
        self._hidden = range(_FIELD * labels, _FIELD * self._width, _FIELD)
        self._rows = _Rows(table, self._width)

    def places(self, features: Iterable[int]) -> set[int]:
        """The rows of some features; what is given twice counts once."""
        return set(map(self._mask.__and__, features))

    def probabilities(self, places: set[int], allowed: Sequence[int]) -> list[float]:
        """How probable each label is, 0 for those not *allowed*."""
        total = sum(map(self._rows.__getitem__, places))
        bias = BIAS * len(places)
        scores = [((total >> (_FIELD * label)) & _ONES) / SCALE for label in allowed]
        for shift, weights in zip(self._hidden, self._out, strict=True):
            unit = ((total >> shift) & _ONES) - bias
            if unit > 0:
                scores = [
                    score + unit * weights[label]
                    for score, label in zip(scores, allowed, strict=True)
                ]
        most = max(scores)
        shares = [exp(score - most) for score in scores]
        whole = sum(shares)
        found = [0.0] * self.labels
        for label, share in zip(allowed, shares, strict=True):
            found[label] = share / whole
        return found


def load(path: Path = WEIGHTS) -> tuple[dict[str, Model], dict[str, Any]]:
    """The models of a weights file by their names, and what else it holds."""
    content = lzma.decompress(path.read_bytes())
    start = content.index(b"\n") + 1
    about = json.loads(content[:start])
    tables = memoryview(content)  # not copied once more
    models = {}
    for name, (labels, out, rows) in about.pop("models").items():
        end = start + rows * (labels + len(out))
        models[name] = Model(labels, tables[start:end], out)
        start = end
    return models, about


def save(
    path: Path, models: Mapping[str, tuple[int, bytes, Sequence[Sequence[float]]]], **about: Any
) -> None:
    """Write a weights file: a line of JSON, then the tables of all models."""
    head = {
        name: (labels, out, len(table) // (labels + len(out)))
        for name, (labels, table, out) in models.items()
    }
    line = json.dumps({"models": head, **about}, separators=(",", ":"), ensure_ascii=True)
    tables = b"".join(table for _, table, _ in models.values())
    path.write_bytes(lzma.compress(line.encode() + b"\n" + tables, preset=6))
