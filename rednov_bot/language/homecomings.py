"""How one comes back into the submarine, in signs of its own: "back aboard at 6" is "into 6"."""

from __future__ import annotations

import re
from typing import Final

from rednov_bot.language.sheet import Sheet

_ROOM: Final = (
    r"(?:room )?(?P<room>[369]|three|six|nine)\b(?![ ]*(?:[ap]\.?m\b|o'clock|min|:\d|[-/]\d))"
)
_NAMED: Final = re.compile(r" (?:[369]|three|six|nine)\b")
_SUB: Final = r"(?:the )?(?:sub(?:marine)?|boat|ship|vessel)"
_BY: Final = r"(?:(?:at|via|by way of|by|through|thru|using)(?: (?:the )?hatch (?:of|in|at|to))?) "
_AGAIN: Final = re.compile(r"\bre-?ent(?=er|ry)", re.IGNORECASE)
_ABOARD: Final = re.compile(
    rf"\b(?:(?:back |again )?(?:inside|aboard|on board|in|(?:in)?to {_SUB})(?: again)?|"
    rf"back(?= (?:at|via|through|by)))(?: again)?,? "
    rf"(?P<sea>from (?:the )?(?:sea|water|outside) )?{_BY}{_ROOM}",
    re.IGNORECASE,
)
_ABOARD_BY: Final = re.compile(r"[a-z],? (?:at|via|by|through|thru|using) ")
_BOARD: Final = re.compile(
    rf"\b(?:re-?)?board(?P<s>s?|ing)(?: {_SUB})?(?: again)? {_BY}{_ROOM}", re.IGNORECASE
)
_LEFT: Final = re.compile(
    r"\bout of (?:the )?(?:sea|water|wet|ocean|outside)\b,?(?: and)?"
    r"(?= (?:i \w+ (?:back )?)?(?:in)?to (?:room )?[369]\b| (?:through|by|via) (?:room )?[369]\b)",
    re.IGNORECASE,
)
_I_GO: Final = re.compile(rf"\bin i (?P<go>go|come|climb|swim|get)(?: again)?,? at {_ROOM}", re.I)


def spell_out(sheet: Sheet) -> None:
    """Every such way becomes "into 6"."""
    lowered = sheet.text.lower()
    if "re-ent" in lowered or "reent" in lowered:
        sheet.sub(_AGAIN, "ent")
    if _NAMED.search(lowered) is None:
        return
    if "board" in lowered:
        sheet.sub(_BOARD, lambda match: f"go{_form(match['s'])} into {match['room']}")
    if "in" in lowered or "back" in lowered or "board" in lowered:
        if "in i " in lowered:
            sheet.sub(_I_GO, lambda match: f"I {match['go']} into {match['room']}")
        if _ABOARD_BY.search(lowered):
            sheet.sub(_ABOARD, _aboard)
    if (
        "sea" in lowered
        or "wet" in lowered
        or "water" in lowered
        or "outside" in lowered
        or "ocean" in lowered
    ):
        sheet.sub(_LEFT, "")


def _aboard(match: re.Match[str]) -> str:
    return f"{'from the sea ' if match['sea'] else ''}into {match['room']}"


def _form(ending: str) -> str:
    return "es" if ending == "s" else ending
