"""A transaction is kept as a whole or not at all, whatever happens meanwhile."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import cast

import pytest
from msgspec.structs import replace

from rednov_bot.core.errors import AlreadyOnFile, StoreUnreachable
from rednov_bot.core.models import Game, PaperId
from rednov_bot.core.store import upgrading
from rednov_bot.core.store.unit_of_work import Database, UnitOfWork
from tests.store.samples import BEFORE, NOON, STORY, a_draft, a_game, a_mail, a_posting

HERE = Path(__file__).parent
TIMES = 40
AFTER = replace(BEFORE, position=replace(BEFORE.position, turns=9))


class BrokeOffError(Exception):
    """Something that goes wrong outside the store."""


def test_a_transaction_that_raises_leaves_nothing(db: Database, game: Game) -> None:
    with pytest.raises(BrokeOffError), db.transaction() as records:  # noqa: PT012
        records.keep([a_mail(1)])
        records.advance(game.id, 1, STORY, BEFORE, cause="opening", at=NOON)
        records.add_draft(a_draft())
        records.queue(a_posting("one"), draft="ABC2345", at=NOON)
        raise BrokeOffError
    with db.transaction() as records:
        assert records.undisposed(9) == ()
        assert records.gamestate(game.id) is None
        assert records.open_drafts() == ()
        assert records.outbox() == ()


def test_a_failure_of_the_last_statement_undoes_the_first(db: Database) -> None:
    with pytest.raises(KeyError), db.transaction() as records:  # noqa: PT012
        records.keep([a_mail(1)])
        records.joined("Ann", NOON, PaperId(99))
    with db.transaction() as records:
        assert records.undisposed(9) == ()


def test_a_block_that_breaks_off_is_undone_and_the_transaction_goes_on(
    db: Database, game: Game
) -> None:
    with db.transaction() as records:
        records.keep([a_mail(1)])
        ((first, _),) = records.undisposed(9)
        with pytest.raises(BrokeOffError), records.undoable():  # noqa: PT012
            records.keep([a_mail(2)])
            records.dispose(first, "ignore", "x", message=None, digest=None, at=NOON)
            records.advance(game.id, 1, STORY, BEFORE, cause="undone", at=NOON)
            assert records.gamestate(game.id) == (1, BEFORE)
            assert len(records.undisposed(9)) == 1
            raise BrokeOffError
        assert records.gamestate(game.id) is None
        records.advance(game.id, 1, STORY, AFTER, cause="kept", at=NOON)
        records.keep([a_mail(3)])
    with db.transaction() as records:
        assert [mail for _, mail in records.undisposed(9)] == [a_mail(1), a_mail(3)]
        assert records.gamestate(game.id) == (1, AFTER)


def test_a_block_that_stumbles_over_a_paper_is_undone_and_the_transaction_goes_on(
    db: Database,
) -> None:
    with db.transaction() as records:
        records.queue(a_posting("one"), draft=None, at=NOON)
        with pytest.raises(AlreadyOnFile), records.undoable():  # noqa: PT012
            records.queue(a_posting("two"), draft=None, at=NOON)
            records.queue(a_posting("one"), draft=None, at=NOON)
        with records.undoable():
            records.queue(a_posting("three"), draft=None, at=NOON)
    with db.transaction() as records:
        queued = [one.posting for one in records.outbox()]
    assert queued == [a_posting("one"), a_posting("three")]


def test_a_transaction_that_the_database_broke_off_does_not_go_on(db: Database) -> None:
    with pytest.raises(StoreUnreachable, match="broken off"), db.transaction() as records:  # noqa: PT012
        records.keep([a_mail(1)])
        with records.undoable():
            cast(UnitOfWork, records)._cursor.execute("ROLLBACK")
            raise MemoryError
    with db.transaction() as records:
        assert records.undisposed(9) == ()


def test_records_are_of_no_use_after_their_transaction(db: Database) -> None:
    with db.transaction() as records:
        pass
    with pytest.raises(AttributeError):
        records.games()


def test_what_a_transaction_wrote_it_can_read(db: Database) -> None:
    with db.transaction() as records:
        game = a_game(records)
        records.advance(game.id, 1, (), BEFORE, cause="opening", at=NOON)
        assert records.gamestate(game.id) == (1, BEFORE)


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


def _child(what: str, url: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, str(HERE / "to_be_killed.py"), what, url],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(HERE.parent.parent)},
    )


def _read(child: subprocess.Popen[str]) -> str:
    assert child.stdout is not None
    return child.stdout.readline().strip()


def _kill(child: subprocess.Popen[str]) -> None:
    child.send_signal(signal.SIGKILL)
    child.communicate()


def test_a_process_killed_in_a_transaction_leaves_nothing(db: Database, url: str) -> None:
    child = _child("inside", url)
    assert _read(child) == "inside"
    _kill(child)
    with db.transaction() as records:
        assert records.games() == ()
        assert records.undisposed(9) == ()
        assert a_game(records).tag == "RN1"


def test_a_process_killed_between_transactions_leaves_what_it_kept(
    db: Database, game: Game, url: str
) -> None:
    child = _child("on and on", url)
    told = 0
    for _ in range(20):
        told = int(_read(child))
    _kill(child)
    with db.transaction() as records:
        present = records.gamestate(game.id)
        assert present is not None
        assert present[0] >= told == 20
        assert len(records.history(game.id)) == present[0] * len(STORY)
    _move_on(db, game.id)


def test_a_transaction_asks_the_same_once_until_an_answer_is_added_or_undone(
    db: Database, game: Game
) -> None:
    asked = []

    class Counting:
        def __init__(self, cursor: object) -> None:
            self._cursor = cursor

        def execute(self, statement: str, values: object = ()) -> None:
            asked.append(statement)
            self._cursor.execute(statement, values)  # type: ignore[attr-defined]

        def __getattr__(self, name: str) -> object:
            return getattr(self._cursor, name)

    def questions() -> int:
        before = len(asked)
        for _ in range(2):
            records.pending_turn(game.id)
        return len(asked) - before

    with db.transaction() as records:
        sql = cast(UnitOfWork, records)
        sql._cursor = Counting(sql._cursor)
        assert questions() == 1
        records.keep([a_mail(1)])
        assert questions() == 0
        with suppress(ZeroDivisionError), records.undoable():
            records.add_draft(a_draft())
            assert questions() == 1
            raise ZeroDivisionError
        assert questions() == 1


def test_a_loss_of_power_takes_of_a_postgresql_only_what_was_not_to_wait_for_the_disk(
    postgres_url: Callable[[], str],
) -> None:
    url = postgres_url()
    upgrading.upgrade(url)
    waits = []
    with Database(url) as db:
        for durable in (True, False, True):
            with db.transaction(durable=durable) as records:
                cursor = cast(UnitOfWork, records)._cursor
                waits.append(cursor.execute("SHOW synchronous_commit").fetchone()[0])
    assert waits == ["on", "off", "on"]
