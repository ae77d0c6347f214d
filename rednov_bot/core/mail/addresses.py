"""The mailboxes in From, Reply-To, Cc and To: strictly, or not at all.

An address that is not written as RFC 5322 wants it is no address.  A lenient reader would take
`pewterby@sub.example)(<evil@x.example>` for one person and the list for another.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from rednov_bot.core.mail.roster import folded

MOST_CHARACTERS = 32 * 1024
_ADDRESS = re.compile(
    r"[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*"
    r"@[^\W_](?:[\w-]*[^\W_])?(?:\.[^\W_](?:[\w-]*[^\W_])?)*"
)
# An open quotation reaches to the end, so that every pattern here is done in one pass.
_QUOTED = r'"(?:[^"\\]|\\.)*(?:"|\\?\Z)'
_TOKEN = re.compile(_QUOTED + r'|<[^<>"]*>|[,;:]|[^"<>,;:]+|.', re.DOTALL)
PAIR = re.compile(r"\\(.)", re.DOTALL)
_QUOTED_OR_COMMENT = re.compile(_QUOTED + r"|\(", re.DOTALL)
_PAREN = re.compile(r"\\.|[()]", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Mailbox:
    """One mailbox of a field: the name as written, and the address where it is sound."""

    name: str
    address: str | None  # folded, its domain in A-labels; None where the strict check fails


@lru_cache(maxsize=256)  # a list's own address stands in every mail of its
def mailboxes(value: str) -> tuple[Mailbox, ...]:
    """Every mailbox of an address field, groups opened up; none where it is absurdly long."""
    if not value or len(value) > MOST_CHARACTERS:
        return ()
    if "(" in value:
        value = _without_comments(value)
    found: list[Mailbox] = []
    item: list[str] = []
    for token in _TOKEN.findall(value):
        if token == "," or token == ";":
            found.extend(_mailbox(item))
            item = []
        elif token == ":":
            item = []  # what stood before was the name of a group
        else:
            item.append(token)
    found.extend(_mailbox(item))
    return tuple(found)


def boxes_in(values: Iterable[str]) -> list[Mailbox]:
    """Every mailbox of the fields, in order."""
    return [box for value in values for box in mailboxes(value)]


def addresses(values: Iterable[str]) -> tuple[str, ...]:
    """Every sound address of the fields, each once, in order."""
    found = [box.address for box in boxes_in(values) if box.address is not None]
    return tuple(dict.fromkeys(found))


def is_address(text: str) -> bool:
    """The text is one plain ASCII address, fit for a header and for the envelope."""
    return text.isascii() and len(text) <= 254 and _ADDRESS.fullmatch(text) is not None


def _mailbox(item: list[str]) -> tuple[Mailbox, ...]:
    """The mailbox between two commas, or none where there is nothing."""
    item = [token for token in item if not token.isspace()]
    if not item:
        return ()
    angles = [token for token in item if token.startswith("<") and len(token) > 1]
    if not angles:
        text = "".join(item)
        # Without an @ it is a piece of somebody's name, cut off by a comma that wanted quotes.
        return (Mailbox("", _strict(text)),) if "@" in text else ()
    name = " ".join(_unquoted(token) for token in item if token is not angles[0])
    sound = len(angles) == 1 and item[-1] is angles[0] and "<" not in item and ">" not in item
    return (Mailbox(name, _strict(angles[0][1:-1]) if sound else None),)


def _strict(text: str) -> str | None:
    text = folded(text)
    return text if len(text) <= 254 and _ADDRESS.fullmatch(text) else None


def _unquoted(token: str) -> str:
    if len(token) > 1 and token[0] == token[-1] == '"':
        token = PAIR.sub(r"\1", token[1:-1])
    return token.strip()


def _without_comments(value: str) -> str:
    """The field without its (comments (nested ones too)); an open one reaches to the end."""
    kept: list[str] = []
    at = 0
    while match := _QUOTED_OR_COMMENT.search(value, at):
        if match[0] != "(":
            kept.append(value[at : match.end()])
            at = match.end()
            continue
        kept.append(value[at : match.start()] + " ")
        end = end_of_comment(value, match.end())
        at = len(value) if end < 0 else end
    kept.append(value[at:])
    return "".join(kept)


def end_of_comment(value: str, start: int) -> int:
    """Behind the bracket that closes a comment from *start* on, which may hold others; or -1."""
    depth = 1
    for paren in _PAREN.finditer(value, start):
        depth += {"(": 1, ")": -1}.get(paren[0], 0)
        if depth == 0:
            return paren.end()
    return -1
