"""The contestmaster's answers to mails that want one.  Letter -> Answer.

Whether the letter is eirs, and came to the bot alone, is for the desk to ask.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from rednov_bot.papers import Letter

_CODE = re.compile(r"\[rednov ([A-Z2-9]{6,8})\]", re.IGNORECASE)
_APPROVE = re.compile(r"approved?[\s.!;,:)]*", re.IGNORECASE)
_REJECT = re.compile(r"reject(?:ed)?(?:[\s.!;,:–—-]+(.*))?", re.IGNORECASE | re.DOTALL)
_CHOOSE = re.compile(r"choose[\s:]+([^\s:][^:]*)(:.*)?", re.IGNORECASE)
_AGAIN = re.compile(r"(?:draft )?(?:it )?again[\s.!;,:)]*", re.IGNORECASE)
_SAYS_APPROVE = re.compile(r"\bapproved?\b", re.IGNORECASE)
_SAYS_REJECT = re.compile(r"\breject(?:ed)?\b", re.IGNORECASE)
_HELP = re.compile(
    r"(?:(?:hi|hello|hey|dear)\b[^\n,!.]{0,40}[,!.]?\s+)?(?:please,? |(?:can|could|will) you |"
    r"(?:i|we) (?:want|need) |(?:send|give) (?:me|us) |some |any )*help(?: me| us| please| needed|"
    r" wanted)*(?: (?:with|on|for|about|to)\b[^\n]{0,60})?[\s?!.]*",
    re.IGNORECASE,
)
_HOW = re.compile(
    r"\b(?:how (?:do|does|can|could|would|should|must|may|am|are|to)\b|what (?:do|can|may|should|"
    r"must) (?:i|we)\b|what are the (?:commands|rules)\b|i (?:do not|don['’]t) know how\b)",
    re.IGNORECASE,
)
_AT_ONCE = re.compile(
    r"(?:(?:hi|hello|hey|dear)\b[^\n,!.]{0,40}[,!.]?\s+)?(?:please,?\s+|(?:can|could|will) you\s+|"
    rf"(?:i|we) (?:want|need)\s+|(?:some|any)\s+)*(?:help\b|{_HOW.pattern})",
    re.IGNORECASE,
)
_LONGEST_HOW = 300  # characters; a longer mail is about something
_ANSWERING = re.compile(
    r"(?:\s*(?:re|aw|sv|vs|antw|fwd?|wg)\s*:|\s*\[[^\[\]]*\])*\s*", re.IGNORECASE
)
_DOUBT = re.compile(
    r"\b(?:but|except|instead|wait|not|don['’]?t|unless|change|however|hold|if|once|after)\b|\?",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Approve:
    """The draft is posted as it stands."""

    code: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Reject:
    """The draft is not posted, and why."""

    code: str
    why: str  # may be ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Choose:
    """Where the rules leave em a choice, the contestmaster makes it.

    What stands behind a colon or below may be copied from the mail that asked, or take it back.
    """

    code: str
    value: str
    behind: str = ""  # from the colon, or from the end of the line, on


@dataclass(frozen=True, slots=True, kw_only=True)
class Again:
    """The draft is made anew, with the same luck."""

    code: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NotUnderstood:
    """An answer that is neither; the words it begins with."""

    code: str
    words: str


Answer = Approve | Reject | Choose | Again | NotUnderstood


def code_of(subject: str) -> str | None:
    """The code in a subject, `[rednov CODE]`; None where there is none, or two that differ."""
    codes = {found.upper() for found in _CODE.findall(subject)}
    return codes.pop() if len(codes) == 1 else None


def asks_for_help(letter: Letter) -> bool:
    """Whether the letter plainly asks how to play; without a text, its subject may."""
    text = letter.text.strip()
    if not text:
        subject = letter.subject
        lead = _ANSWERING.match(subject)
        text = subject[lead.end() :] if lead is not None else subject
        return _HELP.fullmatch(text.strip()) is not None
    if _HELP.fullmatch(text) is not None:
        return True
    return len(text) <= _LONGEST_HOW and _HOW.search(text) is not None


def begins_with_help(letter: Letter) -> bool:
    """Whether a letter that asks for help does so in its first words, as no machine would."""
    return asks_for_help(letter) and _AT_ONCE.match(letter.text.strip()) is not None


def read_reply(letter: Letter) -> Answer | None:
    """What a reply answers; None where its subject carries no code.

    Nothing is guessed: an approval with a "but" below it, or one that also says "reject", is
    not understood and asked again.
    """
    code = code_of(letter.subject)
    if code is None:
        return None
    first, _, rest = letter.text.strip().partition("\n")
    first = first.strip().strip("*_\"'“”`").strip()
    words = first[:200]
    if _SAYS_APPROVE.search(letter.text) and _SAYS_REJECT.search(letter.text):
        return NotUnderstood(code=code, words=words)
    if _APPROVE.fullmatch(first):
        if _DOUBT.search(rest):
            return NotUnderstood(code=code, words=" ".join(letter.text.split())[:200])
        return Approve(code=code)
    if _AGAIN.fullmatch(first):
        if _DOUBT.search(rest) or _SAYS_APPROVE.search(rest) or _SAYS_REJECT.search(rest):
            return NotUnderstood(code=code, words=" ".join(letter.text.split())[:200])
        return Again(code=code)
    if match := _REJECT.fullmatch(f"{first}\n{rest}".strip()):
        return Reject(code=code, why=(match[1] or "").strip())
    if match := _CHOOSE.fullmatch(first):
        value = match[1].strip().rstrip(".!;,").strip()
        if value:
            return Choose(code=code, value=value, behind=f"{match[2] or ''}\n{rest}".rstrip())
    return NotUnderstood(code=code, words=words)
