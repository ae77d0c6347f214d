"""When sleepers wake (§16c, A63, A64)."""

from __future__ import annotations

from rednov_bot.engine import happenings as h
from rednov_bot.engine.logbook import Logbook


def wake(log: Logbook, walking: str | None = None) -> None:
    """A sleeper wakes when all other gnomes have strictly fewer minutes (§16c).

    One who sleeps at 0 never does (A64).
    """
    gnomes = log.position.gnomes
    for gnome in gnomes:
        if not gnome.fainted or not gnome.in_play or gnome.name == walking:
            continue
        if all(other.minutes < gnome.minutes for other in gnomes if other.name != gnome.name):
            log.tell(h.Woke(gnome.name))
            return


def break_deadlock(log: Logbook) -> None:
    """If only sleepers have minutes, the one with most wakes; among equals the last arrived.

    A ruling under §25 after the board game's stack of time keepers (A63, S116).
    """
    sleepers = [gnome for gnome in log.position.gnomes if gnome.fainted]
    if not sleepers:
        return
    waiting = [gnome for gnome in log.position.gnomes if gnome.in_play and gnome.minutes > 0]
    if waiting and all(gnome.fainted for gnome in waiting):
        last = max(waiting, key=lambda gnome: (gnome.minutes, gnome.arrived))
        log.tell(h.Woke(last.name, deadlock=True))
