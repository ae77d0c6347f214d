"""A sealed mail says again what its page said."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from rednov_bot.core.mail.composing import seal, unsealed
from rednov_bot.core.models import MessageId, Page


@pytest.mark.parametrize(
    ("subject", "body"),
    [
        ("[rednov K7QXM2P] Turn 12: Ann", "For your word.\n\n-- \nrednov_bot\n"),
        ("[rednov K7QXM2P] Turn 12: Åsa Ödegård", "Hatch 5-6, §10a, naïve\n.\nFrom here on\n"),
        ("a" * 200, "b" * 1200 + "\n"),
    ],
)
def test_subject_and_body_are_those_of_the_page(subject: str, body: str) -> None:
    page = Page(
        kind="draft",
        to="ann@post.example",
        to_name="Ann",
        subject=subject,
        body=body,
        in_reply_to=MessageId("<turn@post.example>"),
    )
    sealed = seal(
        page,
        bot="rednov@bots.example",
        bot_name="Red November bot",
        message_id=MessageId("<rednov.1@bots.example>"),
        at=datetime(2026, 11, 23, tzinfo=UTC),
        auto=None,
    )
    assert unsealed(sealed) == (subject, body, "<turn@post.example>", None)
