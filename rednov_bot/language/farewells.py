"""All the minutes that one has left, spent on abandoning (§11m): "spend all I have left to ..."."""

from __future__ import annotations

import re
from typing import Final

from rednov_bot.language.sheet import Sheet

_HOLD: Final = r"(?:i(?:'ve| have)(?: (?:still|yet))?(?: got)?(?: left)?)"
_TIME: Final = r"(?:minutes?|time)"
_REST: Final = (
    rf"(?:(?:all|everything|whatever|what) (?:that )?{_HOLD}|"
    rf"(?:all|every|each|whatever|what)(?: of)?(?: the| my)?(?: (?:remaining|last|few))* {_TIME}"
    rf"(?: that)?(?: {_HOLD}| (?:is )?(?:left|remaining))?(?: to me)?|"
    rf"(?:all|everything|whatever|what)(?: that)?(?:'s| is)?(?: still)? (?:left|remaining|remains)"
    rf"(?: (?:to|for) me)?|(?:the|my)(?: (?:whole|entire))? (?:rest|remainder) of "
    rf"(?:my |the )?{_TIME}|the rest|my remaining {_TIME}|"
    rf"(?:all )?the {_TIME} (?:that )?(?:{_HOLD}|left)(?: to me)?)"
)
_SPEND: Final = r"(?:spend|use(?: up)?|expend|devote|invest|put|pour)"
_BEFORE: Final = re.compile(
    rf"\b(?:{_SPEND}|take|need) {_REST},? (?:(?:in )?order )?(?:to|on|for|in|into)? ?"
    r"(?P<act>abandon)(?:ing)?\b",
    re.IGNORECASE,
)
_BEHIND: Final = re.compile(
    rf"(?<=[a-z]),? (?:(?:spending|using(?: up)?|taking|for|with|in) {_REST}|{_REST})"
    r"(?= ?(?:[.!;,)\n]|\Z))",
    re.IGNORECASE,
)
_ABANDONS: Final = re.compile(
    r"\babandon(?:ing)? (?:(?:you|my|the|our|these|all|dear|poor|other)\b ?)*\w*", re.IGNORECASE
)


def spell_out(sheet: Sheet) -> None:
    """Who abandons eir comrades spends all minutes anyhow, so that they need not be told."""
    lowered = sheet.text.lower()
    if "abandon" not in lowered:
        return
    sheet.sub(_BEFORE, "abandon")
    for match in [*_ABANDONS.finditer(sheet.text)][:1]:
        behind = _BEHIND.match(sheet.text, match.end())
        if behind is not None:
            sheet.put([(behind.start(), behind.end(), "")])
