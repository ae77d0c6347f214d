"""Overrule, rewind, precedents, rulings withdrawn: the contestmaster decides otherwise (§25)."""

from __future__ import annotations

import re
from typing import Final

from rednov_bot.mail.codes import take_code
from rednov_bot.mail.commands.amending import QUOTED
from rednov_bot.mail.commands.answers import Overrule
from rednov_bot.mail.commands.otherwise import (
    AsItWas,
    Changes,
    Chooses,
    OptionSet,
    ReadAs,
    Valid,
    Void,
)
from rednov_bot.mail.commands.said import (
    LIMITED,
    POINTS,
    Said,
    Unclear,
    around,
    behind,
    clause_in,
    parted,
    reason,
)
from rednov_bot.mail.commands.wishes import (
    Alternative,
    Precedent,
    Rewind,
    RuleOption,
    WithdrawRuling,
)
from rednov_bot.mail.polite import LEAD, is_polite

OVERRULE: Final = re.compile(
    rf"{LEAD}(?:overruled?|override)\b(?: (?:it|this|the draft|this draft|the verdict)\b)?",
    re.IGNORECASE,
)
REWIND: Final = re.compile(
    rf"{LEAD}rewind\b(?:\s+(?:game\s+)?(?P<game>RN\d{{1,6}})\b)?(?:[\s,:]+to)?(?:[\s,:]+turn)?"
    r"[\s:#]+(?P<turn>\d{1,6})\b(?:\s+(?:of|in)\s+(?:game\s+)?(?P<game2>RN\d{1,6})\b)?",
    re.IGNORECASE,
)
REWINDS: Final = re.compile(rf"{LEAD}rewind\b", re.IGNORECASE)
PRECEDENT: Final = re.compile(
    rf"{LEAD}(?:(?:my )?(?:ruling|precedent)\s*:|(?:hereby )?rule\s*(?::|that\b))", re.IGNORECASE
)
WITHDRAW: Final = re.compile(
    rf"{LEAD}(?:withdraw|revoke|repeal)\s+(?:the |my |your )?(?:ruling|precedent)"
    r"\s+(?:no\.? ?|number |#)?(\d{1,6})(?![\w-])",
    re.IGNORECASE,
)
_IT: Final = r"(?:(?:it|this|that|the turn|the announcement)\s+)?"
_READ_AS: Final = re.compile(
    rf"{_IT}(?:is\s+)?(?:to be\s+)?reads?(?:\s+(?:it|this|that|the turn))?"
    rf"\s+as\s*:?\s*{QUOTED}",
    re.IGNORECASE,
)
_READS: Final = re.compile(rf"{_IT}(?:is\s+)?(?:to be\s+)?reads?\b", re.IGNORECASE)
_VALID: Final = re.compile(
    rf"{_IT}(?:(?:is|was|be)\s+)?(?:valid|taken)"
    rf"|take\s+(?:it|this|the turn)|{_IT}(?:counts|stands)",
    re.IGNORECASE,
)
_VOID: Final = re.compile(
    rf"{_IT}(?:(?:is|was|be)\s+)?(?:void|invalid|not valid|without effect|of no effect)"
    rf"|{_IT}(?:does not|doesn['’]t) count",
    re.IGNORECASE,
)
_OPTION: Final = re.compile(
    r"(?:with\s+)?(?:the\s+)?option\s+([a-z_]{2,40})\s*(?:=|:|\bis\b|\bto\b|\s)\s*([a-z0-9_+]{1,40})",
    re.IGNORECASE,
)
_RULES_OPTION: Final = re.compile(
    r"(?:from now on,?\s+)?(?:(?:the\s+)?option\s+(?P<key>[a-z_]{2,40})\s*(?:=|:|\bis\b|\bto\b)"
    r"|(?P<named>[a-z]{2,40}(?:_[a-z]{1,40})*)\s*=)\s*(?P<value>[a-z0-9_+]{1,40})",
    re.IGNORECASE,
)
_CHOOSES: Final = re.compile(
    r"chooses?\s+(?:(?P<key>(?:event|opening)\s+\d{1,3}|escape|defence)\s*:?\s+)?"
    r"(?P<label>[^\n;,.:\"]{1,80}?)",
    re.IGNORECASE,
)
_AS_IT_WAS: Final = re.compile(rf"{_IT}(?:exactly\s+)?as\s+(?:it\s+was|before)", re.IGNORECASE)
_ALTERNATIVE: Final = re.compile(
    r"[\s,;.–—-]*(?:(?:and|then|by|as|with)\s+)?(?:(?:a|the)\s+)?(re-?run|patch|stand)(?![\w=-])",
    re.IGNORECASE,
)
_THEN: Final = (
    r"(?=\s*(?:$|[.,;:()\[\]§!?\n–—]|-\s|(?:because|but|if|unless|when)\b"
    r"|(?:(?:and|then|by|as|with)\s+)?(?:(?:a|the)\s+)?(?:re-?run|patch|stand)(?![\w=-])))"
)
_BECAUSE: Final = re.compile(r"\s*because\b", re.IGNORECASE)
_LONGEST_CHANGES: Final = 2_000  # characters
_NEITHER: Final = "it says neither what is decided otherwise nor why"
_UNQUOTED: Final = 'what it is to be read as wants quotes: read as "I take no action"'
_HOW: Final = (
    'it does not say how: read as "...", void, option KEY = VALUE, choose CANDIDATE or as it was'
)


