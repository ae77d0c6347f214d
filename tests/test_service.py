"""`rednov run` as a service: it ends when told, survives being killed, waits for lost servers."""

from __future__ import annotations

import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, closing
from datetime import UTC, datetime
from itertools import count
from pathlib import Path

import pytest

from rednov_bot import __version__, service
from rednov_bot.bootstrap import open_desk
from rednov_bot.core.errors import SmtpUnreachable
from rednov_bot.service import Stop
from rednov_bot.testing.mailserver import Delivery
from tests.games.letters import message, parsed
from tests.games.service import CALLED, PATIENCE, Port, Service, posted_once, rednov
from tests.games.waters import PASSWORD
from tests.games.world import BOT, BUSINESS, CONTESTMASTER, GNOMES, address_of

MAILS = 7  # of each gnome: as many answers to private mails as a day allows
_NUMBERS = count(1)


@pytest.fixture
def port(tmp_path: Path) -> Iterator[Port]:
    with Port(tmp_path) as made:
        yield made


def say(port: Port, who: str, text: str, *, to: str = BOT, subject: str = "to the bot") -> str:
    """Somebody writes; the Message-ID."""
    message_id = f"<service.{next(_NUMBERS)}@player.test>"
    now = datetime.now(UTC).replace(microsecond=0)
    port.send(who, to, message(who, to, subject, text, at=now, message_id=message_id))
    return message_id


def approve(port: Port, about: str = "[rednov ") -> str:
    """The contestmaster waits for a draft, *about* something, and approves it; its subject.

    One that was on its way when the bot was killed may come once more.
    """
    draft = port.next_mail(address_of(CONTESTMASTER), about)
    say(port, CONTESTMASTER, "approve\n", subject=f"Re: {draft['Subject']}")
    return str(draft["Subject"])


def test_a_bot_that_is_told_to_stop_ends_with_0(port: Port) -> None:
    with Service(port) as service:
        say(port, "Brasspot", "I take no action.\n")
        port.next_mail(address_of("Brasspot"))
        assert service.stop() == 0
        assert "Traceback" not in service.log.read_text()


