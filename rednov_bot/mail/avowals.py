"""Whether somebody says that e wrote a mail, or that e did not: `yes`, "I did", "No, not me." (§9).

It is said where the words say it and all beside them are known to do no harm to it.  Of others it
is not guessed what they do: a list of what could turn a yes is never complete.
"""

from __future__ import annotations

import re
from typing import Final, Literal

Avowal = Literal["yes", "no"]

_FLAT: Final = str.maketrans(dict.fromkeys('*_"“”«»`<>()', " ") | {"’": "'", "‘": "'", "—": ","})
_PARAGRAPHS: Final = re.compile(r"\n\s*\n")
_POINTS: Final = " \t\n.,:;!~–-"
_LONGEST: Final = 1000
"""Characters of what is read as an answer; nobody needs as many to say it."""
_MOST_LINES: Final = 3
"""At the end of an answer that may be a name and what belongs to it."""


def _of(*phrases: str) -> tuple[re.Pattern[str], ...]:
    """These phrases, of whole words each."""
    return tuple(re.compile(rf"(?:{one})(?![\w'])") for one in phrases)


_NOT: Final = r"(?: not|n'?t)"
_SURELY: Final = r"(?:(?:indeed|really|definitely|certainly|surely|absolutely|of course) )*"
_IT: Final = r"(?:(?:this|that|the) (?:e-?mail|mail|turn|message|one)|it|that|this)"
_IS: Final = rf"(?: {_SURELY}(?:is|was)|'?s) {_SURELY}"
_MY_OWN: Final = r"(?:me|mine|i|myself|by me|from me|my (?:own )?(?:e-?mail|mail|turn|message|own))"
_SUCH: Final = rf"(?:{_IT}|anything|any (?:such )?(?:mail|message)|such a (?:mail|message|thing))"
_WRITE: Final = r"(?:do|did|done|write|wrote|written|send|sent|say|said|post|posted)"
_CONFIRM: Final = r"(?:i (?:hereby )?(?:can )?confirm(?: that)? )?"

_YES: Final = r"(?:yes|yep|yeah|yup|aye)"
_NO: Final = r"(?:no(?![, ]+than[kx])|nope|nay)"  # "no, thanks" declines something
_OWNS: Final = _of(
    _YES,
    rf"{_CONFIRM}{_SURELY}(?:{_IT}{_IS}{_MY_OWN}(?: indeed)?|me|mine|by me)",
    rf"{_CONFIRM}{_SURELY}i {_SURELY}(?:(?:wrote(?:(?: it)? and (?:sent|posted))?|sent|posted|said"
    rf"|did (?:write|send|post|say)|have (?:written|sent|posted|said))(?: {_IT})?"
    r"|did(?: it| that| this)?)(?: indeed| myself)?",
)
_DISOWNS: Final = _of(
    *(_NO, r"no way", r"(?:have )?never"),
    rf"(?:definitely|certainly|absolutely|surely|of course) not(?: {_MY_OWN})?",
    rf"{_CONFIRM}(?:{_IT}{_IS})?not {_SURELY}{_MY_OWN}(?: at all)?",
    rf"{_CONFIRM}{_IT} (?:is|was){_NOT}(?: {_SURELY}{_MY_OWN})?(?: at all)?",
    rf"{_CONFIRM}i {_SURELY}(?:(?:did|have){_NOT}|(?:have )?never)(?: ever)?(?: {_WRITE})?"
    rf"(?: {_SUCH})?(?: at all| myself| ever)?",
    rf"(?:did|have)n't(?: {_WRITE})?(?: {_IT})?",
    rf"(?:{_IT}{_IS})?(?:someone|somebody) else",
    rf"(?:someone|somebody) else(?: did| has)?(?: {_WRITE})?(?: {_IT})?",
    rf"{_IT}{_IS}(?:a )?(?:forgery|forged|fake)",
)

