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
_POINTS: Final = " \t\n.,:;!~–/-"
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
    r"(?:for|about) (?:that|this)",
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
        r"do(?: not|n't) (?:count|accept|take|judge) (?:it|this|that|the (?:mail|turn|message))",
        r"(?:someone|somebody)(?: else)? (?:is|was|has been)"
        r" (?:using|abusing|misusing|writing (?:in|under)) my (?:name|address)",
        r"you did not: it never counts(?:, and \w+ is told)?",
    ),
}
"""What may stand beside a yes, and beside a no.  "I have not seen it" says nothing alone: of the
bot's question somebody may say so who goes on "that was my turn"."""

_GREETED: Final = re.compile(
    r"(?:hi|hello|hey|dear|greetings|good (?:morning|day|afternoon|evening))(?: \w[\w.]*){0,2} *"
    r"(?:[,:.!]\s*|\n\s*)",
    re.IGNORECASE,
)
_CLOSED: Final = re.compile(
    r"(?:(?:(?:best|kind|warm) )?(?:regards|wishes)|best|cheers|thanks|thank you|yours)\b"
)
_OF_PROGRAMS: Final = (
    r"(?:a|an|my|the|on|for|from|with|by|via|and|free|new|old|secure|smart|mobile|cell|wireless"
    r"|handheld|device|phone|smartphone|tablet|telephone|computer|laptop|pc|desktop|app|client"
    r"|web|mail|e-?mail|webmail|network|lte|[45]g|iphone|ipad|ipod|ios|mac|macbook|apple"
    r"|android|samsung|galaxy|google|pixel|huawei|xiaomi|oneplus|motorola|nokia|htc|blackberry"
    r"|fairphone|windows|linux|microsoft|outlook|hotmail|yahoo|gmail|aol|gmx|proton|protonmail"
    r"|tuta|tutanota|fastmail|zoho|thunderbird|k-?9|fairemail|aquamail|bluemail|spark|airmail"
    r"|mutt|neomutt|pine|alpine|gnus|emacs|evolution|kmail|verizon|t-mobile|vodafone|orange"
    r"|\d{1,2})"
)
"""A word of a program's or a telephone's mark; it names nobody."""
_BY_PROGRAM: Final = re.compile(
    rf"(?:sent (?:from|with|via|using|by)|get {_OF_PROGRAMS} for)(?: {_OF_PROGRAMS}){{1,8}}[.!]?"
)
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
_NOTICE: Final = re.compile(
    r"(?:(?:confidentiality |legal )?(?:notice|disclaimer)[:.]? )?"
    r"(?:the information in )?this (?:e-?mail|mail|message|communication) "
)
_CONFIDENTIAL: Final = re.compile(r"\b(?:confidential|privileged|intended)\b")
_ADDRESSEE: Final = re.compile(r"\b(?:recipients?|addressees?|addressed)\b")
_OF_NOTICES: Final = re.compile(
    r"a|above|access|action|addressed|addressee|addressees|advise|advised|all|also|an|and|any"
    r"|anyone|are|as|attached|attachment|attachments|be|been|by|communication|communications"
    r"|computer|confidential|confidentiality|contact|contain|contained|containing|contains"
    r"|content|contents|copied|copies|copy|copying|delete|destroy|disclaimer|disclose|disclosed"
    r"|disclosing|disclosure|disseminate|dissemination|distribute|distributing|distribution"
    r"|e-mail|electronic|else|email|entity|error|exempt|file|files|for|forward|forwarding|from"
    r"|has|have|hereby|if|immediately|in|individual|information|intended|is|it|its|itself|kindly"
    r"|law|legal|legally|mail|manager|may|message|must|named|not|notice|notified|notify|of|only"
    r"|or|original|other|otherwise|person|please|print|printing|privileged|prohibited|property"
    r"|protected|read|received|recipient|recipients|reliance|reply|responsible|retain|review"
    r"|sender|should|solely|storage|strictly|system|taken|taking|that|the|they|this|to"
    r"|transmission|transmitted|unauthorised|unauthorized|under|unlawful|use|view|whom|with"
    r"|within|you|your"
)
"""A word of a notice below a mail, that it is for its recipients alone; it names nobody."""
_EITHER: Final[tuple[Avowal, ...]] = ("yes", "no")


