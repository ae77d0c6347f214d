"""Over real servers: a posting is published when its list has sent it back, whatever was lost."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from rednov_bot import service
from rednov_bot.core.models import PostingState, QueuedPosting
from rednov_bot.core.settings import ImapSettings, SmtpSettings
from rednov_bot.core.transport.imap import Mailbox
from rednov_bot.core.transport.smtp import SmtpClient
from rednov_bot.testing.mailserver import MailingList, MailServer
from tests.builders import BOT, BUSINESS, Table, a_table, address_of
from tests.transport.scripted import SMTP_ANSWERS, SMTP_GREETING, ScriptedServer
from tests.workflow.play import begin, code_in, kinds, only, reply, say

PEOPLE = [address_of(name) for name in ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Pewterby")]
FOOTER = "____________\nThe list of the nomic: https://agora.example/list\n"


class Moored(Table):
    """A table whose mails come by a real mailbox."""

    shore: Shore

    def receive(self, *mails: bytes) -> tuple[QueuedPosting, ...]:
        for octets in mails:
            self.uid += 1
            self.shore.mail_server.deliver(BOT, octets)
        service.fetch(self.desk, self.shore.mailbox)
        while service.work(self.desk):
            pass
        return self.news()


class Shore:
    """A desk with a mailbox, a post office and a list, which sends members their own mails."""

    def __init__(self, folder: Path, *, returns: bool) -> None:
        members = (*PEOPLE, BOT) if returns else tuple(PEOPLE)
        self.business = MailingList(
            address=BUSINESS,
            subscribers=members,
            subject_prefix="BUS: ",
            footer=FOOTER,
            munge_from=True,
        )
        self.stack = ExitStack()
        self.mail_server = self.stack.enter_context(
            MailServer(
                "agora.example", users=dict.fromkeys((*PEOPLE, BOT), "x"), lists=(self.business,)
            )
        )
        imap = ImapSettings(
            host="127.0.0.1", port=self.mail_server.imap_port, user=BOT, password="x", tls="none"
        )
        self.smtp = SmtpSettings(host="127.0.0.1", port=self.mail_server.smtp_port, tls="none")
        self.mailbox = self.stack.enter_context(Mailbox(imap, "x"))
        made = a_table(folder, imap=imap, smtp=self.smtp)
        self.table = Moored(desk=made.desk, clock=made.clock)
        self.table.shore = self
        self.stack.callback(self.table.desk.db.close)
        begin(self.table)

    def go_round(self, smtp: SmtpSettings | None = None) -> None:
        with SmtpClient(smtp or self.smtp) as client:
            service.go_round(self.table.desk, self.mailbox, client)

    def settle(self) -> None:
        """Everything goes out and comes back."""
        for _ in range(3):
            self.go_round()
        self.table.news()

    def approve_a_turn(self) -> None:
        reply(self.table, code_in(say(self.table, "Ann")), "approve")

    def last(self) -> PostingState:
        """What became of the last posting to the list."""
        with self.table.desk.db.transaction() as records:
            public = [one for one in records.outbox() if one.posting.kind == "public"]
        return public[-1].state

    def on_the_list(self) -> int:
        """How often members were sent the resolution."""
        return sum(b"Turn 1: Ann" in octets for octets in self.mail_server.mailbox(PEOPLE[3]))

    def hour(self) -> tuple[str, ...]:
        """An hour goes by; what kinds of mails the bot queues then."""
        self.table.news()
        for _ in range(6):
            self.table.clock.forward(minutes=10)
            self.go_round()
        return tuple(kinds(self.table.news()))


@pytest.fixture
def shore(tmp_path: Path) -> Iterator[Shore]:
    made = Shore(tmp_path, returns=True)
    with made.stack:
        made.settle()
        yield made


def test_the_opening_is_published(shore: Shore) -> None:
    assert shore.last() == "published"


def test_a_resolution_is_published_when_the_list_has_sent_it_back(shore: Shore) -> None:
    shore.approve_a_turn()
    with SmtpClient(shore.smtp) as client:
        service.send(shore.table.desk, client)
    assert shore.last() == "accepted"
    shore.go_round()
    assert shore.last() == "published"
    assert "draft" not in shore.hour()


def test_a_posting_that_went_though_the_line_was_cut_is_found_on_the_list(shore: Shore) -> None:
    shore.approve_a_turn()
    shore.mail_server.drop(BUSINESS, "after")
    with SmtpClient(shore.smtp) as client:
        service.send(shore.table.desk, client)
    assert shore.last() == "unknown"
    shore.mail_server.behave()
    assert "draft" not in shore.hour()
    assert shore.last() == "published"
    assert shore.on_the_list() == 1


def test_a_posting_that_did_not_go_is_sent_again_only_when_somebody_says_so(shore: Shore) -> None:
    shore.approve_a_turn()
    with ScriptedServer(SMTP_GREETING, {**SMTP_ANSWERS, ".\r\n": b""}) as swallowing:
        gone = SmtpSettings(host="127.0.0.1", port=swallowing.port, tls="none")
        with SmtpClient(gone) as client:
            service.send(shore.table.desk, client)
    assert shore.last() == "unknown"
    shore.table.news()
    asked = []
    for _ in range(7):
        shore.table.clock.forward(minutes=10)
        shore.go_round()
        asked += [one for one in shore.table.news() if one.posting.kind == "draft"]
    assert len(asked) == 1
    assert shore.on_the_list() == 0
    told = only(reply(shore.table, code_in(tuple(asked)), "post again"), "desk")
    assert told.posting.to == address_of("Pewterby")
    shore.settle()
    assert shore.on_the_list() == 1
    assert shore.last() == "published"
    assert "draft" not in shore.hour()


def test_a_list_that_sends_members_nothing_back_is_asked_about_once(tmp_path: Path) -> None:
    shore = Shore(tmp_path, returns=False)
    with shore.stack:
        shore.settle()
        assert shore.last() == "accepted"
        assert shore.hour().count("draft") == 1
        shore.approve_a_turn()
        shore.settle()
        assert shore.on_the_list() == 1
        assert shore.hour() == ()
