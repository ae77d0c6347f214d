"""The sender's own live text: decoded, without quotes, attributions, signatures, footers."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from rednov_bot.core.mail import html, parts, plain
from rednov_bot.core.mail.attributions import is_terse
from rednov_bot.core.mail.headers import Head
from rednov_bot.core.mail.places import Places
from rednov_bot.core.mail.quoted_authors import Author
from rednov_bot.core.mail.quotes import is_quoted, own_lines, words_of
from rednov_bot.papers import Doubt

MOST_LINES = 3_000
DOUBTS: Final[tuple[Doubt, Doubt]] = ("", "hidden")  # where none of it may be hidden, or some

_WORD = re.compile(r"[^\W_]+|\?")
_SHOWN_OTHERWISE = re.compile(
    r"[<\[](?:https?://[\w-]{1,63}\.[^\s<>\[\]]{1,2000}"
    r"|mailto:[^\s<>\[\]@]{1,64}@[^\s<>\[\]@]{1,255}"
    r"|cid:[^\s<>\[\]]{1,255}|image: ?[^\s<>\[\]]{1,80}\.(?:png|jpe?g|gif|bmp|webp|svg|heic))[>\]]"
)
"""What plain text has for a picture or for where a link leads: one address, and no words."""


@dataclass(frozen=True, slots=True)
class Body:
    """What a sender wrote, and why some of it may be missing."""

    text: str
    fault: str  # "" where everything could be read
    places: Places
    other: str  # what the other alternative says, where its words are others
    doubt: Doubt = ""


@dataclass(slots=True)
class _Sheet:
    """The lines of some parts one below the other, and where each part begins."""

    lines: list[str]
    firsts: list[int]
    fault: str
    doubtful: bool = False  # some of it may be hidden from readers


def read(head: Head, octets: bytes, author: Author) -> Body:
    """The live text of a mail, from its head and the bytes below it."""
    seen = parts.read(head, octets)
    sheet = _sheet(seen.texts)
    live = own_lines(sheet.lines, author)
    words = words_of(live, sheet.lines)
    text = "\n".join(words)
    fault = seen.fault or sheet.fault
    other, doubt = "", DOUBTS[sheet.doubtful]
    if seen.others and not fault:
        aside = _sheet(seen.others)
        fault = aside.fault
        other = "\n".join(words_of(own_lines(aside.lines, author), aside.lines))
        if _says(other) != _says(text):
            doubt = "alternatives disagree"
        else:
            other, doubt = "", DOUBTS[aside.doubtful]
    if not text and not other and _is_open(sheet.lines):
        fault = fault or "nothing but words below what may be an attribution"
    return Body(text, fault, Places(seen.texts, sheet.firsts, live, words), other, doubt)


def _sheet(texts: Iterable[parts.Text]) -> _Sheet:
    sheet = _Sheet([], [], "")
    for part in texts:
        if part.kind == "plain":
            found = plain.lines(part.text, flowed=part.flowed, delsp=part.delsp).texts
        else:
            page = html.read(part.text)
            if page is None:
                sheet.fault = "HTML that no mail program writes"
            found = page.lines if page else []
            sheet.doubtful |= page is not None and page.doubtful
        if sheet.lines and found:
            sheet.lines.append("")
        sheet.firsts.append(len(sheet.lines))
        sheet.lines += found
    if len(sheet.lines) > MOST_LINES:
        sheet.fault = sheet.fault or "more lines than are read"
        del sheet.lines[MOST_LINES:]
    return sheet


def _is_open(lines: list[str]) -> bool:
    """Unmarked words stand below a line that names somebody and says no more."""
    found = [line for line in lines if line.strip()]
    return any(
        is_terse(line) and not is_quoted(line) and not is_quoted(below)
        for line, below in pairwise(found)
    )


def _says(text: str) -> list[str]:
    """The words of a text, however they are laid out."""
    return _WORD.findall(_SHOWN_OTHERWISE.sub(" ", text.casefold().replace("*", "")))
