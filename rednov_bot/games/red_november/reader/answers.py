"""What an unclear announcement means, by its author's answer to what was asked about it (A126).

The answer says yes or no to what was proposed, names the value that is missing, or says the turn or
a part of it in clear words.  It may choose and complete, but changes nothing that was plainly said
(A20), and what is new in it must be what was asked for.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from msgspec.structs import replace

from rednov_bot.core.models import Act, Question, Reading, TurnAct
from rednov_bot.games.base import Further
from rednov_bot.games.red_november.reader.board import MOST_MINUTES, ROOM_OF
from rednov_bot.games.red_november.reader.consent import is_polite
from rednov_bot.games.red_november.reader.features import ROLES
from rednov_bot.games.red_november.reader.questions import (
    GIVEN,
    MINUTES,
    NEW,
    TO_WHOM,
    UNBLOCKED,
    is_vague,
    missing,
    moves,
    with_way,
)
from rednov_bot.games.red_november.reader.reading import Reader
from rednov_bot.games.red_november.reader.tokens import Token
from rednov_bot.games.red_november.rules.deeds import Discard, GiveBack
from rednov_bot.games.red_november.rules.turn import Action, Open, Step, Through, Turn, Use
from rednov_bot.games.red_november.rules.words import ITEMS, GnomeName, Item

LONGEST: Final = 600
"""Characters of an answer; a longer one is no answer."""
PLAINLY: Final = 0.6
"""A word was plainly said to fill its slot from this probability on."""

Answer = Literal["no", "nothing"]

_YES: Final = re.compile(
    r"(?:yes|yep|yeah|aye|ok|okay|right|correct|sure|confirmed?|i do|i confirm"
    r"|exactly(?: (?:that|this|so|right))?|that is right|that's right|that is it|that's it"
    r"|that is what i meant|that's what i meant|please|thanks|thank you|indeed)"
    r"(?:\W+|$)",
    re.IGNORECASE,
)
_NO: Final = re.compile(r"(?:no|nope|nay|not at all|no thanks|no thank you)\W*$", re.IGNORECASE)
_WHICH: Final = re.compile(
    r"(?:the |number |no\.? ?|option |reading )?(?:(1|one|first)|2|two|second)(?: one)?[.!\s]*",
    re.IGNORECASE,
)
_LEADS: Final = re.compile(
    r"(?:(?:yes|yep|no|nope|sorry|oops|well|i mean|i meant|it is|it's|make (?:it|that)"
    r"|that is|that's)\b[\s,.:;!–—-]*)+",
    re.IGNORECASE,
)
_DOUBTS: Final = re.compile(
    r"\b(?:not|never|without|instead|rather|except|but|unless|nor|neither|or|if|maybe|perhaps"
    r"|cancel|ignore|mind|tomorrow|later)\b|n[’']t\b|\?",
    re.IGNORECASE,
)
"""By these words a part of an announcement chooses nothing."""
_ENTERS: Final = re.compile(
    r"(?:and )?(?:i (?:will |do )?)?(?:(?:go|step|walk|climb) (?:in|inside|through)|enter)"
    r"(?: it)?[.!\s]*",
    re.IGNORECASE,
)
_STAYS: Final = re.compile(
    r"(?:and )?(?:i (?:will )?)?(?:stay|remain|(?:do not|don[’']t) (?:enter|go in))"
    r"(?: here| there| put| where i am| it)?[.!\s]*",
    re.IGNORECASE,
)
_WAY: Final = re.compile(r"(?:to |(?:the )?hatch |room )*(?P<way>\d{1,2}(?: ?- ?\d{1,2})?)\W*")
_MOVES: Final = re.compile(
    r"\b(?:open|go|walk|step|move|climb|enter)(?:s|es|ing)?\b[^.;\n]{0,30}\b(?:\d|room|hatch|door)",
    re.IGNORECASE,
)
_DENIED: Final = re.compile(r"\b(?:no|nope|sorry|oops)\b", re.IGNORECASE)
_SAYS_STAY: Final = re.compile(r"\b(?:stay|remain|not enter|without)\b", re.IGNORECASE)
_SAYS_GO: Final = re.compile(r"\b(?:go(?:ing)?|enter(?:ing)?|into|through)\b", re.IGNORECASE)
_OF_PLACES: Final = re.compile(r"\b(?:room|hatch|door|cabin|via|through|to)\b", re.IGNORECASE)
_AROUND: Final = re.compile(
    r"\b(?:for|i|spend|minutes?|mins?|to|give|it|them|an?|my|and|the|hatch|room|that|one)\b",
    re.IGNORECASE,
)
"""Words around a value that say nothing else."""


@dataclass(frozen=True, slots=True)
class Unclear:
    """An announcement that was not understood for certain, and what was asked about it."""

    text: str
    questions: tuple[Question, ...]
    proposal: tuple[Act, ...]  # as its author was shown; a value may be missing
    second: tuple[Act, ...]  # another one that they were shown, or none
    shown: bool  # whether they were shown these at all
    author: GnomeName
    people: Sequence[str]
    contest: str


def completed(unclear: Unclear, answer: str) -> tuple[Act, ...] | Further | Answer:
    """What the announcement announces by this answer; "no" where its author denies that it does.

    "nothing" where the answer leaves it open, or changes what was plainly said.
    """
    said = " ".join(answer.split())
    if not said or len(said) > LONGEST:
        return "nothing"
    if _NO.match(said):
        return "no"
    shown = [one for one in (unclear.proposal, unclear.second) if one and unclear.shown]
    if is_yes(said):
        return shown[0] if len(shown) == 1 and not missing(shown[0]) else "nothing"
    if len(shown) > 1 and (which := _WHICH.fullmatch(said)):
        return shown[0] if which[1] else shown[1]
    lead = _LEADS.match(said)
    rest = said[lead.end() :] if lead is not None else said
    if lead is not None and _DENIED.search(lead[0]):
        return _by_words(unclear, answer, rest, alone=True) or "nothing"
    return _by_value(unclear, rest) or _by_words(unclear, answer, rest) or "nothing"


def is_yes(said: str) -> bool:
    """Whether an answer says yes, and no more; "please" and "thanks" alone do not."""
    said, agrees = said.strip(), False
    if "?" in said or ":(" in said:
        return False
    while (found := _YES.match(said)) is not None and said:
        agrees = agrees or not found[0].casefold().startswith(("please", "thank"))
        said = said[found.end() :]
        if not said.strip(" .,!"):
            return agrees
    return False


# --- one value, or a movement -------------------------------------------------------------------


def _by_value(unclear: Unclear, said: str) -> tuple[Act, ...] | Further | None:
    """The proposal with the one thing in it that the answer names: "5 minutes", "I go in"."""
    if len(unclear.proposal) != 1 or unclear.second:
        return None
    act = _filled(unclear, said)
    if act is None:
        return None
    asks = missing((act,))
    if not asks:
        return (act,)
    left = tuple([Question("", ask) for ask in asks])
    return Further(f"{unclear.text}\n{said}", Reading("ambiguous", questions=left, proposal=(act,)))


def _filled(unclear: Unclear, said: str) -> Act | None:
    """The act of the proposal with the answer in it; None where that is no value of it."""
    (act,) = unclear.proposal
    turn = act.turn if isinstance(act, TurnAct) else None
    enters = _ENTERS.fullmatch(said) is not None
    if turn is not None and (enters or _STAYS.fullmatch(said)):
        last = turn.steps[-1] if turn.steps else None
        if not isinstance(last, Open) or (_SAYS_STAY if enters else _SAYS_GO).search(unclear.text):
            return None
        return TurnAct(replace(turn, steps=(*turn.steps[:-1], Open(last.hatch, enter=enters))))
    words = _tokens(unclear, said)
    values = [one for one in words if values_of(one) and one.word != "both"]
    around = said
    for one in reversed(values):
        around = around[: one.start] + " " + around[one.end :]
    around_it = _AROUND.sub(" ", around)
    if not values or not is_polite(around_it, unclear.people):
        return None
    if any(one.sense.name for one in values) and re.search(r"\w", around_it):
        return None  # "thanks, Bob" greets somebody
    asks = [ask for ask in missing((act,)) if ask != MINUTES or not _OF_PLACES.search(around)]
    items = tuple([one for one in ITEMS for word in values if word.sense.item == one])
    if len(items) == len(values):
        return _with_items(act, items) if GIVEN in asks else None
    return _with_value(act, asks, values[0], unclear.author) if len(values) == 1 else None


def _with_items(act: Act, items: tuple[Item, ...]) -> Act | None:
    """The act with the tiles of which it is about."""
    match act:
        case Discard():
            return Discard(items)
        case GiveBack(to, _, _):
            return GiveBack(to, items)
        case TurnAct(turn) if turn.action is not None:
            return TurnAct(replace(turn, action=replace(turn.action, give=items)))
        case _:
            return None


def _with_value(act: Act, asks: Sequence[str], value: Token, author: GnomeName) -> Act | None:
    """The act with the first thing that is missing in it and that a word can be."""
    name, number = value.sense.name, value.sense.number
    if isinstance(act, GiveBack):
        return GiveBack(name, act.items, act.count) if TO_WHOM in asks and name else None
    if not isinstance(act, TurnAct) or act.turn.action is None:
        return None
    action: Action = act.turn.action
    if MINUTES in asks and 1 <= number <= MOST_MINUTES[action.name]:
        action = replace(action, minutes=number)
    elif UNBLOCKED in asks and value.place:
        action = replace(action, hatch=Through(value.place))
    elif TO_WHOM in asks and name and name != author:
        action = replace(action, recipient=name)
    else:
        return None
    return TurnAct(replace(act.turn, action=action))


# --- the turn, or a part of it, in words --------------------------------------------------------


def _by_words(
    unclear: Unclear, answer: str, rest: str, *, alone: bool = False
) -> tuple[Act, ...] | Further | None:
    """What is announced by the answer *alone*, or by the announcement with the answer in it."""
    whole = _read(unclear, rest)
    acts = whole.acts or whole.proposal
    if acts and _may_mean(unclear, acts):
        if not missing(acts) and (whole.acts or (acts == unclear.proposal and not alone)):
            return acts
        return Further(answer.strip(), whole)
    if whole.acts or alone or _DOUBTS.search(rest):
        return None
    if _OF_PLACES.search(rest) and _asked_for(unclear) == {"number"} and "min" not in rest.lower():
        return None  # "hatch 5" is not 5 minutes
    texts = [f"{unclear.text.rstrip()}\n{rest}"]
    if (value := _WAY.fullmatch(rest)) and is_vague(unclear.text):
        texts.insert(0, with_way(unclear.text, f"to {value['way']}"))
    said = [values for token in _tokens(unclear, rest) if (values := values_of(token))]
    if not said:
        return None
    for text in texts:
        reading = _read(unclear, text)
        acts = reading.acts or reading.proposal
        meant = meant_by(acts)
        if not acts or not _may_mean(unclear, acts) or not all(map(meant.intersection, said)):
            continue
        settled = not missing(acts) and (reading.acts or acts == unclear.proposal)
        return acts if settled else Further(text, reading)
    return None


def _read(unclear: Unclear, text: str) -> Reading:
    return Reader.trained().read(
        text, author=unclear.author, people=unclear.people, contest=unclear.contest
    )


Value = tuple[str, object]
"""What kind of thing is named, and which."""


def _may_mean(unclear: Unclear, acts: tuple[Act, ...]) -> bool:
    """Whether acts keep all that was plainly said, and what is new in them was asked for."""
    if _MOVES.search(unclear.text) and not all(map(moves, acts)):
        return False
    asked, meant = _asked_for(unclear), meant_by(acts)
    shown = actions_in(unclear.proposal) | actions_in(unclear.second)
    if shown and not actions_in(acts) <= shown and "action" not in asked:
        return False
    if "action" in asked and not all(isinstance(act, TurnAct) for act in acts):
        return False
    ways = {one for one in meant_by(unclear.proposal, chosen=True) if one[0] == "place"}
    if "place" not in asked and not ways <= meant:
        return False
    named = {value for token in _tokens(unclear, unclear.text) for value in values_of(token)}
    new = meant_by(acts, chosen=True) - named
    return asked.issuperset(kind for kind, _ in new) and _plainly_said(unclear) <= meant


def _asked_for(unclear: Unclear) -> set[str]:
    return {NEW[one.ask] for one in unclear.questions if one.ask in NEW}


def actions_in(acts: Iterable[Act]) -> set[str]:
    """The acts, and the actions of turns among them, by name."""
    return {
        act.turn.action.name
        if isinstance(act, TurnAct) and act.turn.action is not None
        else type(act).__name__
        for act in acts
    }


def _tokens(unclear: Unclear, text: str) -> list[Token]:
    return Reader.trained().tokens(text, unclear.people, unclear.contest).tokens


def _plainly_said(unclear: Unclear) -> set[Value]:
    """What the announcement says beyond doubt."""
    reader = Reader.trained()
    look = reader.look(unclear.text, unclear.author, unclear.people, unclear.contest)
    found = set[Value]()
    for at, chances in look.seen.words.items():
        role = max(range(len(chances)), key=chances.__getitem__)
        kinds = _OF_ROLE.get(ROLES[role], ())
        if chances[role] >= PLAINLY:
            found |= {one for one in values_of(look.text.tokens[at]) if one[0] in kinds}
    return found


_OF_ROLE: Final[dict[str, tuple[str, ...]]] = {
    **dict.fromkeys(("use", "first", "after", "give", "back", "drop", "fail_use"), ("item",)),
    **dict.fromkeys(("go", "open", "target", "fail", "fail_open", "block", "spread"), ("place",)),
    **dict.fromkeys(("min", "count"), ("number",)),
    "to": ("name",),
}
"""Which kind of thing fills a slot."""


def values_of(token: Token) -> list[Value]:
    """What a word may name."""
    sense = token.sense
    found: list[Value] = []
    if sense.item:
        found.append(("item", sense.item))
    if token.place:
        found.append(("place", token.place))
    if sense.number >= 0:
        found.append(("number", sense.number))
    if sense.name:
        found.append(("name", sense.name))
    return found


def meant_by(acts: Iterable[Act], *, chosen: bool = False) -> set[Value]:
    """What acts name; with *chosen* only what their author has to say."""
    found = set[Value]()
    for act in acts:
        match act:
            case TurnAct(turn):
                found |= _of_turn(turn, chosen=chosen)
            case Discard(items, count):
                found |= _of_tiles(items, count, chosen=chosen)
            case GiveBack(to, items, count):
                found |= {("name", to)} | _of_tiles(items, count, chosen=chosen)
    return found


def _of_turn(turn: Turn, *, chosen: bool) -> set[Value]:
    steps: list[Step] = [*turn.steps, *turn.after]
    items = [one.item for one in steps if isinstance(one, Use)]
    ways = [one.hatch for one in steps if isinstance(one, Open)]
    found = set[Value]()
    if turn.escape is not None:
        ways.append(turn.escape.move.hatch)
        items += turn.escape.uses
    action = turn.action
    if action is not None:
        ways += [action.hatch] if action.hatch is not None else []
        found |= {("name", action.recipient)} if action.recipient else set()
        found |= _of_tiles(action.give or (), action.give_count, chosen=chosen)
        if action.name in MOST_MINUTES or not chosen:
            found |= {("number", action.minutes)}
        if action.name in ROOM_OF and not chosen:
            found |= {("place", ROOM_OF[action.name])}
    found |= _of_tiles(items, None, chosen=chosen)
    found |= {("place", way.to) for way in ways}
    orders = turn.orders
    found |= {("place", room) for room in orders.spread}
    found |= {("place", end) for ends in orders.block for end in ends}
    return found | {("place", way.near) for way in ways if way.near is not None}


def _of_tiles(items: Sequence[str], count: int | None, *, chosen: bool) -> set[Value]:
    found: set[Value] = {("item", one) for one in items}
    if not chosen:
        return found | {
            ("number", number) for number in (*Counter(items).values(), len(items), count)
        }
    return found | {("number", number) for number in Counter(items).values() if number > 1}
