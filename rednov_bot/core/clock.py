"""What time it is: an input, so that tests run weeks in seconds."""

from __future__ import annotations

from datetime import datetime
from typing import Protocol


class Clock(Protocol):
    """What time it is: an input, so that tests run weeks in seconds."""

    def now(self) -> datetime:
        """The present moment in UTC, with its time zone."""
