"""Words that a letter explains: "tb = toolbox", "A = the hatch to 5"."""

from __future__ import annotations

import re
from typing import Final

from rednov_bot.language.fields import is_field
from rednov_bot.language.sheet import Sheet
from rednov_bot.language.words import kinds

_MEANS: Final = re.compile(
    r"(?P<before>^[ \t>*\-]*|[(\[;,][ ]*)[\"']?(?P<key>[A-Za-z][\w/.]{0,4})[\"']?[ ]*(?:=|:=|"
    r"means|stands for)[ ]*"
    r"[\"']?(?P<said>[A-Za-z][A-Za-z \-]{1,34}?(?:[ ]\d{1,2})?)[\"']?[ ]*(?=[,;)\]\n.]|$)",
    re.MULTILINE,
)
_WORDS: Final = kinds("i in to my we me it is no or so as at by")
_LEFT_OVER: Final = re.compile(r"[(\[][ ,;.]*[)\]]|^[ \t,;.]+$", re.MULTILINE)


def spell_out(sheet: Sheet) -> None:
    """What is explained is put where it is used, and the explanation is left out."""
    found = {
        match["key"]: match
        for match in _MEANS.finditer(sheet.text)
        if not is_field(match["key"]) and _is_used(sheet.text, match)
    }
    if not found:
        return
    spans = sorted(match.span() for match in found.values())
    sheet.put((start, end, _kept(sheet.text[start])) for start, end in spans)
    keys = "|".join(re.escape(key) for key in sorted(found, key=len, reverse=True))
    used = re.compile(rf"(?<![\w/.])(?:{keys})(?P<number>\d{{1,2}}\b)?(?![\w/]|\.\w)")
    sheet.sub(used, lambda match: _told(match, found))
    sheet.sub(_LEFT_OVER, "")


def _is_used(text: str, match: re.Match[str]) -> bool:
    """Whether the word stands anywhere else in the letter, and is short for something."""
    key = match["key"]
    short = len(key) < len(match["said"]) and key.lower() not in _WORDS
    rest = text[: match.start()] + " " + text[match.end() :]
    return short and re.search(rf"(?<![\w/.]){re.escape(key)}(?![a-zA-Z_/])", rest) is not None


def _told(match: re.Match[str], found: dict[str, re.Match[str]]) -> str:
    number = match["number"] or ""
    key = match[0].removesuffix(number)
    return f"{found[key]['said']}{' ' if number else ''}{number}"


def _kept(first: str) -> str:
    """The bracket or the comma before an explanation stays."""
    return first if first in "([;," else ""
