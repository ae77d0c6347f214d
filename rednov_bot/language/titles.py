"""A line that heads what stands below it, with no colon: "Plan for my next turn", "Turn of Pip"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from rednov_bot.language.sheet import Sheet

FRAMES: Final = re.compile(
    r"\b(?:plan(?:s|ned|ning)?|next (?:turn|time|go|move)|ideas?|suggest(?:ion|ions|ed)|advice|"
    r"propos(?:als?|ed)|hypothe\w+|examples?|scenarios?|options?|thinking|tomorrow|yesterday|"
    r"last (?:turn|time|week)|previous\w*|earlier|intend(?:ed)?|intentions?|strategy|would|could|"
    r"might|should|what if|how about|maybe|perhaps|what i did|later|were to|consider(?:ing|ed)|"
    r"mulling|pondering|if i|recommend\w*)\b",
    re.IGNORECASE,
)
_ADVISES: Final = re.compile(r"\b(?:advice|recommend\w*|earlier|previous\w*)\b", re.IGNORECASE)
_GOES_ON: Final = re.compile(r"(?<!\n)\n[ \t]*+\n++(?=[ \t]*(?:and )?then\b)")
_WORDS: Final = 10
_LISTED: Final = re.compile(
    r"[ \t]*(?:[-*+>\u2022\u2013]|\(?\w{1,3}[.)][ \t]|[\w ()'-]{2,24}[:=]|\[)"
)
_SAYS_I: Final = re.compile(
    r"\bi(?:'m| am)?\b|\bmy (?:actual |real )?turn\b|\bnow\b", re.IGNORECASE
)
_LONG: Final = 56


def point(sheet: Sheet, others: re.Pattern[str]) -> None:
    """A title that says that nothing is announced, or names somebody else, gets its colon."""
    if "then" in sheet.text:
        sheet.sub(_GOES_ON, "\n")
    found = list(_titles(sheet.text, others))
    if not found:
        return
    changes: list[tuple[int, int, str]] = []
    for end, planned, advises in found:
        changes.append((end, end, " plan:" if planned and advises else ":"))
        if planned:
            changes += _blanks_below(sheet.text, end)
    sheet.put(sorted(set(changes)))


def _titles(text: str, others: re.Pattern[str]) -> Iterator[tuple[int, bool, bool]]:
    """Where each such title ends, and whether it is that of a plan, of advice."""
    lines = text.split("\n")
    end = -1
    for at, line in enumerate(lines):
        end += len(line) + 1
        words = line.split()
        if not words or len(words) > _WORDS or line.rstrip()[-1] in ".!?,;:|" or "," in line[-2:]:
            continue
        opens = not at or not lines[at - 1].strip()
        below = lines[at + 1 :]
        if not opens or not any(one.strip() for one in below) or _LISTED.match(line):
            continue
        following = below[0] if below[0].strip() else ""
        if following and not _LISTED.match(following) and len(following) > _LONG:
            continue
        planned = bool(FRAMES.search(line))
        if planned or others.search(line):
            yield end - (len(line) - len(line.rstrip())), planned, bool(_ADVISES.search(line))


def _blanks_below(text: str, end: int) -> Iterator[tuple[int, int, str]]:
    """The blank lines between the lists and forms below the title of a plan."""
    for match in re.finditer(r"\n(?:[ \t]*\n)+", text[end:]):
        start, stop = match.start() + end, match.end() + end
        line = text[stop:].partition("\n")[0]
        if start == end:
            yield start, stop, "\n"
            continue
        if not line.strip() or _SAYS_I.search(line) or len(line) > _LONG:
            return
        if not _LISTED.match(line) and len(line.split()) > 6:
            return
        yield start, stop, "\n"
