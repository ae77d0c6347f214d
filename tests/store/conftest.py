"""A database on SQLite and on a real PostgreSQL, each empty and up to date."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from rednov_bot.core.models import Game, PaperId, TakenTurn
from rednov_bot.core.store import database, upgrading
from rednov_bot.core.store.tables import metadata
from rednov_bot.core.store.unit_of_work import Database
from tests.rigs.postgres import Postgres
from tests.store.samples import NOON, TURN, a_game, a_letter, a_mail

KINDS = ("sqlite", "postgresql")


@pytest.fixture(scope="session")
def sqlite_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty database that is up to date, to be copied."""
    path = tmp_path_factory.mktemp("store") / "template.db"
    upgrading.upgrade(f"sqlite:///{path}")
    return path


@pytest.fixture(scope="session")
def postgres_upgraded(postgres: Postgres) -> str:
    """One PostgreSQL database that is up to date, for all tests in turn."""
    url = postgres.fresh_url()
    upgrading.upgrade(url)
    return url


@pytest.fixture(params=KINDS)
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty database that is up to date; a `Database` opens it."""
    if request.param == "sqlite":
        path = tmp_path / "rednov.db"
        shutil.copy(request.getfixturevalue("sqlite_template"), path)
        return f"sqlite:///{path}"
    found: str = request.getfixturevalue("postgres_upgraded")
    engine = database.opened(found)
    with engine.begin() as connection:
        connection.execute(text(f"TRUNCATE {', '.join(metadata.tables)} RESTART IDENTITY"))
    engine.dispose()
    return found


@pytest.fixture(params=KINDS)
def empty_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of a database that has no tables; on SQLite not even a file."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'new.db'}"
    make: Callable[[], str] = request.getfixturevalue("postgres_url")
    return make()


@pytest.fixture
def db(url: str) -> Iterator[Database]:
    with Database(url) as made:
        yield made


class OnFile:
    """The records of a database: each call is a transaction of its own."""

    def __init__(self, db: Database) -> None:
        self.db = db

    def __getattr__(self, name: str) -> Callable[..., Any]:
        def called(*given: Any, **named: Any) -> Any:
            with self.db.transaction() as records:
                return getattr(records, name)(*given, **named)

        return called

    def a_game(self) -> Game:
        """A game on file, not yet opened."""
        with self.db.transaction() as records:
            return a_game(records)

    def some_mails(self, many: int) -> list[PaperId]:
        """Mails on file of which nothing has become yet."""
        self.keep([a_mail(uid) for uid in range(1, many + 1)])
        return [mail for mail, _ in self.undisposed(many)]

    def a_turn(self, game: Game, mail: PaperId, number: int = 1, at: datetime = NOON) -> TakenTurn:
        """A turn that was taken."""
        given = {"mail": mail, "message": a_letter(), "forum": "business", "at": at}
        return self.add_turn(game.id, number, TURN.gnome, TURN, **given)


@pytest.fixture
def on_file(db: Database) -> OnFile:
    return OnFile(db)


@pytest.fixture
def game(on_file: OnFile) -> Game:
    return on_file.a_game()


@pytest.fixture
def mail(on_file: OnFile) -> PaperId:
    """A mail on file, disposed of as read."""
    (id,) = on_file.some_mails(1)
    on_file.dispose(id, "read", "a turn", message=None, digest=None, at=NOON)
    return id
