"""Words of which the reader makes too much: what stands in them is asked about, never acted on.

Until another reader knows these ways of speaking, their author is shown what they seem to mean.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from rednov_bot.engine.turn import Open, Turn
from rednov_bot.engine.words import Place
from rednov_bot.language.scanner import scan
from rednov_bot.papers import Question, Reading, TurnAct

_DOING: Final = (
    r"(?:open|go|walk|move|head|step|enter|climb|draw|drink|use|wear|fix|repair|pump|extinguish"
    r"|put|douse|unblock|clear|free|stop|kill|shoot|give|hand|take|abandon|pass|spend|search"
    r"|discard|return|get|grab|pick|read)"
)
_FORGOT: Final = re.compile(
    r"\bforg[eo]t(?:s|ten|ting)?(?: all)?(?: about)?"
    rf"(?: (?:once again |again |completely )?to (?:\w+ly )?{_DOING}\b"
    r"| (?:\w+ly )?(?!(?:some|any|every|no)?thing\b)\w+ing\b)",
    re.IGNORECASE,
)
_VIA: Final = re.compile(
    r"\b(?:via|by way of|passing(?: through)?(?! of)|having (?:passed|gone)(?: through)?"
    r"|by going through|stopping (?:over )?(?:in|at)|but first (?:through|to|into)?)\b"
    r"(?![\s.]*(?:the |a |an )?(?:[\w/-]+ )?(?:hatch|door|airlock))(?! \d+[-/]\d)",
    re.IGNORECASE,
)
_TO_VIA: Final = re.compile(
    r"\b(?P<to>(?:in)?to|for|enter) (?P<far>(?:the )?(?:room )?[\w ]{1,20}?)[\s,(–—-]+"
    r"(?:via|by way of|passing(?: through)?) (?P<near>(?:the )?(?:room )?\w+)\)?,?",
    re.IGNORECASE,
)
_NO: Final = re.compile(
    r"(?:(?<=\S)[.!?…,;:–—-]+|\n)\s*"
    r"(?:(?:oh|hm+|er+m?|um+|ah|well|but|actually|wait|hang on|hold on)[\s,.!:…–—-]+)*"
    r"(?:no|nope|nah|wait|oops)\s*[:,;.!…–—-]+\s*(?:(?:no|wait|sorry|actually)\W+)*"
    rf"(?=(?:i(?:'ll|’ll| will)?|let me)(?: just| only| simply| rather)? {_DOING}\b|no action\b)",
    re.IGNORECASE,
)
_HATCH: Final = r"(?:hatch |the hatch )?(?:\d{1,2}|sea) ?[-–/] ?(?:\d{1,2}|sea)"
_OTHER_HATCH: Final = re.compile(
    rf"\b(?P<old>{_HATCH})[\s,.;(!…–—-]*"
    r"\b(?:(?:oh|er+m?|wait|oops|sorry|i mean|or rather|rather|make that|make it"
    rf"|no|nope|correction|scratch that|actually)\b[\s,.:;!…–—-]*)+(?P<new>{_HATCH})\b"
    r"(?:\)|\s*[–—-]+(?=\s))?,?",
    re.IGNORECASE,
)


def with_urls(reading: Reading, text: str) -> Reading:
    """The same reading, its questions in the words of the text that has them."""
    questions = [
        replace(one, words=" ".join(text[one.start : one.end].split()))
        if "xxx" in one.words and one.start is not None
        else one
        for one in reading.questions
    ]
    return replace(reading, questions=tuple(questions))


def vetoed(reading: Reading, text: str, again: Callable[[str], Reading]) -> Reading:
    """The reading; or a question, where it made too much of the words.

    *again* reads another text, to propose what is likelier meant.
    """
    if reading.verdict == "none":
        return reading
    turns = [act.turn for act in reading.acts if isinstance(act, TurnAct)]
    found = _OTHER_HATCH.search(text)
    if found is not None and (not turns or len(_ways(turns[0])) > 1):
        meant = f"{text[: found.start()]}{found['new']}{text[found.end() :]}"
        ask = f"Do you open {found['new']} instead of {found['old']}, or both?"
        return _asked(text, found, ask, again(meant))
    if not turns:
        return reading
    if (found := _FORGOT.search(text)) is not None:
        return _asked(text, found, "Do you announce this, or was it not done?", reading)
    if (found := _VIA.search(text)) is not None and not _passes(turns[0], text[found.end() :]):
        meant = _TO_VIA.sub(lambda one: f"via {one['near']} {one['to']} {one['far']}", text)
        ask = "In which order do you go through these rooms?"
        return _asked(text, found, ask, again(meant.replace(" enter ", " to ")))
    if (found := _NO.search(text)) is not None:
        behind = again(text[found.end() :])
        if behind.acts and again(f"{text[: found.start()]}.").verdict != "none":
            return _asked(text, found, "Does what stands before this hold as well?", behind)
    return reading


def _asked(text: str, found: re.Match[str], ask: str, meant: Reading) -> Reading:
    asked = Question(" ".join(found[0].split()), ask, found.start(), found.end())
    proposal = meant.acts or meant.proposal
    return Reading("ambiguous", questions=(asked,), announces=True, proposal=proposal)


def _ways(turn: Turn) -> list[Place]:
    return [one.hatch.to for one in turn.steps if isinstance(one, Open)]


def _passes(turn: Turn, behind: str) -> bool:
    """Whether the room named behind a "via" is gone through, and is not the last one.

    Or is where somebody flees to, or none at all.
    """
    there = " ".join(re.split(r"[.,;:!?)\n]", behind, maxsplit=1)[0].split()[:3])
    named = [word.number for word in scan(there, (), "") if word.number]
    if not named:
        return True
    flees = turn.escape is not None and turn.escape.move.hatch.to == named[0]
    return flees or named[0] in _ways(turn)[:-1]
