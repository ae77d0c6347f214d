"""The story of a turn: its events as chapters of sentences beside the gnome's clock.

    THE TURN
      39  Ann opens hatch 2-5 (1 minute). Ann goes into room 2 (Oxygen Pumps).
      34  Ann works on the oxygen pumps for 5 minutes.

The number is the minutes the active gnome has left; on the time track, the space they stand on.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rednov_bot.core.render.environment import fold
from rednov_bot.games.red_november.render.sentences import Scene, sentence, unblocked
from rednov_bot.games.red_november.render.wording import TOKEN_NAMES
from rednov_bot.games.red_november.rules import events as ev
from rednov_bot.games.red_november.rules.audit import minutes_of
from rednov_bot.games.red_november.rules.position import Position
from rednov_bot.games.red_november.rules.tables import Tables
from rednov_bot.games.red_november.rules.words import GnomeName, Hatch

GUTTER = 6  # columns of the clock

_TURN, _OUTCOME, _FAINT, _TRACK, _AFTER = range(5)
_TITLES = (
    "THE TURN",
    "THE OUTCOME",
    "THE FAINT CHECK",
    "DOWN THE TIME TRACK",
    "AFTER THE TURN",
)
_ELSEWHERE = (ev.PointsDue, ev.GameOver, ev.TurnTaken)
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
        lines = [
            fold(text, f"{clock:>4}  " if clock is not None else "  ", " " * GUTTER)
            for clock, text in self.entries
        ]
        return "\n".join([self.title, *lines])


def told(
    events: Sequence[ev.PublicEvent],
    before: Position,
    tables: Tables,
    active: GnomeName | None,
    target: Hatch | None = None,
) -> tuple[Chapter, ...]:
    """The story of a turn of *active*, who stands as in *before*; *target* is what they unblock.

    Without an active gnome, before the first turn, there is no clock and one chapter.
    """
    target = target or unblocked(events, before, tables.board)
    teller = _Teller(before, tables, active, target)
    for event in events:
        teller.tell(event)
    return teller.chapters()


class _Teller:
    """Goes through the events once and knows where in the turn they are."""

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

    def tell(self, event: ev.PublicEvent) -> None:
        """Take one event in, and its sentence where it has a place in the story."""
        self._wind(event)
        if isinstance(event, _ELSEWHERE):
            return
        if isinstance(event, ev.Reached) and not self.scene.passed:
            return
        if isinstance(event, ev.TurnResolved) and self.dead:
            return
        self._write(sentence(event, self.scene), isinstance(event, ev.CardDrawn))
        if isinstance(event, ev.ActionTaken):
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

    def _wind(self, event: ev.PublicEvent) -> None:
        """The chapter, the clock and the scene follow what happens."""
        scene = self.scene
        match event:
            case ev.Reached(space=space):
                self.part = _TRACK
                self.clock = space
                scene.passed = tuple(
                    [f"{TOKEN_NAMES[kind]} ({at})" for kind, at in self.tokens if at == space + 1]
                )
            case ev.TurnResolved(minutes=minutes):
                self.part = _AFTER
                self.clock = None if self.dead else minutes
            case ev.CardDrawn(kind=kind):
                scene.card = kind
            case ev.FaintChecked():
                self.part = _FAINT
                scene.card = None
            case ev.EventDeckRenewed() if self.part == _OUTCOME:
                self.part = _FAINT
            case ev.TokenPlaced(token=token, space=space):
                self.tokens.append((token, space))
            case ev.TokensPrevented(token=token, spaces=spaces):
                self.tokens = [
                    one for one in self.tokens if one[0] != token or one[1] not in spaces
                ]
            case ev.Killed(gnome=name) | ev.GnomeDeparted(gnome=name) if name == self.active:
                self.dead = True
            case _ if self.clock is not None:
                self.clock -= minutes_of(event)
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
