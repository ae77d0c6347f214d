"""Wishes about the contest and its games: start, kill, axes, succession, pot; mails read anew."""

from __future__ import annotations

import re
from typing import Final

from rednov_bot.mail.commands.names import name_at, names_in, only_name, unknown
from rednov_bot.mail.commands.said import LIMITED, POINTS, Said, Unclear, around, behind, below
from rednov_bot.mail.commands.wishes import (
    AddAxis,
    Deputy,
    HandOver,
    IsContest,
    Kill,
    Pot,
    ReadMail,
    RemoveAxis,
    Start,
)
from rednov_bot.mail.polite import LEAD

_GAME: Final = r"(?: (?:a|an|the|another|new|next|game|RN\d{1,6})\b)*"
START: Final = re.compile(
    rf"{LEAD}(?:start|begin)\b{_GAME}(?: (?:with|of|for|between)\b)?[\s:]+", re.IGNORECASE
)
KILL: Final = re.compile(rf"{LEAD}kill(?: the)?(?: idle)?(?: gnome)? ", re.IGNORECASE)
ADD_AXIS: Final = re.compile(rf"{LEAD}add (?:an? |the )?(?:new )?axis[\s:]+", re.IGNORECASE)
REMOVE_AXIS: Final = re.compile(rf"{LEAD}remove (?:the )?axis[\s:]+", re.IGNORECASE)
HAND_OVER: Final = re.compile(
    rf"{LEAD}hand[ -]?(?:(?:it |everything |(?:the )?(?:contest|desk|game) )?over) to ",
    re.IGNORECASE,
)
NO_DEPUTY: Final = re.compile(
    rf"{LEAD}(?:(?:have )?no deputy\b(?: any ?more\b| any longer\b)?"
    r"|(?:my |the )?deputy(?: is|:)? (?:none|nobody|no ?one)\b|remove (?:my |the )?deputy\b)",
    re.IGNORECASE,
)
DEPUTY: Final = re.compile(rf"{LEAD}(?:my |the )?deputy(?: is|:)? ", re.IGNORECASE)
MAKE_DEPUTY: Final = re.compile(
    rf"{LEAD}(?:make|appoint|name) (?P<name>.{{1,60}}?)(?: (?:as|to be))? (?:my |the |a )?deputy\b",
    re.IGNORECASE,
)
IS_CONTEST: Final = re.compile(
    rf"{LEAD}(?:the contract|red november|the contract of red november|it|this)"
    r"(?:(?P<so> is (?:now )?(?:a|again a) contest)"
    r"|(?: is|['’]s) (?:no|not a|not any longer a|no longer a|not any more a) contest"
    r"|(?: isn['’]t| has ceased to be| is not| ceases to be) a contest)"
    r"(?: (?:any ?more|any longer|again|now|at present|currently|at the moment))*\b",
    re.IGNORECASE,
)
POT: Final = re.compile(
    rf"{LEAD}(?:set )?(?:the )?(?:y[ _-]?)?pot(?: of y)?(?: (?:is|to|of|at|are|=)|[:=])*[\s:=]*"
    r"(\d{1,6})(?! ?[\w.,]*\d)(?: y)?(?: points)?(?![\w-])",
    re.IGNORECASE,
)
READ_MAIL: Final = re.compile(
    rf"{LEAD}(?:read (?:the )?)?(?:mail|letter) (?:no\.? |number |#)?(\d{{1,9}})\b", re.IGNORECASE
)
_IDLE: Final = re.compile(
    r"[\s,(]*(?:for (?:being idle|idleness)|who is idle|as idle|idle)?[\s,)(]*(?:§\s?19)?[\s).!]*",
    re.IGNORECASE,
)
_AXIS: Final = re.compile(r"([\"“]?)([^\W_][\w-]{0,39})[\"”]?(?![\w-])")
_OPTION: Final = re.compile(r"(?<!\w)([a-z]\w{0,40})\s?=\s?([\w+]{1,40})", re.IGNORECASE)
_WITH: Final = re.compile(r"\b(?:with|options?)\b", re.IGNORECASE)
_OPTIONS_BEGIN: Final = re.compile(r"(?:[\s,;:.]|\b(?:with|the|and|options?)\b)*", re.IGNORECASE)
_BETWEEN: Final = re.compile(r"[\s,;.]*(?:and\b)?(?:\s*(?:the )?options?\b)?[\s:]*", re.IGNORECASE)
_LONGEST: Final = 2_000  # characters of a list of names and options
_AS: Final = re.compile(r" (?:as|from|by|is)(?: from| by)? ", re.IGNORECASE)
_NOTHING: Final = re.compile(r" (?:announces|says|is) nothing\b", re.IGNORECASE)
_AGAIN: Final = re.compile(r" (?:again|anew|once more)\b", re.IGNORECASE)
_SAYS: Final = re.compile(r"(?:['’]s)?\s*(?::|(?:announces|says)\b:?)\s*", re.IGNORECASE)


