"""A game as everybody knows it: by its public events alone; everything else follows from them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import TypeVar

from rednov_bot.games.base import Known, Silence
from rednov_bot.games.red_november.rules import events as ev
from rednov_bot.games.red_november.rules.position import Gnome, Position
from rednov_bot.games.red_november.rules.public_changes import position_after
from rednov_bot.games.red_november.rules.tables import Tables
from rednov_bot.games.red_november.rules.words import GnomeName, Item

Happened = TypeVar("Happened", bound=ev.PublicEvent)


@dataclass(frozen=True, kw_only=True)
class GameFacts(Known):
    """A game whose opening was posted; before that, nobody but the contestmaster knows of it."""

    @property
    def tables(self) -> Tables:
        """The data set with which it began."""
        tables: Tables = self.data
        return tables

    @cached_property
    def events(self) -> tuple[ev.PublicEvent, ...]:
        """All that happened, in order."""
        return tuple([one for dated in self.course for one in dated.events])

    @cached_property
    def position(self) -> Position:
        """Where it led to."""
        position = Position()
        for one in self.events:
            position = position_after(position, one)
        return position

    @property
    def playing(self) -> tuple[Gnome, ...]:
        """The gnomes in play."""
        return tuple([gnome for gnome in self.position.gnomes if gnome.in_play])

    def silence(self, name: GnomeName) -> Silence | None:
        """How long a gnome has taken no turn; None of one who cannot, or at the end."""
        known = self.silences.get(name)
        gnome = self.position.gnome(name)
        return None if self.ended or not gnome.minutes or not gnome.in_play else known

    def taken_at(self) -> datetime | None:
        """When the last turn was taken; None where none was."""
        for dated in reversed(self.course):
            if any(isinstance(one, ev.TurnTaken) for one in dated.events):
                return dated.at
        return None

    def lately(self, kind: type[Happened], since: datetime) -> list[Happened]:
        """What of this kind has happened since then."""
        return [
            one
            for dated in self.course
            if dated.at >= since
            for one in dated.events
            if isinstance(one, kind)
        ]


@dataclass(frozen=True, slots=True, kw_only=True)
class Hands:
    """What the gnomes of a finished game held: only with everybody's consent (§6, A24b)."""

    held: tuple[Mapping[GnomeName, tuple[Item, ...]], ...] = field(repr=False)
    """Behind each of the steps of the course, by gnome."""
    knew: tuple[Mapping[GnomeName, tuple[str, ...]], ...] = field(repr=False)
    """In each of these steps, what each gnome alone was told, in sentences to them."""
