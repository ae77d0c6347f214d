"""The clock on the wall of the sandbox: the machine's, but for how far the drill has set it."""

from __future__ import annotations

import os
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Wall:
    """A clock that several processes share: a file says by how many seconds it is wrong."""

    path: Path

    def now(self) -> datetime:
        """What the clock says, in UTC."""
        return datetime.now(UTC) + timedelta(seconds=self._wrong_by())

    def jump(self, by: timedelta) -> None:
        """The clock is set, forward or back."""
        wrong_by = self._wrong_by() + by.total_seconds()
        beside = self.path.with_suffix(".new")
        beside.write_text(f"{wrong_by}\n", encoding="ascii")
        os.replace(beside, self.path)  # whoever looks meanwhile sees the one or the other

    def _wrong_by(self) -> float:
        try:
            return float(self.path.read_text(encoding="ascii"))
        except FileNotFoundError:
            return 0.0
