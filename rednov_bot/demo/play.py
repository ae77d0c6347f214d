"""`rednov demo`: the script is played over embedded mail servers, and what happens is said."""

from __future__ import annotations

import email
import email.policy
import imaplib
import smtplib
import tempfile
import threading
from dataclasses import dataclass
from datetime import datetime
from email.message import EmailMessage
from email.utils import format_datetime
from pathlib import Path
from typing import Final, Self

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from rednov_bot import service
from rednov_bot.bootstrap import open_desk
from rednov_bot.core.errors import Mendable
from rednov_bot.core.invocation import program
from rednov_bot.core.settings import imap_password, smtp_password
from rednov_bot.core.transport.imap import Mailbox
from rednov_bot.core.transport.smtp import SmtpClient
from rednov_bot.core.workflow import starting
from rednov_bot.core.workflow.commands.saying import code_of
from rednov_bot.core.workflow.desk import Clock, Tokens, tables_of
from rednov_bot.demo import script
from rednov_bot.testing.mailserver import MailingList, MailServer

PEOPLE: Final = (*script.GNOMES, script.CONTESTMASTER)
READERS: Final = (*map(script.address_of, PEOPLE), script.BOT)
"""All the mailboxes; everybody reads every list."""


def _settings(imap: int, smtp: int, answers_a_day: int) -> str:
    """The settings file of the bot."""
    text = f"""\
[bot]
address = "{script.BOT}"
answers_a_day = {answers_a_day}
database = "sqlite:///rednov.db"

[imap]
host = "127.0.0.1"
port = {imap}
tls = "none"
user = "{script.BOT}"
password = "{script.PASSWORD}"

[smtp]
host = "127.0.0.1"
port = {smtp}
tls = "none"

[contest]
name = "Red November"
contestmaster = "{script.CONTESTMASTER}"
y_pot = 12

[forums.business]
address = "{script.BUSINESS}"
list_id = "{script.BUSINESS.replace("@", ".")}"
public = true
post = true

[forums.discussion]
address = "{script.DISCUSSION}"
list_id = "{script.DISCUSSION.replace("@", ".")}"
public = false
"""
    for name in PEOPLE:
        text += f'\n[people.{name}]\naddresses = ["{script.address_of(name)}"]\n'
        text += "contestant = true\n" if name in script.GNOMES else ""
    return text


def parsed(octets: bytes) -> EmailMessage:
    """A mail as its reader's program shows it."""
    mail = email.message_from_bytes(octets, policy=email.policy.default)
    assert isinstance(mail, EmailMessage)
    return mail


def from_bot(mail: EmailMessage) -> bool:
    """Whether the bot has written it."""
    return script.BOT in str(mail["From"])


def text_of(mail: EmailMessage) -> str:
    """The plain text of a mail."""
    part = mail.get_body(("plain",))
    return "" if part is None else str(part.get_content())


class _FixedLuck(Tokens):
    """Fresh codes and Message-IDs, but the demo's own secret."""

    def secret(self) -> bytes:
        """The same game each time."""
        return script.SECRET


class StageClock:
    """The clock on the wall of the stage, for the bot and for everybody who writes to it."""

    def __init__(self) -> None:
        self.at = script.BEGINS

    def now(self) -> datetime:
        """What the clock says."""
        return self.at


