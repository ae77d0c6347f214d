"""Overrule, rewind, precedents, rulings withdrawn: the contestmaster decides otherwise (§25)."""

from __future__ import annotations

import re
from typing import Final

from rednov_bot.core.commands.amending import QUOTED
from rednov_bot.core.commands.answers import Overrule
from rednov_bot.core.commands.codes import take_code
from rednov_bot.core.commands.otherwise import (
    Changes,
    OptionSet,
    ReadAs,
    Valid,
    Void,
)
from rednov_bot.core.commands.polite import LEAD, is_polite
from rednov_bot.core.commands.positions import position_said
from rednov_bot.core.commands.said import (
    LIMITED,
    POINTS,
    Said,
    Unclear,
    around,
    behind,
    clause_in,
    doubtful,
    parted,
    reason,
)
from rednov_bot.core.commands.wishes import (
    Precedent,
    RuleOption,
    WithdrawRuling,
)

OVERRULE: Final = re.compile(
    rf"{LEAD}(?:overruled?|override)\b(?: (?:it|this|the draft|this draft|the verdict)\b)?",
    re.IGNORECASE,
)
PRECEDENT: Final = re.compile(
    rf"{LEAD}(?:(?:my )?(?:ruling|precedent)\s*:|(?:hereby )?rule\s*(?::|that\b))", re.IGNORECASE
)
WITHDRAW: Final = re.compile(
    rf"{LEAD}(?P<said>(?:withdraw|revoke|repeal|cancel|retract)\s+)?(?:the |my "
    rf"|your )?(?:ruling|precedent)"
    r"\s+(?:no\.? ?|number |#)?(?P<ruling>\d{1,6})(?![\w-])"
    r"(?(said)|\s+is\s+(?:hereby\s+)?(?:withdrawn|revoked|repealed|cancelled|retracted)\b)",
    re.IGNORECASE,
)
IT: Final = r"(?:(?:(?:the|this|that|eir) (?:turn|announcement)|it|this|that)(?:\s+|(?=['’]s\b)))?"
READ_AS: Final = re.compile(
    rf"{IT}(?:is\s+)?(?:to be\s+)?reads?(?:\s+(?:it|this|that|the turn))?"
    rf"\s++as\s*+:?\s*+{QUOTED}",
    re.IGNORECASE,
)
READS: Final = re.compile(rf"{IT}(?:is\s+)?(?:to be\s+)?reads?\b", re.IGNORECASE)
_VALID: Final = re.compile(
    rf"{IT}(?:(?:['’]s|is|was|be)\s+)?(?:valid|taken)"
    rf"|take\s+(?:it|this|the turn)|{IT}(?:counts|stands)",
    re.IGNORECASE,
)
VOID: Final = re.compile(
    rf"{IT}(?:(?:['’]s|is|was|be|as)\s+)?(?:void|invalid|not valid|without effect|of no effect)"
    rf"|{IT}(?:does not|doesn['’]t) count",
    re.IGNORECASE,
)
OPTION: Final = re.compile(
    r"(?:with\s+)?(?:the\s+)?option\s+([a-z_]{2,40})(?:\s*+(?:=|:|\bis\b|\bto\b)|\s)\s*+([a-z0-9_+]{1,40})",
    re.IGNORECASE,
)
_RULES_OPTION: Final = re.compile(
    r"(?:from now on,?\s+)?(?:(?:the\s+)?option\s+(?P<key>[a-z_]{2,40})\s*(?:=|:|\bis\b|\bto\b)"
    r"|(?P<named>[a-z]{2,40}(?:_[a-z]{1,40})*)\s*=)\s*(?P<value>[a-z0-9_+]{1,40})",
    re.IGNORECASE,
)
_BECAUSE: Final = re.compile(r"\s*because\b", re.IGNORECASE)
_LONGEST_CHANGES: Final = 2_000  # characters
_NEITHER: Final = "it says neither what is decided otherwise nor why"
UNQUOTED: Final = 'what it is to be read as wants quotes: read as "I take no action"'


