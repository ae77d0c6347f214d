"""Where a game stands as far as it is played again, and as postings print it where that differs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from msgspec.structs import replace

from rednov_bot.engine import happenings as h
from rednov_bot.engine.gamestate import Gamestate
from rednov_bot.engine.logbook import after
from rednov_bot.engine.position import Position
from rednov_bot.engine.resolve import Resolution, take
from rednov_bot.engine.turn import Turn
from rednov_bot.verify import printed
from rednov_bot.verify.hidden import without_names
from rednov_bot.verify.postings import Posting

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
    def told(self) -> tuple[h.TurnTaken, ...]:
        """That the pending turn was taken."""
        position = self.position
        return () if position.pending is None else (h.TurnTaken(position.pending, position.turns),)

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
        for one in outcome.happenings:
            if isinstance(one, h.EventDeckShuffled):
                self._order = one.order
        if right:
            self._printed.clear()
            return
        found = printed.position_in(posting.body, self.position)
        if found is not None and found != self.position:
            state = printed.gone_on(self.now.state, replace(found, ending=None), self._order)
            self._printed = [state, *self._printed[: MOST_BASES - 1]]

    def correct(self, state: Gamestate, posting: Posting, *, right: bool) -> None:
        """From a gamestate that was corrected."""
        self.now = Basis(without_names(state), self.now.untaken)
        if not right:
            self.believe(posting)

    def believe(self, posting: Posting) -> bool:
        """From the position that a posting prints; whether it can be read."""
        found = printed.position_in(posting.body, self.position)
        if found is None:
            return False
        turns = max(found.turns, posting.number or 0)
        found = replace(found, turns=turns, pending=None)
        self.now = Basis(printed.gone_on(self.now.state, found, self._order))
        return True
