"""The story of a turn: its happenings as chapters of sentences beside the gnome's clock.

    THE TURN
      39  Ann opens hatch 2-5 (1 minute). Ann goes into room 2 (Oxygen Pumps).
      34  Ann works on the oxygen pumps for 5 minutes.

The number is the minutes the active gnome has left; on the time track, the space e stands on.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rednov_bot.engine import happenings as h
from rednov_bot.engine.position import Position
from rednov_bot.engine.spending import minutes_of
from rednov_bot.engine.tables import Tables
from rednov_bot.engine.words import GnomeName, Hatch
from rednov_bot.prose.environment import fold
from rednov_bot.prose.sentences import Scene, sentence, unblocked
from rednov_bot.prose.wording import TOKEN_NAMES

GUTTER = 6  # columns of the clock

_TURN, _OUTCOME, _FAINT, _TRACK, _AFTER = range(5)
_TITLES = (
    "THE TURN",
    "THE OUTCOME",
    "THE FAINT CHECK",
    "DOWN THE TIME TRACK",
    "AFTER THE TURN",
)
_ELSEWHERE = (h.PointsDue, h.GameOver, h.TurnTaken)
"""Told apart from the story: in the mail's head, or under the points due."""


class Entry(NamedTuple):
    """Some sentences and the clock beside them; none beside what follows a death or departure."""

    clock: int | None
    text: str


class Chapter(NamedTuple):
    """A part of the story under its heading."""

    title: str
    entries: tuple[Entry, ...]

    def __str__(self) -> str:
        """The chapter as it stands in a mail."""
        return "\n".join([self.title, *[_line(entry) for entry in self.entries]])


def told(
    happenings: Sequence[h.PublicHappening],
    before: Position,
    tables: Tables,
    active: GnomeName | None,
    target: Hatch | None = None,
) -> tuple[Chapter, ...]:
    """The story of a turn of *active*, who stands as in *before*; *target* is what they unblock.

    Without an active gnome, before the first turn, there is no clock and one chapter.
    """
    target = target or unblocked(happenings, before, tables.board)
    teller = _Teller(before, tables, active, target)
    for happening in happenings:
        teller.tell(happening)
    return teller.chapters()


class _Teller:
    """Goes through the happenings once and knows where in the turn they are."""

    def __init__(
        self, before: Position, tables: Tables, active: GnomeName | None, target: Hatch | None
    ) -> None:
        self.active = active
        self.clock = before.gnome(active).minutes if active is not None else None
        self.scene = Scene(tables.board, active, target, self.clock)
        self.part = _TURN if active is not None else _AFTER
        self.dead = False
        self.tokens = list(before.tokens)
        self.parts: list[list[tuple[int | None, list[str]]]] = [[] for _ in _TITLES]

    def tell(self, happening: h.PublicHappening) -> None:
        """Take one happening in, and its sentence where it has a place in the story."""
        self._turn_page(happening)
        self._wind(happening)
        if isinstance(happening, _ELSEWHERE):
            return
        if isinstance(happening, h.Reached) and not self.scene.passed:
            return
        if isinstance(happening, h.TurnResolved) and self.dead:
            return
        self._write(sentence(happening, self.scene), isinstance(happening, h.CardDrawn))
        if isinstance(happening, h.ActionTaken):
            self.part = _OUTCOME

    def chapters(self) -> tuple[Chapter, ...]:
        """The chapters that have something to tell."""
        return tuple(
            [
                Chapter(title, tuple([Entry(clock, " ".join(said)) for clock, said in part]))
                for title, part in zip(_TITLES, self.parts, strict=True)
                if part
            ]
        )

    def _turn_page(self, happening: h.PublicHappening) -> None:
        """A happening may open the next chapter."""
        match happening:
            case h.FaintChecked():
                self.part = _FAINT
            case h.EventDeckRenewed() if self.part == _OUTCOME:
                self.part = _FAINT
            case h.Reached():
                self.part = _TRACK
            case h.TurnResolved():
                self.part = _AFTER
            case _:
                pass

    def _wind(self, happening: h.PublicHappening) -> None:
        """The clock and the scene follow what happens."""
        scene = self.scene
        match happening:
            case h.Reached(space=space):
                self.clock = space
                scene.passed = tuple(
                    [f"{TOKEN_NAMES[kind]} ({at})" for kind, at in self.tokens if at == space + 1]
                )
            case h.TurnResolved(minutes=minutes):
                self.clock = None if self.dead else minutes
            case h.CardDrawn(kind=kind):
                scene.card = kind
            case h.FaintChecked():
                scene.card = None
            case h.TokenPlaced(token=token, space=space):
                self.tokens.append((token, space))
            case h.TokensPrevented(token=token, spaces=spaces):
                self.tokens = [
                    one for one in self.tokens if one[0] != token or one[1] not in spaces
                ]
            case h.Killed(gnome=name) | h.GnomeDeparted(gnome=name) if name == self.active:
                self.dead = True
            case _ if self.clock is not None:
                self.clock -= minutes_of(happening)
            case _:
                pass

    def _write(self, said: str, card: bool) -> None:
        """One more sentence, beside its clock; without a clock, each card begins a paragraph."""
        part = self.parts[self.part]
        begins = card if self.clock is None else not part or part[-1][0] != self.clock
        if begins or not part:
            part.append((self.clock, [said]))
        else:
            part[-1][1].append(said)


def _line(entry: Entry) -> str:
    if entry.clock is None:
        return fold(entry.text, "  ", " " * GUTTER)
    return fold(entry.text, f"{entry.clock:>4}  ", " " * GUTTER)
