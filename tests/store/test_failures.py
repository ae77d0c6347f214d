"""A database that fails is named in one sentence, which tells no password and no hand."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import create_engine, event, text

from rednov_bot.core.errors import Mendable, RednovError, StoreUnreachable
from rednov_bot.core.models import Game
from rednov_bot.core.store import upgrading
from rednov_bot.core.store.unit_of_work import Database
from tests.rigs.processes import free_port
from tests.store.samples import BEFORE, NOON, SECRET, a_draft, a_game, a_mail

Act = Callable[[str], object]


def use(url: str) -> None:
    with Database(url, patience=0.01) as db, db.transaction() as records:
        records.games()
        records.joined("Ann", NOON, None)


def upgrade(url: str) -> None:
    upgrading.upgrade(url, patience=0.01)


def look(url: str) -> None:
    upgrading.version(url, patience=0.01)


everybody = pytest.mark.parametrize("act", [use, upgrade, look])


@everybody
@pytest.mark.parametrize(
    "url",
    ["rednov.db", "mysql://x:hush@y/z", "postgresql+nothing://x:hush@y/z", "sqlite+none:///x", ""],
)
def test_what_is_no_url_of_a_database_can_be_mended(act: Act, url: str) -> None:
    with pytest.raises(Mendable, match=r"bot\.database is no URL") as caught:
        act(url)
    assert "hush" not in str(caught.value)


@everybody
def test_a_file_that_is_no_database_can_be_mended(tmp_path: Path, act: Act) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear gnomes, " * 500)
    with pytest.raises(Mendable, match=r"letter\.txt is no database"):
        act(f"sqlite:///{path}")
    assert path.read_text() == "Dear gnomes, " * 500


@pytest.mark.parametrize(
    ("act", "name", "said"),
    [
        (use, "", "cannot be opened"),
        (upgrade, "", "cannot be opened"),
        (upgrade, "nowhere/rednov.db", "cannot be made: No such file or directory"),
        (use, "none.db", r"none\.db cannot be opened"),
        (use, "empty.db", "is not up to date; run `rednov db upgrade`"),
    ],
)
def test_what_is_not_there_or_has_no_tables_is_not_made_by_using_it(
    tmp_path: Path, act: Act, name: str, said: str
) -> None:
    (tmp_path / "empty.db").touch()
    with pytest.raises(Mendable, match=said):
        act(f"sqlite:///{tmp_path / name}")
    assert upgrading.version(f"sqlite:///{tmp_path}/none.db") is None
    assert [one.name for one in tmp_path.glob("*.db")] == ["empty.db"]


@pytest.fixture
def file(sqlite_template: Path, tmp_path: Path) -> Path:
    """A SQLite database with a game."""
    path = Path(shutil.copy(sqlite_template, tmp_path / "rednov.db"))
    with Database(f"sqlite:///{path}") as db, db.transaction() as records:
        a_game(records)
    return path


def test_a_file_that_may_only_be_read_can_be_mended(file: Path) -> None:
    with pytest.raises(Mendable, match="cannot be written"):
        use(f"sqlite:///file:{file}?mode=ro&uri=true")


def test_a_damaged_file_can_be_mended_and_is_not_quoted(file: Path) -> None:
    with sqlite3.connect(file) as database:
        database.execute("UPDATE games SET gnomes = CAST(x'6372ff' AS TEXT)")
    with pytest.raises(Mendable, match=r"is damaged; restore a backup$"):
        use(f"sqlite:///{file}")
    whole = file.read_bytes()
    file.write_bytes(whole[:4096] + b"\xa5" * (len(whole) - 4096))
    with pytest.raises(Mendable, match="is damaged; restore a backup"):
        use(f"sqlite:///{file}")


def test_a_full_disk_leaves_nothing_and_is_tried_again_later(file: Path) -> None:
    with Database(f"sqlite:///{file}") as db:
        event.listen(db._engine, "connect", lambda made, _: made.execute(_NO_ROOM))
        with pytest.raises(StoreUnreachable, match="has no room left"):  # noqa: SIM117
            with db.transaction() as records:
                records.keep([a_mail(uid, b"x" * 9000) for uid in range(1, 99)])
    with Database(f"sqlite:///{file}") as db, db.transaction() as records:
        assert records.undisposed(1) == ()


_NO_ROOM = "PRAGMA max_page_count = 70"


@everybody
def test_a_database_in_use_is_tried_again_later(url: str, act: Act) -> None:
    with Database(url) as db, db.transaction():  # noqa: SIM117
        with pytest.raises(StoreUnreachable, match="is busy with another program"):
            act(url)


@everybody
def test_a_postgresql_that_does_not_answer_is_named_without_its_password(act: Act) -> None:
    port = free_port()
    with pytest.raises(StoreUnreachable) as caught:
        act(f"postgresql+psycopg://rednov:hush@127.0.0.1:{port}/papers")
    assert str(caught.value) == f"the database papers at 127.0.0.1:{port} does not answer"


def test_a_postgresql_that_refuses_the_login_or_is_empty_says_why(
    postgres_url: Callable[[], str],
) -> None:
    url = postgres_url()
    for wrong, said in (
        (url.replace("postgres@", "nobody:hush@"), r'role "nobody" does not exist; mend bot\.data'),
        (f"{url}_not", "does not exist"),
        (f"{url}?colour=red", "an option that does not exist"),
        (url, "is not up to date; run `rednov db upgrade`"),
    ):
        with pytest.raises(Mendable, match=said):
            use(wrong)


def test_a_connection_that_is_cut_is_made_anew(postgres_upgraded: str) -> None:
    others = "datname = current_database() AND pid <> pg_backend_pid()"
    cut = text(f"SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE {others}")
    engine = create_engine(postgres_upgraded)
    with Database(postgres_upgraded) as db:
        for _ in "12":
            with db.transaction() as records:
                records.contestants()
            with engine.begin() as connection:
                connection.execute(cut)
        with pytest.raises(StoreUnreachable):  # noqa: PT012, SIM117
            with db.transaction() as records:
                with engine.begin() as connection:
                    connection.execute(cut)
                records.contestants()
        with db.transaction() as records:
            records.contestants()
    engine.dispose()


def test_no_error_tells_what_was_to_be_filed(db: Database, game: Game) -> None:
    """Neither the words of the error nor those of an error behind it."""
    with db.transaction() as records:
        records.advance(game.id, 1, (), BEFORE, cause="opening", at=NOON)
    caught: list[BaseException] = []
    for number in (1, frozenset({"coffee"})):
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
