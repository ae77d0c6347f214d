"""The contestmaster's answers to mails that want one.  Letter -> Answer.

Whether the letter is eirs, and came to the bot alone, is for the desk to ask.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from rednov_bot.mail.commands.answers import Again, Approve, Choose, Reject
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

_CODE = re.compile(r"\[rednov ([A-Z2-9]{6,8})\]", re.IGNORECASE)
_LEAD = r"(?:(?:please|yes|okay|ok|i)\b[^\w?]*)*"
_APPROVE = re.compile(rf"{_LEAD}approved?\b", re.IGNORECASE)
_REJECT = re.compile(rf"{_LEAD}reject(?:ed)?(?=$|[\s.!?;,:–—-])", re.IGNORECASE)
_CHOOSE = re.compile(r"(?:i )?choose[\s:]+([^\s:][^:]*)(:.*)?", re.IGNORECASE)
_CHOOSES = re.compile(r"(?:i )?choose[\s.!;,:]*", re.IGNORECASE)
_AGAIN = re.compile(rf"{_LEAD}(?:draft )?(?:it )?again\b", re.IGNORECASE)
_POINTS = " \t\r\n.!;,:–—-"
_BECAUSE = re.compile(r"because(?:\s+of)?\b[\s,:]*", re.IGNORECASE)
_LIMITED = re.compile(r"[\s,]*(?:\?|(?:only )?(?:if|unless|until|when|once)\b)", re.IGNORECASE)
_SAYS_WHY = re.compile(rf"{_REJECT.pattern}[\s,:;–—-]*because\b", re.IGNORECASE)
_POLITE = (
    r"(?:many )?thanks(?: again)?(?: (?:very|so) much| a lot)?|thank you(?: (?:very|so) much)?"
    r"|please|kindly|thx|ty|cheers|indeed|of course|gladly|with pleasure|well done|lgtm"
    r"|for (?:the|your|this|all the) (?:good |nice |great )?(?:drafts?|work|help|job)"
    r"|(?:good|nice|great|lovely) (?:work|job)|(?:dear )?bot|as it (?:stands|is)|as is"
    r"|(?:(?:it|this|that|all) )?(?:looks|is) (?:very )?(?:all )?"
    r"(?:good|fine|great|right|correct|okay|ok|perfect|well)"
    r"|this one|this draft|the draft|it|this|that|good|fine|great|nice|perfect|okay|ok|yes"
    r"|(?:best |kind )?regards|best wishes|best"
)
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
_GLAD = r"[\s.,;:!)*_\"'“”’–—👍🙂😀😊🎉-]*"
_WORDLESS = re.compile(_GLAD)
"""Points and glad pictures; another picture may mean anything."""
_LONGEST_WORDS = 200  # characters of a reply that are quoted
_LONGEST_QUOTE = 60  # characters of what was wrong with it


@dataclass(frozen=True, slots=True, kw_only=True)
class NotUnderstood:
    """An answer that is neither; the words it begins with."""

    code: str
    words: str
    why: str = ""  # half a sentence on what was wrong with it, where that can be told


Answer = Approve | Reject | Choose | Again | NotUnderstood


def code_of(subject: str) -> str | None:
    """The code in a subject, `[rednov CODE]`; None where there is none, or two that differ."""
    codes = {found.upper() for found in _CODE.findall(subject)}
    return codes.pop() if len(codes) == 1 else None


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
    return _is_polite(letter.text, letter)


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
    text = letter.text.strip()
    first, _, rest = text.partition("\n")
    first = first.strip().strip("*_\"'“”`").strip()
    words = first[:_LONGEST_WORDS]
    if _says_both(first, rest):
        return NotUnderstood(code=code, words=words, why='it says both "approve" and "reject"')
    if match := _APPROVE.match(first):
        why = _behind("approve", first[match.end() :], letter) or _below("approve", rest, letter)
        return _doubted(code, text, why) if why else Approve(code=code)
    if match := _AGAIN.match(first):
        why = _behind("again", first[match.end() :], letter) or _below("again", rest, letter)
        return _doubted(code, text, why) if why else Again(code=code)
    if match := _REJECT.match(first):
        behind = first[match.end() :]
        if _LIMITED.match(behind):
            return NotUnderstood(code=code, words=words, why=_behind("reject", behind, letter))
        return Reject(code=code, why=_reason(f"{behind}\n{rest}", letter))
    if match := _CHOOSE.fullmatch(first):
        value = match[1].strip().rstrip(".!;,").strip()
        if value:
            return Choose(code=code, value=value, behind=f"{match[2] or ''}\n{rest}".rstrip())
    return NotUnderstood(code=code, words=words, why=_neither(first, text))


def _says_both(first: str, rest: str) -> bool:
    """Whether a reply approves and rejects at once; the reason of a rejection may say "approve"."""
    if _SAYS_WHY.match(first):
        return _SAYS_APPROVE.search(rest) is not None
    text = f"{first}\n{rest}"
    return _SAYS_APPROVE.search(text) is not None and _SAYS_REJECT.search(text) is not None


def _behind(command: str, behind: str, letter: Letter) -> str:
    """What is wrong with the words on the command's own line; nothing if they are only polite."""
    if _is_polite(behind, letter):
        return ""
    if "?" in behind:
        return f'a question mark stands behind "{command}"'
    said = " ".join(behind.split())[:_LONGEST_QUOTE].strip(_POINTS)
    return f'the words behind "{command}" may limit it or take it back ("{said}")'


def _below(command: str, rest: str, letter: Letter) -> str:
    """What is wrong with the lines below the command; nothing if they are only polite."""
    if _is_polite(rest, letter):
        return ""
    said = " ".join(rest.split())[:_LONGEST_QUOTE].strip(_POINTS)
    return f'the words below "{command}" may limit it or take it back ("{said}")'


def _doubted(code: str, text: str, why: str) -> NotUnderstood:
    return NotUnderstood(code=code, words=" ".join(text.split())[:_LONGEST_WORDS], why=why)


def _reason(said: str, letter: Letter) -> str:
    """Why a draft is rejected, without the word "because"; "" where only polite words are said."""
    why = said.lstrip(_POINTS).rstrip()
    why = why[found.end() :] if (found := _BECAUSE.match(why)) else why
    return "" if _is_polite(why, letter) else why.strip()


def _is_polite(text: str, letter: Letter) -> bool:
    """Whether a text is nothing but polite words, points, pictures, and its author's name."""
    known = f"{_POLITE}|{re.escape(letter.sender)}" if letter.sender else _POLITE
    phrase = re.compile(rf"{_GLAD}(?:{known})(?!\w)", re.IGNORECASE)
    at = 0
    while found := phrase.match(text, at):
        at = found.end()
    return _WORDLESS.fullmatch(text, at) is not None


def _neither(first: str, text: str) -> str:
    """What is wrong with a reply that begins with no command, as far as that can be told."""
    if not text:
        return "it holds no words of your own"
    if _CHOOSES.fullmatch(first):
        return 'nothing stands behind "choose"'
    for says, command in ((_SAYS_APPROVE, "approve"), (_SAYS_REJECT, "reject")):
        if says.search(text):
            return f'it does not begin with "{command}"'
    return ""
