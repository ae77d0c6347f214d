"""One long conversation in the sandbox: real servers, the real bot, a pipe for a keyboard."""

from __future__ import annotations

import imaplib
import os
import re
import signal
import smtplib
import socket
import subprocess
import sys
from email.message import EmailMessage
from email.utils import format_datetime, localtime
from pathlib import Path

import pytest

from tests.cli.conftest import shell as shell
from tests.cli.shell import Shell

PROMPT = "Tumbledrum> "


class Conversation:
    """Somebody types, and reads what is said up to the next prompt."""

    def __init__(self, folder: Path) -> None:
        self.running = subprocess.Popen(
            [sys.executable, "-u", "-m", "rednov_bot", "sandbox", "--folder", str(folder)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            # As a terminal starts it: what a script starts in the background hears no interrupts.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        )

    def answer(self) -> str:
        assert self.running.stdout is not None
        said = b""
        while not said.endswith(PROMPT.encode()):
            more = os.read(self.running.stdout.fileno(), 65536)
            assert more, said.decode()
            said += more
        return said.decode().removesuffix(PROMPT)

    def types(self, line: str) -> str:
        assert self.running.stdin is not None
        self.running.stdin.write(f"{line}\n".encode())
        self.running.stdin.flush()
        return self.answer()


LIST, YOU = "-> to the list: BUS: [Red November]", "-> to you alone: [Red November]"

TURNS = (
    ("try I take no action.", (f"{YOU} Your turn, only checked",)),
    ("ask hand", (f"{YOU} Your hand",)),
    ("Status", ("Tumbledrum writes to the bot alone.",)),
    ("what can I do?", ("Tumbledrum writes to the bot alone.",)),
    ("show", ("heat          #.........  1 of 10", "may act now")),
    ("As you know, I like grog.", ("Tumbledrum writes to the list.", "Nothing came of it: ")),
    (
        "I take no action.",
        (
            f"{YOU} Turn 1 is taken",
            f"{LIST} Turn 1: Tumbledrum",
            "59  Tumbledrum takes no action for 1 minute.",
            "(The luck: left out here; mails, then read.)",
        ),
    ),
    ("as brasspot I take no action.", (f"{LIST} Turn 2: Brasspot",)),
    ("as Fizzlewick ask hand", ("-> to Fizzlewick alone: [Red November] Your hand",)),
    ("mails brasspot", ("  1  Red November bot", "Turn 2: Brasspot")),
    ("read 1", ("To: Brasspot", "Subject: ")),
    ("decide on", ("You answer drafts now",)),
    ("play", ("Fizzlewick: I", "-> to Pewterby: ", "   |   approve   ", "reply approve sends it")),
    ('reply amend "is resolved" to "is done"', ("-> to Pewterby: ", "is done: ")),
    ("reply approve", (f"{LIST} Turn 3: Fizzlewick", "is done: ")),
    ("reply approve", ("No draft awaits an answer.",)),
    ("I take no action.", ("-> to Pewterby: [rednov ",)),
    ("wind 30 hours", ("The clock stands at", "-> to Pewterby: ")),
    ("decide OFF", ("Pewterby answers drafts again.", "Pewterby replies: approve", LIST)),
    ("play 1", (": I ", LIST)),
    ("help", ("  wind 12 hours                 the clock goes on",)),
    ("", ()),
)
"""What is typed, and what is said then."""

WANTED = {
    "a number: play 3": ("play many", "play 0"),
    "a number of the list: read 2": ("read it",),
    "a time: wind 12 hours": ("wind", "wind 0 days", "wind back"),
    "on or off: decide on": ("decide",),
    "an answer: reply approve": ("reply",),
    "words for the bot": ("try", "as Brasspot try"),
    "a name and words: as Brasspot I take no action": ("as Brasspot",),
    "somebody who is here: Tumbledrum, Fizzlewick": ("as Bob I fix the engine",),
    "more than a word; help tells what may be typed": ("fnord", "quitt"),
}
"""What a word of command wants that says too little -> such lines."""


def test_a_conversation(tmp_path: Path) -> None:
    talk = Conversation(tmp_path)
    begins = talk.answer()
    for words in (f"{LIST} A new game begins", f"{YOU} For you alone: the opening", "your turn."):
        assert words in begins
    assert "-> to Fizzlewick alone: [Red November] For you alone: the opening" in begins
    assert "Fizzlewick, what the opening means" not in begins
    for wants, lines in WANTED.items():
        for line in lines:
            assert f"That wants {wants}" in talk.types(line), line
    assert "There is no such mail in the last list" in talk.types("read 99")
    assert "There is nobody called nobody" in talk.types("mails nobody")
    for line, said in TURNS:
        told = talk.types(line)
        for words in said:
            assert words in told, (line, words, told)
    for name in ("mails", "rednov.db", "pages/index.html"):
        assert (tmp_path / name).exists() == (name != "mails")
    assert "Turn 1: Tumbledrum" in (tmp_path / "pages/rn1/1.html").read_text(encoding="utf-8")
    _by_another_mail_program(talk, begins)

    talk.running.send_signal(signal.SIGINT)
    rest, trouble = talk.running.communicate(timeout=60)
    assert (talk.running.returncode, trouble) == (0, b"")
    assert str(tmp_path / "mails") in rest.decode()
    assert list((tmp_path / "mails").rglob("*.eml"))


def _by_another_mail_program(talk: Conversation, begins: str) -> None:
    ports = re.search(r"IMAP (\d+), SMTP (\d+)", begins)
    assert ports is not None
    mail = EmailMessage()
    mail["From"], mail["To"] = "brasspot@demo.example", "rednov@demo.example"
    mail["Subject"], mail["Message-ID"] = "by hand", "<by.hand@demo.example>"
    mail["Date"] = format_datetime(localtime())
    mail.set_content("hand\n")
    with smtplib.SMTP("127.0.0.1", int(ports[2])) as server:
        server.send_message(mail)
    assert "-> to Brasspot alone: [Red November] Your hand" in talk.types("")
    with imaplib.IMAP4("127.0.0.1", int(ports[1])) as server:
        server.login("brasspot", "demo")
        server.select("INBOX", readonly=True)
        assert server.search(None, 'SUBJECT "Your hand"')[1][0]


@pytest.mark.parametrize(
    ("more", "says"),
    [
        (("--as", "Pewterby"), "there is no gnome 'Pewterby' here; be one of"),
        (("--folder", "."), "holds a game already; name a fresh folder"),
        (("--folder", "new", "--imap", "PORT"), "the mail servers cannot be started"),
    ],
)
def test_bad_wishes_are_refused_in_a_sentence(
    shell: Shell, more: tuple[str, ...], says: str
) -> None:
    shell.made()
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        said = shell.run("sandbox", *[port if one == "PORT" else one for one in more])
    assert said.code == 1
    assert says in said.err
