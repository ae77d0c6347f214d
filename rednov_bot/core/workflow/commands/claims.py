"""Somebody claims an error in a posting, or a gnome takes their turn back (§25)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from rednov_bot.core.models import Message
from rednov_bot.core.patterns import lazy_re

_LONGEST: Final = 4_000  # characters that are read of a mail
_QUOTED: Final = lazy_re(r"\"[^\"]{0,400}\"|“[^”]{0,400}”")
_PARAGRAPH: Final = lazy_re(r"\n\s*\n")
_BREAK: Final = lazy_re(r"(?<=[.!?])\s+")

_PAPER: Final = (
    r"(?:resolution|outcome|result|report|draft|position|map|sheet|count|summary|odds|roll|die"
    r"|turn(?: \d+)?|gamestate|announcement|verdict|accounting|arithmetic|sum|reading)"
)
_THING: Final = (
    r"(?:heat|pressure|asphyxiation|tracks?|minutes?|minute|time|fire|fires|water|hatch(?:es)?"
    r"|rooms?|die|dice|roll|odds|chance|tokens?|cards?|events?|intoxication|level|grogs?|points?"
    r"|markers?|kraken|reactor|engine|oxygen|missiles?|pumps?|faint(?:ed)?|asleep|awake|dead|alive"
    r"|died|sleep|tiles?|items?|crowbar|toolbox|coffee|aqualung|deck|stash)"
)
_WRONG: Final = (
    r"(?:wrong(?! (?:to|list|forum|thread|address|with (?:me|you|us|my)|on so many|side|of)\b)"
    r"|incorrect|in error|mistaken|inaccurate|erroneous|faulty|off by (?:one|\d+)|miscalculated"
    r"|not (?:right|correct|accurate|what happened|what i (?:said|did|announced|wrote)))"
)
_ABOUT: Final = (
    rf"(?:(?:this|that|it|(?:the|this|that|your|my) (?:[\w'-]+ ){{0,3}}(?:{_PAPER}|{_THING})"
    rf"|turn \d+|{_THING})(?: (?:of|for|in|on) [\w'-]+(?: [\w'-]+){{0,3}})?)"
)
_SURELY: Final = (
    r"(?:(?:quite|simply|plainly|clearly|just|definitely|surely|all|still|also|obviously) )?"
)
_STATE: Final = (
    rf"(?:\d|{_THING}|dry|flooded|blocked|free|open|closed|on fire|burning|low|high|one|two|three"
    r"|four|five|six|seven|eight|nine|ten|zero)"
)
_THIS: Final = r"(?:this|that|the|your|my)"
_LEADING: Final = r"(?:.{0,40}\b)?"
_IS: Final = r"(?:is|was|are|were|looks|seems|must be)"
_IS_NOT: Final = (
    r"(?:can(?:no|')t|can not|(?:is|was|are)(?:n't| not)|does(?:n't| not) (?:look|seem))"
)
_AN_ERROR: Final = r"(?:an? )?(?:\w+ )?(?:error|mistake)s?"
_OBJECTS: Final = r"(?:dispute|contest|challenge|protest|object to|appeal|disagree with)"
_NUMBER: Final = r"(?:\d|(?:one|two|three|four|five|six|seven|eight|nine|ten)\b)"
_HAPPENED: Final = r"(?:was|were|is|are|am|had|has|have|spent|rolled|showed|shows|moved|drew)"
_MISSED: Final = (
    r"(?:forgot(?:ten)?|forgets|overlook(?:s|ed)|ignores?|ignored|miss(?:es|ed)|omit(?:s|ted)"
    r"|misread|miscount(?:s|ed)|counted|counts|charged|charges|left out|leaves out|skipped|skips)"
)
_WHO: Final = r"(?:you|the bot|the contestmaster|(?-i:[A-Z]\w+))"
_DONE_WRONG: Final = (
    r"(?:(?:resolved|read|judged|counted|calculated|computed|worked out|drafted) "
    r"(?:quite |all )?(?:wrong|wrongly|incorrectly)|misread|misresolved|misjudged|misunderstood"
    r"|miscounted|miscalculated)\b"
)
_SAYS_SO: Final = tuple(
    lazy_re(pattern, re.IGNORECASE)
    for pattern in (
        r"(?:i (?:hereby )?(?:submit|file|make|raise|issue|have|claim) (?:a |an |the following )?)?"
        r"(?:coe|claim of error)\s*(?:[:;,.–—-]|$|(?:on|for|against|about|here|that)\b)",
        r"this is a (?:coe|claim of error)",
        rf"i (?:hereby )?claim (?:an error|that {_THIS} .{{0,80}}(?:wrong|error|incorrect))",
        r"i (?:hereby |must |have to |wish to |want to |would like to )*"
        rf"{_OBJECTS} {_THIS} (?:\w+ ){{0,3}}{_PAPER}",
        rf"{_LEADING}{_ABOUT}(?: {_IS}|'s) {_SURELY}{_WRONG}",
        rf"{_LEADING}{_ABOUT} (?:is|was|has been) {_SURELY}{_DONE_WRONG}",
        rf"{_LEADING}{_WHO} (?:has |have |had )?(?:got|gets?) "
        rf"(?:it|this|that|(?:my|the) (?:[\w'-]+ ){{0,3}}(?:{_PAPER}|{_THING}|order|move|action)"
        r"|turn \d+|room \d+) (?:all |quite )?wrong\b",
        rf"{_LEADING}{_WHO} (?:has |have |had )?(?:made|make) {_AN_ERROR}"
        r"(?:\s*[:;,.!–—-]|$| (?:here|there|in|with|on|about|when)\b)",
        rf"{_LEADING}{_ABOUT} {_IS_NOT} {_SURELY}(?:be )?(?:right|correct|true|accurate)\b",
        rf"{_LEADING}(?:there(?: is| was|'s) |(?:has|contains|found|spotted|see|spot) )"
        rf"{_AN_ERROR} (?:in|with|on) {_THIS} .{{0,40}}{_PAPER}",
        rf"{_THIS} {_PAPER} (?:has|contains) {_AN_ERROR}",
        rf"(?:error|mistake) in {_THIS} (?:\w+ )?{_PAPER}",
        rf"{_LEADING}should(?:n't| not) (?!(?:we|you|somebody|someone)\b).{{1,60}}"
        rf"\b(?:be|have|stand|burn|cost|rise|count|get|read|say)\b.{{0,40}}{_STATE}",
        rf"{_LEADING}should (?!(?:we|you)\b)(?:the )?[\w'-]+ (?:[\w'-]+ ){{0,2}}not (?:be|have)\b"
        rf".{{0,40}}{_STATE}",
        rf"(?:.{{0,60}}\b)?(?:{_THING}|room \d+|i|it|that|[A-Z]\w+) (?:should|ought to|must) "
        r"(?:now |still |also |only )*(?:be|read|say|show|stand|cost|have(?: been| had| risen)?) "
        rf"(?:now |still |only |at |in |to |room |on |left )*(?:{_NUMBER}|low water|high water"
        r"|(?:dry|flooded|blocked|free|on fire|burning|dead|alive|awake|asleep|closed)\b)",
        rf".{{0,80}}\b{_HAPPENED}\b.{{0,40}}\d+ ?(?:minutes?|X|Y|%)?,? (?:and )?not "
        r"(?:in |at |for |on |room |hatch )*\d",
        rf"(?:but )?(?:you|(?:the )?bot|{_THIS} resolution|it|this) (?:has |have |had )?{_MISSED}"
        rf" .{{0,80}}\b(?:{_THING}|twice|too (?:many|few|much|little))\b",
    )
)
"""How a sentence begins, or nearly so, that claims an error."""
_TAKEN_BACK: Final = lazy_re(
    r"\b(?:retract|withdraw|take (?:it|that|this) back|take back|never ?mind|scratch that"
    r"|just kidding|joking|kidding|my (?:own )?(?:mistake|error|bad|fault)|i was wrong"
    r"|i stand corrected|i misread|i misremember\w*|(?:ignore|disregard) (?:my|this|that)|j/k)\b",
    re.IGNORECASE,
)
_UNSURE: Final = lazy_re(
    r"(?:.{0,40}[\s,])?(?:if|unless|whether|in case|suppose|supposing|how (?:do|can|would)|can i"
    r"|may i|could i|would|don't (?:think|say|claim|believe|see)|do not (?:think|say|claim|see)"
    r"|not saying|(?:not|\w+n't) true that|untrue that|no(?:body|one)? (?:claims?|says?)|never"
    r"|next turn|tomorrow|soon|later|by then|will|going to|wish|hope(?:s|d)?|asked)\b",
    re.IGNORECASE,
)
_FORMALLY: Final = lazy_re(
    r"(?:i (?:hereby )?(?:submit|file|make|raise|issue) (?:a |an |the following )?)?"
    r"(?:coe|claim of error)\s*:\s*(?!none\b|no(?:t|body|one)?\b)\w",
    re.IGNORECASE,
)
"""The custom's own words with a colon: whatever stands behind them is what is wrong."""
_TAG: Final = lazy_re(r"(?:is|was|are)n't (?:it|that|they)\?|right\?|no\?|should", re.IGNORECASE)


