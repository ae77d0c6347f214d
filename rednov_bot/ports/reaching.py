"""Whether mails reach their readers: what came back, what was answered, which ways are known."""

from __future__ import annotations

from datetime import datetime
from typing import Protocol

from rednov_bot.engine.words import GnomeName
from rednov_bot.papers import (
    AwaitedOpening,
    Bounce,
    Channel,
    MessageId,
    PaperId,
    PostingKind,
    Sent,
)


class Reaching(Protocol):
    """Whether mails reach their readers."""

    def sent(self, message_id: MessageId) -> Sent | None:
        """The bot's mail with this Message-ID, without its words; None where it is none of eirs."""

    def sent_since(self, kind: PostingKind, since: datetime) -> tuple[Sent, ...]:
        """Mails of one kind, queued since then, oldest first, without their words."""

    def note_bounce(self, bounce: Bounce) -> None:
        """A mail server has reported on a mail; the same report again is passed over."""

    def bounces(self, since: datetime) -> tuple[tuple[Bounce, Sent], ...]:
        """What failed to be delivered, as was reported since then, oldest first."""

    def confirm(self, posting: MessageId, mail: PaperId, at: datetime) -> bool:
        """A mail reached its reader, as eir own *mail* shows; whether that is news."""

    def heard_from(self, since: datetime) -> frozenset[GnomeName]:
        """Everybody of whom a mail was read after that moment."""

    def note_channel(self, channel: Channel) -> None:
        """Something became known of somebody's private channel."""

    def channels(self) -> tuple[Channel, ...]:
        """All that is known of private channels, oldest first."""

    def told_otherwise(self) -> frozenset[MessageId]:
        """The notices of which whoever decides has said that their readers know them."""

    def await_channels(self, opening: AwaitedOpening) -> None:
        """An opening was approved and waits; the first approval counts."""

    def awaited_opening(self, draft: str) -> AwaitedOpening | None:
        """The approval of an opening that waits; None of one that was not approved."""
