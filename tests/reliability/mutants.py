"""Bots that are broken deliberately, each in a way that loses or doubles something now and then."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Literal

from rednov_bot.core.models import Attempt, Posting
from rednov_bot.core.store import database
from rednov_bot.core.store.mails import Mails
from rednov_bot.core.store.outbox import Outbox
from rednov_bot.core.store.unit_of_work import Database
from rednov_bot.core.transport.smtp import SmtpClient
from tests.reliability import life


def commits_before_a_mail_is_queued() -> None:
    """What a mail brought about is kept, and the answer is queued in a transaction of its own."""
    queue = Outbox.queue

    def queued(self: Any, *given: Any, **named: Any) -> None:
        self.write()
        self._connection.commit()
        database.begin(database.Line(self._connection), self._kind)
        for block in self._blocks:
            self._run(f"SAVEPOINT {block.savepoint}")
        queue(self, *given, **named)

    Outbox.queue = queued  # type: ignore[method-assign]


def knows_no_copy() -> None:
    """Each mail is new to it."""
    Mails.same_before = lambda *_: None  # type: ignore[method-assign]


def notes_before_it_sends() -> None:
    """What is to be sent is noted as sent first."""
    send = SmtpClient.send

    def sent(
        self: SmtpClient,
        postings: Sequence[Posting],
        sender: str,
        on_attempt: Callable[[Attempt], None],
        clock: Callable[[], Any],
        *more: Any,
    ) -> None:
        for one in postings:
            on_attempt(Attempt(message_id=one.message_id, at=clock(), outcome="accepted", reply=""))
        send(self, postings, sender, lambda _: None, clock, *more)

    SmtpClient.send = sent  # type: ignore[method-assign]


def lets_a_second_one_in() -> None:
    """Nobody looks whether another bot is at work."""

    @contextmanager
    def open_door(_: str) -> Iterator[None]:
        yield

    life.serving = open_door


def waits_for_no_disk() -> None:
    """No transaction is safe from a loss of power."""
    transaction = Database.transaction

    def hasty(self: Database, *, durable: bool = True) -> Any:
        return transaction(self, durable=False)

    Database.transaction = hasty  # type: ignore[method-assign]


MUTANTS: dict[str, Callable[[], None]] = {
    "commits before a mail is queued": commits_before_a_mail_is_queued,
    "knows no copy": knows_no_copy,
    "notes before it sends": notes_before_it_sends,
    "waits for no disk": waits_for_no_disk,
    "lets a second one in": lets_a_second_one_in,
}

FOUND_BY: dict[str, tuple[Literal["seed", "point"], int]] = {
    "commits before a mail is queued": ("point", 65),  # before a durable commit
    "knows no copy": ("seed", 16),
    "notes before it sends": ("seed", 5),
    "waits for no disk": ("seed", 1),
    "lets a second one in": ("seed", 44),
}
"""What has found each before, and is tried first: a schedule, or a kill at a point of a turn.

Where it does so no more, because the points have other numbers by now, the search goes on.
"""