_TURN: Final = lazy_re(r"\bturn (?:no\.? ?|number )?(\d{1,4})\b", re.IGNORECASE)
_ITS_RESOLUTION: Final = lazy_re(
    r"\b(?:the|this|that|your|last|latest) (?:\w+ )?resolution\b", re.IGNORECASE
)


def claim(message: Message) -> str | None:
    """The words of a mail that claims an error, None where it is not certain that it does."""
    return message.text[:_LONGEST].strip() if sentences(message) else None


def sentences(message: Message) -> tuple[str, ...]:
    """Those by which a mail claims an error; none where it makes no claim for certain.

    Behind the custom's own words all that stands in their paragraph is what is wrong.
    """
    plain = _QUOTED.sub(" ", message.text[:_LONGEST].strip()).replace("’", "'")
    if message.doubt or _TAKEN_BACK.search(plain):
        return ()
    found: list[str] = []
    for paragraph in _PARAGRAPH.split(plain):
        every = [" ".join(one.split()).lstrip("*_-–—> ") for one in _BREAK.split(paragraph)]
        formal = next((at for at, one in enumerate(every) if _FORMALLY.match(one)), len(every))
        found += [one for at, one in enumerate(every) if at >= formal or _claims(one)]
    return tuple(found)


def turn_named(message: Message) -> int | None:
    """The number of the one turn that a mail names, None where it names none or several."""
    numbers = {int(found) for found in _TURN.findall(message.text[:_LONGEST])}
    return numbers.pop() if len(numbers) == 1 else None


