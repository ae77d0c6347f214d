"""Amend: the public text anew below the word, or `"old words" to "new words"`."""

from __future__ import annotations

import re
from typing import Final

from rednov_bot.mail.codes import take_code
from rednov_bot.mail.commands.answers import Added, Amend, Replaced
from rednov_bot.mail.commands.said import LIMITED, Said, Unclear, behind
from rednov_bot.mail.polite import LEAD, is_polite

AMEND: Final = re.compile(rf"{LEAD}(?:amend(?:ed)?\b|(?=(?:replace|add)\s*:?\s*[\"“«]))", re.I)
ALONE: Final = re.compile(
    rf"{LEAD}amend(?:ed)?(?: to| as follows)?(?:[\s:]+\[?(?:rednov )?[A-Z2-9]{{6,8}}\]?)?[\s:.]*",
    re.IGNORECASE,
)
"""`amend` alone on its line: what stands below is the text."""
_AS_FOLLOWS: Final = re.compile(r"^ (?:to|as follows)\b", re.IGNORECASE)
END: Final = re.compile(r"\W*end(?: of (?:the )?(?:text|amendment))?\W*", re.IGNORECASE)
"""The line that ends the text."""
QUOTED: Final = r"(?:\"([^\"]{0,4000})\"|“([^”]{0,4000})”|«([^»]{0,4000})»)"
_CHANGE: Final = re.compile(
    rf"[\s,;:.]*(?:and\s+|amend\s+)?(?:"
    rf"add(?:\s+the\s+words)?\s*:?\s*{QUOTED}"
    rf"|(?:(?:replace|change)\s*:?\s*)?(?:the\s+words\s+)?{QUOTED}"
    rf"\s*(?:to|by|with|into|->|=>|→)\s*{QUOTED})",
    re.IGNORECASE,
)
_MARKS: Final = re.compile(r"[\"“”«»]")
_ENDED_BY: Final = {'"': '"', "“": "”", "«": "»"}
_NOTHING: Final = 'it says neither the text anew, below it, nor "old words" to "new words"'


def amend(found: re.Match[str], said: Said) -> Amend | Unclear:
    """The changed words, or the text that stands below."""
    code, words = take_code(said.first[found.end() :])
    if ALONE.fullmatch(said.first):
        text = said.rest.strip("\n")
        if not text.strip():
            return Unclear(_NOTHING)
        return behind("amend", _AS_FOLLOWS.sub("", words), said) or Amend(
            code=code or said.code, text=text
        )
    if LIMITED.match(words):
        return behind("amend", words, said) or Unclear(_NOTHING)
    text = f"{words}\n{said.rest}"
    changes: list[Replaced | Added] = []
    at = 0
    while change := _CHANGE.match(text, at):
        changes.append(_changed(change))
        at = change.end()
    if not changes:
        return Unclear(_NOTHING)
    if not is_polite(text[at:], said.sender):
        return behind("amend", text[at:], said) or Unclear(_NOTHING)
    if any(isinstance(one, Replaced) and not one.old.strip() for one in changes):
        return Unclear("the old words are empty")
    return Amend(code=code or said.code, changes=tuple(changes))


def _changed(change: re.Match[str]) -> Replaced | Added:
    added, old, new = (_first(change.groups()[at : at + 3]) for at in (0, 3, 6))
    return Added(added) if added is not None else Replaced(old or "", new or "")


def _first(groups: tuple[str | None, ...]) -> str | None:
    return next((group for group in groups if group is not None), None)


def open_quote(text: str, awaited: str = "") -> str:
    """The mark that would end a quotation that is still open behind a text; "" where none is."""
    for mark in _MARKS.findall(text):
        if not awaited:
            awaited = _ENDED_BY.get(mark, "")
        elif mark == awaited:
            awaited = ""
    return awaited
