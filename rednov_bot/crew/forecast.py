"""What the cards not yet seen threaten, as everybody can reckon it (§6, §16d)."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from functools import lru_cache
from math import exp

import msgspec

from rednov_bot.crew.sight import Sight
from rednov_bot.engine.position import Position
from rednov_bot.engine.rules.foresight import TRACK_BY, unseen
from rednov_bot.engine.rules.tracks import DOOM
from rednov_bot.engine.tables import Card, Tables
from rednov_bot.engine.words import ROOMS, TRACKS, Track

SOON = 2.0
"""Cards for each gnome that may well be drawn before somebody else can mend a thing."""


class Forecast(msgspec.Struct, frozen=True):
    """What is to be expected of the cards to come."""

    draws: int  # event markers that are still before somebody
    next: float  # how many of them are met before long
    near: dict[Track, float]  # spaces that the next card moves each track, on the average
    far: dict[Track, float]  # spaces that each track will yet be moved in the game
    felling: tuple[float, ...]  # by intoxication: the share of cards that would fell em (§16c)

    def soon(self, track: Track, stands: int) -> float:
        """How likely the track is full before long, if nobody mends it."""
        return at_least(DOOM - stands, self.next * self.near[track])

    def ever(self, track: Track, stands: int) -> float:
        """How likely it would ever be full, if nobody mended it any more."""
        return at_least(DOOM - stands, self.far[track])


def forecast(sight: Sight) -> Forecast:
    """What *sight* lets one expect."""
    position, tables = sight.position, sight.tables
    cards = unseen(position, tables) or (*tables.deck, tables.kraken)
    draws = markers_left(position, tables)
    near = spaces(cards, position)
    known = min(draws, len(cards))
    later = spaces(tables.deck, position) if draws > known else near
    far = {track: known * near[track] + (draws - known) * later[track] for track in TRACKS}
    crew = sum([gnome.in_play for gnome in position.gnomes])
    return Forecast(draws, min(SOON * crew, draws), near, far, _felling(cards))


def markers_left(position: Position, tables: Tables) -> int:
    """The event markers that gnomes in play have yet to reach (A5)."""
    events = sorted(tables.time_track.events)
    return sum([bisect_left(events, gnome.minutes) for gnome in position.gnomes if gnome.in_play])


def spaces(cards: Iterable[Card], position: Position) -> dict[Track, float]:
    """How far one card of these moves each track, on the average.

    A fire moves nothing where it is drowned, one that spreads nothing where none burns.
    """
    wet = sum([position.rooms[room] in ("low", "high") for room in ROOMS])
    burns = "fire" in position.rooms
    count, moved = 0, dict.fromkeys(TRACKS, 0.0)
    for card in cards:
        count += 1
        track = TRACK_BY.get(card.kind)
        if track is not None:
            moved[track] += card.step
        elif card.kind in ("fire", "friendly_fire"):
            moved["asphyxiation"] += 1 - wet / len(ROOMS)
        elif card.kind == "fire_spreads" and burns:
            moved["asphyxiation"] += 1
    return {track: total / max(1, count) for track, total in moved.items()}


def _felling(cards: tuple[Card, ...]) -> tuple[float, ...]:
    numbers = [card.faint for card in cards if card.faint is not None]
    return tuple([sum([one <= level for one in numbers]) / len(cards) for level in range(5)])


def at_least(count: int, mean: float) -> float:
    """How likely as many things happen or more, if *mean* are to be expected (after Poisson)."""
    return 1.0 if count <= 0 else _tail(count, round(mean, 1))


@lru_cache(maxsize=4096)
def _tail(count: int, mean: float) -> float:
    each, below = exp(-mean), 0.0
    for number in range(count):
        below += each
        each *= mean / (number + 1)
    return max(0.0, 1.0 - below)
