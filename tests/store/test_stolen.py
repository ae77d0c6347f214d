"""A stolen database tells nothing of what is hidden, if it is sealed; and all of it, if not."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from rednov_bot.bootstrap import open_desk
from rednov_bot.engine.gamestate import Gamestate, Secrets
from rednov_bot.store import sealing
from rednov_bot.store.vault import Vault
from tests.builders import CountingTokens, FixedClock, Table, settings_for
from tests.desk import play
from tests.rigs.postgres import Postgres
from tests.store.samples import BEFORE, KEY, NOON, STORY, a_game
from tests.store.stolen import files_of, found_in, hidden, played, rows_of

KINDS = ("sqlite", "postgresql")


@pytest.fixture(params=KINDS)
def fresh(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[str, Postgres | None]:
    """The URL of a database that is not made yet, and its server."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'rednov.db'}", None
    make: Callable[[], str] = request.getfixturevalue("postgres_url")
    return make(), request.getfixturevalue("postgres")


def test_whoever_steals_an_unsealed_database_finds_everything(
    fresh: tuple[str, Postgres | None],
) -> None:
    table = played(fresh[0], None)
    sought = hidden(table)
    assert found_in(rows_of(fresh[0]), sought) == list(sought)


def test_whoever_steals_a_sealed_database_finds_nothing(
    fresh: tuple[str, Postgres | None],
) -> None:
    table = played(fresh[0], KEY)
    sought = hidden(table)
    assert found_in(rows_of(fresh[0]), sought) == []
    assert found_in(files_of(*fresh), sought) == []


def test_a_backup_of_a_sealed_database_tells_as_little(tmp_path: Path) -> None:
    for name, key in (("sealed", KEY), ("unsealed", None)):
        path = tmp_path / name / "rednov.db"
        path.parent.mkdir()
        table = played(f"sqlite:///{path}", key)
        log = path.with_name("rednov.db-wal")
        assert log.stat().st_size > 0  # a thief takes it, too
        with (
            closing(sqlite3.connect(path)) as own,
            closing(sqlite3.connect(tmp_path / f"{name}.backup")) as copy,
        ):
            own.backup(copy)
        taken = [(tmp_path / f"{name}.backup").read_bytes()], [path.read_bytes(), log.read_bytes()]
        sought = hidden(table)
        for files in taken:
            assert found_in(files, sought) == ([] if key else list(sought))


def test_a_database_that_is_sealed_in_its_midst_keeps_no_trace(
    fresh: tuple[str, Postgres | None],
) -> None:
    table = played(fresh[0], None)
    sought = hidden(table)
    assert len(found_in(files_of(*fresh), sought)) > 5  # PostgreSQL packs what is long
    assert sealing.reseal(fresh[0], None, KEY, at=NOON) > 40
    assert found_in(rows_of(fresh[0]), sought) == []
    assert len(found_in(files_of(*fresh), sought)) > 0
    sealing.sweep(fresh[0])
    assert found_in(files_of(*fresh), sought) == []


def test_a_game_goes_on_where_its_database_was_sealed_and_unsealed(
    fresh: tuple[str, Postgres | None],
) -> None:
    url, _ = fresh
    table = played(url, None)
    sought, before = hidden(table), play.present(table)
    table.desk.ledger.close()
    open_ = rows_of(url)
    sealing.reseal(url, None, KEY, at=NOON)
    sealed = open_desk(settings_for(url, key=KEY), clock=FixedClock(), tokens=CountingTokens())
    again = Table(desk=sealed, clock=FixedClock())
    assert play.present(again) == before
    assert again.news() != ()
    sealed.ledger.close()
    sealing.reseal(url, KEY, None, at=NOON)
    assert Counter(open_) - Counter(rows_of(url)) == Counter()  # all is as it was, in clear
    assert found_in(rows_of(url), sought) == list(sought)


def test_how_long_something_sealed_is_does_not_tell_which_tiles_are_named(tmp_path: Path) -> None:
    lengths = set()
    for number, items in enumerate([("grog",) * 3, ("reactor_manual",) * 3, ("lucky_charm",)]):
        path = tmp_path / f"{number}.db"
        table = _sealed_table(path)
        with table.desk.ledger.transaction() as records:
            game = a_game(records)
            state = Gamestate(BEFORE.position, Secrets(hands=(items, ()), limits=(None, None)))
            records.advance(game.id, 1, STORY, state, cause="x", at=NOON)
        with closing(sqlite3.connect(path)) as file:
            (row,) = file.execute("SELECT length(secrets), length(whispers) FROM gamestates")
        lengths.add(row)
    assert len(lengths) == 1


def _sealed_table(path: Path) -> Table:
    clock = FixedClock()
    known = settings_for(f"sqlite:///{path}", key=KEY)
    return Table(desk=open_desk(known, clock=clock, tokens=CountingTokens()), clock=clock)


def test_the_same_text_is_never_sealed_alike_twice(tmp_path: Path) -> None:
    path = tmp_path / "rednov.db"
    table = _sealed_table(path)
    with table.desk.ledger.transaction() as records:
        for _ in range(3):
            a_game(records)
    with closing(sqlite3.connect(path)) as file:
        assert len({row for (row,) in file.execute("SELECT secret FROM game_secrets")}) == 3


def test_a_key_tells_only_its_name(tmp_path: Path) -> None:
    vault = Vault(KEY)
    assert KEY.octets.hex() not in repr(KEY) + repr(vault) + str(KEY)
    assert KEY.name in repr(KEY)
