"""The whole pipe: mails in by IMAP, turns resolved on file, mails out by SMTP.

Its limit are imapclient, sqlite3 and smtplib by themselves, with the same mails.
"""

from __future__ import annotations

import os
import smtplib
import sqlite3
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple

import imapclient

from rednov_bot import service
from rednov_bot.core.models import Attempt
from rednov_bot.core.settings import ImapSettings, SmtpSettings
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.transport.imap import Mailbox
from rednov_bot.core.transport.smtp import SmtpClient
from rednov_bot.core.workflow import handling
from rednov_bot.core.workflow.desk import Desk
from rednov_bot.core.workflow.drafts import decisions
from tests.bench.figures import Figure
from tests.bench.voyages import Voyage, desk_of_eight, start, voyages
from tests.builders import BOT
from tests.rigs.dovecot import Dovecot
from tests.rigs.processes import PATIENCE, free_port, greets
from tests.rigs.programs import program
from tests.rigs.scale import many

TURNS: Final = many(400, 160)
ROUNDS: Final = many(5, 2)
WANTED: Final = 500.0  # turns a second, from the mailbox to the receipt and the draft
TURNS_AT_A_TIME: Final = service.AT_A_TIME // 2  # the others of a backlog are the approvals


@contextmanager
def sink() -> Iterator[int]:
    """The port of Postfix's own SMTP server that takes everything and keeps nothing."""
    port = free_port()
    user = ["-u", "nobody"] if os.getuid() == 0 else []
    process = subprocess.Popen([program("smtp-sink"), *user, f"127.0.0.1:{port}", "100"])
    try:
        until = time.monotonic() + PATIENCE
        while not greets(port, b"220"):
            assert process.poll() is None, "smtp-sink does not run"
            assert time.monotonic() < until
            time.sleep(0.01)
        yield port
    finally:
        process.terminate()
        process.wait(timeout=10)


# -- the limit ------------------------------------------------------------------------------------


def kept(port: int, user: str, path: Path, number: int, at_a_time: int) -> list[bytes]:
    """So many mails of a mailbox, fetched by imapclient and put on the disk by sqlite3."""
    found: list[bytes] = []
    with (
        imapclient.IMAPClient("127.0.0.1", port, ssl=False) as client,
        closing(sqlite3.connect(path, isolation_level=None)) as connection,
    ):
        client.login(user, Dovecot.password)
        client.select_folder("INBOX", readonly=True)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("CREATE TABLE mails (uid INTEGER PRIMARY KEY, at TEXT, octets BLOB)")
        uids = client.search(["UID", "1:*"])[:number]
        for first in range(0, number, at_a_time):
            chosen = uids[first : first + at_a_time]
            answer = client.fetch(chosen, ["BODY.PEEK[]", "INTERNALDATE"])
            connection.execute("BEGIN IMMEDIATE")
            for uid in chosen:
                octets = answer[uid][b"BODY[]"]
                row = (uid, str(answer[uid][b"INTERNALDATE"]), octets)
                connection.execute("INSERT INTO mails VALUES (?, ?, ?)", row)
                found.append(octets)
            connection.execute("COMMIT")
    return found


def _sent(sink: int, mails: Sequence[bytes], number: int) -> None:
    with smtplib.SMTP("127.0.0.1", sink, local_hostname="bots.example") as client:
        for place in range(number):
            client.sendmail(BOT, ["somebody@post.example"], mails[place % len(mails)])


# -- ours -----------------------------------------------------------------------------------------


class Run(NamedTuple):
    """Turns a second, and if the same mails were only fetched, committed and as many sent."""

    rate: float
    limit: float


class Pipe:
    """Whole games through a bot with a mailbox of its own, which writes to the sink."""

    def __init__(self, dovecot: Dovecot, sink: int, games: Sequence[Voyage]) -> None:
        self._dovecot, self._sink, self._games, self._boxes = dovecot, sink, games, 0

    def _box(self) -> str:
        self._boxes += 1
        return f"bot{self._boxes}"

    def run(self, *, at_a_time: int = 0, pictures: bool = False, games: int = 99) -> Run:
        """*at_a_time*: mails of a batch, to the receipts and drafts alone, else to the postings."""
        chosen, user = self._games[:games], self._box()
        imap = ImapSettings(
            host="127.0.0.1",
            port=self._dovecot.imap_port,
            tls="none",
            user=user,
            password=Dovecot.password,
        )
        smtp = SmtpSettings(host="127.0.0.1", port=self._sink, tls="none")
        with tempfile.TemporaryDirectory() as folder:
            url = f"sqlite:///{folder}/rednov.db"
            desk = desk_of_eight(url, imap=imap, smtp=smtp, pictures=pictures)
            with (
                closing(desk.db),
                Mailbox(imap, Dovecot.password) as mailbox,
                SmtpClient(smtp) as client,
            ):
                bot = _Bot(desk, mailbox, client, partial(self._dovecot.fill, user))
                for game in chosen:
                    bot.draft(game, at_a_time) if at_a_time else bot.post(game)
                out = _checked(chosen, desk) - bot.aside
        turns = sum(game.turns for game in chosen)
        mails = [
            octets
            for game in chosen
            for octets in (game.announcements if at_a_time else game.mails)
        ]
        return Run(turns / bot.seconds, turns / self._bare(mails, out, at_a_time))

    def _bare(self, mails: list[bytes], out: int, at_a_time: int) -> float:
        user = self._box()
        self._dovecot.fill(user, *mails)
        with tempfile.TemporaryDirectory() as folder:
            begin = time.perf_counter()
            batch = at_a_time or service.AT_A_TIME
            port = self._dovecot.imap_port
            fetched = kept(port, user, Path(folder, "bare.db"), len(mails), batch)
            _sent(self._sink, fetched, out)
            return time.perf_counter() - begin


