"""`rednov demo`: the script is played over embedded mail servers, and what happens is said."""

from __future__ import annotations

import email
import email.policy
import imaplib
import smtplib
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from email.message import EmailMessage
from email.utils import format_datetime
from functools import partial
from pathlib import Path
from typing import Final, Self

from rich.console import Console
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
from rednov_bot.core.workflow.desk import Clock, Desk, FreshTokens, tables_of
from rednov_bot.demo import script
from rednov_bot.testing.mailserver.lists import MailingList
from rednov_bot.testing.mailserver.server import MailServer
from rednov_bot.testing.mailserver.smtp import Delivery

PEOPLE: Final = (*script.GNOMES, script.CONTESTMASTER)
READERS: Final = (*map(script.address_of, PEOPLE), script.BOT)
"""All the mailboxes; everybody reads every list."""

_SETTINGS: Final = """\
[bot]
address = "{bot}"
answers_a_day = {answers_a_day}
database = "{database}"

[imap]
host = "127.0.0.1"
port = {imap}
tls = "none"
user = "{bot}"
password = "{password}"

[smtp]
host = "127.0.0.1"
port = {smtp}
tls = "none"

[contest]
name = "Red November"
contestmaster = "{contestmaster}"
y_pot = 12

[forums.business]
address = "{business}"
list_id = "{business_id}"
public = true
post = true

[forums.discussion]
address = "{discussion}"
list_id = "{discussion_id}"
public = false
"""


CARDS_BY_LOT: Final = '\n[game.options]\nevent_choice = "orders+random"\n'
"""What an event card leaves open is drawn: nobody is asked, so no turn waits for an answer."""

_NOW: Final = partial(datetime.now, UTC)


def start_mail_server(
    imap: int = 0,
    smtp: int = 0,
    clock: Callable[[], datetime] = _NOW,
    on_delivery: Callable[[Delivery], None] = lambda _: None,
) -> MailServer:
    """The mail servers, on these ports, or on any that are free."""
    return MailServer(
        script.DOMAIN,
        users=dict.fromkeys(READERS, script.PASSWORD),
        lists=[
            MailingList(address=address, subscribers=READERS, subject_prefix=prefix)
            for address, prefix in ((script.BUSINESS, "BUS: "), (script.DISCUSSION, "DIS: "))
        ],
        imap_port=imap,
        smtp_port=smtp,
        clock=clock,
        on_delivery=on_delivery,
    )


def settings(
    imap: int, smtp: int, database: str = "sqlite:///rednov.db", answers_a_day: int = 50
) -> str:
    """The settings file of the bot."""
    text = _SETTINGS.format(
        bot=script.BOT,
        database=database,
        answers_a_day=answers_a_day,
        imap=imap,
        smtp=smtp,
        password=script.PASSWORD,
        contestmaster=script.CONTESTMASTER,
        business=script.BUSINESS,
        business_id=script.BUSINESS.replace("@", "."),
        discussion=script.DISCUSSION,
        discussion_id=script.DISCUSSION.replace("@", "."),
    )
    for name in PEOPLE:
        text += f'\n[people.{name}]\naddresses = ["{script.address_of(name)}"]\n'
        text += "contestant = true\n" if name in script.GNOMES else ""
    return text


def keep_mails(mail_server: MailServer, folder: Path) -> None:
    """Every mail of every mailbox is written into a folder, one below it for each."""
    for address in READERS:
        box = folder / address.partition("@")[0]
        box.mkdir(parents=True, exist_ok=True)
        for number, octets in enumerate(mail_server.mailbox(address), 1):
            (box / f"{number:02d}.eml").write_bytes(octets)


def parsed(octets: bytes) -> EmailMessage:
    """A mail as its reader's program shows it."""
    mail = email.message_from_bytes(octets, policy=email.policy.default)
    assert isinstance(mail, EmailMessage)
    return mail


class _FixedLuck(FreshTokens):
    """Fresh codes and Message-IDs, but the demo's own secret."""

    def secret(self) -> bytes:
        """The same game each time."""
        return script.SECRET


@dataclass(slots=True)
class StageClock:
    """The clock on the wall of the stage, for the bot and for everybody who writes to it."""

    at: datetime = script.BEGINS

    def now(self) -> datetime:
        """What the clock says."""
        return self.at

    def go_on(self) -> None:
        """Somebody has thought for a while."""
        self.at += script.BETWEEN


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

    def new_mails(self) -> Iterator[EmailMessage]:
        """What came since the last look, in order of arrival."""
        with imaplib.IMAP4("127.0.0.1", self.imap_port) as server:
            server.login(self.address, script.PASSWORD)
            _, (count,) = server.select("INBOX", readonly=True)
            total = int(count or b"0")
            numbers = range(self.seen + 1, total + 1)
            self.seen = total
            mails = [_fetched(server, number) for number in numbers]
        yield from mails


def _fetched(server: imaplib.IMAP4, number: int) -> EmailMessage:
    _, parts = server.fetch(str(number), "(BODY.PEEK[])")
    return parsed(next(bytes(part[1]) for part in parts if isinstance(part, tuple)))


