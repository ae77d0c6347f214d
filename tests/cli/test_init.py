"""`rednov init`: a person answers, or a script says everything at once; both have an installation.

The servers are a real Dovecot and a real Postfix.
"""

from __future__ import annotations

import os
import re
import select
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from rednov_bot.cli.init import init
from rednov_bot.core import settings
from tests.cli.shell import Said, Shell
from tests.rigs.dovecot import Dovecot
from tests.rigs.postfix import Postfix

BOT = "rednov@game.test"
LIST = "agora-business@agora.example"


@pytest.fixture(scope="module")
def servers() -> Iterator[tuple[Dovecot, Postfix]]:
    with Dovecot() as dovecot, Postfix(dovecot.lmtp_port) as postfix:
        yield dovecot, postfix


@pytest.fixture
def empty(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> Shell:
    """A folder with nothing in it."""
    shell.config.unlink()
    monkeypatch.setenv("REDNOV_IMAP__PASSWORD", Dovecot.password)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(shell.folder / "home"))
    return shell


def given(servers: tuple[Dovecot, Postfix], **other: str) -> list[str]:
    """What a script says."""
    dovecot, postfix = servers
    said = {
        "address": BOT,
        "imap-host": "127.0.0.1",
        "imap-port": str(dovecot.imap_port),
        "imap-tls": "none",
        "smtp-host": "127.0.0.1",
        "smtp-port": str(postfix.smtp_port),
        "smtp-tls": "none",
        "smtp-user": "none",
        "list": LIST,
        "contestmaster": "Pewterby <pewterby@player.test>",
    } | {name.replace("_", "-"): value for name, value in other.items()}
    gnomes = ['"Ada Brightwater" <ada@player.test>', "Bøb <bob@player.test>", "Cat <c@player.test>"]
    options = [part for name, value in said.items() for part in (f"--{name}", value)]
    return ["--no-input", *options, *(part for one in gnomes for part in ("--gnome", one))]


class Terminal:
    """A person at a terminal, who waits for each question."""

    def __init__(self, folder: Path) -> None:
        self.here, there = os.openpty()
        environment = {
            name: value for name, value in os.environ.items() if not name.startswith("REDNOV_")
        }
        self.program = subprocess.Popen(
            ["setsid", "--ctty", "--wait", sys.executable, "-m", "rednov_bot", "init"],
            cwd=folder,
            env=environment | {"TERM": "dumb", "XDG_CONFIG_HOME": str(folder / "home")},
            stdin=there,
            stdout=there,
            stderr=there,
        )
        os.close(there)
        self.seen = ""

    def answers(self, question: str, answer: str) -> None:
        """The question is waited for, and answered."""
        before, found, rest = self._until(question).partition(question)
        assert found, before
        self.seen = rest
        time.sleep(0.05)  # a password is asked for when the terminal has been told not to show it
        os.write(self.here, f"{answer}\n".encode())

    def ends(self) -> str:
        """What was said behind the last answer."""
        said = self._until("\0")
        os.close(self.here)
        self.program.wait(timeout=20)
        return said.replace("\r\n", "\n")

    def _until(self, words: str) -> str:
        limit = time.monotonic() + 30
        while words not in self.seen and time.monotonic() < limit:
            if select.select([self.here], [], [], 0.2)[0]:
                try:
                    read = os.read(self.here, 4096)
                except OSError:  # the other end of the terminal was closed
                    break
                self.seen += read.decode(errors="replace")
        return self.seen


def doctor(shell: Shell) -> Said:
    said = shell("doctor", "--send")
    assert said.code == 0, said.out
    return said


