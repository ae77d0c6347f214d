"""A mail for one reader alone, encrypted to their OpenPGP key as RFC 3156 has it."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default

import pytest

from rednov_bot.core import openpgp
from rednov_bot.core.errors import CannotEncrypt
from rednov_bot.core.mail.composing import seal, unsealed
from rednov_bot.core.models import MessageId, Page, Posting
from tests.rigs.gnupg import Gnupg

NOW = datetime.now(UTC)
PAGE = Page(
    kind="private",
    to="ann@post.example",
    to_name="Ann",
    subject="[Red November] For you alone: a charm in turn 12",
    body="You hold a lucky charm.\nFrom here on: ünlucky.\n",
    in_reply_to=MessageId("<turn@post.example>"),
)


@pytest.fixture(scope="module")
def key(gnupg: Gnupg) -> str:
    return openpgp.read(gnupg.key("Ann"))


def sealed(key: str, page: Page = PAGE) -> Posting:
    return seal(
        page,
        bot="rednov@bots.example",
        bot_name="Red November",
        message_id=MessageId("<rednov.1/2@bots.example>"),
        at=NOW,
        auto="generated",
        key=key,
    )


def parsed(octets: bytes) -> EmailMessage:
    mail = message_from_bytes(octets, policy=default)
    assert isinstance(mail, EmailMessage)
    assert mail.defects == []
    return mail


def test_nobody_but_its_reader_finds_anything_of_it(key: str) -> None:
    posting = sealed(key)
    mail = parsed(posting.octets)
    assert mail.get_content_type() == "multipart/encrypted"
    assert mail.get_param("protocol") == "application/pgp-encrypted"
    control, data = mail.iter_parts()
    assert control.get_content_type() == "application/pgp-encrypted"
    assert bytes(control.get_content()).split() == [b"Version:", b"1"]
    assert data.get_content_type() == "application/octet-stream"
    assert bytes(data.get_content()).startswith(b"-----BEGIN PGP MESSAGE-----")
    for word in (b"charm", b"unlucky", b"turn 12", b"You hold"):
        assert word not in posting.octets
    said = unsealed(posting)
    assert said == ("[Red November] For you alone", None, "<turn@post.example>", None)
    assert not posting.octets.count(b"\n") - posting.octets.count(b"\r\n")
    assert max(map(len, posting.octets.split(b"\r\n"))) < 80
    assert str(mail["To"]) == "Ann <ann@post.example>"
    assert str(mail["In-Reply-To"]) == "<turn@post.example>"
    assert str(mail["Message-ID"]) == "<rednov.1/2@bots.example>"
    assert str(mail["Auto-Submitted"]) == "auto-generated"


def test_its_reader_finds_the_whole_page_in_it_and_may_keep_it(key: str, gnupg: Gnupg) -> None:
    """RFC 9788: `gpg --decrypt` of the whole mail, as it was saved, and nothing to add."""
    subject = "[Röd November] Žofie’s charm " + "and so on, " * 30 + "etc."
    for page in (PAGE, replace(PAGE, subject=subject)):
        posting = sealed(key, page)
        outer, kept = parsed(posting.octets), parsed(gnupg.opened(posting.octets))
        for name in ("From", "To", "Date", "Message-ID"):
            assert str(kept[name]) == str(outer[name]) != "None"
        _, data = outer.iter_parts()
        inside = parsed(gnupg.opened(bytes(data.get_content())))
        assert inside.get_content_type() == "text/plain"
        assert inside.get_param("protected-headers") == "v1"
        for mail in (kept, inside):
            assert mail["Subject"] == page.subject
            assert str(mail.get_content()).replace("\r\n", "\n") == page.body


def test_nothing_is_sealed_with_a_key_that_has_expired(gnupg: Gnupg) -> None:
    old = openpgp.read(gnupg.key("Ann", made="20200101T000000", lasts="30d"))
    with pytest.raises(CannotEncrypt):
        sealed(old)
