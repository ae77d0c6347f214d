"""`rednov run` as a service: it ends when told, survives being killed, waits for lost servers."""

from __future__ import annotations

import time
from collections import Counter
from contextlib import ExitStack, closing
from datetime import UTC, datetime
from itertools import count

import pytest

from rednov_bot import __version__, service
from rednov_bot.bootstrap import open_desk
from rednov_bot.core.errors import SmtpUnreachable
from rednov_bot.core.transport.smtp import CONNECTIONS
from rednov_bot.games.red_november.reader import reading
from rednov_bot.service import Stop
from rednov_bot.testing.mailserver import Delivery
from tests.games.letters import message, parsed
from tests.games.service import CALLED, PATIENCE, Port, Service, posted_once, rednov
from tests.games.waters import PASSWORD
from tests.games.world import BOT, BUSINESS, CONTESTMASTER, GNOMES, address_of

MAILS = 7  # of each gnome: as many answers to private mails as a day allows
KILLS = {3, 8, 14}  # by the mails that have gone
_NUMBERS = count(1)


def say(port: Port, who: str, text: str, *, to: str = BOT, subject: str = "to the bot") -> str:
    """Somebody writes; the Message-ID."""
    message_id = f"<service.{next(_NUMBERS)}@player.test>"
    now = datetime.now(UTC).replace(microsecond=0)
    port.send(who, to, message(who, to, subject, text, at=now, message_id=message_id))
    return message_id


def take_turn(port: Port, who: str) -> None:
    say(port, who, "I take no action.\n", to=BUSINESS, subject=who)


def ask_a_lot(port: Port) -> set[str]:
    """Every gnome asks as often as the bot answers in a day; the Message-IDs."""
    return {say(port, name, f"I take no action. ({n})\n") for name in GNOMES for n in range(MAILS)}


def approve(port: Port, about: str = "[rednov ") -> str:
    """The contestmaster waits for a draft, *about* something, and approves it; its subject.

    One that was on its way when the bot was killed may come once more.
    """
    draft = port.next_mail(address_of(CONTESTMASTER), about)
    say(port, CONTESTMASTER, "approve\n", subject=f"Re: {draft['Subject']}")
    return str(draft["Subject"])


def test_a_service_says_what_it_serves_waits_for_lost_servers_and_stops_when_told(
    port: Port,
) -> None:
    with Service(port) as running:
        say(port, "Brasspot", "I take no action.\n")
        port.next_mail(address_of("Brasspot"))
        port.rebuild(port.burn_down())
        said = say(port, "Tumbledrum", "I take no action.\n")
        assert port.next_mail(address_of("Tumbledrum"))["In-Reply-To"] == said
        assert running.stop() == 0
    log = running.log.read_text()
    first, *_, last = log.splitlines()
    for words in (
        f"rednov {__version__} serves",
        str(port.config.parent / "rednov.db"),
        f"reads INBOX at 127.0.0.1:{port.ports[0]}",
        f"sends by 127.0.0.1:{port.ports[1]}",
        "waits for mail",
        "Ctrl-C",
    ):
        assert words in first
    assert last.endswith("stopped")
    for words in (BOT, PASSWORD, "Traceback"):
        assert words not in log


def test_the_first_mail_does_not_wait_for_the_reader(port: Port) -> None:
    reading.Reader.trained.cache_clear()
    reading._read.cache_clear()  # another test may have got ready before
    desk = open_desk(port.config)
    assert reading.Reader.trained.cache_info().currsize == 0
    service.get_ready(desk)
    assert reading.Reader.trained.cache_info().currsize == 1


def test_a_bot_that_is_killed_while_it_sends_loses_nothing_and_answers_nothing_twice(
    port: Port,
) -> None:
    asked = ask_a_lot(port)
    got: list[tuple[str, str, str]] = []  # what is answered, by which mail, in which words

    with ExitStack() as stack:
        running = [stack.enter_context(Service(port))]

        def note(delivery: Delivery) -> None:
            mail = parsed(delivery.octets)
            if delivery.recipient == BOT:
                return
            got.append((str(mail["In-Reply-To"]), str(mail["Message-ID"]), mail.get_content()))
            if len(got) in KILLS:
                running[-1].kill()  # the mail is delivered, and the bot has not heard of it

        port.on_delivery = note
        for _ in KILLS:
            assert running[-1].wait() < 0
            running.append(stack.enter_context(Service(port)))
        until = time.monotonic() + PATIENCE
        while asked - {answered for answered, _, _ in got}:
            assert time.monotonic() < until
            time.sleep(0.05)
        assert running[-1].stop() == 0

    # What was delivered and not yet noted is sent again, as the very same mail.
    assert Counter(answered for answered, _, _ in set(got)) == dict.fromkeys(asked, 1)
    assert len(got) - len(asked) <= CONNECTIONS * len(KILLS)


