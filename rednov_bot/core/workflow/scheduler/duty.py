"""Something that somebody is waited for: a SHALL of the contract, a right that ripens, a draft."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from rednov_bot.games.base import Player

Kind = Literal[
    "resolve", "tell", "award", "idle", "choice", "hand limit", "correct", "draft", "reach"
]
"""Resolve a turn (§16); tell somebody their items (§6); award points (§18, §24); a gnome may be
killed for idleness (§19); a gnome is asked for a choice; a gnome must discard (§17); what was
claimed to be wrong, and is, is corrected (§25); a draft waits; somebody has not shown yet that they
have read what they were told (§6)."""


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Duty:
    """Something that somebody is waited for, with its start, its end and what was done about it."""

    kind: Kind
    key: str  # what it is called in the database: `RN1 resolve 12`
    clause: str
    about: str  # in public words
    of: Player  # who is waited for
    started_at: datetime
    due_by: datetime | None  # of an idle gnome: when the right to kill them ripens
    code: str | None = None  # the draft that does it when it is approved
    note: str = ""  # what else there is to say; for the desk alone (§6)
    lines: tuple[str, ...] = ()  # the text of an award, sentence by sentence
    done_at: datetime | None = None
    proof: str = ""  # the draft and the Message-ID that did it
    secret: bool = False  # the list does not know of it (§6)
    failed: bool = False  # it was tried, and will not be tried again by itself

    def __repr__(self) -> str:
        """Its name in the database; of one that the list does not know of, nothing."""
        return "Duty(...)" if self.secret else f"Duty({self.key})"
