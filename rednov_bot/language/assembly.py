"""Clauses are put together: what belongs to the turn, to its escape, to another act."""

from __future__ import annotations

from typing import Literal, assert_never

from rednov_bot.language.chunks import (
    Amount,
    Chunk,
    Drop,
    Gain,
    Gift,
    Membership,
    Move,
    Nothing,
    Spot,
    Stay,
    Target,
    Tiles,
    Work,
)
from rednov_bot.language.clauses import Clause
from rednov_bot.language.deeds import MACHINES
from rednov_bot.language.headings import RouteUnclear
from rednov_bot.language.route import Route
from rednov_bot.language.uses import Uses


class Gathered(Uses):
    """Hears one clause after the other."""

    def hear(self, chunk: Chunk | None, clause: Clause) -> None:
        """One clause more."""
        if chunk is None:
            if not clause.aside:
                self.doubt(clause, "I do not understand these words.")
            return
        self.first = self.first or clause
        self.last = clause
        self.spoken = self.spoken or clause.subject
        try:
            if clause.belongs == "escape":
                self._hear_escape(chunk, clause)
            else:
                self._hear_turn(chunk, clause)
        except RouteUnclear as unclear:
            self.doubt(clause, str(unclear))

    def _hear_turn(self, chunk: Chunk, clause: Clause) -> None:
        match chunk:
            case Tiles():
                self.tiles_told(chunk, clause)
            case Move():
                self._move(chunk, clause)
            case Stay():
                self.route.stay()
            case Spot():
                self._spot(chunk, clause)
            case Work() | Gain():
                self.act(chunk, clause)
            case Target():
                self.aim(chunk.name, clause)
            case Gift():
                self.give(chunk, clause)
            case Drop():
                self.count_known(chunk.tiles, clause)
                self.drops.append(chunk.tiles)
                self.mode = "discard"
                self.mark("discard")
            case Amount():
                self.amount(chunk.minutes, clause)
            case Membership():
                self.memberships.append(chunk.joins)
                self.mark("join" if chunk.joins else "leave")
                if not clause.subject:
                    self.doubt(clause, "Is that your own announcement?")
            case Nothing():
                pass
            case _:
                assert_never(chunk)

    def _move(self, move: Move, clause: Clause) -> None:
        if self._is_aim(move):
            self.action = Work("unblock_hatch", move.headings)
            return
        if self.pending is not None and self.action is None:
            if self.pending[0] > 2:
                self.doubt(clause, "What are those minutes spent on?")
            self.pending = None
        if not move.headings and move.place is None and _comes_back(clause) and self.is_inside():
            self.doubt(clause, "Through which hatch do you go back?")
        legs = self.route.follow(move, self.mode, breathes="aqualung" in self.steps)
        if legs and self.action is not None:
            self.doubt(clause, "One moves before the action (section 9); is this your next turn?")
        (self.steps if self.action is None else self.after).extend(legs)
        self.last_legs = legs
        if legs or move.how:
            self.mark("turn")
        if move.how == "open":
            self.mode = "open"
        elif move.how or legs:
            entered = not move.how and all(leg.enter is None for leg in legs)
            self.mode = self.mode if entered and self.mode == "open" else "way" if entered else "go"
            if self.route.legs and self.route.legs[-1].opened:
                self.mode = "way"

    def _is_aim(self, move: Move) -> bool:
        """Whether a hatch is the one to unblock, said behind the verb: "unblock: 5-8"."""
        return (
            isinstance(self.action, Work)
            and self.action.name == "unblock_hatch"
            and not self.action.headings
            and not move.how
            and [heading.kind for heading in move.headings] == ["hatch"]
        )

    def _spot(self, spot: Spot, clause: Clause) -> None:
        """A bare number or place means what the clause before makes of it."""
        if (self.action is not None and spot.number is not None and self.minutes is None) or (
            self.target is not None and spot.number is not None
        ):
            self.amount(spot.number, clause)
        elif spot.machine and spot.place in MACHINES and self.pending is not None:
            self.aim(MACHINES[spot.place], clause)  # "7 minutes on the reactor"
        elif (
            spot.machine
            and spot.place in MACHINES
            and self.is_inside()
            and (self.here() == spot.place)
        ):
            self.aim(MACHINES[spot.place], clause)  # "8-5-2-1; engine, 4 minutes"
        elif spot.place is not None and self.mode in ("go", "open") and self.action is None:
            how: Literal["open", "go"] = "open" if self.mode == "open" else "go"
            self._move(Move(how, (), spot.place), clause)
        elif spot.machine and spot.place in MACHINES:
            self.aim(MACHINES[spot.place], clause)
        elif not clause.aside:
            self.doubt(clause, "What about this?")

    def _hear_escape(self, chunk: Chunk, clause: Clause) -> None:
        escape = self.escape = self.escape or Route()
        match chunk:
            case Tiles() if chunk.item:
                self.count_known(chunk, clause)
                self.escape_uses += [chunk.item] * (chunk.count or 1)
            case Move():
                escape.follow(chunk, "go" if not chunk.how and _is_goal(chunk) else "")
            case Stay():
                escape.stay()
            case Spot() if chunk.place is not None:
                escape.follow(Move("go", (), chunk.place), "go")
            case Nothing():
                pass
            case Amount(minutes=1):
                pass
            case _:
                self.doubt(clause, "After a failure only one hatch can be opened (section 13).")
        if len(escape.legs) > 1:
            self.doubt(clause, "After a failure only one hatch can be opened; which one?")


def _comes_back(clause: Clause) -> bool:
    return any("back" in word.text or word.text.startswith("return") for word in clause.words)


def _is_goal(move: Move) -> bool:
    return any(
        heading.kind in ("to", "through", "pass", "out", "hatch") for heading in move.headings
    )
