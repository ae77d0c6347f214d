"""A mail for one reader alone, encrypted to eir OpenPGP key as RFC 3156 has it."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default

import pytest

from rednov_bot.core import openpgp
from rednov_bot.core.errors import CannotEncrypt
from rednov_bot.core.mail.composing import outer_subject, seal, unsealed
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


def test_it_has_the_two_parts_of_rfc_3156(key: str) -> None:
    mail = parsed(sealed(key).octets)
    assert mail.get_content_type() == "multipart/encrypted"
    assert mail.get_param("protocol") == "application/pgp-encrypted"
    control, data = mail.iter_parts()
    assert control.get_content_type() == "application/pgp-encrypted"
    assert bytes(control.get_content()).split() == [b"Version:", b"1"]
    assert data.get_content_type() == "application/octet-stream"
    assert bytes(data.get_content()).startswith(b"-----BEGIN PGP MESSAGE-----")


def test_its_reader_finds_the_whole_page_in_it(key: str, gnupg: Gnupg) -> None:
    _, data = parsed(sealed(key).octets).iter_parts()
    inside = parsed(gnupg.opened(bytes(data.get_content())))
    assert inside["Subject"] == PAGE.subject
    assert inside.get_content_type() == "text/plain"
    assert inside.get_param("protected-headers") == "v1"
    assert str(inside.get_content()).replace("\r\n", "\n") == PAGE.body


def test_the_mail_decrypted_is_a_mail_to_keep(key: str, gnupg: Gnupg) -> None:
    """RFC 9788: `gpg --decrypt` of the whole mail, as it was saved, and nothing to add."""
    posting = sealed(key)
    outer, kept = parsed(posting.octets), parsed(gnupg.opened(posting.octets))
    for name in ("From", "To", "Date", "Message-ID"):
        assert str(kept[name]) == str(outer[name]) != "None"
    assert kept["Subject"] == PAGE.subject
    assert str(kept.get_content()).replace("\r\n", "\n") == PAGE.body


def test_nobody_else_finds_anything_of_it(key: str) -> None:
    posting = sealed(key)
    for word in (b"charm", b"unlucky", b"turn 12", b"You hold"):
        assert word not in posting.octets
    said = unsealed(posting)
    assert said == ("[Red November] For you alone", None, "<turn@post.example>", None)
    assert not posting.octets.count(b"\n") - posting.octets.count(b"\r\n")
    assert max(map(len, posting.octets.split(b"\r\n"))) < 80


def test_its_envelope_is_as_that_of_any_other(key: str) -> None:
    mail = parsed(sealed(key).octets)
    assert str(mail["To"]) == "Ann <ann@post.example>"
    assert str(mail["In-Reply-To"]) == "<turn@post.example>"
    assert str(mail["Message-ID"]) == "<rednov.1/2@bots.example>"
    assert str(mail["Auto-Submitted"]) == "auto-generated"


@pytest.mark.parametrize(
    ("subject", "outside"),
    [
        ("[rednov K7M2QXA] Turn 3: Ann", "[rednov K7M2QXA] For you alone"),
        ("[Red November] Your turn would be valid", "[Red November] For you alone"),
        ("[Red [2] November] Points", "For you alone"),
        ("A charm", "For you alone"),
        ("", "For you alone"),
    ],
)
def test_outside_stands_the_tag_of_a_subject_alone(subject: str, outside: str) -> None:
    assert outer_subject(subject) == outside


def test_a_subject_in_any_script_is_told_inside(key: str, gnupg: Gnupg) -> None:
    page = replace(PAGE, subject="[Röd November] Žofie’s charm " + "and so on, " * 30 + "etc.")
    posting = sealed(key, page)
    assert parsed(posting.octets)["Subject"] == "[Röd November] For you alone"
    _, data = parsed(posting.octets).iter_parts()
    assert parsed(gnupg.opened(bytes(data.get_content())))["Subject"] == page.subject


def test_nothing_is_sealed_with_a_key_that_has_expired(gnupg: Gnupg) -> None:
    old = openpgp.read(gnupg.key("Ann", made="20200101T000000", lasts="30d"))
    with pytest.raises(CannotEncrypt):
        sealed(old)
