"""`rednov run` as a service: it ends when told, survives being killed, waits for lost servers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import UTC, datetime
from itertools import count
from pathlib import Path

import pytest

from rednov_bot.harbour import Delivery
from rednov_bot.wire.smtp import CONNECTIONS
from tests.games.letters import letter, parsed
from tests.games.service import Port, Service, rednov
from tests.games.world import BOT, BUSINESS, CONTESTMASTER, GNOMES, address_of

MAILS = 8  # of each gnome: within the ten answers that a day allows
_NUMBERS = count(1)


@pytest.fixture
def port(tmp_path: Path) -> Iterator[Port]:
    with Port(tmp_path) as made:
        yield made


def say(port: Port, who: str, text: str, *, to: str = BOT, subject: str = "to the bot") -> str:
    """Somebody writes; the Message-ID."""
    message_id = f"<service.{next(_NUMBERS)}@player.test>"
    now = datetime.now(UTC).replace(microsecond=0)
    port.send(who, to, letter(who, to, subject, text, at=now, message_id=message_id))
    return message_id


def approve(port: Port) -> str:
    """The contestmaster waits for a draft and approves it; its subject."""
    draft = port.next_mail(address_of(CONTESTMASTER), "[rednov ")
    say(port, CONTESTMASTER, "approve\n", subject=f"Re: {draft['Subject']}")
    return str(draft["Subject"])


def test_a_bot_that_is_told_to_stop_ends_with_0(port: Port) -> None:
    with Service(port) as service:
        say(port, "Brasspot", "I take no action.\n")
        port.next_mail(address_of("Brasspot"))
        assert service.stop() == 0
        assert "Traceback" not in service.log.read_text()


def test_a_bot_that_is_killed_while_it_sends_loses_nothing_and_answers_nothing_twice(
    port: Port,
) -> None:
    asked = {say(port, name, f"I take no action. ({n})\n") for name in GNOMES for n in range(MAILS)}
    got: list[tuple[str, str, str]] = []  # what is answered, by which mail, in which words
    kills = {3, 8, 20}

    with ExitStack() as stack:
        running = [stack.enter_context(Service(port))]

        def note(delivery: Delivery) -> None:
            mail = parsed(delivery.octets)
            if delivery.recipient == BOT:
                return
            got.append((str(mail["In-Reply-To"]), str(mail["Message-ID"]), mail.get_content()))
            if len(got) in kills:
                running[-1].kill()  # the mail is delivered, and the bot has not heard of it
            port.deliveries.put(delivery)

        port.on_delivery = note
        for _ in kills:
            assert running[-1].wait() < 0
            running.append(stack.enter_context(Service(port)))
        while {answered for answered, _, _ in got} != asked:
            port.deliveries.get(timeout=30)
        assert running[-1].stop() == 0

    # What was delivered and not yet noted is sent again, as the very same mail.
    assert Counter(answered for answered, _, _ in set(got)) == dict.fromkeys(asked, 1)
    assert len(got) - len(asked) <= CONNECTIONS * len(kills)


def test_a_turn_is_taken_once_and_resolved_once_though_the_bot_dies_at_every_step(
    port: Port,
) -> None:
    rednov(port, "start", *GNOMES)
    with Service(port):
        approve(port)
        port.next_mail(address_of("Brasspot"), "A new game begins")
    say(port, "Brasspot", "I take no action.\n", to=BUSINESS, subject="One")
    with Service(port):
        approve(port)
    with Service(port):
        port.next_mail(address_of("Tumbledrum"), "Turn 1: Brasspot")
    say(port, "Tumbledrum", "I take no action.\n", to=BUSINESS, subject="Two")
    with Service(port) as last:
        approve(port)
        port.next_mail(address_of("Tumbledrum"), "Turn 2: Tumbledrum")
        assert last.stop() == 0
    received = Counter(
        (str(mail["Subject"]), str(mail["Message-ID"]))
        for mail in map(parsed, port.harbour.mailbox(address_of("Fizzlewick")))
        if mail["List-Id"] and BOT in str(mail["From"])
    )
    assert sorted(subject for subject, _ in received) == [
        "BUS: [Red November] A new game begins",
        "BUS: [Red November] Turn 1: Brasspot",
        "BUS: [Red November] Turn 2: Tumbledrum",
    ]


def test_a_server_that_is_gone_is_waited_for(port: Port) -> None:
    with Service(port) as service:
        say(port, "Brasspot", "I take no action.\n")
        port.next_mail(address_of("Brasspot"))
        kept = port.burn_down()
        port.rebuild(kept)
        said = say(port, "Tumbledrum", "I take no action.\n")
        assert port.next_mail(address_of("Tumbledrum"))["In-Reply-To"] == said
        assert service.runs
        assert service.stop() == 0
