"""Clauses are put together: what belongs to the turn, to its escape, to another act."""

from __future__ import annotations

from typing import assert_never

from rednov_bot.language.bare import Bare
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
from rednov_bot.language.headings import RouteUnclear
from rednov_bot.language.route import Route


class Gathered(Bare):
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
                self.move(chunk, clause)
            case Stay():
                self.route.stay()
            case Spot():
                self.spot(chunk, clause)
            case Work() | Gain():
                self.act(chunk, clause)
            case Target():
                self.aim(chunk.name, clause)
            case Gift():
                self.give(chunk, clause)
            case Drop() if chunk.tiles.count == 0 and not chunk.tiles.item:
                pass  # "discarded: nothing"
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


def _is_goal(move: Move) -> bool:
    return any(
        heading.kind in ("to", "through", "pass", "out", "hatch") for heading in move.headings
    )
