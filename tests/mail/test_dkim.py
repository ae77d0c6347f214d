"""Signatures that the bot checks itself, with keys from a file: which count, and which do not."""

from __future__ import annotations

import base64
import time
from datetime import UTC, datetime

import dkim
import pytest
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
)

from rednov_bot.core.mail.authentication import Checks, authenticate
from rednov_bot.core.mail.dkim import (
    MOST_COVERED,
    MOST_LINES,
    MOST_OCTETS,
    MOST_OF_HEAD,
    MOST_OF_SIGNATURE,
    DomainKeys,
    NoAnswer,
    Signed,
    is_bounded,
    signed_text,
)
from rednov_bot.core.mail.message import open_letter
from rednov_bot.core.mail.roster import Roster
from tests.builders import MONDAY, list_mail, private_mail, settings_for

KEY = rsa.generate_private_key(public_exponent=65537, key_size=1024)
PEM = KEY.private_bytes(Encoding.PEM, PrivateFormat.TraditionalOpenSSL, NoEncryption())
PUBLIC = base64.b64encode(
    KEY.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
).decode()
RECORD = f"v=DKIM1; k=rsa; p={PUBLIC}"
NAME = "x._domainkey.post.example"
WANTED = ("post.example",)
MAIL = private_mail("Ann", "I take no action.\nReally.")


def signed(octets: bytes = MAIL, domain: str = "post.example", **how: object) -> bytes:
    how.setdefault("include_headers", [b"from", b"to", b"subject", b"date", b"message-id"])
    made: bytes = dkim.sign(octets, b"x", domain.encode(), PEM, **how)
    return made + octets


def keys(record: str | None = RECORD, name: str = NAME) -> DomainKeys:
    return DomainKeys({name: record}.get)


def checked(octets: bytes, known: DomainKeys | None = None) -> tuple[Signed, ...]:
    return (known or keys()).checked(octets, WANTED, MONDAY)


GOOD = (Signed("post.example", good=True),)
NO_MATTER = (Signed("post.example", good=False),)
CHANGED = (Signed("post.example", good=False, why="the mail is not as it was signed"),)


def test_a_signature_holds_for_a_mail_as_it_was_signed() -> None:
    for how in (b"simple", b"relaxed"):
        assert checked(signed(canonicalize=(how, how))) == GOOD
    for old, new in ((b"no action", b"all action"), (b"Subject: to", b"Subject: by")):
        assert checked(signed().replace(old, new)) == CHANGED
    # a second From makes every signature worthless
    assert checked(b"From: Bob <bob@post.example>\r\n" + signed()) == ()
    assert checked(signed().replace(b"To:", b"From: bob@post.example\r\nTo:")) == ()


def test_what_does_not_cover_the_whole_text_or_from_counts_for_nothing() -> None:
    octets = signed(length=True)
    assert b"; l=" in octets
    assert checked(octets) == NO_MATTER
    assert checked(octets + b"And I join.\r\n") == NO_MATTER
    assert checked(signed().replace(b"h=from : ", b"h=").replace(b": from :", b":")) == NO_MATTER


@pytest.mark.parametrize(
    "record",
    [
        None,
        "",
        "v=DKIM1; p=",
        "v=DKIM1; p=AAAA",
        "v=DKIM1; p=ZZZZ; p=ZZZZ",
        f"v=DKIM2; p={PUBLIC}",
        f"v=DKIM1; k=none; p={PUBLIC}",
        f"v=DKIM1; t=y; p={PUBLIC}",
        f"v=DKIM1; t=s:y; p={PUBLIC}",
        "v=DKIM1; p=" + "A" * 9000,
        "\xff\xfe",
    ],
)
def test_without_a_sound_key_it_is_as_if_nothing_were_signed(record: str | None) -> None:
    assert checked(signed(), keys(record)) == NO_MATTER


WEAK = (
    b"DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/simple; d=post.example;\r\n"
    b" i=@post.example; q=dns/txt; s=x; t=1795379021; h=from : to;\r\n"
    b" bh=zS7KNTV0HyeorkDDGwxB1AV6enuRKzO5rthkhdHIRnY=;\r\n"
    b" b=LzIq5nIWtop6EbyD8Qs5QeJD2wy0YP9hr7lUzltp1H20fSws1Pny3tEayzcg+A3Nvk87y\r\n"
    b" U1XCDiC9XGtlQKosg==\r\n"
    b"From: Ann <ann@post.example>\r\nTo: rednov@bots.example\r\n\r\nhello\r\n"
)
OF_512_BITS = (
    "v=DKIM1; p=MFwwDQYJKoZIhvcNAQEBBQADSwAwSAJBAK7mqaIWxVOaKA4dg6gyF2jpXwNlNCjf+zY6GfuuqJJHkNu7"
    "U1XbQWzckSSUm8H/U2VSxCM81MAOy8WgFkxXfvsCAwEAAQ=="
)


def test_a_short_key_and_an_old_hash_count_for_nothing() -> None:
    """RFC 8301: anybody can find out a key of 512 bits."""
    assert checked(WEAK, keys(OF_512_BITS)) == NO_MATTER
    assert checked(signed(signature_algorithm=b"rsa-sha1")) == NO_MATTER


