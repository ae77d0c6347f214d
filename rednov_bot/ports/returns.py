"""The bot's own postings as lists send them back."""

from __future__ import annotations

from datetime import datetime
from typing import Protocol

from rednov_bot.papers import Alarm, AlarmKind, ListNotice, MessageId, PaperId, QueuedPosting


class Returns(Protocol):
    """The bot's own postings as lists send them back, and what was asked where one does not."""

    def note_sighting(
        self,
        posting: MessageId,
        mail: PaperId | None,
        forum: str,
        *,
        public: bool,
        same: bool,
        at: datetime,
    ) -> None:
        """A posting was seen in a forum; without a mail, the contestmaster says so."""

    def unpublished(self, since: datetime) -> tuple[QueuedPosting, ...]:
        """What lists were sent since then or may have been, or are, and was not seen there."""

    def sends_back(self, forum: str) -> bool | None:
        """Whether a forum sends the bot's own postings back; None where that is not known."""

    def note_alarm(
        self, posting: MessageId, code: str, what: AlarmKind, attempts: int, at: datetime
    ) -> None:
        """The draft with this code asks about a posting."""

    def alarm(self, code: str) -> Alarm | None:
        """What a draft asks about, None where that is no posting."""

    def alarms_about(self, posting: MessageId) -> tuple[Alarm, ...]:
        """What was asked about a posting."""

    def note_list_notice(self, notice: ListNotice) -> None:
        """A list has told what became of a posting."""

    def list_notices(self, posting: MessageId) -> tuple[ListNotice, ...]:
        """What its list has told of a posting, oldest first."""

    def withheld(self) -> tuple[QueuedPosting, ...]:
        """The postings that their lists hold or have refused, as far as is known; oldest first."""

    def post_again(self, posting: MessageId, by: str, at: datetime) -> None:
        """A posting is offered once more, whatever came of it so far: somebody says so."""
