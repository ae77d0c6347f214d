"""An unclear announcement, completed by its author's answer to what was asked about it (A126).

The answer is put in place of the words that were not understood, or behind them, and the whole is
read again; or the answer is a whole announcement by itself.  Either may choose and complete, but
it changes nothing that was plainly said (A20): what stands outside the doubtful words must be in
it, and what is new in it must be what was asked for.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal, get_args

from rednov_bot.engine.turn import Open, Turn, Use
from rednov_bot.engine.words import GnomeName, Item
from rednov_bot.language.doings import VERBS
from rednov_bot.language.questions import is_of_earnest
from rednov_bot.language.reading import read
from rednov_bot.language.scanner import scan
from rednov_bot.language.words import kinds
from rednov_bot.papers import Act, Question, Reading, TurnAct

LONGEST: Final = 600
"""Characters of an answer; a longer one is no answer."""

_FEW: Final = 12  # words of an answer to a part of what was asked
_ITEMS: Final = frozenset(get_args(Item))
_YES: Final = re.compile(
    r"(?:yes|yep|yeah|aye|ok|okay|right|correct|sure|confirmed?|i do|i confirm"
    r"|exactly(?: (?:that|this|so|right))?|that is right|that's right|that is it|that's it"
    r"|that is what i meant|that's what i meant|please|thanks|thank you|indeed)"
    r"(?:\W+|$)",
    re.IGNORECASE,
)
_NO: Final = re.compile(r"(?:no|nope|nay|not at all|no thanks|no thank you)\W*$", re.IGNORECASE)
_UNSURE: Final = kinds(
    "OTHER NEG PLAN UNREAL YOURCHOICE QUERY VAGUE JEST COND HEDGE DRAFT PAST STATE LOOKUP ODD "
    "CORRECTION"
)
"""Kinds of words by which nothing is chosen."""

_EMPTY: Final = kinds("FILL SEP PLEASE SELF WHO NAME")
"""Kinds of words that choose nothing by themselves; a name does where it is asked who."""

_CALLS_OFF: Final = re.compile(
    r"(?:(?:please|just|oh) )*(?:wait|stop|hold on|pass|cancel)(?: (?:it|that|this|please))*\W*$",
    re.IGNORECASE,
)
"""Said to nobody in particular, and not "stop the missile" or "pass Bob the coffee"."""

_LEADS: Final = re.compile(
    r"(?:(?:yes|yep|no|nope|sorry|oops|well|i mean|i meant|i do|it is|it's|make (?:it|that)"
    r"|that is|that's)\b[\s,.:;!–—-]*)+",
    re.IGNORECASE,
)
_TAKES_BACK: Final = re.compile(
    r"\b(?:no|nope|not|never|instead|rather|sorry|correction|scratch|actually|changed?|don't)\b",
    re.IGNORECASE,
)
_DENIES: Final = re.compile(
    r"\b(?:(?<!\boh )no|not|never|without|instead|rather|except|but|unless|nor|neither)\b|n[’']t\b",
    re.IGNORECASE,
)
_LEAVES_OUT: Final = re.compile(
    r"\b(?:except|excepting|excluding|all but|everything but|but for|apart from|other than|besides"
    r"|sav(?:e|ing) (?:my|the|for)|keep(?:ing)?)\b",
    re.IGNORECASE,
)
"""An answer put beside what an announcement leaves out would read as if that were meant too."""

_MOVES: Final = re.compile(
    r"\b(?:open(?:s|ing)?|enter(?:s|ing)?|go(?:es|ing)?|walk(?:s|ing)?|mov(?:e|es|ing)|step)\b",
    re.IGNORECASE,
)
"""Words of a movement, which an answer must not drop."""

_IN_EARNEST: Final = re.compile(r"Do you announce this\?|Is this announced in earnest\?$")
"""What is asked where words would announce something if they stood by themselves."""

_LATER: Final = re.compile(
    r"\b(?:tomorrow|tonight|later|soon|once|when|until|till|after\w*|before|next|then)\b",
    re.IGNORECASE,
)

_STRANGE: Final = frozenset(("What about this?", "I do not understand these words."))
_NUMBER: Final = re.compile(
    r"(?P<number>\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten)"
    r"(?P<of> ?(?:minutes?|mins?\.?|items?|tiles?|grogs?))?[.! ]*",
    re.IGNORECASE,
)
_VAGUE: Final = re.compile(r'where is "([^"]+)"')
_OR: Final = re.compile(r"(?P<one>(?:the |an? )?\w[\w-]*) or (?P<other>(?:the |an? )?\w[\w-]*)")
_OPEN_NUMBER: Final = re.compile(r"\bN\b")
_CHANGES: Final = {
    "items": re.compile(r"\b(?:items?|manuals?|tiles?|use|drink|grog|which of these)\b", re.I),
    "places": re.compile(r"\b(?:hatch\w*|rooms?|where|go|which of these)\b", re.I),
    "numbers": re.compile(r"\b(?:minutes?|many|much|number)\b", re.I),
    "doing": re.compile(r"\b(?:action|fix|what do you)\b", re.I),
}
"""What a question asks for, by its own words."""

_THINGS: Final = re.compile(r"\b(?:stuff|things?|something|everything|manual)\b", re.IGNORECASE)
"""Words for tiles that do not name them."""

_SPOKEN_OF: Final = {
    "unblock_hatch": r"unblock|clear|free|un-?jam|blocked|fix|repair",
    "extinguish_fire": r"extinguish|fire|douse|put out|flames?",
    "pump_water": r"pump|water|drain|bail",
    "fix_engine": r"engine|fix",
    "fix_oxygen": r"oxygen|pumps?|fix|air",
    "fix_reactor": r"reactor|fix",
    "stop_missile": r"missiles?|launch",
    "kill_kraken": r"kraken|squid|beast|monster",
    "gain_items": r"draw|items?|tiles?|take|search",
    "gain_grog": r"grogs?|barrel",
    "give_items": r"give|hand|pass|gift",
    "no_action": r"no action|nothing|pass|wait|rest|idle",
    "abandon": r"abandon",
    "attack": r"attack|hit|fight",
}

Answer = Literal["no", "nothing"]


@dataclass(frozen=True, slots=True)
class Unclear:
    """An announcement that was not understood for certain, and what was asked about it."""

    text: str
    questions: tuple[Question, ...]
    proposal: tuple[Act, ...]  # shown to its author, who may say yes to it
    author: GnomeName
    people: Sequence[str]
    contest: str
    original: str = ""  # as it was announced, where *text* has an earlier answer in it


@dataclass(frozen=True, slots=True)
class Further:
    """What the announcement says with an answer in it, which leaves less to ask."""

    text: str
    reading: Reading


def completed(unclear: Unclear, answer: str) -> tuple[Act, ...] | Further | Answer:
    """What the announcement announces by this answer; "no" where its author denies that it does.

    "nothing" where the answer leaves it open, or changes what was plainly said.
    """
    said = " ".join(answer.split())
    if not said or len(said) > LONGEST:
        return "nothing"
    if _NO.match(said):
        return "no"
    if _CALLS_OFF.match(said):
        return "nothing"
    if is_yes(said):
        return unclear.proposal or "nothing"
    lead = _LEADS.match(said)
    denies = lead is not None and _TAKES_BACK.search(lead[0]) is not None
    whole = _read(unclear, said[lead.end() :] if lead is not None and denies else answer)
    if whole.acts and (whole.acts == unclear.proposal or _may_mean(unclear, whole.acts)):
        return whole.acts
    if whole.acts and denies:
        return "nothing"  # a turn instead of what was read is added to none
    if _LEAVES_OUT.search(unclear.text) or any(map(is_of_earnest, unclear.questions)):
        return "nothing"  # "in earnest?" is answered by yes, or by the whole turn in clear words
    for texts in _places(unclear, said):
        readings = [(text, _read(unclear, text)) for text in dict.fromkeys(texts)]
        found = {one.acts for _, one in readings if one.acts and _fits(unclear, said, one.acts)}
        if len(found) == 1:
            return found.pop()
        left = [(text, one) for text, one in readings if _asks_less(unclear, one)]
        if left and not found and not whole.acts and len(said.split()) <= _FEW:
            return Further(*left[0])
    return "nothing"


def offered(unclear: Unclear) -> tuple[Act, ...]:
    """What the announcement would announce by a plain yes; () where that settles nothing.

    Where it is asked if its author announces this at all, that is what the text says from there
    on: "I'll deal with it: I take no action."  What stands before must name no thing, person or
    time, for a yes drops nothing that was said.
    """
    asked = unclear.questions
    if unclear.proposal or not all(_IN_EARNEST.match(one.ask) for one in asked):
        return unclear.proposal
    starts = [one.start for one in asked if one.start is not None]
    begin = min(starts, default=0)
    before = unclear.text[:begin]
    if len(starts) < len(asked) or _DENIES.search(before):
        return ()
    acts = _read(unclear, unclear.text[begin:]).acts
    return acts if not before.strip() or _says_nothing(unclear, before, acts) else ()


def _says_nothing(unclear: Unclear, before: str, acts: tuple[Act, ...]) -> bool:
    """Whether words before what is announced drop nothing: they name what is in it, or nothing."""
    if _MOVES.search(before) or _LATER.search(before):
        return False
    if any(one.type == "NAME" for one in scan(before, unclear.people, unclear.contest)):
        return False
    return _has(acts, _spoken_of(unclear, before)) and _read(unclear, before).verdict == "none"


def _chooses(unclear: Unclear, fragment: str) -> bool:
    """Whether the words of an answer that is no whole turn may choose something: "8", "I go in"."""
    found = {one.type for one in scan(fragment, unclear.people, unclear.contest)}
    asks_who = any("Who" in one.ask for one in unclear.questions)
    empty = _EMPTY - {"NAME"} if asks_who else _EMPTY
    return not (found & _UNSURE or found <= empty)


def is_yes(said: str) -> bool:
    """Whether an answer says yes, and no more; "please" and "thanks" alone do not."""
    said, agrees = said.strip(), False
    while (found := _YES.match(said)) is not None and said:
        agrees = agrees or not found[0].casefold().startswith(("please", "thank"))
        said = said[found.end() :]
        if not said.strip(" .,!"):
            return agrees
    return False


def _read(unclear: Unclear, text: str) -> Reading:
    return read(text, author=unclear.author, people=unclear.people, contest=unclear.contest)


def _places(unclear: Unclear, said: str) -> Iterator[list[str]]:
    """The announcement with the answer where it may belong, the likeliest places first."""
    fragment = said[found.end() :] if (found := _LEADS.match(said)) else said
    fragment = fragment.strip().rstrip(".!")
    if not fragment or not _chooses(unclear, fragment):
        return
    text, number = unclear.text.rstrip(), _NUMBER.fullmatch(fragment)
    yield list(_either(text, fragment))
    for phrases in (_beside, _instead):
        yield [
            f"{_ended(text)} {phrase}."
            if asked.start is None or asked.end is None
            else text[: asked.start] + phrase + text[asked.end :]
            for asked in unclear.questions
            for phrase in phrases(asked, fragment, number)
        ]
    if number is None or number["of"]:
        capital = fragment[:1].upper() + fragment[1:]
        behind = f"{_ended(text)} {capital}."
        yield [behind] if capital.startswith("I ") else [behind, f"{_ended(text)} I {fragment}."]


def _beside(asked: Question, fragment: str, number: re.Match[str] | None) -> Iterator[str]:
    """The doubtful words with the answer in them, or what was offered with it."""
    words = asked.words
    if (vague := _VAGUE.search(asked.ask)) is not None:
        found = re.search(rf"\b(?:an? )?{re.escape(vague[1])}\b", words, re.IGNORECASE)
        if found is not None and number is not None:
            yield words[: found.start()] + number["number"] + words[found.end() :]
        elif found is not None:
            yield words[: found.start()] + fragment + words[found.end() :]
    for choice in asked.choices:
        if number is not None and _OPEN_NUMBER.search(choice):
            yield _OPEN_NUMBER.sub(number["number"], choice).rstrip(".")
    named = [one for one in asked.choices if _names(one, fragment)]
    if len(named) == 1 and not _OPEN_NUMBER.search(named[0]):
        yield named[0].rstrip(".")
    if number is None or number["of"]:
        yield f"{words} {fragment}".strip()
    elif _CHANGES["places"].search(asked.ask):
        yield f"{words} to {fragment}".strip()
    elif _CHANGES["numbers"].search(asked.ask):
        yield f"{words} {fragment} minutes".strip()


def _instead(asked: Question, fragment: str, _: re.Match[str] | None) -> Iterator[str]:
    """The answer in place of the doubtful words, unless these say what is done."""
    words = {one.type for one in scan(asked.words, (), "")}
    if asked.words and words.isdisjoint(VERBS):
        yield fragment


def _either(text: str, fragment: str) -> Iterator[str]:
    """One of two that are named: "through 8 or 9"."""
    last = fragment.split()[-1].casefold()
    for found in _OR.finditer(text):
        for one in (found["one"], found["other"]):
            if one.split()[-1].casefold() == last:
                yield text[: found.start()] + one + text[found.end() :]


def _names(choice: str, fragment: str) -> bool:
    """Whether an answer names this choice: all of its words stand in it."""
    words = re.findall(r"\w+", fragment.lower())
    return bool(words) and set(words) <= set(re.findall(r"\w+", choice.lower()))


def _ended(text: str) -> str:
    return text if text.endswith((".", "!", "?")) else f"{text}."


def _asks_less(unclear: Unclear, reading: Reading) -> bool:
    """Whether something that was asked is settled, and no more is asked than before."""
    before, now = ({one.ask for one in asked} for asked in (unclear.questions, reading.questions))
    if reading.verdict != "ambiguous" or _STRANGE & (now - before):
        return False
    return not before <= now and len(now) <= len(before)


@dataclass(frozen=True, slots=True)
class _Facts:
    """What a text speaks of, or an announcement does."""

    items: frozenset[str]
    places: frozenset[object]
    numbers: frozenset[int]


def _may_mean(unclear: Unclear, acts: tuple[Act, ...]) -> bool:
    """Whether a whole announcement is what the unclear one may have meant."""
    if _DENIES.search(_plain_part(unclear)):
        return False
    if _MOVES.search(unclear.text) and not all(map(_moves, acts)):
        return False
    return _is_asked_for(unclear, acts) and _keeps(unclear, acts)


def _fits(unclear: Unclear, said: str, acts: tuple[Act, ...]) -> bool:
    """Whether all of an answer is in it, and no more than was asked for."""
    answer, plain = _spoken_of(unclear, said), _plain_part(unclear)
    if not _is_asked_for(unclear, acts) or not _has(acts, answer):
        return False
    if _DENIES.search(plain):
        denied = _spoken_of(unclear, plain)
        if answer.items & denied.items or answer.numbers & denied.numbers:
            return False
    return _TAKES_BACK.search(said) is None or _keeps(unclear, acts)


def _is_asked_for(unclear: Unclear, acts: tuple[Act, ...]) -> bool:
    """Whether whatever is new in it was asked for."""
    (act,) = acts if len(acts) == 1 else (None,)
    if not isinstance(act, TurnAct):
        return not any(isinstance(one, TurnAct) for one in acts)
    turn, text = act.turn, (unclear.original or unclear.text).lower()
    spoken, asks = _spoken_of(unclear, text), " ".join(one.ask for one in unclear.questions)
    if turn.escape is not None and not re.search(r"\b(?:fail|otherwise|if)", text):
        return False
    if (turn.orders.block or turn.orders.spread) and not re.search(r"block|spread", text):
        return False
    name = "" if turn.action is None else turn.action.name
    new = {
        "items": not _facts_of(turn).items <= spoken.items,
        "places": not _reached(turn) <= spoken.places,
        "numbers": not _minutes(turn) <= spoken.numbers,
        "doing": re.search(rf"\b(?:{_SPOKEN_OF.get(name, name)})", text) is None,
    }
    asked = {what for what, words in _CHANGES.items() if words.search(asks)}
    asked |= {"numbers"} if "doing" in asked else set()
    asked |= {"items"} if any(_THINGS.search(one.words) for one in unclear.questions) else set()
    return asked.issuperset(what for what, is_new in new.items() if is_new)


def _keeps(unclear: Unclear, acts: tuple[Act, ...]) -> bool:
    """Whether all that was said outside the doubtful words is in it."""
    return _has(acts, _spoken_of(unclear, _plain_part(unclear)))


def _has(acts: tuple[Act, ...], said: _Facts) -> bool:
    """Whether all of the things that are spoken of are in what is announced."""
    turns = [_facts_of(one.turn) for one in acts if isinstance(one, TurnAct)]
    items = frozenset[str]().union(*[one.items for one in turns])
    numbers = frozenset[object]().union(*[one.numbers | one.places for one in turns])
    return not turns or (said.items <= items and said.numbers <= numbers)


def _plain_part(unclear: Unclear) -> str:
    """The announcement without the words that were asked about."""
    text = unclear.text
    for asked in unclear.questions:
        if asked.start is not None and asked.end is not None:
            hole = " " * (asked.end - asked.start)
            text = text[: asked.start] + hole + text[asked.end :]
    return text


def _spoken_of(unclear: Unclear, text: str) -> _Facts:
    words = scan(text, unclear.people, unclear.contest)
    numbers = {one.number for one in words if one.number and one.type != "ITEM"}
    places: set[object] = {place for one in words for place in one.places}
    places |= {int(one) for word in words for one in re.findall(r"\d+", word.text)}
    # "The pumps" are those of room 2, or tiles: by these words nobody says which.
    held = _ITEMS - {"water_pump"} if re.search(r"\bthe pumps\b", text, re.I) else _ITEMS
    sea = re.search(r"\b(?:sea|outside|exterior|out)\b", text, re.IGNORECASE)
    return _Facts(
        frozenset(one.name for one in words if one.type == "ITEM" and one.name in held),
        frozenset(places | numbers | ({"sea"} if sea else set())),
        frozenset(numbers | {one for one in places if isinstance(one, int)}),
    )


def _facts_of(turn: Turn) -> _Facts:
    steps = (*turn.steps, *turn.after)
    action = turn.action
    items = [one.item for one in steps if isinstance(one, Use)]
    ways = [one.hatch for one in steps if isinstance(one, Open)]
    ways += [turn.escape.move.hatch] if turn.escape is not None else []
    ways += [action.hatch] if action is not None and action.hatch is not None else []
    if action is not None and action.give:
        items += action.give
    rooms = {"fix_engine": 1, "fix_oxygen": 2, "fix_reactor": 4, "stop_missile": 7, "gain_grog": 10}
    places: set[object] = {end for one in ways for end in (one.to, one.near) if end is not None}
    places |= {rooms[action.name]} if action is not None and action.name in rooms else set()
    places |= set(turn.orders.spread) | {end for ends in turn.orders.block for end in ends}
    given = {action.give_count} if action is not None and action.give_count else set()
    counts = {items.count(one) for one in items} | {len(items)}
    return _Facts(frozenset(items), frozenset(places), frozenset(_minutes(turn) | given | counts))


def _moves(act: Act) -> bool:
    """Whether a turn goes somewhere, or may, or frees a hatch; whatever is no turn need not."""
    if not isinstance(act, TurnAct):
        return True
    if act.turn.action is not None and act.turn.action.name == "unblock_hatch":
        return True
    ways = (*act.turn.steps, *act.turn.after)
    return act.turn.escape is not None or any(isinstance(one, Open) for one in ways)


def _reached(turn: Turn) -> frozenset[object]:
    return frozenset(one.hatch.to for one in turn.steps if isinstance(one, Open))


def _minutes(turn: Turn) -> frozenset[int]:
    """The minutes that were chosen; none where the contract leaves no choice (§11k-m)."""
    action = turn.action
    if action is None or action.minutes is None:
        return frozenset()
    if action.name in ("no_action", "give_items", "abandon"):
        return frozenset()
    return frozenset((action.minutes,))