_NICELY: Final = (
    r"please|many thanks|thank you|thanks|thank|thx|cheers|much appreciated",
    r"(?:so|very) much|a lot|again",
    r"for (?:asking|checking|making sure|the (?:question|check|reminder)|being (?:so )?careful)",
    r"oh|ah|well|hmm?|umm?|ok|okay|hi|hello|hey|greetings|good (?:morning|day|afternoon|evening)",
    r"(?:hi|hello|hey|dear) (?:there|all)|(?:dear )?(?:bot|rednov|red november)",
    r"(?:i am |i'?m )?(?:very |so |terribly )?sorry|(?:my )?apologies",
    r"(?:for|about) (?:all )?(?:the|this|that|my|any) (?:\w+ )?(?:trouble|noise|confusion|delay"
    r"|inconvenience|mess|fuss|bother|work|answer|reply|wait)",
    r"for (?:being (?:so )?(?:late|slow)|answering (?:so )?late|troubling you|bothering you)",
    r"and(?= \w)|(?:(?:my )?(?:best|kind|warm) )?(?:regards|wishes)|best",
    r"yours(?: truly| sincerely)?",
)
_CERTAINLY: Final = (
    r"indeed|really|definitely|certainly|surely|absolutely|of course|i am sure|i'?m sure",
    r"i (?:hereby )?(?:can )?confirm(?: it| this| that)?|confirmed",
)
_HARMLESS: Final = {
    "yes": _of(
        *_NICELY,
        *(*_CERTAINLY, r"my (?:own )?(?:mail|turn|message)|myself"),
        r"sure|exactly|correct|(?:that|this)(?: is|'?s) (?:right|correct|true)",
        r"(?:do )?(?:count|accept|take|handle|judge) (?:it|this|that|the (?:mail|turn|message))",
        r"let (?:it|this|that|the (?:mail|turn|message)) count|go ahead",
        r"(?:from|on|with) my (?:new |old |other |own )?(?:i?phone|mobile|tablet|laptop|computer"
        r"|address|account|provider|server|machine)|from (?:home|work)",
        r"(?:while|when) i was (?:on|at|in) (?:the |a |my )?(?:train|bus|plane|road|way|car|holiday"
        r"|holidays|vacation|work|home|office|hotel)|today|yesterday|this (?:morning|afternoon)",
        r"(?:my|our) (?:new |mail |e-?mail )?(?:provider|server|client|dkim|spf|dmarc|setup)"
        r"(?: has| had| is| was| seems)(?: a| an| the)?"
        r"(?: (?:new|other|another|broken|odd|slow|misconfigured|badly set)(?: server| provider"
        r"| key| address)?| changed)",
        r"(?:i|we)(?: have|'ve)?(?: just| recently)? (?:moved to|changed|switched to|use|got)"
        r"(?: a| an| my)?(?: new| other| another| different)?(?: mail| e-?mail)?"
        r" (?:provider|server|address|client|phone|computer)",
        r"you wrote it: it is judged then, as of its own moment",  # the question's own line
    ),
    "no": _of(
        *_NICELY,
        *_CERTAINLY,
        r"not at all",
        rf"i (?:(?:did|have){_NOT}|(?:have )?never)(?: ever)? (?:see|saw|seen) {_IT}(?: before)?",
        rf"{_IT}{_IS}(?:spam|(?:a )?forgery|forged|fake)",
        r"(?:do )?(?:ignore|disregard|reject|discard|delete|drop) (?:it|this|that"
        r"|the (?:mail|turn|message))",
        r"you did not: it never counts(?:, and \w+ is told)?",
    ),
}
"""What may stand beside a yes, and beside a no.  "I have not seen it" says nothing alone: of the
bot's question somebody may say so who goes on "that was my turn"."""

_GREETED: Final = re.compile(
    r"(?:hi|hello|hey|dear|greetings)(?: \w[\w.]*){0,2} *(?:[,:.!]\s*|\n\s*)", re.IGNORECASE
)
_CLOSED: Final = re.compile(
    r"(?:(?:(?:best|kind|warm) )?(?:regards|wishes)|best|cheers|thanks|thank you|yours)\b"
)
_BY_PROGRAM: Final = re.compile(r"(?:sent|get [\w]+) (?:from|with|via|for)(?: [\w.-]+){1,6}\.?")
_NAME: Final = re.compile(r"\w[\w.'-]*(?: \w[\w.'-]*){0,2}")
_OF_MATTER: Final = re.compile(
    r"\b(?:it|its|it's|that|that's|this|these|those|them|they|mine|me|myself|mails?|messages?|turns?"
    r"|accounts?|passwords?|wrote|written|write|writes|say|says|said|post|posted|did|done|count|counts"
    r"|sent|send|yes|yep|yeah|yup|aye|no|nope|nay|not|never|nobody|none|neither|nor|cannot|without"
    r"|but|except|however|though|although|unless|until|if|or|wait|rather|actually|instead|only"
    r"|maybe|perhaps|probably|possibly|think|guess|suppose|unsure|doubt|idea|believe"
    r"|part|parts|partly|half|most|some|one|ones|other|others|another|else|someone|somebody"
    r"|withdraw\w*|retract\w*|cancel\w*|ignor\w*|disregard\w*|reject\w*|discard\w*|delet\w*|drop"
    r"|stop|void|undo|undone|back|revert\w*|revok\w*|mistak\w*|accident\w*|wrong\w*|jok\w*|kidding"
    r"|draft|test|private\w*|alone|chang\w*|different\w*|edit\w*|correction|hack\w*|stolen|thief"
    r"|impost\w*|imperson\w*|forg\w*|fake\w*|spam\w*|phish\w*|scam\w*|virus\w*|broke\w*|later?"
    r"|lie[ds]?|lying|oops|whoops|what|why|who|hardly|lost|guest|friend|brother|sister|wife"
    r"|husband)\b|n't\b|\?(?:\s|$)"
)
"""Words by which something else than the answer may be said of the mail, or of who wrote it."""
_NOTICE: Final = re.compile(r"(?:the information in )?this (?:e-?mail|mail|message|communication) ")
_ADDRESSEE: Final = re.compile(r"\b(?:recipients?|addressees?)\b")
_OF_NOTICES: Final = re.compile(
    r"a|above|access|action|addressed|addressee|addressees|advise|advised|all|also|"
    r"an|and|any|anyone|are|as|attached|attachment|attachments|be|been|by|"
    r"communication|communications|computer|confidential|confidentiality|contact|contain|"
    r"contained|containing|contains|content|contents|copied|copies|copy|copying|delete|"
    r"destroy|disclose|disclosed|disclosing|disclosure|disseminate|dissemination|"
    r"distribute|distributing|distribution|e-mail|else|email|entity|error|exempt|for|"
    r"from|has|have|hereby|if|immediately|in|individual|information|intended|is|it|its|itself|"
    r"law|legally|mail|may|message|must|named|not|notified|notify|of|only|or|"
    r"original|other|otherwise|person|please|privileged|prohibited|property|protected|"
    r"read|received|recipient|recipients|reliance|reply|responsible|retain|review|"
    r"sender|should|solely|storage|strictly|system|taken|taking|that|the|this|to|"
    r"transmission|unauthorised|unauthorized|under|unlawful|use|view|whom|with|within|"
    r"you|your"
)
"""A word of a notice below a mail, that it is for its recipients alone; it names nobody."""
_EITHER: Final[tuple[Avowal, ...]] = ("yes", "no")


