"""The mail of a turn that was not taken at once: as much of it as is needed to answer it later."""

from __future__ import annotations

from datetime import datetime

import msgspec

from rednov_bot.engine.turn import Turn
from rednov_bot.papers import Authentication, Confirmed, Letter, MessageId, Stamps


class TurnMail(msgspec.Struct, frozen=True, kw_only=True):
    """Filed as JSON with the answers of the turn that came before it."""

    turn: Turn
    message_id: str | None
    references: tuple[str, ...]
    subject: str
    addresses: tuple[str, ...]
    forum: str | None
    said_at: datetime | None
    text: str = ""  # as announced
    stamps: Stamps = Stamps()
    written: str | None = None
    authentication: Authentication | None = None
    confirmed: Confirmed | None = None

    @property
    def letter(self) -> Letter:
        """The announcement, as far as it is still needed."""
        return Letter(
            message_id=None if self.message_id is None else MessageId(self.message_id),
            in_reply_to=None,
            references=tuple(MessageId(one) for one in self.references),
            subject=self.subject,
            sender=self.turn.gnome,
            addresses=self.addresses,
            forum=self.forum,
            public=True,
            text=self.text,
            written=self.written,
            authentication=self.authentication,
            confirmed=self.confirmed,
            said_at=self.said_at,
            listed_at=None,
            stamps=self.stamps,
        )
