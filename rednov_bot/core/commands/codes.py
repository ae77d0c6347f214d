"""The codes that drafts are answered by: in a subject, and behind a command."""

from __future__ import annotations

import re
from typing import Final

from rednov_bot.core.commands.polite import is_polite

_IN_SUBJECT: Final = re.compile(r"\[rednov ([A-Z2-9]{6,8})\]", re.IGNORECASE)
_MARKED: Final = re.compile(r"\[rednov\b[^\]]*\]?", re.IGNORECASE)
_BARE: Final = re.compile(r"[\s:#]*([A-Z2-9]{6,8})(?=$|[\s.,;:!?)—–-])", re.IGNORECASE)
_BRACKETED: Final = re.compile(r"[\s:#]*\[(?:rednov )?([A-Z2-9]{6,8})\]", re.IGNORECASE)
_ALL_LETTERS: Final = 7  # a code without a digit is as long as the bot makes them
_NO_CODE: Final = frozenset(["BECAUSE", "UNLESS", "THURSDAY", "TUESDAY", "EVERYTHING"])


def code_of(subject: str) -> str | None:
    """The code in a subject, `[rednov CODE]`; None where there is none, or two that differ."""
    codes = {found.upper() for found in _IN_SUBJECT.findall(subject)}
    return codes.pop() if len(codes) == 1 else None


def without_codes(subject: str) -> str:
    """A subject without whatever stands in it where codes do: not everybody may read those."""
    return " ".join(_MARKED.sub("", subject).split())


def take_code(behind: str) -> tuple[str | None, str]:
    """The code that the words behind a command begin with, and what stands behind it.

    In brackets it may be anything; bare it has a digit, or is written in capitals throughout and
    is no polite word.
    """
    if found := _BRACKETED.match(behind):
        return found[1].upper(), behind[found.end() :]
    if (found := _BARE.match(behind)) and is_bare_code(found[1]):
        return found[1].upper(), behind[found.end() :]
    return None, behind


def is_bare_code(word: str) -> bool:
    """Whether a word behind a command is a code, without its brackets."""
    if any(sign.isdigit() for sign in word):
        return any(sign.isalpha() for sign in word)
    return (
        word.isupper()
        and len(word) == _ALL_LETTERS
        and word not in _NO_CODE
        and not is_polite(word, None)
    )
