"""Style sheets of a page: what they hide for certain, and what perhaps (CFJ 3572)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

LONGEST_SHEET = 16_000
"""Of all style sheets of a page; what is longer is not read, and hides perhaps everything."""

ALL = "*"
"""By which a style sheet may name every element."""

_SELECTOR = re.compile(r"[a-z][a-z0-9]*|(?:[a-z][a-z0-9]*)?[.#][\w-]+")
_LAST = re.compile(r"[^\s>+~]+$")
_ASIDE = re.compile(r"\[[^\[\]]{0,200}\]?|:[^.#\[]{1,200}")
_NAME = re.compile(r"[.#][\w-]+")
_TAG = re.compile(r"[a-z][a-z0-9]*")
_FLAT = ("@font-face", "@page", "@list", "@namespace")
_SHOWS = re.compile(r"display\s*:|visibility\s*:|font-size\s*:|opacity\s*:|color\s*:")


@dataclass(frozen=True, slots=True)
class Hidden:
    """The tags, classes and names (`p`, `.note`, `#note`) that are hidden, surely or perhaps."""

    surely: frozenset[str] = frozenset()
    perhaps: frozenset[str] = frozenset()


NOTHING = Hidden()


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule of a style sheet: its selectors, its style, and whether it holds but sometimes."""

    selectors: tuple[str, ...]
    style: str
    sometimes: bool


def rules(text: str) -> Iterator[Rule]:
    """The rules of a style sheet in lower case, in one pass."""
    text = _without_comments(text)
    at = 0
    inside: list[bool] = []  # whether each block around is for printers alone
    while (opened := text.find("{", at)) >= 0:
        closed = text.find("}", at, opened)
        if closed >= 0:
            del inside[-1:]
            at = closed + 1
            continue
        head = text[at:opened].rpartition(";")[2].strip()
        at = opened + 1
        if head.startswith("@") and not head.startswith(_FLAT):
            inside.append(head == "@media print")
            continue
        end = text.find("}", at)
        end = len(text) if end < 0 else end
        if not head.startswith("@") and not any(inside):
            selectors = tuple(one.strip() for one in head.split(","))
            yield Rule(selectors, text[at:end], sometimes=bool(inside))
        at = end + 1


def is_simple(selector: str) -> bool:
    """It names elements by tag, class or name alone."""
    return _SELECTOR.fullmatch(selector) is not None


def last_of(selector: str) -> str:
    """A simple selector that every element has that the given one may choose."""
    match = _LAST.search(selector)
    if match is None or "\\" in selector:
        return ALL
    last = _ASIDE.sub("", match[0])
    if name := _NAME.search(last):
        return name[0]
    tag = _TAG.match(last)
    return tag[0] if tag else ALL


def shows(style: str) -> bool:
    """It may show again what another rule has hidden."""
    return _SHOWS.search(style) is not None


def _without_comments(text: str) -> str:
    first, *rest = text.replace("<!--", " ").replace("-->", " ").split("/*")
    return first + "".join(" " + one.partition("*/")[2] for one in rest)
