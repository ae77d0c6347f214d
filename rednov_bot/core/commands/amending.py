"""Amend: the public text anew below the word, or `"old words" to "new words"`."""

from __future__ import annotations

import re
from typing import Final

from rednov_bot.core.commands.answers import Added, Amend, Replaced
from rednov_bot.core.commands.codes import take_code
from rednov_bot.core.commands.polite import LEAD, is_polite
from rednov_bot.core.commands.said import LIMITED, Said, Unclear, behind

ALONE: Final = re.compile(
    rf"{LEAD}amend(?:ed)?(?: to| as follows)?(?:[\s:]+\[?(?:rednov )?[A-Z2-9]{{6,8}}\]?)?[\s:.]*",
    re.IGNORECASE,
)
"""`amend` alone on its line: what stands below is the text."""
_AS_FOLLOWS: Final = re.compile(r"^ (?:to|as follows)\b", re.IGNORECASE)
END: Final = re.compile(r"\W*end(?: of (?:the )?(?:text|amendment))?\W*", re.IGNORECASE)
"""The line that ends the text."""
QUOTED: Final = (
    r"(?:\"([^\"]{0,4000})\"|“([^”]{0,4000})”|«([^»]{0,4000})»"
    r"|(?<!\w)'((?:[^'\n]|(?<=\w)'(?=\w)){0,4000})'(?!\w))"
)
_QUOTE: Final = re.sub(r"(?<!\\)\((?!\?)", "(?:", QUOTED)
# every run of blanks is taken whole (`++`): thousands of them cost no more than their number
_NOUN: Final = r"(?:\s++(?:the|this|these))?(?:\s++(?:words?|sentence|line|text|phrase))?\s*+:?\s*+"
_INTO: Final = r"\s*+(?:\b(?:to|by|with|into)\b|->|=>|→)\s*+"
_READS: Final = (
    r"\s*+,?\s*+\b(?:should|shall|must|ought to|is to)\s++(?:read|be|say)(?:\s++as)?\b\s*+:?\s*+"
)
_WAYS: Final = (
    rf"(?:add|insert|append){_NOUN}(?P<added>{_QUOTE})",
    rf"(?:remove|delete|drop|strike|cut)(?:\s+out)?{_NOUN}(?P<gone>{_QUOTE})",
    rf"instead\s++of{_NOUN}(?P<old3>{_QUOTE})\s*+,?\s*+(?:write|say|put|use){_NOUN}(?P<new3>{_QUOTE})",
    rf"(?:write|say|put){_NOUN}(?P<new4>{_QUOTE})\s++instead\s++of{_NOUN}(?P<old4>{_QUOTE})",
    rf"(?:(?:replace|change)\b)?{_NOUN}(?P<old>{_QUOTE})(?:{_INTO}|{_READS})(?P<new>{_QUOTE})",
)
_CHANGE: Final = re.compile(
    rf"[\s,;:.]*+(?:(?:and|amend|please)\s++)*(?:{'|'.join(_WAYS)})", re.IGNORECASE
)
AMEND: Final = re.compile(
    rf"{LEAD}(?:amend(?:ed)?\b|(?=(?:replace|change|add|insert|append|remove|delete|drop|strike|cut"
    rf"|write|say|put|instead\s+of)(?:\s+out)?{_NOUN}[\"“«'])|(?={_QUOTE}(?:{_INTO}|{_READS})))",
    re.IGNORECASE,
)
_UNQUOTED_ADDED: Final = re.compile(
    r"[\s,;:.]*(?:please\s+)?(?:add|insert|append)\s*:\s*(?P<words>[^\"“”«»]+)", re.IGNORECASE
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
        if _CHANGE.match(text) is None:
            return behind("amend", _AS_FOLLOWS.sub("", words), said) or Amend(
                code=code or said.code, text=text
            )
        words = ""
    if LIMITED.match(words):
        return behind("amend", words, said) or Unclear(_NOTHING)
    code = code or said.code
    added = _UNQUOTED_ADDED.fullmatch(words)
    if added is not None and is_polite(said.rest, said.sender) and not is_polite(added[1], None):
        return Amend(code=code, changes=(Added(added["words"].strip()),))
    return _changed(code, f"{words}\n{said.rest}", said)


def _changed(code: str, text: str, said: Said) -> Amend | Unclear:
    """Each change of words that a text says, and nothing else."""
    changes: list[Replaced | Added] = []
    at = 0
    while change := _CHANGE.match(text, at):
        changes.append(_change(change))
        at = change.end()
    if not changes:
        return Unclear(_NOTHING)
    if not is_polite(text[at:], said.sender):
        return behind("amend", text[at:], said) or Unclear(_NOTHING)
    if any(isinstance(one, Replaced) and not one.old.strip() for one in changes):
        return Unclear("the old words are empty")
    return Amend(code=code, changes=tuple(changes))


def _change(change: re.Match[str]) -> Replaced | Added:
    if change["added"] is not None:
        return Added(change["added"][1:-1])
    if change["gone"] is not None:
        return Replaced(change["gone"][1:-1], "")
    old, new = (change[one] or change[f"{one}3"] or change[f"{one}4"] for one in ("old", "new"))
    return Replaced(old[1:-1], new[1:-1])


def open_quote(text: str, awaited: str = "") -> str:
    """The mark that would end a quotation that is still open behind a text; "" where none is."""
    for mark in _MARKS.findall(text):
        if not awaited:
            awaited = _ENDED_BY.get(mark, "")
        elif mark == awaited:
            awaited = ""
    return awaited
