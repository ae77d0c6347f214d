"""A mail server for sending that goes wrong: what it did not take goes later, and nothing twice."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import pytest

from rednov_bot import service
from rednov_bot.core.models import QueuedPosting
from rednov_bot.core.transport.smtp import SmtpClient
from tests.faults.conftest import FastClock, Sea, until
from tests.faults.strait import ACCEPTED_AND_CLOSED, HANG_UP, SILENCE

LAST = b"\0"
"""Ends the connection: the server behind the strait still waits for a dot that the strait kept."""


@pytest.fixture(scope="module")
def sea(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sea]:
    """A service that waits for a second or two, where it would wait for minutes."""
    hasty = partial(SmtpClient, connect_seconds=2.0, command_seconds=1.0, reply_seconds=2.0)
    with (
        pytest.MonkeyPatch.context() as patched,
        Sea(tmp_path_factory.mktemp("sea")) as made,
    ):
        patched.setattr(service, "SmtpClient", hasty)
        made.clock = FastClock(600.0)
        made.sail_and_answer()
        yield made


@pytest.fixture(autouse=True)
def mended(sea: Sea) -> Iterator[None]:
    """Whatever has happened to it, the server is well again."""
    yield
    sea.smtp.mend()


def of(sea: Sea, asked: str) -> QueuedPosting | None:
    """What became of the answer to a mail."""
    line = f"In-Reply-To: {asked}\r\n".encode()
    with sea.desk.db.transaction() as records:
        return next((one for one in records.outbox() if line in one.posting.octets), None)


def settled(sea: Sea, asked: str, state: str = "accepted") -> QueuedPosting:
    """What became of it, once that is on file."""

    def found() -> QueuedPosting | None:
        one = of(sea, asked)
        return one if one is not None and one.state == state else None

    posting = until(found)
    assert posting is not None
    return posting


def copies(sea: Sea, asked: str) -> list[bytes]:
    return [bytes(one) for one in sea.all_mails() if one["In-Reply-To"] == asked]


@pytest.mark.parametrize(
    ("step", "answer"),
    [
        pytest.param("RCPT", b"451 4.3.0 not now\r\n", id="451"),
        pytest.param(".", b"451 4.3.0 not now\r\n\0", id="451 in the end"),
        pytest.param("MAIL", b"421 4.3.2 closing\r\n\0", id="421"),
        pytest.param("DATA", SILENCE, id="silence"),
        pytest.param("EHLO", HANG_UP, id="hangs up"),
        pytest.param("DATA", b"250-cut sho\0", id="a cut reply"),
        pytest.param(".", b"garbage\r\n", id="garbage"),
    ],
)
def test_what_is_not_taken_now_goes_later(sea: Sea, step: str, answer: bytes | None) -> None:
    sea.smtp.answers = {step: answer, **({"HELO": answer} if step == "EHLO" else {})}
    sea.smtp.heard.clear()
    sea.smtp.cut()
    asked = sea.ask("Tumbledrum")
    heard = step.encode()
    until(lambda: any(line.upper().startswith(heard) for line in sea.smtp.heard))
    if step == "EHLO":
        sea.fails()
    else:
        until(lambda: (one := of(sea, asked)) is not None and one.attempts)
    sea.smtp.mend()
    sea.answered(asked)
    same = copies(sea, asked)
    assert len(set(same)) == 1
    assert len(same) <= (3 if step == "." else 1)
    assert sea.runs


@pytest.mark.parametrize(
    ("step", "reply"), [("RCPT", b"550 5.1.1 no\r\n"), (".", b"552 5.3.4 too large\r\n\0")]
)
def test_what_is_refused_for_good_is_on_file_and_keeps_nobody_waiting(
    sea: Sea, step: str, reply: bytes
) -> None:
    sea.smtp.answers, sea.smtp.times = {step: reply}, 1
    refused = sea.ask("Tumbledrum")
    until(lambda: not sea.smtp.times)
    sea.answered(sea.ask("Fizzlewick"))
    found = settled(sea, refused, "refused")
    assert found.reply == reply.rstrip(LAST).decode().strip()
    assert sea.runs


def test_a_connection_lost_behind_the_dot_brings_the_same_mail_twice_at_most(sea: Sea) -> None:
    sea.smtp.answers, sea.smtp.times = {".": ACCEPTED_AND_CLOSED}, 1
    asked = sea.ask("Tumbledrum")
    sea.answered(asked)
    settled(sea, asked)
    same = copies(sea, asked)
    assert 1 <= len(same) <= 2
    assert len(set(same)) == 1


def test_greylisting_is_waited_out(sea: Sea) -> None:
    sea.smtp.answers = {"RCPT": b"450 4.2.0 greylisted, come back in a while\r\n"}
    sea.smtp.times = 2
    asked = sea.ask("Tumbledrum")
    sea.answered(asked)
    assert settled(sea, asked).attempts == 3


def test_so_many_mails_a_connection_and_no_more(sea: Sea) -> None:
    """The server's limit is no attempt at a mail: none is put off for it."""
    sea.smtp.most = 2
    sea.smtp.cut()
    asked = [sea.ask(who) for who in ("Brasspot", "Tumbledrum", "Fizzlewick") * 3]
    for one in asked:
        sea.answered(one)
    sea.no_mail_came_twice()
    assert {settled(sea, one).attempts for one in asked} == {1}
