"""The contestmaster's answers to mails that want one.  Message -> Answer.

Whether the mail is theirs, and came to the bot alone, is for `workflow/drafts` to ask.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Final, Literal, TypeGuard

from rednov_bot.core.models import Message
from rednov_bot.core.patterns import lazy_re
from rednov_bot.core.workflow.commands import Answer, Approve, Choose, Command, decisions
from rednov_bot.core.workflow.commands.decisions import Decision
from rednov_bot.core.workflow.commands.polite import is_polite
from rednov_bot.core.workflow.commands.reading import commands
from rednov_bot.core.workflow.commands.said import (
    Said,
    Unclear,
    code_of as code_of,
    take_code,
    unadorned,
)

_LONGEST: Final = 1000  # characters of such an answer
_BEGINS: Final = lazy_re(
    r"\W*(?:(?:hi|hello|hey|dear|good (?:morning|day|evening))\b[^\n,.!?]{0,30}[\n,.!]\W*)?"
    r"(?:(?P<yes>yes|yep|yeah|yup|aye)|no|nope|nay)(?![\w'])",
    re.IGNORECASE,
)
_IT: Final = r"(?:(?:the|that|this|my) (?:e-?mail|mail|turn|message)|it|that|this)"
_ADDS: Final = {
    "yes": rf"{_IT}(?: is|'s| was)(?: indeed| really)? (?:me|mine|by me|from me|my (?:mail|turn))"
    rf"|i (?:did write|did send|did|wrote|sent|have written|have sent)(?: {_IT})?|i confirm"
    r"(?: it| that| this)?|indeed|of course|certainly|definitely",
    "no": rf"{_IT}(?: is not| was not|'s not| isn't| wasn't) (?:me|mine|by me|from me"
    rf"|my (?:mail|turn))|i (?:did not|didn't|never|have not|haven't)(?: write| wrote| written"
    rf"| send| sent| do)?(?: {_IT})?|not (?:me|mine)|certainly not|definitely not",
}
_MACHINE: Final = r"sent from my [\w ]{2,30}|get outlook for \w+|sent with [\w ]{2,30}"


def yes_or_no(text: str, names: Iterable[str]) -> tuple[Literal["yes", "no"], str | None] | None:
    """What a text answers, and the code behind it; None of a text that is no such answer.

    *names* are those by which its author may sign it.
    """
    text = text.replace("’", "'")
    found = _BEGINS.match(text)
    if found is None or len(text) > _LONGEST:
        return None
    verdict: Literal["yes", "no"] = "yes" if found["yes"] else "no"
    code, rest = take_code(text[found.end() :])
    called = [re.escape(word) for name in names for word in name.split()]
    known = "|".join([_ADDS[verdict], _MACHINE, *called])
    rest = re.sub(rf"(?<![\w'])(?:{known})(?![\w'])", " ", rest, flags=re.IGNORECASE)
    return (verdict, code) if is_polite(rest, None) else None


_HELP = lazy_re(
    r"(?:(?:hi|hello|hey|dear)\b[^\n,!.]{0,40}[,!.]?\s+)?(?:please,? |(?:can|could|will) you |"
    r"(?:i|we) (?:want|need) |(?:send|give) (?:me|us) |some |any )*help(?: me| us| please| needed|"
    r" wanted)*(?: (?:with|on|for|about|to)\b[^\n]{0,60})?[\s?!.]*",
    re.IGNORECASE,
)
_HOW = lazy_re(
    r"\b(?:how (?:do|does|can|could|would|should|must|may|am|are|to)\b|what (?:do|can|may|should|"
    r"must) (?:i|we)\b|what are the (?:commands|rules)\b|i (?:do not|don['’]t) know how\b)",
    re.IGNORECASE,
)
_AT_ONCE = lazy_re(
    r"(?:(?:hi|hello|hey|dear)\b[^\n,!.]{0,40}[,!.]?\s+)?(?:please,?\s+|(?:can|could|will) you\s+|"
    rf"(?:i|we) (?:want|need)\s+|(?:some|any)\s+)*(?:help\b|{_HOW.pattern})",
    re.IGNORECASE,
)
_LONGEST_HOW = 300  # characters; a longer mail is about something
_ANSWERING = lazy_re(r"(?:\s*(?:re|aw|sv|vs|antw|fwd?|wg)\s*:|\s*\[[^\[\]]*\])*\s*", re.IGNORECASE)
_LONGEST_WORDS = 200  # characters of a reply that are quoted
_DECISIONS: Final[tuple[tuple[re.Pattern[str], Callable[..., Decision | Unclear]], ...]] = (
    (decisions.APPROVE, decisions.approve),
    (decisions.AGAIN, decisions.plain("again")),
    (decisions.REJECT, decisions.reject),
    (decisions.CHOOSE, decisions.choose),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class NotUnderstood:
    """An answer that is neither; the words it begins with."""

    code: str
    words: str
    why: str = ""  # half a sentence on what was wrong with it, where that can be told


Reply = Approve | Choose | Answer | NotUnderstood
"""Of the answers of one word, `reject` and `again`."""


def asks_for_help(message: Message) -> bool:
    """Whether the mail plainly asks how to play; without a text, its subject may."""
    text = message.text.strip()
    if not text:
        return _HELP.fullmatch(without_answer_marks(message.subject)) is not None
    if _HELP.fullmatch(text) is not None:
        return True
    return len(text) <= _LONGEST_HOW and _HOW.search(text) is not None


def without_answer_marks(subject: str) -> str:
    """A subject without its leading `Re:` and tags."""
    lead = _ANSWERING.match(subject)
    return (subject[lead.end() :] if lead is not None else subject).strip()


def begins_with_help(message: Message) -> bool:
    """Whether a mail that asks for help does so in its first words, as no machine would."""
    return asks_for_help(message) and _AT_ONCE.match(message.text.strip()) is not None


def is_only_polite(message: Message) -> bool:
    """Whether a mail says nothing but "thanks", and the like."""
    return is_polite(message.text, message.sender)


def read_reply(message: Message) -> Reply | None:
    """What a reply answers; None where its subject carries no code.

    The first words decide, and polite ones behind them change nothing.  Nothing is guessed: an
    approval with anything else behind it or below, or one that also says "reject", is not
    understood and asked again.
    """
    answer = _read(message)
    if answer is None or not message.doubt or _read(replace(message, text=message.other)) == answer:
        return answer
    words = message.text.strip().partition("\n")[0][:_LONGEST_WORDS]
    return NotUnderstood(code=answer.code, words=words, why="its plain text and its HTML differ")


def is_decision(command: Command | None) -> TypeGuard[Approve | Choose | Answer]:
    """Whether a reply to a draft may say just this: approve, reject, choose or again."""
    if isinstance(command, Answer):
        return command.word in ("reject", "again")
    return isinstance(command, Approve | Choose)


def _read(message: Message) -> Reply | None:
    code = code_of(message.subject)
    if code is None:
        return None
    lines = commands(message, ())
    if len(lines) == 1 and is_decision(command := lines[0].command):
        return command
    text = message.text.strip()
    first, _, rest = text.partition("\n")
    first = unadorned(first)
    said = Said(first=first, rest=rest, code=code, sender=message.sender, names=(), addresses={})
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
