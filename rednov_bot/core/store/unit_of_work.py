"""What is on file: transactions, each of which is kept as a whole or not at all."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any, Final, Self, TypeAlias, TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError

from rednov_bot.core.errors import Mendable, StoreUnreachable
from rednov_bot.core.store import database, forms
from rednov_bot.core.store.contest import Contest
from rednov_bot.core.store.database import Line
from rednov_bot.core.store.drafts import Drafts
from rednov_bot.core.store.games import Fortunes, Games, Turns
from rednov_bot.core.store.mails import Clarifying, Mails, Trusting
from rednov_bot.core.store.part import Memory, NotInMind, _Block
from rednov_bot.core.store.reaching import Reaching, Returns
from rednov_bot.core.store.statements import Kind, found
from rednov_bot.core.store.tables import restorations
from rednov_bot.games.base import Types

_LAST_RESTORED: Final = found(restorations, last=True)
_Found = TypeVar("_Found")


@contextmanager
def records_on(connection: Connection) -> Iterator[UnitOfWork]:
    """What is on file, inside the transaction that SQLAlchemy has begun on *connection*."""
    records = UnitOfWork(connection, database.kind(connection.engine.url), Memory())
    try:
        yield records
        records.write()
    finally:
        records.end()


class UnitOfWork(
    Mails,
    Clarifying,
    Trusting,
    Games,
    Fortunes,
    Turns,
    Drafts,
    Reaching,
    Returns,
    Contest,
):
    """What is on file, inside one transaction, and the effects that are written at its end."""

    @contextmanager
    def undoable(self) -> Iterator[None]:
        """What the block brought about is undone when it fails, and the transaction can go on.

        Not when the database itself fails: then nothing of the transaction is kept.
        """
        block = _Block(len(self._effects), self._memory.copy(), self._mail)
        self._blocks.append(block)
        try:
            yield
        except Exception as error:
            told = self._told(error)
            if told is error or not isinstance(told, StoreUnreachable | Mendable):
                self._undo(block)
            if told is error:
                raise
            raise told from None
        finally:
            self._blocks.remove(block)
        if block.savepoint:
            self._run(f"RELEASE SAVEPOINT {block.savepoint}")

    def _told(self, error: Exception) -> Exception:
        """A failure of the database, in our words; another one as it is."""
        if self._connection is None:
            return error
        engine = self._connection.engine
        if isinstance(error, database.failures_of(engine)):
            return database.in_our_words(error, engine.url)
        return error

    def _undo(self, block: _Block) -> None:
        """Back to the beginning of the block, unless the database has broken everything off."""
        self._cut_back(block)
        self._mail = block.mail
        if not block.savepoint:
            return
        try:
            self._run(f"ROLLBACK TO SAVEPOINT {block.savepoint}")
            self._run(f"RELEASE SAVEPOINT {block.savepoint}")
        except DBAPIError:
            assert self._connection is not None
            called = database.name(self._connection.engine.url)
            raise StoreUnreachable(f"{called} has broken off a transaction") from None


class Database:
    """What is on file.  Several threads may share it; their transactions follow one another.

    What was read is kept in mind between them, as long as nobody else writes there: each
    transaction asks for that first, by one statement.
    """

    def __init__(
        self, url: str, *, game: Types | None = None, patience: float = database.PATIENCE
    ) -> None:
        """*game*: the types of the game that is played, of the standard one if None; *patience*:
        seconds to wait for the transaction of somebody else to end."""
        self._game = game
        self._engine = database.unbegun(url, patience)
        self._kind: Kind = database.kind(self._engine.url)
        self._failures = database.failures_of(self._engine)
        self._idle: list[Line] = []
        self._known: tuple[object, Memory] = None, Memory()
        """What is in mind, and as of when: `database.state_of` a line."""
        self._writes = 0  # transactions that have written, and times somebody else had
        path = database.file_of(self._engine.url)
        called = database.name(self._engine.url)
        self._presence = None if path is None else _Presence(path, called)
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
        with forms.of_game(self._game), self._transaction(durable) as records:
            yield records

    @contextmanager
    def _transaction(self, durable: bool) -> Iterator[UnitOfWork]:
        line = self._begun(durable)
        records: UnitOfWork | None = None
        kept = False
        try:
            state, memory = self._remembered(line)
            restored = memory.versions.get(restorations.name, 0)
            records = self._unit(line.connection, memory.copy())
            self.guard()
            yield records
            records.write()
            if records.has_written:
                state = database.state_behind(line, self._kind, state)
            database.commit(line, self._kind)
            kept = True
            self._writes += records.has_written
        except self._failures as error:
            raise database.in_our_words(error, self._engine.url) from None
        finally:
            memory = Memory() if records is None else records.end()
            if kept:
                if memory.versions.get(restorations.name, 0) != restored:
                    self._restored = None  # the backup that goes on here is this one's own
                self._known = state, memory
                self._idle.append(line)
            else:
                _abandon(line)

    def look(self, question: Callable[[UnitOfWork], _Found]) -> _Found:
        """What *question* finds, which writes nothing and may be put a second time.

        Where all that it asks is in mind, no transaction begins: one statement says that nobody
        has written since.
        """
        with forms.of_game(self._game):
            return self._looked(question)

    def _looked(self, question: Callable[[UnitOfWork], _Found]) -> _Found:
        try:
            line = self._kept_line()
        except self._failures as error:
            raise database.in_our_words(error, self._engine.url) from None
        if line is not None:
            state, memory = self._known
            is_known = False
            try:
                is_known = database.peek(line, self._kind) == state
            except self._failures:
                _abandon(line)
            else:
                self._idle.append(line)
            if is_known:
                self.guard()
                with suppress(NotInMind):
                    return question(self._unit(None, memory.copy()))
        with self.transaction(durable=False) as records:
            return question(records)

    def written(self) -> int:
        """A number that grows when somebody writes, here or elsewhere; for one statement."""
        self.look(lambda _: None)
        return self._writes

    def close(self) -> None:
        """Lets go of the database."""
        self._let_go()
        self._engine.dispose()

    def _let_go(self) -> None:
        while self._idle:
            self._idle.pop().connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _unit(self, connection: Connection | None, memory: Memory) -> UnitOfWork:
        return UnitOfWork(connection, self._kind, memory)

    def _remembered(self, line: Line) -> tuple[object, Memory]:
        """The state that a transaction finds, and what is in mind of it.

        Nothing but marks is where somebody else has written meanwhile.
        """
        state, memory = self._known
        now = database.state_of(line, self._kind)
        if now == state:
            return state, memory
        self._writes += 1
        if self._presence is None:
            self._check_restored(line)
        return now, memory.of_another()

    def _check_restored(self, line: Line) -> None:
        """Mendable where a backup was put in the place of the database since its first use.

        All that is kept in mind of it is of the one that was there before.
        """
        row = line.connection.execute(_LAST_RESTORED.clause).first()
        found = (None if row is None else tuple(row),)
        if self._restored is None:
            self._restored = found
        if found != self._restored:
            raise Mendable(
                f"{database.name(self._engine.url)} was restored from a backup while the bot was "
                "at work; start the bot again"
            )

    def _kept_line(self) -> Line | None:
        """A connection kept from an earlier transaction, None where there is none that serves."""
        if self._presence is not None and not self._presence.check(self._idle):
            self._let_go()
        try:
            return self._idle.pop()
        except IndexError:
            return None

    def _begun(self, durable: bool) -> Line:
        """A connection with a transaction begun, if possible one kept from an earlier transaction.

        A server that was restarted meanwhile has cut the kept ones; then another one is made.
        """
        try:
            while (kept := self._kept_line()) is not None:
                try:
                    return _begun(kept, self._kind, durable)
                except DBAPIError as error:
                    if not error.connection_invalidated:
                        raise
            line = _begun(Line(self._engine.connect()), self._kind, durable)
            if self._presence is not None:
                self._presence.note()
            return line
        except self._failures as error:
            raise database.in_our_words(error, self._engine.url) from None


def _begun(line: Line, kind: Kind, durable: bool) -> Line:
    try:
        database.make_durable(line, kind, durable)
        database.begin(line, kind)
    except BaseException:
        _abandon(line)
        raise
    return line


def _abandon(line: Line) -> None:
    """The transaction is undone and the connection closed; a dead one is left as it is."""
    with suppress(DBAPIError):
        line.connection.close()


_Inode: TypeAlias = "tuple[int, int] | None"
"""Device and number; None where there is no such file."""


class _Presence:
    """Knows a SQLite file as it was when it was opened: it may be moved, deleted or replaced."""

    def __init__(self, path: Path, called: str) -> None:
        """*called*: what the database is called in sentences for people."""
        self._path, self._called = path, called
        self._log = path.with_name(f"{path.name}-wal")
        self._rescued = path.with_name(f"{path.name}.rescued")
        self._file_was: _Inode = None
        self._log_was: _Inode = None
        self._rescued_was: _Inode = None

    def note(self) -> None:
        """A connection was opened just now."""
        self._file_was, self._log_was = _inode(self._path), _inode(self._log)

    def check(self, idle: Sequence[Line]) -> bool:
        """Whether the connections kept *idle* still serve; where they do not, close them.

        StoreUnreachable where the file is gone, Mendable where there is another one in its place.
        """
        if self._file_was is None:
            return True
        file = _inode(self._path)
        if file is None:
            self._is_gone(idle)
        if file != self._file_was and file != self._rescued_was:
            raise Mendable(
                f"{self._called} was replaced by another file while the bot was at work; see that "
                "it is the right one, and start the bot again"
            )
        if not idle or (file == self._file_was and _inode(self._log) == self._log_was):
            return file == self._file_was
        if file == self._file_was:
            self._keep_what_the_log_held(idle[0])
        return False

    def _is_gone(self, idle: Sequence[Line]) -> None:
        where = "see where it has gone, and put it back"
        if idle and self._rescued_was is None and _is_deleted(self._path):
            with suppress(sqlite3.Error, OSError):
                self._rescue(idle[0])
        if self._rescued_was is not None:
            where = (
                f"what it held lies in {self._rescued.name} beside its place: give that its name"
            )
        raise StoreUnreachable(
            f"{self._called} is not in its place any more; {where}",
            f"Ask the host to look for the file of {self._called}: {where}. Then the bot comes "
            "back by itself; it must not be stopped before.",
        )

    def _rescue(self, line: Line) -> None:
        """What the deleted file holds is written to another one, whole or not at all."""
        beside = self._rescued.with_name(f"{self._rescued.name}.part")
        beside.unlink(missing_ok=True)
        beside.touch(0o600)
        driver: Any = line.connection.connection.driver_connection
        with closing(sqlite3.connect(beside)) as copy:
            driver.backup(copy)
        beside.replace(self._rescued)
        self._rescued_was = _inode(self._rescued)

    def _keep_what_the_log_held(self, line: Line) -> None:
        """The log was deleted, but is open here: what it holds goes into the file itself."""
        driver: Any = line.connection.connection.driver_connection
        (busy, *_) = driver.execute("PRAGMA wal_checkpoint(FULL)").fetchone()
        if busy:
            raise StoreUnreachable(f"{self._called} has lost its log, and is in use besides")


def _inode(path: Path) -> _Inode:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _is_deleted(path: Path) -> bool:
    """Whether this process has a file open that was deleted at this place."""
    wanted = f"{path.absolute()} (deleted)"
    with suppress(OSError):
        for one in Path("/proc/self/fd").iterdir():
            with suppress(OSError):
                if str(one.readlink()) == wanted:
                    return True
    return False