def avowed(text: str) -> Avowal | None:
    """Whether eir own words say that a mail is eirs, or not; None where they leave it open."""
    said = _ungreeted(text.translate(_FLAT).strip())
    first, *later = _PARAGRAPHS.split(said)
    found: list[Avowal] = [one for one in _EITHER if _says(first, one)]
    if len(found) != 1 or not all(_leaves(one, found[0]) for one in later):
        return None
    return found[0]


def _ungreeted(said: str) -> str:
    found = _GREETED.match(said)
    greets = found is not None and _OF_MATTER.search(found.group().lower()) is None
    return said[found.end() :] if found is not None and greets else said


def _says(paragraph: str, verdict: Avowal) -> bool:
    """Whether a paragraph says it, and nothing else but what does no harm to it.

    Its last lines may be a name; elsewhere a line may end in the midst of a sentence.
    """
    if len(paragraph) > _LONGEST:
        return False
    lines = [" ".join(one.split()) for one in paragraph.splitlines() if one.strip()]
    return any(
        _is_said(" ".join(lines[:many]), verdict) and _is_signed(lines[many:], verdict)
        for many in range(max(1, len(lines) - _MOST_LINES), len(lines) + 1)
    )


def _is_said(words: str, verdict: Avowal, *, before: bool = False) -> bool:
    """Whether all of it says a verdict or does no harm to it, and it is said, or was *before*."""
    plain, said = _OWNS if verdict == "yes" else _DISOWNS, before
    left, closed = words.lstrip(_POINTS), False
    while left:
        low = left.lower()
        plainly, beside = _end(plain, low), _end(_HARMLESS[verdict], low)
        if not (far := max(plainly, beside)):
            return said and closed and _is_name(left)
        said = said or plainly >= beside
        closed = _CLOSED.fullmatch(low[:far]) is not None
        left = left[far:].lstrip(_POINTS)
    return said


def _end(phrases: tuple[re.Pattern[str], ...], words: str) -> int:
    """Where the longest of these phrases ends with which the words begin."""
    return max([0, *[one.end() for it in phrases if (one := it.match(words)) is not None]])


def _is_signed(lines: list[str], verdict: Avowal) -> bool:
    """Whether lines behind an answer are a name, or do no harm to it."""
    return all(_is_name(one) or _is_said(one, verdict, before=True) for one in lines)


def _is_name(line: str) -> bool:
    """Whether a line may be a name (`Ann`, `-- Ann Lee`, `Best, ann`), or a program's mark."""
    by_program = _BY_PROGRAM.fullmatch(line.lower())
    if _OF_MATTER.search(line.lower(), 5 if by_program else 0):  # behind "sent "
        return False
    closed = _CLOSED.match(line.lower())
    behind = (line if closed is None else line[closed.end() :]).strip(_POINTS)
    if by_program or not behind:
        return True
    is_so = " " not in behind or all(one[0].isupper() for one in behind.split())
    return is_so and _NAME.fullmatch(behind) is not None


def _leaves(paragraph: str, verdict: Avowal) -> bool:
    """Whether a later paragraph leaves the verdict as it is, as far as is known of its words.

    A notice below a mail, that it is for its recipients alone, is not eir own words.
    """
    said = " ".join(paragraph.lower().split())
    if _NOTICE.match(said) and _ADDRESSEE.search(said):
        return all(_OF_NOTICES.fullmatch(one) for one in re.findall(r"[\w'-]+", said))
    lines = [" ".join(one.split()) for one in paragraph.splitlines() if one.strip()]
    return len(said) <= _LONGEST and (
        _is_said(said, verdict, before=True) or _is_signed(lines, verdict)
    )
