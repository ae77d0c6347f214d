"""A mailbox with a vast backlog is fetched in batches: memory does not grow with it.

`FAULTS_BACKLOG=100000 pytest tests/faults/test_backlogs.py -s` measures one of that size.
"""

from __future__ import annotations

import os
import time
from itertools import count
from pathlib import Path

import pytest

from rednov_bot import service
from rednov_bot.core.settings import ImapSettings
from rednov_bot.core.transport import imap
from rednov_bot.core.transport.imap import Failures, Mailbox
from tests.builders import Table, a_table
from tests.rigs.dovecot import Dovecot

MAILS = int(os.environ.get("FAULTS_BACKLOG", "2500"))
_NUMBERS = count(1)


def a_mail(number: int) -> bytes:
    return (
        f"From: a@post.example\r\nMessage-ID: <{number}@post.example>\r\n"
        f"Subject: {number}\r\n\r\n{'A fine day. ' * 40}\r\n"
    ).encode()


def resident() -> int:
    """What this process has in memory now, in octets."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


@pytest.fixture
def box(dovecot: Dovecot) -> ImapSettings:
    user = f"backlog{next(_NUMBERS)}"
    dovecot.fill(user, *map(a_mail, range(MAILS)))
    return ImapSettings(host="127.0.0.1", port=dovecot.imap_port, user=user, tls="none")


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return a_table(tmp_path)


def test_a_vast_backlog_is_fetched_in_batches(
    box: ImapSettings, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All numbers are asked for in lines of bounded length, and each batch is committed."""
    monkeypatch.setattr(imap, "_AT_ONCE", min(MAILS // 5, 20_000))
    with Mailbox(box, Dovecot.password) as mailbox:
        first = next(mailbox.sweep())
        assert len(first) == 200
        before, began = resident(), time.monotonic()
        assert service.fetch(table.desk, mailbox) == MAILS
        took, grown = time.monotonic() - began, resident() - before
        assert service.fetch(table.desk, mailbox) == 0
    print(f"{MAILS} mails in {took:.1f} s, {grown / 2**20:.0f} MiB more in memory")
    assert grown < 64 * 2**20
    with table.desk.db.transaction() as records:
        assert len(records.undisposed(10)) == 10


def test_a_connection_lost_within_it_keeps_what_was_fetched(
    box: ImapSettings, table: Table
) -> None:
    with Mailbox(box, Dovecot.password) as mailbox:
        for number, batch in enumerate(mailbox.sweep()):
            with table.desk.db.transaction() as records:
                records.keep(batch)
            if number == 2:
                break
    with Mailbox(box, Dovecot.password, failures=Failures(wary=True)) as mailbox:
        assert service.fetch(table.desk, mailbox) == MAILS - 600
