"""What all happenings have in common."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

ItemSource: TypeAlias = Literal["start", "stores", "marker"]
Decider: TypeAlias = Literal["gnome", "contestmaster", "luck", "only"]
"""Who made a choice: the active gnome, the contestmaster, a die, or nobody (one candidate)."""


class Happened(msgspec.Struct, frozen=True, tag=True, tag_field="is"):
    """One thing that happened; in JSON, `is` holds its name."""