def test_a_turn_is_taken_once_and_resolved_once_though_the_bot_dies_at_every_step(
    port: Port,
) -> None:
    rednov(port, "start", *GNOMES)
    with Service(port):
        approve(port, "Opening")
        port.next_mail(address_of("Brasspot"), "A new game begins")
    take_turn(port, "Brasspot")
    with Service(port):
        approve(port, "Turn 1")
    with Service(port) as last:
        port.next_mail(address_of("Tumbledrum"), "Turn 1: Brasspot")
        assert last.stop() == 0
    posted_once(
        port,
        "Fizzlewick",
        "BUS: [Red November] A new game begins",
        "BUS: [Red November] Turn 1: Brasspot",
    )


class ImpatientStop(Stop):
    """A wish to stop that comes with so many pauses after a trouble."""

    def __init__(self, patience: int = 1) -> None:
        super().__init__()
        self.pauses: list[float] = []
        self._patience = patience

    def wait(self, seconds: float) -> None:
        self.pauses.append(seconds)
        if len(self.pauses) == self._patience:
            self.set()


def log_in_to_send(port: Port, password: str) -> None:
    """The settings name a login for sending."""
    line = f"port = {port.ports[1]}\n"
    text = port.config.read_text()
    assert text.count(line) == 1
    port.config.write_text(text.replace(line, f'{line}user = "rednov"\npassword = "{password}"\n'))


def test_a_posting_whose_line_is_cut_after_the_dot_is_found_on_the_list(port: Port) -> None:
    rednov(port, "start", *GNOMES)
    desk = open_desk(port.config)

    def served() -> list[str]:
        """The bot does all there is to do; how its postings to the list are then."""
        service.serve_once(desk)
        with desk.db.transaction() as records:
            return [one.state for one in records.outbox() if one.posting.kind == "public"]

    with closing(desk.db):
        served()
        approve(port)
        assert served() == ["accepted"]
        take_turn(port, "Brasspot")
        assert served() == ["published"]
        approve(port, "Turn 1")
        port.mail_server.drop(BUSINESS, "after")
        assert served() == ["published", "unknown"]
        port.mail_server.behave()
        assert served() == ["published", "published"]
    opening, turn = (
        f"BUS: [Red November] {one}" for one in ("A new game begins", "Turn 1: Brasspot")
    )
    posted_once(port, "Fizzlewick", opening, turn)


def test_a_single_run_says_in_one_line_what_it_did_and_could_not_send(port: Port) -> None:
    say(port, "Fizzlewick", "I take no action.\n")
    assert rednov(port, "run", "--once") == (
        "1 mail fetched, 1 handled, 1 sent; nothing is left to send\n"
    )
    port.mail_server.refuse(address_of("Brasspot"), 451)
    port.mail_server.refuse(address_of("Tumbledrum"), 550)
    port.mail_server.deliver(BOT, b"this is no mail\n")
    for name in ("Brasspot", "Tumbledrum"):
        say(port, name, "I take no action.\n")
    assert rednov(port, "run", "--once") == (
        "3 mails fetched, 3 handled, 0 sent; 1 not sent yet, 1 refused or lost: "
        f"see `{CALLED} outbox`\n"
    )
    # What was refused is told once, what may still be sent as often as it waits.
    assert rednov(port, "run", "--once") == (
        f"0 mails fetched, 0 handled, 0 sent; 1 not sent yet: see `{CALLED} outbox`\n"
    )


def test_a_wrong_password_for_sending_is_found_though_nothing_is_to_be_sent(
    port: Port, caplog: pytest.LogCaptureFixture
) -> None:
    log_in_to_send(port, "wrong-word")
    desk = open_desk(port.config)
    with pytest.raises(SmtpUnreachable, match="refuses the login of rednov"):
        service.serve_once(desk)
    with closing(ImpatientStop(4)) as stop:
        service.serve(desk, stop)
    assert "refuses the login of rednov: check user and password; trying again in" in caplog.text
    assert "wrong-word" not in caplog.text
    assert stop.pauses == sorted(stop.pauses)
    assert stop.pauses[-1] >= 4


def test_the_right_password_for_sending_is_taken(port: Port) -> None:
    log_in_to_send(port, PASSWORD)
    say(port, "Brasspot", "I take no action.\n")
    assert service.serve_once(open_desk(port.config)) == (1, 1)
    assert port.next_mail(address_of("Brasspot"))


def test_mail_is_fetched_and_handled_though_no_server_takes_any(port: Port) -> None:
    wanted = service.AT_A_TIME + 2
    for number in range(wanted):
        say(port, GNOMES[number % len(GNOMES)], f"I take no action. ({number})\n")
    text = port.config.read_text()
    port.config.write_text(text.replace(f"port = {port.ports[1]}\n", "port = 1\n"))
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
