"""Ways to forge an archive, and what a host who knows the secrets can do."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from pathlib import Path

Mails = list[bytes]


def parsed(octets: bytes) -> EmailMessage:
    mail = message_from_bytes(octets, policy=default)
    assert isinstance(mail, EmailMessage)
    return mail


def text_of(octets: bytes) -> str:
    return str(parsed(octets).get_content()).replace("\r\n", "\n")


def name_of(octets: bytes) -> str:
    return str(parsed(octets)["Message-ID"]).strip("<> ")


def place_of(mails: Sequence[bytes], subject: str, having: str = "") -> int:
    """The first mail whose subject and text fit these patterns."""
    for place, octets in enumerate(mails):
        if re.search(subject, str(parsed(octets)["Subject"])) and re.search(
            having, text_of(octets)
        ):
            return place
    raise KeyError((subject, having))


def reworded(octets: bytes, old: str, new: str) -> bytes:
    """The mail with other words; the pattern *old* fits at least once."""
    mail = parsed(octets)
    text, times = re.subn(old, new, text_of(octets), count=1)
    assert times, old
    mail.set_content(text)
    return mail.as_bytes()


@dataclass(frozen=True)
class Forgery:
    """What is done to an archive, and in which mail it has to be found."""

    what: str
    forge: Callable[[Mails], str]  # changes the mails, tells the Message-ID
    by_script: bool = True  # the script of its own finds it too


def amended(subject: str, old: str, new: str, having: str = "") -> Callable[[Mails], str]:
    """One mail says something else."""

    def forge(mails: Mails) -> str:
        place = place_of(mails, subject, having or old)
        mails[place] = reworded(mails[place], old, new)
        return name_of(mails[place])

    return forge


def with_another_secret(database: Path, seed: bytes) -> bytes:
    """The host puts another secret on file; the one before, to put it back."""
    with closing(sqlite3.connect(database)) as connection, connection:
        (before,) = connection.execute("SELECT secret FROM game_secrets").fetchone()
        connection.execute("UPDATE game_secrets SET secret = ?", (seed,))
    return bytes(before)
