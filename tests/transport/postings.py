"""Postings to send, and what came of them."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime
from itertools import count

import pytest

from rednov_bot.core.errors import SmtpUnreachable
from rednov_bot.core.models import Attempt, MessageId, Posting
from rednov_bot.core.settings import SmtpSettings
from rednov_bot.core.transport.smtp import SmtpClient

NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)
SENDER = "bot@game.test"
_NUMBERS = count(1)


def a_posting(to: str, body: bytes = b"hello\n") -> Posting:
    name = MessageId(f"<{next(_NUMBERS)}@game.test>")
    octets = f"Message-ID: {name}\nTo: {to}\nSubject: x\n\n".encode() + body
    return Posting(message_id=name, kind="private", to=to, octets=octets)


def settings(port: int) -> SmtpSettings:
    return SmtpSettings(host="127.0.0.1", port=port, tls="none")


def sent(client: SmtpClient, *postings: Posting) -> dict[MessageId, Attempt]:
    """What came of each, once each."""
    attempts: list[Attempt] = []
    client.send(postings, SENDER, attempts.append, lambda: NOW)
    assert not [name for name, n in Counter(a.message_id for a in attempts).items() if n > 1]
    return {attempt.message_id: attempt for attempt in attempts}


def outcome(client: SmtpClient, posting: Posting) -> str:
    return sent(client, posting)[posting.message_id].outcome


def unreachable(client: SmtpClient, attempts: list[Attempt]) -> str:
    with pytest.raises(SmtpUnreachable) as caught:
        client.send([a_posting("pip@player.test")], SENDER, attempts.append, lambda: NOW)
    return str(caught.value)
