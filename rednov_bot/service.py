"""The bot at work: it fetches mail, handles it in batches, sends and waits."""

from __future__ import annotations

import random
import select
import socket
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, closing, suppress
from dataclasses import replace
from datetime import datetime
from typing import TypeVar

from rednov_bot.core import log, watchdog
from rednov_bot.core.errors import (
    AlreadyOnFile,
    DraftClosed,
    MailboxUnreachable,
    Mendable,
    SmtpUnreachable,
    StoreUnreachable,
    Unreachable,
    stops_all,
)
from rednov_bot.core.models import Attempt, Classified, PaperId, Posting, RawMail, UnderWay
from rednov_bot.core.settings import imap_password, smtp_password
from rednov_bot.core.store.serving import ServiceLock
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.transport.idle import Watcher, delays
from rednov_bot.core.transport.imap import TRIES, Failures, Mailbox
from rednov_bot.core.transport.smtp import SmtpClient, Unsettled
from rednov_bot.core.workflow import (
    handling,
    health,
    held,
    office,
    scheduler,
    spectators,
)
from rednov_bot.core.workflow.desk import Desk
from rednov_bot.core.workflow.health import SIDES, HealthWatch
from rednov_bot.core.workflow.reach import is_withdrawn
from rednov_bot.games.red_november.reader.reading import read


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


AT_A_TIME = 50  # mails worked on between two looks at the outbox
BREATH = 0.5  # seconds after which what was handled is kept, and others may write
OPENING = 0.1  # seconds in which mails are opened for a batch; handling them takes longer
TRIES_PER_MAIL = 3  # for a mail whose handling stumbles over a paper in the database

One = TypeVar("One")


def work(desk: Desk, limit: int = AT_A_TIME) -> int:
    """Handle mails that have no disposition yet; how many that were.

    Those of a batch are kept together, so that the disk is waited for once; each is handled as
    a whole or not at all.  A mail that cannot be handled is held for a human, and the next one is
    handled as if nothing had been.  A database that does not answer is no fault of the mail's:
    that is raised, and nothing of the batch is kept.

    The assistant is asked about one of them at the most, and in no transaction: the handling of
    that mail is undone, and begins again with the answer.
    """
    watchdog.alive()
    waiting = desk.db.look(lambda records: records.undisposed(limit))
    opened = [(mail, raw.arrived_at, _opened(desk, raw)) for mail, raw in _for(OPENING, waiting)]
    handled = 0
    consulted: dict[str, str | None] = {}
    desk = replace(desk, consulted=consulted)
    while handled < len(opened):
        handled += _handled(desk, opened[handled:])
        wished = [words for words, answer in consulted.items() if answer is None]
        if desk.assistant is not None and wished:
            consulted[wished[0]] = desk.assistant.ask(wished[0], watchdog.alive)
    return handled


Opened = tuple[PaperId, datetime, Classified | Exception]
"""A mail, when it came, and what it is to the bot, or why that cannot be said."""


def _handled(desk: Desk, opened: Sequence[Opened]) -> int:
    """How many were handled until their batch was over, or the assistant has to be asked.

    Where the database refuses what a batch has brought about, the first mail is handled alone: of
    the one at fault nothing is kept then but that it is held.
    """
    try:
        return _batch(desk, opened)
    except Exception as fault:
        if stops_all(fault):
            raise
        return _batch(desk, opened[:1], alone=True)


def _batch(desk: Desk, opened: Sequence[Opened], *, alone: bool = False) -> int:
    done = 0
    with desk.db.transaction() as records:
        for mail, arrived_at, screened in _for(BREATH, opened):
            if not records.is_undisposed(mail):  # somebody else has seen to it meanwhile
                done += 1
                continue
            if not _handle(desk, records, mail, arrived_at, screened, alone=alone):
                break
            done += 1
        if records.first_undisposed() is None:
            seated = office.seated(desk, records)
            with health.apart(seated, records, "telling what is new"):
                held.look(seated, records)
    return done