def avowed(text: str, *names: str) -> Avowal | None:
    """Whether eir own words say that a mail is eirs, or not; None where they leave it open.

    *names* are what e is called: below an answer another's name may say who did it.
    """
    said = _ungreeted(text.translate(_FLAT).strip())
    first, *later = _PARAGRAPHS.split(said)
    own = _words_of(names)
    found: list[Avowal] = [one for one in _EITHER if _says(first, one, own)]
    if len(found) != 1 or not all(_leaves(one, found[0], own) for one in later):
        return None
    return found[0]


def _words_of(names: tuple[str, ...]) -> frozenset[str]:
    """The words of what somebody is called, and their first letters."""
    words = re.findall(r"[^\W_]+", " ".join(names).lower())
    return frozenset([*words, *(one[0] for one in words)])


def _ungreeted(said: str) -> str:
    found = _GREETED.match(said)
    greets = found is not None and _OF_MATTER.search(found.group().lower()) is None
    return said[found.end() :] if found is not None and greets else said


def _says(paragraph: str, verdict: Avowal, own: frozenset[str]) -> bool:
    """Whether a paragraph says it, and nothing else but what does no harm to it.

    Its last lines may be a name; elsewhere a line may end in the midst of a sentence.
    """
    if len(paragraph) > _LONGEST:
        return False
    lines = [" ".join(one.split()) for one in paragraph.splitlines() if one.strip()]
    return any(
        _is_said(" ".join(lines[:many]), verdict, own) and _is_signed(lines[many:], verdict, own)
        for many in range(max(1, len(lines) - _MOST_LINES), len(lines) + 1)
    )


def _is_said(words: str, verdict: Avowal, own: frozenset[str], *, before: bool = False) -> bool:
    """Whether all of it says a verdict or does no harm to it, and it is said, or was *before*."""
    plain, said = _OWNS if verdict == "yes" else _DISOWNS, before
    left, closed = words.lstrip(_POINTS), False
    while left:
        low = left.lower()
        plainly, beside = _end(plain, low), _end(_HARMLESS[verdict], low)
        if not (far := max(plainly, beside)):
            return said and _is_name(left, own, below=closed)
        said = said or plainly >= beside
        closed = _CLOSED.fullmatch(low[:far]) is not None
        left = left[far:].lstrip(_POINTS)
    return said


def _end(phrases: tuple[re.Pattern[str], ...], words: str) -> int:
    """Where the longest of these phrases ends with which the words begin."""
    return max([0, *[one.end() for it in phrases if (one := it.match(words)) is not None]])


def _is_signed(lines: list[str], verdict: Avowal, own: frozenset[str]) -> bool:
    """Whether lines behind an answer are a name and what belongs to it, or do no harm to it."""
    below = False
    for line in lines:
        named = _is_name(line, own, below=below)
        if not named and not _is_said(line, verdict, own, before=True):
            return False
        below = below or named or _CLOSED.fullmatch(line.lower().strip(_POINTS)) is not None
    return True


def _is_name(line: str, own: frozenset[str], *, below: bool) -> bool:
    """Whether a line is eir name (`ann`, `-- Ann Lee`, `Best, Ann`), or a program's mark.

    Any name will do *below* a farewell, or eir own.
    """
    low = line.lower()
    if _BY_PROGRAM.fullmatch(low):
        return True
    closed = _CLOSED.match(low)
    behind = (line if closed is None else line[closed.end() :]).strip(_POINTS)
    if not behind:
        return True
    words = behind.split()
    if _OF_MATTER.search(low) or _NAME.fullmatch(behind) is None:
        return False
    known = [one.strip(".").lower() in own for one in words]
    if not all(one or word[0].isupper() for one, word in zip(known, words, strict=True)):
        return len(words) == 1 and closed is not None
    named = all(known) or any(one and len(word) > 2 for one, word in zip(known, words, strict=True))
    return named or ((below or closed is not None) and "!" not in line)


def _leaves(paragraph: str, verdict: Avowal, own: frozenset[str]) -> bool:
    """Whether a later paragraph leaves the verdict as it is, as far as is known of its words.

    A notice below a mail, that it is for its recipients alone, is not eir own words.
    """
    said = " ".join(paragraph.lower().split())
    if _NOTICE.match(said) and _ADDRESSEE.search(said) and _CONFIDENTIAL.search(said):
        words = re.findall(r"[\w'-]+|\?", said)
        return all(_OF_NOTICES.fullmatch(one) for one in words)
    lines = [" ".join(one.split()) for one in paragraph.splitlines() if one.strip()]
    return len(said) <= _LONGEST and (
        _is_said(" ".join(lines), verdict, own, before=True) or _is_signed(lines, verdict, own)
    )
