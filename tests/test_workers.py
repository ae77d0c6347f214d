"""Several `rednov run` on one PostgreSQL: they share the work, and follow one who is gone."""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path

import pytest

from rednov_bot.harbour import Delivery
from tests.games.letters import letter, parsed
from tests.games.service import Port, Service, posted_once, rednov
from tests.games.world import BOT, BUSINESS, CONTESTMASTER, GNOMES, address_of
from tests.rigs.cable import Cable
from tests.rigs.postgres import Postgres

MAILS = 7  # of each gnome: as many answers to private mails as a day allows
PATIENCE = 120.0  # seconds


@pytest.fixture
def port(tmp_path: Path) -> Iterator[Port]:
    with Port(tmp_path) as made:
        yield made


@pytest.fixture
def database(postgres_url: Callable[[], str]) -> str:
    return postgres_url()


_WORD = iter(f"workers.{number}" for number in range(1_000_000))


def say(port: Port, who: str, text: str, *, to: str = BOT, subject: str = "to the bot") -> str:
    """Somebody writes; the Message-ID."""
    message_id = f"<{next(_WORD)}@player.test>"
    now = datetime.now(UTC).replace(microsecond=0)
    port.send(who, to, letter(who, to, subject, text, at=now, message_id=message_id))
    return message_id


def ask_a_lot(port: Port) -> set[str]:
    """Every gnome asks as often as the bot answers in a day; the Message-IDs."""
    return {say(port, name, f"I take no action. ({n})\n") for name in GNOMES for n in range(MAILS)}


def answered(port: Port, asked: set[str]) -> Counter[tuple[str, str]]:
    """By which mail each question is answered, when all are."""
    got = list[tuple[str, str]]()
    until = time.monotonic() + PATIENCE
    while {question for question, _ in got} != asked:
        assert time.monotonic() < until, f"{len(got)} of {len(asked)} answers came"
        delivery = port.deliveries.get(timeout=PATIENCE)
        mail = parsed(delivery.octets)
        if delivery.recipient != BOT and str(mail["In-Reply-To"]) in asked:
            got.append((str(mail["In-Reply-To"]), str(mail["Message-ID"])))
    return Counter(got)


def approve(port: Port) -> None:
    """The contestmaster waits for a draft and approves it."""
    draft = port.next_mail(address_of(CONTESTMASTER), "[rednov ")
    say(port, CONTESTMASTER, "approve\n", subject=f"Re: {draft['Subject']}")


def sweeper(*services: Service) -> Service:
    """Which of them holds the mailbox: it is the one that says so in the log, last of all."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        for one in services:
            said = re.findall(r"(sweeps the mailbox|leaves the mailbox)", one.log.read_text())
            if said and said[-1].startswith("sweeps") and one.runs:
                return one
        time.sleep(0.05)
    raise AssertionError("nobody sweeps")


def two(port: Port, database: str, stack: ExitStack) -> tuple[Service, Service]:
    """Two services on one database."""
    rednov(port, "db", "upgrade", database=database)
    first, second = (
        stack.enter_context(Service(port, log=f"log{n}.txt", database=database)) for n in (1, 2)
    )
    return first, second


def test_two_workers_answer_each_mail_once(port: Port, database: str) -> None:
    asked = ask_a_lot(port)
    with ExitStack() as stack:
        services = two(port, database, stack)
        got = answered(port, asked)
        assert [one.stop() for one in services] == [0, 0]
    assert set(got.values()) == {1}
    assert len(got) == len(asked)


def test_whoever_is_killed_while_e_sweeps_and_sends_is_followed_within_seconds(
    port: Port, database: str
) -> None:
    got: list[tuple[str, str]] = []
    with ExitStack() as stack:
        first, second = two(port, database, stack)
        gone = sweeper(first, second)
        killed_at: list[float] = []

        def note(delivery: Delivery) -> None:
            port.deliveries.put(delivery)
            if delivery.recipient != BOT:
                got.append((str(parsed(delivery.octets)["In-Reply-To"]), delivery.recipient))
            if len(got) == 3:
                gone.kill()
                killed_at.append(time.monotonic())

        port.on_delivery = note
        asked = ask_a_lot(port)
        by_which = answered(port, asked)
        assert killed_at
        other = second if gone is first else first
        assert sweeper(other) is other
    # What was under way when e died may come twice, but as the very same mail.
    assert Counter(question for question, _ in by_which) == dict.fromkeys(asked, 1)


@pytest.mark.parametrize("how", ["killed", "frozen", "cut off", "on a dead line"])
def test_a_game_goes_on_without_whoever_swept(
    port: Port, database: str, postgres: Postgres, how: str
) -> None:
    rednov(port, "db", "upgrade", database=database)
    rednov(port, "start", *GNOMES, database=database)
    with ExitStack() as stack:
        cable = stack.enter_context(Cable(postgres.port))
        through = database.replace(f":{postgres.port}/", f":{cable.port}/")
        first = stack.enter_context(Service(port, log="log1.txt", database=through))
        assert sweeper(first) is first
        second = stack.enter_context(Service(port, log="log2.txt", database=database))
        approve(port)
        port.next_mail(address_of("Brasspot"), "A new game begins")
        begun = time.monotonic()
        match how:
            case "killed":
                first.kill()
            case "frozen":
                first.freeze()
            case "cut off":
                cable.cut()
                first.freeze()  # else e comes back through the mended cable before anybody looks
            case _:
                cable.die()
        say(port, "Brasspot", "I take no action.\n", to=BUSINESS, subject="One")
        approve(port)
        port.next_mail(address_of("Tumbledrum"), "Turn 1: Brasspot")
        assert sweeper(second) is second
        print(f"\n{how}: the game goes on after {time.monotonic() - begun:.1f} s")
        if how == "frozen":
            first.thaw()  # e wakes up, and does nothing over again
        cable.mend()
        say(port, "Tumbledrum", "I take no action.\n", to=BUSINESS, subject="Two")
        approve(port)
        port.next_mail(address_of("Tumbledrum"), "Turn 2: Tumbledrum")
        assert second.stop() == 0
    posted_once(
        port,
        "Fizzlewick",
        "BUS: [Red November] A new game begins",
        "BUS: [Red November] Turn 1: Brasspot",
        "BUS: [Red November] Turn 2: Tumbledrum",
    )
