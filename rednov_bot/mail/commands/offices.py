"""Who is contestmaster, and who decides where e plays: `hand over to Bob`, `Bob is my deputy`."""

from __future__ import annotations

import re
from typing import Final

from rednov_bot.mail.commands.names import name_at, only_name, unknown
from rednov_bot.mail.commands.said import Said, Unclear, around
from rednov_bot.mail.commands.wishes import Deputy, HandOver
from rednov_bot.mail.polite import LEAD
from rednov_bot.mail.roster import folded

_OFFICE: Final = (
    r"(?:it |everything |(?:the |my )?(?:contest|desk|game|office(?: of contestmaster)?"
    r"|contestmastership|contestmaster['’]s office) )?"
)
HAND_OVER: Final = re.compile(
    rf"{LEAD}(?:hand[ -]?{_OFFICE}over {_OFFICE}to |resign (?:{_OFFICE})?in favou?r of )",
    re.IGNORECASE,
)
_WHO: Final = r"(?P<name>[^\W_][\w@. -]{0,60}?)"
IS_MASTER: Final = re.compile(
    rf"{LEAD}(?:(?:make|appoint|name) {_WHO}(?: as| to be)?"
    r"|(?P<name2>[^\W_][\w@. -]{0,60}?) (?:is|shall be|will be|becomes|takes over as)(?: now"
    r"| from now on)?)"
    r"(?: the| my)?(?: new| next)? contestmaster\b(?: now| from now on)?",
    re.IGNORECASE,
)
IS_DEPUTY: Final = re.compile(
    rf"{LEAD}{_WHO} (?:(?P<ends>is|shall be) (?:no longer|not any more|no more)"
    r"|(?:is|shall be|will be)(?: now| from now on)?) my(?: new)? deputy\b(?: now| any ?more"
    r"| from now on)?",
    re.IGNORECASE,
)
NO_DEPUTY: Final = re.compile(
    rf"{LEAD}(?:(?:have )?no deputy\b(?: any ?more\b| any longer\b)?"
    r"|(?:my |the )?deputy(?: is|:)? (?:none|nobody|no ?one)\b|remove (?:my |the )?deputy\b)",
    re.IGNORECASE,
)
DEPUTY: Final = re.compile(
    rf"{LEAD}(?:my |the )?deputy(?: is| shall be|:)?(?: now)? ", re.IGNORECASE
)
MAKE_DEPUTY: Final = re.compile(
    rf"{LEAD}(?:make|appoint|name) (?P<name>.{{1,60}}?)(?: (?:as|to be))?(?: my| the| a)? deputy\b",
    re.IGNORECASE,
)
_ADDRESS: Final = re.compile(r"<?([^\s<>@]{1,64}@[\w.-]{1,200}\w)>?")


def hand_over(found: re.Match[str], said: Said) -> HandOver | Unclear:
    """`hand over to Bob`."""
    name = _person("hand over", found.end(), said)
    return name if isinstance(name, Unclear) else HandOver(name)


def is_master(found: re.Match[str], said: Said) -> HandOver | Unclear:
    """`Bob is the new contestmaster`."""
    name = _one(found["name"] or found["name2"], said)
    if isinstance(name, Unclear):
        return name
    return around(f"hand over to {name}", said.first[found.end() :], said) or HandOver(name)


def is_deputy(found: re.Match[str], said: Said) -> Deputy | Unclear:
    """`Bob is my deputy`, or is no longer."""
    name = _one(found["name"], said)
    if isinstance(name, Unclear):
        return name
    named = None if found["ends"] else name
    return around("deputy", said.first[found.end() :], said) or Deputy(named)


def _one(words: str, said: Said) -> str | Unclear:
    return said.addresses.get(folded(words)) or only_name(words, said.names)


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
    named = _addressed(at, said) or name_at(said.first, at, said.names)
    if named is None:
        return unknown(said.first, at)
    return around(f"{command} {named[0]}", said.first[named[1] :], said) or named[0]


def _addressed(at: int, said: Said) -> tuple[str, int] | None:
    """Whose address stands there, and where it ends."""
    found = _ADDRESS.match(said.first, at)
    name = None if found is None else said.addresses.get(folded(found[1]))
    return None if found is None or name is None else (name, found.end())
