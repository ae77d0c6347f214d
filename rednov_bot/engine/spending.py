"""What a gnome's minutes go into, happening by happening (§9-§16)."""

from __future__ import annotations

from typing import Literal, TypeAlias

from rednov_bot.engine import happenings as h
from rednov_bot.engine.words import ActionName

Outlay: TypeAlias = Literal["way", "work", "supplies", "rest", "water", "sleep"]
"""Hatches and passages; a fix-it action (§11a-h); items and grog (§11i-j); any other action; the
surcharge at low water (§15); a faint (§16c)."""

OUTLAYS: tuple[Outlay, ...] = ("way", "work", "supplies", "rest", "water", "sleep")

_SUPPLIES: frozenset[ActionName] = frozenset({"gain_items", "gain_grog"})
_REST: frozenset[ActionName] = frozenset({"give_items", "no_action", "abandon", "attack"})


def outlays(happening: h.PublicHappening) -> tuple[tuple[Outlay, int], ...]:
    """What the active gnome spends with it, and how many minutes; nothing for most."""
    match happening:
        case h.HatchOpened():
            return (("way", 1),)
        case h.Passed(minutes=minutes):
            return (("way", minutes),)
        case h.ActionTaken(action=action, minutes=minutes, surcharge=surcharge):
            return ((outlay_of(action), minutes), ("water", surcharge))
        case h.Fainted(lost=lost):
            return (("sleep", lost),)
        case _:
            return ()


def minutes_of(happening: h.PublicHappening) -> int:
    """All minutes that the active gnome spends with it."""
    return sum([minutes for _, minutes in outlays(happening)])


def outlay_of(action: ActionName) -> Outlay:
    """What the minutes of an action count as."""
    if action in _SUPPLIES:
        return "supplies"
    return "rest" if action in _REST else "work"
