"""The dead-man's alarm: told once when the bot is cut off for long, and once when it is over."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from msgspec.structs import replace as changed

from rednov_bot import service
from rednov_bot.core import watchdog
from rednov_bot.core.errors import StoreUnreachable
from rednov_bot.core.settings import AlarmSettings
from rednov_bot.core.workflow.desk import Desk
from rednov_bot.core.workflow.health import HealthWatch
from tests.faults.conftest import FastClock, Sea, until
from tests.games.world import CONTESTMASTER, address_of
from tests.workflow.play import a_table

HOST = "host@machine.test"
MASTER = address_of(CONTESTMASTER)
FAST = 3000.0  # half an hour passes in 0.6 seconds


@pytest.fixture
def sea(tmp_path: Path) -> Iterator[Sea]:
    with Sea(tmp_path, f'\n[alarm]\nhost = "{HOST}"\n', users=(HOST,)) as made:
        made.ticks = lambda: time.monotonic() * FAST
        yield made


def both_hear(sea: Sea, words: str) -> None:
    """The contestmaster and the host hear this, and each of them once."""
    sea.alarm(words, MASTER)
    sea.alarm(words, HOST)
    assert len(sea.all_mails(words)) == 2


def how_it_is(sea: Sea, wanted: Callable[[watchdog.Health], bool]) -> watchdog.Health:
    """What the health file says, once it says such a thing."""

    def found() -> watchdog.Health | None:
        health = watchdog.read(watchdog.place(sea.desk.settings))
        return health if health is not None and wanted(health) else None

    health = until(found)
    assert health is not None
    return health


def test_a_mailbox_out_of_reach_for_long_is_told_once_and_once_when_it_is_over(sea: Sea) -> None:
    sea.sail_and_answer()
    sea.imap.closed = True
    sea.imap.cut()
    text = sea.alarm("The bot cannot read its mailbox", MASTER)
    assert "the IMAP server 127.0.0.1" in text
    assert "WHAT TO DO" in text
    assert "minutes ago" in text
    assert "Ask the host to check that the mail server runs" in text
    to_host = sea.alarm("The bot cannot read its mailbox", HOST)
    assert "Check that the mail server runs" in to_host
    assert "Ask the host" not in to_host
    both_hear(sea, "The bot cannot read its mailbox")
    asked = sea.ask("Tumbledrum")
    sea.imap.mend()
    sea.answered(asked)
    both_hear(sea, "It is over")
    assert len(sea.all_mails("its mailbox")) == 4


def test_a_restart_says_nothing_twice_and_forgets_nothing(sea: Sea) -> None:
    sea.sail_and_answer()
    sea.imap.closed = True
    sea.imap.cut()
    both_hear(sea, "The bot cannot read")
    sea.end()
    sea.sail()
    assert len(sea.all_mails("The bot cannot read", 1.0)) == 2
    sea.end()
    sea.imap.mend()
    sea.sail()
    both_hear(sea, "It is over")


def test_a_short_trouble_is_told_to_nobody(sea: Sea) -> None:
    sea.ticks = time.monotonic
    sea.sail_and_answer()
    sea.imap.closed = True
    sea.imap.cut()
    sea.fails(2)
    sea.imap.mend()
    sea.answered(sea.ask("Tumbledrum"))
    assert sea.all_mails("mailbox") == []


def test_where_no_mail_can_be_sent_the_health_file_says_so_and_a_mail_when_it_is_over(
    sea: Sea,
) -> None:
    sea.sail_and_answer()
    sea.smtp.closed = True
    sea.smtp.cut()
    asked = sea.ask("Tumbledrum")
    found = how_it_is(sea, lambda one: bool(one.troubles))
    assert [one.side for one in found.troubles] == ["postman"]
    assert "the SMTP server 127.0.0.1" in watchdog.told(found, found.at)[0]
    time.sleep(1800 / FAST + 0.3)
    sea.smtp.mend()
    assert "it could not" in sea.alarm("It is over: the bot could not send mail")
    sea.answered(asked)
    how_it_is(sea, lambda one: not one.troubles)


def test_what_only_a_human_can_mend_is_told_with_what_to_do(sea: Sea) -> None:
    sea.sail_and_answer()
    for command, answer, do in (
        ("LOGIN", b"[AUTHENTICATIONFAILED] no", "right user and password"),
        ("EXAMINE", b"[NONEXISTENT] no such folder", "make the folder 'INBOX' again"),
    ):
        sea.imap.answers = {command: b"%t NO " + answer + b"\r\n"}
        sea.imap.cut()
        assert do in sea.alarm("The bot cannot read")
        sea.imap.mend()
        sea.alarm("It is over")
        sea.got.clear()


def test_a_file_of_long_ago_says_that_the_service_is_silent(sea: Sea) -> None:
    sea.sail_and_answer()
    found = how_it_is(sea, lambda one: True)
    assert watchdog.told(found, found.at) == ()
    (said,) = watchdog.told(found, found.at + 2 * watchdog.STALE)
    assert "see whether it runs" in said
    assert watchdog.told(None, found.at) == ()


def test_a_fault_of_the_program_that_ends_it_again_and_again_is_told_once(
    sea: Sea, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever starts the process again starts it often; told is the kind of the fault alone."""
    clock = sea.clock = FastClock(1.0)
    sea.sail_and_answer()
    sea.end()
    clock.moved = timedelta(hours=2)

    def failing(*_: object, **__: object) -> None:
        raise ZeroDivisionError("grog, coffee")

    with monkeypatch.context() as broken:
        broken.setattr(service, "go_round", failing)
        for _ in range(3):
            sea.sail()
            assert isinstance(sea.ends_by_itself(), ZeroDivisionError)
            sea.end()
    text = sea.alarm("The bot has stopped", MASTER)
    assert "ZeroDivisionError" in text
    assert "grog" not in text
    assert len(sea.all_mails("The bot has stopped")) == 2
    sea.sail()
    sea.alarm("It is over: the bot could not read its mailbox", MASTER)


def a_desk(folder: Path, alarm: AlarmSettings) -> Desk:
    desk = a_table(folder).desk
    return replace(desk, settings=changed(desk.settings, alarm=alarm))


def test_a_health_file_that_cannot_be_written_is_logged_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    folder = tmp_path / "away"
    desk = a_desk(tmp_path, AlarmSettings(health=str(folder / "rednov.health")))
    ticks = iter(range(0, 10_000, 60))
    lookout = HealthWatch(desk, lambda _: None, ticks=lambda: next(ticks))
    for _ in range(3):
        lookout.sign()
        assert caplog.text.count("cannot be written (no such file or directory)") == 1
    folder.mkdir()
    lookout.sign()
    assert watchdog.read(folder / "rednov.health") is not None
    assert caplog.text.count("cannot be written") == 1


def test_a_sign_of_life_is_given_before_each_alarm_that_is_carried_past_the_database(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server may take ten minutes for each of the two, and the watcher waits for twenty."""
    desk = a_desk(tmp_path, AlarmSettings(host=HOST))
    happened: list[str] = []
    monkeypatch.setattr(watchdog, "alive", lambda: happened.append("alive"))
    ticks = [0.0]
    lookout = HealthWatch(desk, lambda _: happened.append("mail"), ticks=lambda: ticks[-1])
    lookout.lost(StoreUnreachable("the database is away"))
    ticks.append(1e6)
    lookout.look()
    assert happened == ["alive", "mail"] * 2
