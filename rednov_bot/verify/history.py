"""What was played again so far, step by step, so that a correction can go back to it (A96)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from rednov_bot.engine import happenings as h
from rednov_bot.engine.draws import Scope
from rednov_bot.engine.gamestate import Gamestate
from rednov_bot.engine.options import Options
from rednov_bot.engine.overruled import Ruled
from rednov_bot.engine.turn import Turn
from rednov_bot.verify.between import Deed
from rednov_bot.verify.postings import Posting

StepKind = Literal["take", "resolve", "deed", "kill"]


@dataclass(frozen=True, slots=True)
class Step:
    """A turn that was taken, or resolved; a deed between turns; an idle gnome killed."""

    kind: StepKind
    posting: Posting = field(repr=False)
    before: Gamestate = field(repr=False)
    after: Gamestate = field(repr=False)
    happenings: tuple[h.Happening, ...] = field(repr=False)
    options: Options
    turn: Turn | None = None
    deed: Deed | None = None
    scope: Scope | None = None
    ruled: Ruled | None = None  # what was ruled about the turn

    @property
    def number(self) -> int | None:
        """Of the turn."""
        return self.posting.number if self.kind in ("take", "resolve") else None


@dataclass(slots=True)
class History:
    """The steps of a game; None behind a step from which it could not be followed."""

    steps: list[Step] = field(default_factory=list)

    def add(self, step: Step) -> None:
        """One more."""
        self.steps.append(step)

    def since(self, number: int) -> list[Step] | None:
        """All from the moment when a turn was taken; None where that is not known."""
        for place, step in enumerate(self.steps):
            if step.kind == "take" and step.number == number:
                return self.steps[place:]
        return None

    def forget(self) -> None:
        """Nothing before can be gone back to."""
        self.steps.clear()

    def retell(self, steps: list[Step]) -> None:
        """These came instead of as many at the end."""
        if steps:
            self.steps[len(self.steps) - len(steps) :] = steps
