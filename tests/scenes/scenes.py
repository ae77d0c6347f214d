"""Scene files as they stand: who is there, what is said in which order, what must come of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

from tests.contract.spelling import Misspelt, only
from tests.rigs.written import read_yaml

HERE = Path(__file__).parent
KEYS = "id title covers given play"
_SPAN = re.compile(r"(\d+) (minute|hour|day|week)s?")


@dataclass(frozen=True)
class Step:
    """One line of a play: what is done or must be true, and to what it applies."""

    number: int
    words: str
    value: Any = None

    def __str__(self) -> str:
        return f"step {self.number}, {self.words!r}"


@dataclass(frozen=True)
class Scene:
    """A scene of a file."""

    file: str
    id: str
    title: str
    given: dict[str, Any]
    play: tuple[Step, ...]


def read_scenes(folder: Path = HERE) -> Iterator[Scene]:
    """Every scene of every `*.yaml`, in the order of names."""
    for path in sorted(folder.glob("*.yaml")):
        for data in read_yaml(path):
            only(data, KEYS, f"{path.name}: a scene")
            yield Scene(
                path.name,
                str(data["id"]),
                str(data["title"]),
                data.get("given") or {},
                tuple(step_of(number, one) for number, one in enumerate(data["play"], 1)),
            )


def step_of(number: int, written: Any) -> Step:
    """A bare sentence, or one key with its value."""
    if isinstance(written, str):
        return Step(number, written)
    if not isinstance(written, dict) or len(written) != 1:
        raise Misspelt(f"step {number} is neither a sentence nor one key: {written!r}")
    ((words, value),) = written.items()
    return Step(number, str(words), value)


def span_of(words: object) -> timedelta:
    """`3 days 4 hours`."""
    found = _SPAN.findall(str(words))
    if not found or _SPAN.sub("", str(words)).strip(" ,"):
        raise Misspelt(f"no span of time: {words!r}")
    return sum((timedelta(**{f"{unit}s": int(many)}) for many, unit in found), timedelta())