@dataclass(slots=True)
class Correspondent:
    """A person with a mail program: fetches by IMAP, sends by SMTP."""

    name: str
    imap_port: int
    smtp_port: int
    clock: Clock
    written: int = 0
    seen: int = 0

    @property
    def address(self) -> str:
        """Their mailbox."""
        return script.address_of(self.name)

    def send(self, to: str, subject: str, text: str, answering: EmailMessage | None = None) -> None:
        """A mail is written and sent."""
        mail = EmailMessage(policy=email.policy.SMTP)
        mail["From"] = f"{self.name} <{self.address}>"
        mail["To"] = to
        mail["Subject"] = subject
        self.written += 1
        mail["Date"] = format_datetime(self.clock.now())
        mail["Message-ID"] = f"<{self.written}.{self.name.lower()}@{script.DOMAIN}>"
        if answering is not None:
            mail["In-Reply-To"] = str(answering["Message-ID"])
            mail["References"] = str(answering["Message-ID"])
        mail.set_content(text)
        with smtplib.SMTP("127.0.0.1", self.smtp_port, local_hostname=script.DOMAIN) as server:
            server.send_message(mail, from_addr=self.address, to_addrs=[to])

    def new_mails(self) -> list[EmailMessage]:
        """What came since the last look, in order of arrival."""
        with imaplib.IMAP4("127.0.0.1", self.imap_port) as server:
            server.login(self.address, script.PASSWORD)
            _, (count,) = server.select("INBOX", readonly=True)
            numbers = range(self.seen + 1, int(count or b"0") + 1)
            self.seen += len(numbers)
            fetched = [server.fetch(str(number), "(BODY.PEEK[])")[1] for number in numbers]
        return [
            parsed(next(bytes(part[1]) for part in parts if isinstance(part, tuple)))
            for parts in fetched
        ]


