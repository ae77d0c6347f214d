"""What was checked, how much of it, and what differs: each finding with its mail."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Final, Literal

from rednov_bot.verify.archive import ArchivedMail

Weight = Literal["differs", "note"]
"""Something is not as it should be; or could not be checked, or is only worded otherwise."""

Checked = Literal["draw", "resolution", "seal", "announcement", "notice", "tile"]
CHECKED: Final[tuple[Checked, ...]] = (
    "draw",
    "resolution",
    "seal",
    "announcement",
    "notice",
    "tile",
)


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is to be said of one mail."""

    mail: ArchivedMail | None
    what: str  # a sentence
    stands: str = ""  # what stands there
    should: str = ""  # what should
    weight: Weight = "differs"


@dataclass(slots=True)
class Findings:
    """Everything that is to be said of a game."""

    every: list[Finding] = field(default_factory=list)
    right: Counter[Checked] = field(default_factory=Counter)
    looked_at: Counter[Checked] = field(default_factory=Counter)

    def differs(
        self, mail: ArchivedMail | None, what: str, stands: str = "", should: str = ""
    ) -> None:
        """Something is not as it should be."""
        self.every.append(Finding(mail, what, stands, should))

    def note(self, mail: ArchivedMail | None, what: str, stands: str = "", was: str = "") -> None:
        """Something is to be known that is no fault."""
        self.every.append(Finding(mail, what, stands, was, "note"))

    def count(self, of: Checked, right: bool) -> None:
        """One more was looked at."""
        self.looked_at[of] += 1
        self.right[of] += right

    @property
    def differences(self) -> list[Finding]:
        """What is not as it should be."""
        return [one for one in self.every if one.weight == "differs"]

    @property
    def agree(self) -> bool:
        """Whether everything that was looked at is as it should be."""
        return not self.differences
