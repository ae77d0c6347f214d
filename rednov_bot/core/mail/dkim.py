"""DKIM signatures: which fields they cover, and whether they hold (RFC 6376 and 8301).

The bot checks signatures itself where the host gives a source of keys; the library is an extra.
Only signatures of domains that could vouch for the mail are checked, so that nobody else's key is
ever fetched.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Final

from rednov_bot.core.mail.headers import Head
from rednov_bot.core.mail.roster import folded

MOST_SIGNATURES: Final = 5
MOST_OCTETS: Final = 2 * 1024 * 1024
"""Of a mail whose signatures are checked; no announcement is as long."""

SHORTEST_KEY: Final = 1024
"""Bits of an RSA key (RFC 8301)."""

PATIENCE: Final = 10.0
"""Seconds after which no further signature of a mail is looked at."""

MOST_OF_HEAD: Final = 64 * 1024
MOST_LINES: Final = 2000
MOST_OF_SIGNATURE: Final = 8 * 1024
MOST_COVERED: Final = 200
"""Octets of a head and lines of it, octets of a signature and fields that it covers.

The library's time grows with the square of each, or with their product; no server writes as many.
"""

MOST_STEPS: Final = 100_000_000
"""That the library takes over runs of blanks: the square of the length of each."""

_LONGEST_RECORD = 8 * 1024
_LONGEST_DATE = 20  # digits
_ALGORITHMS = (b"rsa-sha256", b"ed25519-sha256")
_END_OF_HEAD = re.compile(rb"\n\r?\n")
_LONG_BLANKS = re.compile(rb"[ \t]{64,}")
_FOLDS = re.compile(rb"\s{100}")  # within a signature the library tries all ways to part them
_BLANKS = re.compile(rb"\s+")
_RUN_OF_BLANKS = re.compile(rb"[ \t]+")
_BLANKS_AT_ENDS = re.compile(rb" (?=\n|\Z)")


class _Silence:
    """Takes what the library would log, which names addresses, and keeps nothing of it."""

    def debug(self, message: str) -> None:
        """Nothing."""

    error = debug

    def isEnabledFor(self, level: int) -> bool:
        """Nothing is wanted."""
        return False


_SILENT: Final = _Silence()

Lookup = Callable[[str], str | None]
"""The TXT record of `selector._domainkey.example`, None where there is none.  NoAnswer."""


class NoAnswer(Exception):
    """The record cannot be had now."""


@dataclass(frozen=True, slots=True)
class Signed:
    """A signature: whose, whether it holds, and if it does not, why.

    One that neither holds nor speaks against its mail has no *why*: it is as if it were not there.
    """

    domain: str  # folded
    good: bool
    why: str = ""


@dataclass(frozen=True, slots=True)
class DomainKeys:
    """Checks signatures by keys that *lookup* finds."""

    lookup: Lookup

    def checked(self, octets: bytes, wanted: tuple[str, ...], at: datetime) -> tuple[Signed, ...]:
        """The signatures of a mail that the *wanted* domains could vouch by, as it came *at*."""
        import dkim

        if not is_bounded(octets):
            return ()
        try:
            mail = dkim.DKIM(octets, logger=_SILENT, minkey=SHORTEST_KEY)
        except (dkim.DKIMException, IndexError):  # its first line begins with a blank
            return ()
        until = time.monotonic() + PATIENCE
        names = [name for name, _ in mail.headers]
        values = [value for name, value in mail.headers if name.lower() == b"dkim-signature"]
        if sum(name.lower() == b"from" for name in names) != 1:
            return ()
        found: list[Signed] = []
        for place, value in enumerate(values):
            if len(found) == MOST_SIGNATURES or time.monotonic() > until:
                break
            domain = domain_of(tags_of(value))
            fits = any(one == domain or one.endswith(f".{domain}") for one in wanted)
            if fits and "." in domain:
                found.append(self._checked(octets, place, value, domain, at))
        return tuple(found)

    def _checked(
        self, octets: bytes, place: int, value: bytes, domain: str, at: datetime
    ) -> Signed:
        import dkim

        tags = tags_of(value)
        if not _counts(tags) or len(value) > MOST_OF_SIGNATURE or _FOLDS.search(value):
            return Signed(domain, good=False)
        until = tags.get(b"x", b"")[:_LONGEST_DATE]
        if until.isdigit() and int(until) < at.timestamp():
            return Signed(domain, good=False, why="it had expired")
        mail = dkim.DKIM(octets, logger=_SILENT, minkey=SHORTEST_KEY)
        try:
            good = mail.verify(place, dnsfunc=self._record)
        except (dkim.KeyFormatError, dkim.MessageFormatError, dkim.NaClNotFoundError, NoAnswer):
            return Signed(domain, good=False)
        except dkim.DKIMException:
            good = False
        except (ValueError, TypeError, KeyError, IndexError, ArithmeticError):
            return Signed(domain, good=False)  # a key or signature that is none
        if good:
            return Signed(domain, good=True)
        if mail.keysize < SHORTEST_KEY and mail.keysize != 256:
            return Signed(domain, good=False)  # no key was found, or one of no worth
        return Signed(domain, good=False, why="the mail is not as it was signed")

    def _record(self, name: bytes, timeout: float = 5) -> bytes | None:
        """The key as the library wants it; one that is only being tried is none (t=y)."""
        record = self.lookup(name.decode("ascii", "replace").rstrip(".").lower())
        if record is None or len(record) > _LONGEST_RECORD:
            return None
        octets = record.encode("ascii", "replace")
        return None if b"y" in tags_of(octets).get(b"t", b"").split(b":") else octets


def is_bounded(octets: bytes) -> bool:
    """Whether the library is done with a mail in bounded time."""
    if len(octets) > MOST_OCTETS:
        return False
    end = _END_OF_HEAD.search(octets)
    head = octets[: end.start() + 1] if end else octets
    if len(head) > MOST_OF_HEAD or head.count(b"\n") > MOST_LINES:
        return False
    return sum(len(run) ** 2 for run in _LONG_BLANKS.findall(octets)) <= MOST_STEPS


def _counts(tags: Mapping[bytes, bytes]) -> bool:
    """Whether a signature says anything: it covers From and the whole text, by a sound hash."""
    signed = [one.lower() for one in tags.get(b"h", b"").split(b":")]
    if len(signed) > MOST_COVERED or b"l" in tags:
        return False
    return b"from" in signed and tags.get(b"a", b"") in _ALGORITHMS


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
    if not found:
        return frozenset() if every else None
    said = [b"" if b"l" in one else one.get(b"h", b"") for one in meant or found]
    covers = [one.decode("ascii", "replace").lower().split(":") for one in said]
    return frozenset.intersection(*map(frozenset, covers)) - {""}


def domain_of(tags: Mapping[bytes, bytes]) -> str:
    """The domain that a signature is by, folded."""
    return folded(tags.get(b"d", b"").decode("ascii", "replace")).rstrip(".")


def _signer_of(tags: Mapping[bytes, bytes]) -> str:
    """The domain of whoever has signed for it, folded; "" where that does not lie in it."""
    named = tags.get(b"i", b"").decode("ascii", "replace").rpartition("@")[2]
    signer, domain = folded(named).rstrip("."), domain_of(tags)
    return signer if signer == domain or signer.endswith(f".{domain}") else ""


@lru_cache(maxsize=64)  # one is looked at again and again
def tags_of(value: bytes) -> Mapping[bytes, bytes]:
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