def start(found: re.Match[str], said: Said) -> Start | Unclear:
    """`start Ann, Bob and Cid with option wake = at_once`."""
    text = f"{said.first[found.end() :]} {said.rest}".strip()
    if len(text) > _LONGEST or "?" in text:
        return behind("start", text, said) or Unclear("it names nobody")
    options = list(_OPTION.finditer(text))
    listed = text[: options[0].start()] if options else text
    if leads := _WITH.search(listed):
        if not options or not _OPTIONS_BEGIN.fullmatch(listed, leads.start()):
            return Unclear("its options are not said as KEY = VALUE")
        listed = listed[: leads.start()].rstrip(POINTS).removesuffix(" and")
    names = names_in(listed, said.names)
    if isinstance(names, Unclear):
        return names
    if not names:
        return Unclear("it names nobody")
    at = options[0].end() if options else len(text)
    for one in options[1:]:
        if not _BETWEEN.fullmatch(text, at, one.start()):
            return behind("start", text[at : one.start()], said) or Unclear("")
        at = one.end()
    given = tuple([(one[1].lower(), one[2].lower()) for one in options])
    return behind("start", text[at:], said) or Start(names=names, options=given)


def kill(found: re.Match[str], said: Said) -> Kill | Unclear:
    """`kill Ann`: no reason but idleness is one (§19)."""
    named = name_at(said.first, found.end(), said.names)
    if named is None:
        return unknown(said.first, found.end())
    idle = _IDLE.match(said.first, named[1])
    end = named[1] if idle is None else idle.end()
    return around(f"kill {named[0]}", said.first[end:], said) or Kill(named[0])


def add_axis(found: re.Match[str], said: Said) -> AddAxis | Unclear:
    """`add axis Z`."""
    name = _axis("add axis", found, said)
    return name if isinstance(name, Unclear) else AddAxis(name)


def remove_axis(found: re.Match[str], said: Said) -> RemoveAxis | Unclear:
    """`remove axis Z`."""
    name = _axis("remove axis", found, said)
    return name if isinstance(name, Unclear) else RemoveAxis(name)


def _axis(command: str, found: re.Match[str], said: Said) -> str | Unclear:
    named = _AXIS.match(said.first, found.end())
    if named is None:
        return Unclear("it names no axis")
    return around(f"{command} {named[2]}", said.first[named.end() :], said) or named[2]


def hand_over(found: re.Match[str], said: Said) -> HandOver | Unclear:
    """`hand over to Bob`."""
    name = _person("hand over", found.end(), said)
    return name if isinstance(name, Unclear) else HandOver(name)


def deputy(found: re.Match[str], said: Said) -> Deputy | Unclear:
    """`deputy Bob`."""
    name = _person("deputy", found.end(), said)
    return name if isinstance(name, Unclear) else Deputy(name)


def make_deputy(found: re.Match[str], said: Said) -> Deputy | Unclear:
    """`make Bob my deputy`."""
    name = only_name(found["name"], said.names)
    if isinstance(name, Unclear):
        return name
    return around("deputy", said.first[found.end() :], said) or Deputy(name)


def no_deputy(found: re.Match[str], said: Said) -> Deputy | Unclear:
    """`no deputy`."""
    return around("no deputy", said.first[found.end() :], said) or Deputy(None)


def _person(command: str, at: int, said: Said) -> str | Unclear:
    named = name_at(said.first, at, said.names)
    if named is None:
        return unknown(said.first, at)
    return around(f"{command} {named[0]}", said.first[named[1] :], said) or named[0]


def is_contest(found: re.Match[str], said: Said) -> IsContest | Unclear:
    """`the contract is a contest`, or is none any more."""
    words = said.first[found.end() :]
    return around("contest", words, said) or IsContest(found["so"] is not None)


def pot(found: re.Match[str], said: Said) -> Pot | Unclear:
    """`pot 10`."""
    return around(f"pot {found[1]}", said.first[found.end() :], said) or Pot(int(found[1]))


def read_mail(found: re.Match[str], said: Said) -> ReadMail | Unclear:
    """`read mail 123 as Ann: I open 5-6.`, `mail 123 announces nothing`, `read mail 123 again`."""
    mail, at, line = int(found[1]), found.end(), said.first
    what = f"mail {mail}"
    if nothing := _NOTHING.match(line, at):
        return around(what, line[nothing.end() :], said) or ReadMail(mail=mail, text="")
    name = None
    if by := _AS.match(line, at):
        named = name_at(line, by.end(), said.names)
        if named is None:
            return unknown(line, by.end())
        name, at = named
    if says := _SAYS.match(line, at):
        text = f"{line[says.end() :]}\n{said.rest}".strip()
        return ReadMail(mail=mail, name=name, text=text) if text.strip(POINTS) else _no_text()
    if LIMITED.match(line, at):
        return behind(what, line[at:], said) or _no_text()
    again = _AGAIN.match(line, at)
    if name is None and again is None and not re.match(rf"{LEAD}read", line, re.IGNORECASE):
        return Unclear("it does not say how to read that mail")
    at = at if again is None else again.end()
    at += 2 if line[at : at + 2] in ("'s", "’s") else 0
    return behind(what, line[at:], said) or below(what, said) or ReadMail(mail=mail, name=name)


def _no_text() -> Unclear:
    return Unclear("it does not say what that mail announces")
