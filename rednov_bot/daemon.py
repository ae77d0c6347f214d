"""Sweep, work, send, wait: the bot's day.  Whatever is interrupted is found again on file."""

from __future__ import annotations

import logging
import random
import select
import socket
from collections.abc import Callable
from contextlib import ExitStack, closing, suppress

from rednov_bot.desk import intake, rounds
from rednov_bot.desk.desk import Desk
from rednov_bot.errors import (
    AlreadyOnFile,
    DraftClosed,
    MailboxUnreachable,
    Mendable,
    PostmanUnreachable,
    StoreUnreachable,
    Unreachable,
)
from rednov_bot.papers import Attempt, PaperId, RawMail
from rednov_bot.settings import imap_password, smtp_password
from rednov_bot.wire.backoff import delays
from rednov_bot.wire.imap import Mailbox
from rednov_bot.wire.smtp import Postman
from rednov_bot.wire.watch import Watch

AT_A_TIME = 50  # mails worked on between two looks at the outbox
SEND_AT_A_TIME = 100
TRIES = 3  # for a mail whose handling another worker has overtaken

log = logging.getLogger("rednov")


def fetch(desk: Desk, mailbox: Mailbox) -> int:
    """Store everything new in the mailbox, byte for byte, before any of it is understood."""
    folder = desk.settings.imap.folder
    with desk.ledger.transaction(durable=False) as records:
        bookmark = records.bookmark(folder)
    new = 0
    for batch in mailbox.sweep(bookmark):
        with desk.ledger.transaction() as records:
            new += records.keep(batch)
    return new


def work(desk: Desk, limit: int = AT_A_TIME) -> int:
    """Handle mails that have no disposition yet, each in a transaction of its own.

    A mail that cannot be handled is held for a human, and the next one is handled as if nothing
    had been.  A database that does not answer is no fault of the mail's: that is raised.
    """
    with desk.ledger.transaction(durable=False) as records:
        waiting = records.undisposed(limit)
    for mail, raw in waiting:
        _handle(desk, mail, raw)
    return len(waiting)


def _handle(desk: Desk, mail: PaperId, raw: RawMail) -> None:
    """Whoever was overtaken by another worker begins again; what fails on and on is held."""
    for again in range(TRIES - 1, -1, -1):
        try:
            intake.handle(desk, mail, raw)
        except (AlreadyOnFile, DraftClosed) as fault:
            if not again:
                _hold(desk, mail, fault)
        except (StoreUnreachable, Mendable):
            raise
        except Exception as fault:
            _hold(desk, mail, fault)
            return
        else:
            return


def _hold(desk: Desk, mail: PaperId, fault: Exception) -> None:
    """The mail waits for a human, unless another worker has filed it meanwhile."""
    log.error("mail %s is held: handling it failed with %s", mail, type(fault).__name__)
    with suppress(AlreadyOnFile):
        intake.shunt(desk, mail, fault)


def make_rounds(desk: Desk) -> None:
    """Look at the clock; a fault in a game must not stop mail from being fetched and sent."""
    try:
        rounds.make_rounds(desk)
    except (StoreUnreachable, Mendable):
        raise
    except Exception as fault:
        log.error("what falls due by the clock is left: %s", type(fault).__name__)


def send(desk: Desk, postman: Postman) -> int:
    """Offer what is due to the SMTP server; what came of each mail is on file at once.

    Whoever is killed between the server's yes and the note of it sends that one mail again, with
    the Message-ID it had.  The note need not wait for the disk: the next commit carries it.
    """

    def note(attempt: Attempt) -> None:
        with desk.ledger.transaction(durable=False) as records:
            records.attempted(attempt)

    sent = 0
    while True:
        with desk.ledger.transaction(durable=False) as records:
            due = records.due(desk.now(), SEND_AT_A_TIME)
        if not due:
            return sent
        postman.send(due, desk.settings.bot.address, note, desk.now)
        sent += len(due)


def go_round(desk: Desk, mailbox: Mailbox, postman: Postman) -> None:
    """Everything there is to do now: fetch, work, look at the clock, send."""
    fetch(desk, mailbox)
    while work(desk):
        send(desk, postman)
    make_rounds(desk)
    send(desk, postman)


def serve_once(desk: Desk) -> None:
    """Handle what is in the mailbox and send what is due.

    Raises MailboxUnreachable or PostmanUnreachable when the other side does not answer; what was
    done until then is on file.
    """
    settings = desk.settings
    with closing(Postman(settings.smtp, smtp_password(settings))) as postman:
        try:
            with Mailbox(settings.imap, imap_password(settings)) as mailbox:
                go_round(desk, mailbox, postman)
        except MailboxUnreachable:
            while work(desk):
                pass
            make_rounds(desk)
            send(desk, postman)
            raise


class Stop:
    """The wish that the bot stops: heard at once, also while it waits.

    A socket pair and no lock: `set` may be called by a signal's function in mid-wait.
    """

    def __init__(self) -> None:
        self._wished = False
        self._bell, self._ear = socket.socketpair()
        self._bell.setblocking(False)
        self._others: list[Callable[[], None]] = []

    def set(self) -> None:
        """Stop after the mail in hand."""
        self._wished = True
        with suppress(OSError):
            self._bell.send(b".")
        for ring in self._others:
            ring()

    def is_set(self) -> bool:
        """Whether the bot is to stop."""
        return self._wished

    def wait(self, seconds: float) -> None:
        """Wait, but no longer than until the wish to stop."""
        select.select([self._ear], [], [], seconds)

    def watch(self, ring: Callable[[], None]) -> None:
        """Call *ring* when the bot is to stop."""
        self._others.append(ring)

    def close(self) -> None:
        """Nothing can be wished any more."""
        self._bell.close()
        self._ear.close()


def serve(desk: Desk, stop: Stop) -> None:
    """Serve until *stop* is set: a lost server is tried again for ever, with longer pauses."""
    settings = desk.settings
    with ExitStack() as stack:
        postman = stack.enter_context(Postman(settings.smtp, smtp_password(settings)))
        watch = stack.enter_context(Watch(settings.imap, imap_password(settings)))
        stop.watch(watch.wake)
        pauses = delays(random.random)
        while not stop.is_set():
            try:
                with Mailbox(settings.imap, imap_password(settings)) as mailbox:
                    while not stop.is_set():
                        go_round(desk, mailbox, postman)
                        pauses = delays(random.random)
                        watch.wait()
            except Unreachable as error:
                pause = next(pauses)
                log.warning("%s; trying again in %.0f s", error, pause)
                _meanwhile(desk, postman)
                stop.wait(pause)


def _meanwhile(desk: Desk, postman: Postman) -> None:
    """What can be done without the server that is lost."""
    try:
        while work(desk):
            pass
        make_rounds(desk)
        send(desk, postman)
    except (PostmanUnreachable, StoreUnreachable) as error:
        log.warning("%s", error)
