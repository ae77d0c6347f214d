"""What the pages are made from: public values, what was posted, and what may be told at the end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from rednov_bot.games.base import Player
from rednov_bot.games.red_november.render.report_facts import ContestFacts, GameFacts
from rednov_bot.games.red_november.rules.words import Item


@dataclass(frozen=True, slots=True, kw_only=True)
class Posted:
    """A mail of the bot's that a list has got."""

    at: datetime
    subject: str
    body: str
    message_id: str
    link: str = ""  # to it in the list's archive, where that has an address


@dataclass(frozen=True, slots=True, kw_only=True)
class Hands:
    """What the gnomes of a finished game held: only with everybody's consent (§6, A24b)."""

    held: tuple[Mapping[Player, tuple[Item, ...]], ...] = field(repr=False)
    """Behind each of the steps of the course, by gnome."""
    knew: tuple[Mapping[Player, tuple[str, ...]], ...] = field(repr=False)
    """In each of these steps, what each gnome alone was told, in sentences to them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameMaterial:
    """One game."""

    facts: GameFacts
    posted: tuple[tuple[Posted, ...], ...]  # with each of the steps of its course
    proofs: tuple[Posted, ...] = ()  # what was told of the secrets of its luck
    hands: Hands | None = None  # None until they may be told

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
