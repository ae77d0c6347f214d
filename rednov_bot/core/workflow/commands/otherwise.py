"""How the contestmaster decides otherwise than the bot: in overruling a draft, or in rewinding."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ReadAs:
    """The announcement is read as if it said these words."""

    words: str


@dataclass(frozen=True, slots=True)
class Valid:
    """An announcement that was refused counts (§9)."""


@dataclass(frozen=True, slots=True)
class Void:
    """A turn that was taken is without effect (§9)."""


@dataclass(frozen=True, slots=True)
class OptionSet:
    """An option of the game is another; key and value are as written, in lower case."""

    key: str
    value: str


@dataclass(frozen=True, slots=True)
class Changes:
    """The position is another: `heat 3; Ann 30 minutes; room 5 dry`, as written."""

    text: str


@dataclass(frozen=True, slots=True)
class Chooses:
    """A choice of the turn falls otherwise: its key, and the candidate, as written."""

    key: str  # "event 45", "escape"; "" where the turn has but one
    label: str


@dataclass(frozen=True, slots=True)
class AsItWas:
    """Nothing is read otherwise: the turn is only played again."""


Overruling = ReadAs | Valid | Void | OptionSet | Changes
Rewinding = ReadAs | Void | OptionSet | Chooses | AsItWas
