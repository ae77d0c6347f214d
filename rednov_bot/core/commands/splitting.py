"""Several commands on one line become lines of their own: `approve A and B`, `release; approve`."""

from __future__ import annotations

import re
from typing import Final

from rednov_bot.core.commands.claim_answers import AWARD
from rednov_bot.core.commands.codes import is_bare_code, take_code
from rednov_bot.core.commands.decisions import APPROVE
from rednov_bot.core.commands.forms import FORMS, form_of
from rednov_bot.core.commands.polite import is_polite

_LONGEST: Final = 400  # characters of a line that holds several commands
_BEFORE: Final = re.compile(r"\s*+:?\s*+(?:both |all |(?:the )?drafts? )*", re.IGNORECASE)
_A_DRAFT: Final = re.compile(r"\s*+:?\s*+(?:the )?draft ", re.IGNORECASE)
_LABEL: Final = re.compile(
    r"(?:for|as to|about|regarding) (?:the|this) "
    r"(?:turn|draft|resolution|claim(?: of error)?|award|choice|correction|opening|ruling):\s{1,9}",
    re.IGNORECASE,
)
"""What names a draft and nothing else; `For later:` and `For when Ann agrees:` limit a command."""
_AND: Final = re.compile(r"\s*(?:,\s*and\b|[,;&+/]|\band\b)\s*(?:(?:the )?draft )?", re.IGNORECASE)
_THEN: Final = re.compile(r"\s*(?:[,;&+.]|\band\b)\s*(?:(?:and )?then\b\s*)?", re.IGNORECASE)
_MAY_BEGIN: Final = re.compile(
    r"(?:(?P<ends>[;.])|,|\b(?:and|then)\b)\s++(?:(?:and|then) )*", re.IGNORECASE
)
_OWN: Final = re.compile(
    r"(?:(?:draft )?\[(?:rednov )?(?P<boxed>[A-Z2-9]{6,8})\]\s*:?"
    r"|(?:draft )?(?P<bare>[A-Z2-9]{6,8})(?:\s*:|\s+[–—-]))\s*(?=\w)",
    re.IGNORECASE,
)


def own_code(line: str) -> tuple[str, str]:
    """The code before a command, `K7M2QXA: approve`, and the command; "" where none stands there.

    What a command with a code is about may be said before it: `For the turn: approve K7M2QXA`.
    """
    if (label := _LABEL.match(line)) and (begun := form_of(line[label.end() :])):
        code = take_code(line[label.end() + begun[1].end() :])[0]
        return ("", line[label.end() :]) if begun[0].answers and code else ("", line)
    found = _OWN.match(line)
    if found is None or not (found["boxed"] or is_bare_code(found["bare"])):
        return "", line
    return (found["boxed"] or found["bare"]).upper(), line[found.end() :]


def parts(line: str) -> tuple[str, ...]:
    """The commands on a line that begins with one, each whole; the line itself where it is one."""
    begun = form_of(line) if len(line) <= _LONGEST else None
    if begun is None or not begun[0].answers:
        return (line,)
    form, found = begun
    codes, tail = _codes(line[found.end() :])
    head = line[: found.end()]
    if _A_DRAFT.match(line, found.end()) and len(codes) == 1:
        line = f"{head} [{codes[0]}]{tail}"
    if form.takes_codes and len(codes) > 1:
        ours = [f"{head} [{code}]" for code in codes]
        then = _next(tail)
        return (*ours, *parts(then)) if then else tuple(f"{one}{tail}" for one in ours)
    then = _next(tail if codes else line[found.end() :]) if form.splits else ""
    if not then or (not codes and form.begins.match(then)):
        return (line,)
    if codes and form.begins is APPROVE:
        then = _award_of(then, codes[0])
    return (line[: len(line) - len(tail)] if codes else head, *parts(then))


def _award_of(words: str, code: str) -> str:
    """`award` behind `approve K7M2QXA and`: with that code, where it has none of its own."""
    found = AWARD.match(words)
    if found is None or take_code(words[found.end() :])[0] is not None:
        return words
    return f"{words[: found.end()]} [{code}]{words[found.end() :]}"


def another_behind(words: str) -> str:
    """The command that is said within a reason, `because of x; approve B`; "" where none is."""
    for mark in _MAY_BEGIN.finditer(words, 0, _LONGEST):
        behind = words[mark.end() :]
        begun = form_of(behind)
        if begun is None or not begun[0].answers or begun[0] is FORMS[-1]:
            continue
        code, tail = take_code(behind[begun[1].end() :])
        if (code or mark["ends"]) and is_polite(tail.partition("\n")[0], None):
            return behind[: begun[1].end()].strip()
    return ""


def _codes(words: str) -> tuple[list[str], str]:
    """The codes behind a command, `A, B and C`, and what stands behind them."""
    before = _BEFORE.match(words)
    code, tail = take_code(words[before.end() :] if before else words)
    codes: list[str] = []
    while code is not None:
        codes.append(code)
        words = tail
        between = _AND.match(tail)
        code, tail = take_code(tail[between.end() :]) if between else (None, tail)
    return codes, words


def _next(tail: str) -> str:
    """The command that follows at once behind a complete one; "" where something else does."""
    found = _THEN.match(tail)
    if found is None or not found[0].strip():
        return ""
    words = tail[found.end() :]
    begun = form_of(words)
    return words if begun is not None and begun[0].answers else ""