class Stage:
    """Everything the demo needs, open until it is closed."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.mail_server = start_mail_server()
        self.clock = StageClock()
        imap, smtp = self.mail_server.imap_port, self.mail_server.smtp_port
        self.people = {name: Correspondent(name, imap, smtp, self.clock) for name in PEOPLE}
        self.desk = self._desk()
        self.smtp = SmtpClient(self.desk.settings.smtp, smtp_password(self.desk.settings))
        self.mailbox = Mailbox(self.desk.settings.imap, imap_password(self.desk.settings))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.mailbox.close()
        self.smtp.close()
        self.desk.db.close()
        self.mail_server.close()

    def _desk(self) -> Desk:
        path = self.folder / "rednov.toml"
        text = settings(self.mail_server.imap_port, self.mail_server.smtp_port)
        path.write_text(text, encoding="utf-8")
        return open_desk(path, tokens=_FixedLuck(), clock=self.clock)

    def start(self) -> None:
        """The contestmaster starts a game, as `rednov start` does."""
        with self.desk.db.transaction() as records:
            starting.start(self.desk, records, script.GNOMES, {})
        self.go_round()

    def go_round(self) -> None:
        """The bot fetches, works and sends, as `rednov run` does again and again."""
        service.go_round(self.desk, self.mailbox, self.smtp)

    def contestmaster_reads(self) -> Iterator[EmailMessage]:
        """The contestmaster reads their mail and approves each draft with one word."""
        pewterby = self.people[script.CONTESTMASTER]
        for mail in pewterby.new_mails():
            subject = str(mail["Subject"])
            if code_of(subject) is None or mail["From"].addresses[0].addr_spec != script.BOT:
                continue
            yield mail
            pewterby.send(script.BOT, f"Re: {subject}", "approve\n", answering=mail)
            self.go_round()


def play(folder: Path | None, console: Console) -> None:
    """Play the demo in *folder*, a fresh one unless named; mails and database stay there.

    Mendable where the folder holds the database of a demo already.
    """
    place = folder or Path(tempfile.mkdtemp(prefix="rednov-demo-"))
    if (place / "rednov.db").exists():
        raise Mendable(f"{place} holds a demo already; name a fresh folder")
    place.mkdir(parents=True, exist_ok=True)
    with Stage(place) as stage, _progress(console) as progress:
        task = progress.add_task("starting", total=len(script.CUES) + 1)
        say = progress.console.print
        say(
            f"[bold]Mail servers[/] on 127.0.0.1: IMAP {stage.mail_server.imap_port}, "
            f"SMTP {stage.mail_server.smtp_port}; lists {script.BUSINESS} and {script.DISCUSSION}"
        )
        say(f"[bold]{script.CONTESTMASTER}[/] starts a game with {', '.join(script.GNOMES)}.")
        stage.start()
        _decide(stage, progress)
        progress.advance(task)
        for cue in script.CUES:
            progress.update(task, description=cue.shows)
            words = " ".join(cue.text.split())
            first = _plain(words if len(words) <= 90 else f"{words[:88]}…")
            say(f"\n[bold cyan]{cue.who}[/] to {cue.to}: [italic]{first}[/]")
            say(f"  ({cue.shows})", style="dim")
            stage.clock.go_on()
            stage.people[cue.who].send(cue.to, cue.subject, cue.text)
            stage.go_round()
            _decide(stage, progress)
            progress.advance(task)
        mails = place / "mails"
        keep_mails(stage.mail_server, mails)
        last = _last_resolution(stage)
        picture = _picture(stage)
    text = place / "last-resolution.txt"
    text.write_text(last, encoding="utf-8")
    console.rule("the last resolution, as the list received it")
    console.print(last, markup=False, highlight=False, soft_wrap=True)
    console.rule()
    console.print(f"mails     {mails}", soft_wrap=True)
    console.print(f"database  {place / 'rednov.db'}", soft_wrap=True)
    console.print(f"text      {text}", soft_wrap=True)
    console.print(f"picture   {picture}", soft_wrap=True)
    pages = f"pages --config {place / 'rednov.toml'} {place / 'pages'}"
    console.print(f"pages     {program()} {pages}", soft_wrap=True)


def _progress(console: Console) -> Progress:
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        console=console,
        transient=True,
    )


def _decide(stage: Stage, progress: Progress) -> None:
    say = progress.console.print
    for draft in stage.contestmaster_reads():
        say(
            f"  -> [magenta]{script.CONTESTMASTER}[/] reads {_plain(draft['Subject'])} "
            "and replies [bold]approve[/]"
        )
    for name in script.GNOMES:
        for mail in stage.people[name].new_mails():
            if not _from_bot(mail):
                continue
            public = str(mail["List-Id"] or "")
            if public and name != script.GNOMES[0]:
                continue
            whom = "[green]the list[/]" if public else f"[cyan]{name}[/], privately"
            say(f"  -> {whom}: {_plain(mail['Subject'])}")


def _from_bot(mail: EmailMessage) -> bool:
    return script.BOT in str(mail["From"])


def _plain(subject: object) -> str:
    return str(subject).replace("[", r"\[")


def _last_resolution(stage: Stage) -> str:
    mails = map(parsed, stage.mail_server.mailbox(script.address_of(script.GNOMES[0])))
    last = [mail for mail in mails if _from_bot(mail) and mail["List-Id"]][-1]
    part = last.get_body(("plain",))
    assert part is not None
    return f"Subject: {last['Subject']}\n\n{part.get_content()}"


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