def overrule(found: re.Match[str], said: Said) -> Overrule | Unclear:
    """`overrule: it is void because REASON`."""
    code, words = take_code(said.first[found.end() :])
    if LIMITED.match(words):
        return behind("overrule", words, said) or Unclear(_NEITHER)
    text = f"{words}\n{said.rest}".strip(POINTS)
    code = code or said.code
    if quoted := READ_AS.match(text):
        return _overruled(code, ReadAs(_words(quoted)), text[quoted.end() :], said)
    how, why = _before_because(text)
    if not how and not why:
        return Unclear(_NEITHER)
    if READS.match(how):
        return Unclear(UNQUOTED)
    for pattern, decided in ((VOID, Void()), (_VALID, Valid())):
        if matched := pattern.match(how):
            return _overruled(code, decided, text[matched.end() :], said)
    if option := OPTION.match(how):
        decided_so = OptionSet(option[1].lower(), option[2].lower())
        return _overruled(code, decided_so, text[option.end() :], said)
    if not how:
        return Overrule(code=code, how=None, why=reason(why, said), clause=clause_in(why))
    if "?" in how or len(how) > _LONGEST_CHANGES:
        return behind("overrule", how, said) or Unclear(_NEITHER)
    changes = position_said(how, said.names)
    if isinstance(changes, Unclear):
        return changes
    how_so = Changes(changes)
    return Overrule(code=code, how=how_so, why=reason(why, said), clause=clause_in(why, how))


def _overruled(
    code: str, how: ReadAs | Valid | Void | OptionSet, tail: str, said: Said
) -> Overrule | Unclear:
    why = why_of(tail, "overrule", said)
    if isinstance(why, Unclear):
        return why
    return Overrule(code=code, how=how, why=why, clause=clause_in(tail))


def _before_because(text: str) -> tuple[str, str]:
    """What stands before "because", and the reason; changes may stand in several lines."""
    found = re.search(r"\bbecause\b", text, re.IGNORECASE)
    if found is None:
        return text.strip(), ""
    return text[: found.start()].strip(POINTS), text[found.start() :]


_TO_REASON: Final = re.compile(r"^[\s,]*since\b", re.IGNORECASE)
_REASONS: Final = re.compile(r"\s*,\s*(?!and\b|then\b)[^\W\d_]+ \w|\s+(?:by|under) ruling \d")
"""What can be nothing but a reason, though no "because" leads to it, unless it is in doubt."""
_CLAUSE_ALONE: Final = re.compile(r"[\s,(\[]*§\s?\d{1,2}[a-m]?[\s,)\]]*", re.IGNORECASE)


def why_of(tail: str, command: str, said: Said) -> str | Unclear:
    """The reason behind what is decided; it must be marked as one, for it may be a condition."""
    plain, why = parted(_TO_REASON.sub(" because ", tail, count=1))
    if _REASONS.match(plain) and not doubtful(tail):
        plain, why = "", f"because {tail.lstrip(POINTS)}"
    plain = plain[found.end() :] if (found := _CLAUSE_ALONE.match(plain)) else plain
    if not is_polite(plain, said.sender):
        return behind(command, plain, said) or Unclear(_NEITHER)
    if LIMITED.match(why.lstrip(POINTS)):
        return behind(command, why, said) or Unclear(_NEITHER)
    return reason(why, said)


def _words(quoted: re.Match[str]) -> str:
    return next(one for one in quoted.groups() if one is not None)


def withdraw(found: re.Match[str], said: Said) -> WithdrawRuling | Unclear:
    """`withdraw ruling 3 because REASON`."""
    command, words = f"withdraw ruling {found['ruling']}", said.first[found.end() :]
    if not parted(words)[1] and not _BECAUSE.match(said.rest):
        return around(command, words, said) or WithdrawRuling(ruling=int(found["ruling"]))
    why = why_of(f"{words}\n{said.rest}", command, said)
    return why if isinstance(why, Unclear) else WithdrawRuling(ruling=int(found["ruling"]), why=why)


def precedent(found: re.Match[str], said: Said) -> Precedent | RuleOption | Unclear:
    """`ruling: TEXT`, `I rule that TEXT`, or `ruling: option KEY = VALUE because REASON`."""
    text = f"{said.first[found.end() :]}\n{said.rest}".strip()
    if not text.strip(POINTS):
        return Unclear("it does not say what is ruled")
    if text.endswith("?"):
        return behind("ruling", text, said) or Unclear("")
    if option := _RULES_OPTION.match(text):
        tail = text[option.end() :]
        why = why_of(tail, "ruling", said)
        if isinstance(why, Unclear):
            return why
        how = OptionSet((option["key"] or option["named"]).lower(), option["value"].lower())
        return RuleOption(how, why, clause_in(tail))
    return Precedent(text, clause_in(text))
