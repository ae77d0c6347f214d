"""What was checked, how much of it, and what differs: each finding with its mail."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Final, Literal, get_args

from rednov_bot.verify.archive import ArchivedMail

Weight = Literal["differs", "unchecked", "note"]
"""Something is not as it should be; what it rests on is missing; or it is to be known besides."""

Checked = Literal["draw", "resolution", "seal", "announcement", "notice", "tile"]
CHECKED: Final[tuple[Checked, ...]] = get_args(Checked)


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

    def unchecked(
        self, mail: ArchivedMail | None, what: str, stands: str = "", should: str = ""
    ) -> None:
        """Something may not be as it should be, and this archive cannot show it."""
        self.every.append(Finding(mail, what, stands, should, "unchecked"))

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
        return self.of("differs")

    def of(self, weight: Weight) -> list[Finding]:
        """What has this weight, in the order in which it was found."""
        return [one for one in self.every if one.weight == weight]

    @property
    def agree(self) -> bool:
        """Whether everything is as it should be, and nothing that it rests on is missing."""
        return all(one.weight == "note" for one in self.every)
