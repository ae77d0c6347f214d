"""Rewind: a turn that is resolved is played otherwise, or as it was (§25)."""

from __future__ import annotations

import re
from typing import Final

from rednov_bot.core.models import TAG
from rednov_bot.core.workflow import commands as cmd
from rednov_bot.core.workflow.commands.polite import LEAD
from rednov_bot.core.workflow.commands.rulings import (
    IT,
    OPTION,
    READ_AS,
    READS,
    UNQUOTED,
    VOID,
    why_of,
)
from rednov_bot.core.workflow.commands.said import POINTS, Said, Unclear, clause_in

_VERB: Final = r"(?:rewind|correct|redo|replay)"
REWIND: Final = re.compile(
    rf"{LEAD}(?:{_VERB}\b(?:\s+(?:game\s+)?(?P<game>{TAG})\b)?(?:[\s,:]+to)?|play(?=\s+turn))"
    r"(?:(?:[\s,:]+turn)?[\s:#]+(?P<turn>\d{1,6})\b"
    r"|[\s,:]+(?:the|my) (?:very )?(?:last|latest)(?: turn)?\b)"
    rf"(?:\s+(?:of|in)\s+(?:game\s+)?(?P<game2>{TAG})\b)?(?:\s+(?:again|anew)\b)?",
    re.IGNORECASE,
)
REWINDS: Final = re.compile(rf"{LEAD}rewind\b", re.IGNORECASE)
UNDO: Final = re.compile(
    rf"{LEAD}(?:undo\b|(?:correct|redo|replay|take back)(?= (?:(?:the|my) (?:last "
    rf"|latest )?)?turn\b))",
    re.IGNORECASE,
)
_CHOOSES: Final = re.compile(
    r"chooses?\s+(?:(?P<key>(?:event|opening)\s+\d{1,3}|escape|defence)(?:\s*+:)?\s++)?"
    r"(?P<label>[^\n;,.:\"]{1,80}?)(?:\s+instead)?",
    re.IGNORECASE,
)
_AS_IT_WAS: Final = re.compile(rf"{IT}(?:exactly\s+)?as\s+(?:it\s+was|before)", re.IGNORECASE)
_NUMBERED: Final = re.compile(r"^(?:the )?(?:room|hatch) (?=\d)", re.IGNORECASE)
_ALTERNATIVE: Final = re.compile(
    r"[\s,;.–—-]*(?:(?:and|then|by|as|with)\s+)?(?:(?:a|the)\s+)?(re-?run|patch|stand)(?![\w=-])",
    re.IGNORECASE,
)
_THEN: Final = (
    r"(?=\s*(?:$|[.,;:()\[\]§!?\n–—]|-\s|(?:because|but|if|unless|when)\b"
    r"|(?:(?:and|then|by|as|with)\s+)?(?:(?:a|the)\s+)?(?:re-?run|patch|stand)(?![\w=-])))"
)
_UNDONE: Final = (
    "it does not say what comes instead: whether the turn is void, is read otherwise, chooses "
    "otherwise or is played as it was"
)
_HOW: Final = (
    'it does not say how: read as "...", void, option KEY = VALUE, choose CANDIDATE or as it was'
)


def rewind(found: re.Match[str], said: Said) -> cmd.Rewind | Unclear:
    """`rewind RN1 turn 12: void, rerun, because REASON`."""
    text = f"{said.first[found.end() :]}\n{said.rest}".lstrip(POINTS)
    for pattern in (READ_AS, VOID, OPTION, _AS_IT_WAS, _CHOOSES):
        if matched := _whole(pattern).match(text):
            break
    else:
        return Unclear(UNQUOTED if READS.match(text) else _HOW)
    tail = text[matched.end("how") :]
    alternative: cmd.Alternative | None = None
    if named := _ALTERNATIVE.match(tail):
        alternative = _alternative(named[1])
        tail = tail[named.end() :]
    why = why_of(tail, "rewind", said)
    if isinstance(why, Unclear):
        return why
    game = found["game"] or found["game2"]
    return cmd.Rewind(
        game=game.upper() if game else None,
        turn=None if found["turn"] is None else int(found["turn"]),
        how=_rewound(pattern, matched),
        alternative=alternative,
        why=why,
        clause=clause_in(tail),
    )


def undo(found: re.Match[str], said: Said) -> Unclear:
    """`undo turn 3`: whether it is void, or is read otherwise, is not said."""
    return Unclear(_UNDONE)


def _whole(pattern: re.Pattern[str]) -> re.Pattern[str]:
    """The pattern up to where an alternative, a reason or nothing follows."""
    return re.compile(rf"(?P<how>{pattern.pattern}){_THEN}", re.IGNORECASE)


def _rewound(
    pattern: re.Pattern[str], matched: re.Match[str]
) -> cmd.ReadAs | cmd.Void | cmd.OptionSet | cmd.Chooses | cmd.AsItWas:
    if pattern is READ_AS:
        return cmd.ReadAs(next(one for one in matched.groups()[1:] if one is not None))
    if pattern is VOID:
        return cmd.Void()
    if pattern is OPTION:
        return cmd.OptionSet(matched[2].lower(), matched[3].lower())
    if pattern is _CHOOSES:
        key = " ".join((matched["key"] or "").lower().split())
        return cmd.Chooses(key, _NUMBERED.sub("", matched["label"].strip()))
    return cmd.AsItWas()


def _alternative(word: str) -> cmd.Alternative:
    match word.lower():
        case "patch":
            return "patch"
        case "stand":
            return "stand"
        case _:
            return "rerun"
