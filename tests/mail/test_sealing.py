"""What a sealed mail looks like, what is refused, and that it says again what its page said."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from rednov_bot.core.mail.composing import new_message_id, outer_subject, seal, unsealed
from rednov_bot.core.models import MessageId, Page, Posting

PAGE = Page(
    kind="public",
    to="agora-business@agoranomic.example",
    to_name="business",
    subject="Re: [Red November] turn 12",
    body="Ann drowns.\n\nBob is next.\n",
    in_reply_to=MessageId("<turn@post.example>"),
    references=(MessageId("<first@post.example>"),),
)
AT = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)


def sealed(
    page: Page = PAGE, bot_name: str = "Red November", message_id: str = "<a@b>", at: datetime = AT
) -> Posting:
    bot, name = "rednov@bots.example", MessageId(message_id)
    return seal(page, bot=bot, bot_name=bot_name, message_id=name, at=at, auto=None)


def test_a_sealed_page_is_these_bytes() -> None:
    posting = sealed()
    assert (posting.kind, posting.to) == (PAGE.kind, PAGE.to)
    assert "drowns" not in repr(posting)
    assert posting.octets.decode() == (
        "From: Red November <rednov@bots.example>\r\n"
        "To: business <agora-business@agoranomic.example>\r\n"
        "Subject: Re: [Red November] turn 12\r\n"
        "Date: Fri, 02 Jan 2026 03:04:05 +0000\r\n"
        "Message-ID: <a@b>\r\n"
        "In-Reply-To: <turn@post.example>\r\n"
        "References: <first@post.example>\r\n"
        " <turn@post.example>\r\n"
        "MIME-Version: 1.0\r\n"
        'Content-Type: text/plain; charset="utf-8"\r\n'
        "Content-Transfer-Encoding: 7bit\r\n"
        "\r\n"
        "Ann drowns.\r\n"
        "\r\n"
        "Bob is next.\r\n"
    )
    # blanks at line ends and From at their beginnings travel unharmed
    octets = sealed(replace(PAGE, body="From here \n.\n")).octets
    assert octets.endswith(b"\r\n\r\n=46rom here=20\r\n=2E\r\n")


@pytest.mark.parametrize("field", ["subject", "to_name", "to", "in_reply_to", "bot_name"])
def test_a_value_that_would_break_a_header_is_refused(field: str) -> None:
    for text in ("a\r\nBcc: x@y", "a\nb", "a\rb", "a\0b"):
        page = PAGE if field == "bot_name" else replace(PAGE, **{field: text})
        with pytest.raises(ValueError):
            sealed(page, bot_name=text if field == "bot_name" else "x")


def test_malformed_ids_addresses_and_times_are_refused() -> None:
    for text in ("", "a@b", "<a b@c>", "<a@b>\r\nBcc: x", "<a@b> <c@d>", "<é@b>"):
        with pytest.raises(ValueError):
            sealed(message_id=text)
        with pytest.raises(ValueError):
            sealed(replace(PAGE, references=(MessageId(text),)))
    for text in ("", "x", "x@y, z@y", "x@y>", "é@y.example", "a b@c", "<x@y>"):
        with pytest.raises(ValueError):
            sealed(replace(PAGE, to=text))
    with pytest.raises(ValueError):
        sealed(at=datetime(2026, 1, 2))
    assert new_message_id("rednov@bots.example", "k7.q") == "<rednov.k7.q@bots.example>"
    for bot, token in (("x", "a"), ("x@y", ""), ("x@y", "a b"), ("x@y", "a\n")):
        with pytest.raises(ValueError):
            new_message_id(bot, token)


@pytest.mark.parametrize(
    ("subject", "body"),
    [
        ("[rednov K7QXM2P] Turn 12: Ann", "For your word.\n\n-- \nrednov_bot\n"),
        ("[rednov K7QXM2P] Turn 12: Åsa Ödegård", "Hatch 5-6, §10a, naïve\n.\nFrom here on\n"),
        ("a" * 200, "b" * 1200 + "\n"),
    ],
)
def test_subject_and_body_are_those_of_the_page(subject: str, body: str) -> None:
    page = replace(PAGE, subject=subject, body=body)
    assert unsealed(sealed(page)) == (subject, body, "<turn@post.example>", None)


def test_outside_of_an_encrypted_mail_stands_the_tag_of_its_subject_alone() -> None:
    seen = {
        "[rednov K7M2QXA] Turn 3: Ann": "[rednov K7M2QXA] For you alone",
        "[Red November] Your turn would be valid": "[Red November] For you alone",
        "[Red [2] November] Points": "For you alone",
        "A charm": "For you alone",
        "": "For you alone",
    }
    assert {subject: outer_subject(subject) for subject in seen} == seen
