"""A database that fails is named in one sentence, which tells no password and no hand."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import create_engine, event, text

from rednov_bot.core.errors import Mendable, RednovError, StoreUnreachable
from rednov_bot.core.models import Game
from rednov_bot.core.store import upgrading
from rednov_bot.core.store.unit_of_work import Database
from tests.rigs.processes import free_port
from tests.store.samples import BEFORE, NOON, SECRET, a_draft, a_game, a_mail


def _use(url: str) -> None:
    with Database(url, patience=0.01) as db, db.transaction() as records:
        records.contestants()


def _upgrade(url: str) -> None:
    upgrading.upgrade(url, patience=0.01)


def _look(url: str) -> None:
    upgrading.version(url, patience=0.01)


@pytest.mark.parametrize("act", [_use, _upgrade, _look])
@pytest.mark.parametrize(
    "url",
    ["rednov.db", "mysql://x:hush@y/z", "postgresql+nothing://x:hush@y/z", "sqlite+none:///x", ""],
)
def test_what_is_no_url_of_a_database_can_be_mended(act: object, url: str) -> None:
    assert callable(act)
    with pytest.raises(Mendable, match=r"bot\.database is no URL") as caught:
        act(url)
    assert "hush" not in str(caught.value)


@pytest.mark.parametrize("act", [_use, _upgrade, _look])
def test_a_file_that_is_no_database_can_be_mended(tmp_path: Path, act: object) -> None:
    assert callable(act)
    path = tmp_path / "letter.txt"
    path.write_text("Dear gnomes, " * 500)
    with pytest.raises(Mendable, match=r"letter\.txt is no database"):
        act(f"sqlite:///{path}")
    assert path.read_text() == "Dear gnomes, " * 500


@pytest.mark.parametrize("act", [_use, _upgrade])
def test_a_folder_is_no_database(tmp_path: Path, act: object) -> None:
    assert callable(act)
    with pytest.raises(Mendable, match="cannot be opened"):
        act(f"sqlite:///{tmp_path}")


def test_a_database_in_no_folder_cannot_be_made(tmp_path: Path) -> None:
    with pytest.raises(Mendable, match="cannot be made: No such file or directory"):
        _upgrade(f"sqlite:///{tmp_path}/nowhere/rednov.db")


def test_a_database_that_is_not_there_is_not_made_by_using_it(tmp_path: Path) -> None:
    path = tmp_path / "rednov.db"
    with pytest.raises(Mendable, match=r"rednov\.db cannot be opened"):
        _use(f"sqlite:///{path}")
    assert upgrading.version(f"sqlite:///{path}") is None
    assert not path.exists()


def test_a_database_without_tables_says_how_to_make_them(tmp_path: Path) -> None:
    path = tmp_path / "rednov.db"
    sqlite3.connect(path).close()
    path.touch()
    with pytest.raises(Mendable, match="is not up to date; run `rednov db upgrade`"):
        _use(f"sqlite:///{path}")


def test_a_postgresql_database_without_tables_says_so_too(postgres_url: object) -> None:
    assert callable(postgres_url)
    with pytest.raises(Mendable, match="is not up to date; run `rednov db upgrade`"):
        _use(postgres_url())


def test_a_file_that_may_only_be_read_can_be_mended(sqlite_template: Path) -> None:
    url = f"sqlite:///file:{sqlite_template}?mode=ro&uri=true"
    with pytest.raises(Mendable, match="cannot be written"):  # noqa: SIM117
        with Database(url) as db, db.transaction() as records:
            records.joined("Ann", NOON, None)


def test_a_damaged_file_can_be_mended(sqlite_copy: str) -> None:
    path = Path(sqlite_copy.removeprefix("sqlite:///"))
    whole = path.read_bytes()
    path.write_bytes(whole[:4096] + b"\xa5" * (len(whole) - 4096))
    with pytest.raises(Mendable, match="is damaged; restore a backup"):
        _use(sqlite_copy)


def test_a_text_that_is_none_any_more_is_damage_and_is_not_quoted(sqlite_copy: str) -> None:
    path = sqlite_copy.removeprefix("sqlite:///")
    with Database(sqlite_copy) as db, db.transaction() as records:
        a_game(records)
    with sqlite3.connect(path) as database:
        database.execute("UPDATE games SET gnomes = CAST(x'6372ff' AS TEXT)")
    with pytest.raises(Mendable, match=r"is damaged; restore a backup$"):  # noqa: SIM117
        with Database(sqlite_copy) as db, db.transaction() as records:
            records.games()


@pytest.fixture
def busy(url: str) -> Iterator[None]:
    """Somebody else is in the middle of a transaction."""
    with Database(url) as db, db.transaction():
        yield


@pytest.mark.parametrize("act", [_use, _upgrade, _look])
def test_a_database_in_use_is_tried_again_later(url: str, busy: None, act: object) -> None:
    assert callable(act)
    with pytest.raises(StoreUnreachable, match="is busy with another program"):
        act(url)


def test_a_full_disk_leaves_nothing_and_is_tried_again_later(sqlite_copy: str) -> None:
    with Database(sqlite_copy) as db:
        event.listen(db._engine, "connect", lambda made, _: made.execute(_NO_ROOM))
        with pytest.raises(StoreUnreachable, match="has no room left"):  # noqa: SIM117
            with db.transaction() as records:
                records.keep([a_mail(uid, b"x" * 9000) for uid in range(1, 99)])
    with Database(sqlite_copy) as db, db.transaction() as records:
        assert records.undisposed(1) == ()


_NO_ROOM = "PRAGMA max_page_count = 60"


@pytest.fixture
def sqlite_copy(sqlite_template: Path, tmp_path: Path) -> str:
    path = tmp_path / "rednov.db"
    path.write_bytes(sqlite_template.read_bytes())
    return f"sqlite:///{path}"


@pytest.mark.parametrize("act", [_use, _upgrade, _look])
def test_a_postgresql_that_does_not_answer_is_named_without_its_password(act: object) -> None:
    assert callable(act)
    port = free_port()
    with pytest.raises(StoreUnreachable) as caught:
        act(f"postgresql+psycopg://rednov:hush@127.0.0.1:{port}/papers")
    assert str(caught.value) == f"the database papers at 127.0.0.1:{port} does not answer"


def test_a_postgresql_that_refuses_the_login_says_why(postgres_url: object) -> None:
    assert callable(postgres_url)
    url: str = postgres_url()
    with pytest.raises(Mendable, match=r'role "nobody" does not exist; mend bot\.database'):
        _use(url.replace("postgres@", "nobody:hush@"))
    with pytest.raises(Mendable, match="does not exist"):
        _use(f"{url}_not")
    with pytest.raises(Mendable, match="an option that does not exist"):
        _use(f"{url}?colour=red")


def test_a_connection_cut_between_transactions_is_made_anew(postgres_upgraded: str) -> None:
    with Database(postgres_upgraded) as db:
        with db.transaction() as records:
            records.contestants()
        _cut_all(postgres_upgraded)
        with db.transaction() as records:
            records.contestants()


def test_a_connection_cut_in_a_transaction_is_tried_again_later(postgres_upgraded: str) -> None:
    with Database(postgres_upgraded) as db:
        with pytest.raises(StoreUnreachable):  # noqa: PT012, SIM117
            with db.transaction() as records:
                _cut_all(postgres_upgraded)
                records.contestants()
        with db.transaction() as records:
            records.contestants()


def _cut_all(url: str) -> None:
    others = "datname = current_database() AND pid <> pg_backend_pid()"
    engine = create_engine(url)
    with engine.begin() as connection:
        connection.execute(
            text(f"SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE {others}")
        )
    engine.dispose()


def test_no_error_tells_what_was_to_be_filed(db: Database, game: Game) -> None:
    """Neither the words of the error nor those of an error behind it."""
    with db.transaction() as records:
        records.advance(game.id, 1, (), BEFORE, cause="opening", at=NOON)
    caught: list[BaseException] = []
    for number in (1, {"coffee"}):
        with pytest.raises((RednovError, RuntimeError)) as raised:  # noqa: SIM117
            with db.transaction() as records:
                records.advance(game.id, number, (), BEFORE, cause="x", at=NOON)  # type: ignore[arg-type]
        caught.append(raised.value)
    with pytest.raises(KeyError) as missing, db.transaction() as records:
        records.add_draft(a_draft("ABC2345", game=9999, about="grog"))
    for error in (*caught, missing.value):
        assert error.__suppress_context__
        assert error.__cause__ is None
        for word in ("grog", "coffee", "hands", SECRET.hex()):
            assert word not in repr(error)
