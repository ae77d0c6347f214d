"""How fast mails are read, and how long the worst of hostile ones takes.

`python -m tests.bench.mails` prints the figures, and with `--profile` where the time goes.
"""

from __future__ import annotations

import cProfile
import email
import email.policy
import pstats
import statistics
import sys
import time
from collections.abc import Callable
from email.message import EmailMessage
from functools import _lru_cache_wrapper
from gc import collect, get_objects
from typing import Any

from rednov_bot.cli.read import read_octets
from tests.bench.figures import Figure, figure
from tests.bench.hostile import HOSTILE, LONGEST_READ, OCTETS
from tests.mails.corpus import house, mails
from tests.rigs.scale import many

WANTED = 500.0  # mails a second
HALF = 0.5  # of the standard library's rate, at least
MILLISECONDS = 50.0  # at most, for a body of a megabyte
ROUNDS = many(9, 3)


def figures() -> tuple[Figure, ...]:
    """All figures of reading mails."""
    ours, parsed = rates()
    name, worst = worst_of(OCTETS)
    short, worst_short = worst_of(LONGEST_READ)
    return (
        figure("mails, from bytes to acts", "mails/s", ours, "wanted", WANTED),
        figure("mails, from bytes to acts", "mails/s", ours, "email's parse", parsed),
        figure(
            f"{len(HOSTILE)} hostile MB, worst: {name}", "ms (less is better)",
            worst, "at most", MILLISECONDS,
        ),
        figure(
            f"{len(HOSTILE)} of 16 kB, worst: {short}", "ms (less is better)",
            worst_short, "at most", MILLISECONDS,
        ),
    )  # fmt: skip


def rates() -> tuple[float, float]:
    """Mails a second of CPU time, of ours and of the standard library, by turns.

    In every round each mail of tests/mails is read once.  What was remembered of the texts of the
    round before is forgotten first, untimed; the tables of the grammar are not.
    """
    octets = [one.octets for one in mails()]
    known, roster = house()
    ours, parsed = [], []
    for number in range(ROUNDS + 1):
        _forget()
        taken = _seconds(lambda: [read_octets(one, roster, known) for one in octets])
        beside = _seconds(lambda: [parse(one) for one in octets])
        if number:
            ours.append(len(octets) / taken)
            parsed.append(len(octets) / beside)
    return statistics.median(ours), statistics.median(parsed)


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


def worst_of(size: int) -> tuple[str, float]:
    """The hostile mail of so many octets that takes longest, and its best of three, in ms."""
    known, roster = house()
    found = []
    for name, made in HOSTILE.items():
        octets = made(size)
        runs = [_seconds(lambda: read_octets(octets, roster, known)) for _ in range(3)]  # noqa: B023
        found.append((min(runs) * 1000, name))
    worst, name = max(found)
    return name, worst


def _forget() -> None:
    """Empties what is remembered of words and texts; tables, which hold one entry, stay."""
    for one in get_objects():
        if type(one) is _lru_cache_wrapper and one.__module__.startswith("rednov_bot."):
            many = one.cache_parameters()["maxsize"] != 1
            if many:
                one.cache_clear()


def _seconds(work: Callable[[], object]) -> float:
    collect()
    begin = time.process_time()
    work()
    return time.process_time() - begin


def profile() -> None:
    """The functions that take most of the time of one round."""
    octets = [one.octets for one in mails()]
    known, roster = house()
    read_octets(octets[0], roster, known)
    _forget()
    with cProfile.Profile() as watch:
        for one in octets:
            read_octets(one, roster, known)
    pstats.Stats(watch).sort_stats("tottime").print_stats(25)


if __name__ == "__main__":
    for one in figures():
        print(
            f"{one.name:<42} {one.ours:>10.4g} {one.unit:<20}"
            f" {one.peer:>10.4g} {one.peer_name:<18} x {one.ratio:.2f}"
        )
    if "--profile" in sys.argv:
        profile()
