"""Which fields of a mail a signature vouches for, and whether they are those that are read.

A signature names the fields that it covers, of each name the last (RFC 6376, 5.4.2).  Another one
put above it, or one that it does not name, need not be by whoever has signed (8.15).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from rednov_bot.core.mail.headers import MOST_OCTETS_OF_HEAD, Head
from rednov_bot.core.mail.roster import folded

READ_ONCE: Final = (
    *("from", "reply-to", "to", "cc", "date", "subject", "message-id"),
    *("in-reply-to", "references", "content-type", "content-transfer-encoding"),
)
"""Fields that say who wrote a mail, when, to whom and what; a mail has each once at most.

RFC 5322, 3.6, and RFC 2045.  Of others a second one does no harm: every Sender and every mark of a
list is looked at, and where two lists name themselves nothing counts.
"""

_END_OF_HEAD = re.compile(rb"\n\r?\n")
_LONE_RETURN = re.compile(rb"\r(?!\n)")
_BLANKS = re.compile(rb"\s+")
_RUN_OF_BLANKS = re.compile(rb"[ \t]+")
_BLANKS_AT_ENDS = re.compile(rb" (?=\n|\Z)")


def ambiguity(octets: bytes, head: Head) -> str:
    """Why a mail's head may be another to whoever has signed or checked it; "" where it is one."""
    end = _END_OF_HEAD.search(octets)
    raw = octets if end is None else octets[: end.start() + 1]
    if _LONE_RETURN.search(raw):
        return "its head has line ends that are none to others"
    if len(raw) > MOST_OCTETS_OF_HEAD:
        return "its head is longer than is read"
    twice = [name for name in READ_ONCE if _says_two_things(head.all(name))]
    if twice:
        named = ", ".join(name.title().replace("-Id", "-ID") for name in twice)
        return f"it bears more than one {named}, and its author need not have written the first"
    return ""


def _says_two_things(values: list[str]) -> bool:
    return len({" ".join(value.split()) for value in values}) > 1


def signed_text(octets: bytes) -> bytes:
    """What a signature covers below the head, as it is written however it is to be read.

    Blanks and line ends as in RFC 6376, 3.4.4: two mails under one signature have the same.  Their
    Content-Type and Content-Transfer-Encoding may be open, and others then.
    """
    octets = octets.replace(b"\r\n", b"\n")
    end = _END_OF_HEAD.search(octets)
    text = b"" if end is None else _RUN_OF_BLANKS.sub(b" ", octets[end.end() :])
    return _BLANKS_AT_ENDS.sub(b"", text).rstrip(b"\n")


def covered(
    head: Head,
    fits: Callable[[str], bool],
    *,
    begins: str = "",
    field: str = "dkim-signature",
) -> frozenset[str] | None:
    """The fields that each signature covers whose domain *fits*, or that of its signer (i=).

    With *begins*, which is how a server names the one that it means (RFC 6008), of that one alone
    where it is there.  One that does not cover the whole text covers nothing; nor does one that is
    not among those of the head.  None where the head has none at all: whoever checked it has taken
    it out.
    """
    every = [tags_of(value.encode("utf-8", "replace")) for value in head.all(field)]
    found = [one for one in every if fits(domain_of(one)) or fits(_signer_of(one))]
    meant = [one for one in found if begins and one.get(b"b", b"").startswith(begins.encode())]
    covers = [_names(one) for one in meant or found]
    if not covers:
        return frozenset() if every else None
    return frozenset.intersection(*covers)


def _names(tags: dict[bytes, bytes]) -> frozenset[str]:
    if b"l" in tags:
        return frozenset()
    return frozenset(tags.get(b"h", b"").decode("ascii", "replace").lower().split(":"))


def domain_of(tags: dict[bytes, bytes]) -> str:
    """The domain that a signature is by, folded."""
    return folded(tags.get(b"d", b"").decode("ascii", "replace")).rstrip(".")


def _signer_of(tags: dict[bytes, bytes]) -> str:
    """The domain of whoever has signed for it, folded; "" where that does not lie in it."""
    named = tags.get(b"i", b"").decode("ascii", "replace").rpartition("@")[2]
    signer, domain = folded(named).rstrip("."), domain_of(tags)
    return signer if signer == domain or signer.endswith(f".{domain}") else ""


def tags_of(value: bytes) -> dict[bytes, bytes]:
    """The tags of a signature; none where it is malformed, or says something twice."""
    found: dict[bytes, bytes] = {}
    for one in value.split(b";"):
        name, equals, said = one.partition(b"=")
        if not equals:
            if name.strip():
                return {}
            continue
        if name.strip() in found:
            return {}
        found[name.strip()] = _BLANKS.sub(b"", said)
    return found
