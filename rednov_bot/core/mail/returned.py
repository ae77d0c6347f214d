"""A mail of the bot's comes back from a list: whether it still says what was sent.

Lists put tags into subjects, footers below texts and text into other encodings: none of that is a
difference.  Nothing here knows whether the mail really came from the list.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Final, Literal

from rednov_bot.core.mail import html, parts, plain
from rednov_bot.core.mail.headers import Head, message_ids, split
from rednov_bot.core.mail.message import Opened
from rednov_bot.core.mail.stamps import stamp

Part = Literal["subject", "text", "thread"]
"""Of a mail: its subject, its words, which mail it answers."""

_TAGS: Final = re.compile(
    r"(?:\s*(?:(?:re|aw|sv|vs|antw|fwd?|wg)\s*:|[A-Z]{2,4}:|\[[^\[\]]{1,60}\]))*\s*", re.IGNORECASE
)
_LONGEST_ADDITION: Final = 1_000  # characters that a list adds above a text or below it
_OF_A_LIST: Final = re.compile(
    r"https?://|mailto:|@|mailing[ -]list|unsubscribe|subscri|archive|list ?info", re.IGNORECASE
)
_RULER: Final = re.compile(r"(?:[_=~*-]{2,}|-- )")
_FROM: Final = re.compile(r"^>+(?=From )")
_LONGEST_QUOTE: Final = 200  # characters of what differs


@dataclass(frozen=True, slots=True)
class Difference:
    """Where a mail that came back differs first, in one of its parts."""

    part: Part
    sent: str = field(repr=False)  # one line; "" where nothing was sent there
    came: str = field(repr=False)


def differences(sent: bytes, came: Opened) -> tuple[Difference, ...]:
    """In which parts a mail that came back says other things than the one that was sent."""
    head, below = split(sent.replace(b"\r\n", b"\n"))
    return (
        *_subjects(head, came.head),
        *_texts(_lines(head, below), _lines(came.head, came.below)),
        *_threads(head, came.head),
    )


def is_dated_alike(sent: bytes, came: Opened) -> bool:
    """Whether both bear the same Date: no list changes that."""
    head, _ = split(sent.replace(b"\r\n", b"\n"))
    date = stamp(head.get("date"))
    return date is not None and date == came.message.stamps.date


def _subjects(sent: Head, came: Head) -> Iterator[Difference]:
    ours, theirs = sent.text("subject"), came.text("subject")
    if _untagged(ours) != _untagged(theirs):
        yield Difference("subject", ours[:_LONGEST_QUOTE], theirs[:_LONGEST_QUOTE])


def _untagged(subject: str) -> str:
    """A subject without what lists and answers put before it."""
    lead = _TAGS.match(subject)
    return " ".join(subject[lead.end() if lead else 0 :].split())


def _threads(sent: Head, came: Head) -> Iterator[Difference]:
    ours = next(iter(message_ids(sent.get("in-reply-to"))), None)
    theirs = next(iter(message_ids(came.get("in-reply-to"))), None)
    kept = ours is not None and ours in message_ids(came.get("references"))
    if ours != theirs and not (theirs is None and kept):
        yield Difference("thread", (ours or "")[:_LONGEST_QUOTE], (theirs or "")[:_LONGEST_QUOTE])


def _texts(sent: list[str], came: list[str]) -> Iterator[Difference]:
    """Only the words count: a text may be laid out otherwise, and stand between a list's own."""
    ours, theirs = _words(sent), _words(came)
    at = f" {theirs} ".find(f" {ours} ")
    if at >= 0 and _is_lists(theirs[:at]) and _is_lists(theirs[at + len(ours) :]):
        return
    for ours, theirs in zip_longest(_said(sent), _said(came), fillvalue=""):
        if ours != theirs:
            yield Difference("text", ours[:_LONGEST_QUOTE], theirs[:_LONGEST_QUOTE])
            return
    yield Difference("text", "", theirs[:_LONGEST_QUOTE])


def _is_lists(added: str) -> bool:
    """Whether words beside a text are such as a list puts there."""
    words = added.strip()
    if not words:
        return True
    marked = _RULER.match(words) is not None or _OF_A_LIST.search(words) is not None
    return marked and len(words) <= _LONGEST_ADDITION


def _words(lines: list[str]) -> str:
    return " ".join(" ".join(lines).split())


def _said(lines: list[str]) -> list[str]:
    """The lines with words on them, blanks in one."""
    return [words for line in lines if (words := " ".join(line.split()))]


def _lines(head: Head, below: bytes) -> list[str]:
    """What a reader sees of a mail, line by line."""
    found: list[str] = []
    for text in parts.read(head, below).texts:
        if text.kind == "plain":
            found += plain.lines(text).texts
        elif page := html.read(text.text):
            found += page.lines
    return [_FROM.sub("", line) for line in found]