class _Bot:
    """A bot at work, and for how long; beside it the contestmaster approves in a shell."""

    def __init__(
        self, desk: Desk, mailbox: Mailbox, client: SmtpClient, fill: Callable[..., None]
    ) -> None:
        self._desk, self._mailbox, self._client, self._fill = desk, mailbox, client, fill
        self.seconds = 0.0
        self.aside = 0  # mails of approvals in a shell, which are not sent

    def post(self, game: Voyage) -> None:
        """Turns, drafts, approvals, postings: all its mails lie in the mailbox at once."""
        self._fill(*game.mails)
        begin = time.perf_counter()
        start(self._desk)
        service.go_round(self._desk, self._mailbox, self._client)
        self.seconds += time.perf_counter() - begin

    def draft(self, game: Voyage, at_a_time: int) -> None:
        """From the mailbox to the receipt and the draft; the approvals in between are untimed.

        What they write is kept by the same commits as all else, and that is timed.
        """
        start(self._desk)
        with self._desk.db.transaction() as records:
            self._approve_all(records)
        handle = handling.handle

        def handled_and_approved(desk: Desk, records: UnitOfWork, *given: Any) -> None:
            handle(desk, records, *given)
            begin = time.perf_counter()
            self._approve_all(records)
            self.seconds -= time.perf_counter() - begin

        self._fill(*game.announcements)
        handling.handle = handled_and_approved
        begin = time.perf_counter()
        service.fetch(self._desk, self._mailbox)
        while service.work(self._desk, at_a_time):
            service.send(self._desk, self._client)
        self.seconds += time.perf_counter() - begin
        handling.handle = handle

    def _approve_all(self, records: UnitOfWork) -> None:
        desk = self._desk
        for draft in records.open_drafts():
            decisions.approve(desk, records, draft.code, desk.contestmaster)
            for queued in records.outbox(draft.code):
                name = queued.posting.message_id
                attempt = Attempt(message_id=name, at=desk.now(), outcome="accepted", reply="")
                records.attempted(attempt)
                self.aside += 1


def _checked(games: Sequence[Voyage], desk: Desk) -> int:
    """How many mails went out; every game came to the end it had before, and nothing is left.

    Each turn had its receipt, withdrawn where its turn was approved before it had left.
    """
    with desk.db.transaction() as records:
        ends = [records.gamestate(game.id) for game in records.games()]
        outbox = records.outbox()
    assert [found[1].position for found in ends if found is not None] == [it.end for it in games]
    assert {queued.state for queued in outbox} <= {"accepted", "withdrawn"}
    receipts = sum(b" is taken\r\n" in queued.posting.octets for queued in outbox)
    assert receipts == sum(game.turns for game in games)
    return sum(queued.state == "accepted" for queued in outbox)


def figures() -> Iterator[Figure]:
    """All figures of the pipe: medians of some rounds, in each of which the limit is measured."""
    games = voyages(TURNS)
    with Dovecot() as dovecot, sink() as port:
        pipe = Pipe(dovecot, port, games)

        def median(**how: Any) -> Run:
            runs = [pipe.run(**how) for _ in range(ROUNDS)]
            return Run(*map(statistics.median, zip(*runs, strict=True)))

        drafted, unit = "turn mail to receipt and draft", "turns/s"
        found = median(at_a_time=TURNS_AT_A_TIME)
        yield Figure(drafted, unit, found.rate, "wanted", WANTED)
        yield Figure(drafted, unit, found.rate, "bare tools", found.limit)
        found = median(at_a_time=TURNS_AT_A_TIME, pictures=True)
        yield Figure(f"{drafted}, pictures on", unit, found.rate, "bare tools", found.limit)
        found = median(at_a_time=1, games=1)
        yield Figure(f"{drafted}, one by one", unit, found.rate, "bare tools", found.limit)
        for name, pictures in (("", False), (", pictures on", True)):
            found = median(pictures=pictures)
            title = f"turn mail to approved posting{name}"
            yield Figure(title, unit, found.rate, "bare tools", found.limit)
