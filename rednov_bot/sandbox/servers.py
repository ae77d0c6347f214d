"""Mail servers on loopback, the bot, a clock that can be wound on, and computer gnomes."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Final, TypeVar

from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow.desk import Desk, FreshTokens, Ongoing, ongoing
from rednov_bot.demo.play import Stage
from rednov_bot.games.base import Player
from rednov_bot.games.red_november.ai import STRATEGIES
from rednov_bot.games.red_november.ai.looking import look
from rednov_bot.games.red_november.render import canonical
from rednov_bot.games.red_november.render.position import may_act
from rednov_bot.games.red_november.rules.deeds import Discard
from rednov_bot.games.red_november.rules.position import Position

Answer = TypeVar("Answer")

_MORE: Final = """
[game.options]
event_choice = "orders+random"

[pages]
folder = "pages"
"""
"""What an event card leaves open is drawn: nobody is asked, so no turn waits for an answer."""

_ROUNDS: Final = 20  # after which the bot is thought to write to itself for ever


class MovableClock:
    """The clock on the wall, which can be wound on, and never back."""

    def __init__(self) -> None:
        self.ahead = timedelta()

    def now(self) -> datetime:
        """What it says."""
        return datetime.now(UTC) + self.ahead


class Sandbox(Stage):
    """The same stage, with a clock that can be wound on."""

    clock: MovableClock

    def __init__(self, folder: Path, *, imap: int, smtp: int) -> None:
        super().__init__(
            folder,
            MovableClock(),
            FreshTokens(),
            imap=imap,
            smtp=smtp,
            answers_a_day=0,
            more=_MORE,
        )

    def ask(self, errand: Callable[[Desk, UnitOfWork], Answer]) -> Answer:
        """Something that is done or looked up behind all that the bot has to do."""
        self.settle()
        with self.desk.db.transaction() as records:
            return errand(self.desk, records)

    def settle(self) -> None:
        """The bot goes round until no more mail moves."""
        for _ in range(_ROUNDS):
            self.moved.clear()
            self.go_round()
            if not self.moved.is_set():
                return


def next_up(position: Position, names: tuple[Player, ...]) -> Player | None:
    """Whose turn it is by custom: of those who may act, who is furthest behind in time (A13).

    None where that is nobody of these *names*, or nobody may act.
    """
    able = [position.gnome(name) for name in names]
    if not able:
        return None
    return max(able, key=lambda gnome: (gnome.minutes, gnome.arrived)).name


class ComputerGnomes:
    """Whoever sits in no seat of a person's."""

    def __init__(self, strategy: str, seed: int) -> None:
        """*strategy*: a key of `ai.STRATEGIES`.  KeyError of another."""
        self._strategy, self._luck = STRATEGIES[strategy], Random(seed)

    def says(
        self, desk: Desk, records: UnitOfWork, person: Player, *, ahead: bool
    ) -> tuple[Player, str] | None:
        """Which computer gnome writes what; None when no one of them can.

        Before a turn, whoever is bound to discard does that.  With *ahead*, one of them goes ahead
        of the *person*, though it be their turn.
        """
        now = ongoing(desk, records)
        if now is None or now.gamestate.position.pending is not None:
            return None
        if (discard := self._discard(now, person)) is not None:
            return discard
        position = now.gamestate.position
        able = may_act(position, now.options)
        others = tuple([name for name in able if name != person])
        name = next_up(position, others if ahead else able)
        if name is None or name == person:
            return None
        turn = self._strategy.turn(look(now.gamestate, name, now.tables, now.options), self._luck)
        return name, canonical.announcement(turn)

    def _discard(self, now: Ongoing, person: Player) -> tuple[Player, str] | None:
        for gnome in now.gamestate.position.gnomes:
            sight = look(now.gamestate, gnome.name, now.tables, now.options)
            if gnome.name != person and gnome.in_play and sight.over:
                items = self._strategy.discards(sight, self._luck)
                return gnome.name, "\n".join(canonical.said(Discard(items, None)))
        return None
