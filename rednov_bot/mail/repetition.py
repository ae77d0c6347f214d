"""TTttPF, This Time to the Public Forum: what is quoted below is done now (CFJs 3221, 3586)."""

from __future__ import annotations

import re

_NO_LETTER = re.compile(r"[^a-z ]+")
_MARK = re.compile(
    r"t{2,5}pf|this time (?:sent )?to (?:the |a )?(?:right |correct |proper |actual )?"
    r"(?:public forum|pf|forum|list)|this time in public|this time publicly"
    r"|this time where it counts|this time to business"
)
_NO_REPETITION = frozenset(
    [
        *("not", "no", "never", "dont", "nttpf", "without", "except", "but", "instead", "only"),
        *("if", "when", "unless", "until", "later", "tomorrow", "soon", "yet", "maybe", "perhaps"),
        *("you", "your", "e", "eir", "he", "she", "they", "his", "her", "their", "who", "part"),
        *("should", "would", "could", "will", "shall", "may", "might", "must", "can", "need"),
        *("meant", "mean", "forgot", "forget", "remember", "please", "want", "wanted", "going"),
        *("half", "first", "second", "last", "try", "trying", "somebody", "someone", "nobody"),
    ]
)
"""With one of these beside it, the mark is spoken about, or repeats not all of the quote."""
_MOST_WORDS = 14
_LONGEST_MARK = 120


def is_repetition_mark(line: str) -> bool:
    """The line says TTttPF, This Time to the Public Forum, and nothing that speaks against it."""
    if len(line) > _LONGEST_MARK or "?" in line:
        return False
    text = " ".join(_NO_LETTER.sub(" ", line.lower().replace(".", "")).split())
    match = re.search(rf"(?<![a-z])(?:{_MARK.pattern})(?![a-z])", text)
    if match is None:
        return False
    beside = [*text[: match.start()].split(), *text[match.end() :].split()]
    return len(beside) <= _MOST_WORDS and _NO_REPETITION.isdisjoint(beside)
