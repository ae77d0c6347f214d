"""What a sentence is by its looks: a row of a table, a ballot, a title, a quotation, a draft."""

from __future__ import annotations

import re
from typing import Final

from rednov_bot.language.segments import Segment, Sentence
from rednov_bot.language.words import kinds

_SHORT: Final = 3
_ADVERTS: Final = frozenset(("lost", "found", "stolen", "missing", "wanted"))
_ROW: Final = kinds("NUM BIG SEP DASH ROOM SEA ROOMWORD")
_ABOUT: Final = frozenset(
    [
        *("about", "on", "concerning", "regarding", "proposal", "proposals", "rule", "rules"),
        *("contract", "report", "judgement", "judgment", "ruling", "amendment", "thesis", "essay"),
        *("opinion", "cfj", "charter", "regulation", "regulations", "constitution", "poem"),
    ]
)
"""Behind "draft", these tell of another paper."""
_POSTS: Final = frozenset(["post", "announce", "send", "pass on", "relay", "forward", "copy"])
_TELLS: Final = kinds("OTHER STATE WHO NAME PAST OWNER YOU")


def is_titled(sentence: Sentence, text: str) -> bool:
    """ "Brasspot's motto: ...", "WEATHER REPORT": what stands below is of another kind."""
    title = sentence.segments[0]
    line = text[sentence.end :].lstrip(" .,*_=-")[:1] in ("\n", "\r")
    heads = title.labels or (line and title.words[0].name == "genre" and not title.hard)
    titled = heads and "SELF" not in title.kinds
    titled = titled and any(w.name == "genre" or w.text in _ADVERTS for w in title.words)
    return titled and not any(one.performs for one in sentence.segments)


def does(sentence: Sentence) -> bool:
    """Whether somebody says "I", or does something."""
    return "SELF" in sentence.kinds or any(segment.doing for segment in sentence.segments)


def is_row(sentence: Sentence) -> bool:
    """ "Pip  7  31  ...": a line of a table."""
    words = sentence.segments[0].content
    if not words or words[0].type != "NAME":
        return False
    if len(words) > 1:
        return words[1].type in _ROW
    rest = [segment for segment in sentence.segments[1:] if not segment.aside]
    return bool(rest) and rest[0].words[0].type in _ROW


def has_table(told: list[Sentence]) -> bool:
    """Whether lines begin with the names of several gnomes, and numbers behind them."""
    rows = [s for s in told if s.segments[0].words[0].type == "NAME" and is_row(s)]
    return len({row.segments[0].words[0].name for row in rows}) > 1


_BALLOT: Final = re.compile(r"\b(?:FOR|AGAINST|PRESENT|ENDORSE)\b")


def is_ballot(text: str, sentence: Sentence) -> bool:
    """ "9001 (Open the Hatches)  FOR": a proposal by number, and a vote on it."""
    if "BIG" not in sentence.kinds or "SELF" in sentence.kinds or "DUR" in sentence.kinds:
        return False
    return _BALLOT.search(text, sentence.start, sentence.end + 30) is not None


def mentions(sentence: Sentence) -> bool:
    """Whether a sentence only speaks of what it quotes: 'One who writes "I open 5-8" has moved'."""
    if not any(segment.aside == "quoted" for segment in sentence.segments):
        return False
    around = [segment for segment in sentence.segments if not segment.aside]
    said = [word for segment in around for word in segment.words]
    if any(word.text in _POSTS for word in said):
        return False  # "Bob asked me to post this"
    if len(said) < _SHORT or any(one.performs or _is_headed(one) for one in around):
        return False
    return any(word.type in _TELLS for word in said)


def _is_headed(segment: Segment) -> bool:
    """ "My turn:"; but "in the current turn" heads nothing."""
    return segment.has("HEADING") and (segment.labels or any(w.det == "my" for w in segment.words))


def is_draft(segment: Segment) -> bool:
    """Whether the mail is called a draft; "my draft about stamps" is another paper."""
    words = segment.words
    at = next(n for n, word in enumerate(words) if word.type == "DRAFT")
    if (at and words[at - 1].type == "OWNER") or {"PAST", "NUM"} <= segment.kinds:
        return False  # "Pip's proto", "draft 1 was rude"
    after = [word.text for word in words[at + 1 : at + 2]]
    return _ABOUT.isdisjoint(after) or segment.has("CONTEST", "HEADING") or segment.hard
