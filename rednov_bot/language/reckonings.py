"""Minutes told once more, item by item, that do not agree with the turn.

"1 for the hatch and 6 for the repair, 7 altogether", where 5 are spent on it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from rednov_bot.engine.turn import Open, Turn
from rednov_bot.engine.words import ActionName
from rednov_bot.language.doubts import Doubt
from rednov_bot.language.lexicon import NUMBERS, number_of

_ASK: Final = "Which number of minutes is it?"
_WORDS: Final = NUMBERS[:16]
_NUMBER: Final = rf"(?:\d{{1,2}}|{'|'.join(_WORDS[1:])})"
_DOORS: Final = (
    r"hatch(?:es)?|doors?|walk(?:ing)?|way|moves?|moving|movement|opening|entering|entry|trip|"
    r"going(?: in)?|getting (?:there|in)|steps?|stepping in|travel(?:ling)?"
)
_WORKS: Final[dict[ActionName, str]] = {
    "fix_engine": "engine|motor|propeller",
    "fix_oxygen": "oxygen(?: pumps)?|pumps?|o ?2|air",
    "fix_reactor": "reactor|pile",
    "stop_missile": "missiles?|launch|countdown|stopping|disarming|code",
    "kill_kraken": "kraken|beast|monster|squid|killing|fight(?:ing)?",
    "extinguish_fire": "fire|flames|blaze|firefighting|fight(?:ing)?|extinguishing|dousing",
    "pump_water": "pump(?:ing)?|pumps|water|bailing|draining",
    "unblock_hatch": "unblocking|jam|clearing",
    "gain_items": "items?|drawing|draws?|search(?:ing)?|stores|rummaging|tiles?",
    "gain_grog": "grogs?|barrel|tapping",
}
_ANY_WORK: Final = (
    r"repairs?|repairing|fix(?:ing)?|work(?:ing)?|job|action|attempt|tinkering|effort|mending"
)
_MINUTES: Final = r"(?:minutes?|mins?|m)"
_LED: Final = r"(?:for|on|to|of|at|in|goes? (?:to|on|into)|spent on)"
_PART: Final = (
    rf"\b(?P<number>{_NUMBER})(?: ?{_MINUTES}\b,?(?: {_LED})?| {_LED}) "
    r"(?:(?:the|my|that|this|actual|real|proper|its) )*(?P<thing>THINGS)\b|"
    r"\b(?P<first>THINGS)(?: is| are| costs?| takes?|:|,| =)? "
    rf"(?P<behind>\b{_NUMBER}) ?{_MINUTES}\b"
)
_TOTAL: Final = re.compile(
    rf"\b(?P<sum>{_NUMBER}) ?(?:minutes?|mins?|m)?,? (?:altogether|all told|in all|in total|total|"
    rf"together|in sum|overall)\b|(?:\btotal|\bsum|=|\bmakes|\bmaking|\badds up to|\bcomes to|"
    rf"\btotals|\btotalling|\ball told|\baltogether|\bin all)(?: of|:|,| is)? "
    rf"(?P<summed>{_NUMBER})\b(?!(?: {_MINUTES})? (?:for|on|of|to)\b)|"
    rf": (?P<last>{_NUMBER})(?: {_MINUTES})?$"
)
_ADDED: Final = re.compile(
    r"\b(?:costs?|total|time|clock|sum|takes?|bill)\b[^.;!?\n\d]{0,24}"
    r"(?P<parts>\d{1,2}(?: ?\+ ?\d{1,2})+) ?= ?(?P<sum>\d{1,2})\b(?! ?%)"
)
_SAID: Final = (
    rf"(?P<parts>{_NUMBER}(?: ?{_MINUTES})? (?:for|on) (?:the |my |that )?(?:hatch(?:es)?|doors?|"
    rf"walk(?:ing)?|way|moving|movement|trip|opening)(?:(?:,| and| plus|, and| \\+|, plus|,? then) "
    rf"{_NUMBER}(?: ?{_MINUTES})? (?:for|on) (?:the |my |that )?[a-z]+(?: pumps?)?){{1,3}})"
)
_ALL: Final = (
    rf"{_NUMBER}(?: ?{_MINUTES})?,? (?:altogether|all told|in all|in total|total|in sum|together)"
)
BREAKDOWN: Final = re.compile(
    rf"(?P<before>(?:(?<=[.!?\n;,])|\A)\s{{0,4}}|\s{{0,4}}[\u2013-]{{1,3}} )(?P<said>"
    rf"(?:(?:so|and|now|thus|hence),? )?(?:(?:that's|that is|that makes|this is|it's|"
    rf"which is|that will be|i\.e\.|meaning|costs?:|minutes:|in minutes:|total:|that costs|"
    rf"which makes|{_ALL}(?::|,| -| \u2013)),? )?{_SAID}"
    rf"(?:(?:,| =|:|,? (?:is|makes|making|so|total|that makes|that's|which makes|in all|for)) "
    rf"(?:{_ALL}|(?:a total of )?{_NUMBER}(?: {_MINUTES})?))?)(?= ?(?:[.!\n;]|\Z))",
    re.IGNORECASE,
)
"""What a turn takes, told once more item by item, in a stretch of its own."""
_SENTENCE: Final = re.compile(r"[^.!?\n]+(?:\n(?![ \t]{0,9}\n)[^.!?\n]+)*")
_ALL_OF: Final = re.compile(
    rf"\bminutes?\b[^.!?\n]{{0,40}}\ball (?P<number>{_NUMBER}) of (?:them|those|these|which)\b"
)
_PLUS: Final = re.compile(
    rf"\b(?:that's|that is|this is|meaning|i\.e\.),? (?P<number>{_NUMBER}) minutes? plus "
    r"(?:the |one for the |1 for the |a minute for the )?(?:hatch|hatches|walk|way|door)\b"
)
_FRACTIONS: Final = re.compile(
    rf"\b\d+[.,]\d+ ?{_MINUTES}\b|\b{_NUMBER} (?:and (?:a|one) )?(?:half|quarter) {_MINUTES}\b|"
    rf"\b{_NUMBER} {_MINUTES} and (?:a|one) (?:half|quarter)\b|\d ?[\u00bd\u00bc\u00be]"
)
_DOOR: Final = re.compile(_DOORS)
_BROKEN: Final = re.compile(r"[.,](?<=\d.)\d|half|quarter|[\u00bd\u00bc\u00be]")
_FIGURE: Final = re.compile(r"\d+|[a-z]+")
_LEAVING: Final = re.compile(
    r"\b(?:leav(?:es|ing)|left with|down to|still have|end (?:up )?(?:with|at|on))\b"
    r"(?: \w+){0,2}? (?P<left>\d{1,2})(?: minutes)? (?:out )?of (?:my|the) (?P<had>\d{1,2})\b"
)
_NOT_THIS: Final = re.compile(
    r"\b(?:last|yesterday|previous\w*|earlier|next|later|would|if|had|were|could|might|instead|"
    r"needs?|left|remain\w*|chance|per ?cent|bonus|dice?|roll)\b|%"
)
_LOW_WATER: Final = 2
_FEWEST: Final = 2


def reckonings(turn: Turn, lowered: str) -> Iterator[Doubt]:
    """A question about each sentence that reckons otherwise; *lowered* is the text."""
    action = turn.action
    if action is None or not action.minutes:
        return
    yield from _sums(turn, action.minutes, lowered)
    yield from _again(turn, action.minutes, lowered)
    if not _may_reckon(lowered):
        return
    parts, work = _patterns(action.name)
    hatches = sum(isinstance(step, Open) for step in turn.steps)
    for sentence in _SENTENCE.finditer(lowered):
        said = sentence[0]
        if not _has_numbers(said) or _NOT_THIS.search(said) is not None:
            continue
        told = [_part(match) for match in parts.finditer(said)]
        total = _TOTAL.search(said)
        if len(told) < _FEWEST and (total is None or not told):
            continue
        spent = [number for number, thing in told if work.fullmatch(thing)]
        own = (action.minutes, action.minutes + _LOW_WATER)
        doors = any(_DOOR.fullmatch(thing) for _, thing in told)
        wrong = doors and len(spent) == 1 and spent[0] not in own
        walked = [number for number, thing in told if _DOOR.fullmatch(thing)]
        wrong = wrong or (bool(spent) and sum(walked) > 2 * hatches > 0)
        if total is not None and len(told) >= _FEWEST and spent and doors:
            summed = number_of(total["sum"] or total["summed"] or total["last"])
            wrong = wrong or summed != sum(number for number, _ in told)
        if wrong:
            yield Doubt(sentence.start(), sentence.end(), _ASK)


def _sums(turn: Turn, minutes: int, lowered: str) -> Iterator[Doubt]:
    """ "Cost: 1 + 5 = 6", where that is not what the turn takes, nor made of its minutes."""
    hatches = sum(isinstance(step, Open) for step in turn.steps)
    least = minutes + hatches
    for match in _ADDED.finditer(lowered) if "=" in lowered else ():
        parts = [int(number) for number in re.findall(r"\d+", match["parts"])]
        rest = {sum(parts[at:]) for at in range(1, len(parts))}
        rest |= {sum(parts[:at]) for at in range(1, len(parts))} | {*parts}
        agrees = not rest.isdisjoint((minutes, minutes + _LOW_WATER))
        if not agrees and not least <= int(match["sum"]) <= least + hatches + _LOW_WATER:
            yield Doubt(match.start(), match.end(), _ASK)


def _again(turn: Turn, minutes: int, lowered: str) -> Iterator[Doubt]:
    """ "All six of them well spent", "4 minutes plus the hatch", "30 of my 36 minutes"."""
    hatches = sum(isinstance(step, Open) for step in turn.steps)
    dry = range(minutes + hatches, minutes + 2 * hatches + 1)
    whole = {*dry, *(number + _LOW_WATER for number in dry)}
    for match in _ALL_OF.finditer(lowered) if " all " in lowered else ():
        if number_of(match["number"]) not in (minutes, minutes + _LOW_WATER, *whole):
            yield Doubt(match.start(), match.end(), _ASK)
    for match in _PLUS.finditer(lowered) if " plus " in lowered else ():
        if number_of(match["number"]) not in (minutes, minutes + _LOW_WATER):
            yield Doubt(match.start(), match.end(), _ASK)
    for match in _FRACTIONS.finditer(lowered) if _BROKEN.search(lowered) else ():
        yield Doubt(match.start(), match.end(), _ASK)
    for match in _LEAVING.finditer(lowered) if " of " in lowered else ():
        if int(match["had"]) - int(match["left"]) not in whole:
            yield Doubt(match.start(), match.end(), _ASK)


def _has_numbers(said: str) -> bool:
    """Whether a sentence tells two numbers or more."""
    found: list[str] = _FIGURE.findall(said)
    return sum(one.isdecimal() or one in _WORDS for one in found) >= _FEWEST


@lru_cache(maxsize=16)
def _patterns(name: ActionName) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """How the parts of a reckoning are told beside this action, and the action in it."""
    works = f"{_WORKS.get(name, 'giving|gift|waiting')}|{_ANY_WORK}"
    things = f"(?:{works}|{_DOORS}|water|wading|surcharge)"
    return re.compile(_PART.replace("THINGS", things)), re.compile(works)


def _may_reckon(lowered: str) -> bool:
    """Whether the text tells of hatches and of more than one number."""
    return any(word in lowered for word in (" for the ", " hatch", "door", "walk", "mov"))


def _part(match: re.Match[str]) -> tuple[int, str]:
    return number_of(match["number"] or match["behind"]), match["thing"] or match["first"]


def tells_again(said: str, before: str) -> bool:
    """Whether the minutes of the work in a breakdown stand in the text before it already."""
    numbers = re.findall(rf"\b{_NUMBER}\b", said.lower())
    parts = re.search(_SAID, said, re.IGNORECASE)
    work = re.findall(rf"\b{_NUMBER}\b", parts["parts"].lower())[-1] if parts else ""
    told = {number_of(number) for number in re.findall(rf"\b{_NUMBER}\b", before.lower())}
    return bool(numbers) and number_of(work) in told
