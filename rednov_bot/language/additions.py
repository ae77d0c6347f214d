"""Additions: "seven and three is ten", "4+4+2"; right as they are, they tell nothing new."""

from __future__ import annotations

import re
from typing import Final

from rednov_bot.language.lexicon import NUMBERS
from rednov_bot.language.sheet import Sheet

_NUMBER: Final = re.compile(r"\d+")
_DIGITS: Final = {word: str(number) for number, word in enumerate(NUMBERS)}
_PLUS: Final = re.compile(r"(?:a(?<=\ba)nd|p(?<=\bp)lus)\b[^.\n]*")
_IS: Final = re.compile(r"\b(?:is|makes?|equals?|comes|adds?)\b")
_FIGURE: Final = rf"(?:\d{{1,2}}|{'|'.join(_DIGITS)})"
_PART: Final = (
    rf"{_FIGURE}(?: minutes?| mins?)?"
    r"(?: (?:for|from|on|to) (?:the |my |a |an )?[a-z]+(?:(?! and| plus| is| makes) [a-z]+)?)?"
)
_ADDITION: Final = re.compile(
    rf"(?:(?<=[.!?;:\n]) *|\A)(?P<said>(?:that's|that is|that makes|that comes to|so|i make it|"
    rf"by my (?:count|reckoning|sums|arithmetic),?|hence|check:?)? ?"
    rf"(?P<parts>{_PART}(?:(?:,? (?:and|plus|then)|,| ?\+) ?{_PART})+),?"
    r"(?: ?(?:is|are|makes?|equals?|=|gives?|adds? up to|comes? to|that's|totals?) ?"
    rf"(?:a |an )?(?:round |full |nice |neat )?(?P<sum>{_FIGURE}))?"
    r"(?: altogether| in all| in total| minutes)?)(?=[.!;,\n)]|$)",
    re.IGNORECASE,
)


def set_aside(sheet: Sheet) -> None:
    """Every addition that is right becomes a comment."""
    if "+" in sheet.text or any(map(_IS.search, _PLUS.findall(sheet.text.lower()))):
        sheet.sub(_ADDITION, _comment)


def _comment(match: re.Match[str]) -> str:
    """The addition in brackets, if it is right; without its sum only where it says "+"."""
    said: str = match["said"]
    parts = [int(number) for number in _NUMBER.findall(_in_digits(match["parts"]))]
    if match["sum"] is None:
        return f" [{said}]" if said.count("+") + 1 == len(parts) > 1 else match[0]
    return f" [{said}]" if sum(parts) == int(_in_digits(match["sum"])) else match[0]


def _in_digits(said: str) -> str:
    return re.sub(r"[a-z]+", lambda match: _DIGITS.get(match[0], match[0]), said.lower())
