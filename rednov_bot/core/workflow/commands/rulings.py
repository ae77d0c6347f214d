"""Overrule, rewind, precedents, rulings withdrawn: the contestmaster decides otherwise (§25)."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final

from rednov_bot.core.models import TAG
from rednov_bot.core.patterns import lazy_re
from rednov_bot.core.workflow import commands as cmd
from rednov_bot.core.workflow.commands.decisions import QUOTED
from rednov_bot.core.workflow.commands.polite import LEAD, is_polite
from rednov_bot.core.workflow.commands.said import (
    LIMITED,
    POINTS,
    Said,
    Unclear,
    around,
    behind,
    clause_in,
    doubtful,
    name_at,
    parted,
    reason,
    take_code,
)

_ROOM: Final = r"(?:in )?(?:the )?(?:room )?(?P<room>\d{1,2})"
_IS: Final = r"(?:(?: is| stands| lies| should be)?(?: now)?(?: at| on| to)?| =|:)"
_TRACK: Final = "heat|pressure|asphyxiation"
_CONDITION: Final = r"dry|on fire|low water|high water|low|high"
_HATCH: Final = r"(?:the )?(?:hatch )?(?P<one>\d{1,2})-(?P<other>\d{1,2})"
_THERE: Final = r"(?:there is )?(?:an? |the )?"
_Forms = tuple[tuple[re.Pattern[str], str], ...]


def _forms(*forms: tuple[str, str]) -> _Forms:
    return tuple([(lazy_re(pattern, re.IGNORECASE), said) for pattern, said in forms])


_THINGS: Final = _forms(
    (rf"(?:the )?(?:track )?(?P<track>{_TRACK})(?: track)?{_IS} (?P<to>\d{{1,2}})", "{track} {to}"),
    (rf"room (?P<room>\d{{1,2}})(?: is)?(?: now)? (?P<how>{_CONDITION})", "room {room} {how}"),
    (r"room (?P<room>\d{1,2})(?: is)?(?: now)? fire", "room {room} on fire"),
    (r"room (?P<room>\d{1,2}) (?:burns|is burning|is in flames)", "room {room} on fire"),
    (rf"{_THERE}fire(?: is| burns)? {_ROOM}", "room {room} on fire"),
    (rf"{_THERE}(?P<how>low|high) water(?: is)? {_ROOM}", "room {room} {how} water"),
    (rf"(?:there is )?no (?P<how>fire|water) {_ROOM}", "no {how} in room {room}"),
    (rf"{_HATCH}(?: is)?(?: now)? (?P<how>blocked|free)", "hatch {one}-{other} {how}"),
    (rf"{_HATCH} is (?:now )?(?:unblocked|not blocked)", "hatch {one}-{other} free"),
    (r"no token (?P<token>[a-z]{3,20})(?: at)?(?P<at> \d{1,2})?", "no token {token}{at}"),
    (r"token (?P<token>[a-z]{3,20})(?: at)? (?P<at>\d{1,2})", "token {token} {at}"),
    (rf"grog{_IS} (?P<to>\d{{1,2}})", "grog {to}"),
)
_POINTS_DUE: Final = lazy_re(r"\d{1,4} [XY](?: points?)? due to .+", re.IGNORECASE)
_STATES: Final = r"awake|asleep|fainted|sober|outside|aboard|killed"
_LEFT: Final = r"(?P<left>\d{1,2}) (?P<unit>minutes?)(?: left)?"
_OF_A_GNOME: Final = _forms(
    (rf"(?:has |should have |is at |should be at |with |at )?{_LEFT}", "{left} {unit}"),
    (r"minutes (?P<left>\d{1,2})", "{left} minutes"),
    (r"(?:is |should be |stays |stands |remains )?(?:in )?room (?P<room>\d{1,2})", "room {room}"),
    (rf"(?:is |should be |stays )?(?:still |now )?(?P<how>{_STATES})", "{how}"),
    (r"(?:is |stays )?(?P<how>in the sea)", "{how}"),
    (r"(?:has |with )?intoxication(?: is| of| at)? (?P<drunk>\d)", "intoxication {drunk}"),
    (r"drunk (?P<drunk>\d)", "intoxication {drunk}"),
)
_CHUNK: Final = lazy_re(r"\s*[;\n]\s*")
_PIECE: Final = lazy_re(r"\s*(?:,(?:\s*and\b)?|\band\b|(?<=\d )with\b)\s*", re.IGNORECASE)
_CANONICAL: Final = lazy_re(
    rf"(?:[ ,/]|\d{{1,2}} minutes?|minutes \d{{1,2}}|(?:in )?room \d{{1,2}}|{_STATES}|in the sea"
    r"|(?:intoxication|drunk) \d)+",
    re.IGNORECASE,
)
_LIKE: Final = '"heat 3", "room 5 dry", "hatch 5-6 blocked" or "Ann: 30 minutes, room 4, awake"'


def position_said(text: str, names: Sequence[str]) -> str | Unclear:
    """The changes of the position that a text says, one after the other, as they are read there."""
    said: list[str] = []
    as_written = True
    for chunk in filter(None, _CHUNK.split(text.strip())):
        whole = " ".join(chunk.split()).removesuffix(".")
        if _is_canonical(whole, names):
            said.append(whole)
            continue
        pieces = _pieces(whole, names)
        if isinstance(pieces, Unclear):
            return pieces
        said += pieces
        as_written = False
    return text if as_written else "; ".join(said)


def _is_canonical(chunk: str, names: Sequence[str]) -> bool:
    named = name_at(chunk, 0, names)
    if named is not None:
        return _CANONICAL.fullmatch(chunk[named[1] :].removeprefix(":")) is not None
    return _POINTS_DUE.fullmatch(chunk) is not None or _first(_THINGS, chunk) == chunk.lower()


def _pieces(chunk: str, names: Sequence[str]) -> list[str] | Unclear:
    """What is said between commas and "and"; of a gnome, several things in a row."""
    said: list[str] = []
    of_a_gnome = False
    for piece in filter(None, _PIECE.split(chunk)):
        named = name_at(piece, 0, names)
        if named is not None:
            name, at = named
            words = re.sub(r"^['’]s\b", "", piece[at:]).lstrip(" :")
            part, of_a_gnome = _first(_OF_A_GNOME, words), True
            said += [] if part is None else [f"{name}: {part}"]
        elif of_a_gnome and (part := _first(_OF_A_GNOME, piece)) is not None:
            said[-1] += f", {part}"
        else:
            part, of_a_gnome = _first(_THINGS, piece), False
            said += [] if part is None else [part]
        if part is None:
            return Unclear(f'"{piece}" is no plain change of the position, like {_LIKE}')
    return said


def _first(forms: _Forms, words: str) -> str | None:
    for pattern, said in forms:
        if found := pattern.fullmatch(words):
            parts = {key: value or "" for key, value in found.groupdict().items()}
            return said.format(**{key: value.lower() for key, value in parts.items()})
    return None


WITHDRAW: Final = lazy_re(
    rf"{LEAD}(?P<said>(?:withdraw|revoke|repeal|cancel|retract)\s+)?(?:the |my "
    rf"|your )?(?:ruling|precedent)"
    r"\s+(?:no\.? ?|number |#)?(?P<ruling>\d{1,6})(?![\w-])"
    r"(?(said)|\s+is\s+(?:hereby\s+)?(?:withdrawn|revoked|repealed|cancelled|retracted)\b)",
    re.IGNORECASE,
)
_IT: Final = r"(?:(?:(?:the|this|that|eir) (?:turn|announcement)|it|this|that)(?:\s+|(?=['’]s\b)))?"
_READ_AS: Final = lazy_re(
    rf"{_IT}(?:is\s+)?(?:to be\s+)?reads?(?:\s+(?:it|this|that|the turn))?"
    rf"\s++as\s*+:?\s*+{QUOTED}",
    re.IGNORECASE,
)
_QUOTES: Final = 4  # groups of QUOTED, of which one is what stands in quotes
_READS: Final = lazy_re(rf"{_IT}(?:is\s+)?(?:to be\s+)?reads?\b", re.IGNORECASE)
_VALID: Final = lazy_re(
    rf"{_IT}(?:(?:['’]s|is|was|be)\s+)?(?:valid|taken)"
    rf"|take\s+(?:it|this|the turn)|{_IT}(?:counts|stands)",
    re.IGNORECASE,
)
_VOID: Final = lazy_re(
    rf"{_IT}(?:(?:['’]s|is|was|be|as)\s+)?(?:void|invalid|not valid|without effect|of no effect)"
    rf"|{_IT}(?:does not|doesn['’]t) count",
    re.IGNORECASE,
)
_OPTION: Final = lazy_re(
    r"(?:with\s+)?(?:the\s+)?option\s+(?P<option>[a-z_]{2,40})"
    r"(?:\s*+(?:=|:|\bis\b|\bto\b)|\s)\s*+(?P<value>[a-z0-9_+]{1,40})",
    re.IGNORECASE,
)
_RULES_OPTION: Final = lazy_re(
    r"(?:from now on,?\s+)?(?:(?:the\s+)?option\s+(?P<key>[a-z_]{2,40})\s*(?:=|:|\bis\b|\bto\b)"
    r"|(?P<named>[a-z]{2,40}(?:_[a-z]{1,40})*)\s*=)\s*(?P<value>[a-z0-9_+]{1,40})",
    re.IGNORECASE,
)
_BECAUSE: Final = lazy_re(r"\s*because\b", re.IGNORECASE)
_LONGEST_CHANGES: Final = 2_000  # characters
_NEITHER: Final = "it says neither what is decided otherwise nor why"
_UNQUOTED: Final = 'what it is to be read as wants quotes: read as "I take no action"'


def overrule(found: re.Match[str], said: Said) -> cmd.Overrule | Unclear:
    """`overrule: it is void because REASON`."""
    code, words = take_code(said.first[found.end() :])
    if LIMITED.match(words):
        return behind("overrule", words, said) or Unclear(_NEITHER)
    text = f"{words}\n{said.rest}".strip(POINTS)
    code = code or said.code
    # What stands before "because", and the reason; changes may stand in several lines.
    because = re.search(r"\bbecause\b", text, re.IGNORECASE)
    how, why = text.strip(), ""
    if because is not None:
        how, why = text[: because.start()].strip(POINTS), text[because.start() :]
    quoted = _READ_AS.match(text)
    if quoted is None and not how and not why:
        return Unclear(_NEITHER)
    if quoted is None and _READS.match(how):
        return Unclear(_UNQUOTED)
    for pattern, decided in _OVERRULINGS:
        if matched := quoted if pattern is _READ_AS else pattern.match(how):
            tail = text[matched.end() :]
            reasons = _why_of(tail, "overrule", said)
            if isinstance(reasons, Unclear):
                return reasons
            clause = clause_in(tail)
            return cmd.Overrule(code=code, how=decided(matched), why=reasons, clause=clause)
    if not how:
        return cmd.Overrule(code=code, how=None, why=reason(why, said), clause=clause_in(why))
    if "?" in how or len(how) > _LONGEST_CHANGES:
        return behind("overrule", how, said) or Unclear(_NEITHER)
    changes = position_said(how, said.names)
    if isinstance(changes, Unclear):
        return changes
    how_so = cmd.Changes(changes)
    return cmd.Overrule(code=code, how=how_so, why=reason(why, said), clause=clause_in(why, how))


_TO_REASON: Final = lazy_re(r"^[\s,]*since\b", re.IGNORECASE)
_REASONS: Final = lazy_re(r"\s*,\s*(?!and\b|then\b)[^\W\d_]+ \w|\s+(?:by|under) ruling \d")
"""What can be nothing but a reason, though no "because" leads to it, unless it is in doubt."""
_CLAUSE_ALONE: Final = lazy_re(r"[\s,(\[]*§\s?\d{1,2}[a-m]?[\s,)\]]*", re.IGNORECASE)


def _why_of(tail: str, command: str, said: Said) -> str | Unclear:
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


def withdraw(found: re.Match[str], said: Said) -> cmd.WithdrawRuling | Unclear:
    """`withdraw ruling 3 because REASON`."""
    command, words = f"withdraw ruling {found['ruling']}", said.first[found.end() :]
    if not parted(words)[1] and not _BECAUSE.match(said.rest):
        return around(command, words, said) or cmd.WithdrawRuling(ruling=int(found["ruling"]))
    why = _why_of(f"{words}\n{said.rest}", command, said)
    if isinstance(why, Unclear):
        return why
    return cmd.WithdrawRuling(ruling=int(found["ruling"]), why=why)


def precedent(found: re.Match[str], said: Said) -> cmd.Precedent | cmd.RuleOption | Unclear:
    """`ruling: TEXT`, `I rule that TEXT`, or `ruling: option KEY = VALUE because REASON`."""
    text = f"{said.first[found.end() :]}\n{said.rest}".strip()
    if not text.strip(POINTS):
        return Unclear("it does not say what is ruled")
    if text.endswith("?"):
        return behind("ruling", text, said) or Unclear("")
    if option := _RULES_OPTION.match(text):
        tail = text[option.end() :]
        why = _why_of(tail, "ruling", said)
        if isinstance(why, Unclear):
            return why
        how = cmd.OptionSet((option["key"] or option["named"]).lower(), option["value"].lower())
        return cmd.RuleOption(how, why, clause_in(tail))
    return cmd.Precedent(text, clause_in(text))


_VERB: Final = r"(?:rewind|correct|redo|replay)"
REWIND: Final = lazy_re(
    rf"{LEAD}(?:{_VERB}\b(?:\s+(?:game\s+)?(?P<game>{TAG})\b)?(?:[\s,:]+to)?|play(?=\s+turn))"
    r"(?:(?:[\s,:]+turn)?[\s:#]+(?P<turn>\d{1,6})\b"
    r"|[\s,:]+(?:the|my) (?:very )?(?:last|latest)(?: turn)?\b)"
    rf"(?:\s+(?:of|in)\s+(?:game\s+)?(?P<game2>{TAG})\b)?(?:\s+(?:again|anew)\b)?",
    re.IGNORECASE,
)
_CHOOSES: Final = lazy_re(
    r"chooses?\s+(?:(?P<key>(?:event|opening)\s+\d{1,3}|escape|defence)(?:\s*+:)?\s++)?"
    r"(?P<label>[^\n;,.:\"]{1,80}?)(?:\s+instead)?",
    re.IGNORECASE,
)
_AS_IT_WAS: Final = lazy_re(rf"{_IT}(?:exactly\s+)?as\s+(?:it\s+was|before)", re.IGNORECASE)
_NUMBERED: Final = lazy_re(r"^(?:the )?(?:room|hatch) (?=\d)", re.IGNORECASE)
_ALTERNATIVE: Final = lazy_re(
    r"[\s,;.–—-]*(?:(?:and|then|by|as|with)\s+)?(?:(?:a|the)\s+)?(re-?run|patch|stand)(?![\w=-])",
    re.IGNORECASE,
)
_THEN: Final = (
    r"(?=\s*(?:$|[.,;:()\[\]§!?\n–—]|-\s|(?:because|but|if|unless|when)\b"
    r"|(?:(?:and|then|by|as|with)\s+)?(?:(?:a|the)\s+)?(?:re-?run|patch|stand)(?![\w=-])))"
)
_HOW: Final = (
    'it does not say how: read as "...", void, option KEY = VALUE, choose CANDIDATE or as it was'
)


_WAYS: Final[dict[str, cmd.Alternative]] = {"patch": "patch", "stand": "stand"}


def rewind(found: re.Match[str], said: Said) -> cmd.Rewind | Unclear:
    """`rewind RN1 turn 12: void, rerun, because REASON`."""
    text = f"{said.first[found.end() :]}\n{said.rest}".lstrip(POINTS)
    for pattern, decided in _REWINDINGS:
        # up to where an alternative, a reason or nothing follows
        whole = re.compile(rf"(?P<how>{pattern.pattern}){_THEN}", re.IGNORECASE)
        if matched := whole.match(text):
            how = decided(matched)
            break
    else:
        return Unclear(_UNQUOTED if _READS.match(text) else _HOW)
    tail = text[matched.end("how") :]
    alternative: cmd.Alternative | None = None
    if named := _ALTERNATIVE.match(tail):
        alternative = _WAYS.get(named[1].lower(), "rerun")
        tail = tail[named.end() :]
    why = _why_of(tail, "rewind", said)
    if isinstance(why, Unclear):
        return why
    game = found["game"] or found["game2"]
    return cmd.Rewind(
        game=game.upper() if game else None,
        turn=None if found["turn"] is None else int(found["turn"]),
        how=how,
        alternative=alternative,
        why=why,
        clause=clause_in(tail),
    )


def _read_as(matched: re.Match[str]) -> cmd.ReadAs:
    quoted = [one for one in matched.groups()[-_QUOTES:] if one is not None]
    return cmd.ReadAs(quoted[0])


def _option(matched: re.Match[str]) -> cmd.OptionSet:
    return cmd.OptionSet(matched["option"].lower(), matched["value"].lower())


def _chooses(matched: re.Match[str]) -> cmd.Chooses:
    key = " ".join((matched["key"] or "").lower().split())
    return cmd.Chooses(key, _NUMBERED.sub("", matched["label"].strip()))


_Decides = Callable[[re.Match[str]], cmd.ReadAs | cmd.Void | cmd.OptionSet]
_EITHER: Final[tuple[tuple[re.Pattern[str], _Decides], ...]] = (
    (_READ_AS, _read_as),
    (_VOID, lambda _: cmd.Void()),
    (_OPTION, _option),
)
_OVERRULINGS: Final = (*_EITHER, (_VALID, lambda _: cmd.Valid()))
_REWINDINGS: Final = (*_EITHER, (_AS_IT_WAS, lambda _: cmd.AsItWas()), (_CHOOSES, _chooses))
