"""Hold and release a draft; pause and resume the reminders; wait for somebody no longer."""

from __future__ import annotations

import re
from typing import Final

from rednov_bot.core.commands.answers import Hold, Release
from rednov_bot.core.commands.codes import take_code
from rednov_bot.core.commands.moments import MOMENT
from rednov_bot.core.commands.names import name_at, only_name, unknown
from rednov_bot.core.commands.polite import LEAD, is_polite
from rednov_bot.core.commands.said import Said, Unclear, around, parted, reason
from rednov_bot.core.commands.wishes import GoOn, Pause, Resume, Told

HOLD: Final = re.compile(
    rf"{LEAD}(?:put (?:it|this|the draft|this draft) on )?hold\b(?! (?:on|up|your)\b)",
    re.IGNORECASE,
)
RELEASE: Final = re.compile(
    rf"{LEAD}(?:release|unhold|(?:no longer|no more|stop) hold(?:ing)?)\b", re.IGNORECASE
)
PAUSE: Final = re.compile(
    rf"{LEAD}(?:pause\b(?: all\b)?(?: (?:the|my|your)\b)?(?: remind(?:ers|ing)\b(?: me\b)?)?"
    r"|(?:no|stop)(?: more)?(?: (?:the|my|your))? remind(?:ers|ing)\b(?: me\b)?(?: any ?more\b)?)",
    re.IGNORECASE,
)
RESUME: Final = re.compile(
    rf"{LEAD}(?:resume\b(?: (?:the|my|your)\b)?(?: remind(?:ers|ing)\b)?(?: me\b)?"
    r"|remind me again\b)",
    re.IGNORECASE,
)
GO_ON: Final = re.compile(
    rf"{LEAD}go on (?:now )?without(?: waiting for)?"
    r"(?: (?:a|the) (?:word|answer|notices?)(?: of| from| to| for))? ",
    re.IGNORECASE,
)
TOLD: Final = re.compile(
    rf"{LEAD}(?:i(?:['’]ve| have)? )?(?:already |now )?told (?!me\b|you\b|us\b|them\b)",
    re.IGNORECASE,
)
KNOWS: Final = re.compile(
    rf"{LEAD}(?P<name>[^\W_][\w. -]{{0,60}}?) (?:already |now )?(?:knows|(?:was|has been) told)\b",
    re.IGNORECASE,
)
_WHAT: Final = re.compile(
    r"\s+(?:it(?: all)?|so|that|everything|all|eir (?:items?|notices?|hand)"
    r"|what e (?:drew|holds|has))\b",
    re.IGNORECASE,
)
_BY: Final = re.compile(
    r"\s+(?:(?:by|over|on|via|in|through) (?:the |an? |another )?[\w-]{1,20}|myself|already|now)\b",
    re.IGNORECASE,
)
_IT: Final = re.compile(r"\s+(?:this one|this draft|the draft|it|this)\b", re.IGNORECASE)
_HELD: Final = re.compile(
    r"\s+(?:it|this|the hold|this draft|the draft|from hold|this one)\b(?: now\b)?|\s+now\b",
    re.IGNORECASE,
)
_NEED: Final = re.compile(
    r",\s*(?=(?:i|we)(?:['’]m| need| want| must| have to| am)\b)", re.IGNORECASE
)
_WHEN: Final = re.compile(r"[\s,:]*(?=(?:until|till?|for)\b)", re.IGNORECASE)
_WHEN_SAID: Final = 'until when is not plain ("until 3 December", "for 2 days")'


def hold(found: re.Match[str], said: Said) -> Hold | Unclear:
    """`hold until Friday because Ann is asked`, or less of it."""
    code, words = _coded(_IT, said.first[found.end() :])
    when, words, unclear = _until(words)
    if unclear is not None:
        return unclear
    plain, why = parted(f"{_NEED.sub(' because ', words, count=1)}\n{said.rest}")
    if not is_polite(plain, said.sender):
        return around("hold", words, said) or Unclear("")
    return Hold(code=code or said.code, until=when, why=reason(why, said))


def release(found: re.Match[str], said: Said) -> Release | Unclear:
    """`release`, with nothing but polite words."""
    code, words = _coded(_HELD, said.first[found.end() :])
    return around("release", words, said) or Release(code=code or said.code)


def pause(found: re.Match[str], said: Said) -> Pause | Unclear:
    """`pause reminders until Friday`, or less of it."""
    when, words, unclear = _until(said.first[found.end() :])
    return unclear or around("pause", words, said) or Pause(until=when)


def resume(found: re.Match[str], said: Said) -> Resume | Unclear:
    """`resume reminders`."""
    return around("resume", said.first[found.end() :], said) or Resume()


def _coded(object_: re.Pattern[str], words: str) -> tuple[str | None, str]:
    """The code behind a command and the word for what it is done to, in either order."""
    named = object_.match(words)
    code, words = take_code(words[named.end() :] if named else words)
    if named is None and (named := object_.match(words)):
        words = words[named.end() :]
    return code, words


def _until(words: str) -> tuple[str, str, Unclear | None]:
    """Until when, as written, and the words behind it."""
    begins = _WHEN.match(words)
    if begins is None:
        return "", words, None
    found = MOMENT.match(words, begins.end())
    if found is None:
        return "", words, Unclear(_WHEN_SAID)
    return found[0], words[found.end() :], None


def go_on(found: re.Match[str], said: Said) -> GoOn | Unclear:
    """`go on without Ann`: neither eir notice nor eir word is waited for."""
    named = name_at(said.first, found.end(), said.names)
    if named is None:
        return unknown(said.first, found.end())
    name, end = named
    return around(f"go on without {name}", said.first[end:], said) or GoOn(name)


def told(found: re.Match[str], said: Said) -> Told | Unclear:
    """`told Ann`: e knows what eir notices say."""
    named = name_at(said.first, found.end(), said.names)
    if named is None:
        return unknown(said.first, found.end())
    return _told(*named, said)


def knows(found: re.Match[str], said: Said) -> Told | Unclear:
    """`Ann knows eir items`."""
    name = only_name(found["name"], said.names)
    return name if isinstance(name, Unclear) else _told(name, found.end(), said)


def _told(name: str, at: int, said: Said) -> Told | Unclear:
    for more in (_WHAT, _BY):
        more_said = more.match(said.first, at)
        at = at if more_said is None else more_said.end()
    return around(f"told {name}", said.first[at:], said) or Told(name)
