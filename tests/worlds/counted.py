"""What was compared, and what was found."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from rednov_bot.desk.hidden.gate import WORLDS, WORLDS_FOR_MUCH
from rednov_bot.papers import Draft
from rednov_bot.prose import leaking


@dataclass
class Counted:
    """Positions of whole desks, and drafts as the gate compares them in service."""

    positions: Counter[str] = field(default_factory=Counter)  # mails heard, by what came of them
    differences: list[str] = field(default_factory=list)
    hands: int = 0
    others: int = 0  # of these hands were others in the other world
    drafts: Counter[str] = field(default_factory=Counter)  # by their kinds
    pages: int = 0  # public ones of these drafts
    blocked: list[str] = field(default_factory=list)  # what the gate says of them
    games: int = 0

    def put_to_the_gate(self, draft: Draft) -> None:
        """A draft was compared in service, before it was shown."""
        self.drafts[draft.kind] += 1
        self.pages += sum(page.kind == "public" for page in draft.pages)
        if draft.leaks:
            self.blocked.append(f"{draft.kind}, {draft.about}: {leaking.told(draft.leaks)}")

    def __str__(self) -> str:
        return (
            f"{self.positions.total()} positions of {self.games} games heard in two worlds "
            f"({_listed(self.positions)}), where {self.others} of {self.hands} hands were others: "
            f"{len(self.differences)} differences\n"
            f"{self.drafts.total()} drafts ({_listed(self.drafts)}) with {self.pages} texts for "
            f"the list, each written again in {WORLDS} other worlds, long ones in "
            f"{WORLDS_FOR_MUCH}: {len(self.blocked)} blocked"
        )


def _listed(counter: Counter[str]) -> str:
    return ", ".join(f"{kind} {count}" for kind, count in counter.most_common())
