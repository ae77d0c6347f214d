"""The contestmaster's answers to mails that want one.  Letter -> Answer.

Whether the letter is eirs, and came to the bot alone, is for the desk to ask.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from rednov_bot.core.commands import commands, decisions
from rednov_bot.core.commands.answers import Again, Approve, Choose, Reject
from rednov_bot.core.commands.codes import code_of
from rednov_bot.core.commands.decisions import Decision
from rednov_bot.core.commands.polite import is_polite
from rednov_bot.core.commands.said import Said, Unclear, unadorned
from rednov_bot.papers import Letter

__all__ = [
    "Again",
    "Answer",
    "Approve",
    "Choose",
    "NotUnderstood",
    "Reject",
    "asks_for_help",
    "begins_with_help",
    "code_of",
    "is_only_polite",
    "read_reply",
    "without_answer_marks",
]

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
_LONGEST_WORDS = 200  # characters of a reply that are quoted
_DECISIONS: Final[tuple[tuple[re.Pattern[str], Callable[..., Decision | Unclear]], ...]] = (
    (decisions.APPROVE, decisions.approve),
    (decisions.AGAIN, decisions.again),
    (decisions.REJECT, decisions.reject),
    (decisions.CHOOSE, decisions.choose),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class NotUnderstood:
    """An answer that is neither; the words it begins with."""

    code: str
    words: str
    why: str = ""  # half a sentence on what was wrong with it, where that can be told


Answer = Approve | Reject | Choose | Again | NotUnderstood


def asks_for_help(letter: Letter) -> bool:
    """Whether the letter plainly asks how to play; without a text, its subject may."""
    text = letter.text.strip()
    if not text:
        return _HELP.fullmatch(without_answer_marks(letter.subject)) is not None
    if _HELP.fullmatch(text) is not None:
        return True
    return len(text) <= _LONGEST_HOW and _HOW.search(text) is not None


def without_answer_marks(subject: str) -> str:
    """A subject without its leading `Re:` and tags."""
    lead = _ANSWERING.match(subject)
    return (subject[lead.end() :] if lead is not None else subject).strip()


def begins_with_help(letter: Letter) -> bool:
    """Whether a letter that asks for help does so in its first words, as no machine would."""
    return asks_for_help(letter) and _AT_ONCE.match(letter.text.strip()) is not None


def is_only_polite(letter: Letter) -> bool:
    """Whether a letter says nothing but "thanks", and the like."""
    return is_polite(letter.text, letter.sender)


def read_reply(letter: Letter) -> Answer | None:
    """What a reply answers; None where its subject carries no code.

    The first words decide, and polite ones behind them change nothing.  Nothing is guessed: an
    approval with anything else behind it or below, or one that also says "reject", is not
    understood and asked again.
    """
    answer = _read(letter)
    if answer is None or not letter.doubt or _read(replace(letter, text=letter.other)) == answer:
        return answer
    words = letter.text.strip().partition("\n")[0][:_LONGEST_WORDS]
    return NotUnderstood(code=answer.code, words=words, why="its plain text and its HTML differ")


def _read(letter: Letter) -> Answer | None:
    code = code_of(letter.subject)
    if code is None:
        return None
    lines = commands(letter, ())
    if len(lines) == 1 and isinstance(lines[0].command, Approve | Reject | Choose | Again):
        return lines[0].command
    text = letter.text.strip()
    first, _, rest = text.partition("\n")
    first = unadorned(first)
    said = Said(first=first, rest=rest, code=code, sender=letter.sender, names=(), addresses={})
    for begins, read in _DECISIONS:
        if found := begins.match(first):
            answer = read(found, said)
            break
    else:
        answer = Unclear(decisions.neither(said))
    if isinstance(answer, Unclear):
        words = " ".join(text.split()) if answer.below else first
        return NotUnderstood(code=code, words=words[:_LONGEST_WORDS], why=answer.why)
    return answer
