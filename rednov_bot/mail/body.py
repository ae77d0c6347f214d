"""The sender's own live text: decoded, without quotes, attributions, signatures, footers."""

from __future__ import annotations

from dataclasses import dataclass

from rednov_bot.mail import html, parts, plain
from rednov_bot.mail.headers import Head
from rednov_bot.mail.places import Places
from rednov_bot.mail.quotes import Author, own_lines, words_of

MOST_LINES = 20_000


@dataclass(frozen=True, slots=True)
class Body:
    """What a sender wrote, and why some of it may be missing."""

    text: str
    fault: str  # "" where everything could be read
    places: Places


def read(head: Head, octets: bytes, author: Author) -> Body:
    """The live text of a mail, from its head and the bytes below it."""
    seen = parts.read(head, octets)
    fault = seen.fault
    lines: list[str] = []
    firsts: list[int] = []
    for part in seen.texts:
        if part.kind == "plain":
            found: list[str] | None = plain.lines(
                part.text, flowed=part.flowed, delsp=part.delsp
            ).texts
        else:
            found = html.lines(part.text)
        if found is None:
            fault = fault or "HTML that no mail program writes"
            found = []
        if lines and found:
            lines.append("")
        firsts.append(len(lines))
        lines += found
    if len(lines) > MOST_LINES:
        fault = fault or "more lines than are read"
        lines = lines[:MOST_LINES]
    live = own_lines(lines, author)
    words = words_of(live, lines)
    return Body("\n".join(words), fault, Places(seen.texts, firsts, live, words))
