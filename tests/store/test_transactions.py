"""A transaction is kept as a whole or not at all, whatever happens meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from typing import Any, cast

import pytest
from msgspec.structs import replace
from sqlalchemy import Engine, event

from rednov_bot.core.errors import AlreadyOnFile, StoreUnreachable
from rednov_bot.core.models import Game, PaperId
from rednov_bot.core.store import upgrading
from rednov_bot.core.store.unit_of_work import Database, UnitOfWork
from tests.store.conftest import OnFile
from tests.store.samples import (
    BEFORE,
    NOON,
    STORY,
    a_decision,
    a_draft,
    a_mail,
    a_posting,
)
from tests.store.to_be_killed import killed

TIMES = 20
AFTER = replace(BEFORE, position=replace(BEFORE.position, turns=9))


class BrokeOffError(Exception):
    """Something that goes wrong outside the store."""


def do_much(records: Any, mail: PaperId, game: PaperId) -> None:
    """Something of everything that is kept in mind."""
    records.keep([a_mail(2)])
    records.dispose(mail, "ignore", "x", message=None, digest=None, at=NOON)
    records.advance(game, 1, STORY, BEFORE, cause="opening", at=NOON)
    records.add_draft(a_draft("NEW2222"))
    records.decide(a_decision())
    records.queue(a_posting("one"), draft="ABC2345", at=NOON)
    told = look(records, game)
    assert told == ([2], BEFORE, ["NEW2222"], [a_posting("one")], True)


def look(records: Any, game: PaperId) -> tuple[Any, ...]:
    """What there is of it."""
    state, known = records.gamestate(game), records.posting(a_posting("one").message_id)
    return (
        [mail.uid for _, mail in records.undisposed(9)],
        state and state[1],
        [draft.code for draft in records.open_drafts()],
        [one.posting for one in records.outbox()],
        known is not None,
    )


NOTHING = ([1], None, ["ABC2345"], [], False)


def test_what_breaks_off_leaves_nothing_and_a_block_that_does_lets_the_rest_go_on(
    db: Database, on_file: OnFile, game: Game
) -> None:
    on_file.add_draft(a_draft())
    (mail,) = on_file.some_mails(1)
    with suppress(BrokeOffError), db.transaction() as records:
        do_much(records, mail, game.id)
        raise BrokeOffError
    with db.transaction() as records:
        assert look(records, game.id) == NOTHING
        with suppress(BrokeOffError), records.undoable():
            do_much(records, mail, game.id)
            raise BrokeOffError
        assert look(records, game.id) == NOTHING
        records.advance(game.id, 1, STORY, AFTER, cause="kept", at=NOON)
        records.keep([a_mail(3)])
    with db.transaction() as records:
        assert look(records, game.id) == ([1, 3], AFTER, *NOTHING[2:])
        with pytest.raises(AlreadyOnFile), records.undoable():  # noqa: PT012
            records.queue(a_posting("two"), draft=None, at=NOON)
            records.advance(game.id, 1, (), BEFORE, cause="again", at=NOON)
        with records.undoable():
            records.queue(a_posting("one"), draft=None, at=NOON)
    with pytest.raises(KeyError), db.transaction() as records:  # noqa: PT012
        records.keep([a_mail(4)])
        records.joined("Ann", NOON, PaperId(99))
    assert on_file.undisposed(9)[-1][1].uid == 3
    assert [one.posting for one in on_file.outbox()] == [a_posting("one")]
    with pytest.raises(AttributeError):  # records are of no use after their transaction
        records.games()


def test_a_transaction_that_the_database_broke_off_does_not_go_on(db: Database) -> None:
    with pytest.raises(StoreUnreachable, match="broken off"), db.transaction() as records:  # noqa: PT012
        records.keep([a_mail(1)])
        with records.undoable():
            records.undisposed(9)  # which has written first what was kept
            cast(UnitOfWork, records)._run("ROLLBACK")
            raise MemoryError
    with db.transaction() as records:
        assert records.undisposed(9) == ()


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
def test_what_would_be_kept_row_by_row_is_not_written(db: Database) -> None:
    with pytest.raises(StoreUnreachable, match="broken off"), db.transaction() as records:  # noqa: PT012
        records._run("ROLLBACK")
        records.keep([a_mail(1)])
    with db.transaction() as records:
        assert records.undisposed(9) == ()


def _move_on(db: Database, game: PaperId) -> None:
    for _ in range(TIMES):
        with db.transaction() as records:
            present = records.gamestate(game)
            number = present[0] if present else 0
            records.advance(game, number + 1, STORY[:1], BEFORE, cause="turn", at=NOON)


@pytest.mark.parametrize("shared", [True, False], ids=["one ledger", "a ledger each"])
def test_two_threads_lose_no_gamestate(db: Database, game: Game, url: str, shared: bool) -> None:
    with Database(url) as other, ThreadPoolExecutor(2) as pool:
        second = db if shared else other
        for done in [pool.submit(_move_on, one, game.id) for one in (db, second)]:
            done.result()
    with db.transaction() as records:
        assert records.gamestate(game.id) == (2 * TIMES, BEFORE)
        assert len(records.history(game.id)) == 2 * TIMES


def test_a_process_that_is_killed_leaves_what_it_kept_and_no_more(
    on_file: OnFile, game: Game, url: str
) -> None:
    assert killed("writing", url) == -9
    assert on_file.games() == (game,)
    assert on_file.undisposed(9) == ()
    assert on_file.gamestate(game.id) == (20, BEFORE)
    assert len(on_file.history(game.id)) == 20 * len(STORY)
    _move_on(on_file.db, game.id)


@contextmanager
def statements(db: Database) -> Iterator[list[str]]:
    """What is put to the database, as everybody sees it who listens to SQLAlchemy."""
    told: list[str] = []

    def note(_: object, __: object, words: str, *___: object) -> None:
        told.append(words.partition(" ")[0])

    event.listen(Engine, "before_cursor_execute", note)
    try:
        yield told
    finally:
        event.remove(Engine, "before_cursor_execute", note)


def test_the_same_is_asked_once_until_an_answer_is_added_or_undone(
    db: Database, game: Game
) -> None:
    def questions() -> int:
        told.clear()
        for _ in range(2):
            records.last_approved("idle", "Ann")
        return told.count("SELECT")

    with statements(db) as told:
        with db.transaction() as records:
            assert questions() == 1
            records.keep([a_mail(1)])
            assert questions() == 0
            with suppress(ZeroDivisionError), records.undoable():
                records.add_draft(a_draft())
                assert questions() == 1
                raise ZeroDivisionError
            assert questions() == 1
        if db._kind == "sqlite":  # on PostgreSQL others may write, on other databases
            with db.transaction() as records:
                assert questions() == 0


def test_nothing_is_written_before_the_end_and_then_table_by_table(
    db: Database, game: Game
) -> None:
    with db.transaction() as records, statements(db) as told:
        records.keep([a_mail(uid) for uid in range(1, 4)])
        for code in ("ABC2345", "ABC2346"):
            records.add_draft(a_draft(code))
        with suppress(BrokeOffError), records.undoable():
            records.joined("Bob", NOON, None)
            raise BrokeOffError
        records.joined("Ann", NOON, None)
        assert records.contestants() == ("Ann",)
        assert [one.uid for _, one in records.undisposed(9)] == [1, 2, 3]
        assert "SAVEPOINT" not in told
        told.clear()
    with db.transaction() as records:
        assert records.contestants() == ("Ann",)
        assert [one.code for one in records.open_drafts()] == ["ABC2345", "ABC2346"]


def test_what_another_process_writes_is_seen(db: Database, game: Game, url: str) -> None:
    def seen() -> tuple[str, ...]:
        return db.look(lambda records: records.contestants())

    assert seen() == ()
    with statements(db) as told:
        assert seen() == ()
        assert len(told) == 1 or db._kind == "postgresql"
    for number, name in enumerate(("Ann", "Bob", "Cid"), 1):
        with Database(url) as other, other.transaction() as records:
            records.joined(name, NOON, None)
        with db.transaction() as records:
            assert len(records.contestants()) == number
        assert len(seen()) == number
    with db.transaction() as records:
        records.joined("Dan", NOON, None)
    assert seen() == ("Ann", "Bob", "Cid", "Dan")


def test_a_loss_of_power_takes_of_a_postgresql_only_what_was_not_to_wait_for_the_disk(
    postgres_url: Callable[[], str],
) -> None:
    url = postgres_url()
    upgrading.upgrade(url)
    waits = []
    with Database(url) as db:
        for durable in (True, False, True):
            with db.transaction(durable=durable) as records:
                connection = cast(UnitOfWork, records)._connection
                assert connection is not None
                waits.append(connection.exec_driver_sql("SHOW synchronous_commit").scalar())
    assert waits == ["on", "off", "on"]
