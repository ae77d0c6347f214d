"""The dead-man's alarm: the contestmaster and the host hear when the bot is cut off for long."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

from rednov_bot.core import errors, log, watchdog
from rednov_bot.core.contest import Reminded
from rednov_bot.core.errors import (
    MailboxUnreachable,
    Mendable,
    RednovError,
    SmtpUnreachable,
    StoreUnreachable,
    Unreachable,
    named,
    stops_all,
)
from rednov_bot.core.mail.composing import new_message_id, seal
from rednov_bot.core.mail.roster import folded
from rednov_bot.core.models import Page, Posting
from rednov_bot.core.render import alarm_pages, trust_pages
from rednov_bot.core.render.letterhead import Envelope
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.toml import Side
from rednov_bot.core.watchdog import Health, Trouble
from rednov_bot.core.workflow import office, outgoing
from rednov_bot.core.workflow.desk import Desk
from rednov_bot.core.workflow.outgoing import BOT_NAME, post

_REASON: Final = "fault of a duty"


@contextmanager
def apart(desk: Desk, records: UnitOfWork, duty: str) -> Iterator[list[Exception]]:
    """A duty by itself: where it fails it is undone, told of, and what comes next is done.

    Faults that stop all work are raised; another is in the list that the block is given.
    """
    faults: list[Exception] = []
    try:
        with records.undoable():
            yield faults
            records.write()  # what the database refuses is refused to this duty alone
    except Exception as fault:
        if stops_all(fault):
            raise
        faults.append(fault)
        log.left_undone(duty, fault)
        _tell(desk, records, duty, fault)


def _tell(desk: Desk, records: UnitOfWork, duty: str, fault: Exception) -> None:
    try:
        with records.undoable():
            told = errors.named(fault)
            page = trust_pages.faulty(duty, told, **outgoing.for_desk(desk))
            outgoing.post_once(desk, records, page, f"{_REASON}: {duty}: {told}")
    except Exception as another:
        if stops_all(another):
            raise


SIDES: Final[tuple[Side, ...]] = ("mailbox", "postman", "database")
REASON: Final = "alarm"

_SIGN: Final = 10.0
"""Seconds between two looks of others at how the service is."""

_JUMP: Final = timedelta(minutes=5)
"""By which a clock is set, and does not drift, between two rounds."""

_EPOCH: Final = datetime(2000, 1, 1, tzinfo=UTC)  # any moment
_SETTLING: Final = timedelta(minutes=2)
"""How long a trouble must last in this process, however old the last beat in the database is."""


@dataclass(slots=True)
class _Trouble:
    """One side is out of reach."""

    began: float  # on the clock that never jumps
    since: datetime  # when it was last well
    before: timedelta  # how long that was before it began
    why: str
    remedy: str
    sounded: bool = False  # by this process, without a database


class HealthWatch:
    """Is told what is well and what is not, and sounds the alarm.  Belongs to one thread."""

    def __init__(
        self,
        desk: Desk,
        carry: Callable[[Posting], None],
        *,
        ticks: Callable[[], float] = time.monotonic,
    ) -> None:
        """*carry* sends a mail past the database, as well as it can."""
        self._desk = desk
        self._carry = carry
        self._ticks = ticks
        self._good: dict[Side, tuple[float, datetime]] = {}
        self._troubles: dict[Side, _Trouble] = {}
        self._told: dict[Side, bool] = {}  # whether an alarm is open, as far as is known
        self._file = watchdog.place(desk.settings)
        self._unwritten = False  # and said so
        self._ahead = self._now_ahead()
        self._signed: tuple[float, tuple[Side, ...]] | None = None

    def well(self, *sides: Side) -> None:
        """These are in reach now.  StoreUnreachable where one is over and cannot be told."""
        for side in sides:
            trouble = self._troubles.get(side)
            if trouble is not None or side not in self._told:
                self._end(side, trouble)  # the service before this one may have sounded it
            if self._troubles.pop(side, None) is not None:
                log.back(side)
            self._good[side] = (self._ticks(), self._desk.now())

    def lost(self, error: Unreachable) -> None:
        """A side is out of reach, or still is."""
        side: Side = "database"
        if isinstance(error, MailboxUnreachable | SmtpUnreachable):
            side = "mailbox" if isinstance(error, MailboxUnreachable) else "postman"
        known = self._troubles.get(side)
        if known is not None:
            known.why, known.remedy = str(error), error.remedy
            return
        now, at = self._desk.now(), self._ticks()
        if side in self._good:
            tick, since = self._good[side]
            before = timedelta(seconds=at - tick)
        else:
            since = now
            if side == "mailbox":  # when it was last known to be swept
                with suppress(StoreUnreachable), self._desk.db.transaction() as records:
                    since = min(records.last_beat() or now, now)
            before = max(now - since, timedelta())
        self._troubles[side] = _Trouble(at, since, before, str(error), error.remedy)

    def look(self) -> None:
        """The alarm is sounded for what has been out of reach for too long, once."""
        limit = timedelta(minutes=self._desk.settings.alarm.after)
        if not limit:
            return
        for side, trouble in tuple(self._troubles.items()):
            here = timedelta(seconds=self._ticks() - trouble.began)
            if here + trouble.before < limit or here < min(limit, _SETTLING):
                continue
            if not trouble.sounded and not self._told.get(side):
                self._sound(side, trouble, here + trouble.before)

    def at_the_end(
        self, kind: type[BaseException] | None, error: BaseException | None, _: object
    ) -> None:
        """What the service ends with, if it is no wish to stop: its last words are mailed.

        What only a human can mend ends it for good.  A fault of the program does not, for it is
        started again each time: one mail is enough, where nothing has gone well for long.
        """
        limit = timedelta(minutes=self._desk.settings.alarm.after)
        if not limit or not isinstance(error, Exception):
            return
        with suppress(RednovError):
            if isinstance(error, Mendable):
                why = str(error)
            elif not isinstance(error, RednovError) and self._has_failed_for(limit):
                why = f"a fault of the program, which its maker should see: {named(error)}"
            else:
                return
            letterhead = outgoing.letterhead_for(self._desk)
            for one, to_host in _readers(self._desk):
                self._carry_past(
                    alarm_pages.stopped(why, to_host=to_host, letterhead=letterhead, envelope=one)
                )

    def _has_failed_for(self, limit: timedelta) -> bool:
        with self._desk.db.transaction() as records:
            desk = self._desk = office.seated(self._desk, records)
            beat = records.last_beat()
            if beat is None or desk.now() - beat < limit or is_open(records, "mailbox"):
                return False
            note(desk, records, "mailbox")
            return True

    def sign(self) -> None:
        """The work goes on: whoever watches the process hears so, and may read how everything is.

        May be called as often as one likes.
        """
        watchdog.alive()
        ahead = self._now_ahead()
        if abs(ahead - self._ahead) > _JUMP:
            log.clock_jumped(ahead - self._ahead)
        self._ahead = ahead
        cut_off, tick = tuple(self._troubles), self._ticks()
        if self._signed is not None:
            last, known = self._signed
            if known == cut_off and 0 <= tick - last < _SIGN:
                return
        self._signed = (tick, cut_off)
        if self._file is None:
            return
        health = Health(
            at=self._desk.now(),
            pid=os.getpid(),
            good={side: at for side, (_, at) in self._good.items()},
            troubles=tuple(
                [Trouble(side, one.since, one.why) for side, one in self._troubles.items()]
            ),
        )
        why = watchdog.write(self._file, health)
        if why and not self._unwritten:
            log.health_unwritten(str(self._file), why)
        self._unwritten = bool(why)

    def _now_ahead(self) -> timedelta:
        """How far the desk's clock is ahead of the one that never jumps."""
        return self._desk.now() - _EPOCH - timedelta(seconds=self._ticks())

    # -- what is told

    def _sound(self, side: Side, trouble: _Trouble, lasted: timedelta) -> None:
        if side == "database":
            trouble.sounded = True
            log.sounded(side)
            for page in self._alarms(side, trouble, lasted):
                self._carry_past(page)
            return
        with suppress(StoreUnreachable), self._desk.db.transaction() as records:
            desk = self._desk = office.seated(self._desk, records)
            if not is_open(records, side):
                # Where nothing can be sent, there is nothing to be said before it is over.
                if side == "mailbox":
                    log.sounded(side)
                    for page in self._alarms(side, trouble, lasted):
                        post(desk, records, page, reason=REASON)
                note(desk, records, side)
            self._told[side] = True

    def _alarms(self, side: Side, trouble: _Trouble, lasted: timedelta) -> Iterator[Page]:
        for one, to_host in _readers(self._desk):
            yield alarm_pages.alarm(
                side,
                trouble.since,
                lasted,
                trouble.why,
                trouble.remedy,
                to_host=to_host,
                letterhead=outgoing.letterhead_for(self._desk),
                envelope=one,
            )

    def _end(self, side: Side, trouble: _Trouble | None) -> None:
        now = self._desk.now()
        with self._desk.db.transaction() as records:
            desk = self._desk = office.seated(self._desk, records)
            open_ = is_open(records, side)
            if open_ or (trouble is not None and trouble.sounded):
                if trouble is None:
                    since = records.reminders(_named(side))[-1].at  # when it was sounded
                    lasted = now - since
                else:
                    since = trouble.since
                    lasted = timedelta(seconds=self._ticks() - trouble.began) + trouble.before
                letterhead = outgoing.letterhead_for(desk)
                for one, _ in _readers(desk):
                    page = alarm_pages.over(
                        side, since, now, lasted, letterhead=letterhead, envelope=one
                    )
                    post(desk, records, page, reason=REASON)
            if open_:
                note(desk, records, side)
        self._told[side] = False

    def _carry_past(self, page: Page) -> None:
        watchdog.alive()  # a server may take long for each
        desk = self._desk
        known, address = desk.settings.people.get(page.to_name), desk.settings.bot.address
        with suppress(RednovError):  # what cannot be sent, or encrypted, stands in the log alone
            posting = seal(
                page,
                bot=address,
                bot_name=BOT_NAME,
                message_id=new_message_id(address, desk.tokens.message()),
                at=desk.now(),
                auto="generated",
                key=None if known is None else known.openpgp_key,
            )
            self._carry(posting)


def _readers(desk: Desk) -> Iterator[tuple[Envelope, bool]]:
    """The contestmaster, and the host where the settings name one.

    With whether a mail goes to the host, who is the one to mend what is wrong.
    """
    decides, host = outgoing.to_contestmaster(desk), desk.settings.alarm.host
    is_host = host is not None and folded(host) == folded(decides.to)
    yield decides, is_host
    if host is not None and not is_host:
        yield Envelope(to=host, to_name="host of the bot"), True


def _named(side: Side) -> str:
    return f"alarm {side}"


def is_open(records: UnitOfWork, side: Side) -> bool:
    """Whether the alarm was sounded, and not that it is over: every other note says so."""
    return len(records.reminders(_named(side))) % 2 == 1


def note(desk: Desk, records: UnitOfWork, side: Side) -> None:
    """The alarm is sounded now, or over."""
    stage = len(records.reminders(_named(side)))
    records.remind(Reminded(duty=_named(side), stage=stage, to=desk.decides, at=desk.now()))
