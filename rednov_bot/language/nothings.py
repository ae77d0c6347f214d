"""Doing nothing told as a state of things: "nothing, 1 min", "my action is none"."""

from __future__ import annotations

import re
from typing import Final

from rednov_bot.language.tellings import ENDS, PAUSES, sign
from rednov_bot.language.words import Sense, Word
from rednov_bot.language.works import blank

_SHORT: Final = 8  # words
_STOPS: Final = ENDS - {"HEADING"}
_IDLE: Final = re.compile(
    r"(?:(?:then|there|for|and|action|, ) ?)*(?:nothing|nothing at all|absolutely nothing|nil|"
    r"nothing whatsoever)(?: ,| for)* D"
)
_NONE: Final = re.compile(
    r"(?:(?:for|as) )?(?:action|action is|action taken)(?: is)?(?: ,)? "
    r"(?:none|nothing|null|nil|no action|nothing at all|none at all)"
)
_SPENT: Final = re.compile(
    r"D(?: ,)? (?:(?:is |gets )?(?:spent|wasted|passed|idled away)"
    r"(?: doing nothing| idle| idly| on nothing| in idleness| idling)?|nothing|nothing done)"
)
_PASSES: Final = re.compile(
    r"D (?:goes by|goes past|passes|passes by|ticks by|elapses|slips by|ticks away)"
)


def _no_action(words: list[Word], start: int, stop: int) -> None:
    """ "My action is none", "a minute goes by" where nothing is done in it."""
    said = words[start:stop]
    spoken = [w for w in said if w.type not in ("QUOTE", "FILL") or w.text in ("for", "as")]
    signs = " ".join(sign(w, [], "") for w in spoken).replace(":", ",")
    done = [w for w in words if w.type in ("NOACTION", "NOACT") and w not in said]
    if _NONE.fullmatch(signs) or _SPENT.fullmatch(signs):
        minute = [word for word in said if word.type == "DUR"]
        if minute and minute[0].number != 1:
            return
        for word in said[1:]:
            blank(word)
        said[0].become(Sense("NOACTION"))
        said[0].senses, said[0].text = (), "do nothing"
    elif done and _PASSES.fullmatch(signs):
        for word in said:
            if word.type != "DUR":
                blank(word)


def settle_nothing(words: list[Word]) -> None:
    """ "Nothing, 1 min": no action."""
    start = 0
    for end in [at for at, word in enumerate(words) if word.type in _STOPS] + [len(words)]:
        if 1 < end - start < _SHORT and any(
            "action" in w.text or w.type == "DUR" for w in words[start:end]
        ):
            _no_action(words, start, end)
        start = end + 1
    for at, word in enumerate(words):
        if word.type != "NOTHING" or word.text.split(" ")[0] not in ("nothing", "nil"):
            continue
        start = at
        while start and words[start - 1].type not in _STOPS and at - start < 5:
            start -= 1
        stop = at + 1
        while stop < len(words) and words[stop].type not in _STOPS and stop - at < 5:
            stop += 1
        said = words[start:stop]
        signs = " ".join("," if w.type in PAUSES else sign(w, [], "") for w in said if w.text)
        minutes = [w for w in said if w.type == "DUR"]
        if len(minutes) == 1 and minutes[0].number == 1 and _IDLE.fullmatch(signs.strip(" ,")):
            word.become(Sense("NOACTION"))
            word.senses = ()
            for other in said:
                if other is not word and other is not minutes[0]:
                    blank(other)
