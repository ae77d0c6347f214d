"""What somebody says that they will do, would like to do, or wonders about: as if they did it now.

No such words do anything (mail-reality D67, D71, D72); but what they would do can be looked up.
"""

from __future__ import annotations

import re
from typing import Final

from rednov_bot.core.patterns import lazy_re

_LONGEST: Final = 600  # characters; a longer mail is about much
_LEAD: Final = r"(?P<lead>(?:(?:ok(?:ay)?|so|well|now|right|hi|hello|hey|then|and)[,:!]? )*)"
_WISH: Final = (
    r"(?:i think |i guess )?"
    r"(?:i(?:'ll| will| shall)|i(?:'m| am) going to|i(?:'d| would) like to|i(?:'d| would)"
    r"|i want to|let me|lemme)(?: now| just)?"
)
_WORKS: Final = (
    r"(?:would|will|does|could|can|might) (?:this|that|it)"
    r" (?:work|do|be (?:legal|valid|allowed|ok))"
)
_WONDER: Final = (
    r"(?:what (?:if|happens if|would happen if|comes of it if|about it if|do i get if) i"
    r"|what would (?:it cost|become of it|come of it) if i|how about it if i|suppose i|supposing i"
    r"|(?:can|could|may|might|should) i"
    rf"|{_WORKS}(?: if|\s*[:,;–—-]+)\s*i)(?: now| just)?"
)
_ASKS: Final = lazy_re(rf"\s*{_LEAD}{_WORKS}(?: out)?\s*(?:[?:]|$)\s*", re.IGNORECASE)
"""A question about the turn that stands beside it."""
_WISHES: Final = lazy_re(rf"{_LEAD}{_WISH} ", re.IGNORECASE)
_WONDERS: Final = lazy_re(rf"{_LEAD}(?:{_WONDER}) ", re.IGNORECASE)
_LETS: Final = lazy_re(rf"{_LEAD}let'?s (?:do|try|go for) (?:this|it)\b", re.IGNORECASE)
_SOME_DAY: Final = lazy_re(
    r"\b(?:next|tomorrow|tonight|later|when(?:ever)?|once|after|before|until|if|unless|probably"
    r"|maybe|perhaps|might|soon|one day|some day|eventually|hope|wish)\b",
    re.IGNORECASE,
)
_PAST_WORDS: Final = (
    "opened/open went/go moved/move walked/walk entered/enter used/use drank/drink fixed/fix "
    "repaired/repair pumped/pump unblocked/unblock extinguished/extinguish fought/fight "
    "drew/draw took/take gave/give spent/spend did/do stayed/stay attacked/attack"
)
_PAST: Final = {past: now for past, _, now in (pair.partition("/") for pair in _PAST_WORDS.split())}
"""What is only wondered about may be put as if it were past."""
_WORD: Final = lazy_re(r"[a-z]+", re.IGNORECASE)
_OWN: Final = lazy_re(r"\s*(?:(?:then|and) )*i\b", re.IGNORECASE)
_SENTENCE: Final = lazy_re(r"[^.!?\n]+[.!?]*\s*")


def as_announced(text: str, *, asked: bool) -> str | None:
    """The same words as if they were announced; None of words that say nothing of the kind.

    *asked*: questions are meant, too, as in a mail to the bot alone.  Of what is to be some day or
    under a condition nothing is made.
    """
    if len(text) > _LONGEST:
        return None
    said, changed = [], False
    wondered = asked and is_wondered(text)
    for sentence in _SENTENCE.findall(text.replace("’", "'")):
        made = _made(sentence, asked=asked)
        changed |= made != sentence
        said.append(made.replace("?", ".") if wondered and _OWN.match(made) else made)
    announced = "".join(said)
    if not changed or not announced or _SOME_DAY.search(announced) or "?" in announced:
        return None
    return announced


def is_wondered(text: str) -> bool:
    """Whether a text asks what would come of something, and so is meant to be tried out."""
    every = [one.strip() for one in _SENTENCE.findall(text[:_LONGEST].replace("’", "'"))]
    return any(_WONDERS.match(one) or _ASKS.fullmatch(one) for one in every)


def _made(sentence: str, *, asked: bool) -> str:
    """One sentence as it would be announced."""
    lets = _LETS.match(sentence)
    if lets is not None:
        return f"I do this{sentence[lets.end() :]}"
    wished = _WISHES.match(sentence)
    if wished is not None:
        return f"I {sentence[wished.end() :]}"
    if asked and _ASKS.fullmatch(sentence):
        return ""
    wondered = _WONDERS.match(sentence) if asked else None
    if wondered is not None:
        rest = _WORD.sub(
            lambda word: _PAST.get(word[0].lower(), word[0]), sentence[wondered.end() :]
        )
        return f"I {rest}".replace("?", ".")
    return sentence
