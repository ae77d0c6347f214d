"""What was compared, and what was found."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field


@dataclass
class Counted:
    """Positions of whole desks, in each of which something was done in two worlds."""

    positions: Counter[str] = field(default_factory=Counter)  # by what came of it
    differences: list[str] = field(default_factory=list)
    hands: int = 0
    others: int = 0  # of these hands were others in the other world
    drafts: Counter[str] = field(default_factory=Counter)  # by their kinds
    games: int = 0

    def __str__(self) -> str:
        return (
            f"{self.positions.total()} positions of {self.games} games in two worlds "
            f"({_listed(self.positions)}), where {self.others} of {self.hands} hands were others; "
            f"{self.drafts.total()} drafts ({_listed(self.drafts)}): "
            f"{len(self.differences)} differences"
        )


def _listed(counter: Counter[str]) -> str:
    return ", ".join(f"{kind} {count}" for kind, count in counter.most_common())
