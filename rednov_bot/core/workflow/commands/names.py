"""Names of people in a command, as spelled in [people]."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from rednov_bot.core.workflow.commands.polite import is_polite
from rednov_bot.core.workflow.commands.said import Unclear

_BETWEEN: Final = re.compile(r"[\s,;&+]*(?:\band\b[\s,]*)?", re.IGNORECASE)
_WORD: Final = re.compile(r"[^\s,;&+]{1,60}")


def name_at(text: str, at: int, names: Sequence[str]) -> tuple[str, int] | None:
    """The name that stands there, and where it ends; in any case unless two differ by it alone."""
    here = text[at : at + 1 + max(map(len, names), default=0)]
    for fits in (str.startswith, _starts_with):
        found = [
            name
            for name in sorted(names, key=len, reverse=True)
            if fits(here, name) and not _goes_on(here, len(name))
        ]
        if found:
            longest = [name for name in found if len(name) == len(found[0])]
            return (longest[0], at + len(longest[0])) if len(longest) == 1 else None
    return None


def _starts_with(text: str, name: str) -> bool:
    return text[: len(name)].lower() == name.lower()


def _goes_on(text: str, at: int) -> bool:
    return at < len(text) and (text[at].isalnum() or text[at] == "_")


def names_in(text: str, names: Sequence[str]) -> tuple[str, ...] | Unclear:
    """The names of a list, "Ann, Bob and Cid", in its order; each once."""
    found: list[str] = []
    lead = _BETWEEN.match(text)
    at = 0 if lead is None else lead.end()
    while at < len(text):
        here = name_at(text, at, names)
        if here is None:
            if found and is_polite(text[at:], None):
                break
            return unknown(text, at)
        if here[0] in found:
            return Unclear(f"it names {here[0]} twice")
        found.append(here[0])
        between = _BETWEEN.match(text, here[1])
        at = here[1] if between is None else between.end()
    return tuple(found)


def only_name(text: str, names: Sequence[str]) -> str | Unclear:
    """The one name that a text is."""
    found = names_in(text, names)
    if isinstance(found, Unclear):
        return found
    if len(found) != 1:
        return Unclear("it names nobody" if not found else "it names more than one")
    return found[0]


def unknown(text: str, at: int) -> Unclear:
    """Somebody is named who is not on the roster."""
    word = _WORD.match(text, at)
    said = word[0].strip(".:!?\"'()") if word else ""
    return Unclear(f'"{said}" is nobody on the roster' if said else "it names nobody")
