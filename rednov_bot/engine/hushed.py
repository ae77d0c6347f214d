"""Values that say nothing of themselves when they are printed: a repr may end in a log (§6)."""

from __future__ import annotations

from typing import Any

import msgspec


class Hushed(msgspec.Struct, frozen=True):
    """Its repr is its name alone; so is what rich makes of it."""

    def __repr__(self) -> str:
        """`Secrets(...)`."""
        return f"{type(self).__name__}(...)"

    def __rich_repr__(self) -> list[tuple[str, Any]]:
        """Nothing."""
        return []