def overrule(found: re.Match[str], said: Said) -> Overrule | Unclear:
    """`overrule: it is void because REASON`."""
    code, words = take_code(said.first[found.end() :])
    if LIMITED.match(words):
        return behind("overrule", words, said) or Unclear(_NEITHER)
    text = f"{words}\n{said.rest}".strip(POINTS)
    code = code or said.code
    if quoted := _READ_AS.match(text):
        return _overruled(code, ReadAs(_words(quoted)), text[quoted.end() :], said)
    how, why = _before_because(text)
    if not how and not why:
        return Unclear(_NEITHER)
    if _READS.match(how):
        return Unclear(_UNQUOTED)
    for pattern, decided in ((_VOID, Void()), (_VALID, Valid())):
        if matched := pattern.match(how):
            return _overruled(code, decided, text[matched.end() :], said)
    if option := _OPTION.match(how):
        decided_so = OptionSet(option[1].lower(), option[2].lower())
        return _overruled(code, decided_so, text[option.end() :], said)
    if not how:
        return Overrule(code=code, how=None, why=reason(why, said), clause=clause_in(why))
    if "?" in how or len(how) > _LONGEST_CHANGES:
        return behind("overrule", how, said) or Unclear(_NEITHER)
    return Overrule(code=code, how=Changes(how), why=reason(why, said), clause=clause_in(why, how))


def _overruled(
    code: str, how: ReadAs | Valid | Void | OptionSet, tail: str, said: Said
) -> Overrule | Unclear:
    why = _why(tail, "overrule", said)
    if isinstance(why, Unclear):
        return why
    return Overrule(code=code, how=how, why=why, clause=clause_in(tail))


def _before_because(text: str) -> tuple[str, str]:
    """What stands before "because", and the reason; changes may stand in several lines."""
    found = re.search(r"\bbecause\b", text, re.IGNORECASE)
    if found is None:
        return text.strip(), ""
    return text[: found.start()].strip(POINTS), text[found.start() :]


_CLAUSE_ALONE: Final = re.compile(r"[\s,(\[]*§\s?\d{1,2}[a-m]?[\s,)\]]*", re.IGNORECASE)