def _for(seconds: float, several: Iterable[One]) -> Iterator[One]:
    """As many of them, in their order, as are begun within so many seconds; at least one.

    Before each a sign of life is given: any of them may take long.
    """
    until = time.monotonic() + seconds
    for one in several:
        watchdog.alive()
        yield one
        if time.monotonic() > until:
            return


def _opened(desk: Desk, raw: RawMail) -> Classified | Exception:
    """The mail as it is to the bot, or why it cannot be said."""
    try:
        return handling.opened(desk, raw)
    except Exception as fault:
        return fault


class _Unasked(Exception):
    """The assistant is to be asked about a mail before it is handled."""


def _handle(
    desk: Desk,
    records: UnitOfWork,
    mail: PaperId,
    arrived_at: datetime,
    screened: Classified | Exception,
    *,
    alone: bool,
) -> bool:
    """What stumbles over a paper in the database begins again; what fails on and on is held.

    Whether it is handled: nothing of it is where the assistant is to be asked first.
    """
    if isinstance(screened, Exception):
        _hold(desk, records, mail, screened)
        return True
    for _ in range(TRIES_PER_MAIL):
        try:
            with records.undoable():
                handling.handle(desk, records, mail, arrived_at, screened)
                if None in (desk.consulted or {}).values():
                    raise _Unasked
                if alone:
                    records.write()
            return True
        except _Unasked:
            return False
        except (AlreadyOnFile, DraftClosed) as error:
            fault: Exception = error
        except Exception as error:
            if stops_all(error):
                raise
            fault = error
            break
    _hold(desk, records, mail, fault)
    return True


def _hold(desk: Desk, records: UnitOfWork, mail: PaperId, fault: Exception) -> None:
    """The mail waits for a human, unless it was stored meanwhile."""
    log.held(mail, fault)
    with suppress(AlreadyOnFile), records.undoable():
        handling.shunt(desk, records, mail, fault)


SEND_AT_A_TIME = 100
ATTEMPTS = TRIES + 3  # to sweep once: one breaks at a batch, one at a mail alone, then TRIES more
WITHDRAWN = "no server was asked: nobody in [people] has this address now"
STANDBY = 1.0  # seconds between two looks of a standby whether the service at work is gone


def fetch(desk: Desk, mailbox: Mailbox) -> int:
    """Store everything new in the mailbox, byte for byte, before any of it is understood."""
    folder = desk.settings.imap.folder
    bookmark = desk.db.look(lambda records: records.bookmark(folder))
    new = 0
    for batch in mailbox.sweep(bookmark):
        with desk.db.transaction() as records:
            new += records.keep(batch)
        watchdog.alive()
    return new


def make_rounds(desk: Desk, *, heard: bool = True, watched: bool = True) -> None:
    """Look at the clock; a fault in a game must not stop mail from being fetched and sent."""
    try:
        scheduler.make_rounds(desk, heard=heard, watched=watched)
    except Exception as fault:
        if stops_all(fault):
            raise
        log.left_undone("the rounds", fault)


def send(desk: Desk, smtp: SmtpClient) -> int:
    """Offer what is due to the SMTP server; what came of each mail is stored at once.

    That they are under way is stored before the server hears of them, and of each that it is
    handed over before its text goes out: of whoever is killed, it is known which mails may have
    gone.  For a list's that is on the disk by then, and for one that was under way before, so that
    none goes three times; for others, and for what came of each, the disk need not be waited for:
    the next commit carries it.
    """
    sent, posted = 0, False
    while True:
        _settle(desk, smtp.unsettled)
        if not desk.db.look(lambda records: records.due(desk.now(), 1)):
            if posted:
                spectators.bring_up_to_date(desk)
            return sent
        smtp.reach(desk.settings.bot.address)
        with desk.db.transaction() as records:
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

    def note(attempt: Attempt) -> None:
        watchdog.alive()
        number = under_way[attempt.message_id].number
        unsettled.untried.pop(attempt.message_id, None)
        unsettled.attempts.append((attempt, number))
        with desk.db.transaction(durable=False) as records:
            records.attempted(attempt, number)
        unsettled.attempts.remove((attempt, number))

    def handed_over(one: Posting) -> None:
        watchdog.alive()
        waited_for = one.kind == "public" or under_way[one.message_id].number > 1
        with desk.db.transaction(durable=waited_for) as records:
            records.handed_over(under_way[one.message_id])

    for one in withdrawn:
        note(Attempt(message_id=one.message_id, at=desk.now(), outcome="refused", reply=WITHDRAWN))
    for some in (public, private):  # how many the private ones are keeps no list waiting (§6)
        smtp.send(some, desk.settings.bot.address, note, desk.now, handed_over)


