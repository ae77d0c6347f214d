"""What a position gives those aboard to worry about: the less, the better."""

from __future__ import annotations

from collections import Counter
from typing import Final

from rednov_bot.crew.forecast import forecast
from rednov_bot.crew.sight import Sight
from rednov_bot.crew.temper import Temper
from rednov_bot.engine.position import Position, Token
from rednov_bot.engine.tables import Board
from rednov_bot.engine.words import (
    ROOMS,
    SEA,
    Hatch,
    Item,
    Place,
    RoomCondition,
    TokenKind,
    Track,
)

WORK: Final = (0.0, 0.0, 2.2, 4.6, 7.4, 10.5, 18.0, 21.0, 25.0, 32.0, 40.0)
"""By where a track stands: the minutes of work to bring it back to 1.

A reset takes about ten; from 5 it gains four spaces and from 6 but one (§8), so it is best done
in time."""

HEADSTART: Final = 4
"""Minutes that a gnome needs at least before a token, to get to work and do it (A2)."""
AT_EASE: Final = 14
"""Minutes before a token with which a gnome has all the time e wants."""
HEED: Final = 0.25
"""How far one may rely on another gnome with time enough to see to a token."""
ARMED: Final = 0.15
"""How likely another gnome has an aqualung, to see to the Kraken (CC)."""

BURNING: Final = 4.0
"""What any fire costs: it spreads, and cuts the sub in two."""
FIRE, LOW, HIGH = 1.0, 0.4, 1.0
"""How much of a room's weight is lost while it burns, is wet, is flooded (§13-§15)."""
NEEDED: Final = 0.5
"""How much of the worry that is mended in a room is added to its weight."""
JAMMED: Final = 1.2
"""How much a blocked hatch costs, by the weight of the rooms it parts."""
WORKED_IN: Final = 4.0
"""The weight of a room in which a track is mended (§11d-f)."""
VISITED: Final = 5.0
"""That of missile control and of the stores: nobody is there when they are needed (§11g, §11i)."""
PASSED: Final = 0.6
"""That of any other room, for each hatch inside: people pass through."""
LONG: Final = 30
"""Event markers to come, with which what lasts long matters as much as it ever does."""


