"""Who sealed a mail on its way, and what that one had found: ARC (RFC 8617).

Whether the seals hold is for our own server to say, or nobody; here they are only put in order.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from rednov_bot.mail.headers import Head
from rednov_bot.mail.results import LONGEST, Result, parsed
from rednov_bot.mail.roster import folded

MOST_SETS = 50
"""RFC 8617, 4.2.1: a chain has no more."""

_INSTANCE = re.compile(r"\s*i\s*=\s*([0-9]{1,2})\s*;(.*)", re.DOTALL | re.IGNORECASE)
_DOMAIN = re.compile(r"(?:^|;)\s*d\s*=\s*([^\s;]+)\s*(?=;|$)")
_TAG_INSTANCE = re.compile(r"(?:^|;)\s*i\s*=\s*([0-9]{1,2})\s*(?=;|$)")


@dataclass(frozen=True, slots=True)
class Seal:
    """One set of a chain: whose it is, and what its sealer had found."""

    domain: str  # folded
    authserv_id: str
    results: tuple[Result, ...]


def last_seal(head: Head, authserv_id: str) -> Seal | None:
    """The last one who sealed the mail before our own server; None where the chain is no chain.

    Only the last counts: whoever came before may have sealed another text.  Our own server may
    have put a seal of its own on top, by a domain in which it lies.
    """
    domains = _by_instance(head.all("arc-seal"), _TAG_INSTANCE)
    stated = _by_instance(head.all("arc-authentication-results"), _INSTANCE)
    if domains is None or stated is None or not domains or set(domains) != set(stated):
        return None
    if set(domains) != set(range(1, len(domains) + 1)):
        return None
    for number in sorted(domains, reverse=True):
        found = _DOMAIN.search(domains[number])
        instance = _INSTANCE.fullmatch(stated[number])
        read = None if instance is None else parsed(instance[2])
        if found is None or read is None:
            return None
        domain = folded(found[1]).rstrip(".")
        if read.authserv_id == folded(authserv_id) and _lies_in(read.authserv_id, domain):
            continue
        return Seal(domain, read.authserv_id, read.results)
    return None


def _by_instance(values: list[str], instance: re.Pattern[str]) -> dict[int, str] | None:
    """The fields by their number; None where one has none, or two have the same."""
    found: dict[int, str] = {}
    for value in values:
        number = instance.search(value) if len(value) <= LONGEST else None
        if number is None or int(number[1]) in found or len(found) >= MOST_SETS:
            return None
        found[int(number[1])] = value
    return found


def _lies_in(host: str, domain: str) -> bool:
    return "." in domain and (host == domain or host.endswith(f".{domain}"))
