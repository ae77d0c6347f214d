"""The whole pipe: mails in by IMAP, turns resolved on file, mails out by SMTP.

`python -m tests.bench.pipe` prints the figures and the share of each step;
`python -m tests.bench.pipe --profile` says where the time goes, too.
"""

from __future__ import annotations

import cProfile
import imaplib
import inspect
import pstats
import smtplib
import sqlite3
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from rednov_bot import daemon, language
from rednov_bot.desk import approval
from rednov_bot.desk.desk import Desk
from rednov_bot.papers import Attempt
from rednov_bot.prose import answers, desk_pages, private_pages, public_pages, reasoning
from rednov_bot.settings import ImapSettings, SmtpSettings
from rednov_bot.store import ledger
from rednov_bot.wire.imap import Mailbox
from rednov_bot.wire.smtp import Postman
from tests.bench.berth import Berth, berth
from tests.bench.figures import Figure, figure
from tests.bench.sink import SinkProcess
from tests.bench.stopwatch import Stopwatch
from tests.bench.voyages import Voyage, desk_of_eight, start, voyages
from tests.builders import BOT

TURNS = 400
WANTED = 500.0  # turns a second, from the mailbox to the receipt and the draft
BATCH = 50
ROUNDS = 5


@dataclass(frozen=True, slots=True)
class Run:
    """So many turns in so many seconds."""

    turns: int
    seconds: float
    mails_in: Sequence[bytes]
    mails_out: int

    @property
    def rate(self) -> float:
        """Turns a second."""
        return self.turns / self.seconds


def figures() -> tuple[Figure, ...]:
    """All figures of the pipe: medians of some rounds, in each of which everything is measured."""
    games = voyages(TURNS)
    rounds = []
    with berth() as box, SinkProcess() as sink:
        for _ in range(ROUNDS):
            half = halves(games, box, sink.port)
            whole = circuits(games, box, sink.port)
            bare_half = bare(box, sink.port, half)
            bare_whole = bare(box, sink.port, whole)
            rounds.append((half.rate, bare_half, whole.rate, bare_whole))
    half_rate, half_limit, whole_rate, whole_limit = map(
        statistics.median, zip(*rounds, strict=True)
    )
    drafted, posted = "turn mail to receipt and draft", "turn mail to approved posting"
    return (
        figure(drafted, "turns/s", half_rate, "wanted", WANTED),
        figure(drafted, "turns/s", half_rate, "bare tools", half_limit),
        figure(posted, "turns/s", whole_rate, "bare tools", whole_limit),
    )


@contextmanager
def _bot(box: Berth, sink: int, folder: str) -> Iterator[tuple[Desk, Mailbox, Postman]]:
    """A bot with a database of its own that reads *box* and writes to the sink."""
    imap = ImapSettings(
        host="127.0.0.1", port=box.imap_port, tls="none", user=box.user, password=box.password
    )
    smtp = SmtpSettings(host="127.0.0.1", port=sink, tls="none")
    with ExitStack() as stack:
        desk = desk_of_eight(f"sqlite:///{folder}/rednov.db", imap=imap, smtp=smtp)
        stack.callback(desk.ledger.close)
        mailbox = stack.enter_context(Mailbox(imap, box.password))
        postman = stack.enter_context(Postman(smtp))
        yield desk, mailbox, postman


def circuits(games: Sequence[Voyage], box: Berth, sink: int) -> Run:
    """Whole games: turns, drafts, approvals, postings; each game lies in the mailbox at once."""
    seconds = 0.0
    with tempfile.TemporaryDirectory() as folder, _bot(box.fresh(), sink, folder) as bot:
        desk, mailbox, postman = bot
        for game in games:
            box.fill(*game.mails)
            begin = time.perf_counter()
            start(desk)
            daemon.go_round(desk, mailbox, postman)
            seconds += time.perf_counter() - begin
        out = _checked(games, desk)
    mails = [octets for game in games for octets in game.mails]
    return Run(sum(game.turns for game in games), seconds, mails, out)


def halves(games: Sequence[Voyage], box: Berth, sink: int) -> Run:
    """From the mailbox to the receipt and the draft; the approvals are given in between, untimed.

    Timed are the fetching of each game's announcements, the work on each, and the sending.
    """
    seconds, approved = 0.0, 0
    with tempfile.TemporaryDirectory() as folder, _bot(box.fresh(), sink, folder) as bot:
        desk, mailbox, postman = bot
        for game in games:
            start(desk)
            approved += _approve_all(desk)
            box.fill(*game.announcements)
            seconds += _seconds(daemon.fetch, desk, mailbox)
            for number in range(1, len(game.announcements) + 1):
                seconds += _seconds(daemon.work, desk, 1)
                approved += _approve_all(desk)
                if number % daemon.AT_A_TIME == 0:
                    seconds += _seconds(daemon.send, desk, postman)
            seconds += _seconds(daemon.send, desk, postman)
        out = _checked(games, desk) - approved
    mails = [octets for game in games for octets in game.announcements]
    return Run(sum(game.turns for game in games), seconds, mails, out)


def _seconds(work: Callable[..., object], *given: object) -> float:
    begin = time.perf_counter()
    work(*given)
    return time.perf_counter() - begin


