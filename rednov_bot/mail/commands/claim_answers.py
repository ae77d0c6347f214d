"""Answers to drafts about a claim of error (§25) and about an award (§18, §24)."""

from __future__ import annotations

import re
from typing import Final

from rednov_bot.mail.codes import take_code
from rednov_bot.mail.commands.answers import Accept, Award, Awarded, Deny
from rednov_bot.mail.commands.said import LIMITED, Said, Unclear, around, behind, reason
from rednov_bot.mail.polite import LEAD

_CLAIM: Final = r"(?: (?:the|this|that|eir|\w{1,30}['’]s)\b)?(?: claim(?: of error)?| coe)?"
_POINTS: Final = r"(?: (?:it|them|the points|the award|this))?"
DENY: Final = re.compile(rf"{LEAD}den(?:y|ied)\b{_CLAIM}\b", re.IGNORECASE)
ACCEPT: Final = re.compile(rf"{LEAD}accept(?:ed)?\b{_CLAIM}\b", re.IGNORECASE)
AWARDED: Final = re.compile(
    rf"{LEAD}(?:(?:have|ve|had) )?(?:already )?awarded\b{_POINTS}"
    r"(?: (?:myself|already|by hand))*\b",
    re.IGNORECASE,
)
AWARD: Final = re.compile(
    rf"{LEAD}(?:award\b{_POINTS}|(?:post|publish|make|announce) (?:the |this )?award)\b",
    re.IGNORECASE,
)


def deny(found: re.Match[str], said: Said) -> Deny | Unclear:
    """`deny because REASON`."""
    code, words = take_code(said.first[found.end() :])
    if LIMITED.match(words) and (unclear := behind("deny", words, said)):
        return unclear
    return Deny(code=code or said.code, why=reason(f"{words}\n{said.rest}", said))


def accept(found: re.Match[str], said: Said) -> Accept | Unclear:
    """`accept`, with nothing but polite words."""
    code, words = take_code(said.first[found.end() :])
    return around("accept", words, said) or Accept(code=code or said.code)


def award(found: re.Match[str], said: Said) -> Award | Unclear:
    """`award`, with nothing but polite words."""
    code, words = take_code(said.first[found.end() :])
    return around("award", words, said) or Award(code=code or said.code)


def awarded(found: re.Match[str], said: Said) -> Awarded | Unclear:
    """`I have awarded it myself`."""
    code, words = take_code(said.first[found.end() :])
    return around("awarded", words, said) or Awarded(code=code or said.code)
