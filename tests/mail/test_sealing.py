"""What a sealed mail looks like, and what is refused."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from rednov_bot.core.mail.composing import new_message_id, seal
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


def sealed(page: Page = PAGE, bot_name: str = "Red November", message_id: str = "<a@b>") -> Posting:
    return seal(
        page,
        bot="rednov@bots.example",
        bot_name=bot_name,
        message_id=MessageId(message_id),
        at=AT,
        auto=None,
    )


def test_a_sealed_page_is_these_bytes() -> None:
    assert sealed().octets.decode() == (
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


def test_a_posting_is_the_pages_kind_and_address() -> None:
    posting = sealed()
    assert (posting.kind, posting.to) == (PAGE.kind, PAGE.to)
    assert "drowns" not in repr(posting)


BREAKS = ("a\r\nBcc: x@y", "a\nb", "a\rb", "a\0b")


@pytest.mark.parametrize("text", BREAKS)
@pytest.mark.parametrize("field", ["subject", "to_name", "to", "in_reply_to", "bot_name"])
def test_a_value_that_would_break_a_header_is_refused(field: str, text: str) -> None:
    page = PAGE if field == "bot_name" else replace(PAGE, **{field: text})
    with pytest.raises(ValueError):
        sealed(page, bot_name=text if field == "bot_name" else "x")


@pytest.mark.parametrize("text", ["", "a@b", "<a b@c>", "<a@b>\r\nBcc: x", "<a@b> <c@d>", "<é@b>"])
def test_a_malformed_message_id_is_refused(text: str) -> None:
    with pytest.raises(ValueError):
        sealed(message_id=text)
    with pytest.raises(ValueError):
        sealed(replace(PAGE, references=(MessageId(text),)))


@pytest.mark.parametrize("text", ["", "x", "x@y, z@y", "x@y>", "é@y.example", "a b@c", "<x@y>"])
def test_a_recipient_is_one_plain_address(text: str) -> None:
    with pytest.raises(ValueError):
        sealed(replace(PAGE, to=text))


def test_a_time_without_a_zone_is_refused() -> None:
    with pytest.raises(ValueError):
        seal(
            PAGE,
            bot="rednov@bots.example",
            bot_name="x",
            message_id=MessageId("<a@b>"),
            at=datetime(2026, 1, 2),
            auto=None,
        )


def test_a_message_id_is_at_the_bots_domain() -> None:
    assert new_message_id("rednov@bots.example", "k7.q") == "<rednov.k7.q@bots.example>"


@pytest.mark.parametrize(
    ("bot", "token"), [("x", "a"), ("x@y", ""), ("x@y", "a b"), ("x@y", "a\n")]
)
def test_no_message_id_is_made_of_nonsense(bot: str, token: str) -> None:
    with pytest.raises(ValueError):
        new_message_id(bot, token)


def test_blanks_at_line_ends_and_from_lines_travel_unharmed() -> None:
    octets = sealed(replace(PAGE, body="From here \n.\n")).octets
    assert octets.endswith(b"\r\n\r\n=46rom here=20\r\n=2E\r\n")
