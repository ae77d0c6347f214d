"""What the action named just before takes: "that's 5 minutes", "at a cost of 9 minutes", "x4"."""

from __future__ import annotations

import re
from typing import Final

from rednov_bot.language.words import Word, kinds

_BREAKS: Final = kinds("STOP SEP SEPWORD COLON OPENING CLOSING PARAGRAPH DASH")
_WORKS: Final = kinds("EXTINGUISH PUMP FIX HALT KILL UNBLOCK")
_SAID: Final = (
    r"(?:that's|that is|that makes|that will be|that'll be|this is|this takes|it takes|it costs|"
    r"that takes|that costs|this costs|which takes|which costs|which is|costs?|takes|taking|"
    r"costing|at cost of|at cost|total of|for total of|total|using|using up|making|which makes|"
    r"lasting|price|it is|for price of|it will take|this will take)(?: me)?(?: up)?(?: :)?"
)
_BESIDE: Final = (
    r"(?:in all|in total|all told|altogether|for it|for that|over it|about it|on it|to it|of clock|"
    r"of time|total|of work|on that|for this|on this|over that|over this|for job|on job)"
)
_SAYS: Final = re.compile(rf"(?:and )?(?:{_SAID} D(?: {_BESIDE})*|D(?: {_BESIDE})+)")
_ARTICLE: Final = re.compile(r"\b(?:a|an|the) ")


def settle_costs(words: list[Word]) -> None:
    """Minutes said of the work just named are its minutes."""
    for at in range(1, len(words)):
        word = words[at]
        if word.type == "NUM" and words[at - 1].type == "TIMES" and _is_counted(words, at):
            word.type, word.senses = "DUR", ()
            words[at - 1].type, words[at - 1].senses = "FILL", ()
        elif word.type == "DUR":
            _settle(words, at)


def _is_counted(words: list[Word], at: int) -> bool:
    """ "Pump x8": minutes, for nothing stands there that could be counted."""
    before = words[at - 2] if at > 1 else None
    ends = at + 1 == len(words) or words[at + 1].type in _BREAKS
    return ends and before is not None and any(s.kind in _WORKS for s in before.senses)


def _settle(words: list[Word], at: int) -> None:
    """The words around a duration, if they only say that it is the cost."""
    farthest = at
    while (
        farthest > 1 and at - farthest < 5 and words[farthest - 1].type not in _BREAKS - {"COLON"}
    ):
        farthest -= 1
    for first in range(farthest, at + 1):
        said = _sentence(words, first, at)
        if _SAYS.fullmatch(said) and _works_before(words, first):
            end = _end(words, at)
            for word in (*words[first:at], *words[at + 1 : end]):
                word.type, word.senses, word.text = "FILL", (), ""
            return


def _end(words: list[Word], at: int) -> int:
    end = at + 1
    while end < len(words) and words[end].type not in _BREAKS and end - at < 8:
        end += 1
    return end


def _sentence(words: list[Word], first: int, at: int) -> str:
    told = [words[n].text for n in range(first, at) if words[n].text] + ["D"]
    told += [w.text for w in words[at + 1 : _end(words, at)] if w.text]
    return _ARTICLE.sub("", " ".join(told))


def _works_before(words: list[Word], first: int) -> bool:
    """Whether work is named just before, and no minutes since."""
    for word in reversed(words[max(0, first - 12) : first]):
        if word.type in ("DUR", "PARAGRAPH", "ITEM", "TILEWORD", "QUERY"):
            return False
        if any(sense.kind in _WORKS for sense in word.senses) and word.form != "past":
            return True
        if word.type in _WORKS:
            return True
    return False
