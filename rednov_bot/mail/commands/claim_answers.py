"""Answers to drafts about a claim of error (§25) and about an award (§18, §24)."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from rednov_bot.mail.codes import take_code
from rednov_bot.mail.commands.answers import Accept, Award, Awarded, Deny
from rednov_bot.mail.commands.said import (
    LIMITED,
    Said,
    Unclear,
    around,
    behind,
    doubtful,
    reason,
)
from rednov_bot.mail.polite import LEAD, is_polite

_CLAIM: Final = (
    r"(?: (?:it|the|this|that(?! \w)|that(?= claim\b)|eir|\w{1,30}['’]s)\b)?"
    r"(?: claim(?: of error)?| coe)?"
)
_POINTS: Final = r"(?: (?:it|them|(?:the|these|those)(?: points| awards?)?|this(?: award)?))?"
DENY: Final = re.compile(rf"(?:no\b[^\w?]*)?{LEAD}den(?:y|ied)\b{_CLAIM}\b", re.IGNORECASE)
ACCEPT: Final = re.compile(rf"{LEAD}accept(?:ed)?\b{_CLAIM}\b", re.IGNORECASE)
SAID_FIRST: Final = re.compile(
    r"(?P<says>[^\n]{1,200}?)[.,;:!–—-]\s*(?:(?:and|so|then|therefore) )?(?:please |i )?"
    rf"(?P<word>den(?:y|ied)|accept(?:ed)?)\b{_CLAIM}\b",
    re.IGNORECASE,
)
"""An answer to a claim behind its reason: `Cat is right, accept`."""
_RIGHT: Final = re.compile(
    r"[\s,.;:–—-]*(?:because )?(?:e|he|she|they|it|this|that|the claim|[^\W_][\w ]{0,39})"
    r"(?:['’]s| is| are| was| were) (?:quite |indeed )?(?:right|correct|true)[\s.!]*",
    re.IGNORECASE,
)
_AWARDED_SO: Final = (
    r"(?: (?:myself|already|by hand|yesterday|today|(?:in|by|with) (?:another|a|my (?:own|last))"
    r" (?:message|mail|post|posting|announcement)|on the list))*"
)
AWARDED: Final = re.compile(
    rf"{LEAD}(?:(?:(?:have|ve|had) )?(?:already )?awarded\b{_POINTS}"
    r"|(?:have|ve) (?:already )?(?:posted|announced|published|made) (?:the|this) award\b)"
    rf"{_AWARDED_SO}\b",
    re.IGNORECASE,
)
AWARD: Final = re.compile(
    rf"{LEAD}(?:award\b{_POINTS}|(?:post|publish|make|announce) (?:the |this )?award)\b",
    re.IGNORECASE,
)


_THAT: Final = re.compile(r"\s*that\b", re.IGNORECASE)
_NO: Final = re.compile(r"\s*no\b", re.IGNORECASE)


def deny(found: re.Match[str], said: Said) -> Deny | Unclear:
    """`deny because REASON`."""
    code, words = take_code(said.first[found.end() :])
    if (LIMITED.match(words) or _THAT.match(words)) and (unclear := behind("deny", words, said)):
        return unclear
    return Deny(code=code or said.code, why=reason(f"{words}\n{said.rest}", said))


def accept(found: re.Match[str], said: Said) -> Accept | Unclear:
    """`accept`, with nothing but polite words, or that the claim is right."""
    code, words = take_code(said.first[found.end() :])
    if _RIGHT.fullmatch(words) and not doubtful(words):
        words = ""
    return around("accept", words, said) or Accept(code=code or said.code)


def said_first(found: re.Match[str], said: Said) -> Accept | Deny | Unclear:
    """`no, e had 37. deny`, `Cat is right, accept`: what is said before may limit it."""
    says = found["says"]
    word = "accept" if found["word"].lower().startswith("accept") else "deny"
    if doubtful(_NO.sub("", says)):
        return Unclear(f'the words before "{word}" may limit it or take it back')
    if word == "accept":
        before = _NO.match(says) or not (_RIGHT.fullmatch(says) or is_polite(says, said.sender))
        return Unclear(f'the words before "{word}" may limit it') if before else accept(found, said)
    answer = deny(found, said)
    return answer if isinstance(answer, Unclear) or answer.why else replace(answer, why=says)


def award(found: re.Match[str], said: Said) -> Award | Unclear:
    """`award`, with nothing but polite words."""
    code, words = take_code(said.first[found.end() :])
    return around("award", words, said) or Award(code=code or said.code)


def awarded(found: re.Match[str], said: Said) -> Awarded | Unclear:
    """`I have awarded it myself`."""
    code, words = take_code(said.first[found.end() :])
    return around("awarded", words, said) or Awarded(code=code or said.code)
