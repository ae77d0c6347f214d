"""Sentences that are about something else: tables, other games, chat."""

from __future__ import annotations

from rednov_bot.language.segments import HARD, Sentence, is_doing
from rednov_bot.language.words import kinds

_OF_OTHERS = kinds("WHO YOU PLAN COND")
_TOLD_OF = HARD | {"SELF"}
_THINGS = kinds("it it's its whose everything")
_EXCLAIMING = kinds("what such")
_LIKED = kinds("liked loved enjoyed admired hated remember envy envied")


def is_status(sentence: Sentence) -> bool:
    """ "Room 5: on fire": a place, and nothing done there."""
    first = sentence.segments[0]
    if not first.labels:
        return False
    said = first.kinds - {"FILL"}
    if not said or not said <= {"ROOM", "MACHINE", "STATE", "NAME"}:
        return False
    rest = [word for segment in sentence.segments[1:] for word in segment.words]
    if "STATE" in said:
        return len(said) > 1 or "ITEM" not in sentence.kinds  # "cheers: one grog"
    return "ROOM" in said and not any(is_doing(word) for word in rest)


def _praises(sentence: Sentence) -> bool:
    """ "What a turn", "I liked that turn": of a turn that was taken before."""
    first = sentence.segments[0]
    if "HEADING" not in first.kinds or first.hard:
        return False
    said = first.content
    likes = len(said) > 1 and said[0].type == "SELF" and said[1].text in _LIKED
    return likes or first.words[0].text in _EXCLAIMING


def labelled(sentence: Sentence) -> str:
    """The name before the colon with which a sentence begins, else ""."""
    first = sentence.segments[0]
    if not first.labels:
        return ""
    names = first.content
    if len(names) == 1 and names[0].type == "NAME":
        return names[0].name
    return ""


def other_game(sentence: Sentence, text: str) -> bool:
    """ "In Diplonomic I move": a game with another name."""
    if "OTHER" not in sentence.kinds:
        return False
    for segment in sentence.segments:
        if "CONTEST" in segment.kinds or segment.belongs not in ("turn", "escape"):
            return False
        for before, name in zip(segment.words, segment.words[1:], strict=False):
            if (
                before.type in ("IN", "FOR")
                and name.type == "OTHER"
                and not name.det
                and text[name.start].isupper()
                and text[before.start :].find("\n") != 0
            ):
                return True
    return False


def is_talk(sentence: Sentence, author: str) -> bool:
    """Whether a sentence is about others, or about what is only thought of."""
    if any(segment.belongs != "turn" for segment in sentence.segments):
        return False
    words = [word for segment in sentence.segments for word in segment.words]
    if any(word.text == "coe" for word in words) or _praises(sentence):
        return True  # a claim of error
    return len(words) > 2 and (
        sentence.asks
        or any(word.type in _OF_OTHERS and word.text not in _THINGS for word in words)
        or ("UNREAL" in sentence.kinds and not sentence.kinds.isdisjoint(_TOLD_OF))
        or any(word.type in ("NAME", "OWNER") and word.name != author for word in words)
    )
