"""Places and tiles that were announced, as far as words tell, and are not in the acts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rednov_bot.engine.turn import Open, Turn
from rednov_bot.engine.words import SEA, Place
from rednov_bot.language.announced import turn_of
from rednov_bot.language.doubts import Doubt
from rednov_bot.language.names import WORKPLACES
from rednov_bot.language.neighbours import place_of
from rednov_bot.language.second_reader import Said
from rednov_bot.language.second_reader.gist import used
from rednov_bot.language.words import Word, kinds
from rednov_bot.papers import Act, Discard, GiveBack

_LIVE: Final = kinds("real unclear")
_TOLD: Final = kinds("statement other")
_WAYS: Final = kinds("TO THROUGH")
_GOES: Final = (
    "off to",
    "off into",
    "on to",
    "away to",
    "away into",
    "over to",
    "down to",
    "up to",
)
_NAMES: Final = kinds("NUM ROOM MACHINE SEA")
_OUTSIDE: Final = kinds("kill_kraken abandon")
_ASK: Final = "Is this part of what you do?"


def left_over(said: Sequence[Said], done: Sequence[Act]) -> list[Doubt]:
    """A question about each stretch of which something was lost; nothing where there is no turn."""
    turn = turn_of(done)
    if turn is None:
        return []
    places, tiles = _places(turn), {*used(turn), "manual"}
    for act in done:
        if isinstance(act, Discard | GiveBack):
            tiles |= set(act.items)
    return [
        Doubt(one.segment.start, one.segment.end, _ASK)
        for one in said
        if one.segment.belongs == "turn"
        and one.segment.aside != "quoted"
        and "NEG" not in one.segment.kinds
        and _loses(one, places, tiles)
    ]


def _places(turn: Turn) -> set[Place | None]:
    """Every place that a turn names, on either side of its hatches, and where it is acted."""
    hatches = [step.hatch for step in turn.steps if isinstance(step, Open)]
    if turn.action is not None and turn.action.hatch is not None:
        hatches.append(turn.action.hatch)
    places: set[Place | None] = {end for hatch in hatches for end in (hatch.to, hatch.near)}
    if turn.action is not None:
        places.add(WORKPLACES.get(turn.action.name))
        if turn.action.name in _OUTSIDE:
            places.add(SEA)
    return places


def _loses(one: Said, places: set[Place | None], tiles: set[str]) -> bool:
    """Whether a stretch says a place to go to, a hatch or a tile that the acts have not."""
    words = [word for word in one.segment.words if word.type != "FILL"]
    for at, word in enumerate(words):
        before = words[at - 1] if at else None
        if one.mood in _LIVE and _is_lost(word, before, places, tiles):
            return True
        goes = before is not None and before.text in _GOES
        if one.mood in _TOLD and goes and _place(word) not in (None, *places):
            return True
    return False


def _is_lost(word: Word, before: Word | None, places: set[Place | None], tiles: set[str]) -> bool:
    match word.type:
        case "HATCH" | "PATH":
            return places.isdisjoint(word.places)
        case "ITEM":
            return bool(word.name) and word.name not in tiles
        case "NUM" | "ROOM" | "MACHINE" | "SEA" | "EXTERIOR":
            led = before is not None and (before.type in _WAYS or before.text in _GOES)
            return led and _place(word) not in (None, *places)
        case _:
            return False


def _place(word: Word) -> Place | None:
    if word.type == "EXTERIOR":
        return SEA
    return place_of(word) if word.type in _NAMES else None
