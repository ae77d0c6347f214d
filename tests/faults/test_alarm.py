"""The dead-man's alarm: told once when the bot is cut off for long, and once when it is over."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import timedelta
from email.message import EmailMessage
from pathlib import Path

import pytest
from msgspec.structs import replace as changed

from rednov_bot import service
from rednov_bot.core import watchdog
from rednov_bot.core.errors import StoreUnreachable
from rednov_bot.core.settings import AlarmSettings
from rednov_bot.core.workflow.health import HealthWatch
from tests.faults.conftest import PATIENCE, FastClock, Sea
from tests.games.world import CONTESTMASTER, address_of
from tests.workflow.play import a_table

HOST = "host@machine.test"
FAST = 600.0  # an hour passes in six seconds


@pytest.fixture
def sea(tmp_path: Path) -> Iterator[Sea]:
    with Sea(tmp_path, f'\n[alarm]\nhost = "{HOST}"\n', users=(HOST,)) as made:
        made.ticks = lambda: time.monotonic() * FAST
        yield made


def subjects(sea: Sea, words: str) -> list[tuple[str, str]]:
    return sorted(
        (str(one["To"]), str(one["Subject"]))
        for one in sea.all_mails(1.0)
        if words in str(one["Subject"])
    )


def how_it_is(sea: Sea, wanted: Callable[[watchdog.Health], bool]) -> watchdog.Health:
    """What the health file says, once it says such a thing."""
    until = time.monotonic() + PATIENCE
    while (found := watchdog.read(watchdog.place(sea.desk.settings))) is None or not wanted(found):
        assert time.monotonic() < until
        time.sleep(0.05)
    return found


def said(mail: EmailMessage) -> str:
    """Its words, however the lines are broken."""
    return " ".join(str(mail.get_content()).split())


def test_a_mailbox_out_of_reach_for_long_is_told_once_and_once_when_it_is_over(sea: Sea) -> None:
    sea.sail()
    sea.answered(sea.ask())
    sea.imap.closed = True
    sea.imap.cut()
    alarm = sea.alarm("The bot cannot read its mailbox", address_of(CONTESTMASTER))
    text = said(alarm)
    assert "the IMAP server 127.0.0.1" in text
    assert "WHAT TO DO" in text
    assert "minutes ago" in text
    assert "Ask the host to check that the mail server runs" in text
    to_host = said(sea.alarm("The bot cannot read its mailbox", HOST))
    assert "Check that the mail server runs" in to_host
    assert "Ask the host" not in to_host
    assert len(subjects(sea, "The bot cannot read")) == 2
    asked = sea.ask("Tumbledrum")
    sea.imap.mend()
    sea.alarm("It is over", address_of(CONTESTMASTER))
    sea.alarm("It is over", HOST)
    sea.answered(asked)
    assert len(subjects(sea, "its mailbox")) == 4


def test_a_restart_says_nothing_twice_and_forgets_nothing(sea: Sea) -> None:
    sea.sail()
    sea.answered(sea.ask())
    sea.imap.closed = True
    sea.imap.cut()
    sea.alarm("The bot cannot read", address_of(CONTESTMASTER))
    sea.alarm("The bot cannot read", HOST)
    sea.end()
    sea.sail()
    assert len(subjects(sea, "The bot cannot read")) == 2
    sea.end()
    sea.imap.mend()
    sea.sail()
    sea.alarm("It is over", address_of(CONTESTMASTER))
    sea.alarm("It is over", HOST)
    assert len(subjects(sea, "It is over")) == 2


def test_a_short_trouble_is_told_to_nobody(sea: Sea) -> None:
    sea.ticks = time.monotonic
    sea.sail()
    sea.answered(sea.ask())
    sea.imap.closed = True
    sea.imap.cut()
    time.sleep(1)
    sea.imap.mend()
    sea.answered(sea.ask("Tumbledrum"))
    assert subjects(sea, "mailbox") == []


def test_where_no_mail_can_be_sent_the_health_file_says_so_and_a_mail_when_it_is_over(
    sea: Sea,
) -> None:
    sea.sail()
    sea.answered(sea.ask())
    sea.smtp.closed = True
    sea.smtp.cut()
    asked = sea.ask("Tumbledrum")
    found = how_it_is(sea, lambda one: bool(one.troubles))
    assert [one.side for one in found.troubles] == ["postman"]
    assert "the SMTP server 127.0.0.1" in watchdog.told(found, found.at)[0]
    time.sleep(4)
    sea.smtp.mend()
    assert "it could not" in said(sea.alarm("It is over: the bot could not send mail"))
    sea.answered(asked)
    how_it_is(sea, lambda one: not one.troubles)


@pytest.mark.parametrize(
    ("answers", "do"),
    [
        ({"LOGIN": b"%t NO [AUTHENTICATIONFAILED] no\r\n"}, "right user and password"),
        ({"EXAMINE": b"%t NO [NONEXISTENT] no such folder\r\n"}, "make the folder 'INBOX' again"),
    ],
    ids=["login refused", "folder missing"],
)
def test_what_only_a_human_can_mend_is_told_with_what_to_do(
    sea: Sea, answers: dict[str, bytes | None], do: str
) -> None:
    sea.sail()
    sea.answered(sea.ask())
    sea.imap.answers = answers
    sea.imap.cut()
    assert do in said(sea.alarm("The bot cannot read"))
    sea.imap.mend()
    sea.alarm("It is over")


def test_a_file_of_long_ago_says_that_the_service_is_silent(tmp_path: Path, sea: Sea) -> None:
    sea.sail()
    sea.answered(sea.ask())
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
    sea.sail()
    sea.answered(sea.ask())
    sea.end()
    clock.moved = timedelta(hours=2)

    def failing(*_: object, **__: object) -> None:
        raise ZeroDivisionError("grog, coffee")

    with monkeypatch.context() as broken:
        broken.setattr(service, "go_round", failing)
        for _ in range(3):
            sea.sail()
            until = time.monotonic() + PATIENCE
            while sea.runs:
                assert time.monotonic() < until
                time.sleep(0.02)
            assert isinstance(sea.fault, ZeroDivisionError)
            sea.fault = None
            sea.end()
    text = said(sea.alarm("The bot has stopped", address_of(CONTESTMASTER)))
    assert "ZeroDivisionError" in text
    assert "grog" not in text
    assert len(subjects(sea, "The bot has stopped")) == 2
    sea.sail()
    sea.alarm("It is over: the bot could not read its mailbox", address_of(CONTESTMASTER))


def test_a_health_file_that_cannot_be_written_is_logged_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    desk = a_table(tmp_path).desk
    folder = tmp_path / "away"
    known = changed(desk.settings, alarm=AlarmSettings(health=str(folder / "rednov.health")))
    ticks = iter(range(0, 10_000, 60))
    lookout = HealthWatch(replace(desk, settings=known), lambda _: None, ticks=lambda: next(ticks))
    for wanted in (1, 1, 1):
        lookout.sign()
        assert caplog.text.count("cannot be written (no such file or directory)") == wanted
    folder.mkdir()
    lookout.sign()
    assert watchdog.read(folder / "rednov.health") is not None
    assert caplog.text.count("cannot be written") == 1


def test_a_sign_of_life_is_given_before_each_alarm_that_is_carried_past_the_database(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server may take ten minutes for each of the two, and the watcher waits for twenty."""
    desk = a_table(tmp_path).desk
    known = changed(desk.settings, alarm=AlarmSettings(host=HOST))
    happened: list[str] = []
    monkeypatch.setattr(watchdog, "alive", lambda: happened.append("alive"))
    ticks = [0.0]
    lookout = HealthWatch(
        replace(desk, settings=known), lambda _: happened.append("mail"), ticks=lambda: ticks[-1]
    )
    lookout.lost(StoreUnreachable("the database is away"))
    ticks.append(1e6)
    lookout.look()
    assert happened == ["alive", "mail"] * 2
