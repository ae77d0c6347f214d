"""What the workflow gathers for a report: public values and the moments they are from, no more.

A game is told by its public events alone; everything else about it follows from them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cached_property
from types import MappingProxyType
from typing import TypeVar

from rednov_bot.core.contest import Absence, Outage
from rednov_bot.games.red_november.rules import events as ev
from rednov_bot.games.red_november.rules.options import Options
from rednov_bot.games.red_november.rules.position import Position
from rednov_bot.games.red_november.rules.public_changes import position_after
from rednov_bot.games.red_november.rules.tables import Tables
from rednov_bot.games.red_november.rules.words import Axis, GnomeName

Happened = TypeVar("Happened", bound=ev.PublicEvent)


@dataclass(frozen=True, slots=True, kw_only=True)
class Dated:
    """What happened together: of a turn that is taken, `at` is when it was announced."""

    at: datetime
    events: tuple[ev.PublicEvent, ...]


@dataclass(frozen=True, kw_only=True)
class GameFacts:
    """A game whose opening was posted; before that, nobody but the contestmaster knows of it."""

    tag: str  # `RN1`
    tables: Tables
    options: Options
    course: tuple[Dated, ...]  # oldest first, from the opening on
    absences: tuple[Absence, ...] = ()  # those announced in public
    fair: Mapping[GnomeName, timedelta] = field(default_factory=lambda: MappingProxyType({}))
    """How long each gnome could have taken a turn and did not: the fair count of A91."""

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
    def began(self) -> datetime:
        """When the opening was posted."""
        return self.course[0].at

    @property
    def ended(self) -> datetime | None:
        """When it ended; None while it goes on."""
        return self.moment(ev.GameOver)

    def moment(self, kind: type[ev.GameOver] | type[ev.TurnTaken]) -> datetime | None:
        """When something of this kind happened last; None where it did not."""
        for dated in reversed(self.course):
            if any(isinstance(one, kind) for one in dated.events):
                return dated.at
        return None

    def last_turn(self, name: GnomeName) -> tuple[int, datetime]:
        """The number and moment of a gnome's last turn; 0 and the opening where they took none."""
        for dated in reversed(self.course):
            for one in dated.events:
                if isinstance(one, ev.TurnTaken) and one.gnome == name:
                    return one.number, dated.at
        return 0, self.began


@dataclass(frozen=True, slots=True, kw_only=True)
class Contestant:
    """Somebody who joined and has not left (§3)."""

    name: GnomeName
    joined: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Award:
    """Points the contestmaster owes or has awarded (§18, §24)."""

    game: str  # its tag
    turn: int  # after which they were due
    gnome: GnomeName
    axis: Axis
    points: int
    reason: str
    due_by: datetime
    awarded: datetime | None  # None while they are due


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling:
    """A decision of the contestmaster's of which the list was told (§25)."""

    number: int
    at: datetime
    clause: str  # `§11k`; "" where it rests on none
    text: str
    game: str | None = None  # of the turn it was given at
    turn: int | None = None  # since which it holds; None: since its date
    withdrawn_by: int | None = None  # the number of the ruling that ended it, if the list knows


@dataclass(frozen=True, slots=True, kw_only=True)
class Week:
    """What happened beside the games since the report before this one."""

    since: datetime
    joined: tuple[GnomeName, ...] = ()
    left: tuple[GnomeName, ...] = ()
    refused: int = 0  # announcements without effect
    outages: tuple[Outage, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ContestFacts:
    """The contest, across its games."""

    is_contest: bool
    contestmaster: str
    deputy: str | None
    contestants: tuple[Contestant, ...]  # in the order of joining
    axes: tuple[str, ...]
    y_pot: int
    games: tuple[GameFacts, ...]  # the last ones, oldest first
    awards: tuple[Award, ...]  # of these games, oldest first
    rulings: tuple[Ruling, ...]  # by number; the last ones of many
    week: Week
    earlier_games: int = 0  # before those that are told
    earlier_rulings: int = 0

    def lately(self, kind: type[Happened]) -> list[tuple[GameFacts, Happened]]:
        """What of this kind has happened since the report before, and in which game."""
        return [
            (game, one)
            for game in self.games
            for dated in game.course
            if dated.at >= self.week.since
            for one in dated.events
            if isinstance(one, kind)
        ]