def is_formal(message: Message) -> bool:
    """Whether a mail names the custom itself at its beginning."""
    return _FORMALLY.match(message.text[:_LONGEST].strip()) is not None


def is_of_a_resolution(message: Message) -> bool:
    """Whether a mail names the custom itself at its beginning, or a resolution."""
    return is_formal(message) or _ITS_RESOLUTION.search(message.text[:_LONGEST]) is not None


def speaks_of_the_game(message: Message, gnomes: Iterable[str]) -> bool:
    """Whether a mail names what the game has, or one of its gnomes."""
    named = "|".join([re.escape(one) for one in gnomes])
    words = re.compile(rf"(?<!\w)(?:{_THING}|{named})(?!\w)", re.IGNORECASE)
    return words.search(message.text[:_LONGEST]) is not None


def _claims(sentence: str) -> bool:
    """Whether a sentence says that the resolution is wrong."""
    if sentence.endswith("?") and _TAG.search(sentence) is None:
        return False
    if _FORMALLY.match(sentence) is not None:
        return True
    found = next((said for one in _SAYS_SO if (said := one.match(sentence))), None)
    planned = _UNSURE.match(sentence) or sentence.rstrip(".! ").endswith(" then")
    return found is not None and not planned


_ENDS_HERE: Final = lazy_re(r"(?<=[.!?])\s+|\n\s*\n")
_MY_TURN: Final = r"my (?:\w+ )?(?:turn|move|announcement|action)"
_READER: Final = r"(?:you|the bot|it|that|this|rednov\w*)"
_WORDS_BEFORE: Final = r"(?:.{0,40}[\s,;:–—-])?"
_MISREAD: Final = lazy_re(
    rf"{_WORDS_BEFORE}(?:"
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
_TAKES_BACK: Final = lazy_re(
    rf"{_WORDS_BEFORE}(?:i (?:hereby |would like to |want to |must )*|please |can you |could you )"
    r"(?:withdraw|retract|cancel|revoke|rescind|undo|ignore|disregard|take back) "
    rf"{_MY_TURN}{_BEHIND}|{_WORDS_BEFORE}i (?:hereby )?take {_MY_TURN} back\b",
    re.IGNORECASE,
)
_A_THING: Final = (
    r"(?:\d+(?!\d|:\d|st\b|nd\b|rd\b|th\b)|(?:two|three|four|five|six|seven|eight|nine|ten)(?=\W*$|[,;:.!])"
    r"|(?:minutes?|rooms?|hatch(?:es)?|items?|tiles?|grogs?|coffees?|crowbar|toolbox|aqualung"
    r"|gun|charm|fire|water|reactor|engine|pumps?|missiles?|kraken)\b)"
)
_LINKS: Final = (
    r"(?:(?:to|the|a|an|my|it|that|i|for|in|into|on|at|through|only|just|other|another|all|no|one"
    r"|two|three|four|five|six|seven|eight|nine|ten|go|open|close|unblock|use|take|draw|spend|move"
    r"|rest|sleep|fix|repair|pump|extinguish|fight|drink|captain's|diving|lucky) )"
)
_MEANT: Final = lazy_re(
    rf"{_WORDS_BEFORE}(?<!as )(?<!what )(?<!like )(?<!when )(?<!than )(?<!because )(?<!while )"
    r"i (?:really |only |just |had )?(?:meant|wanted|intended|said|wrote|announced)[:,]? "
    rf"(?:{_LINKS}{{0,6}}{_A_THING}(?! (?:ago|earlier|later|before)\b)"
    r"|(?-i:[A-Z])\w+,? (?:and )?not (?-i:[A-Z])\w+)",
    re.IGNORECASE,
)
_NO: Final = lazy_re(
    r"(?:oh |oops |sorry |hey |um |ah )*no\s*[,:;–—-]+\s*(?:not |only |just )"
    rf"{_LINKS}{{0,3}}{_A_THING}",
    re.IGNORECASE,
)
_BARE_NO: Final = lazy_re(r"\W*no(?:[\s,.!]+no)*\W*", re.IGNORECASE)
_IDLE: Final = lazy_re(
    r"\b(?:if|unless|in case|suppose|whether|joking|kidding|j/k|never mind|no(?:body| one)|wonder"
    r"|doubt|untrue|(?:do|am|would)(?: not|n't) (?:\w+ )?"
    r"(?:think|say|saying|believe|claim|mean that)|(?:not|\w+n't) true)\b",
    re.IGNORECASE,
)


def protest(message: Message, *, answers_us: bool) -> str | None:
    """The words of a mail that protests, None where it makes none or is not certain of it.

    *answers_us* where it answers the bot's word on that very turn: then less is needed.
    """
    if message.doubt:
        return None
    text = message.text[:_LONGEST].strip()
    if answers_us and _BARE_NO.fullmatch(text):
        return text
    said = _ENDS_HERE.split(_QUOTED.sub(" ", text).replace("’", "'"))
    for sentence in [" ".join(one.split()).lstrip("*_-–—> ") for one in said]:
        if sentence.endswith("?") and _TAKES_BACK.match(sentence) is None:
            continue
        if _IDLE.search(sentence):
            continue
        if _MISREAD.match(sentence) or _TAKES_BACK.match(sentence):
            return text
        if answers_us and (_MEANT.match(sentence) or _NO.match(sentence)):
            return text
    return None


def names_the_turn(message: Message) -> bool:
    """Whether a mail says that it is about the writer's own turn, or about its reader's."""
    words = rf"\b(?:{_MY_TURN}|the bot|rednov\w*)\b"
    return re.search(words, message.text[:_LONGEST], re.IGNORECASE) is not None
