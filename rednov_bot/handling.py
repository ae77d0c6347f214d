"""Mails that are on file are handled, a breath of them at a time, each as a whole or not at all."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from typing import TypeVar

from rednov_bot import journal, watchdog
from rednov_bot.desk import intake
from rednov_bot.desk.contest import office
from rednov_bot.desk.desk import Desk
from rednov_bot.desk.trust import held
from rednov_bot.desk.watch import apart
from rednov_bot.errors import AlreadyOnFile, DraftClosed, stops_all
from rednov_bot.papers import PaperId, RawMail, Screened
from rednov_bot.ports import Records

AT_A_TIME = 50  # mails worked on between two looks at the outbox
BREATH = 0.5  # seconds after which what was handled is kept, and others may write
OPENING = 0.1  # seconds in which mails are opened for a breath; handling them takes longer
TRIES = 3  # for a mail whose handling stumbles over a paper on file

One = TypeVar("One")


def work(desk: Desk, limit: int = AT_A_TIME) -> int:
    """Handle mails that have no disposition yet; how many that were.

    Those of a breath are kept together, so that the disk is waited for once; each is handled as
    a whole or not at all.  A mail that cannot be handled is held for a human, and the next one is
    handled as if nothing had been.  A database that does not answer is no fault of the mail's:
    that is raised, and nothing of the breath is kept.

    The assistant is asked about one of them at the most, and in no transaction: the handling of
    that mail is undone, and begins again with the answer.
    """
    watchdog.alive()
    with desk.ledger.transaction(durable=False) as records:
        waiting = records.undisposed(limit)
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


def _handled(desk: Desk, opened: Sequence[tuple[PaperId, datetime, Screened | Exception]]) -> int:
    """How many were handled until their breath was over, or the assistant has to be asked."""
    done = 0
    with desk.ledger.transaction() as records:
        for mail, arrived_at, screened in _for(BREATH, opened):
            if not _handle(desk, records, mail, arrived_at, screened):
                break
            done += 1
        if records.first_undisposed() is None:
            seated = office.seated(desk, records)
            with apart.apart(seated, records, "telling of mails that are kept"):
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


def _opened(desk: Desk, raw: RawMail) -> Screened | Exception:
    """The mail as it is to the bot, or why it cannot be said."""
    try:
        return intake.opened(desk, raw)
    except Exception as fault:
        return fault


class _Unasked(Exception):
    """The assistant is to be asked about a mail before it is handled."""


def _handle(
    desk: Desk,
    records: Records,
    mail: PaperId,
    arrived_at: datetime,
    screened: Screened | Exception,
) -> bool:
    """What stumbles over a paper on file begins again; what fails on and on is held.

    Whether it is handled: nothing of it is where the assistant is to be asked first.
    """
    if isinstance(screened, Exception):
        _hold(desk, records, mail, screened)
        return True
    for _ in range(TRIES):
        try:
            with records.undoable():
                intake.handle(desk, records, mail, arrived_at, screened)
                if None in (desk.consulted or {}).values():
                    raise _Unasked
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


def _hold(desk: Desk, records: Records, mail: PaperId, fault: Exception) -> None:
    """The mail waits for a human, unless it was filed meanwhile."""
    journal.held(mail, fault)
    with suppress(AlreadyOnFile), records.undoable():
        intake.shunt(desk, records, mail, fault)
