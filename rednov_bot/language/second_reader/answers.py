"""Where the second reader speaks up: it answers what the first one asks, or reads it otherwise."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Final

import msgspec

from rednov_bot.engine.turn import Escape, Open, Orders, Turn
from rednov_bot.engine.words import GnomeName
from rednov_bot.language.announced import turn_of
from rednov_bot.language.doubts import IS_PART, Doubt
from rednov_bot.language.second_reader.gist import gist, told
from rednov_bot.language.second_reader.parts import explains
from rednov_bot.language.second_reader.shades import is_tale, shaded
from rednov_bot.language.second_reader.slots import NoOpinion, Said, Unclear
from rednov_bot.language.words import Word, kinds
from rednov_bot.papers import Act, TurnAct

_LEFT_OUT: Final = (
    "Which action do you take",
    "Through which hatch",
    "Do you go through th",
    "What do you do with these items",
    "Do you use this",
    "Which item do you use?",
    "What do you use?",
    "What do you fix?",
    "What do you give?",
)
"""How those begin that ask only for what the letter may say elsewhere."""
_ANSWERS: Final = (
    *_LEFT_OUT,
    "What do you do in those minutes",
    "What are those minutes spent on",
    "What about this",
    "How many?",
    "Do you announce this",
    "I do not understand these words",
    IS_PART,
    "Is this part of your turn",
    "How many minutes do you spend?",
    "Which turn does this belong to",
    "Is the grog drunk before the action or after it?",
)
"""How the questions begin that slots can answer."""
_NOT: Final = ("Through which hatch do you leave", "Do you announce this?  A turn knows no")
"""How some begin that only sound like them."""
_FIRE: Final = "extinguish_fire"
_PASSING: Final = "Do you go through"
_SLOTS: Final = kinds("ITEM TILEWORD NUM DUR ROOM HATCH PATH EXTERIOR NAME")
_THINGS: Final = _SLOTS | kinds("MACHINE FIRE WATER KRAKEN BARREL SEA NOACT NOACTION")
_GOING: Final = kinds("GO HEADING ENTER LEAVE THROUGH IN OUT DOOR SELF FILL")
"""Of nothing but these, it is asked whether a hatch is passed."""
_VAGUE: Final = kinds("ODD VAGUE HEDGE LOOKUP CORRECTION REVERSE NAMESAKE")
_UNKNOWN: Final = ("I do not understand", "Is this part of", "Which item do you use?")
"""How questions begin that are answered only where a slot is among the words asked about."""
_EARNEST: Final = "Do you announce this"
_MOST_DOUBTS: Final = 24
"""Questions; a letter that raises more of them is not plain."""


def answered(
    said: Sequence[Said],
    doubts: Sequence[Doubt],
    done: Sequence[Act],
    author: GnomeName,
    spoken: Sequence[Word],
    beside: tuple[Escape | None, Orders] | None = None,
) -> tuple[Act, ...] | None:
    """The acts, if the second reader can answer all *doubts* about those that were *done*.

    It can where all tiles, places and numbers among the words asked about are part of the turn
    that it reads, and no word of what is announced may make less of them.  *spoken* are all words
    of the letter, and *beside* the escape and the orders that were heard without a turn.
    """
    if len(doubts) > _MOST_DOUBTS or not all(_may_be_answered(said, doubt) for doubt in doubts):
        return None
    if any(_is_of_words(said, doubt) for doubt in doubts) and not (
        _is_plain(said, doubts) and all(_is_said(said, doubt, spoken) for doubt in doubts)
    ):
        return None
    first = turn_of(done)
    alone = beside is None and any(one.segment.belongs != "turn" for one in said)
    if first is None and (done or alone):
        return None  # of an escape or an order the second reader knows nothing
    found = gist(said, author)
    if (
        found is None
        or found.odd
        or (found.guessed and any(d.ask.startswith(_PASSING) for d in doubts))
    ):
        return None
    turn = _with(found.turn, (first.escape, first.orders) if first is not None else beside)
    asked = [doubt for doubt in doubts if doubt.end]
    if turn is None or not all(explains(turn, _within(said, doubt)) for doubt in asked):
        return None
    return tuple(TurnAct(turn) if isinstance(act, TurnAct) else act for act in done) or (
        TurnAct(turn),
    )


def _with(turn: Turn, beside: tuple[Escape | None, Orders] | None) -> Turn | None:
    """The turn with its escape and its orders; None where it knows no escape (§13)."""
    if beside is None:
        return turn
    escape, orders = beside
    if escape is not None and (turn.action is None or turn.action.name != _FIRE):
        return None
    return msgspec.structs.replace(turn, escape=escape, orders=orders)


def is_read_otherwise(said: Sequence[Said], done: Sequence[Act], author: GnomeName) -> bool:
    """Whether the second reader reads another turn than the one that was *done*."""
    first = turn_of(done)
    if first is None:
        return False
    try:
        found = told(said, author)
    except Unclear:
        return True
    except NoOpinion:
        return False
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
    if not doubt.ask.startswith(_ANSWERS) or doubt.ask.startswith(_NOT):
        return False
    if any(one.segment.belongs != "turn" and _is_asked(one, doubt) for one in said):
        return False
    if doubt.ask.startswith(_UNKNOWN):
        asked = {word.type for word in _within(said, doubt)}
        if asked.isdisjoint(_THINGS) and not (asked and asked <= _GOING):
            return False
    return not doubt.ask.startswith(_EARNEST) or not any(
        one.mood == "unclear" and one.segment.kinds >= {"SELF"} and _is_asked(one, doubt)
        for one in said
    )


def _is_of_words(said: Sequence[Said], doubt: Doubt) -> bool:
    """Whether it is asked what words mean, not only what the letter leaves out."""
    return not doubt.ask.startswith(_LEFT_OUT) or (
        doubt.end > 0 and any(word.type == "OTHER" for word in _within(said, doubt))
    )


def _is_plain(said: Sequence[Said], doubts: Sequence[Doubt]) -> bool:
    """Whether a turn is told, by no words that may make less of it."""
    if any(is_tale(one.segment.words) or not one.segment.kinds.isdisjoint(_VAGUE) for one in said):
        return False
    if any(_is_subject(one, other) for one, other in pairwise(said)):
        return False
    live = [one for one in said if one.live]
    return any(one.mood == "real" or "SELF" in one.segment.kinds for one in live) and not any(
        shaded(one.segment.words)
        for one in live
        if not one.segment.kinds.isdisjoint(_THINGS)
        or any(_is_asked(one, doubt) for doubt in doubts)
    )


def _is_subject(one: Said, other: Said) -> bool:
    """ "“No action” is an action": whether something is only told of a deed."""
    words = other.segment.content
    told = one.segment.doing and not other.segment.opens_sentence
    return told and words[:1] != [] and words[0].type == "STATE"


def _is_asked(one: Said, doubt: Doubt) -> bool:
    """Whether a stretch is asked about."""
    return one.segment.start < doubt.end and doubt.start < one.segment.end


def _is_said(said: Sequence[Said], doubt: Doubt, spoken: Sequence[Word]) -> bool:
    """Whether every slot among the words asked about is one of what is said of the turn."""
    heard = {
        word.start for one in said if one.segment.belongs == "turn" for word in one.segment.words
    }
    return all(
        word.start in heard
        for word in spoken
        if word.type in _SLOTS and doubt.start <= word.start and word.end <= doubt.end
    )


def _within(said: Sequence[Said], doubt: Doubt) -> Iterable[Word]:
    return (
        word
        for one in said
        for word in one.segment.words
        if doubt.start <= word.start and word.end <= doubt.end
    )
