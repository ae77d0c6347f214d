"""Killing an idle gnome (§19, A109): the contestmaster's right, and what it would cause."""

from __future__ import annotations

from datetime import datetime, timedelta

from rednov_bot.engine.gamestate import Gamestate
from rednov_bot.engine.logbook import Logbook
from rednov_bot.engine.luck import Luck
from rednov_bot.engine.options import Options
from rednov_bot.engine.refusals import Refusal, refusal
from rednov_bot.engine.resolve import Resolution, close
from rednov_bot.engine.rules import death
from rednov_bot.engine.rules.hands import present
from rednov_bot.engine.words import GnomeName

IDLE_AFTER = timedelta(days=4)  # since eir last turn, or the opening (§19, A91)


def may_kill_idle(
    gamestate: Gamestate, name: GnomeName, last_turn: datetime, now: datetime
) -> Refusal | None:
    """Whether §19 lets the contestmaster kill *name* now; eir hand limit is no bar (A92)."""
    if fault := present(gamestate.position, name):
        return fault
    gnome = gamestate.position.gnome(name)
    if gnome.fainted:
        return refusal("FAINTED", f"{name} is asleep", "§19")
    if gnome.minutes <= 0:
        return refusal("NO_MINUTES", f"{name} has no minutes remaining", "§19")
    if now - last_turn < IDLE_AFTER:
        return refusal("TOO_EARLY", f"{name} took a turn less than four days ago")
    return None


def kill_idle(gamestate: Gamestate, name: GnomeName, options: Options, luck: Luck) -> Resolution:
    """An idle gnome is killed: no cards, no markers, but loss, sleepers and end are judged."""
    log = Logbook(gamestate)
    death.kill(log, name, "idle", options, luck)
    close(log, options)
    return Resolution(tuple(log.happenings), log.gamestate)
