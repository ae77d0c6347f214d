"""Answers to drafts about a claim of error (§25) and about an award (§18, §24)."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from rednov_bot.core.commands.answers import Accept, Award, Awarded, Deny
from rednov_bot.core.commands.codes import take_code
from rednov_bot.core.commands.polite import LEAD, is_polite
from rednov_bot.core.commands.said import (
    LIMITED,
    Said,
    Unclear,
    around,
    behind,
    doubtful,
    reason,
)

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
    r"[\s,.;:–—-]*(?:because )?"
    r"(?:e|he|she|they|it|this|that|the claim|the claimant|(?P<name>[^\W_][\w -]{0,39}))"
    r"(?:['’]s| is| are| was| were) (?:quite |indeed )?(?:right|correct|true)[\s.!]*",
    re.IGNORECASE,
)
_SIDES: Final = re.compile(
    r"\b(?:right|correct|true|wrong|mistaken|mistake|error|agree[ds]?|accept(?:ed)?)\b",
    re.IGNORECASE,
)
"""Words that take a side, of the claim or of what was posted."""
_AGAINST: Final = re.compile(
    r"\s*(?:no\b[\s,.;:–—-]*)?(?:(?:(?:e|he|she|they|it|this|that|the claim|the claimant)"
    r"(?:['’]s| is| are| was| were) (?:quite )?)?(?:wrong|mistaken)"
    r"|the (?:bot|resolution|draft|posting) (?:is|was) (?:quite )?(?:right|correct))[\s.!]*",
    re.IGNORECASE,
)
"""What plainly speaks against a claim."""
_ABOUT: Final = re.compile(r"\s*(?:for|as to|about|regarding)\b", re.IGNORECASE)
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
    if found.re is DENY and _SIDES.search(found[0]):  # "That is right. Deny"
        return _limited("deny")
    if (LIMITED.match(words) or _THAT.match(words)) and (unclear := behind("deny", words, said)):
        return unclear
    return Deny(code=code or said.code, why=reason(f"{words}\n{said.rest}", said))


def accept(found: re.Match[str], said: Said) -> Accept | Unclear:
    """`accept`, with nothing but polite words, or that the claim is right."""
    code, words = take_code(said.first[found.end() :])
    right = _agreed_with(words, said)
    if right is not None and not doubtful(words):
        words = ""
    return around("accept", words, said) or Accept(code=code or said.code, right=right or "")


def said_first(found: re.Match[str], said: Said) -> Accept | Deny | Unclear:
    """`no, e had 37. deny`, `Cat is right, accept`: what is said before may limit it."""
    says = found["says"]
    word = "accept" if found["word"].lower().startswith("accept") else "deny"
    if doubtful(_NO.sub("", says)) or _ABOUT.match(says):
        return Unclear(f'the words before "{word}" may limit it or take it back')
    if word == "accept":
        right = "" if is_polite(says, said.sender) else _agreed_with(says, said)
        if right is None or _NO.match(says):
            return _limited(word)
        accepted = accept(found, said)
        return replace(accepted, right=right) if isinstance(accepted, Accept) else accepted
    if _SIDES.search(says) and not _AGAINST.fullmatch(says):
        return _limited(word)
    answer = deny(found, said)
    return answer if isinstance(answer, Unclear) or answer.why else replace(answer, why=says)


def _agreed_with(words: str, said: Said) -> str | None:
    """Who is said to be right, "" for the claim itself; None where that is not what words say."""
    found = _RIGHT.fullmatch(words)
    if found is None or found["name"] is None:
        return None if found is None else ""
    named = [name for name in said.names if name.casefold() == found["name"].casefold()]
    return named[0] if named else None


def _limited(word: str) -> Unclear:
    return Unclear(f'the words before "{word}" may limit it')


def award(found: re.Match[str], said: Said) -> Award | Unclear:
    """`award`, with nothing but polite words."""
    code, words = take_code(said.first[found.end() :])
    return around("award", words, said) or Award(code=code or said.code)


def awarded(found: re.Match[str], said: Said) -> Awarded | Unclear:
    """`I have awarded it myself`."""
    code, words = take_code(said.first[found.end() :])
    return around("awarded", words, said) or Awarded(code=code or said.code)
