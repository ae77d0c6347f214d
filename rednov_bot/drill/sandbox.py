"""The sandbox: a database, mail servers on loopback, people who write, and the service itself."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from email.message import EmailMessage
from pathlib import Path
from typing import Final, Self, TypeVar

from rednov_bot.bootstrap import tables
from rednov_bot.demo import script, shore
from rednov_bot.demo.stage import Correspondent
from rednov_bot.drill.wall import Wall
from rednov_bot.engine.turn import Action, Turn
from rednov_bot.engine.verdict import judge
from rednov_bot.engine.words import GnomeName
from rednov_bot.errors import RednovError
from rednov_bot.mail.replies import code_of
from rednov_bot.ports import Records
from rednov_bot.store.database import named
from rednov_bot.store.ledger import Ledger

PATIENCE: Final = 60.0  # seconds for anything to come about
_GLANCE: Final = 0.05
Seen = TypeVar("Seen")


class Failed(Exception):
    """Something did not come about, or came about twice: one sentence."""


@dataclass(frozen=True, slots=True)
class Facts:
    """How the game stands, as far as the drill asks."""

    turns: int  # that were taken
    resolved: bool  # all of them
    may_act: tuple[GnomeName, ...]


class Sandbox:
    """Everything the drill needs, until it is closed.  No mail leaves the machine."""

    def __init__(self, folder: Path, database: str = "") -> None:
        """*database*: an empty one for the drill; a file in the *folder* unless given."""
        self.folder = folder
        self.wall = Wall(folder / "clock")
        self.harbour = shore.harbour(clock=self.wall.now)
        self._ports = (self.harbour.imap_port, self.harbour.smtp_port)
        self.people = {name: Correspondent(name, *self._ports, self.wall) for name in shore.PEOPLE}
        self.config = folder / "rednov.toml"
        self.database = database or named(folder / "rednov.db").render_as_string()
        settings = shore.settings(*self._ports, self.database)
        self.config.write_text(settings + shore.CARDS_BY_LOT, encoding="utf-8")
        self.log = folder / "log.txt"
        self._service: subprocess.Popen[bytes] | None = None
        self._answered: set[str] = set()
        self._known_log = 0
        self.announced = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()
        self.harbour.close()

    # -- the service

    def serve(self, most_octets: int | None = None) -> None:
        """The service begins; no file of its may grow beyond so many octets."""
        command = [sys.executable, "-m", "rednov_bot.drill.worker", self.config, self.wall.path]
        with self.log.open("ab") as log:
            self._service = subprocess.Popen(
                [*map(str, command), *([] if most_octets is None else [str(most_octets)])],
                cwd=self.folder,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )

    @property
    def serves(self) -> bool:
        """Whether the service is there."""
        return self._service is not None and self._service.poll() is None

    def kill(self) -> None:
        """SIGKILL: nothing is tidied up."""
        if self._service is not None:
            self._service.kill()
            self._service.wait()

    def stop(self) -> None:
        """SIGTERM: the mail in hand is handled, and the service ends.  Failed where it does not."""
        if self._service is None:
            return
        self._service.terminate()
        try:
            self._service.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            raise Failed("the service did not end when it was told to") from None

    @contextmanager
    def frozen(self) -> Iterator[None]:
        """Meanwhile the service does nothing."""
        assert self._service is not None
        self._service.send_signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self._service.send_signal(signal.SIGCONT)

    def rednov(self, *arguments: str) -> str:
        """Another command of the program; what it says.  Failed where it does not end well."""
        done = subprocess.run(
            [sys.executable, "-m", "rednov_bot", *arguments],
            cwd=self.folder,
            env={**os.environ, "REDNOV_CONFIG": str(self.config)},
            capture_output=True,
            text=True,
        )
        if done.returncode:
            said = " ".join((done.stderr or done.stdout).split())[-300:]
            raise Failed(f"`rednov {' '.join(arguments)}` ended with {done.returncode}: {said}")
        return done.stdout

    # -- mail

    @contextmanager
    def without_mail_servers(self) -> Iterator[None]:
        """Meanwhile nobody can fetch or send; all mailboxes are there again afterwards."""
        kept = {address: self.harbour.mailbox(address) for address in shore.READERS}
        self.harbour.close()
        try:
            yield
        finally:
            self.harbour = shore.harbour(*self._ports, self.wall.now)
            for address, mails in kept.items():
                for octets in mails:
                    self.harbour.deliver(address, octets)

    def announce(self, who: GnomeName | None = None) -> GnomeName:
        """*who*, or whoever may act, announces a turn on the list; who that is."""
        who = who or self.whose_turn()
        self.announced += 1
        subject = f"Turn {self.announced}"
        self.people[who].send(script.BUSINESS, subject, "I take no action.\n")
        return who

    def whose_turn(self) -> GnomeName:
        """A gnome who may act now.  Failed where none can."""
        able = self.facts().may_act
        if not able:
            raise Failed("no gnome can act any more; play the drill again")
        return able[0]

    def last_of(self, who: GnomeName) -> bytes:
        """The last mail that *who* wrote, as the list passed it on."""
        mails = self.harbour.mailbox(script.BOT)
        mark = f"{script.address_of(who)}".encode()
        return next(one for one in reversed(mails) if mark in one.partition(b"\r\n\r\n")[0])

    def approve(self) -> None:
        """The contestmaster approves every draft that has come to em since the last look, once."""
        master = self.people[script.CONTESTMASTER]
        for mail in master.new_mails():
            code = code_of(str(mail["Subject"]))
            if code is None or code in self._answered or script.BOT not in str(mail["From"]):
                continue
            self._answered.add(code)
            master.send(script.BOT, f"Re: {mail['Subject']}", "approve\n", answering=mail)

    def posts(self) -> list[EmailMessage]:
        """What the bot has posted on the list, as a gnome has it."""
        mails = map(shore.parsed, self.harbour.mailbox(script.address_of(script.GNOMES[0])))
        return [mail for mail in mails if mail["List-Id"] and script.BOT in str(mail["From"])]

    def private(self, name: str) -> list[EmailMessage]:
        """What the bot has written to somebody alone."""
        mails = map(shore.parsed, self.harbour.mailbox(script.address_of(name)))
        return [mail for mail in mails if not mail["List-Id"] and script.BOT in str(mail["From"])]

    # -- what is on file

    def on_file(self, look: Callable[[Records], Seen]) -> Seen:
        """What somebody finds who looks into the database."""
        with (
            Ledger(self.database, patience=PATIENCE) as ledger,
            ledger.transaction(durable=False) as records,
        ):
            return look(records)

    def facts(self) -> Facts:
        """How the game stands."""

        def look(records: Records) -> Facts:
            game = records.latest_game()
            found = None if game is None else records.gamestate(game.id)
            if game is None or found is None:
                return Facts(0, True, ())
            position = found[1].position
            data = tables(game.data)
            idle = [Turn(gnome.name, (), Action("no_action")) for gnome in position.gnomes]
            free = [one.gnome for one in idle if judge(found[1], one, data, game.options).valid]
            free.sort(key=lambda name: -position.gnome(name).minutes)
            waits = records.pending_turn(game.id) is not None
            return Facts(len(records.turns(game.id)), not waits, tuple(free))

        return self.on_file(look)

    def until(self, condition: Callable[[], bool], what: str) -> None:
        """Waits for something to come about.  Failed where it does not."""
        until = time.monotonic() + PATIENCE
        while True:
            with suppress(RednovError):  # the database may be busy, or away, for a moment
                if condition():
                    return
            if self._service is not None and self._service.poll() not in (None, -signal.SIGKILL):
                raise Failed(f"the service ended by itself: {self._last_words()}")
            if time.monotonic() > until:
                raise Failed(f"{what} did not come about within {PATIENCE:.0f} s")
            time.sleep(_GLANCE)

    def mark_log(self) -> None:
        """What the service has said so far is known."""
        self._known_log = self.log.stat().st_size

    def until_logged(self, words: str, what: str) -> None:
        """Waits until the service has said something since the mark."""

        def is_said() -> bool:
            return words in self.log.read_bytes()[self._known_log :].decode(errors="replace")

        self.until(is_said, what)

    def _last_words(self) -> str:
        lines = self.log.read_text(errors="replace").splitlines() if self.log.exists() else []
        return lines[-1] if lines else "it said nothing"

    def until_resolved(self) -> None:
        """The contestmaster approves what comes, until every turn is resolved and posted."""

        def done() -> bool:
            self.approve()
            facts = self.facts()
            posted = [mail for mail in self.posts() if f"Turn {facts.turns}:" in mail["Subject"]]
            return facts.turns == self.announced and facts.resolved and bool(posted)

        self.until(done, f"the resolution of turn {self.announced}")