def test_a_person_answers_question_by_question_and_has_a_bot_that_is_well(
    empty: Shell, servers: tuple[Dovecot, Postfix], monkeypatch: pytest.MonkeyPatch
) -> None:
    dovecot, postfix = servers
    person = Terminal(empty.folder)
    person.answers("own e-mail address", "the bot")
    person.answers("'the bot' will not do: it must be an e-mail address", BOT)
    person.answers("IMAP server, where the bot's mail arrives [imap.game.test]:", "127.0.0.1")
    person.answers("TLS: implicit, starttls or none [implicit]:", "none")
    person.answers("port [143]:", "many")
    person.answers("'many' is no port", str(dovecot.imap_port))
    person.answers(f"user [{BOT}]:", "")
    person.answers("password (not shown):", "wrong")
    person.answers("SMTP server, which takes the bot's mail [127.0.0.1]:", "")
    person.answers("[starttls]:", "none")
    person.answers("port [25]:", str(postfix.smtp_port))
    person.answers(f"[{BOT}]:", "none")
    person.answers("The list on which the game is played", BOT)
    person.answers(f"{BOT} is named already", LIST)
    person.answers("List-Id [agora-business.agora.example]:", "")
    person.answers("The contestmaster, as NAME <ADDRESS>:", "Pewterby")
    person.answers("write 'Pewterby' as NAME <ADDRESS>", "Pewterby <pewterby@player.test>")
    person.answers("winners of a game may share (0: not known yet) [0]:", "some")
    person.answers("'some' is no number of points", "12")
    person.answers("Another list that the bot reads", "talk@agora.example")
    person.answers("List-Id [talk.agora.example]:", "agora-talk.agora.example")
    person.answers("announcements count there? [y/N]:", "")
    person.answers("Another list", "")
    for name in ("Ann", "Bob", "Cat"):
        person.answers("A gnome, as NAME <ADDRESS>", f"{name} <{name.lower()}@player.test>")
    person.answers("A gnome", "Ann <another@player.test>")
    person.answers("Ann is named already", "")
    person.answers("Other answers for the servers? [Y/n]:", "")
    for question in ("[127.0.0.1]:", "[none]:", f"[{dovecot.imap_port}]:", f"[{BOT}]:"):
        person.answers(question, "")
    person.answers("(Enter: as before):", dovecot.password)
    for question in ("[127.0.0.1]:", "[none]:", f"[{postfix.smtp_port}]:"):
        person.answers(question, "")
    person.answers(f"[{BOT}]:", "none")
    if shutil.which("systemctl"):
        person.answers("A systemd unit", "no")
    said = person.ends()
    assert person.program.returncode == 0, said
    assert "rednov start Ann Bob Cat" in said
    monkeypatch.delenv("REDNOV_IMAP__PASSWORD")
    known = settings.load(empty.config)
    assert settings.imap_password(known) == dovecot.password
    assert {key: (one.public, one.post, one.list_id) for key, one in known.forums.items()} == {
        "agora-business": (True, True, "agora-business.agora.example"),
        "talk": (False, False, "agora-talk.agora.example"),
    }
    assert [name for name, one in known.people.items() if one.contestant] == ["Ann", "Bob", "Cat"]
    assert known.contest.y_pot == 12
    assert doctor(empty).err == ""


def test_a_script_says_everything_at_once(empty: Shell, servers: tuple[Dovecot, Postfix]) -> None:
    said = empty("init", *given(servers), "--also-list", "talk@agora.example=x.agora.example")
    assert (said.code, said.err) == (0, "")
    files = {one.name: oct(one.stat().st_mode) for one in empty.folder.iterdir() if one.is_file()}
    assert files == dict.fromkeys(("rednov.toml", "rednov.db", "imap-password"), "0o100600")
    known = settings.load(empty.config)
    assert list(known.people) == ["Pewterby", "Ada Brightwater", "Bøb", "Cat"]
    assert known.forums["talk"].list_id == "x.agora.example"
    doctor(empty)
    names = re.findall(r"rednov start (.*)$", said.out, re.MULTILINE)[0]
    assert names == "'Ada Brightwater' 'Bøb' Cat"


