"""Sweep, work, send, wait: the bot's day.  Whatever is interrupted is found again on file."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing, suppress
from dataclasses import replace

from rednov_bot import gallery, handling, journal, watchdog
from rednov_bot.core.transport.idle import Watcher, delays
from rednov_bot.core.transport.imap import TRIES, Failures, Mailbox
from rednov_bot.core.transport.smtp import SmtpClient, Unsettled
from rednov_bot.desk.desk import Desk
from rednov_bot.desk.due import rounds
from rednov_bot.desk.reaching.notices_sent import is_withdrawn
from rednov_bot.desk.watch.lookout import SIDES, Lookout
from rednov_bot.errors import (
    MailboxUnreachable,
    Mendable,
    SmtpUnreachable,
    StoreUnreachable,
    Unreachable,
    stops_all,
)
from rednov_bot.games.red_november.reader.reading import read
from rednov_bot.papers import Attempt, Posting, UnderWay
from rednov_bot.settings import imap_password, smtp_password
from rednov_bot.stop import Stop
from rednov_bot.store.serving import Guarded, ServiceLock

SEND_AT_A_TIME = 100
ATTEMPTS = TRIES + 3  # to sweep once: one breaks at a batch, one at a mail alone, then TRIES more
WITHDRAWN = "no server was asked: nobody in [people] has this address now"
STANDBY = 1.0  # seconds between two looks of a standby whether the service at work is gone


def fetch(desk: Desk, mailbox: Mailbox) -> int:
    """Store everything new in the mailbox, byte for byte, before any of it is understood."""
    folder = desk.settings.imap.folder
    with desk.ledger.transaction(durable=False) as records:
        bookmark = records.bookmark(folder)
    new = 0
    for batch in mailbox.sweep(bookmark):
        with desk.ledger.transaction() as records:
            new += records.keep(batch)
        watchdog.alive()
    return new


def make_rounds(desk: Desk, *, heard: bool = True, watched: bool = True) -> None:
    """Look at the clock; a fault in a game must not stop mail from being fetched and sent."""
    try:
        rounds.make_rounds(desk, heard=heard, watched=watched)
    except Exception as fault:
        if stops_all(fault):
            raise
        journal.left_undone("the rounds", fault)


def send(desk: Desk, smtp: SmtpClient) -> int:
    """Offer what is due to the SMTP server; what came of each mail is on file at once.

    That they are under way is on file before the server hears of them, and of each that it is
    handed over before its text goes out: of whoever is killed, it is known which mails may have
    gone.  For a list's that is on the disk by then, and for one that was under way before, so that
    none goes three times; for others, and for what came of each, the disk need not be waited for:
    the next commit carries it.
    """
    sent, posted = 0, False
    while True:
        _settle(desk, smtp.unsettled)
        with desk.ledger.transaction(durable=False) as records:
            due = records.due(desk.now(), 1)
        if not due:
            if posted:
                gallery.bring_up_to_date(desk)
            return sent
        smtp.reach(desk.settings.bot.address)
        with desk.ledger.transaction() as records:
            begun = records.begin_sending(desk.now(), SEND_AT_A_TIME)
        try:
            _offer(desk, smtp, begun)
        except BaseException:
            with suppress(StoreUnreachable, Mendable):
                _settle(desk, smtp.unsettled)
            raise
        sent += len(begun)
        posted = posted or any(one.kind == "public" for one in begun)


def _offer(desk: Desk, smtp: SmtpClient, begun: Sequence[UnderWay]) -> None:
    """What has begun is handed over; what cannot be noted of it now, the client remembers.

    Between two signs of life lies no more than one answer of the mail server.
    """
    unsettled = smtp.unsettled
    under_way = {one.message_id: one for one in begun}
    unsettled.untried.update(under_way)
    public = [one for one in begun if one.kind == "public"]
    withdrawn = [one for one in begun if is_withdrawn(desk, one)]
    private = [one for one in begun if one.kind != "public" and one not in withdrawn]
    with desk.ledger.transaction(durable=False) as records:
        once_more = records.begun_again()

    def note(attempt: Attempt) -> None:
        watchdog.alive()
        number = under_way[attempt.message_id].number
        unsettled.untried.pop(attempt.message_id, None)
        unsettled.attempts.append((attempt, number))
        with desk.ledger.transaction(durable=False) as records:
            records.attempted(attempt, number)
        unsettled.attempts.remove((attempt, number))

    def handed_over(one: Posting) -> None:
        watchdog.alive()
        waited_for = one.kind == "public" or one.message_id in once_more
        with desk.ledger.transaction(durable=waited_for) as records:
            records.handed_over(under_way[one.message_id])

    for one in withdrawn:
        note(Attempt(message_id=one.message_id, at=desk.now(), outcome="refused", reply=WITHDRAWN))
    for some in (public, private):  # how many the private ones are keeps no list waiting (§6)
        smtp.send(some, desk.settings.bot.address, note, desk.now, handed_over)


def _settle(desk: Desk, unsettled: Unsettled) -> None:
    """What the client has done since the database failed is put on file, and what it has not."""
    if not unsettled.attempts and not unsettled.untried:
        return
    with desk.ledger.transaction(durable=False) as records:
        for attempt, number in unsettled.attempts:
            records.attempted(attempt, number)
        records.put_back(unsettled.untried.values())
    unsettled.attempts.clear()
    unsettled.untried.clear()


def take_over(desk: Desk, smtp: SmtpClient) -> None:
    """What another service that is gone had under way is of unknown fate.

    What it had not begun to hand over is due again.
    """
    _settle(desk, smtp.unsettled)
    with desk.ledger.transaction() as records:
        records.interrupted(desk.now())


def go_round(desk: Desk, mailbox: Mailbox, smtp: SmtpClient) -> None:
    """Everything there is to do now: fetch, work, look at the clock, send."""
    fetch(desk, mailbox)
    while handling.work(desk):
        send(desk, smtp)
    make_rounds(desk)
    send(desk, smtp)


def _guarded(desk: Desk, lock: ServiceLock | None) -> Desk:
    """A desk at which nothing is done without the lock; without one on SQLite."""
    return desk if lock is None else replace(desk, ledger=Guarded(desk.ledger, lock))


def serve_once(desk: Desk, lock: ServiceLock | None = None) -> tuple[int, int]:
    """Handle what is in the mailbox, send what is due; how many mails were fetched and handled.

    Raises MailboxUnreachable or SmtpUnreachable when the other side does not answer or refuses
    the login, though nothing be due; what can be done without it is done and on file.
    """
    desk, settings, fetched, handled = _guarded(desk, lock), desk.settings, 0, 0
    trouble: MailboxUnreachable | None = None
    with closing(SmtpClient(settings.smtp, smtp_password(settings))) as smtp:
        take_over(desk, smtp)
        failures = Failures()
        for attempt in range(ATTEMPTS):
            try:
                with Mailbox(settings.imap, imap_password(settings), failures=failures) as mailbox:
                    fetched += fetch(desk, mailbox)
                break
            except MailboxUnreachable as error:
                if attempt + 1 == ATTEMPTS or not failures.wary:
                    trouble = error
                    break
        while done := handling.work(desk):
            handled += done
        make_rounds(desk, heard=trouble is None, watched=False)
        send(desk, smtp)
        if trouble is not None:
            raise trouble
        smtp.knock(settings.bot.address)
    return fetched, handled


def get_ready(desk: Desk) -> None:
    """The reader is loaded now, which takes half a second: no mail need wait for it."""
    read("I take no action.", author="", people=tuple(desk.settings.people))


def stood_by(desk: Desk, lock: ServiceLock, stop: Stop) -> bool:
    """Wait until this is the service at work, or is to stop; whether another one was waited for."""
    get_ready(desk)
    waited, pauses = False, delays(random.random, cap=60.0)
    while not stop.is_set():
        try:
            if lock.take():
                if waited:
                    journal.takes_over()
                break
            if not waited:
                journal.stands_by()
            waited, pause = True, STANDBY
        except StoreUnreachable as error:
            pause = next(pauses)
            journal.lost(error, pause)
        watchdog.alive()
        stop.wait(pause)
    return waited


def serve(
    desk: Desk,
    stop: Stop,
    lock: ServiceLock | None = None,
    *,
    ticks: Callable[[], float] = time.monotonic,
) -> None:
    """Serve until *stop* is set: a lost server is tried again for ever, with longer pauses.

    A server that does not answer at the start, or refuses the login, is one that is lost.  With a
    *lock* that was lost, this ends when another service has it.
    """
    desk, settings = _guarded(desk, lock), desk.settings
    get_ready(desk)
    gallery.bring_up_to_date(desk)
    with ExitStack() as stack:
        smtp = stack.enter_context(SmtpClient(settings.smtp, smtp_password(settings)))
        watch = stack.enter_context(Watcher(settings.imap, imap_password(settings)))
        stop.watch(watch.wake)
        failures = Failures()
        sender, pauses = settings.bot.address, delays(random.random)
        lookout = Lookout(
            desk, lambda mail: smtp.send((mail,), sender, lambda _: None, desk.now), ticks=ticks
        )
        stack.push(lookout.at_the_end)
        while not stop.is_set():
            try:
                if lock is not None and not lock.take():
                    return
                take_over(desk, smtp)
                with Mailbox(settings.imap, imap_password(settings), failures=failures) as mailbox:
                    while not stop.is_set():
                        go_round(desk, mailbox, smtp)
                        smtp.knock(sender)
                        lookout.well(*SIDES)
                        lookout.sign()
                        pauses = delays(random.random)
                        watch.wait(poll=mailbox.has_more)
            except Unreachable as error:
                pause = next(pauses)
                journal.lost(error, pause)
                heard = isinstance(error, SmtpUnreachable)
                _meanwhile(desk, smtp, error, lookout, heard=heard)
                stop.wait(pause)


def _meanwhile(
    desk: Desk, smtp: SmtpClient, lost: Unreachable, lookout: Lookout, *, heard: bool
) -> None:
    """What can be done without the server that is *lost*, and the alarm where it is so for long.

    *heard*: the mailbox was swept, before anything was sent.
    """
    lookout.lost(lost)
    try:
        while handling.work(desk):
            pass
        make_rounds(desk, heard=heard)
        if not isinstance(lost, StoreUnreachable):  # a full disk lets what is there be read
            lookout.well("database")
        if heard:
            lookout.well("mailbox")
        lookout.look()
        if not isinstance(lost, SmtpUnreachable):
            send(desk, smtp)
            smtp.knock(desk.settings.bot.address)
            lookout.well("postman")
    except (SmtpUnreachable, StoreUnreachable) as error:
        if type(error) is not type(lost):
            journal.also_lost(error)
        lookout.lost(error)
        lookout.look()
    lookout.sign()