def _settle(desk: Desk, unsettled: Unsettled) -> None:
    """What the client has done since the database failed is stored, and what it has not."""
    if not unsettled.attempts and not unsettled.untried:
        return
    with desk.db.transaction(durable=False) as records:
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
    with desk.db.transaction() as records:
        records.interrupted(desk.now())


def go_round(desk: Desk, mailbox: Mailbox, smtp: SmtpClient) -> None:
    """Everything there is to do now: fetch, work, look at the clock, send."""
    fetch(desk, mailbox)
    while work(desk):
        send(desk, smtp)
    make_rounds(desk)
    send(desk, smtp)


def _guarded(desk: Desk, lock: ServiceLock | None) -> Desk:
    """A desk at which nothing is done without the lock; without one on SQLite."""
    if lock is not None:
        desk.db.guard = lock.check
    return desk


def serve_once(desk: Desk, lock: ServiceLock | None = None) -> tuple[int, int]:
    """Handle what is in the mailbox, send what is due; how many mails were fetched and handled.

    Raises MailboxUnreachable or SmtpUnreachable when the other side does not answer or refuses
    the login, though nothing be due; what can be done without it is done and in the database.
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
        while done := work(desk):
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
                    log.takes_over()
                break
            if not waited:
                log.stands_by()
            waited, pause = True, STANDBY
        except StoreUnreachable as error:
            pause = next(pauses)
            log.lost(error, pause)
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
    spectators.bring_up_to_date(desk)
    with ExitStack() as stack:
        smtp = stack.enter_context(SmtpClient(settings.smtp, smtp_password(settings)))
        watch = stack.enter_context(Watcher(settings.imap, imap_password(settings)))
        stop.watch(watch.wake)
        failures = Failures()
        sender, pauses = settings.bot.address, delays(random.random)
        alarm = HealthWatch(
            desk, lambda mail: smtp.send((mail,), sender, lambda _: None, desk.now), ticks=ticks
        )
        stack.push(alarm.at_the_end)
        while not stop.is_set():
            try:
                if lock is not None and not lock.take():
                    return
                take_over(desk, smtp)
                with Mailbox(settings.imap, imap_password(settings), failures=failures) as mailbox:
                    while not stop.is_set():
                        go_round(desk, mailbox, smtp)
                        smtp.knock(sender)
                        alarm.well(*SIDES)
                        alarm.sign()
                        pauses = delays(random.random)
                        watch.wait(poll=mailbox.has_more)
            except Unreachable as error:
                pause = next(pauses)
                log.lost(error, pause)
                heard = isinstance(error, SmtpUnreachable)
                _meanwhile(desk, smtp, error, alarm, heard=heard)
                stop.wait(pause)


def _meanwhile(
    desk: Desk, smtp: SmtpClient, lost: Unreachable, alarm: HealthWatch, *, heard: bool
) -> None:
    """What can be done without the server that is *lost*, and the alarm where it is so for long.

    *heard*: the mailbox was swept, before anything was sent.
    """
    alarm.lost(lost)
    try:
        while work(desk):
            pass
        make_rounds(desk, heard=heard)
        if not isinstance(lost, StoreUnreachable):  # a full disk lets what is there be read
            alarm.well("database")
        if heard:
            alarm.well("mailbox")
        alarm.look()
        if not isinstance(lost, SmtpUnreachable):
            send(desk, smtp)
            smtp.knock(desk.settings.bot.address)
            alarm.well("postman")
    except (SmtpUnreachable, StoreUnreachable) as error:
        if type(error) is not type(lost):
            log.also_lost(error)
        alarm.lost(error)
        alarm.look()
    alarm.sign()
