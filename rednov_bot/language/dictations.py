"""Turns given to the contestmaster to write down: "please record the following as my turn: ..."."""

from __future__ import annotations

import re
from typing import Final

from rednov_bot.language.sheet import Sheet
from rednov_bot.language.words import kinds

_CALL: Final = (
    r"(?P<lead>\A|\n|(?<=[.!?]))[ \t]*+"
    r"(?:(?:dear |h\. |hi |hello |so |and )?(?P<called>[^\W\d_]+), ?)?(?:please,? |kindly |pray )?"
)
_NOBODY: Final = kinds(
    "later eventually someday sometime tomorrow yesterday otherwise soon perhaps maybe then next "
    "never not no earlier previously once formerly today tonight alternatively hypothetically"
)
"""Nobody is called so."""
_WRITE: Final = (
    r"(?:record|note|enter|log|register|file|book|count|take|write|put|process|accept|treat|minute|"
    r"mark)(?: down)?"
)
_WHAT: Final = r"(?:the following|what follows|this|these|all this|all that follows)(?: lines?)?"
_MINE: Final = (
    r"my (?:whole |official |entire )?(?:red november )?(?:turn|move|go)"
    r"(?: (?:in|for) (?:the )?(?:red november|game|sub))?(?: today| this time)?"
)
_SAID: Final = (
    rf"(?:{_WRITE} {_WHAT}(?: down)?,? (?:as|for|to be) {_MINE}|{_WRITE} {_MINE} as follows"
    rf"|put me down for {_WHAT}"
    rf"|(?:here is|here's) {_MINE} for (?:your|the) (?:records?|files?|books?|log))"
    r"(?:,? please)?"
).replace(" ", r"\s")
_DICTATED: Final = re.compile(rf"{_CALL}{_SAID}(?P<end>:|[ ]*\n|\.[ ]*\n)", re.IGNORECASE)


def set_down(sheet: Sheet) -> None:
    """What is dictated stands below "my turn:"."""
    sheet.sub(_DICTATED, _dictated)


def _dictated(match: re.Match[str]) -> str:
    """The heading, unless it is to be written down some day, or not at all."""
    called = (match["called"] or "").lower()
    if called in _NOBODY:
        return match[0]
    return f"{match['lead']}My turn:{match['end'].strip(':.')}"
