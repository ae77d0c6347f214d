"""Where a game stands as far as it is played again, and as postings print it where that differs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from msgspec.structs import replace

from rednov_bot.games.base import Resolution
from rednov_bot.games.red_november.render.wording import TOKEN_NAMES, TRACK_NAMES
from rednov_bot.games.red_november.rules import events as ev
from rednov_bot.games.red_november.rules.gamestate import Gamestate
from rednov_bot.games.red_november.rules.logbook import after
from rednov_bot.games.red_november.rules.position import Due, Gift, Gnome, Position
from rednov_bot.games.red_november.rules.resolve import take
from rednov_bot.games.red_november.rules.turn import Turn
from rednov_bot.games.red_november.rules.words import (
    NOWHERE,
    SEA,
    TRACKS,
    Axis,
    Hatch,
    RoomCondition,
    TokenKind,
)
from rednov_bot.verify.postings import Posting
from rednov_bot.verify.tiles import UNKNOWN, without_names

_NUMBERS: Final = re.compile(r"(\d{1,2}) +(\d)(?:  (.*))?\Z")
_PLACE: Final = re.compile(r"(the sea|\d{1,2})\b")
_LABELLED: Final = re.compile(r"([a-z][a-z ]{4,15}?) {2,}(\S.*)")
_HATCH: Final = re.compile(r"\b(\d{1,2})-(\d{1,2})\b")
_POINTS: Final = re.compile(r"(.+) (\d+) ([XY])")
_GIFT: Final = re.compile(r"(.+?) may give (.+?) any items")
_CORRECTED: Final = "correction"


def position_in(body: str, known: Position) -> Position | None:
    """The position below THE POSITION, else as it is *known*; None where it is not to be read."""
    _, heading, below = body.partition("\nTHE POSITION\n")
    if not heading:
        return None
    lines = _joined(below.split("\n"))
    changes: dict[str, Any] = {}
    gnomes = []
    for gnome in known.gnomes:
        row = next((line for line in lines if re.match(rf"\w  {re.escape(gnome.name)} ", line)), "")
        shown = _gnome(gnome, row[3 + len(gnome.name) :].strip())
        if shown is None:
            return None
        gnomes.append(shown)
    changes["gnomes"] = tuple(gnomes)
    for track in TRACKS:
        bar = re.search(rf"^{TRACK_NAMES[track].lower()} .*?(\d+) of 10\b", below, re.MULTILINE)
        if bar is None:
            return None
        changes[track] = int(bar[1])
    aside = re.search(r"captain's grog +(\d+)", below), re.search(r"event deck +(\d+)", below)
    if aside[0] is None or aside[1] is None:
        return None
    changes["stash"], changes["deck_left"] = int(aside[0][1]), int(aside[1][1])
    changes["kraken_aside"] = ", Kraken aside" in below
    facts = {found[1].strip(): found[2] for line in lines if (found := _LABELLED.fullmatch(line))}
    changes["rooms"] = _rooms(facts)
    changes["blocked"] = _hatches(facts.get("blocked hatches", ""))
    changes["tokens"] = _tokens(facts.get("destructions", ""))
    changes["dues"] = _dues(known.dues, facts.get("points so far", ""))
    changes["gifts"] = _gifts(lines, known)
    return replace(known, **changes)


def _joined(lines: Sequence[str]) -> list[str]:
    """Facts that take several lines, each in one."""
    found: list[str] = []
    for line in lines:
        if line.startswith(" " * 12) and found and _LABELLED.match(found[-1]):
            found[-1] += f" {line.strip()}"
        else:
            found.append(line.rstrip())
    return found


def _gnome(gnome: Gnome, row: str) -> Gnome | None:
    for words, fate in (("killed", "killed"), ("abandoned ship", "abandoned")):
        if row.startswith(words):
            minutes = gnome.minutes if fate == "abandoned" else 0
            return replace(gnome, fate=fate, at=NOWHERE, minutes=minutes, fainted=False)
    place, numbers = _PLACE.match(row), _NUMBERS.search(row)
    if place is None or numbers is None:
        return None
    at = SEA if place[1] == "the sea" else int(place[1])
    return replace(
        gnome,
        fate="aboard",
        at=at,
        minutes=int(numbers[1]),
        intoxication=int(numbers[2]),
        fainted="asleep" in (numbers[3] or ""),
    )


def _rooms(facts: dict[str, str]) -> tuple[RoomCondition, ...]:
    rooms: list[RoomCondition] = ["dry"] * 12
    conditions: tuple[tuple[str, RoomCondition], ...] = (
        ("on fire", "fire"),
        ("at low water", "low"),
        ("at high water", "high"),
    )
    for label, condition in conditions:
        for number in re.findall(r"\d+", facts.get(label, "")):
            if 1 <= int(number) <= 10:
                rooms[int(number)] = condition
    return tuple(rooms)


def _hatches(words: str) -> frozenset[Hatch]:
    ends = [(int(one), int(other)) for one, other in _HATCH.findall(words)]
    return frozenset([(min(pair), max(pair)) for pair in ends])


def _tokens(words: str) -> tuple[tuple[TokenKind, int], ...]:
    found: list[tuple[TokenKind, int]] = []
    for kind, name in TOKEN_NAMES.items():
        found += [(kind, int(at)) for at in re.findall(rf"{re.escape(name)} at (\d+)", words)]
    return tuple(found)


def _dues(known: tuple[Due, ...], words: str) -> tuple[Due, ...]:
    """What is owed as it is printed, by what it is known to be for where the sum is the same."""
    dues: list[Due] = []
    for said in filter(None, words.split(", ")):
        found = _POINTS.fullmatch(said)
        if found is None:
            continue
        axis: Axis = "X" if found[3] == "X" else "Y"
        same = [one for one in known if (one.gnome, one.axis) == (found[1], axis)]
        if sum([one.points for one in same]) != int(found[2]):
            same = [Due(found[1], axis, int(found[2]), _CORRECTED)]
        dues += same
    return tuple(dues)


def _gifts(lines: Sequence[str], known: Position) -> tuple[Gift, ...]:
    names = {gnome.name for gnome in known.gnomes}
    found = []
    for line in lines:
        told = _LABELLED.fullmatch(line)
        gift = _GIFT.match(told[2]) if told and told[1].strip() == "gift in return" else None
        if gift is not None and {gift[1], gift[2]} <= names:
            found.append(Gift(gift[2], gift[1]))
    return tuple(found)


def gone_on(state: Gamestate, printed: Position, order: Sequence[int]) -> Gamestate:
    """The gamestate with the position as it is printed; *order* is the event deck as it was made.

    Who is dead holds nothing any more.
    """
    drawn = max(0, len(order) - printed.deck_left)
    played = tuple(card for card in order[:drawn] if card not in printed.removed)
    hands = tuple(
        hand if gnome.in_play else ()
        for gnome, hand in zip(printed.gnomes, state.secrets.hands, strict=True)
    )
    limits = tuple(
        limit if gnome.in_play else None
        for gnome, limit in zip(printed.gnomes, state.secrets.limits, strict=True)
    )
    dropped = sum(map(len, state.secrets.hands)) - sum(map(len, hands))
    secrets = replace(
        state.secrets,
        deck=tuple(order[drawn:]),
        hands=hands,
        limits=limits,
        discards=(*state.secrets.discards, *(UNKNOWN,) * dropped),
    )
    return Gamestate(replace(printed, played=played), secrets)


MOST_BASES: Final = 3
"""Positions that are printed otherwise than they should be, of which one may be gone on from."""


@dataclass(frozen=True, slots=True)
class Basis:
    """A gamestate to go on from."""

    state: Gamestate = field(default_factory=Gamestate)
    untaken: Position = field(default_factory=Position)  # in which the pending turn was announced

    @classmethod
    def taken(cls, state: Gamestate, turn: Turn) -> Basis:
        """Where things stand when a turn was taken."""
        return cls(after(state, take(state, turn)), state.position)


class Standing:
    """The present gamestate, and others that the game may have gone on from."""

    def __init__(self) -> None:
        """Before the opening."""
        self.now = Basis()
        self._printed: list[Gamestate] = []  # the last one first
        self._order: tuple[int, ...] = ()  # of the event deck, as it was made last

    @property
    def position(self) -> Position:
        """What everybody sees."""
        return self.now.state.position

    @property
    def told(self) -> tuple[ev.TurnTaken, ...]:
        """That the pending turn was taken."""
        position = self.position
        return () if position.pending is None else (ev.TurnTaken(position.pending, position.turns),)

    def take(self, turn: Turn, number: int) -> bool:
        """A turn is taken, if it is the next one; whether it is."""
        position = self.position
        free = position.pending is None and position.ending is None
        if free and number == position.turns + 1:
            self.now = Basis.taken(self.now.state, turn)
            return True
        return False

    def has_taken(self, posting: Posting) -> bool:
        """Whether the turn of a posting awaits its resolution."""
        return (self.position.pending, self.position.turns) == (posting.gnome, posting.number)

    def others(self, turn: Turn, number: int) -> Iterator[Basis]:
        """Where things would stand by the postings before, were this the next turn."""
        for state in self._printed:
            position = replace(state.position, turns=number - 1)
            yield Basis.taken(replace(state, position=position), turn)

    def go_on(self, outcome: Resolution, posting: Posting, *, right: bool) -> None:
        """From what was played again; what the posting prints is remembered where it is not."""
        self.now = Basis(without_names(outcome.after))
        for one in outcome.events:
            if isinstance(one, ev.EventDeckShuffled):
                self._order = one.order
        if right:
            self._printed.clear()
            return
        found = position_in(posting.body, self.position)
        if found is not None and found != self.position:
            state = gone_on(self.now.state, replace(found, ending=None), self._order)
            self._printed = [state, *self._printed[: MOST_BASES - 1]]

    def correct(self, state: Gamestate, posting: Posting, *, right: bool) -> None:
        """From a gamestate that was corrected."""
        self.now = Basis(without_names(state), self.now.untaken)
        if not right:
            self.believe(posting)

    def believe(self, posting: Posting) -> bool:
        """From the position that a posting prints; whether it can be read."""
        found = position_in(posting.body, self.position)
        if found is None:
            return False
        turns = max(found.turns, posting.number or 0)
        found = replace(found, turns=turns, pending=None)
        self.now = Basis(gone_on(self.now.state, found, self._order))
        return True
