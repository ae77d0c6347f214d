"""Answers about a posting that has not come back from its list as it was sent."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from rednov_bot.mail.codes import take_code
from rednov_bot.mail.commands.answers import IsThere, PostAgain, PostTo
from rednov_bot.mail.commands.said import Said, Unclear, around
from rednov_bot.mail.polite import LEAD

_IT: Final = r"(?: (?:it|this|that|(?:the|this) (?:posting|post|mail|message|text)))?"
POST_AGAIN: Final = re.compile(
    rf"{LEAD}(?:(?:post|send|publish){_IT} (?:again|anew|once more)|re-?(?:post|send){_IT})\b",
    re.IGNORECASE,
)
IS_THERE: Final = re.compile(
    rf"{LEAD}(?:(?:it|the (?:posting|post|mail|message|text))(?: is|['’]s)|is)(?: already| now)? "
    r"(?:there|on the list|in the archives?)\b(?:,? (?:already|now|indeed|all right)\b)?",
    re.IGNORECASE,
)
_SEEN: Final = re.compile(
    r"[\s,;:.!(–—-]*(?:and |for |because |as )?(?:i|we)(?:['’]ve| have)?(?: just)?"
    r" (?:saw|see|seen|can see|found|looked at|checked|read)\b(?: (?:it|that|this)\b)?"
    r"(?: there\b| myself\b)?(?:,? (?:in|on|at) (?:the )?(?:list['’]s |public |web )?"
    r"(?:archives?|list|web|page)\b)?(?: (?:already|now|today|just now|myself)\b)?[\s).!]*"
    r"(?:<?https?://[^\s<>]{1,200}>?)?",
    re.IGNORECASE,
)
"""How it is known: that limits nothing."""
POST_TO: Final = re.compile(
    rf"{LEAD}(?:post|publish){_IT} to (?:the )?"
    r"(?!(?:the|list|all|it|this|that)\b)(?P<forum>[\w.-]{1,40}[\w])(?: (?:list|forum)\b)?",
    re.IGNORECASE,
)


def post_again(found: re.Match[str], said: Said) -> PostAgain | Unclear:
    """`post again`, with nothing but polite words."""
    code, words = take_code(said.first[found.end() :])
    return around("post again", words, said) or PostAgain(code=code or said.code)


def is_there(found: re.Match[str], said: Said) -> IsThere | Unclear:
    """`it is there`, with nothing but polite words."""
    code, words = take_code(said.first[found.end() :])
    words, rest = _unseen(words), _unseen(said.rest)
    unclear = around("it is there", words, replace(said, rest=rest))
    return unclear or IsThere(code=code or said.code)


def post_to(found: re.Match[str], said: Said) -> PostTo | Unclear:
    """`post to backup`, with nothing but polite words."""
    code, words = take_code(said.first[found.end() :])
    forum = found["forum"]
    return around(f"post to {forum}", words, said) or PostTo(code=code or said.code, forum=forum)


def _unseen(words: str) -> str:
    """Words without that somebody has seen it."""
    seen = _SEEN.match(words)
    return words if seen is None else words[seen.end() :]
