"""Real servers as fixtures: started when the first test asks, ended with the run.

A test that needs a server which is not installed fails; it is never skipped.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from tests.rigs.dovecot import Dovecot
from tests.rigs.gnupg import Gnupg
from tests.rigs.mailman import Mailman
from tests.rigs.postfix import Postfix
from tests.rigs.postgres import Postgres


@pytest.fixture(scope="session")
def dovecot() -> Iterator[Dovecot]:
    with Dovecot() as server:
        yield server


@pytest.fixture(scope="session")
def gnupg() -> Iterator[Gnupg]:
    with Gnupg() as keys:
        yield keys


@pytest.fixture(scope="session")
def mailman(dovecot: Dovecot) -> Iterator[Mailman]:
    with Mailman(dovecot, "plain", "munged", owner="owner@player.test") as server:
        yield server


@pytest.fixture(scope="session")
def postfix(dovecot: Dovecot) -> Iterator[Postfix]:
    with Postfix(dovecot.lmtp_port) as server:
        yield server


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    with Postgres() as server:
        yield server


@pytest.fixture
def postgres_url(postgres: Postgres) -> Callable[[], str]:
    """Each call gives the URL of another empty database."""
    return postgres.fresh_url
