"""A database on SQLite and on a real PostgreSQL, each empty and up to date."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sqlalchemy import text

from rednov_bot.core.models import Game, PaperId
from rednov_bot.core.store import database, upgrading
from rednov_bot.core.store.tables import metadata
from rednov_bot.core.store.unit_of_work import Database
from tests.rigs.postgres import Postgres
from tests.store.samples import NOON, a_game, a_mail

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


@pytest.fixture
def game(db: Database) -> Game:
    """A game on file, not yet opened."""
    with db.transaction() as records:
        return a_game(records)


@pytest.fixture
def mail(db: Database) -> PaperId:
    """A mail on file, disposed of as read."""
    with db.transaction() as records:
        records.keep([a_mail(1)])
        ((id, _),) = records.undisposed(1)
        records.dispose(id, "read", "a turn", message=None, digest=None, at=NOON)
        return id
