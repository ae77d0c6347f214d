"""Footnotes: "I open the hatch[1] ... [1] From 10." """

from __future__ import annotations

import re
from bisect import bisect_right
from typing import Final

from rednov_bot.language.sheet import Sheet

_SIGN: Final = r"[\u00b9\u00b2\u00b3\u2070-\u2079\u2020\u2021]"
_MARK: Final = re.compile(
    rf"(?<=[\w.,;:!?)'\"])[ ]?(?:\[(?:\d{{1,2}}|\*{{1,3}})\]|\((?:\*{{1,3}}|\u2020)\)|{_SIGN}+"
    r"|(?<=[a-z.,])\*{1,3}(?=[\s.,;]|$))",
    re.MULTILINE,
)
_NOTE: Final = re.compile(
    rf"^[ \t]*(?:\[(?:\d{{1,2}}|\*{{1,3}})\]|{_SIGN}|\*{{1,3}}|\(\*{{1,3}}\))[.:)]?[ \t]*"
    rf"(?P<said>\S[^\n]*(?:\n(?![ \t]*(?:\[|\*|{_SIGN}|\n|$))[^\n]+)*)",
    re.MULTILINE,
)
_MATTERS: Final = re.compile(
    r"\b(?:if|unless|should|instead|rather|not|except|correction|make (?:that|it)|else|"
    r"otherwise)\b|\bi (?:use|drink|open|give|go|enter|spend|fix|discard|swallow|put)\b"
    r"|\d\s*(?:m|min|minutes)\b",
    re.IGNORECASE,
)


def set_below(sheet: Sheet) -> None:
    """Marks of footnotes are taken off; what stands below is a comment, unless it may matter."""
    notes = list(_NOTE.finditer(sheet.text))
    if not notes:
        return
    bounds = [bound for note in notes for bound in note.span()]
    heads = {at for note in notes for at in range(note.start(), note.start("said"))}
    marks = [mark for mark in _MARK.finditer(sheet.text) if mark.start() not in heads]
    if not marks:
        return
    changes = [(*mark.span(), "") for mark in marks if not bisect_right(bounds, mark.start()) % 2]
    changes += [(*note.span(), _comment(note["said"])) for note in notes]
    sheet.put(sorted(changes))


def _comment(said: str) -> str:
    if _MATTERS.search(said):
        return said
    return "[" + said.replace("[", "").replace("]", "").replace("\n", " ") + "]"