def _approve_all(desk: Desk) -> int:
    """The contestmaster approves in a shell; how many mails that were, which are not sent here."""
    mails = 0
    with desk.ledger.transaction() as records:
        for draft in records.open_drafts():
            approval.approve(desk, records, draft.code, desk.contestmaster)
            for queued in records.outbox(draft.code):
                name = queued.posting.message_id
                attempt = Attempt(message_id=name, at=desk.now(), outcome="accepted", reply="")
                records.attempted(attempt)
                mails += 1
    return mails


def _checked(games: Sequence[Voyage], desk: Desk) -> int:
    """How many mails went out; every game came to the end it had before, and nothing is left."""
    with desk.ledger.transaction() as records:
        ends = [records.gamestate(game.id) for game in records.games()]
        outbox = records.outbox()
    positions = [found[1].position for found in ends if found is not None]
    assert positions == [game.end for game in games]
    assert all(queued.state == "accepted" for queued in outbox)
    return len(outbox)


def bare(box: Berth, sink: int, run: Run) -> float:
    """Turns a second if the same mails were only fetched, committed one by one, and as many sent.

    imaplib, sqlite3 and smtplib by themselves: what nobody can do without.
    """
    box.fresh()
    box.fill(*run.mails_in)
    with tempfile.TemporaryDirectory() as folder:
        begin = time.perf_counter()
        fetched = _fetched(box, len(run.mails_in))
        _committed(Path(folder) / "bare.db", fetched)
        _sent(sink, [fetched[n % len(fetched)] for n in range(run.mails_out)])
        seconds = time.perf_counter() - begin
    return run.turns / seconds


def _fetched(box: Berth, number: int) -> list[bytes]:
    with imaplib.IMAP4("127.0.0.1", box.imap_port) as client:
        client.login(box.user, box.password)
        client.select("INBOX", readonly=True)
        found: list[bytes] = []
        for first in range(1, number + 1, BATCH):
            _, parts = client.fetch(f"{first}:{min(first + BATCH - 1, number)}", "(BODY.PEEK[])")
            found += [part[1] for part in parts if isinstance(part, tuple)]
    assert len(found) == number
    return found


def _committed(path: Path, mails: Sequence[bytes]) -> None:
    with sqlite3.connect(path, isolation_level=None) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("CREATE TABLE mails (id INTEGER PRIMARY KEY, octets BLOB)")
        for octets in mails:
            connection.execute("BEGIN IMMEDIATE")
            connection.execute("INSERT INTO mails (octets) VALUES (?)", (octets,))
            connection.execute("COMMIT")
    connection.close()


def _sent(sink: int, mails: Sequence[bytes]) -> None:
    with smtplib.SMTP("127.0.0.1", sink, local_hostname="bots.example") as client:
        for octets in mails:
            client.sendmail(BOT, ["somebody@post.example"], octets)


_ROOMS = {
    "rednov_bot.engine": "judge, resolve",
    "rednov_bot.language": "read",
    "rednov_bot.mail.sealing": "seal",
    "rednov_bot.mail": "screen",
    "rednov_bot.prose": "render",
}


def _watched(watch: Stopwatch) -> None:
    """Whatever the desk calls in another room counts for that room."""
    for name, module in list(sys.modules.items()):
        if name.startswith("rednov_bot.desk."):
            for word, value in list(vars(module).items()):
                room = next((r for r in _ROOMS if _home_of(value).startswith(r)), None)
                if room is not None and inspect.isfunction(value):
                    watch.watch(_ROOMS[room], module, word)
    for page in (answers, desk_pages, private_pages, public_pages, reasoning):
        watch.watch("render", page)
    watch.watch("read", language, "read")
    for part in ledger.SqlRecords.__mro__[:-1]:
        watch.watch("store", part)
    watch.watch("store: begin", ledger.Ledger, "_begun")
    watch.watch("store: commit", ledger.Connection, "commit")
    watch.watch("fetch", daemon, "fetch")
    watch.watch("send", daemon, "send")
    watch.watch("(the rest)", daemon, "work", "go_round")


def _home_of(value: object) -> str:
    return str(getattr(value, "__module__", ""))


def shares() -> None:
    """The share of each step, of both runs, on the standard output."""
    games = voyages(TURNS)
    with berth() as box, SinkProcess() as sink:
        for run_them in (halves, circuits):
            with Stopwatch() as watch:
                _watched(watch)
                _tell(run_them(games, box, sink.port), watch)


def _tell(run: Run, watch: Stopwatch) -> None:
    print(
        f"\n{run.turns} turns, {len(run.mails_in)} mails in, {run.mails_out} out: "
        f"{run.rate:.0f} turns/s, {run.seconds / run.turns * 1e6:.0f} us a turn"
    )
    total = sum(watch.seconds.values())
    for label, seconds in sorted(watch.seconds.items(), key=lambda pair: -pair[1]):
        each = seconds / watch.calls[label] * 1e6
        print(
            f"{label:16} {seconds / total:6.1%} {seconds / run.turns * 1e6:7.0f} us a turn"
            f" {watch.calls[label]:7} calls of {each:6.0f} us"
        )


def profile() -> None:
    """The functions that take most of the time."""
    games = voyages(TURNS)
    profiler = cProfile.Profile()
    with berth() as box, SinkProcess() as sink:
        profiler.enable()
        circuits(games, box, sink.port)
        profiler.disable()
    pstats.Stats(profiler).sort_stats("tottime").print_stats(60)
    pstats.Stats(profiler).sort_stats("cumulative").print_stats(80)


if __name__ == "__main__":
    if "--profile" in sys.argv:
        profile()
    else:
        for one in figures():
            print(one)
        shares()
