"""Doubts become questions: the words, where they stand, and what may be said instead."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from rednov_bot.engine.turn import NO_ORDERS, Orders
from rednov_bot.language import offers
from rednov_bot.language.doubts import Doubt
from rednov_bot.papers import Act, Question, Reading, TurnAct

_UNEARNEST: Final = (
    "announced in earnest",
    "Do you announce",
    "announcement of yours",
    "your own announcement",
    "cannot be taken back",
    "Who does this",
    "Whose turn",
)
"""What is asked where it is not even certain that the author announces something."""

_OPEN: Final = re.compile(
    r"(?:Which|Who|How m|What (?:do|is)|A turn has one|Do you (?:go|open|drink|defend))"
)
"""What is asked where a part of the turn is not known, so that no turn can be proposed."""


def is_of_earnest(question: Question) -> bool:
    """Whether it is asked if its author announces anything at all."""
    return any(doubting in question.ask for doubting in _UNEARNEST)


def asking(
    text: str,
    doubts: list[Doubt],
    *,
    heard: bool = False,
    alone: Orders = NO_ORDERS,
    done: Sequence[Act] = (),
) -> Reading:
    """The questions of all doubts, in the order of the text, each once.

    *heard* where an act, or the heading of one, was understood beside them; *alone* are standing
    orders that were, where nothing else is asked than which turn they belong to; *done* is what
    would be announced without the doubts.
    """
    asked: dict[tuple[str, str], Question] = {}
    for doubt in sorted(doubts, key=lambda d: (d.end == 0, d.start)):
        words, ask = _quoted(text, doubt.start, doubt.end), doubt.ask
        choices = doubt.choices or offers.known(ask)
        if doubt.rival is not None:
            choices = (_quoted(text, *doubt.rival), words)
        start, end = (doubt.start, doubt.end) if words else (None, None)
        asked.setdefault((words, ask), Question(words, ask, start, end, choices))
    plain = heard and not any(map(is_of_earnest, asked.values()))
    known = all(_is_whole(act) for act in done) and not any(_OPEN.match(ask) for _, ask in asked)
    return Reading(
        "ambiguous",
        questions=tuple(asked.values()),
        announces=plain,
        orders=alone,
        proposal=tuple(done) if known else (),
    )


def _is_whole(act: Act) -> bool:
    """Whether nothing of an act is left open, so that a yes can take it."""
    if not isinstance(act, TurnAct):
        return True
    turn = act.turn
    if turn.action is None or turn.more_actions or turn.conditions:
        return False
    return turn.action.minutes is not None or turn.action.name == "abandon"


def _quoted(text: str, start: int, end: int) -> str:
    return " ".join(text[start:end].split())
