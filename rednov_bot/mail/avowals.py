"""Whether somebody says that e wrote a mail, or that e did not: `yes`, "I did", "No, not me." (§9).

The first word suffices where nothing beside it can turn it.  What could is not guessed at.
"""

from __future__ import annotations

import re
from typing import Final, Literal

Avowal = Literal["yes", "no"]

_FLAT: Final = str.maketrans(dict.fromkeys('*_"“”«»`<>()', " ") | {"’": "'", "‘": "'", "—": ","})
_PARAGRAPHS: Final = re.compile(r"\n\s*\n")
_SENTENCE: Final = re.compile(r"(?<=[.!;?])\s+|\n")
_BEFORE: Final = re.compile(
    r"(?:(?:hi|hello|hey|dear|greetings|good (?:morning|day|afternoon|evening))"
    r"(?: (?:there|all|bot|rednov|rednov_bot|red november))*(?:[,:.!]|\n|$)\s*"
    r"|(?:oh|ah|well|hm+|um+|sorry|thanks|thank you|sure)[, ]+(?=\w))*"
)
_YES: Final = re.compile(r"(?:yes|yep|yeah|yup|aye)\b(?:[, ]+(?:yes|yep|yeah|yup|aye)\b)*")
_NO: Final = re.compile(r"(?:no|nope|nay)\b(?:[, ]+(?:no|nope|nay)\b)*")

_SURELY: Final = r"(?:(?:indeed|really|definitely|certainly|surely|absolutely|of course) )*"
_IT: Final = r"(?:(?:this|that|the) (?:mail|turn|message|one)|it|that|this)"
_MY_OWN: Final = r"(?:me|mine|i|myself|by me|from me|my (?:mail|turn|message|own))"
_WRITE: Final = r"(?:do|did|done|write|wrote|written|send|sent|say|said|post|posted|see|saw|seen)"
_OWNS: Final = re.compile(
    rf"(?:{_SURELY}(?:{_IT}(?: is| was|'s) {_SURELY}{_MY_OWN}|me|mine)"
    rf"|{_SURELY}(?:i|you) {_SURELY}(?:(?:wrote|sent|posted|said|did (?:write|send|post|say)"
    rf"|have (?:written|sent|posted|said))(?: {_IT})?|did)"
    r")(?: indeed| myself)?\b"
)
_DISOWNS: Final = re.compile(
    rf"(?:way|(?:definitely|certainly|absolutely|surely|of course) not(?: {_MY_OWN})?"
    rf"|(?:{_IT}(?: is| was|'s) )?{_SURELY}not {_SURELY}{_MY_OWN}"
    rf"|{_IT} (?:isn't|wasn't|is not|was not)(?: {_SURELY}{_MY_OWN})?"
    rf"|(?:(?:i|you) )?{_SURELY}(?:did not|didn't|have not|haven't|(?:have )?never)"
    rf"(?: {_WRITE})?(?: {_IT})?"
    rf"|(?:someone|somebody) else (?:did|has)?(?: ?{_WRITE})?(?: {_IT})?"
    rf"|{_IT}(?: is| was|'s) (?:a )?(?:forgery|forged|fake|spam)"
    r")(?: at all| myself| ever)?\b"
)
_WORD: Final = re.compile(r"[a-z]+(?:'[a-z]+)?")
_DOUBTS: Final = frozenset(
    [
        *("but", "except", "however", "though", "although", "unless", "until", "if", "or", "wait"),
        *(
            "maybe",
            "perhaps",
            "probably",
            "possibly",
            "think",
            "guess",
            "suppose",
            "unsure",
            "idea",
        ),
        *("actually", "rather", "only", "part", "parts", "partly", "half", "most", "some", "one"),
        *(
            "ones",
            "other",
            "another",
            "instead",
            "later",
            "withdraw",
            "retract",
            "cancel",
            "ignore",
        ),
        *("disregard", "mistake", "mistaken", "mistakenly", "accident", "accidentally", "wrong"),
        *("wrongly", "joke", "joking", "draft", "test", "private", "privately", "alone", "changed"),
        *("different", "differently", "edited", "second", "first", "last", "sort", "kind", "like"),
        *("similar", "remember", "recall"),
    ]
)
"""Beside a yes or a no these may make it mean less, or something else."""
_TURNS_YES: Final = frozenset(
    [
        *("no", "not", "nope", "nay", "never", "nobody", "none", "neither", "nor", "without"),
        *("cannot", "forged", "forgery", "fake", "someone", "somebody", "else", "hardly", "to"),
    ]
)
_TURNS_NO: Final = re.compile(
    r"\b(?:yes|yep|yeah|yup|aye|sure|problem|worries|doubt|matter|trouble|mine)\b"
    r"|\b(?:was|is|it's|that's) me\b|\bi (?:did|wrote|sent|do|have|was)\b(?! not\b| never\b)"
)
_BACK: Final = re.compile(r"(?:wait|but|actually|except|or|correction)\b")
_SORRY: Final = re.compile(r"(?:(?:i am|i'm) )?sorry\b|(?:my )?apologies\b")
_POINTS: Final = " .,:;!-"


