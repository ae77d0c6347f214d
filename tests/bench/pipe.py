"""The whole pipe: mails in by IMAP, turns resolved on file, mails out by SMTP.

`python -m tests.bench.pipe` prints the figures; tests.bench.shares says where the time goes.
"""

from __future__ import annotations

import statistics
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from datetime import datetime
from typing import Self

from rednov_bot import service
from rednov_bot.core.models import Attempt, Classified, PaperId
from rednov_bot.core.settings import ImapSettings, SmtpSettings
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.transport.imap import Mailbox
from rednov_bot.core.transport.smtp import SmtpClient
from rednov_bot.core.workflow import intake
from rednov_bot.core.workflow.desk import Desk
from rednov_bot.core.workflow.drafts import approval
from tests.bench import bare
from tests.bench.bare import Run
from tests.bench.berth import Berth, berth
from tests.bench.figures import Figure, figure
from tests.bench.sink import sink
from tests.bench.voyages import Voyage, desk_of_eight, start, voyages
from tests.rigs.scale import many

TURNS = many(400, 160)
WANTED = 500.0  # turns a second, from the mailbox to the receipt and the draft
TURNS_AT_A_TIME = service.AT_A_TIME // 2  # the other half of a backlog are the approvals
ROUNDS = many(5, 3)


def figures() -> tuple[Figure, ...]:
    """All figures of the pipe: medians of some rounds, in each of which everything is measured."""
    games = voyages(TURNS)
    rounds = []
    with berth() as box, sink() as port:
        for _ in range(ROUNDS):
            half = halves(games, box, port)
            whole = circuits(games, box, port)
            single = halves(games[:1], box, port, at_a_time=1)
            rounds.append(
                (
                    half.rate,
                    bare.rate(box, port, half, TURNS_AT_A_TIME),
                    whole.rate,
                    bare.rate(box, port, whole, service.AT_A_TIME),
                    single.rate,
                    bare.rate(box, port, single, 1),
                )
            )
    half_rate, half_limit, whole_rate, whole_limit, single_rate, single_limit = map(
        statistics.median, zip(*rounds, strict=True)
    )
    drafted, posted = "turn mail to receipt and draft", "turn mail to approved posting"
    alone = f"{drafted}, one by one"
    with berth() as box, sink() as port:
        shown = circuits(games, box, port, pictures=True)
        shown_limit = bare.rate(box, port, shown, service.AT_A_TIME)
    return (
        figure(drafted, "turns/s", half_rate, "wanted", WANTED),
        figure(drafted, "turns/s", half_rate, "bare tools", half_limit),
        figure(posted, "turns/s", whole_rate, "bare tools", whole_limit),
        figure("the same, pictures on", "turns/s", shown.rate, "bare tools", shown_limit),
        figure("the same, pictures on", "turns/s", shown.rate, "pictures off", whole_rate),
        figure(alone, "turns/s", single_rate, "bare tools", single_limit),
    )


@contextmanager
def _bot(
    box: Berth, sink: int, folder: str, *, pictures: bool = False
) -> Iterator[tuple[Desk, Mailbox, SmtpClient]]:
    """A bot with a database of its own that reads *box* and writes to the sink."""
    imap = ImapSettings(
        host="127.0.0.1", port=box.imap_port, tls="none", user=box.user, password=box.password
    )
    smtp = SmtpSettings(host="127.0.0.1", port=sink, tls="none")
    with ExitStack() as stack:
        database = f"sqlite:///{folder}/rednov.db"
        desk = desk_of_eight(database, imap=imap, smtp=smtp, pictures=pictures)
        stack.callback(desk.db.close)
        mailbox = stack.enter_context(Mailbox(imap, box.password))
        client = stack.enter_context(SmtpClient(smtp))
        yield desk, mailbox, client


def circuits(games: Sequence[Voyage], box: Berth, sink: int, *, pictures: bool = False) -> Run:
    """Whole games: turns, drafts, approvals, postings; each game lies in the mailbox at once."""
    seconds = 0.0
    with (
        tempfile.TemporaryDirectory() as folder,
        _bot(box.fresh(), sink, folder, pictures=pictures) as bot,
    ):
        desk, mailbox, client = bot
        for game in games:
            box.fill(*game.mails)
            begin = time.perf_counter()
            start(desk)
            service.go_round(desk, mailbox, client)
            seconds += time.perf_counter() - begin
        out = _checked(games, desk)
    mails = [octets for game in games for octets in game.mails]
    return Run(sum(game.turns for game in games), seconds, mails, out)


def halves(games: Sequence[Voyage], box: Berth, sink: int, at_a_time: int = TURNS_AT_A_TIME) -> Run:
    """From the mailbox to the receipt and the draft; the approvals are given in between, untimed.

    Timed is what the daemon does with each game's announcements: fetch, work, send.  The
    approvals stand where the contestmaster's mails would stand in a backlog; what they write is
    kept by the same commits, and that is timed.
    """
    seconds = 0.0
    with tempfile.TemporaryDirectory() as folder, _bot(box.fresh(), sink, folder) as bot:
        desk, mailbox, client = bot
        with Aside(desk) as aside:
            for game in games:
                start(desk)
                with desk.db.transaction() as records:
                    aside.approve_all(records)
                box.fill(*game.announcements)
                begin, untimed = time.perf_counter(), aside.seconds
                service.fetch(desk, mailbox)
                while service.work(desk, at_a_time):
                    service.send(desk, client)
                seconds += time.perf_counter() - begin - (aside.seconds - untimed)
        out = _checked(games, desk) - aside.mails
    mails = [octets for game in games for octets in game.announcements]
    return Run(sum(game.turns for game in games), seconds, mails, out)


class Aside:
    """The contestmaster stands beside the bot and approves what each mail has led to."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._handle = intake.handle
        self.seconds = 0.0  # that it took
        self.mails = 0  # that it led to; they are not sent

    def __enter__(self) -> Self:
        intake.handle = self._handle_and_approve
        return self

    def __exit__(self, *_: object) -> None:
        intake.handle = self._handle

    def _handle_and_approve(
        self,
        desk: Desk,
        records: UnitOfWork,
        mail: PaperId,
        arrived_at: datetime,
        screened: Classified,
    ) -> None:
        self._handle(desk, records, mail, arrived_at, screened)
        begin = time.perf_counter()
        self.approve_all(records)
        self.seconds += time.perf_counter() - begin

    def approve_all(self, records: UnitOfWork) -> None:
        """Every open draft is approved, as in a shell."""
        desk = self._desk
        for draft in records.open_drafts():
            approval.approve(desk, records, draft.code, desk.contestmaster)
            for queued in records.outbox(draft.code):
                name = queued.posting.message_id
                attempt = Attempt(message_id=name, at=desk.now(), outcome="accepted", reply="")
                records.attempted(attempt)
                self.mails += 1


def _checked(games: Sequence[Voyage], desk: Desk) -> int:
    """How many mails went out; every game came to the end it had before, and nothing is left.

    Each turn had its receipt, withdrawn where its turn was approved before it had left.
    """
    with desk.db.transaction() as records:
        ends = [records.gamestate(game.id) for game in records.games()]
        outbox = records.outbox()
    positions = [found[1].position for found in ends if found is not None]
    assert positions == [game.end for game in games]
    assert {queued.state for queued in outbox} <= {"accepted", "withdrawn"}
    receipts = sum(b" is taken\r\n" in queued.posting.octets for queued in outbox)
    assert receipts == sum(game.turns for game in games)
    return sum(queued.state == "accepted" for queued in outbox)


if __name__ == "__main__":
    for one in figures():
        print(one)
