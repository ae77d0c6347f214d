"""What is told of words that are no command: why, and the nearest one, in a line or two."""

from __future__ import annotations

import re
from typing import Final

from rednov_bot.mail.commands import Line, describe
from rednov_bot.ports import Records
from rednov_bot.prose.wording import capital, listed

_LONGEST: Final = 200  # characters of a line that is to be sent again
_ALL_OF_THEM: Final = re.compile(
    r"^\W*(?:\w+\W+){0,3}?(?P<word>approve|reject|hold|release)d?\b[^\n]{0,20}?"
    r"\b(?:both|all|everything|them)\b",
    re.IGNORECASE,
)
_NOT_TOGETHER: Final = frozenset(["claim", "choice", "return"])
"""Drafts that are not approved."""


def doubt(records: Records, line: Line) -> str:
    """Why a line was not carried out: it is not understood, or a line below it is not."""
    if line.meant is not None:
        again = " ".join(describe(line.meant).split())
        again = again if len(again) <= _LONGEST else f"{again[:_LONGEST].rstrip()} ..."
        return f"{capital(line.why)}. If you mean it all the same, send it again: {again}"
    told = f"It is not understood: {line.why}."
    near = _each_by_its_code(records, line) or line.near
    return f"{told} The nearest command: {', or: '.join(near)}" if near else told


def _each_by_its_code(records: Records, line: Line) -> tuple[str, ...]:
    """Whoever means all open drafts may name them in one line: another may have come meanwhile."""
    found = _ALL_OF_THEM.match(line.words)
    if found is None:
        return ()
    word = found["word"].lower()
    codes = [
        one.code
        for one in records.open_drafts()
        if word != "approve" or one.kind not in _NOT_TOGETHER
    ]
    return (f"{word} {listed(codes)}",) if codes else ()
