"""A mailbox that goes wrong under the running bot: it says so, comes back, and loses nothing."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from functools import partial

import pytest

from rednov_bot import service
from rednov_bot.bootstrap import open_desk
from rednov_bot.core.transport import imap
from rednov_bot.core.transport.imap import Mailbox
from tests.faults.conftest import Sea
from tests.faults.strait import HANG_UP, SILENCE, Cut
from tests.games.world import BOT

_LITERAL = re.compile(rb"BODY\[\] \{(\d+)\}")
Twist = Callable[[bytes], bytes]


@pytest.fixture(scope="module", autouse=True)
def impatient() -> Iterator[None]:
    """The bot waits for half a second where it would wait for a minute."""
    hasty = partial(Mailbox, connect_seconds=0.5, read_seconds=0.5, answer_seconds=1.5)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(service, "Mailbox", hasty)
        yield


@pytest.fixture(scope="module")
def sailing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sea]:
    """One service for all the faults after which nothing is as before but its mails."""
    with Sea(tmp_path_factory.mktemp("sea")) as made:
        made.sail_and_answer()
        yield made


def comes_through(sea: Sea, fault: Callable[[], None], often: int = 2) -> None:
    """Mail is answered after the fault, once, though the fault strikes twice."""
    fault()
    asked = sea.ask("Tumbledrum")
    sea.imap.cut()
    try:
        sea.fails(often)
    finally:
        sea.imap.mend()
    sea.answered(asked)
    sea.all_is_well()


def half_a_mail(octets: bytes) -> bytes:
    if _LITERAL.search(octets) is not None:
        raise Cut
    return octets


def shifted(by: int, octets: bytes) -> bytes:
    return _LITERAL.sub(lambda found: b"BODY[] {%d}" % (int(found[1]) + by), octets)


@pytest.mark.parametrize(
    ("step", "answer"),
    [
        pytest.param("UID FETCH", SILENCE, id="silence"),
        pytest.param("LOGIN", HANG_UP, id="hangs up"),
        pytest.param("EXAMINE", b"* BYE shutting down\r\n\0", id="BYE"),
        pytest.param("LOGIN", b"%t NO [UNAVAILABLE] try later\r\n", id="NO"),
        pytest.param("UID SEARCH", b"%t BAD what\r\n", id="BAD"),
        pytest.param("NOOP", b"zz99 OK done\r\n", id="wrong tag"),
        pytest.param("UID FETCH", b"\xff\x00{12}?? garbage\r\n", id="garbage"),
    ],
)
def test_an_answer_that_is_none(sailing: Sea, step: str, answer: bytes | None) -> None:
    comes_through(sailing, lambda: sailing.imap.answers.update({step: answer}))


@pytest.mark.parametrize(
    "twist",
    [
        pytest.param(partial(shifted, -200), id="too short by lines"),
        pytest.param(partial(shifted, 10**13), id="terabytes"),
        pytest.param(partial(shifted, -(10**6)), id="negative"),
        pytest.param(lambda octets: octets + b"x" * 2_000_000, id="an endless line"),
        pytest.param(
            lambda octets: b"* OK [UIDVALIDITY 4242] anew\r\n" * (b"FETCH" in octets) + octets,
            id="numbered anew within a sweep",
        ),
    ],
)
def test_a_mail_that_is_not_given_as_it_is(sailing: Sea, twist: Twist) -> None:
    comes_through(sailing, lambda: setattr(sailing.imap, "twist", twist))


def test_gone_in_the_middle_of_a_mail(sailing: Sea) -> None:
    def dies_within(octets: bytes) -> bytes:
        found = _LITERAL.search(octets)
        if found is None:
            return octets
        sailing.imap.twist = half_a_mail
        return octets[: found.end() + 40]

    comes_through(sailing, lambda: setattr(sailing.imap, "twist", dies_within))


def test_half_open_the_server_simply_stops(sailing: Sea) -> None:
    comes_through(sailing, lambda: setattr(sailing.imap, "frozen", True))


def test_a_server_that_drips(sailing: Sea) -> None:
    comes_through(sailing, lambda: setattr(sailing.imap, "drip", 0.2), often=1)


def test_an_answer_without_end(sailing: Sea, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(imap, "LINES", 2000)

    def babble(octets: bytes) -> bytes:
        return b"* 3 EXISTS\r\n" * 3000 + octets

    comes_through(sailing, lambda: setattr(sailing.imap, "twist", babble))


def test_numbered_anew_between_two_sweeps(sailing: Sea) -> None:
    comes_through(sailing, lambda: sailing.port.mail_server.renumber(BOT), often=1)


def test_what_no_server_promised_is_taken_as_it_comes(sea: Sea) -> None:
    """News of flags, of other mails, of the mailbox, and capabilities that nobody has."""
    news = b"* CAPABILITY IMAP4rev1 LOGINDISABLED\r\n* FLAGS ()\r\n* 1 FETCH (FLAGS (\\Seen))\r\n"
    tagged = re.compile(rb"[A-Z]+[0-9]+ OK")
    sea.imap.answers = {"CAPABILITY": b"* CAPABILITY IMAP4rev1 IDLE X-MOON\r\n%t OK done\r\n"}
    sea.imap.twist = lambda octets: news + octets if tagged.match(octets) else octets
    sea.sail_and_answer()


def test_a_slow_server_is_served_slowly(sea: Sea, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each answer takes a while, and all together longer than the bot waits for one."""
    slow = 0.6  # seconds
    monkeypatch.setattr(service, "Mailbox", partial(Mailbox, read_seconds=slow))
    sea.imap.delay = 0.15
    began = time.monotonic()
    sea.sail_and_answer()
    assert time.monotonic() - began > slow
    assert sea.stop.pauses == []


