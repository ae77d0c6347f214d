"""What happened in a game after the point at which it is corrected, step by step (A96).

The contestmaster corrects by changing one step: another turn (it is read otherwise), other
options or answers, `counts=False` (it is void), or one more step (a refused turn counts).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from rednov_bot.engine import happenings as h, overruled
from rednov_bot.engine.choices import Answer
from rednov_bot.engine.hushed import Hushed
from rednov_bot.engine.luck import Luck
from rednov_bot.engine.options import Options
from rednov_bot.engine.turn import NO_ORDERS, Orders, Turn
from rednov_bot.engine.words import GnomeName, Item


class _Step(Hushed, frozen=True, kw_only=True):
    """One step of a game on file; `told` is empty for a step that is only now added."""

    state: int  # the number of the gamestate it led to
    told: tuple[h.Happening, ...] = ()  # what happened when it was first played
    options: Options = Options()  # in force at that moment (A97)
    counts: bool = True  # False: void by the contestmaster's ruling


class Announced(_Step, frozen=True, kw_only=True):
    """A turn was announced, and taken (§9)."""

    number: int  # of the turn; it keeps it, whatever becomes of others
    turn: Turn
    admitted: bool = False  # it counts by ruling, whatever is against it but eir hand


class Resolved(_Step, frozen=True, kw_only=True):
    """The turn of this number was resolved, with what was known then (§16)."""

    number: int
    luck: Luck  # bound to the number, so the dice are the same (A95)
    orders: Orders = NO_ORDERS  # of the gnome whose turn it was
    answers: Mapping[str, Answer] = {}
    standing: Mapping[GnomeName, Orders] = {}  # orders of the others
    chosen: Mapping[str, str] = {}  # choices that are ruled to fall otherwise, by key
    ruled: overruled.Ruled | None = None  # what was ruled about it before it was resolved (§25)
    turn: Turn | None = None  # as it was ruled to be read then; None: as announced


class Discarded(_Step, frozen=True, kw_only=True):
    """A gnome discarded for a hand limit (§17)."""

    gnome: GnomeName
    items: tuple[Item, ...]


class GaveBack(_Step, frozen=True, kw_only=True):
    """A gift in return (§11k)."""

    giver: GnomeName
    to: GnomeName
    items: tuple[Item, ...]


class IdleKilled(_Step, frozen=True, kw_only=True):
    """The contestmaster killed an idle gnome (§19)."""

    gnome: GnomeName
    luck: Luck


class Ruled(_Step, frozen=True, kw_only=True):
    """The contestmaster set values of the position by a ruling (§25)."""

    ruling: h.RulingGiven


Played: TypeAlias = Announced | Resolved | Discarded | GaveBack | IdleKilled | Ruled


def number_of(step: Played) -> int | None:
    """The turn that a step belongs to; None between turns."""
    return step.number if isinstance(step, Announced | Resolved) else None
