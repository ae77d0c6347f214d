"""Telegrams, in which STOP is the full stop: "OPEN HATCH TO SEVEN STOP ENTER STOP"."""

from __future__ import annotations

import re
from typing import Final

from rednov_bot.language.sheet import Sheet

_STOP: Final = re.compile(r"(?<![ \t])[ \t]*+(?<![\w'])(?:full[ \t]+)?stop(?![\w'])", re.IGNORECASE)
_OBJECT: Final = re.compile(
    r"\s+(?:(?:the|that|those|a|all|this|these|enemy|nuclear)\s+)*"
    r"(?:missiles?|launch|countdown|warheads?|rockets?|fire|flames|blaze|it\b)",
    re.IGNORECASE,
)
_COMMA: Final = re.compile(r"(?<![ \t])[ \t]+COMMA\b")
_AT_LEAST: Final = 2
_ENDS: Final = ".;:!?,"


def punctuate(sheet: Sheet) -> None:
    """Every STOP that stops nothing becomes a full stop."""
    found = list(_STOP.finditer(sheet.text))
    stops = [match for match in found if not _OBJECT.match(sheet.text, match.end())]
    if len(stops) < _AT_LEAST or not _is_telegram(sheet.text, stops):
        return
    capitals = all(match[0].strip().isupper() for match in stops)
    first = ". Hereby." if capitals else "."  # who wires "HATCH FIVE OPENED" announces it
    sheet.put((*match.span(), "." if at else first) for at, match in enumerate(stops))
    if "COMMA" in sheet.text:
        sheet.sub(_COMMA, ",")


def _is_telegram(text: str, stops: list[re.Match[str]]) -> bool:
    """Whether these stops part sentences: in capitals, or with hardly any other point."""
    if all(match[0].strip().isupper() for match in stops):
        return True
    points = sum(text.count(point) for point in _ENDS)
    return points < len(stops)
