"""What is fuzzed of mails that others answer for: reports on deliveries, results, posts come back.

Each target takes any bytes and asserts what must hold of all that is made of them.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Final

import dkim
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
)

from rednov_bot.core.mail import bounces, returned
from rednov_bot.core.mail.authentication import Checks, authenticate
from rednov_bot.core.mail.dkim import DomainKeys, NoAnswer
from rednov_bot.core.mail.message import Opened, is_own_id, open_letter
from rednov_bot.core.mail.roster import Roster, folded
from rednov_bot.core.models import Report
from rednov_bot.core.workflow import screening
from rednov_bot.core.workflow.screening import screened
from tests.builders import BUSINESS, MONDAY, list_mail, private_mail, settings_for
from tests.hostile.making import small
from tests.mail.digests_made import STYLES
from tests.mailfiles import kept

MAIL: Final = Path(__file__).parents[1] / "mail"
RETURNED: Final = kept(MAIL / "returned.jsonl")
SENT: Final = next(one.octets for one in RETURNED if one.name == "sent")
SERVER: Final = "mx.bots.example"
ABOVE: Final = (
    f"Authentication-Results: {SERVER}; none\n"
    f"Received: from x.example by {SERVER}; Mon, 23 Nov 2026 10:00:00 +0000\n"
).encode()
"""What our own server puts above a mail for which nothing speaks."""

_STATUS = re.compile(r"|[245]\.\d{1,3}\.\d{1,3}")


@lru_cache(maxsize=1)
def _roster() -> Roster:
    return Roster.of(settings_for("sqlite://"))


# -- reports on deliveries -------------------------------------------------------------------


def read_bounce(octets: bytes) -> None:
    """Any mail reports on deliveries or on none, in bounds; it is only about mails of the bot's."""
    mail = open_letter(octets, _roster())
    found = screened(mail)
    for report in (found.report, bounces.read(mail), bounces.of_machine(mail)):
        if report is not None:
            _is_bounded(report, mail)
    if found.report is not None:
        assert found.disposition == "ignore"


def _is_bounded(report: Report, mail: Opened) -> None:
    assert 0 < len(report.fates) <= bounces.MOST_FATES
    for fate in report.fates:
        assert _STATUS.fullmatch(fate.status)
        assert all(one == folded(one) and "@" in one for one in fate.recipients)
    assert len(report.about) <= bounces.MOST_IDS
    assert all(is_own_id(one, mail.roster.bot) for one in report.about)
    assert report.returned in (None, *report.about[:1])
    assert len(report.sent_to) <= bounces.MOST_FATES


def bounce_seeds() -> Iterator[bytes]:
    """The reports on file, and what they may be taken for."""
    yield from (one.octets for one in kept(MAIL / "bounces.jsonl"))
    for _, octets in small().values():
        if b"report" in octets or b"aemon" in octets:
            yield octets


# -- what speaks for a mail ------------------------------------------------------------------


@lru_cache(maxsize=1)
def _key() -> tuple[bytes, str]:
    """A private key, and the record of its public one."""
    key = rsa.generate_private_key(public_exponent=65537, key_size=1024)
    pem = key.private_bytes(Encoding.PEM, PrivateFormat.TraditionalOpenSSL, NoEncryption())
    public = key.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    return pem, f"v=DKIM1; k=rsa; p={base64.b64encode(public).decode()}"


def _record(name: str) -> str | None:
    """Ann's domain has a key; another one has none, a third one's cannot be had."""
    if name.endswith("post.example"):
        return _key()[1]
    if name.endswith("agora.example"):
        raise NoAnswer
    return None


