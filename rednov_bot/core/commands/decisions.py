"""Approve, reject, choose, again: the answers that every draft may get."""

from __future__ import annotations

import re
from typing import Final

from rednov_bot.core.commands.answers import Again, Approve, Choose, Reject
from rednov_bot.core.commands.codes import is_bare_code, take_code
from rednov_bot.core.commands.polite import LEAD, is_polite
from rednov_bot.core.commands.said import (
    LIMITED,
    Said,
    Unclear,
    around,
    behind,
    doubtful,
    reason,
)

_DRAFT: Final = r"(?:(?:the|this|that) (?:one|draft|text|mail)|it|this|that)"
APPROVE: Final = re.compile(
    rf"{LEAD}(?:approved?\b(?: {_DRAFT}\b)?|(?:(?:m|am) )?approving {_DRAFT}\b|go ahead\b"
    rf"|(?:post|publish|send) {_DRAFT}\b(?: (?:out|off|to the list)\b)?)(?: now\b)?",
    re.IGNORECASE,
)
REJECT: Final = re.compile(
    rf"(?:no\b[^\w?]*|sorry, (?!i (?:have )?rejected))?{LEAD}(?:reject(?:ed)?|(?:m"
    rf"|am) rejecting(?= {_DRAFT}))(?: {_DRAFT})?(?=$|[\s.!?;,:–—-])",
    re.IGNORECASE,
)
AGAIN: Final = re.compile(
    rf"(?:sorry, (?=draft|make|try|write))?{LEAD}(?:(?:draft|make|try|write) )?(?:{_DRAFT} )?"
    r"(?:again|anew|once more)\b"
    rf"|{LEAD}(?:(?:make|write|draft) )?(?:another|a new) draft\b",
    re.IGNORECASE,
)
CHOOSE: Final = re.compile(
    rf"{LEAD}(?:(?:ll |will )?(?:choose|pick)(?=$|[\s:.!;,])|my choice(?: is|:)"
    r"|(?:ll |will )?take(?= (?:room|hatch|candidate|the (?:first|second|third|last))\b)"
    r"|(?:let|have) (?P<flees>\w{1,30}) (?:flee|escape|go|move|run)"
    r"(?: into| in to| to| in)?(?=\s))",
    re.IGNORECASE,
)
WAY: Final = re.compile(
    rf"{LEAD}(?P<way>re-?run|patch|stand)(?: it)?(?![\w:=-])|{LEAD}let {_DRAFT} (?P<so>stand)\b",
    re.IGNORECASE,
)
"""How the draft of a correction asks to be answered, without "choose" before it."""
_NO: Final = re.compile(r"\bno$|\bnot (?:enter|go in|going in)\b", re.IGNORECASE)
"""What belongs to candidates: whether to defend oneself, or to enter."""
_LEFT_OPEN: Final = re.compile(r"\b(?:better|best|random|any|one of)\b", re.IGNORECASE)
_CHOSEN: Final = re.compile(r"[\s:]+([^\s:][^:]*)(:.*)?", re.IGNORECASE)
_CHOOSES: Final = re.compile(r"[\s.!;,:]*", re.IGNORECASE)
_SAYS_APPROVE: Final = re.compile(r"\bapproved?\b", re.IGNORECASE)
_SAYS_REJECT: Final = re.compile(r"\breject(?:ed)?\b", re.IGNORECASE)
_SAYS_WHY: Final = re.compile(rf"{REJECT.pattern}[\s,:;–—-]*because\b", re.IGNORECASE)
_BOTH: Final = Unclear('it says both "approve" and "reject"')

Decision = Approve | Reject | Choose | Again


def approve(found: re.Match[str], said: Said) -> Approve | Unclear:
    """`approve`, with nothing but polite words."""
    code, words = take_code(said.first[found.end() :])
    if _says_both(said):
        return _BOTH
    return around("approve", words, said) or Approve(code=code or said.code)


def again(found: re.Match[str], said: Said) -> Again | Unclear:
    """`again`, with nothing but polite words."""
    code, words = take_code(said.first[found.end() :])
    if _says_both(said):
        return _BOTH
    return around("again", words, said) or Again(code=code or said.code)


def reject(found: re.Match[str], said: Said) -> Reject | Unclear:
    """`reject`, and any reason."""
    code, words = take_code(said.first[found.end() :])
    if _says_both(said):
        return _BOTH
    if LIMITED.match(words) and (unclear := behind("reject", words, said)):
        return Unclear(unclear.why)
    return Reject(code=code or said.code, why=reason(f"{words}\n{said.rest}", said))


def choose(found: re.Match[str], said: Said) -> Choose | Unclear:
    """`choose 5-6`: what the words stand for is the draft's to tell."""
    own, words = take_code(said.first[found.end() :])
    if own is not None and _CHOOSES.fullmatch(words):  # a candidate that looks like a code
        own, words = None, said.first[found.end() :]
    if _says_both(said):
        return _BOTH
    chosen = _CHOSEN.fullmatch(words)
    value = _without_thanks(chosen[1]) if chosen else ""
    if value and found["flees"]:
        value = f"into {value}"
    if doubtful(_NO.sub("", value)) or _LEFT_OPEN.search(value):
        return behind("choose", value, said) or Unclear("")
    if chosen is None or not value:
        return Unclear('nothing stands behind "choose"' if _CHOOSES.fullmatch(words) else "")
    if own is None:
        own, value = _code_behind(value)
    rest = f"{chosen[2] or ''}\n{said.rest}".rstrip()
    flees = found["flees"] or ""
    return Choose(code=own or said.code, value=value, behind=rest, flees=flees)


def way(found: re.Match[str], said: Said) -> Choose | Unclear:
    """`patch, please`: one of the ways of a correction."""
    value = (found["way"] or found["so"]).lower().replace("-", "")
    code, words = take_code(said.first[found.end() :])
    return around(value, words, said) or Choose(code=code or said.code, value=value)


def _without_thanks(value: str) -> str:
    """What is chosen, without polite words behind it."""
    first, comma, last = value.rpartition(",")
    value = first if comma and is_polite(last, None) else value
    return value.strip().rstrip(".!;,").strip()


def _code_behind(value: str) -> tuple[str | None, str]:
    """The code at the end of a choice, `5-6 for K7M2QXA`, and the candidate before it."""
    words = value.split()
    if len(words) < 2 or not is_bare_code(words[-1].strip("[]")):
        return None, value
    head = words[:-2] if words[-2].lower() in ("for", "in", "[rednov") else words[:-1]
    return (words[-1].strip("[]").upper(), " ".join(head)) if head else (None, value)


def _says_both(said: Said) -> bool:
    """Whether a reply approves and rejects at once; the reason of a rejection may say "approve"."""
    if _SAYS_WHY.match(said.first):
        return _SAYS_APPROVE.search(said.rest) is not None
    text = f"{said.first}\n{said.rest}"
    return _SAYS_APPROVE.search(text) is not None and _SAYS_REJECT.search(text) is not None


def neither(said: Said) -> str:
    """What is wrong with a reply that begins with no command, as far as that can be told."""
    text = f"{said.first}\n{said.rest}"
    if not text.strip():
        return "it holds no words of your own"
    if _says_both(said):
        return _BOTH.why
    for says, command in ((_SAYS_APPROVE, "approve"), (_SAYS_REJECT, "reject")):
        if says.search(text):
            return f'it does not begin with "{command}"'
    return ""
