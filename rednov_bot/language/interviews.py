"""Turns in questions and answers, and in the marks of data: each becomes the lines of a form."""

from __future__ import annotations

import re
from typing import Final

from rednov_bot.language.fields import field_of
from rednov_bot.language.sheet import Sheet

_ASKED: Final = re.compile(
    r"(?:^|(?<=[.!?\n]))[ \t]*(?:[QF][:.)][ \t]*)?(?P<ask>[^\W\d_][^.!?:\n]{1,48})\?[ \t]*\n?[ \t]*"
    r"(?:[-\u2013\u2014>]+[ \t]*)?(?:[A][:.)][ \t]*)?(?P<answer>[^\n?]{1,70}?)(?:[.!](?=\s|$)|$)",
    re.MULTILINE,
)
_LEADS: Final = re.compile(
    r"^(?:(?:and|so|but|then|now|well|okay|ok|right|any|which|what|how about|what about)\s+)+", re.I
)
_AT_LEAST: Final = 3
_PAIR: Final = re.compile(
    r"[{,\[\s]*[\"'](?P<key>\w[\w \-]*)[\"'][ \t]*:[ \t]*"
    r"(?P<value>\"[^\"\n]*\"|'[^'\n]*'|\[[^\[\]{}]*\]|[\w.\-]+)"
    r"[ \t]*,?[ \t]*[}\]]*,?"
)
_BARE: Final = re.compile(r"^[ \t]*[{}\[\]],?[ \t]*$", re.M)
_SIGNS: Final = re.compile(r"[\"'\[\]]")


def answer(sheet: Sheet) -> None:
    """Each becomes the line of a form."""
    if "?" in sheet.text:
        found = [(match, _key(match["ask"])) for match in _ASKED.finditer(sheet.text)]
        told = [(match, key) for match, key in found if key]
        if len(told) >= _AT_LEAST:
            sheet.put([(*m.span(), f"\n{key}: {m['answer'].strip()}") for m, key in told])
    if '":' in sheet.text or "':" in sheet.text:
        _lines(sheet, _PAIR)


def _key(ask: str) -> str:
    """The field that is asked for."""
    bare = _LEADS.sub("", ask.strip().lower())
    for key in (ask.strip(), bare, bare.removeprefix("many ")):
        if field_of(key) is not None:
            return key
    return ""


def _lines(sheet: Sheet, pattern: re.Pattern[str]) -> None:
    """Marked data: a line for each pair of a name and a value."""
    pairs = [m for m in pattern.finditer(sheet.text) if field_of(m["key"].replace("_", " "))]
    if len(pairs) >= _AT_LEAST:
        sheet.put(
            [
                (*m.span(), f"\n{m['key'].replace('_', ' ')}: {_SIGNS.sub('', m['value'])}\n")
                for m in pairs
            ]
        )
        sheet.sub(_BARE, "")
