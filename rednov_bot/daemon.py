"""Sweep, work, send, wait: the bot's day.  Whatever is interrupted is found again on file."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing, suppress

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
from rednov_bot.ports.share import Share
from rednov_bot.settings import imap_password, smtp_password
from rednov_bot.stop import Stop
from rednov_bot.store.sharing import Alone

SEND_AT_A_TIME = 100
ATTEMPTS = TRIES + 3  # to sweep once: one breaks at a batch, one at a mail alone, then TRIES more
WITHDRAWN = "no server was asked: nobody in [people] has this address now"
TAKEN_OVER = "another worker has taken over what was under way, for this one was taken for dead"
SHARED = 0.2  # seconds between two looks for work of a worker that does not sweep


def fetch(desk: Desk, mailbox: Mailbox, share: Share | None = None) -> int:
    """Store everything new in the mailbox, byte for byte, before any of it is understood.

    Where there are several workers, as long as it falls to this one.
    """
    share, folder = share or Alone(desk.ledger), desk.settings.imap.folder
    with desk.ledger.transaction(durable=False) as records:
        bookmark = records.bookmark(folder)
    new = 0
    for batch in mailbox.sweep(bookmark):
        if not share.sweeps():
            break
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


def send(desk: Desk, smtp: SmtpClient, share: Share | None = None) -> int:
    """Offer what is due to the SMTP server; what came of each mail is on file at once.

    That they are under way is on file before the server hears of them, and of each that it is
    handed over before its text goes out: of whoever is killed, it is known which mails may have
    gone.  For a list's that is on the disk by then, and for one that was under way before, so that
    none goes three times; for others, and for what came of each, the disk need not be waited for:
    the next commit carries it.
    """
    share, sent, posted = share or Alone(desk.ledger), 0, False
    while True:
        _settle(desk, smtp.unsettled)
        with desk.ledger.transaction(durable=False) as records:
            due = records.due(desk.now(), 1)
        if not due:
            if posted:
                gallery.bring_up_to_date(desk)
            return sent
        smtp.reach(desk.settings.bot.address)
        with share.sending(desk.now(), SEND_AT_A_TIME) as begun:
            try:
                _offer(desk, smtp, begun, share)
            except BaseException:
                with suppress(StoreUnreachable, Mendable):
                    _settle(desk, smtp.unsettled)
                raise
        sent += len(begun)
        posted = posted or any(one.kind == "public" for one in begun)


def _offer(desk: Desk, smtp: SmtpClient, begun: Sequence[UnderWay], share: Share) -> None:
    """What has begun is handed over; what cannot be noted of it now, the client remembers.

    Between two signs of life lies no more than one answer of the mail server.  StoreUnreachable
    where this worker was taken for dead all the same, and another one has taken over.
    """
    unsettled = smtp.unsettled
    under_way = {one.message_id: one for one in begun}
    unsettled.untried.update(under_way)
    public = [one for one in begun if one.kind == "public"]
    withdrawn = [one for one in begun if is_withdrawn(desk, one)]
    private = [one for one in begun if one.kind != "public" and one not in withdrawn]
    with desk.ledger.transaction(durable=False) as records:
        once_more = records.begun_again()

    def still_at_it() -> None:
        watchdog.alive()
        share.still_sends()

    def note(attempt: Attempt) -> None:
        still_at_it()
        number = under_way[attempt.message_id].number
        unsettled.untried.pop(attempt.message_id, None)
        unsettled.attempts.append((attempt, number))
        with desk.ledger.transaction(durable=False) as records:
            records.attempted(attempt, number)
        unsettled.attempts.remove((attempt, number))

    def handed_over(one: Posting) -> None:
        still_at_it()
        waited_for = one.kind == "public" or one.message_id in once_more
        with desk.ledger.transaction(durable=waited_for) as records:
            is_ours = records.handed_over(under_way[one.message_id])
        if not is_ours:
            raise StoreUnreachable(TAKEN_OVER)

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


def go_round(desk: Desk, mailbox: Mailbox, smtp: SmtpClient, share: Share | None = None) -> None:
    """Everything there is to do now: fetch, work, look at the clock, send."""
    share = share or Alone(desk.ledger)
    fetch(desk, mailbox, share)
    while handling.work(desk, share=share) and share.sweeps():
        send(desk, smtp, share)
    make_rounds(desk)
    send(desk, smtp, share)


def lend_a_hand(desk: Desk, smtp: SmtpClient, share: Share) -> None:
    """What there is to do for a worker while another one sweeps: handle mails, send."""
    while handling.work(desk, share=share):
        send(desk, smtp, share)
    send(desk, smtp, share)


def serve_once(desk: Desk, share: Share | None = None) -> tuple[int, int]:
    """Handle what is in the mailbox, send what is due; how many mails were fetched and handled.

    Raises MailboxUnreachable or SmtpUnreachable when the other side does not answer or refuses
    the login, though nothing be due; what can be done without it is done and on file.
    """
    settings, fetched, handled = desk.settings, 0, 0
    trouble: MailboxUnreachable | None = None
    share = share or Alone(desk.ledger)
    share.take_over(desk.now())
    with closing(SmtpClient(settings.smtp, smtp_password(settings))) as smtp:
        sweeps, failures = share.sweeps(), Failures()
        for attempt in range(ATTEMPTS if sweeps else 0):
            try:
                with Mailbox(settings.imap, imap_password(settings), failures=failures) as mailbox:
                    fetched += fetch(desk, mailbox, share)
                break
            except MailboxUnreachable as error:
                if attempt + 1 == ATTEMPTS or not failures.wary:
                    trouble = error
                    break
        while done := handling.work(desk, share=share):
            handled += done
        make_rounds(desk, heard=sweeps and trouble is None, watched=False)
        send(desk, smtp, share)
        if trouble is not None:
            raise trouble
        smtp.knock(settings.bot.address)
    return fetched, handled


def get_ready(desk: Desk) -> None:
    """The reader is loaded now, which takes half a second: no mail need wait for it."""
    read("I take no action.", author="", people=tuple(desk.settings.people))


def serve(
    desk: Desk,
    stop: Stop,
    share: Share | None = None,
    *,
    ticks: Callable[[], float] = time.monotonic,
) -> None:
    """Serve until *stop* is set: a lost server is tried again for ever, with longer pauses.

    A server that does not answer at the start, or refuses the login, is one that is lost.  Of
    several workers one sweeps the mailbox; it lets another one try when it cannot.
    """
    settings, share = desk.settings, share or Alone(desk.ledger)
    get_ready(desk)
    gallery.bring_up_to_date(desk)
    with ExitStack() as stack:
        smtp = stack.enter_context(SmtpClient(settings.smtp, smtp_password(settings)))
        watch = stack.enter_context(Watcher(settings.imap, imap_password(settings)))
        stop.watch(watch.wake)
        sweeping, failures = False, Failures()
        sender, pauses = settings.bot.address, delays(random.random)
        lookout = Lookout(
            desk, lambda mail: smtp.send((mail,), sender, lambda _: None, desk.now), ticks=ticks
        )
        stack.push(lookout.at_the_end)
        while not stop.is_set():
            try:
                share.take_over(desk.now())
                sweeping = share.sweeps()
                if not sweeping:
                    lend_a_hand(desk, smtp, share)
                    lookout.well("postman", "database")
                    lookout.sign()
                    pauses = delays(random.random)
                    stop.wait(SHARED)
                    continue
                with Mailbox(settings.imap, imap_password(settings), failures=failures) as mailbox:
                    while not stop.is_set() and share.sweeps():
                        go_round(desk, mailbox, smtp, share)
                        share.take_over(desk.now())
                        smtp.knock(sender)
                        lookout.well(*SIDES)
                        lookout.sign()
                        pauses = delays(random.random)
                        watch.wait(share.sweeps_for, poll=mailbox.has_more)
            except Unreachable as error:
                pause = next(pauses)
                journal.lost(error, pause)
                share.let_sweep()
                heard = sweeping and isinstance(error, SmtpUnreachable)
                _meanwhile(desk, smtp, share, error, lookout, heard=heard)
                stop.wait(pause)


def _meanwhile(
    desk: Desk, smtp: SmtpClient, share: Share, lost: Unreachable, lookout: Lookout, *, heard: bool
) -> None:
    """What can be done without the server that is *lost*, and the alarm where it is so for long.

    *heard*: the mailbox was swept, before anything was sent.
    """
    lookout.lost(lost)
    try:
        while handling.work(desk, share=share):
            pass
        make_rounds(desk, heard=heard)
        if not isinstance(lost, StoreUnreachable):  # a full disk lets what is there be read
            lookout.well("database")
        if heard:
            lookout.well("mailbox")
        lookout.look()
        if not isinstance(lost, SmtpUnreachable):
            send(desk, smtp, share)
            smtp.knock(desk.settings.bot.address)
            lookout.well("postman")
    except (SmtpUnreachable, StoreUnreachable) as error:
        if type(error) is not type(lost):
            journal.also_lost(error)
        lookout.lost(error)
        lookout.look()
    lookout.sign()
