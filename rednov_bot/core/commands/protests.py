"""A gnome says that eir turn is not what e meant, or takes it back.  Letter -> Claim | None.

Whether e has taken a turn is for the desk to ask.
"""

from __future__ import annotations

import re
from typing import Final

from rednov_bot.core.commands.claims import Claim
from rednov_bot.papers import Letter

_LONGEST: Final = 4_000  # characters that are read of a letter
_QUOTED: Final = re.compile(r"\"[^\"]{0,400}\"|“[^”]{0,400}”")
_BREAK: Final = re.compile(r"(?<=[.!?])\s+|\n\s*\n")
_MY_TURN: Final = r"my (?:\w+ )?(?:turn|move|announcement|action)"
_READER: Final = r"(?:you|the bot|it|that|this|rednov\w*)"
_LEADING: Final = r"(?:.{0,40}[\s,;:–—-])?"
_MISREAD: Final = re.compile(
    rf"{_LEADING}(?:"
    r"(?:that|this|it)(?:'s| is| was)(?: really| just| quite| at all)? not (?:at all )?"
    r"(?:what|how) i (?:had )?(?:meant|mean|said|wrote|announced|wanted|intended|did)"
    r"|(?:that|this|it) (?:isn't|wasn't) (?:what|how) i (?:had )?"
    r"(?:meant|mean|said|wrote|announced|wanted|intended|did)"
    rf"|{_READER} (?:has |have |had )?(?:misread|misunderstood|misunderstands?|misinterpreted)"
    rf"|{_READER} (?:has |have |had )?(?:read|understood|got|took) "
    rf"(?:me|it|that|this|{_MY_TURN}) (?:all |quite )?(?:wrong|wrongly|incorrectly)"
    rf"|{_MY_TURN} (?:is|was|has been|got) (?:all |quite )?(?:misunderstood|not read right"
    r"|not understood|misinterpreted|understood (?:wrong|wrongly|incorrectly))"
    rf"|(?:{_MY_TURN}|that|this|it) (?:is|was|has been|got) (?:all |quite )?"
    r"(?:misread|read (?:wrong|wrongly|incorrectly))"
    r")\b",
    re.IGNORECASE,
)
_BEHIND: Final = (
    r"(?=\W*$|\s*[,;:.!?(–—-]|\s+(?:and|but|please|again|altogether|completely|entirely|now|for now"
    r"|of today|today|as|because|since|from|number|no|\d+|i)\b)"
)
"""What stands behind a turn that is meant, and no turn of phrase, or move to the country."""
_TAKES_BACK: Final = re.compile(
    rf"{_LEADING}(?:i (?:hereby |would like to |want to |must )*|please |can you |could you )"
    r"(?:withdraw|retract|cancel|revoke|rescind|undo|ignore|disregard|take back) "
    rf"{_MY_TURN}{_BEHIND}|{_LEADING}i (?:hereby )?take {_MY_TURN} back\b",
    re.IGNORECASE,
)
_THING: Final = (
    r"(?:\d+(?!\d|:\d|st\b|nd\b|rd\b|th\b)|(?:two|three|four|five|six|seven|eight|nine|ten)(?=\W*$|[,;:.!])"
    r"|(?:minutes?|rooms?|hatch(?:es)?|items?|tiles?|grogs?|coffees?|crowbar|toolbox|aqualung"
    r"|gun|charm|fire|water|reactor|engine|pumps?|missiles?|kraken)\b)"
)
_LINKS: Final = (
    r"(?:(?:to|the|a|an|my|it|that|i|for|in|into|on|at|through|only|just|other|another|all|no|one"
    r"|two|three|four|five|six|seven|eight|nine|ten|go|open|close|unblock|use|take|draw|spend|move"
    r"|rest|sleep|fix|repair|pump|extinguish|fight|drink|captain's|diving|lucky) )"
)
_MEANT: Final = re.compile(
    rf"{_LEADING}(?<!as )(?<!what )(?<!like )(?<!when )(?<!than )(?<!because )(?<!while )"
    r"i (?:really |only |just |had )?(?:meant|wanted|intended|said|wrote|announced)[:,]? "
    rf"(?:{_LINKS}{{0,6}}{_THING}(?! (?:ago|earlier|later|before)\b)"
    r"|(?-i:[A-Z])\w+,? (?:and )?not (?-i:[A-Z])\w+)",
    re.IGNORECASE,
)
_NO: Final = re.compile(
    r"(?:oh |oops |sorry |hey |um |ah )*no\s*[,:;–—-]+\s*(?:not |only |just )"
    rf"{_LINKS}{{0,3}}{_THING}",
    re.IGNORECASE,
)
_BARE_NO: Final = re.compile(r"\W*no(?:[\s,.!]+no)*\W*", re.IGNORECASE)
_IDLE: Final = re.compile(
    r"\b(?:if|unless|in case|suppose|whether|joking|kidding|j/k|never mind|no(?:body| one)|wonder"
    r"|doubt|untrue|(?:do|am|would)(?: not|n't) (?:\w+ )?"
    r"(?:think|say|saying|believe|claim|mean that)|(?:not|\w+n't) true)\b",
    re.IGNORECASE,
)


def protest(letter: Letter, *, answers_us: bool) -> Claim | None:
    """The protest that a letter makes, None where it makes none or is not certain of it.

    *answers_us* where it answers the bot's word on that very turn: then less is needed.
    """
    if letter.doubt:
        return None
    text = letter.text[:_LONGEST].strip()
    if answers_us and _BARE_NO.fullmatch(text):
        return Claim(text)
    said = _BREAK.split(_QUOTED.sub(" ", text).replace("’", "'"))
    for sentence in [" ".join(one.split()).lstrip("*_-–—> ") for one in said]:
        if sentence.endswith("?") and _TAKES_BACK.match(sentence) is None:
            continue
        if _IDLE.search(sentence):
            continue
        if _MISREAD.match(sentence) or _TAKES_BACK.match(sentence):
            return Claim(text)
        if answers_us and (_MEANT.match(sentence) or _NO.match(sentence)):
            return Claim(text)
    return None


def names_the_turn(letter: Letter) -> bool:
    """Whether a letter says that it is about the writer's own turn, or about its reader's."""
    words = rf"\b(?:{_MY_TURN}|the bot|rednov\w*)\b"
    return re.search(words, letter.text[:_LONGEST], re.IGNORECASE) is not None
