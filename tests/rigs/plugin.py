"""Real servers as fixtures: started when the first test asks, ended with the run.

A test that needs what this machine lacks fails.  With `--leave-out` it is left out instead: the
last line of the run says how many were, and why.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterator
from pathlib import Path

import pytest

from tests.games.service import Port
from tests.rigs import databases
from tests.rigs.dovecot import Dovecot
from tests.rigs.gnupg import Gnupg
from tests.rigs.mailman import Mailman
from tests.rigs.postfix import Postfix
from tests.rigs.postgres import Postgres
from tests.rigs.programs import Missing

_LEFT_OUT: Counter[str] = Counter()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--leave-out", action="store_true", help="tests whose servers are missing")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if call.excinfo and call.excinfo.errisinstance(Missing) and item.config.option.leave_out:
        report.outcome = "skipped"
        report.left_out = str(call.excinfo.value)
    return report


@pytest.hookimpl(tryfirst=True)
def pytest_report_teststatus(report: pytest.TestReport) -> tuple[str, str, str] | None:
    return ("left out", "-", "LEFT OUT") if hasattr(report, "left_out") else None


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if hasattr(report, "left_out"):
        _LEFT_OUT[report.left_out] += 1


@pytest.hookimpl(trylast=True)
def pytest_unconfigure(config: pytest.Config) -> None:
    """What is below pytest's own last line; the processes that share its work say nothing."""
    if _LEFT_OUT and not hasattr(config, "workerinput"):
        why = "; ".join(f"{number} for want of {lack}" for lack, number in _LEFT_OUT.most_common())
        print(f"{_LEFT_OUT.total()} tests were left out: {why}")


@pytest.fixture(scope="session", autouse=True)
def quick_databases() -> Iterator[None]:
    with databases.made_at_once():
        yield


@pytest.fixture
def port(tmp_path: Path) -> Iterator[Port]:
    """The embedded mail server, and settings for a bot there."""
    with Port(tmp_path) as made:
        yield made


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
