"""What is on file: transactions, each of which is kept as a whole or not at all."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, Self

from sqlalchemy import URL, Connection
from sqlalchemy.exc import DBAPIError

from rednov_bot.core.errors import Mendable, StoreUnreachable
from rednov_bot.core.store import database
from rednov_bot.core.store.contest import Contest
from rednov_bot.core.store.database import Failures, Line
from rednov_bot.core.store.drafts import Drafts
from rednov_bot.core.store.games import Fortunes, Games, Turns
from rednov_bot.core.store.mails import Clarifying, Mails, Trusting
from rednov_bot.core.store.outbox import Outbox
from rednov_bot.core.store.part import Marks
from rednov_bot.core.store.presence import Presence
from rednov_bot.core.store.reaching import Reaching, Returns
from rednov_bot.core.store.statements import Kind, found
from rednov_bot.core.store.tables import restorations
from rednov_bot.core.store.watching import Watching

_LAST_RESTORED = found(restorations, last=True)


@contextmanager
def records_on(connection: Connection) -> Iterator[UnitOfWork]:
    """What is on file, inside the transaction that SQLAlchemy has begun on *connection*."""
    engine = connection.engine
    records = UnitOfWork(
        connection.connection.cursor(),
        database.kind(engine.url),
        Marks(),
        database.failures_of(engine),
        engine.url,
    )
    try:
        yield records
    finally:
        records.end()


class UnitOfWork(
    Mails,
    Clarifying,
    Trusting,
    Contest,
    Games,
    Fortunes,
    Turns,
    Drafts,
    Outbox,
    Reaching,
    Returns,
    Watching,
):
    """What is on file, inside one transaction."""

    __slots__ = ("_failures", "_url")

    def __init__(self, cursor: Any, kind: Kind, marks: Marks, failures: Failures, url: URL) -> None:
        """*failures*: the errors of the driver; *url*: the database's."""
        super().__init__(cursor, kind, marks)
        self._failures = failures
        self._url = url

    @contextmanager
    def undoable(self) -> Iterator[None]:
        """What the block did is undone when it fails, and the transaction can go on.

        Not when the database itself fails: then nothing of the transaction is kept.
        """
        marks = self._marks.copy()
        self._cursor.execute("SAVEPOINT block")
        try:
            yield
        except self._failures as error:
            told = database.in_our_words(error, self._url)
            if not isinstance(told, StoreUnreachable | Mendable):
                self._undo(marks)
            raise told from None
        except Exception:
            self._undo(marks)
            raise
        self._cursor.execute("RELEASE SAVEPOINT block")

    def _undo(self, marks: Marks) -> None:
        """Back to the beginning of the block, unless the database has broken everything off."""
        try:
            self._cursor.execute("ROLLBACK TO SAVEPOINT block")
            self._cursor.execute("RELEASE SAVEPOINT block")
        except self._failures:
            called = database.name(self._url)
            raise StoreUnreachable(f"{called} has broken off a transaction") from None
        self._marks = marks
        self._forget()

    def end(self) -> Marks:
        """The transaction is over: whoever still holds the records can do nothing with them."""
        del self._cursor
        return self._marks


class Database:
    """What is on file.  Several threads may share it; their transactions follow one another."""

    def __init__(self, url: str, *, patience: float = database.PATIENCE) -> None:
        """*patience*: seconds to wait for the transaction of somebody else to end."""
        self._engine = database.opened(url, patience)
        self._kind: Kind = database.kind(self._engine.url)
        self._failures = database.failures_of(self._engine)
        self._idle: dict[bool, list[Line]] = {True: [], False: []}
        self._marks = Marks()
        path = database.file_of(self._engine.url)
        called = database.name(self._engine.url)
        self._presence = None if path is None else Presence(path, called)
        self._restored: tuple[object, ...] | None = None
        self.guard: Callable[[], None] = lambda: None

    @contextmanager
    def transaction(self, *, durable: bool = True) -> Iterator[UnitOfWork]:
        """All of it is kept when the block ends well, none of it otherwise.

        Kept is kept whatever happens to the program; if not *durable*, only a loss of power may
        undo it, and the commit need not wait for the disk.

        StoreUnreachable or Mendable when the database fails, AlreadyOnFile when a record is there
        already.  The *guard* is called first, and what it raises ends the transaction: a service
        checks by it that it still has the lock (serving.py).  Not to be nested: the inner one would
        wait for the outer one in vain.
        """
        line = self._begun(durable)
        marks = self._marks.copy()
        records = UnitOfWork(line.cursor, self._kind, marks, self._failures, self._engine.url)
        kept = False
        try:
            self.guard()
            yield records
            database.commit(line, self._kind)
            kept = True
        except self._failures as error:
            raise database.in_our_words(error, self._engine.url) from None
        finally:
            marks = records.end()
            if kept:
                self._marks = marks
                self._idle[durable].append(line)
            else:
                _abandon(line)

    def written(self) -> object:
        """What was written so far: where it equals an earlier one, nothing was between."""
        return object()

    def close(self) -> None:
        """Lets go of the database."""
        self._let_go()
        self._engine.dispose()

    def _let_go(self) -> None:
        for idle in self._idle.values():
            while idle:
                idle.pop().connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _check_restored(self, line: Line) -> None:
        """Mendable where a backup was put in the place of the database since its first use.

        All that is kept in mind of it is of the one that was there before.
        """
        try:
            asked = _LAST_RESTORED.on(self._kind)
            line.cursor.execute(asked.text, asked.values({}))
            found = (line.cursor.fetchone(),)
        except BaseException:
            _abandon(line)
            raise
        if self._restored is None:
            self._restored = found
        if found != self._restored:
            _abandon(line)
            raise Mendable(
                f"{database.name(self._engine.url)} was restored from a backup while the bot was "
                "at work; start the bot again"
            )

    def _begun(self, durable: bool) -> Line:
        """A connection with a transaction begun, if possible one kept from an earlier transaction.

        A server that was restarted meanwhile has cut the kept ones; then another one is made.
        """
        try:
            every = [line for idle in self._idle.values() for line in idle]
            if self._presence is not None and not self._presence.check(every):
                self._let_go()
            while True:
                try:
                    kept = self._idle[durable].pop()
                except IndexError:
                    fresh = self._engine.connect()
                    if not durable:
                        database.make_hasty(fresh, self._kind)
                    line = _begun(Line(fresh, fresh.connection.cursor()), self._kind)
                    if self._presence is not None:
                        self._presence.note()
                    else:
                        self._check_restored(line)
                    return line
                try:
                    return _begun(kept, self._kind)
                except DBAPIError as error:
                    if not error.connection_invalidated:
                        raise
        except self._failures as error:
            raise database.in_our_words(error, self._engine.url) from None


def _begun(line: Line, kind: Kind) -> Line:
    try:
        database.begin(line, kind)
    except BaseException:
        _abandon(line)
        raise
    return line


def _abandon(line: Line) -> None:
    """The transaction is undone and the connection closed; a dead one is left as it is."""
    with suppress(DBAPIError):
        line.connection.close()
