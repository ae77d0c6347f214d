"""What each gnome did in a game, in numbers that everybody can count."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

import msgspec

from rednov_bot.engine import happenings as h
from rednov_bot.engine.position import Position
from rednov_bot.engine.public_changes import position_after
from rednov_bot.engine.spending import OUTLAYS, Outlay, outlays
from rednov_bot.engine.words import GnomeName

CERTAIN = 10  # tenths of a chance


class Tally(msgspec.Struct, frozen=True):
    """One gnome's game in numbers."""

    gnome: GnomeName
    turns: int
    minutes: dict[Outlay, int]  # spent, by what they went into
    lost: int  # minutes lost by dying
    left: int  # minutes left
    certain: int  # attempts that needed no die
    thrown: int  # attempts that did
    expected: int  # successes to be expected of those, in tenths
    successes: int  # and those that there were
    cards: int  # event cards drawn in eir turns
    faint_cards: int
    items: int  # random items awarded, those of the start included
    points: int  # X due


def tallies(happenings: Iterable[h.PublicHappening]) -> tuple[Tally, ...]:
    """A tally for each gnome, in canonical order."""
    counter = _Counter()
    for happening in happenings:
        counter.count(happening)
    return tuple([counter.tally(gnome.name) for gnome in counter.position.gnomes])


@dataclass(slots=True)
class _Sums:
    minutes: dict[Outlay, int] = field(default_factory=lambda: dict.fromkeys(OUTLAYS, 0))
    turns: int = 0
    lost: int = 0
    certain: int = 0
    thrown: int = 0
    expected: int = 0
    successes: int = 0
    cards: int = 0
    faint_cards: int = 0
    items: int = 0


class _Counter:
    """Goes through a game once and knows whose turn it is."""

    def __init__(self) -> None:
        self.position = Position()
        self.active: GnomeName | None = None
        self.ahead = 0  # minutes that the active gnome has, counting those of eir turn as spent
        self.sums: dict[GnomeName, _Sums] = {}

    def count(self, happening: h.PublicHappening) -> None:
        """One happening."""
        before, self.position = self.position, position_after(self.position, happening)
        match happening:
            case h.GameOpened(gnomes=names):
                self.sums = {name: _Sums() for name in names}
            case h.TurnTaken(gnome=name):
                self.active, self.ahead = name, before.gnome(name).minutes
                self.sums[name].turns += 1
            case h.TurnResolved(gnome=name, minutes=left):
                self._unspent(name, left)
                self.active = None
            case h.FixTried(gnome=name):
                self._attempt(self.sums[name], happening)
            case h.FaintChecked(gnome=name):
                self.sums[name].faint_cards += 1
            case h.CardDrawn() if self.active is not None:
                self.sums[self.active].cards += 1
            case h.ItemsAwarded(gnome=name, count=count):
                self.sums[name].items += count
            case h.Killed(gnome=name):
                self._killed(name, before)
            case _:
                self._spend(happening)

    def _spend(self, happening: h.PublicHappening) -> None:
        for outlay, minutes in outlays(happening):
            assert self.active is not None
            self.sums[self.active].minutes[outlay] += minutes
            self.ahead -= minutes

    def _killed(self, name: GnomeName, before: Position) -> None:
        """What e still had is lost; of eir own turn, what was not spent."""
        mine = name == self.active
        self.sums[name].lost += self.ahead if mine else before.gnome(name).minutes
        if mine:
            self.ahead = 0

    def _unspent(self, name: GnomeName, left: int) -> None:
        """Where the sub was lost on the way, the last of the turn's minutes were never spent."""
        over = left - self.ahead
        minutes = self.sums[name].minutes
        for outlay in reversed(OUTLAYS):
            taken = min(over, minutes[outlay])
            minutes[outlay] -= taken
            over -= taken

    def _attempt(self, sums: _Sums, tried: h.FixTried) -> None:
        if tried.die is None:
            sums.certain += 1
            return
        sums.thrown += 1
        sums.expected += min(CERTAIN, tried.minutes + tried.bonus)
        sums.successes += tried.success

    def tally(self, name: GnomeName) -> Tally:
        """The tally of one gnome."""
        one, dues = self.sums[name], self.position.dues  # as corrections have left them (A96)
        return Tally(
            gnome=name,
            turns=one.turns,
            minutes=one.minutes,
            lost=one.lost,
            left=self.position.gnome(name).minutes,
            certain=one.certain,
            thrown=one.thrown,
            expected=one.expected,
            successes=one.successes,
            cards=one.cards,
            faint_cards=one.faint_cards,
            items=one.items,
            points=sum(due.points for due in dues if due.gnome == name and due.axis == "X"),
        )
