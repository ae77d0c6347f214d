"""Sweep, work, send, wait: the bot's day.  Whatever is interrupted is found again on file."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, closing, suppress
from datetime import datetime
from typing import TypeVar

from rednov_bot import journal, language, watchdog
from rednov_bot.desk import intake, rounds
from rednov_bot.desk.desk import Desk
from rednov_bot.desk.lookout import SIDES, Lookout
from rednov_bot.errors import (
    AlreadyOnFile,
    DraftClosed,
    MailboxUnreachable,
    Mendable,
    PostmanUnreachable,
    StoreUnreachable,
    Unreachable,
    stops_all,
)
from rednov_bot.papers import Attempt, Letter, PaperId, Posting, RawMail, Screened
from rednov_bot.ports import Records
from rednov_bot.ports.share import Share
from rednov_bot.settings import imap_password, smtp_password
from rednov_bot.stop import Stop
from rednov_bot.store.sharing import Alone
from rednov_bot.wire.backoff import delays
from rednov_bot.wire.imap import Mailbox
from rednov_bot.wire.smtp import Postman, Unsettled
from rednov_bot.wire.watch import Watch

AT_A_TIME = 50  # mails worked on between two looks at the outbox
BREATH = 0.5  # seconds after which what was handled is kept, and others may write
OPENING = 0.1  # seconds in which mails are opened for a breath; handling them takes longer
SEND_AT_A_TIME = 100
PATIENCE = 2.0  # seconds that mails in hand wait for earlier ones which another worker has
GLANCE = 0.02  # seconds between two looks whether they are handled
SHARED = 0.2  # seconds between two looks for work of a worker that does not sweep
TRIES = 3  # for a mail whose handling stumbles over a paper on file

One = TypeVar("One")


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


def work(desk: Desk, limit: int = AT_A_TIME, share: Share | None = None) -> int:
    """Handle mails that have no disposition yet; how many that were.

    Those of a breath are kept together, so that the disk is waited for once; each is handled as
    a whole or not at all.  A mail that cannot be handled is held for a human, and the next one is
    handled as if nothing had been.  A database that does not answer is no fault of the mail's:
    that is raised, and nothing of the breath is kept.

    *share*: of this worker, where there are several.  Mails are opened by several at a time, but
    handled in the order in which they came: for earlier ones that another worker has in hand, the
    later ones wait a little.
    """
    watchdog.alive()
    share = share or Alone(desk.ledger)
    with share.mails(limit) as waiting:
        opened = [
            (mail, raw.arrived_at, _opened(desk, raw)) for mail, raw in _for(OPENING, waiting)
        ]
        handled, until = 0, time.monotonic() + PATIENCE
        while handled < len(opened):
            done = _handled(desk, opened[handled:], share)
            handled += done
            if done:
                until = time.monotonic() + PATIENCE
            elif time.monotonic() > until:
                break
            else:
                time.sleep(GLANCE)
    return handled


def _handled(
    desk: Desk, opened: Sequence[tuple[PaperId, datetime, Screened | Exception]], share: Share
) -> int:
    """How many were handled until their breath was over, or until an earlier one has to be."""
    done = 0
    with desk.ledger.transaction() as records:
        for mail, arrived_at, screened in _for(BREATH, opened):
            comes_next = share.comes_next(records, mail)
            if comes_next is False:
                break
            if comes_next:
                _handle(desk, records, mail, arrived_at, screened)
            done += 1
    return done


def _for(seconds: float, several: Iterable[One]) -> Iterator[One]:
    """As many of them, in their order, as are begun within so many seconds; at least one."""
    until = time.monotonic() + seconds
    for one in several:
        yield one
        if time.monotonic() > until:
            return


def _opened(desk: Desk, raw: RawMail) -> Screened | Exception:
    """The mail as it is to the bot, or why it cannot be said."""
    try:
        return intake.opened(desk, raw)
    except Exception as fault:
        return fault


def _handle(
    desk: Desk,
    records: Records,
    mail: PaperId,
    arrived_at: datetime,
    screened: Screened | Exception,
) -> None:
    """What stumbles over a paper on file begins again; what fails on and on is held."""
    if isinstance(screened, Exception):
        _hold(desk, records, mail, screened, arrived_at)
        return
    for _ in range(TRIES):
        try:
            with records.undoable():
                intake.handle(desk, records, mail, arrived_at, screened)
        except (AlreadyOnFile, DraftClosed) as error:
            fault: Exception = error
        except Exception as error:
            if stops_all(error):
                raise
            fault = error
            break
        else:
            return
    _hold(desk, records, mail, fault, arrived_at, screened.letter)


def _hold(
    desk: Desk,
    records: Records,
    mail: PaperId,
    fault: Exception,
    arrived_at: datetime,
    letter: Letter | None = None,
) -> None:
    """The mail waits for a human, unless another worker has filed it meanwhile."""
    journal.held(mail, fault)
    with suppress(AlreadyOnFile), records.undoable():
        intake.shunt(desk, records, mail, fault, arrived_at, letter)


def make_rounds(desk: Desk, *, heard: bool = True, watched: bool = True) -> None:
    """Look at the clock; a fault in a game must not stop mail from being fetched and sent."""
    try:
        rounds.make_rounds(desk, heard=heard, watched=watched)
    except Exception as fault:
        if stops_all(fault):
            raise
        journal.left_undone("the rounds", fault)


def send(desk: Desk, postman: Postman, share: Share | None = None) -> int:
    """Offer what is due to the SMTP server; what came of each mail is on file at once.

    That they are under way is on file before the server hears of them, and of each that it is
    handed over before its text goes out: of whoever is killed, it is known which mails may have
    gone.  For a list's that is on the disk by then, and for one that was under way before, so that
    none goes three times; for others, and for what came of each, the disk need not be waited for:
    the next commit carries it.
    """
    share, sent = share or Alone(desk.ledger), 0
    while True:
        _settle(desk, postman.unsettled)
        with desk.ledger.transaction(durable=False) as records:
            if not records.due(desk.now(), 1):
                return sent
        postman.reach(desk.settings.bot.address)
        with share.sending(desk.now(), SEND_AT_A_TIME) as begun:
            try:
                _offer(desk, postman, begun)
            except BaseException:
                with suppress(StoreUnreachable, Mendable):
                    _settle(desk, postman.unsettled)
                raise
        sent += len(begun)


def _offer(desk: Desk, postman: Postman, begun: Sequence[Posting]) -> None:
    """What has begun is handed over; what cannot be noted of it now, the postman remembers."""
    unsettled = postman.unsettled
    unsettled.untried.update(one.message_id for one in begun)
    public = [one for one in begun if one.kind == "public"]
    private = [one for one in begun if one.kind != "public"]
    with desk.ledger.transaction(durable=False) as records:
        once_more = records.begun_again()

    def note(attempt: Attempt) -> None:
        unsettled.untried.discard(attempt.message_id)
        unsettled.attempts.append(attempt)
        with desk.ledger.transaction(durable=False) as records:
            records.attempted(attempt)
        unsettled.attempts.remove(attempt)

    def handed_over(one: Posting) -> None:
        waited_for = one.kind == "public" or one.message_id in once_more
        with desk.ledger.transaction(durable=waited_for) as records:
            records.handed_over(one.message_id)

    for some in (public, private):  # how many the private ones are keeps no list waiting (§6)
        postman.send(some, desk.settings.bot.address, note, desk.now, handed_over)


def _settle(desk: Desk, unsettled: Unsettled) -> None:
    """What the postman has done since the database failed is put on file, and what e has not."""
    if not unsettled.attempts and not unsettled.untried:
        return
    with desk.ledger.transaction(durable=False) as records:
        for attempt in unsettled.attempts:
            records.attempted(attempt)
        records.put_back(sorted(unsettled.untried))
    unsettled.attempts.clear()
    unsettled.untried.clear()


def go_round(desk: Desk, mailbox: Mailbox, postman: Postman, share: Share | None = None) -> None:
    """Everything there is to do now: fetch, work, look at the clock, send."""
    share = share or Alone(desk.ledger)
    fetch(desk, mailbox, share)
    while work(desk, share=share) and share.sweeps():
        send(desk, postman, share)
    make_rounds(desk)
    send(desk, postman, share)


def lend_a_hand(desk: Desk, postman: Postman, share: Share) -> None:
    """What there is to do for a worker while another one sweeps: handle mails, send."""
    while work(desk, share=share):
        send(desk, postman, share)
    send(desk, postman, share)


def serve_once(desk: Desk, share: Share | None = None) -> tuple[int, int]:
    """Handle what is in the mailbox, send what is due; how many mails were fetched and handled.

    Raises MailboxUnreachable or PostmanUnreachable when the other side does not answer or refuses
    the login, though nothing be due; what can be done without it is done and on file.
    """
    settings, fetched, handled = desk.settings, 0, 0
    trouble: MailboxUnreachable | None = None
    share = share or Alone(desk.ledger)
    share.take_over(desk.now())
    with closing(Postman(settings.smtp, smtp_password(settings))) as postman:
        try:
            if sweeps := share.sweeps():
                with Mailbox(settings.imap, imap_password(settings)) as mailbox:
                    fetched = fetch(desk, mailbox, share)
        except MailboxUnreachable as error:
            trouble = error
        while done := work(desk, share=share):
            handled += done
        make_rounds(desk, heard=sweeps and trouble is None, watched=False)
        send(desk, postman, share)
        if trouble is not None:
            raise trouble
        postman.knock(settings.bot.address)
    return fetched, handled


def get_ready(desk: Desk) -> None:
    """The grammar is made now, which takes a second: no mail need wait for it."""
    language.read("I take no action.", author="", people=tuple(desk.settings.people))


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
    with ExitStack() as stack:
        postman = stack.enter_context(Postman(settings.smtp, smtp_password(settings)))
        watch = stack.enter_context(Watch(settings.imap, imap_password(settings)))
        stop.watch(watch.wake)
        sweeping = wary = False
        sender, pauses = settings.bot.address, delays(random.random)
        lookout = Lookout(
            desk, lambda mail: postman.send((mail,), sender, lambda _: None, desk.now), ticks=ticks
        )
        stack.push(lookout.at_the_end)
        while not stop.is_set():
            try:
                share.take_over(desk.now())
                sweeping = share.sweeps()
                if not sweeping:
                    lend_a_hand(desk, postman, share)
                    lookout.well("postman", "database")
                    lookout.sign()
                    pauses = delays(random.random)
                    stop.wait(SHARED)
                    continue
                with Mailbox(settings.imap, imap_password(settings), wary=wary) as mailbox:
                    while not stop.is_set() and share.sweeps():
                        go_round(desk, mailbox, postman, share)
                        share.take_over(desk.now())
                        postman.knock(sender)
                        lookout.well(*SIDES)
                        lookout.sign()
                        pauses, wary = delays(random.random), False
                        watch.wait(share.sweeps_for, glance=mailbox.has_more)
            except Unreachable as error:
                pause, wary = next(pauses), isinstance(error, MailboxUnreachable)
                journal.lost(error, pause)
                share.let_sweep()
                heard = sweeping and isinstance(error, PostmanUnreachable)
                _meanwhile(desk, postman, share, error, lookout, heard=heard)
                stop.wait(pause)


def _meanwhile(
    desk: Desk, postman: Postman, share: Share, lost: Unreachable, lookout: Lookout, *, heard: bool
) -> None:
    """What can be done without the server that is *lost*, and the alarm where it is so for long.

    *heard*: the mailbox was swept, before anything was sent.
    """
    lookout.lost(lost)
    try:
        while work(desk, share=share):
            pass
        make_rounds(desk, heard=heard)
        lookout.well("database")
        if heard:
            lookout.well("mailbox")
        lookout.look()
        if not isinstance(lost, PostmanUnreachable):
            send(desk, postman, share)
            postman.knock(desk.settings.bot.address)
            lookout.well("postman")
    except (PostmanUnreachable, StoreUnreachable) as error:
        journal.also_lost(error)
        lookout.lost(error)
        lookout.look()
    lookout.sign()
