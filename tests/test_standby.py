"""Several `rednov run` on one PostgreSQL: one is at work, and another one follows when it goes."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from datetime import UTC, datetime

import pytest
from sqlalchemy import create_engine, text

from rednov_bot.core.errors import Mendable, StoreUnreachable
from rednov_bot.core.store import upgrading
from rednov_bot.core.store.serving import ServiceLock, Services, service_lock, services
from rednov_bot.core.store.unit_of_work import Database
from rednov_bot.testing.mailserver import Delivery
from tests.games.letters import parsed
from tests.games.service import Port, Service, posted_once, rednov
from tests.games.world import BOT, GNOMES, address_of
from tests.rigs.cable import Cable
from tests.rigs.postgres import Postgres
from tests.test_service import approve, ask_a_lot, take_turn

PATIENCE = 120.0  # seconds
SOON = 20.0  # seconds for a take-over, on a machine that has much else to do
STANDS_BY, TAKES_OVER = "this one stands by", "this one takes over"


@pytest.fixture
def database(postgres_url: Callable[[], str]) -> str:
    found = postgres_url()
    upgrading.upgrade(found)
    return found


def answered(port: Port, asked: set[str]) -> Counter[str]:
    """How many different mails answer each question, when all are answered."""
    got = set[tuple[str, str]]()
    until = time.monotonic() + PATIENCE
    while {question for question, _ in got} != asked:
        assert time.monotonic() < until, f"{len(got)} of {len(asked)} answers came"
        delivery = port.deliveries.get(timeout=PATIENCE)
        mail = parsed(delivery.octets)
        if delivery.recipient != BOT and str(mail["In-Reply-To"]) in asked:
            got.add((str(mail["In-Reply-To"]), str(mail["Message-ID"])))
    return Counter(question for question, _ in got)


def says(service: Service, words: str, seconds: float = PATIENCE) -> None:
    """The log of a service says so within this time, and once."""
    until = time.monotonic() + seconds
    while words not in service.log.read_text():
        assert service.runs, service.log.read_text()
        assert time.monotonic() < until, service.log.read_text()
        time.sleep(0.05)
    assert service.log.read_text().count(words) == 1


def test_a_game_goes_on_without_who_was_at_work(
    port: Port, database: str, postgres: Postgres
) -> None:
    """The first one is cut off from the database, the second one killed while it sends."""
    rednov(port, "start", *GNOMES, database=database)
    with ExitStack() as stack:
        cable = stack.enter_context(Cable(postgres.port))
        through = database.replace(f":{postgres.port}/", f":{cable.port}/")
        first = stack.enter_context(Service(port, log="log1.txt", database=through))
        says(first, " serves ")
        second = stack.enter_context(Service(port, log="log2.txt", database=database))
        says(second, STANDS_BY)
        told = rednov(port, "status", database=database)
        assert "One service is at work on the database; 1 on standby." in told
        with pytest.raises(AssertionError, match="another rednov serves the database"):
            rednov(port, "run", "--once", database=database)
        approve(port)
        port.next_mail(address_of("Brasspot"), "A new game begins")

        first.freeze()  # else it may come back through the cable before the other one looks
        cable.cut()
        says(second, TAKES_OVER, SOON)
        take_turn(port, "Brasspot")
        approve(port)
        port.next_mail(address_of("Tumbledrum"), "Turn 1: Brasspot")
        first.thaw()  # it does nothing over again, and takes its turn to stand by
        says(first, STANDS_BY)

        gone: list[str] = []

        def note(delivery: Delivery) -> None:
            port.deliveries.put(delivery)
            if delivery.recipient != BOT:
                gone.append(delivery.recipient)
            if len(gone) == 3:
                second.kill()

        port.on_delivery = note
        by_which = answered(port, ask_a_lot(port))
        assert not second.runs
        says(first, TAKES_OVER, SOON)
        take_turn(port, "Tumbledrum")
        approve(port)
        port.next_mail(address_of("Tumbledrum"), "Turn 2: Tumbledrum")
        assert first.stop() == 0
    # What was under way when the second one died may come twice, but as the very same mail.
    assert set(by_which.values()) == {1}
    posted_once(
        port,
        "Fizzlewick",
        "BUS: [Red November] A new game begins",
        "BUS: [Red November] Turn 1: Brasspot",
        "BUS: [Red November] Turn 2: Tumbledrum",
    )
    facts = json.loads(rednov(port, "status", "--json", database=database))
    assert facts["services"] == {"active": 0, "standby": 0}


# -- the lock


@pytest.fixture
def lock(database: str) -> Iterator[Callable[[], ServiceLock]]:
    """Makes the lock of another service."""
    with ExitStack() as stack:

        def make() -> ServiceLock:
            made = ServiceLock(database)
            stack.callback(made.close)
            return made

        yield make


def end_sessions(url: str) -> None:
    """The server ends every session on the database but this one."""
    engine = create_engine(url, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(
            text(
                "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity "
                "WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
        )
    engine.dispose()


def until_taken(lock: ServiceLock) -> None:
    """The server may have yet to notice that the session before has ended."""
    until = time.monotonic() + PATIENCE
    while not lock.take():
        assert time.monotonic() < until
        time.sleep(0.05)


def test_one_service_at_a_time_has_the_lock(lock: Callable[[], ServiceLock], database: str) -> None:
    first, second = lock(), lock()
    assert [first.take(), second.take(), first.take(), second.take()] == [True, False, True, False]
    assert services(database) == Services(active=1, standby=1)
    first.close()
    until_taken(second)
    assert not first.take()
    with (
        pytest.raises(Mendable, match="another rednov serves"),
        service_lock(database, waits=False),
    ):
        pass


def test_services_in_schemas_of_their_own_do_not_wait_for_each_other(
    lock: Callable[[], ServiceLock], database: str
) -> None:
    engine = create_engine(database)
    with engine.begin() as connection:
        connection.execute(text("CREATE SCHEMA other"))
    engine.dispose()
    elsewhere = f"{database}?options=-csearch_path%3Dother"
    assert lock().take()
    with service_lock(elsewhere, waits=False):
        assert services(database) == services(elsewhere) == Services(active=1, standby=0)


def test_without_the_lock_nothing_is_read_or_kept(
    lock: Callable[[], ServiceLock], database: str
) -> None:
    first, second = lock(), lock()
    with Database(database) as db, Database(database) as guarded:
        guarded.guard = first.check
        with pytest.raises(StoreUnreachable), guarded.transaction():
            pytest.fail("it was never taken")
        assert first.take()
        with guarded.transaction() as records:
            records.beat(datetime(2009, 8, 3, tzinfo=UTC))
        end_sessions(database)
        until_taken(second)
        with suppress(StoreUnreachable), db.transaction():
            pass  # the database's own connections were lost as well, and are back
        for _ in range(2):
            with pytest.raises(StoreUnreachable), guarded.transaction():
                pytest.fail("another service has it")
        assert not first.take()
        second.close()
        until_taken(first)
        with guarded.transaction() as records:
            assert records.last_beat() == datetime(2009, 8, 3, tzinfo=UTC)


def test_who_takes_the_lock_waits_for_what_is_being_kept(
    lock: Callable[[], ServiceLock], database: str
) -> None:
    """The transaction of a service that loses its lock meanwhile is kept before the next one's."""
    first, second = lock(), lock()
    assert first.take()
    with Database(database) as db, Database(database, patience=0.2) as other:
        db.guard, other.guard = first.check, second.check
        with db.transaction() as records:
            first.close()
            until_taken(second)
            with pytest.raises(StoreUnreachable), other.transaction():
                pytest.fail("the first one's transaction is not over")
            records.beat(datetime(2009, 8, 3, tzinfo=UTC))
        with other.transaction() as records:
            assert records.last_beat() == datetime(2009, 8, 3, tzinfo=UTC)