def test_the_first_mail_does_not_wait_for_the_reader(port: Port) -> None:
    look = f"""
from pathlib import Path
from rednov_bot import service
from rednov_bot.bootstrap import open_desk
from rednov_bot.games.red_november.reader.reading import Reader
desk = open_desk(Path({str(port.config)!r}))
print(Reader.trained.cache_info().currsize)
service.get_ready(desk)
print(Reader.trained.cache_info().currsize)
"""
    done = subprocess.run([sys.executable, "-c", look], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["0", "1"]


@pytest.mark.parametrize("kills", [{8}, {3, 8, 14}], ids=["once", "thrice"])
def test_a_bot_that_is_killed_while_it_sends_loses_nothing_and_answers_nothing_twice(
    port: Port, kills: set[int]
) -> None:
    asked = {say(port, name, f"I take no action. ({n})\n") for name in GNOMES for n in range(MAILS)}
    got: list[tuple[str, str, str]] = []  # what is answered, by which mail, in which words

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
        until = time.monotonic() + PATIENCE
        while asked - {answered for answered, _, _ in got}:
            assert time.monotonic() < until
            time.sleep(0.2)
        assert running[-1].stop() == 0

    # What was delivered and not yet noted is sent again, as the very same mail.
    assert Counter(answered for answered, _, _ in set(got)) == dict.fromkeys(asked, 1)
    assert len(got) - len(asked) <= 2 * len(kills)  # one more may be gone before the kill arrives


def test_a_turn_is_taken_once_and_resolved_once_though_the_bot_dies_at_every_step(
    port: Port,
) -> None:
    rednov(port, "start", *GNOMES)
    with Service(port):
        approve(port, "Opening")
        port.next_mail(address_of("Brasspot"), "A new game begins")
    say(port, "Brasspot", "I take no action.\n", to=BUSINESS, subject="One")
    with Service(port):
        approve(port, "Turn 1")
    with Service(port):
        port.next_mail(address_of("Tumbledrum"), "Turn 1: Brasspot")
    say(port, "Tumbledrum", "I take no action.\n", to=BUSINESS, subject="Two")
    with Service(port) as last:
        approve(port, "Turn 2")
        port.next_mail(address_of("Tumbledrum"), "Turn 2: Tumbledrum")
        assert last.stop() == 0
    posted_once(
        port,
        "Fizzlewick",
        "BUS: [Red November] A new game begins",
        "BUS: [Red November] Turn 1: Brasspot",
        "BUS: [Red November] Turn 2: Tumbledrum",
    )


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


class ImpatientStop(Stop):
    """A wish to stop that comes with the first pause after a trouble."""

    def __init__(self) -> None:
        super().__init__()
        self.pauses: list[float] = []

    def wait(self, seconds: float) -> None:
        self.pauses.append(seconds)
        self.set()


def log_in_to_send(port: Port, password: str) -> None:
    """The settings name a login for sending."""
    text = port.config.read_text()
    line = f"port = {port.ports[1]}\n"
    assert text.count(line) == 1
    login = f'user = "rednov"\npassword = "{password}"\n'
    port.config.write_text(text.replace(line, line + login))


def send_elsewhere(port: Port) -> None:
    """The settings name an SMTP server that is not there."""
    text = port.config.read_text()
    port.config.write_text(text.replace(f"port = {port.ports[1]}\n", "port = 1\n"))


def test_a_service_says_at_its_start_what_it_serves_and_how_it_is_stopped(port: Port) -> None:
    with Service(port) as service:
        say(port, "Brasspot", "I take no action.\n")
        port.next_mail(address_of("Brasspot"))
        assert service.stop() == 0
        first, *_, last = service.log.read_text().splitlines()
    assert f"rednov {__version__} serves" in first
    assert str(port.config.parent / "rednov.db") in first
    assert f"reads INBOX at 127.0.0.1:{port.ports[0]}" in first
    assert f"sends by 127.0.0.1:{port.ports[1]}" in first
    assert BOT not in service.log.read_text()
    assert "waits for mail" in first
    assert "Ctrl-C" in first
    assert PASSWORD not in service.log.read_text()
    assert last.endswith("stopped")


def test_a_single_run_says_what_it_did_in_one_line(port: Port) -> None:
    assert rednov(port, "run", "--once") == (
        "0 mails fetched, 0 handled, 0 sent; nothing is left to send\n"
    )
    say(port, "Brasspot", "I take no action.\n")
    port.mail_server.deliver(BOT, b"this is no mail\n")
    said = rednov(port, "run", "--once")
    assert said.startswith("2 mails fetched, 2 handled")
    assert said.endswith("1 sent; nothing is left to send\n")


def test_a_single_run_counts_what_it_could_not_send(port: Port) -> None:
    port.mail_server.refuse(address_of("Brasspot"), 451)
    port.mail_server.refuse(address_of("Tumbledrum"), 550)
    for name in GNOMES:
        say(port, name, "I take no action.\n")
    assert rednov(port, "run", "--once") == (
        "3 mails fetched, 3 handled, 1 sent; 1 not sent yet, 1 refused or lost: "
        f"see `{CALLED} outbox`\n"
    )
    # What was refused is told once, what may still be sent as often as it waits.
    assert rednov(port, "run", "--once") == (
        f"0 mails fetched, 0 handled, 0 sent; 1 not sent yet: see `{CALLED} outbox`\n"
    )


@pytest.mark.parametrize("once", [True, False], ids=["once", "until stopped"])
def test_a_wrong_password_for_sending_is_found_though_nothing_is_to_be_sent(
    port: Port, once: bool, caplog: pytest.LogCaptureFixture
) -> None:
    log_in_to_send(port, "wrong-word")
    desk = open_desk(port.config)
    if once:
        with pytest.raises(SmtpUnreachable, match="refuses the login of rednov"):
            service.serve_once(desk)
    else:
        with closing(ImpatientStop()) as stop:
            service.serve(desk, stop)
        (told,) = caplog.messages
        assert "refuses the login of rednov: check user and password; trying again in" in told
    assert "wrong-word" not in caplog.text


def test_the_right_password_for_sending_is_taken(port: Port) -> None:
    log_in_to_send(port, PASSWORD)
    say(port, "Brasspot", "I take no action.\n")
    assert service.serve_once(open_desk(port.config)) == (1, 1)
    assert port.next_mail(address_of("Brasspot"))


def test_mail_is_fetched_and_handled_though_no_server_takes_any(port: Port) -> None:
    wanted = service.AT_A_TIME + 2
    for number in range(wanted):
        who = GNOMES[number % len(GNOMES)]
        say(port, who, f"I take no action. ({number})\n")
    send_elsewhere(port)
    desk = open_desk(port.config)
    with pytest.raises(SmtpUnreachable):
        service.serve_once(desk)
    with desk.db.transaction() as records:
        assert len(records.dispositions()) == wanted


def test_both_servers_that_are_gone_at_the_start_are_told_of_and_tried_again(
    port: Port, caplog: pytest.LogCaptureFixture
) -> None:
    desk = open_desk(port.config)
    port.burn_down()
    with closing(ImpatientStop()) as stop:
        service.serve(desk, stop)
    assert len(stop.pauses) == 1
    assert [text.partition(":")[0] for text in caplog.messages] == [
        "the IMAP server 127.0.0.1",
        "the SMTP server 127.0.0.1",
    ]


def test_pauses_grow_while_the_login_for_sending_is_refused(port: Port) -> None:
    class PatientStop(ImpatientStop):
        def wait(self, seconds: float) -> None:
            self.pauses.append(seconds)
            if len(self.pauses) == 4:
                self.set()

    log_in_to_send(port, "wrong-word")
    with closing(PatientStop()) as stop:
        service.serve(open_desk(port.config), stop)
    assert stop.pauses == sorted(stop.pauses)
    assert stop.pauses[-1] >= 4
