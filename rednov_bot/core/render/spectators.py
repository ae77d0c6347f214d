"""What the pages are made from: public values, what was posted, and what may be told at the end."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from rednov_bot.core.render.reports import ContestFacts
from rednov_bot.games.base import Known


@dataclass(frozen=True, slots=True, kw_only=True)
class Posted:
    """A mail of the bot's that a list has got."""

    at: datetime
    subject: str
    body: str
    message_id: str
    link: str = ""  # to it in the list's archive, where that has an address


@dataclass(frozen=True, slots=True, kw_only=True)
class GameMaterial:
    """One game."""

    facts: Known
    posted: tuple[tuple[Posted, ...], ...]  # with each of the steps of its course
    proofs: tuple[Posted, ...] = ()  # what was told of the secrets of its luck
    hands: Any = field(default=None, repr=False)
    """What was hidden, as the game tells it (`Game.unhidden`); None until it may be told (A24b)."""

    @property
    def folder(self) -> str:
        """Where its pages lie: `rn1`."""
        return self.facts.tag.lower()


@dataclass(frozen=True, slots=True, kw_only=True)
class SiteMaterial:
    """The contest and its games, as far as its lists have heard of them."""

    name: str  # of the contest
    forum: str  # the address of the list on which announcements are made
    contest: ContestFacts
    games: tuple[GameMaterial, ...]  # oldest first
    address: str = ""  # where the site is to be found, without a slash at its end
