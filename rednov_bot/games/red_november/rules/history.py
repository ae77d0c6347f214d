"""A game as it was played: its passages in order, its turning points, what each gnome did."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

import msgspec

from rednov_bot.games.red_november.rules import events as ev
from rednov_bot.games.red_november.rules.audit import OUTLAYS, Outlay, outlays
from rednov_bot.games.red_november.rules.position import Position
from rednov_bot.games.red_november.rules.public_changes import position_after
from rednov_bot.games.red_november.rules.words import TRACKS, GnomeName


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
    cards: int  # event cards drawn in their turns
    faint_cards: int
    items: int  # random items awarded, those of the start included
    points: int  # X due


def tallies(events: Iterable[ev.PublicEvent]) -> tuple[Tally, ...]:
    """A tally for each gnome, in canonical order."""
    counter = _Counter()
    for event in events:
        counter.count(event)
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
        self.ahead = 0  # minutes that the active gnome has, counting those of their turn as spent
        self.sums: dict[GnomeName, _Sums] = {}

    def count(self, event: ev.PublicEvent) -> None:
        """One event."""
        before, self.position = self.position, position_after(self.position, event)
        match event:
            case ev.GameOpened(gnomes=names):
                self.sums = {name: _Sums() for name in names}
            case ev.TurnTaken(gnome=name):
                self.active, self.ahead = name, before.gnome(name).minutes
                self.sums[name].turns += 1
            case ev.TurnResolved(gnome=name, minutes=left):
                self._unspent(name, left)
                self.active = None
            case ev.FixTried(gnome=name):
                self._attempt(self.sums[name], event)
            case ev.FaintChecked(gnome=name):
                self.sums[name].faint_cards += 1
            case ev.CardDrawn() if self.active is not None:
                self.sums[self.active].cards += 1
            case ev.ItemsAwarded(gnome=name, count=count):
                self.sums[name].items += count
            case ev.Killed(gnome=name):
                self._killed(name, before)
            case _:
                self._spend(event)

    def _spend(self, event: ev.PublicEvent) -> None:
        for outlay, minutes in outlays(event):
            assert self.active is not None
            self.sums[self.active].minutes[outlay] += minutes
            self.ahead -= minutes

    def _killed(self, name: GnomeName, before: Position) -> None:
        """What they still had is lost; of their own turn, what was not spent."""
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

    def _attempt(self, sums: _Sums, tried: ev.FixTried) -> None:
        if tried.die is None:
            sums.certain += 1
            return
        sums.thrown += 1
        sums.expected += tried.chance
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


GRAVE = 7  # a track from which its advance is a turning point

_STILL = (ev.Woke, ev.HandsCounted, ev.PointsDue, ev.SubLost, ev.GameOver, ev.HandsRevealed)
"""What a turn may still bring about when it is resolved; all else has a passage of its own."""


class Passage(msgspec.Struct, frozen=True):
    """A turn with its resolution, or what happened before, between or behind turns."""

    turn: int  # its number; of what is no turn, that of the turn before it, 0 at the opening
    gnome: GnomeName | None  # whose turn; None where it is none
    before: Position
    after: Position
    events: tuple[ev.PublicEvent, ...]


class TurningPoint(msgspec.Struct, frozen=True):
    """Something that the game turned on."""

    turn: int
    event: ev.PublicEvent


def passages(events: Iterable[ev.PublicEvent]) -> tuple[Passage, ...]:
    """The game in order: its opening, then each turn, and what came between them."""
    found: list[Passage] = []
    position = Position()
    start, gnome, told = position, None, list[ev.PublicEvent]()
    resolved = False
    for event in events:
        if isinstance(event, ev.TurnTaken) or (resolved and not isinstance(event, _STILL)):
            if told:
                found.append(Passage(start.turns, gnome, start, position, tuple(told)))
            start, told, resolved = position, [], False
            gnome = event.gnome if isinstance(event, ev.TurnTaken) else None
        resolved = resolved or isinstance(event, ev.TurnResolved)
        position = position_after(position, event)
        told.append(event)
    if told:
        found.append(Passage(start.turns, gnome, start, position, tuple(told)))
    return tuple([_numbered(one) for one in found])


def _numbered(passage: Passage) -> Passage:
    """A turn by its own number."""
    first = passage.events[0]
    if isinstance(first, ev.TurnTaken):
        return msgspec.structs.replace(passage, turn=first.number)
    return passage


def turning_points(told: Iterable[Passage]) -> tuple[TurningPoint, ...]:
    """What the game turned on, in order.

    A track at seven or more, its repair from there, tokens placed and prevented, faints, deaths,
    departures, rulings, corrections.
    """
    return tuple([TurningPoint(one.turn, what) for one in told for what in _points(one)])


def _points(passage: Passage) -> Iterator[ev.PublicEvent]:
    for event in passage.events:
        match event:
            case ev.TrackAdvanced(before=before, after=after) if before != after >= GRAVE:
                yield event
            case ev.TrackReset(before=before) if before >= GRAVE:
                yield event
            case (
                ev.TokenPlaced()
                | ev.TokensPrevented()
                | ev.Fainted()
                | ev.Killed()
                | ev.GnomeReplaced()
                | ev.GnomeDeparted()
                | ev.Attacked()
                | ev.RulingGiven()
                | ev.PositionCorrected()
                | ev.SubLost()
            ):
                yield event
            case _:
                pass


def tracks_by_turn(told: Iterable[Passage]) -> tuple[tuple[int, ...], ...]:
    """Heat, pressure and asphyxiation, 1-10: before the first turn, then after each."""
    after: dict[int, tuple[int, ...]] = {}
    for passage in told:
        after[passage.turn] = tuple([passage.after.track(track) for track in TRACKS])
    return tuple(after.values())
