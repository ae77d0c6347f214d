"""What all happenings have in common."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import msgspec

ItemSource: TypeAlias = Literal["start", "stores", "marker"]
Decider: TypeAlias = Literal["gnome", "contestmaster", "luck", "only"]
"""Who made a choice: the active gnome, the contestmaster, a die, or nobody (one candidate)."""


class Happened(msgspec.Struct, frozen=True, tag=True, tag_field="is"):
    """One thing that happened; in JSON, `is` holds its name."""


class Whispered(Happened, frozen=True):
    """What one gnome is told alone, or nobody: its repr is its name alone (§6)."""

    def __repr__(self) -> str:
        """`ItemsReceived(...)`."""
        return f"{type(self).__name__}(...)"

    def __rich_repr__(self) -> list[tuple[str, Any]]:
        """Nothing."""
        return []
