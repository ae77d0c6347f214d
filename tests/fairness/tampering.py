"""Archives that somebody has changed, and how both checkers are asked about them."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable, Sequence
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from pathlib import Path

from rednov_bot.games.red_november import datasets
from rednov_bot.verify import archive as archives, games
from rednov_bot.verify.findings import Finding, Findings
from rednov_bot.verify.games import Own

Mails = list[bytes]
Forge = Callable[[Mails], str]
"""Changes the mails, and tells the Message-ID of the one in which that has to be found."""

SCRIPT = Path(__file__).with_name("check_luck.py")
NOTICES_SCRIPT = SCRIPT.with_name("check_notices.py")


def verified(path: Path, own: Own | None = None) -> Findings:
    """What `rednov verify` finds of the one game of an archive."""
    tables = datasets.load("standard")
    known = {tables.digest: tables}
    (found,) = games.check(archives.read([path]), known.get, own=own)
    return found.findings


def by_script(*paths: Path) -> tuple[int, str]:
    """The exit code and the words of the script for an archive, or for an archive and notices."""
    told = subprocess.run(
        [sys.executable, "-I", SCRIPT if len(paths) == 1 else NOTICES_SCRIPT, *paths],
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )
    assert not told.stderr
    return told.returncode, told.stdout


def named(found: Sequence[Finding]) -> list[str]:
    """The Message-IDs of the mails of which something is said, each once."""
    return list(dict.fromkeys(one.mail.name for one in found if one.mail))


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


def announced(mails: Mails, turn: int) -> int:
    """The place of the mail that announced a turn."""
    answered = str(parsed(mails[place_of(mails, rf"\] Turn {turn}:")])["In-Reply-To"]).strip("<> ")
    return next(place for place, mail in enumerate(mails) if name_of(mail) == answered)


def reworded(octets: bytes, old: str, new: str | Callable[[re.Match[str]], str]) -> bytes:
    """The mail with other words; the pattern *old* fits at least once."""
    mail = parsed(octets)
    text, times = re.subn(old, new, text_of(octets), count=1)
    assert times, old
    mail.set_content(text)
    return mail.as_bytes()


def with_text(octets: bytes, text: str) -> bytes:
    return reworded(octets, r"(?s)\A.*\Z", lambda _: text)


def with_field(octets: bytes, name: str, value: str | None) -> bytes:
    """The mail with another field of its head, or without it."""
    mail = parsed(octets)
    del mail[name]
    if value is not None:
        mail[name] = value
    return mail.as_bytes()


def amended(subject: str, old: str, new: str, having: str = "") -> Forge:
    """One mail says something else."""

    def forge(mails: Mails) -> str:
        place = place_of(mails, subject, having or old)
        mails[place] = reworded(mails[place], old, new)
        return name_of(mails[place])

    return forge