def read_authentication(octets: bytes) -> None:
    """Nothing that came with a mail speaks for it or against it; signed is what was signed."""
    roster = _roster()
    told = Checks(authserv_id=SERVER, lists=lambda _: ("agora.example",))
    mail = open_letter(ABOVE + octets, roster)
    found = authenticate(mail, ABOVE + octets, told, MONDAY)
    assert found is None or found.outcome != "pass", found
    both = Checks(authserv_id=SERVER, results=3, keys=DomainKeys(_record), lists=told.lists)
    mail = open_letter(octets, roster)
    found = authenticate(mail, octets, both, MONDAY)
    if found is None:
        assert mail.message.sender is None
        return
    assert found.grounds
    assert all(ground and "\n" not in ground for ground in found.grounds)
    if found.outcome == "pass" and any("checked here" in ground for ground in found.grounds):
        assert mail.message.sender in ("Ann", "Bob")


def authentication_seeds() -> Iterator[bytes]:
    """Mails with results, chains of seals and signatures, and with none."""
    ann, bob = private_mail("Ann", "I take no action."), list_mail("Bob", "I open 5-8.")
    for octets in (ann, bob):
        yield octets
        for methods in _METHODS:
            yield f"Authentication-Results: {SERVER}; {methods}\n".encode() + octets
            yield (
                f"Authentication-Results: {SERVER}; arc=pass\n"
                f"ARC-Seal: i=1; a=rsa-sha256; t=1; cv=none; d=agora.example; s=x; b=x\n"
                f"ARC-Authentication-Results: i=1; mx.agora.example; {methods}\n"
            ).encode() + octets
        for how in ((b"simple", b"simple"), (b"relaxed", b"relaxed")):
            yield _signed(octets, b"post.example", how) + octets
            yield _signed(octets, b"agora.example", how) + octets


_METHODS: Final = (
    "dkim=pass header.d=post.example header.s=x header.b=abc",
    "dkim=fail (bad signature) header.i=@post.example; spf=softfail smtp.mailfrom=ann@post.example",
    "spf=pass smtp.mailfrom=agora-business-bounces@agora.example",
    "dmarc=fail (p=reject dis=none) header.from=post.example",
    'dkim=pass reason="good (really)" header.d="post.example"; arc=pass',
    "none",
)


def _signed(octets: bytes, domain: bytes, how: tuple[bytes, bytes]) -> bytes:
    wanted = [b"from", b"to", b"subject", b"date", b"message-id"]
    made: bytes = dkim.sign(
        octets, b"x", domain, _key()[0], canonicalize=how, include_headers=wanted
    )
    return made


# -- posts that come back --------------------------------------------------------------------


def read_returned(octets: bytes) -> None:
    """Whatever comes back says what was sent, or in which parts it does not, in short."""
    came = open_letter(octets, _roster())
    found = returned.differences(SENT, came)
    parts = [one.part for one in found]
    assert len(parts) == len(set(parts)) <= 3
    for one in found:
        assert max(len(one.sent), len(one.came)) <= 200
        assert one.part == "thread" or one.sent != one.came
        assert "\n" not in one.sent + one.came
    returned.is_dated_alike(SENT, came)


def returned_seeds() -> Iterator[bytes]:
    """Posts that came back as they went, and otherwise."""
    yield from (one.octets for one in RETURNED)


# -- digests ---------------------------------------------------------------------------------


def read_digest(octets: bytes) -> None:
    """A digest is never read as somebody's mail."""
    mail = open_letter(octets, _roster())
    screening.holds_mails(mail)
    (rule,) = [one for one in screening.RULES if one.name == "digest"]
    if rule.applies(mail):
        assert screened(mail).disposition != "read"


def digest_seeds() -> Iterator[bytes]:
    """Digests of every style."""
    mails = [list_mail("Ann", "I take no action."), list_mail("Zed", "A fine day.\n-- \nZed")]
    mails.append(list_mail("Bob", "I open 5-8.\n" + "-" * 30 + "\nand go in."))
    for style in STYLES.values():
        yield style(*mails, list=BUSINESS)
        yield style(mails[0], list=BUSINESS)
        yield style(style(*mails, list=BUSINESS), list=BUSINESS)
