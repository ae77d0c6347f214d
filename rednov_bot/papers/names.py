"""By what papers name each other."""

from __future__ import annotations

from typing import NewType

PaperId = NewType("PaperId", int)

MessageId = NewType("MessageId", str)
"""With its angle brackets: `<...@...>`."""