def test_nothing_is_replaced_unasked(empty: Shell, servers: tuple[Dovecot, Postfix]) -> None:
    empty.config.write_text("# mine\n", encoding="utf-8")
    refused = empty("init", *given(servers))
    assert refused.code == 1
    assert "is there already, and nothing was changed" in refused.err
    asked = CliRunner().invoke(init, ["--config", str(empty.config)], input="n\n")
    assert f"{empty.config} is there already. Replace? [y/N]" in asked.output
    assert [one.name for one in empty.folder.iterdir()] == ["rednov.toml"]
    assert empty.config.read_text(encoding="utf-8") == "# mine\n"
    assert empty("init", *given(servers), "--replace").code == 0
    assert settings.load(empty.config).bot.address == BOT


def test_a_server_that_does_not_answer_is_told_and_everything_is_written(
    empty: Shell, servers: tuple[Dovecot, Postfix]
) -> None:
    said = empty("init", *given(servers, imap_port="1"))
    assert said.code == 3
    assert "WRONG  IMAP:" in said.out
    assert "everything is written, but a mail server does not answer" in said.err
    assert settings.load(empty.config).imap.port == 1


def test_nonsense_is_refused_in_a_sentence_and_nothing_is_written(
    empty: Shell, servers: tuple[Dovecot, Postfix]
) -> None:
    for option, value, sentence in (
        ("address", "Ann", "--address: 'Ann' will not do: it must be an e-mail address"),
        ("imap-port", "99999", "--imap-port: '99999' is no port"),
        ("smtp-tls", "ssl", '--smtp-tls: \'ssl\' will not do: it must be "implicit", "none" or'),
        ("list", BOT, f"--list: {BOT} is named already"),
        ("list-id", "<x>", "--list-id: '<x>' will not do: it must be a List-Id"),
        ("contestmaster", "Pewterby", "--contestmaster: write 'Pewterby' as NAME <ADDRESS>"),
        ("gnome", "Pewterby <other@player.test>", "--gnome: Pewterby is named already"),
    ):
        said = empty("init", *given(servers), f"--{option}", value)
        assert said.code == 2
        assert sentence in said.err
    assert "--list is needed" in empty("init", "--no-input", "--address", BOT).err
    assert list(empty.folder.iterdir()) == []


def test_a_unit_of_systemd_runs_this_program_with_these_settings(
    empty: Shell, servers: tuple[Dovecot, Postfix]
) -> None:
    said = empty("init", *given(servers), "--service", "user").out
    path = empty.folder / "home" / "systemd" / "user" / "rednov.service"
    unit = path.read_text(encoding="utf-8")
    for line in (f"rednov run --config {empty.config}", "WantedBy=default.target"):
        assert f"{line}\n" in unit
    assert not re.search(r"^(User|Protect|Private|StateDirectory)", unit, re.MULTILINE)
    assert "systemctl --user enable --now rednov" in said
    said = empty("init", *given(servers), "--service", "system", "--replace").out
    unit = (empty.folder / "rednov.service").read_text(encoding="utf-8")
    assert re.search(r"^User=\w+$", unit, re.MULTILINE)
    for line in (f"ReadWritePaths={empty.folder}", "ProtectSystem=strict"):
        assert f"{line}\n" in unit
    assert "/opt/rednov" not in unit
    assert not re.search(r"^[^#].*%", unit, re.MULTILINE)
    assert f"sudo install -m 644 {empty.folder}/rednov.service /etc/systemd/system/" in said


def test_each_of_many_contests_has_settings_and_a_folder_of_its_own() -> None:
    """By the name of its unit, `rednov@NAME`."""
    deploy = Path(__file__).parents[2] / "deploy"
    unit = (deploy / "rednov@.service").read_text(encoding="utf-8")
    assert unit == (deploy / "rednov.service").read_text(encoding="utf-8")
    for line in (
        "ExecStart=/opt/rednov/bin/rednov run --config /etc/rednov/%N.toml",
        *("WorkingDirectory=/var/lib/%N", "StateDirectory=%N"),
    ):
        assert f"\n{line}\n" in unit