def _why(tail: str, command: str, said: Said) -> str | Unclear:
    """The reason behind what is decided; it must be marked as one, for it may be a condition."""
    plain, why = parted(tail)
    plain = plain[found.end() :] if (found := _CLAUSE_ALONE.match(plain)) else plain
    if not is_polite(plain, said.sender):
        return behind(command, plain, said) or Unclear(_NEITHER)
    if LIMITED.match(why.lstrip(POINTS)):
        return behind(command, why, said) or Unclear(_NEITHER)
    return reason(why, said)


def rewind(found: re.Match[str], said: Said) -> Rewind | Unclear:
    """`rewind RN1 turn 12: void, rerun, because REASON`."""
    text = f"{said.first[found.end() :]}\n{said.rest}".lstrip(POINTS)
    for pattern in (_READ_AS, _VOID, _OPTION, _AS_IT_WAS, _CHOOSES):
        if matched := _whole(pattern).match(text):
            break
    else:
        return Unclear(_UNQUOTED if _READS.match(text) else _HOW)
    tail = text[matched.end("how") :]
    alternative: Alternative | None = None
    if named := _ALTERNATIVE.match(tail):
        alternative = _alternative(named[1])
        tail = tail[named.end() :]
    why = _why(tail, "rewind", said)
    if isinstance(why, Unclear):
        return why
    game = found["game"] or found["game2"]
    return Rewind(
        game=game.upper() if game else None,
        turn=int(found["turn"]),
        how=_rewound(pattern, matched),
        alternative=alternative,
        why=why,
        clause=clause_in(tail),
    )


def _whole(pattern: re.Pattern[str]) -> re.Pattern[str]:
    """The pattern up to where an alternative, a reason or nothing follows."""
    return re.compile(rf"(?P<how>{pattern.pattern}){_THEN}", re.IGNORECASE)


def _rewound(
    pattern: re.Pattern[str], matched: re.Match[str]
) -> ReadAs | Void | OptionSet | Chooses | AsItWas:
    if pattern is _READ_AS:
        return ReadAs(next(one for one in matched.groups()[1:] if one is not None))
    if pattern is _VOID:
        return Void()
    if pattern is _OPTION:
        return OptionSet(matched[2].lower(), matched[3].lower())
    if pattern is _CHOOSES:
        key = " ".join((matched["key"] or "").lower().split())
        return Chooses(key, matched["label"].strip())
    return AsItWas()


def _alternative(word: str) -> Alternative:
    match word.lower():
        case "patch":
            return "patch"
        case "stand":
            return "stand"
        case _:
            return "rerun"


def _words(quoted: re.Match[str]) -> str:
    return next(one for one in quoted.groups() if one is not None)


def withdraw(found: re.Match[str], said: Said) -> WithdrawRuling | Unclear:
    """`withdraw ruling 3 because REASON`."""
    command, words = f"withdraw ruling {found[1]}", said.first[found.end() :]
    if not parted(words)[1] and not _BECAUSE.match(said.rest):
        return around(command, words, said) or WithdrawRuling(ruling=int(found[1]))
    why = _why(f"{words}\n{said.rest}", command, said)
    return why if isinstance(why, Unclear) else WithdrawRuling(ruling=int(found[1]), why=why)


def precedent(found: re.Match[str], said: Said) -> Precedent | RuleOption | Unclear:
    """`ruling: TEXT`, `I rule that TEXT`, or `ruling: option KEY = VALUE because REASON`."""
    text = f"{said.first[found.end() :]}\n{said.rest}".strip()
    if not text.strip(POINTS):
        return Unclear("it does not say what is ruled")
    if text.endswith("?"):
        return behind("ruling", text, said) or Unclear("")
    if option := _RULES_OPTION.match(text):
        tail = text[option.end() :]
        why = _why(tail, "ruling", said)
        if isinstance(why, Unclear):
            return why
        how = OptionSet((option["key"] or option["named"]).lower(), option["value"].lower())
        return RuleOption(how, why, clause_in(tail))
    return Precedent(text, clause_in(text))
