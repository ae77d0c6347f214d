"""Answers about a posting that has not come back from its list as it was sent."""

from __future__ import annotations

import re
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
    rf"{LEAD}(?:it|the (?:posting|post|mail|message|text))(?: is|['’]s)(?: already)? "
    r"(?:there|on the list|in the archive)\b(?: already| now)?",
    re.IGNORECASE,
)
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
    return around("it is there", words, said) or IsThere(code=code or said.code)


def post_to(found: re.Match[str], said: Said) -> PostTo | Unclear:
    """`post to backup`, with nothing but polite words."""
    code, words = take_code(said.first[found.end() :])
    forum = found["forum"]
    return around(f"post to {forum}", words, said) or PostTo(code=code or said.code, forum=forum)