def avowed(text: str) -> Avowal | None:
    """Whether eir own words say that a mail is eirs, or not; None where they leave it open."""
    flat = text.lower().translate(_FLAT).strip()
    first, *later = _PARAGRAPHS.split(_BEFORE.sub("", flat, count=1))
    verdict = _of_paragraph(first)
    if verdict is None or any(_takes_back(one.strip(), verdict) for one in later):
        return None
    return verdict


def _of_paragraph(paragraph: str) -> Avowal | None:
    """What the first sentence says, unless another could turn it."""
    said = [" ".join(one.split()) for one in _SENTENCE.split(paragraph.strip()) if one.strip()]
    if not said or "?" in said[0]:
        return None
    verdict = _of_sentence(_BEFORE.sub("", said[0].strip(_POINTS), count=1))
    if verdict is None or any(_turns(one, verdict) for one in said[1:]):
        return None
    return verdict


def _of_sentence(said: str) -> Avowal | None:
    if found := _YES.match(said):
        return None if _turns(said[found.end() :], "yes") else "yes"
    if found := _NO.match(said):
        behind = said[found.end() :].strip(_POINTS)
        if _SORRY.match(behind) and not _turns(behind, "no"):
            return "no"
        return "no" if not behind or _is_plainly(_DISOWNS, behind, "no") else None
    if not said.startswith("way") and _is_plainly(_DISOWNS, said, "no"):
        return "no"
    return "yes" if _is_plainly(_OWNS, said, "yes") else None


def _is_plainly(saying: re.Pattern[str], said: str, verdict: Avowal) -> bool:
    """Whether a sentence says it, and but for what stands behind a comma nothing else."""
    found = saying.match(said)
    if found is None:
        return False
    behind = said[found.end() :]
    return (not behind or behind.lstrip()[0] in ",;:-") and not _turns(behind, verdict)


def _turns(said: str, verdict: Avowal) -> bool:
    """Whether words beside a yes or a no could turn it."""
    words = _WORD.findall(said)
    if not _DOUBTS.isdisjoint(words):
        return True
    if verdict == "no":
        return _TURNS_NO.search(said) is not None
    return not _TURNS_YES.isdisjoint(words) or any(one.endswith("n't") for one in words)


def _takes_back(paragraph: str, verdict: Avowal) -> bool:
    """Whether a later paragraph begins by saying the contrary."""
    said = _BEFORE.sub("", paragraph, count=1)
    contrary = _NO if verdict == "yes" else _YES
    if contrary.match(said) or _BACK.match(said):
        return True
    return _of_paragraph(paragraph) not in (None, verdict)