class Worries:
    """The worries of one gnome, as e sees the position, by eir temper."""

    def __init__(self, sight: Sight, temper: Temper) -> None:
        self.sight, self.temper = sight, temper
        self.ahead = forecast(sight)
        self.others = [one for one in sight.position.gnomes if one.name != sight.name]
        self.rest = min(1.0, self.ahead.draws / LONG)  # what lasts long matters less at the end
        self.weights = self._weights()

    def track(self, track: Track, stands: int) -> float:
        """The worry of a disaster track (§8)."""
        work = WORK[stands] * self.temper.step * self.ahead.ever(track, stands)
        return work + self.temper.loss * self.ahead.soon(track, stands)

    def tokens(self, tokens: tuple[Token, ...], minutes: int, *, aqualung: bool = True) -> float:
        """The worry of timed destructions, when one has *minutes* left oneself (§21, A3)."""
        if not tokens:
            return 0.0
        slowest = max([minutes, *[gnome.minutes for gnome in self.others]])
        total = 0.0
        for kind, space in tokens:
            if slowest < space:
                return self.temper.loss
            if space > 0 or self.sight.options.token_at_zero == "lethal":  # A4
                total += self.temper.loss * self._unheeded(kind, space, minutes, aqualung)
        return min(total, self.temper.loss)

    def _unheeded(self, kind: TokenKind, space: int, minutes: int, aqualung: bool) -> float:
        """How likely nobody sees to a token in time."""
        armed = ARMED if kind == "kraken" else 1.0
        found = 1.0 - HEED * _able(minutes - space) * (1.0 if aqualung else armed)
        for gnome in self.others:
            if gnome.in_play and not gnome.fainted:
                found *= 1.0 - HEED * armed * _able(gnome.minutes - space)
        return found

    def room(self, room: Place, condition: RoomCondition) -> float:
        """The worry of a room that burns or is under water (§13-§15)."""
        weight = self.weights[room] * self.temper.room
        match condition:
            case "dry":
                return 0.0
            case "fire":
                return FIRE * weight + BURNING * self.temper.room * self.rest
            case "low":
                return LOW * min(weight, 5.0)
            case "high":
                return HIGH * weight

    def rooms(self, rooms: tuple[RoomCondition, ...]) -> float:
        """The worry of all rooms together."""
        each = [
            self.room(room, condition) for room, condition in enumerate(rooms) if condition != "dry"
        ]
        return sum(each)

    def hatch(self, ends: Hatch) -> float:
        """The worry of a blocked hatch: more where few others are left (§11a)."""
        board, blocked = self.sight.tables.board, self.sight.position.blocked
        free = [
            sum([one not in blocked and SEA not in one for one in board.attached[end]])
            for end in ends
        ]
        weight = sum([min(self.weights[end], 8.0) for end in ends]) / 2
        return self.temper.room * JAMMED * weight / (1 + min(free))

    def doom(self) -> float:
        """How likely the sub is lost before long, as far as one can tell."""
        position = self.sight.position
        lost = self.tokens(position.tokens, self.sight.me.minutes) / self.temper.loss
        tracks = [self.ahead.soon(track, stands) for track, stands in stands_of(position)]
        return min(1.0, lost + sum(tracks))

    def asleep(self) -> float:
        """How likely a gnome who faints now never wakes: eir room burns or floods (§16d)."""
        return min(0.4, 0.012 * min(self.ahead.draws, 4 + self.sight.me.minutes))

    def _weights(self) -> list[float]:
        """By place: what a room is good for, and what waits to be mended there."""
        position, board = self.sight.position, self.sight.tables.board
        weights = [0.0, *[self.rest * weight_of(room, board) for room in ROOMS], 0.0]
        homes: dict[Track, Place] = {
            "heat": board.reactor,
            "pressure": board.engine,
            "asphyxiation": board.oxygen,
        }
        for track, stands in stands_of(position):
            weights[homes[track]] += NEEDED * min(20.0, self.track(track, stands))
        if position.tokens:
            minutes = self.sight.me.minutes
            places = {
                "crushed": board.engine,
                "asphyxiated": board.oxygen,
                "missiles": board.missiles,
                "kraken": SEA,
            }
            for token in position.tokens:
                weights[places[token[0]]] += NEEDED * self.tokens((token,), minutes)
        return weights


def _able(slack: int) -> float:
    return max(0.0, min(1.0, (slack - HEADSTART) / (AT_EASE - HEADSTART)))


def weight_of(room: Place, board: Board) -> float:
    """How much a room is used: work is done there, or everybody passes through (§11)."""
    if room in (board.engine, board.oxygen, board.reactor):
        return WORKED_IN
    if room in (board.missiles, board.stores):
        return VISITED
    return PASSED * len(board.neighbours[room])


def of_tile(item: Item, hand: tuple[Item, ...], temper: Temper) -> float:
    """What it costs to use a tile up: less of the second and third of its kind."""
    if item == "grog":
        return temper.tile * 0.3
    if item in ("aqualung", "lucky_charm"):
        return temper.tile * 1.6
    return temper.tile * 0.8 ** (Counter(hand)[item] - 1)


def of_another_tile(held: int, temper: Temper) -> float:
    """What one more random tile is worth: little in a full hand, for limits come (§17)."""
    return temper.tile * max(0.15, 1.0 - 0.13 * held)


def stands_of(position: Position) -> tuple[tuple[Track, int], ...]:
    """Each track and where it stands."""
    return (
        ("heat", position.heat),
        ("pressure", position.pressure),
        ("asphyxiation", position.asphyxiation),
    )
