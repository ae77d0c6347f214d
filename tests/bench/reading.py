"""How fast mails are read, and how long the worst of hostile ones takes."""

from __future__ import annotations

import email
import email.policy
import statistics
from collections.abc import Iterator
from email.message import EmailMessage
from functools import _lru_cache_wrapper
from gc import get_objects
from typing import Any, Final

from rednov_bot.cli.read import read_octets
from tests.bench.figures import Figure, one_run
from tests.bench.hostile import HOSTILE, LONGEST_READ, OCTETS
from tests.mails.corpus import house, mails
from tests.rigs.scale import many

WANTED: Final = 500.0  # mails a second
MILLISECONDS: Final = 50.0  # at most, for a body of a megabyte
ROUNDS: Final = many(9, 3)


def figures() -> Iterator[Figure]:
    """Mails a second from bytes to acts, and the slowest of the hostile ones, best of three."""
    ours, parsed = rates()
    yield Figure("mails, from bytes to acts", "mails/s", ours, "wanted", WANTED)
    yield Figure("mails, from bytes to acts", "mails/s", ours, "email's parse", parsed)
    known, roster = house()
    for size, called in ((OCTETS, "a megabyte"), (LONGEST_READ, "16 kB")):

        def taken(name: str) -> float:
            octets = HOSTILE[name](size)  # noqa: B023
            return one_run(lambda: read_octets(octets, roster, known)) * 1000

        slow = sorted(HOSTILE, key=taken)[-3:]
        worst, name = max((min(taken(name) for _ in range(3)), name) for name in slow)
        title = f"hostile mails of {called}, worst: {name}"
        yield Figure(title, "ms (less is better)", worst, "at most", MILLISECONDS)


def rates() -> tuple[float, float]:
    """Mails a second of CPU time, of ours and of the standard library, by turns.

    In every round each mail of tests/mails is read once.  What was remembered of the texts of the
    round before is forgotten first, untimed; the tables of the grammar are not.
    """
    octets = [one.octets for one in mails()]
    known, roster = house()
    ours, parsed = [], []
    for _ in range(ROUNDS + 1):  # the first to warm up
        _forget()
        ours.append(one_run(lambda: [read_octets(one, roster, known) for one in octets]))
        parsed.append(one_run(lambda: [parse(one) for one in octets]))
    number = len(octets)
    return number / statistics.median(ours[1:]), number / statistics.median(parsed[1:])


def parse(octets: bytes) -> tuple[Any, ...]:
    """The same mail by the standard library alone: parsed, four headers read, its text decoded.

    `email.message_from_bytes` with `policy.default`; From, Subject, Date and List-Id as it parses
    them; `get_body` of plain text, else of HTML, and its `get_content` (its bytes where the
    charset is unknown).
    """
    mail = email.message_from_bytes(octets, policy=email.policy.default)
    assert isinstance(mail, EmailMessage)
    fields = tuple(str(mail[name]) for name in ("From", "Subject", "Date", "List-Id"))
    body = mail.get_body(("plain", "html"))
    try:
        return *fields, body and body.get_content()
    except (LookupError, KeyError):
        return *fields, body and body.get_payload(decode=True)


def _forget() -> None:
    """Empties what is remembered of words and texts; tables, which are few, stay."""
    for one in get_objects():
        cached = type(one) is _lru_cache_wrapper and one.__module__.startswith("rednov_bot.")
        if cached and one.cache_parameters()["maxsize"] not in (1, None):
            one.cache_clear()
