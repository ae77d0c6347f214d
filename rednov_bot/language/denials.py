"""What is denied to be a draft or a joke: "neither a drill nor a draft", "no test"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

_NOT: Final = r"(?:no|not|never|neither|nor|isn't|isnt|is not|ain't|without)"
_ART: Final = (
    r"(?:(?:a|an|any|the|my|mere|just|only|merely|on|in|for|of|some|kind|sort|another|meant as|"
    r"intended as|as|more|longer|simply|yet another|part of)\s+)*"
)
_SHAM: Final = (
    r"(?:(?:first |thought |rough |mere )?(?:drafts?|jokes?|jests?|plans?|drills?|rehearsals?|"
    r"tests?|"
    r"protos?|hypothes[ie]s|hypotheticals?|exercises?|stages?|dry run|bluff|prank|story|dream|"
    r"examples?|sample|experiment|proposal|intentions?|suggestion|trial|trial run|sketch|fiction|"
    r"role-?play|kidding|joking|testing|jesting|practice|musings?|what-if|theory|game|simulation|"
    r"wishful thinking|pretence|make-believe|daydream|april fool))"
)
_RUN: Final = re.compile(
    rf"(?<![\w'])(?:(?:this|that|it|these|what follows|the following) (?:is|are) )?{_NOT}\s+{_ART}"
    rf"{_SHAM}(?:(?:\s*,\s*(?:and\s+|or\s+|nor\s+|just\s+)?|\s+(?:and|or|nor)\s+)(?:{_NOT}\s+)?"
    rf"{_ART}{_SHAM})*(?=\s*(?:[,.;:!)\]\n\u2013\u2014-]|$))"
)
_STEMS: Final = (
    "draft", "joke", "joking", "jest", "plan", "drill", "rehears", "test", "proto", "hypothe",
    "exercise", "stage", "dry run", "bluff", "prank", "story", "dream", "ample", "experiment",
    "propos", "intention", "suggest", "trial", "sketch", "fiction", "play", "kidding", "practice",
    "musing", "what-if", "theory", "game", "simulat", "wishful", "pretence", "believe", "april",
)  # fmt: skip
"""One of these is in every such word."""
_HINT: Final = ("no", "isn't", "ain't", "without")


def denied(lowered: str) -> Iterator[tuple[int, int]]:
    """Where a plain text says that it is in earnest, by what it is not."""
    if any(map(lowered.__contains__, _HINT)) and any(map(lowered.__contains__, _STEMS)):
        for match in _RUN.finditer(lowered):
            yield match.span()