POISON = b"Subject: POISON"


def without_a_text(octets: bytes) -> bytes:
    """NIL instead of the text of that mail."""
    for found in _LITERAL.finditer(octets):
        end = found.end() + 2 + int(found[1])
        if POISON in octets[found.end() : end]:
            return octets[: found.start()] + b"BODY[] NIL" + octets[end:]
    return octets


def breaks(octets: bytes) -> bytes:
    if POISON in octets:
        raise Cut
    return octets


def poisoned(sea: Sea) -> None:
    sea.port.mail_server.deliver(BOT, POISON + b"\r\n\r\n" + b"x" * 500 + b"\r\n")


@pytest.mark.parametrize("fault", [without_a_text, breaks])
def test_a_mail_that_is_never_given_is_held_and_keeps_back_none(sea: Sea, fault: Twist) -> None:
    sea.sail_and_answer()
    sea.imap.twist = fault
    sea.imap.closed = True
    sea.imap.cut()
    sea.fails()
    before = sea.ask("Tumbledrum")
    poisoned(sea)
    after = sea.ask("Fizzlewick")
    sea.imap.closed = False
    sea.answered(before)
    sea.answered(after)
    assert "UID 3 in INBOX" in sea.alarm("is kept for you")
    sea.all_is_well()


def test_a_mail_that_is_given_late_is_read(sea: Sea) -> None:
    """The first answer without its text is none to go by."""
    refused: list[bytes] = []

    def once(octets: bytes) -> bytes:
        if not refused and (twisted := without_a_text(octets)) != octets:
            refused.append(octets)
            return twisted
        return octets

    sea.imap.twist = once
    name = sea.ask("Tumbledrum", f"I take no action.\n\n{POISON.decode()}\n")
    sea.sail()
    sea.answered(name)
    assert refused


def test_a_single_run_passes_a_mail_that_breaks_every_connection(sea: Sea) -> None:
    """`rednov run --once` has no later rounds in which to try again."""
    sea.imap.twist = breaks
    poisoned(sea)
    name = sea.ask()
    desk = open_desk(sea.port.config)
    try:
        assert service.serve_once(desk) == (2, 2)
    finally:
        desk.db.close()
    sea.answered(name)
