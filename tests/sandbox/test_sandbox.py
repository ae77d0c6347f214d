"""A whole conversation in the sandbox: real servers, the real bot, a pipe for a keyboard."""

from __future__ import annotations

import email.utils
import imaplib
import re
import signal
import smtplib
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path
from typing import IO

import pytest

COMMAND = (sys.executable, "-u", "-m", "rednov_bot", "sandbox")


def played(folder: Path, *lines: str, more: tuple[str, ...] = ()) -> str:
    """What is said when these lines are typed."""
    done = subprocess.run(
        [*COMMAND, "--folder", str(folder), *more],
        input="".join(f"{line}\n" for line in lines),
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return done.stdout


def test_a_turn_goes_all_the_way_round(tmp_path: Path) -> None:
    said = played(tmp_path, "I take no action.", "play", "show")
    order = [
        "-> to the list: BUS: [Red November] A new game begins",
        "-> to you alone: [Red November] For you alone: the opening",
        "It is your turn.",
        "Tumbledrum> I take no action.",
        "-> to you alone: [Red November] Turn 1 is taken",
        "-> to the list: BUS: [Red November] Turn 1: Tumbledrum",
        "|   59  Tumbledrum takes no action for 1 minute.",
    ]
    places = [said.index(one) for one in order]
    assert places == sorted(places)
    assert "-> to Fizzlewick alone: [Red November] For you alone: the opening" in said
    assert "Fizzlewick, what the opening means" not in said
    turns = re.findall(r"-> to the list: BUS: \[Red November\] Turn (\d+): (\w+)", said)
    assert turns[0] == ("1", "Tumbledrum")
    assert {name for _, name in turns[1:]} == {"Fizzlewick", "Brasspot"}
    for name in ("mails", "rednov.db", "pages/index.html"):
        assert str(tmp_path / name) in said
        assert (tmp_path / name).exists()
    assert "Turn 1: Tumbledrum" in (tmp_path / "pages/rn1/1.html").read_text(encoding="utf-8")


def test_a_plan_is_tried_and_nothing_happens(tmp_path: Path) -> None:
    said = played(tmp_path, "try I take no action.", "ask hand", "show", "quit")
    assert "Your turn, only checked" in said
    assert "-> to you alone: [Red November] Your hand" in said
    assert "Tumbledrum" in said
    assert "turn 1" not in said.lower().partition("> show")[2]


def test_drafts_are_yours_to_answer_if_you_wish(tmp_path: Path) -> None:
    said = played(
        tmp_path, "decide on", "I take no action.", 'reply amend "is resolved" to "is done"',
        "reply approve", "reply approve", "decide off", "quit",
    )  # fmt: skip
    flat = " ".join(said.replace("|", "").split())
    assert "approve sends the texts below, exactly as they stand" in flat
    assert "-> to the list: BUS: [Red November] Turn 1: Tumbledrum" in said
    assert "is done: 60" in said
    assert "No draft awaits an answer." in said


def test_the_clock_is_wound_on_and_duties_fall_due(tmp_path: Path) -> None:
    said = played(tmp_path, "decide on", "I take no action.", "wind 30 hours", "quit")
    later = said.partition("> wind 30 hours")[2]
    assert "The clock stands at" in later
    assert "-> to Pewterby: " in later


def test_somebody_elses_mail_and_what_is_not_understood_are_told(tmp_path: Path) -> None:
    said = played(
        tmp_path, "as Brasspot I take no action.", "as Nobody I take no action.", "mails brasspot",
        "read 1", "read 99", "wind back", "mails nobody", "quit",
    )  # fmt: skip
    assert "-> to the list: BUS: [Red November] Turn 1: Brasspot" in said
    assert "Subject: " in said.partition("> read 1")[2]
    assert "There is no such mail in the last list" in said
    assert "That wants a time: wind 12 hours." in said
    assert "There is nobody called nobody" in said
    assert "That wants somebody who is here: Tumbledrum, Fizzlewick" in said


def _heeding_interrupts() -> None:
    """As a terminal starts it; what a script starts in the background never hears of them."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.fixture
def open_sandbox(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    with subprocess.Popen(
        [*COMMAND, "--folder", str(tmp_path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        preexec_fn=_heeding_interrupts,
    ) as running:
        yield running
        running.kill()


def until(stream: IO[str] | None, words: str) -> str:
    """What is said up to the line that has these words."""
    assert stream is not None
    said = []
    for line in stream:
        said.append(line)
        if words in line:
            return "".join(said)
    raise AssertionError(f"never said: {words}\n{''.join(said)}")


def test_any_mail_program_may_take_part(open_sandbox: subprocess.Popen[str]) -> None:
    said = until(open_sandbox.stdout, "Write your turn")
    ports = re.search(r"IMAP (\d+), SMTP (\d+)", said)
    assert ports is not None
    mail = EmailMessage()
    mail["From"], mail["To"] = "brasspot@demo.example", "agora-business@demo.example"
    mail["Subject"], mail["Message-ID"] = "by hand", "<by.hand@demo.example>"
    mail["Date"] = email.utils.format_datetime(email.utils.localtime())
    mail.set_content("I take no action.\n")
    with smtplib.SMTP("127.0.0.1", int(ports[2])) as server:
        server.send_message(mail)
    assert open_sandbox.stdin is not None
    open_sandbox.stdin.write("mails\n")
    open_sandbox.stdin.flush()
    until(open_sandbox.stdout, "mails")
    with imaplib.IMAP4("127.0.0.1", int(ports[1])) as server:
        server.login("brasspot", "demo")
        server.select("INBOX", readonly=True)
        for _ in range(100):
            server.noop()
            _, found = server.search(None, 'SUBJECT "Turn 1 is taken"')
            if found[0]:
                break
            time.sleep(0.1)
    assert found[0], "no receipt came"


def test_an_interrupt_ends_it_cleanly(open_sandbox: subprocess.Popen[str], tmp_path: Path) -> None:
    until(open_sandbox.stdout, "Write your turn")
    open_sandbox.send_signal(signal.SIGINT)
    rest, _ = open_sandbox.communicate(timeout=60)
    assert open_sandbox.returncode == 0
    assert str(tmp_path / "mails") in rest
    assert "Traceback" not in rest


def refused(*more: str) -> str:
    done = subprocess.run([*COMMAND, *more], capture_output=True, text=True, input="", timeout=60)
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    return done.stderr


def test_bad_wishes_are_refused_in_a_sentence(tmp_path: Path) -> None:
    assert "there is no gnome 'Pewterby' here; be one of" in refused("--as", "Pewterby")
    (tmp_path / "rednov.db").touch()
    assert "holds a game already; name a fresh folder" in refused("--folder", str(tmp_path))
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        assert "the mail servers cannot be started" in refused("--imap", port)