class Stage:
    """Mail servers on loopback, people with mailboxes there, and the bot, until it is closed."""

    def __init__(
        self,
        folder: Path,
        clock: Clock,
        tokens: Tokens,
        *,
        imap: int = 0,
        smtp: int = 0,
        answers_a_day: int = 50,
        more: str = "",
    ) -> None:
        """Ports are free ones unless given; *more* of the settings stands below the others.

        Mendable where a port that is given is taken.
        """
        folder.mkdir(parents=True, exist_ok=True)
        self.folder, self.clock = folder, clock
        self.moved = threading.Event()  # a mail has come to rest in a mailbox
        try:
            self.mail_server = MailServer(
                script.DOMAIN,
                users=dict.fromkeys(READERS, script.PASSWORD),
                lists=[
                    MailingList(address=address, subscribers=READERS, subject_prefix=prefix)
                    for address, prefix in (
                        (script.BUSINESS, "BUS: "),
                        (script.DISCUSSION, "DIS: "),
                    )
                ],
                imap_port=imap,
                smtp_port=smtp,
                clock=clock.now,
                on_delivery=lambda _: self.moved.set(),
            )
        except OSError as error:
            why = f"the mail servers cannot be started: {error.strerror}"
            raise Mendable(why) from error
        ports = self.mail_server.imap_port, self.mail_server.smtp_port
        self.people = {name: Correspondent(name, *ports, clock) for name in PEOPLE}
        self.config = folder / "rednov.toml"
        self.config.write_text(_settings(*ports, answers_a_day) + more, encoding="utf-8")
        self.desk = open_desk(self.config, tokens=tokens, clock=clock)
        known = self.desk.settings
        self._mailbox = Mailbox(known.imap, imap_password(known))
        self._client = SmtpClient(known.smtp, smtp_password(known))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Every mail of every mailbox is written into the folder, too."""
        self._mailbox.close()
        self._client.close()
        self.desk.db.close()
        for address in READERS:
            box = self.folder / "mails" / address.partition("@")[0]
            box.mkdir(parents=True, exist_ok=True)
            for number, octets in enumerate(self.mail_server.mailbox(address), 1):
                (box / f"{number:02d}.eml").write_bytes(octets)
        self.mail_server.close()

    def start(self) -> None:
        """The contestmaster starts a game with everybody, as `rednov start` does."""
        with self.desk.db.transaction() as records:
            starting.start(self.desk, records, script.GNOMES, {})
        self.go_round()

    def go_round(self) -> None:
        """The bot fetches, works and sends, as `rednov run` does again and again."""
        service.go_round(self.desk, self._mailbox, self._client)


def play(folder: Path | None, console: Console) -> None:
    """Play the demo in *folder*, a fresh one unless named; mails and database stay there.

    Mendable where the folder holds the database of a demo already.
    """
    place = folder or Path(tempfile.mkdtemp(prefix="rednov-demo-"))
    if (place / "rednov.db").exists():
        raise Mendable(f"{place} holds a demo already; name a fresh folder")
    clock, say = StageClock(), console.print
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with (
        Stage(place, clock, _FixedLuck()) as stage,
        Progress(*columns, TimeElapsedColumn(), console=console, transient=True) as progress,
    ):
        task = progress.add_task("starting", total=len(script.CUES) + 1)
        say(
            f"[bold]Mail servers[/] on 127.0.0.1: IMAP {stage.mail_server.imap_port}, "
            f"SMTP {stage.mail_server.smtp_port}; lists {script.BUSINESS} and {script.DISCUSSION}"
        )
        say(f"[bold]{script.CONTESTMASTER}[/] starts a game with {', '.join(script.GNOMES)}.")
        stage.start()
        _decide(stage, console)
        progress.advance(task)
        for cue in script.CUES:
            progress.update(task, description=cue.shows)
            words = " ".join(cue.text.split())
            first = escape(words if len(words) <= 90 else f"{words[:88]}…")
            say(f"\n[bold cyan]{cue.who}[/] to {cue.to}: [italic]{first}[/]")
            say(f"  ({cue.shows})", style="dim")
            clock.at += script.BETWEEN
            stage.people[cue.who].send(cue.to, cue.subject, cue.text)
            stage.go_round()
            _decide(stage, console)
            progress.advance(task)
        last = _last_resolution(stage)
        picture = _picture(stage)
    text = place / "last-resolution.txt"
    text.write_text(last, encoding="utf-8")
    console.rule("the last resolution, as the list received it")
    say(last, markup=False, highlight=False, soft_wrap=True)
    console.rule()
    say(f"mails     {place / 'mails'}", soft_wrap=True)
    say(f"database  {place / 'rednov.db'}", soft_wrap=True)
    say(f"text      {text}", soft_wrap=True)
    say(f"picture   {picture}", soft_wrap=True)
    pages = f"pages --config {stage.config} {place / 'pages'}"
    say(f"pages     {program()} {pages}", soft_wrap=True)


def _decide(stage: Stage, console: Console) -> None:
    """The contestmaster approves each draft with one word; what the bot has mailed is told."""
    master = stage.people[script.CONTESTMASTER]
    for draft in master.new_mails():
        subject = str(draft["Subject"])
        if code_of(subject) is None or not from_bot(draft):
            continue
        console.print(
            f"  -> [magenta]{script.CONTESTMASTER}[/] reads {escape(subject)} "
            "and replies [bold]approve[/]"
        )
        master.send(script.BOT, f"Re: {subject}", "approve\n", answering=draft)
        stage.go_round()
    for name in script.GNOMES:
        for mail in stage.people[name].new_mails():
            if from_bot(mail) and (name == script.GNOMES[0] or not mail["List-Id"]):
                whom = "[green]the list[/]" if mail["List-Id"] else f"[cyan]{name}[/], privately"
                console.print(f"  -> {whom}: {escape(str(mail['Subject']))}")


def _last_resolution(stage: Stage) -> str:
    mails = map(parsed, stage.mail_server.mailbox(script.address_of(script.GNOMES[0])))
    last = [mail for mail in mails if from_bot(mail) and mail["List-Id"]][-1]
    return f"Subject: {last['Subject']}\n\n{text_of(last)}"


def _picture(stage: Stage) -> Path:
    # Loads Pillow, which few commands want.
    from rednov_bot.games.red_november.render.picture.svg import board_svg

    with stage.desk.db.transaction() as records:
        game = records.games()[-1]
        found = records.gamestate(game.id)
    assert found is not None
    path = stage.folder / "board.svg"
    path.write_text(board_svg(found[1].position, tables_of(stage.desk, game)), encoding="utf-8")
    return path
