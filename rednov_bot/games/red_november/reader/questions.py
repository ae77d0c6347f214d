"""What is asked about an announcement that is not certain, and the readings that it proposes."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from rednov_bot.core.models import Act, Question, Reading, TurnAct
from rednov_bot.games.base import AGAIN, MEANT, WHICH
from rednov_bot.games.red_november.reader.board import MOST_MINUTES
from rednov_bot.games.red_november.reader.decoder import Decoded
from rednov_bot.games.red_november.reader.gate import same
from rednov_bot.games.red_november.rules.deeds import Discard, GiveBack
from rednov_bot.games.red_november.rules.turn import NO_ORDERS, Open

PLAINLY: Final = 0.8
"""From this probability on something is plainly announced, though it is not certain what."""
HALF: Final = 0.5
"""A reading that is at least as probable as this may leave a hatch unnamed."""
HARDLY: Final = 0.1
"""Up to this probability of nothing."""
LEAST: Final = 0.35
"""From this probability of the next reading on, two are proposed."""

MINUTES: Final = "How many minutes do you spend on it?"
TO_WHOM: Final = "To whom do you give this?"
UNBLOCKED: Final = "Which hatch do you unblock?"
GIVEN: Final = "Which items are these?"
WAYS: Final = "Which hatches do you open, one by one? Each must join two places that touch."
HOW_LONG: Final = (
    "How many minutes do you spend on it? Drawing takes 1 to 4, tapping grog 1 or 2, other work "
    "1 to 10."
)
ACTION: Final = "Which action do you take?"

_ASKS: Final = {
    "no minutes": MINUTES,
    "minutes": MINUTES,
    "range": HOW_LONG,
    "extra minutes": "How many minutes do you spend, and on what?",
    "no cue": ACTION,
    "walk": WAYS,
    "room": "Where do you do this?",
    "target": UNBLOCKED,
    "target away": UNBLOCKED,
    "escape away": "Through which hatch do you flee?",
    "escapes": "Through which hatch do you flee?",
    "to": TO_WHOM,
    "to whom": TO_WHOM,
    "no gift": GIVEN,
    "which manual": "Which manual?",
    "count": "How many?",
    "block": "Which hatches do you mean?",
    "no place": "Which room do you mean?",
}
"""What is asked where the form is not whole, by the fault."""
NEW: Final = {
    MINUTES: "number",
    HOW_LONG: "number",
    "How many minutes do you spend, and on what?": "number",
    "How many?": "number",
    ACTION: "action",
    WAYS: "place",
    "Where do you do this?": "place",
    UNBLOCKED: "place",
    "Through which hatch do you flee?": "place",
    "Which hatches do you mean?": "place",
    "Which room do you mean?": "place",
    TO_WHOM: "name",
    GIVEN: "item",
    "Which manual?": "item",
}
"""What a question asks for, so that an answer may name it though the announcement did not."""
_NOTHING_TO_PROPOSE: Final = frozenset(("which manual", "walk", "no place", "block", "range"))

_VAGUE_WAY: Final = re.compile(
    r"\b(?:open|go|enter|step|walk|climb|pass)\w*\b[^.;\n\d]{0,20}\b(?:an?|the|another|next|that) "
    r"(?:\w+ )?(?:hatch|door)\b(?! (?:to|of|into|between|from|leading|toward|no|number|\d|here))",
    re.IGNORECASE,
)
"""A movement that does not say through which hatch."""


def is_vague(text: str) -> bool:
    """Whether a text goes through a hatch and does not say which."""
    return _VAGUE_WAY.search(text) is not None


def with_way(text: str, way: str) -> str:
    """The text with *way*, as "to 8", behind the first hatch of which it does not say which."""
    return _VAGUE_WAY.sub(lambda found: f"{found[0]} {way}", text, count=1)


def moves(act: Act) -> bool:
    """Whether a turn opens a hatch; other acts need not."""
    if not isinstance(act, TurnAct):
        return True
    steps, action = act.turn.steps, act.turn.action
    if action is not None and action.name == "unblock_hatch":
        return True  # it is about a hatch
    return act.turn.escape is not None or any(isinstance(one, Open) for one in steps)


def missing(acts: Iterable[Act]) -> tuple[str, ...]:
    """What must be asked before acts are whole, so that a yes could take them; () of whole ones."""
    return tuple(dict.fromkeys(ask for act in acts for ask in _missing(act)))


def _missing(act: Act) -> list[str]:
    match act:
        case GiveBack(to, items, count):
            return [TO_WHOM] * (not to) + [GIVEN] * (not (items or count))
        case Discard(items, count):
            return [GIVEN] * (not (items or count))
        case TurnAct(turn):
            action = turn.action
            if action is None:
                return [ACTION]
            asks = [MINUTES] * (action.minutes is None and action.name in MOST_MINUTES)
            asks += [UNBLOCKED] * (action.name == "unblock_hatch" and action.hatch is None)
            if action.name == "give_items":
                asks += [TO_WHOM] * (not action.recipient)
                asks += [GIVEN] * (action.give is None and not action.give_count)
            return asks
        case _:
            return []


def asked(*asks: str, proposal: tuple[Act, ...] = ()) -> Reading:
    """A reading that asks, with what it proposes."""
    return Reading(
        "ambiguous",
        questions=tuple([Question("", ask) for ask in asks]),
        announces=bool(proposal),
        proposal=proposal,
    )


def question(
    text: str, best: Decoded, answer: tuple[float, float], plain: tuple[Act, ...]
) -> Reading:
    """What is asked about a text, with the reading that is most probable as the proposal.

    Where that is nothing, it is what is *plain*, or the next reading that is something.  *answer*
    is how probable it is that the best is announced just so, and that nothing is.
    """
    act, nothing = answer
    shown = best
    if best.empty:
        if plain and not missing(plain):
            return asked(MEANT, proposal=plain)
        others = [one for one in best.others if one.acts]
        shown = min(others, key=lambda one: "no cue" in one.faults, default=best)
    asks = dict.fromkeys(_ASKS[fault] for fault in shown.faults if fault in _ASKS)
    acts = () if _NOTHING_TO_PROPOSE.intersection(shown.faults) else shown.acts
    if acts and not missing(acts):
        asks.pop(ACTION, None)  # the proposal names it
    asks |= dict.fromkeys(missing(acts))
    if act < HALF and is_vague(text) and not all(map(moves, acts)):
        asks[WAYS] = None
        acts = ()
    second: tuple[Act, ...] = ()
    if shown is best and not asks and LEAST <= best.sure <= 1 - LEAST:
        rival = best.others[0]
        if not (rival.faults or same(acts, rival.acts)):
            second = rival.acts
    whole = WHICH if second else MEANT if acts else AGAIN
    return Reading(
        "ambiguous",
        questions=tuple([Question("", ask) for ask in asks or (whole,)]),
        announces=bool(acts or asks) and nothing < HARDLY and (bool(asks) or act >= PLAINLY),
        orders=None if best.orders == NO_ORDERS else best.orders,
        proposal=acts,
        second=second,
    )
