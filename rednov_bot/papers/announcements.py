"""What an announcement says."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from rednov_bot.engine.turn import NO_ORDERS, Orders, Turn
from rednov_bot.engine.words import GnomeName, Item
from rednov_bot.papers.names import PaperId


@dataclass(frozen=True, slots=True)
class TurnAct:
    """A gnome takes a turn (§9)."""

    turn: Turn


@dataclass(frozen=True, slots=True)
class Discard:
    """A gnome discards for a hand limit (§17); `count` alone where the list is private (A23)."""

    items: tuple[Item, ...] = field(repr=False)
    count: int | None = None


@dataclass(frozen=True, slots=True)
class GiveBack:
    """A gift in return (§11k); `count` alone where the list is private (A23)."""

    to: GnomeName
    items: tuple[Item, ...] = field(repr=False)
    count: int | None = None


@dataclass(frozen=True, slots=True)
class Join:
    """A player becomes a contestant (§3)."""


@dataclass(frozen=True, slots=True)
class Leave:
    """A contestant leaves (§3)."""


@dataclass(frozen=True, slots=True)
class ItemList:
    """A private mail that names the tiles of a gift or discard announced by number (A23)."""

    items: tuple[Item, ...] = field(repr=False)


Act = TurnAct | Discard | GiveBack | Join | Leave | ItemList


@dataclass(frozen=True, slots=True)
class Question:
    """What a careful human would ask: the words that were not understood, and what to say."""

    words: str = field(repr=False)  # from the letter's text, blanks in one; "": something missing
    ask: str = field(repr=False)  # one sentence
    start: int | None = None  # where the words stand in that text, None where they cannot be shown
    end: int | None = None  # behind the last of them
    choices: tuple[str, ...] = field(default=(), repr=False)  # the shortest ways to say it


@dataclass(frozen=True, slots=True)
class Reading:
    """What a text announces."""

    verdict: Literal["acts", "none", "ambiguous"]
    acts: tuple[Act, ...] = ()  # in the order announced; empty unless the verdict is "acts"
    questions: tuple[Question, ...] = ()  # for "ambiguous"
    announces: bool = False  # for "ambiguous": plainly something of the game, if not certain what
    orders: Orders = NO_ORDERS  # for "ambiguous": standing orders without a turn, and no more
    proposal: tuple[Act, ...] = ()  # for "ambiguous": what a plain yes would announce


Clarified = Literal["confirmed", "denied"]
"""How its author settled what an unclear announcement means: by an answer, or by a no."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Clarification:
    """What an unclear announcement means is asked under a code (A126)."""

    mail: PaperId  # the announcement
    code: str
    name: GnomeName  # its author
    game: PaperId | None  # that was going on then
    turns: int  # how many were taken in it by then
    unresolved: bool  # whether the last of them awaited its resolution
    at: datetime
    text: str = field(repr=False)  # the announcement, with earlier answers in it
    questions: tuple[Question, ...] = field(repr=False)
    proposal: tuple[Act, ...] = field(default=(), repr=False)  # what a plain yes announces
    said: tuple[tuple[str, str], ...] = field(default=(), repr=False)  # earlier: asked, answered


@dataclass(frozen=True, slots=True, kw_only=True)
class Confirmed:
    """What the author of an unclear announcement was asked, and answered (A126)."""

    name: GnomeName
    said: tuple[tuple[str, str], ...] = field(repr=False)  # what was asked, what was answered
    privately: bool
