"""Learnt weights and what they say: integer tables, read once, and plain arithmetic."""

from __future__ import annotations

import json
import sys
import zlib
from array import array
from bisect import bisect_left
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property
from math import exp
from operator import mul
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
    places: array[int]  # of the features that tell something, ascending
    rows: bytes  # a row for each of these, packed: BIAS for nothing, by label and unit
    out: Sequence[Sequence[float]]  # from each hidden unit to each label, to 1/10,000


_TENTHS: Final = 10
FINE: Final = 10_000
"""Hidden units are summed in tenths of a table's units, weights from them are kept to 1/10,000."""
_UNIT: Final = _TENTHS * FINE * SCALE


class Model:
    """Weights of the features for each of some labels, and a small hidden layer beside them.

    Weights are whole numbers side by side in one, in fields of 16 bits, so that one addition adds
    all of a feature.  What is reckoned from their sums are whole numbers below 2 ** 53, in floats.
    """

    def __init__(self, weights: Weights) -> None:
        self.labels = weights.labels
        self.bits = weights.bits
        self.learnt = weights.places
        self._mask = (1 << weights.bits) - 1
        self._rows = _Rows(weights)
        self._out = [
            [float(round(row[label] * FINE)) for row in weights.out] for label in range(self.labels)
        ]

    def places(self, features: Iterable[int]) -> set[int]:
        """The places of some features; what is given twice counts once."""
        return set(map(self._mask.__and__, features))

    def probabilities(self, places: set[int], allowed: tuple[int, ...]) -> list[float]:
        """How probable each label is, 0 for those not *allowed*."""
        sums = self._rows.sums(places)
        asleep = float(_TENTHS * BIAS * sums[-1] - round(_TENTHS * LIVELY * SCALE))
        awake = [
            more if (more := _TENTHS * unit - asleep) > 0.0 else 0.0
            for unit in sums[self.labels : -1]
        ]
        out = self._out
        scores = [
            _TENTHS * FINE * sums[label] + sum(map(mul, awake, out[label])) for label in allowed
        ]
        most = max(scores)
        shares = [exp((score - most) / _UNIT) for score in scores]
        whole = sum(shares)
        found = [0.0] * self.labels
        for label, share in zip(allowed, shares, strict=True):
            found[label] = share / whole
        return found


_AT_ONCE: Final = 257
"""Places whose rows of bytes can be added in fields of 16 bits."""
MOST_KEPT: Final = 32_000
"""Places that one model remembers."""


class _Rows(dict[int, int]):
    """By its place, what is learnt of a feature: fields of 16 bits with its weights, and a 1.

    0 where nothing is learnt.  Each is made when it is first asked for.
    """

    def __init__(self, weights: Weights) -> None:
        super().__init__()
        self.places = weights.places
        self._packed = weights.rows
        self._width = weights.labels + len(weights.out)
        self._fields = Struct(f"<{self._width + 1}H")

    @cached_property
    def _bytes(self) -> bytes:
        """All rows; of no model before one is wanted, as most turns are plain."""
        return zlib.decompress(self._packed)

    def __missing__(self, place: int) -> int:
        row = bisect_left(self.places, place)
        found = 0
        if row < len(self.places) and self.places[row] == place:
            wide = bytearray(self._fields.size)
            wide[:-2:2] = self._bytes[row * self._width : (row + 1) * self._width]
            wide[-2] = 1
            found = int.from_bytes(wide, "little")
        if len(self) >= MOST_KEPT:
            self.clear()
        self[place] = found
        return found

    def sums(self, places: Collection[int]) -> Sequence[int]:
        """The sum of each weight over some places, and of how many something is learnt."""
        if len(places) > _AT_ONCE:
            every = list(places)
            parts = [self.sums(every[at : at + _AT_ONCE]) for at in range(0, len(every), _AT_ONCE)]
            return list(map(sum, zip(*parts, strict=True)))
        total = sum(map(self.__getitem__, places))
        return self._fields.unpack(total.to_bytes(self._fields.size, "little"))


def learnt(*models: Model) -> bytearray:
    """By its place, whether one of some models has learnt anything of it: 1, else 0."""
    found = bytearray(1 << max(one.bits for one in models))
    for one in models:
        for place in one.learnt:
            found[place] = 1
    return found


def load(path: Path = WEIGHTS) -> tuple[dict[str, Model], dict[str, Any]]:
    """The models of a weights file by their names, and what else it holds."""
    with path.open("rb") as file:
        about = json.loads(file.readline())
        models = {}
        for name, (labels, bits, octets, size, out) in about.pop("models").items():
            places = _numbers(zlib.decompress(file.read(octets)))
            models[name] = Model(Weights(labels, bits, places, file.read(size), out))
    return models, about


def save(path: Path, models: Mapping[str, Weights], **about: Any) -> None:
    """Write a weights file: a line of JSON, then the places and rows of all models."""
    head, parts = {}, []
    for name, one in models.items():
        places = zlib.compress(_numbers(one.places.tobytes()).tobytes(), 9)
        head[name] = (one.labels, one.bits, len(places), len(one.rows), one.out)
        parts += [places, one.rows]
    line = json.dumps({"models": head, **about}, separators=(",", ":"), ensure_ascii=True)
    path.write_bytes(line.encode() + b"\n" + b"".join(parts))


def _numbers(octets: bytes) -> array[int]:
    """Numbers of four bytes, the lowest first in a file."""
    numbers = array("I", octets)
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers
