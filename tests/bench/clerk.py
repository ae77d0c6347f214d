"""A desk without a network: mails are handed in, and whatever it sends is accepted."""

from __future__ import annotations

from rednov_bot import service
from rednov_bot.core.models import Attempt, Draft, RawMail
from rednov_bot.core.workflow.desk import Desk
from rednov_bot.core.workflow.drafts import approval
from tests.bench.voyages import start


class Clerk:
    """Brings a desk its mails and takes away what it writes."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    def start(self) -> None:
        """The next game is drafted."""
        start(self.desk)
        self.send()

    def bring(self, octets: bytes) -> None:
        """A mail arrives and is handled as the daemon does it: kept, worked on, answered."""
        self.keep(octets)
        self.look()

    def keep(self, octets: bytes) -> None:
        """A mail is fetched."""
        folder = self.desk.settings.imap.folder
        with self.desk.db.transaction(durable=False) as records:
            _, uid = records.bookmark(folder) or (1, 0)
        raw = RawMail(
            folder=folder,
            uidvalidity=1,
            uid=uid + 1,
            octets=octets,
            arrived_at=self.desk.now(),
        )
        with self.desk.db.transaction() as records:
            records.keep([raw])

    def look(self) -> None:
        """Everything there is to do now is done."""
        while service.work(self.desk):
            self.send()
        service.make_rounds(self.desk)
        self.send()

    def send(self) -> None:
        """Every mail that is due is accepted."""
        while True:
            with self.desk.db.transaction(durable=False) as records:
                due = records.due(self.desk.now(), service.SEND_AT_A_TIME)
            for posting in due:
                attempt = Attempt(
                    message_id=posting.message_id,
                    at=self.desk.now(),
                    outcome="accepted",
                    reply="250 2.0.0 Ok: queued as 4bXq2N1vKzzF",
                )
                with self.desk.db.transaction(durable=False) as records:
                    records.attempted(attempt)
            if not due:
                return

    def open_drafts(self) -> tuple[Draft, ...]:
        """What awaits the contestmaster's word."""
        with self.desk.db.transaction() as records:
            return records.open_drafts()

    def approve(self, *drafts: Draft) -> None:
        """Drafts are approved in a shell, and what they post is sent."""
        desk = self.desk
        with desk.db.transaction() as records:
            for draft in drafts:
                approval.approve(desk, records, draft.code, desk.contestmaster)
        self.send()
