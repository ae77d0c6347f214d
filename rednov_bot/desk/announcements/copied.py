"""An answer to a choice as a whole mail says it: a line of the mail that asked, and what else."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rednov_bot.games.red_november.reader.choices import read_choice
from rednov_bot.games.red_november.reader.consent import is_polite

_LONGEST = 2_000  # characters of an answer
_LINE = re.compile(r"^[ \t]*((?:i )?choose [^:\n]+):", re.IGNORECASE | re.MULTILINE)
_WORD = re.compile(r"\S+")
_PART = re.compile(r"[^\W_]+|[^\w\s.,;:!()*_\"'/<>-]")  # a picture or "?" is a word, too
_NAMING = ("hatch", "room", "the", "number")
_POINTS = ".,;!"

Offered = tuple[tuple[str, str], ...]
"""The candidates of a choice, and what stood behind the colon of each in the mail that asked."""


def read_answer(
    text: str, offered: Offered, people: Sequence[str], *, plainly: bool = False
) -> str | None:
    """The candidate that a text means, None where that cannot be told.

    What a candidate would do may be copied, whole or its beginning.  Anything else behind the
    colon may take the answer back, unless it is polite words or names the same candidate.
    *plainly*: nothing but the candidate and polite words may be said at all.
    """
    if len(text) > _LONGEST:
        return None
    labels = tuple([label for label, _ in offered])

    def read(said: str) -> str | None:
        label = read_choice(said, candidates=labels, people=people)
        if label is None or not plainly or _says_no_more(said, label, people):
            return label
        return None

    line = _LINE.search(text)
    label = read(line[1]) if line is not None else None
    if line is None or label is None:
        return read(text)
    behind = text[line.end() :]
    rest = _beyond(behind, dict(offered)[label])
    if rest is None:
        rest = behind
    if not is_polite(rest, people) and read(rest) != label:
        return None
    return read(f"{text[: line.start()]}{line[1]}\n{rest}")


def _says_no_more(said: str, label: str, people: Sequence[str]) -> bool:
    """Whether a text is the words of a candidate and polite ones."""
    own = {*_PART.findall(label.casefold()), *_NAMING}
    others = [word for word in _PART.findall(said.casefold()) if word not in own]
    return is_polite(" ".join(others), people)


def _beyond(behind: str, prospect: str) -> str | None:
    """What is left behind a copy of the prospect or of its beginning, None where it is no copy."""
    wanted = prospect.casefold().split()
    end = 0
    for at, word in enumerate(_WORD.finditer(behind)):
        if at == len(wanted):
            return behind[end:]
        said, last = word[0].casefold(), at + 1 == len(wanted)
        if said != wanted[at] and not (last and said.rstrip(_POINTS) == wanted[at]):
            is_last_word = not behind[word.end() :].strip()
            return "" if is_last_word and wanted[at].startswith(said) else None
        end = word.end()
    return ""
