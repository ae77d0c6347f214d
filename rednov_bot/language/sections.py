"""Letters in sections, each under its heading: those of other matters are comments."""

from __future__ import annotations

import re
from typing import Final

from rednov_bot.language.sheet import Sheet

_HEADING: Final = re.compile(
    r"^[ \t]*(?:\[(?P<a>[^\[\]\n]{2,40})\]|(?P<s>[=*#~_\-<>]{1,6})[ "
    r"]*(?P<b>[^\W\d_][^\n=*#~_<>]{1,40}?)[ ]*(?P=s)"
    r"|(?:[IVX]{1,4}|\d{1,2}|[A-H])[.)][ ]*(?P<c>[A-Z][\w' ]{2,36})[.:])[ \t]*(?P<rest>[^\n]*)$",
    re.MULTILINE,
)
_OURS: Final = re.compile(
    r"red november|\bturn\b|\brn\b|gnome|submarine|bfgs|hand limit|discard|contestmaster|return|"
    r"gift",
    re.I,
)
_GAME: Final = re.compile(
    r"\b(?:hatch(?:es)?|rooms?|toolbox|manual|crowbar|grogs?|coffee|aqualung|extinguisher|pumps?|"
    r"pumping|"
    r"charm|deactivation|diving|engine|reactor|missiles?|kraken|oxygen|discard\w*|minutes?|fire|"
    r"items?|"
    r"red november|my turn)\b",
    re.IGNORECASE,
)


def set_aside(sheet: Sheet) -> None:
    """Where one heading is the game's, sections that hold none of its words are comments."""
    heads = list(_HEADING.finditer(sheet.text))
    if len(heads) < len("ab"):
        return
    ours = [bool(_OURS.search(head["a"] or head["b"] or head["c"] or "")) for head in heads]
    if not any(ours) or all(ours):
        return
    ends = [head.start() for head in heads[1:]] + [len(sheet.text)]
    changes: list[tuple[int, int, str]] = []
    for head, own, end in zip(heads, ours, ends, strict=True):
        said = sheet.text[head.start() : end]
        if own or _GAME.search(said) or "[" in (said if head["c"] or head["b"] else said[1:]):
            continue
        name = head["a"] or head["b"] or head["c"] or ""
        rest = " ".join(said[head.end() - head.start() - len(head["rest"]) :].split())
        changes.append((head.start(), end, f"[{name}: {rest}]\n\n"))
    sheet.put(changes)
