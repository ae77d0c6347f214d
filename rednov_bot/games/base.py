"""What a game tells the desk about itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class GameWords:
    """What the game calls things, as patterns, so that commands, claims and questions are read."""

    title: str  # what the game is called
    things: str  # what may be wrong with a position: `heat|minutes?|rooms?`
    states: str  # how a thing may be, besides a number: `dry|flooded`
    posted: str  # what is posted of the game alone: `map|odds`
    acts: str  # what an action is done with or is like, where somebody says what they meant
    told_apart: str  # words that no sentence about being away holds
    candidates: str  # what leads to a candidate of a choice: `room|hatch`
    choices: str  # how the choices within a turn are named: `event 45|escape`
    hand: str  # how else a hand may be called: `tiles?`
    status: str  # how else the state of the game may be called: `sub`
    rules: str  # what it may be asked about what it is: `kraken`
    past: str  # `opened/open went/go`: what is only wondered about may be put as if it were past
    position: Callable[[str, Sequence[str]], tuple[str, str]]
    """Changes of the position as said in a ruling, with the names of people -> the same as they
    are stored, and what is wrong with them in half a sentence; one of the two is empty."""
