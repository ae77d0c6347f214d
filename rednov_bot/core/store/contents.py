"""What a backup holds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from rednov_bot.core.store.statements import Kind

WORK: Final = ("heartbeats", "dispositions")
"""The tables whose last moment (`at`) tells when the service was last at work: a heartbeat is on
file every few minutes, and what was done since has a moment of its own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Contents:
    """A backup that was read from end to end."""

    kind: Kind
    revision: str  # the last migration that it has seen
    rows: Mapping[str, int]  # by table, in the order of the alphabet
    sealed: bool  # by an earlier version: this one cannot read it
    reaches: datetime | None  # when the service was last at work before it was taken

    @property
    def papers(self) -> int:
        """How many rows all tables of ours hold."""
        return sum(self.rows.values())