def test_what_has_expired_when_it_comes_speaks_against_the_mail() -> None:
    expired = (Signed("post.example", good=False, why="it had expired"),)
    assert checked(signed().replace(b"; s=x;", b"; s=x; x=1000000000;")) == expired
    octets = signed().replace(b"; s=x;", b"; s=x; x=1700000000;")
    assert keys().checked(octets, WANTED, datetime(2023, 1, 1, tzinfo=UTC)) != expired
    assert checked(signed().replace(b"; s=x;", b"; s=x; x=" + b"9" * 5000 + b";")) == NO_MATTER
    assert checked(b" x\r\n" + signed()) == ()


@pytest.mark.parametrize(
    "octets",
    [
        b"",
        b"DKIM-Signature: \r\n" + MAIL,
        b"DKIM-Signature: v=1; v=1; d=post.example\r\n" + MAIL,
        b"DKIM-Signature: " + b";" * 5000 + b"\r\n" + MAIL,
        b"DKIM-Signature: d=post.example; \xff\r\n" + MAIL,
        b"DKIM-Signature: v=1; a=rsa-sha256; d=post.example; s=\xff; h=from; bh=; b=\r\n" + MAIL,
        signed().replace(b"bh=", b"bh=!!"),
        signed().replace(b"\r\n b=", b"\r\n b=BBBB"),
        signed().replace(b"c=", b"c=odd/"),
        MAIL.replace(b"\r\n\r\n", b"\r\n"),
    ],
)  # fmt: skip
def test_no_malformed_signature_is_good(octets: bytes) -> None:
    assert not any(one.good for one in checked(octets))


def test_no_key_is_asked_for_that_could_not_vouch() -> None:
    asked: list[str] = []

    def lookup(name: str) -> str | None:
        asked.append(name)
        return None

    octets = signed(signed(), domain="evil.example")
    assert DomainKeys(lookup).checked(octets, WANTED, MONDAY) == NO_MATTER
    assert asked == [NAME]

    def silent(name: str) -> str | None:
        raise NoAnswer

    assert DomainKeys(silent).checked(signed(), WANTED, MONDAY) == NO_MATTER


def test_a_huge_or_absurd_mail_is_done_with_at_once() -> None:
    octets = signed()
    began = time.process_time()
    assert len(checked(octets.removesuffix(MAIL) * 100 + MAIL)) == 5  # of many signatures a few
    for huge in (
        *(octets + b"x" * MOST_OCTETS, octets + b" " * (MOST_OCTETS - 10_000)),
        b"X: " + b" " * 200_000 + b"\r\n" + octets,
    ):
        assert checked(huge) == ()
    assert time.process_time() - began < 5


@pytest.mark.parametrize(
    ("octets", "bounded"),
    [
        (signed(), True),
        (b"X: y\r\n" * 1980 + signed(), True),
        (b"X: y\r\n" * MOST_LINES + signed(), False),
        (b"X: a" + b"\n a" * MOST_LINES + b"\n" + signed(), False),
        (b"X: a" + b"a" * MOST_OF_HEAD + b"\n" + signed(), False),
        (signed() + (b" " * 100 + b"x\r\n") * 5_000, True),
        (signed() + (b" " * 1_000 + b"x\r\n") * 101, False),
        (signed() + b" " * 10_001 + b"x", False),
        (signed() + b"x" * MOST_OCTETS, False),
    ],
)
def test_what_the_library_would_take_long_over_is_not_handed_to_it(
    octets: bytes, bounded: bool
) -> None:
    assert is_bounded(octets) is bounded
    assert checked(octets)[:1] in ((GOOD, CHANGED) if bounded else ((),))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b"h=from", b"h=" + b"x:" * MOST_COVERED + b"from"),
        (b"; s=x;", b"; s=x; z=" + b"x" * MOST_OF_SIGNATURE + b";"),
        (b"\r\n b=", b"\r\n b=x" + b"\r\n " * 40 + b"!"),
        (b"\r\n b=", b"\r\n z=b" + b"\r\n " * 40 + b"x;\r\n b="),
    ],
)
def test_an_absurd_signature_counts_for_nothing(old: bytes, new: bytes) -> None:
    octets = signed()
    assert old in octets
    assert checked(octets.replace(old, new, 1)) == NO_MATTER


ROSTER = Roster.of(settings_for("sqlite:///none.db"))


@pytest.mark.parametrize(
    ("octets", "outcome"),
    [
        (signed(), "pass"),
        (MAIL, "nothing known"),
        (signed().replace(b"no action", b"all action"), "fail"),
        (signed(list_mail("Ann", "I join.")), "pass"),
        (signed(list_mail("Ann", "I join.")).replace(b"join", b"leave"), "nothing known"),
        (signed(include_headers=[b"from", b"to", b"subject"]), "nothing known"),
    ],
)
def test_a_mail_passes_by_what_the_bot_has_checked_itself(octets: bytes, outcome: str) -> None:
    shown = authenticate(open_letter(octets, ROSTER), octets, Checks(keys=keys()), MONDAY)
    assert shown is not None
    assert shown.outcome == outcome


@pytest.mark.parametrize(
    "other",
    [
        b"Content-Type: text/html\r\n\r\nI take  no action. \r\n\r\n",
        b"Content-Type: text/plain\n\nI take\tno action.\n",
        b"X: y\r\nZ: w\r\n\r\nI take no action.",
    ],
)
def test_the_signed_text_is_the_same_however_it_is_to_be_read(other: bytes) -> None:
    assert signed_text(other) == b"I take no action."
    assert signed_text(other.replace(b"\n\n", b"\n\n ").replace(b"\r\n\r\nI", b"\r\n\r\n I")) != (
        b"I take no action."
    )
