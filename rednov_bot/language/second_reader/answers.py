"""Where the second reader speaks up: it answers what the first one asks, or reads it otherwise."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

import msgspec

from rednov_bot.engine.turn import Open, Turn
from rednov_bot.engine.words import GnomeName
from rednov_bot.language.announced import turn_of
from rednov_bot.language.doubts import Doubt
from rednov_bot.language.names import WORKPLACES
from rednov_bot.language.second_reader.gist import gist, used
from rednov_bot.language.second_reader.slots import Said
from rednov_bot.language.words import Word
from rednov_bot.papers import Act, TurnAct

_ANSWERS: Final = (
    "Which action do you take",
    "Through which hatch",
    "Do you go through th",
    "What do you do with these items",
    "Do you use this",
    "Which item do you use?",
)
"""How the questions begin that slots can answer."""
_PASSING: Final = "Do you go through"
_LEAVING: Final = "Through which hatch do you leave"


def answered(
    said: Sequence[Said], doubts: Sequence[Doubt], done: Sequence[Act], author: GnomeName
) -> tuple[Act, ...] | None:
    """The acts, if the second reader can answer all *doubts* about those that were *done*.

    It can where each asks for what the letter says elsewhere, and all tiles, places and numbers
    among the words asked about are part of the turn that it reads.
    """
    if not all(_may_be_answered(said, doubt) for doubt in doubts):
        return None
    first = turn_of(done)
    if first is None and done:
        return None
    found = gist(said, author)
    if found is None or (found.guessed and any(d.ask.startswith(_PASSING) for d in doubts)):
        return None
    turn = found.turn
    if first is not None:
        turn = msgspec.structs.replace(turn, escape=first.escape, orders=first.orders)
    if not all(_explains(turn, _within(said, doubt)) for doubt in doubts if doubt.end):
        return None
    return tuple(TurnAct(turn) if isinstance(act, TurnAct) else act for act in done) or (
        TurnAct(turn),
    )


def is_read_otherwise(said: Sequence[Said], done: Sequence[Act], author: GnomeName) -> bool:
    """Whether the second reader reads another turn than the one that was *done*."""
    first = turn_of(done)
    if first is None:
        return False
    found = gist(said, author)
    return found is not None and _bare(found.turn) != _bare(first)


def _bare(turn: Turn) -> object:
    """What both readers must agree on: all but the near ends of hatches (A123)."""
    action = turn.action
    if action is not None and action.hatch is not None:
        action = msgspec.structs.replace(
            action, hatch=msgspec.structs.replace(action.hatch, near=None)
        )
    steps = tuple((s.hatch.to, s.enter) if isinstance(s, Open) else s for s in turn.steps)
    return steps, action, turn.after


def _may_be_answered(said: Sequence[Said], doubt: Doubt) -> bool:
    if not doubt.ask.startswith(_ANSWERS) or doubt.ask.startswith(_LEAVING):
        return False
    known = all(word.type != "OTHER" for word in _within(said, doubt))
    return not doubt.end or known


def _within(said: Sequence[Said], doubt: Doubt) -> Iterable[Word]:
    return (
        word
        for one in said
        for word in one.segment.words
        if doubt.start <= word.start and word.end <= doubt.end
    )


def _explains(turn: Turn, words: Iterable[Word]) -> bool:
    """Whether every slot among the words is part of the turn."""
    action = turn.action
    opened = [step.hatch.to for step in turn.steps if isinstance(step, Open)]
    minutes = action.minutes or 0 if action is not None else 0
    sums = {minutes, minutes + 2, minutes + len(opened), minutes + len(opened) + 2, len(opened), 1}
    rooms = {*opened, WORKPLACES.get(action.name) if action is not None else None}
    items = {*used(turn), "grog", "manual"}
    gains = action is not None and action.name == "gain_items"
    for word in words:
        match word.type:
            case "ITEM":
                explained = word.name in items
            case "NUM":
                explained = word.number in rooms | {minutes}
            case "DUR":
                explained = word.number in sums
            case "ROOM":
                explained = word.number in rooms
            case "HATCH" | "PATH":
                explained = not rooms.isdisjoint(word.places)
            case "TILEWORD":
                explained = gains
            case _:
                explained = True
        if not explained:
            return False
    return True
