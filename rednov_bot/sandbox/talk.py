"""The conversation at the terminal: a line is a mail or a command; then what arrives is told."""

from __future__ import annotations

import re
import secrets
import select
import sys
import tempfile
import time
from collections.abc import Callable, Collection
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from email.message import EmailMessage
from functools import partial
from pathlib import Path
from typing import Final, TypeAlias, assert_never

from rich.console import Console

from rednov_bot.core.errors import Mendable
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow.commands.replies import code_of
from rednov_bot.core.workflow.commands.requests import asks_what_to_do
from rednov_bot.core.workflow.desk import Desk, ongoing, tables_of
from rednov_bot.demo import play, script
from rednov_bot.games.red_november.render.position import may_act, position_text
from rednov_bot.games.red_november.render.sub_map import sub_map
from rednov_bot.games.red_november.render.wording import listed
from rednov_bot.games.red_november.rules.position import Position
from rednov_bot.games.red_november.rules.words import GnomeName
from rednov_bot.sandbox.servers import Deckhands, Waters, next_up


@dataclass(frozen=True, slots=True)
class Announce:
    """A mail to the list; *who* writes it, "" for whoever sits here."""

    text: str
    who: str = ""


@dataclass(frozen=True, slots=True)
class ToBot:
    """A mail to the bot alone."""

    text: str
    who: str = ""


@dataclass(frozen=True, slots=True)
class Play:
    """Computer gnomes take turns until it is that of whoever sits here; so many at most, or 0."""

    turns: int


@dataclass(frozen=True, slots=True)
class Wind:
    """The clock is wound on."""

    on: timedelta


@dataclass(frozen=True, slots=True)
class Decide:
    """Whether you answer drafts yourself."""

    yourself: bool


@dataclass(frozen=True, slots=True)
class Reply:
    """Your answer to a draft, as the contestmaster: in their words."""

    text: str


@dataclass(frozen=True, slots=True)
class Show:
    """The board and the position."""


@dataclass(frozen=True, slots=True)
class Mails:
    """A list of somebody's mails, "" for whoever sits here."""

    who: str = ""


@dataclass(frozen=True, slots=True)
class ReadMail:
    """One mail, by its number in the last list."""

    number: int


@dataclass(frozen=True, slots=True)
class Help:
    """What may be typed."""


@dataclass(frozen=True, slots=True)
class Quit:
    """The end."""


@dataclass(frozen=True, slots=True)
class Unclear:
    """A word of command that says too little, and what it wants."""

    wants: str


Office: TypeAlias = Decide | Reply
Look: TypeAlias = Show | Mails | ReadMail | Help
Wish: TypeAlias = Announce | ToBot | Play | Wind | Office | Look | Quit | Unclear

_SPAN: Final = re.compile(r"(\d{1,4}) ?(minutes?|hours?|days?|m|h|d)")
_UNIT: Final = {"m": "minutes", "h": "hours", "d": "days"}


def wish_of(line: str, names: Collection[str]) -> Wish:
    """What a line says, where people of these *names* are.

    Whatever is no word of command is a mail to the list.
    """
    said = line.strip()
    word, _, rest = said.partition(" ")
    if word.lower() == "as":
        who, _, words = rest.strip().partition(" ")
        if who.lower() in {name.lower() for name in names}:
            return _in_the_name_of(who, words.strip())
        if who[:1].isupper() and who != "I":
            return Unclear(f"somebody who is here: {', '.join(names)}")
        return Announce(said)
    if said.lower() in _ASKED or asks_what_to_do(said):
        return ToBot(said)
    make = _WORDS.get(word.lower())
    if make is None:
        return Announce(said) if rest else Unclear("more than a word; help tells what may be typed")
    return make(rest.strip())


def _in_the_name_of(who: str, text: str) -> Wish:
    if not text:
        return Unclear("a name and words: as Brasspot I take no action")
    word, _, words = text.partition(" ")
    if word.lower() not in ("try", "mail", "ask"):
        return Announce(text, who)
    return ToBot(words.strip(), who) if words.strip() else Unclear("words for the bot")


def _to_bot(rest: str) -> Wish:
    return ToBot(rest) if rest else Unclear("words for the bot: try I fix the engine for 3 minutes")


def _play(rest: str) -> Wish:
    if not rest:
        return Play(0)
    return Play(int(rest)) if re.fullmatch(r"[1-9]\d?", rest) else Unclear("a number: play 3")


def _wind(rest: str) -> Wish:
    found = _SPAN.fullmatch(rest)
    if found is None or found[1].strip("0") == "":
        return Unclear("a time: wind 12 hours")
    return Wind(timedelta(**{_UNIT[found[2][0]]: int(found[1])}))


def _decide(rest: str) -> Wish:
    if rest.lower() not in ("on", "off"):
        return Unclear("on or off: decide on")
    return Decide(rest.lower() == "on")


def _reply(rest: str) -> Wish:
    return Reply(rest) if rest else Unclear("an answer: reply approve")


def _read(rest: str) -> Wish:
    return ReadMail(int(rest)) if rest.isdecimal() else Unclear("a number of the list: read 2")


_WORDS: Final[dict[str, Callable[[str], Wish]]] = {
    "try": _to_bot,
    "mail": _to_bot,
    "ask": _to_bot,
    "play": _play,
    "wind": _wind,
    "decide": _decide,
    "reply": _reply,
    "show": lambda _: Show(),
    "mails": Mails,
    "read": _read,
    "help": lambda _: Help(),
    "?": lambda _: Help(),
    "quit": lambda _: Quit(),
    "exit": lambda _: Quit(),
}

_ASKED: Final = frozenset({"hand", "status", "my hand", "orders", "story", "standing"})
"""What is mailed to the bot alone, with "ask" before it or without."""

HELP: Final = (
    ("I open 9-8, go in and ...", "a mail to the list, in your words"),
    ("try I fix the engine for 3", "a mail to the bot alone: what would come of it"),
    ("what can I do?", "the same: what is legal from where you stand, with your hand"),
    ("ask hand", "the same: hand, status, help"),
    ("play, play 3", "computer gnomes take turns until it is yours, at most so many"),
    ("as Brasspot I take no action", "a mail in somebody else's name; as Brasspot try ... too"),
    ("decide on", "you answer drafts yourself, as the contestmaster: reply approve"),
    ("wind 12 hours", "the clock goes on"),
    ("show", "the board as it stands"),
    ("mails, mails Brasspot", "what came, and for whom; read 2 shows one"),
    ("an empty line", "what has come meanwhile, by a mail program say"),
    ("quit", "the end; mails and database stay in the folder"),
)
"""What may be typed, and what it does."""


MOST_TURNS: Final = 40
"""That computer gnomes take on one word, so that it ends."""

_PROOF: Final = re.compile(r"^(THE LUCK|PROOF OF WHAT YOU WERE TOLD)\b.*", re.MULTILINE | re.DOTALL)

Ask = Callable[[str], str]
"""Puts a prompt and gives the line that is typed; EOFError at the end of what is typed."""


class Talk:
    """What is typed becomes mail, and what arrives is told."""

    def __init__(
        self, waters: Waters, you: GnomeName, deckhands: Deckhands, console: Console
    ) -> None:
        self._waters, self._you, self._hands, self._console = waters, you, deckhands, console
        self._decides = self._briefly = False
        self._listed: list[EmailMessage] = []
        self._kept: dict[str, list[EmailMessage]] = {name: [] for name in play.PEOPLE}
        self._drafts: list[EmailMessage] = []  # that await the contestmaster's word
        self._written = self._shown = 0

    def open(self) -> None:
        """Where everything is, and the game begins."""
        imap, smtp = self._waters.mail_server.imap_port, self._waters.mail_server.smtp_port
        say, login = self._say, self._you.lower()
        say(f"[bold]Mail servers[/] on 127.0.0.1: IMAP {imap}, SMTP {smtp}")
        say(
            f"Any mail program can look in: login {login} (or another's name), password "
            f"{script.PASSWORD}, no encryption; the list is {script.BUSINESS}"
        )
        say(f"The pages for spectators: {self._waters.folder / 'pages' / 'index.html'}")
        say(f"You are [bold]{self._you}[/]; {script.CONTESTMASTER} is the contestmaster.\n")
        self._waters.start()
        self._arrived()
        self._your_turn(first=True)

    def go_on(self, ask: Ask) -> None:
        """Line by line, until the end is wished for or nothing more is typed."""
        while True:
            try:
                line = ask(f"\n{self._you}> ")
            except EOFError:
                return
            self._arrived()
            if not line.strip():
                continue
            wish = wish_of(line, play.PEOPLE)
            if isinstance(wish, Quit):
                return
            self._grant(wish)

    def _grant(self, wish: Wish) -> None:
        match wish:
            case Announce(text, who):
                self._send(who, script.BUSINESS, text)
            case ToBot(text, who):
                self._send(who, script.BOT, text)
            case Reply(text):
                self._reply(text)
            case Play(turns):
                self._play(turns)
            case Wind(on):
                self._waters.clock.wind(on)
                now = self._waters.clock.now()
                self._say(f"The clock stands at {now:%a %d %b, %H:%M} UTC now.")
                self._arrived()
            case Decide(yourself):
                self._decides = yourself
                self._say(
                    "You answer drafts now: [bold]reply approve[/], or whatever the draft offers."
                    if yourself
                    else f"{script.CONTESTMASTER} answers drafts again."
                )
                self._arrived()
            case Show():
                self._say(self._waters.ask(_board), markup=False)
            case Mails(who):
                self._list(who)
            case ReadMail(number):
                self._read(number)
            case Help():
                self._help()
            case Unclear(wants):
                self._say(f"That wants {wants}.", markup=False)
            case Quit():
                pass
            case _:
                assert_never(wish)

    # -- mail out

    def _send(self, who: str, to: str, text: str) -> None:
        name = self._named(who or self._you)
        if name is None:
            return
        self._written += 1
        whom = "the list" if to == script.BUSINESS else "the bot alone"
        began = time.monotonic()
        self._say(f"[dim]{name} writes to {whom}.[/]")
        self._waters.people[name].send(to, self._subject(), f"{text}\n")
        if not self._arrived():
            self._say(f"Nothing came of it: {self._waters.ask(_made_of_the_last)}.", markup=False)
        self._say(f"[dim]All of that took {time.monotonic() - began:.1f} s.[/]")

    def _named(self, who: str) -> GnomeName | None:
        found = next((name for name in play.PEOPLE if name.lower() == who.lower()), None)
        if found is None:
            here = listed(play.PEOPLE)
            self._say(f"There is nobody called {who}; here are {here}.", markup=False)
        return found

    def _reply(self, text: str) -> None:
        if not self._drafts:
            self._say("No draft awaits an answer.")
            return
        self._answer(self._drafts[0], text)
        self._arrived()

    def _answer(self, draft: EmailMessage, text: str) -> None:
        master = self._waters.people[script.CONTESTMASTER]
        master.send(script.BOT, f"Re: {draft['Subject']}", f"{text}\n", answering=draft)

    def _play(self, turns: int) -> None:
        """Computer gnomes write, one after the other, until it is your turn, or at most *turns*.

        With a number, the first of them goes ahead though it be your turn already.
        """
        self._briefly = True
        for number in range(turns or MOST_TURNS):
            ahead = turns > 0 and number == 0
            said = self._waters.ask(partial(self._hands.says, person=self._you, ahead=ahead))
            if said is None:
                break
            self._written += 1
            self._say(f"\n[bold cyan]{said.who}[/]: [italic]{_one_line(said.text)}[/]")
            self._waters.people[said.who].send(script.BUSINESS, self._subject(), f"{said.text}\n")
            self._arrived()
            if self._drafts:
                break
        self._briefly = False
        if not self._drafts:
            self._your_turn(first=False)

    def _subject(self) -> str:
        return f"Red November, mail {self._written}"

    # -- mail in

    def idle(self) -> bool:
        """While nothing is typed: whether something has come, which is told."""
        return self._arrived()

    def _arrived(self) -> bool:
        """Until nothing more arrives: what came, and for whom; the contestmaster answers.

        Whether anything came.
        """
        shown = self._shown
        self._waters.settle()
        while self._told():
            self._waters.settle()
        if self._drafts:
            still = self._waters.ask(_open_codes)
            self._drafts = [one for one in self._drafts if code_of(str(one["Subject"])) in still]
        if not self._decides and self._drafts:
            for draft in self._drafts:
                self._approve(draft)
            self._drafts = []
            return self._arrived() or True
        return self._shown > shown

    def _told(self) -> bool:
        """What is new in the mailboxes is told; whether the contestmaster has answered a draft."""
        answered = False
        public: set[str] = set()
        for name in (script.CONTESTMASTER, *script.GNOMES):
            for mail in self._waters.people[name].new_mails():
                self._kept[name].append(mail)
                if script.BOT not in str(mail["From"]):
                    continue
                if mail["List-Id"]:
                    if str(mail["Message-ID"]) not in public:
                        self._tell("[green]the list[/]", mail, shown=True)
                    public.add(str(mail["Message-ID"]))
                elif name == script.CONTESTMASTER:
                    answered |= self._for_whom_decides(mail)
                else:
                    whom = "you alone" if name == self._you else f"{name} alone"
                    self._tell(f"[magenta]{whom}[/]", mail, shown=name == self._you)
        return answered

    def _for_whom_decides(self, mail: EmailMessage) -> bool:
        self._tell(f"[yellow]{script.CONTESTMASTER}[/]", mail, shown=self._decides)
        if code_of(str(mail["Subject"])) is None:
            return False
        if self._decides:
            self._drafts.append(mail)
            self._say("[bold]reply approve[/] sends it; [bold]reply help[/] tells what else can.")
            return False
        self._approve(mail)
        return True

    def _approve(self, draft: EmailMessage) -> None:
        """The contestmaster does what they do unless you decide."""
        self._say(f"   {script.CONTESTMASTER} replies: approve")
        self._answer(draft, "approve")

    def _tell(self, whom: str, mail: EmailMessage, *, shown: bool) -> None:
        self._shown += 1
        self._console.print(f"-> to {whom}: ", end="", highlight=False)
        self._console.print(str(mail["Subject"]), markup=False, highlight=False, soft_wrap=True)
        if shown:
            text, draft = text_of(mail), code_of(str(mail["Subject"])) is not None
            text = text if draft else _without_proof(text)
            if self._briefly and mail["List-Id"]:
                text = text.partition("\n\nTHE POSITION")[0]
            lines = [f"   | {line}".rstrip() for line in text.splitlines()]
            self._say("\n".join(lines), markup=False)

    # -- what is looked at

    def _list(self, who: str) -> None:
        name = self._named(who or self._you)
        if name is None:
            return
        self._listed = list(self._kept[name])
        for number, mail in enumerate(self._listed, 1):
            sender = str(mail["From"]).partition(" <")[0].strip('"')
            self._say(f"{number:3}  {sender:<18}  {mail['Subject']}", markup=False)
        if not self._listed:
            self._say("Nothing has come yet.")

    def _read(self, number: int) -> None:
        if not 0 < number <= len(self._listed):
            self._say("There is no such mail in the last list; [bold]mails[/] makes one.")
            return
        mail = self._listed[number - 1]
        heads = [f"{key}: {mail[key]}" for key in ("From", "To", "Date", "Subject")]
        self._say("\n".join([*heads, "", text_of(mail)]), markup=False)

    def _help(self) -> None:
        for typed, does in HELP:
            self._say(f"  {typed:<30}{does}", markup=False)

    def _your_turn(self, *, first: bool) -> None:
        able, turn, over = self._waters.ask(self._standing)
        if over:
            self._say("\nThe game is over.")
        elif turn == self._you:
            self._say("\n[bold]It is your turn.[/]")
        elif turn is not None:
            self._say(f"\nBy custom it is {turn}'s turn; [bold]play[/] has it taken.")
        if first:
            self._say(
                "Write your turn as you would to a list, [bold]try[/] it first, or type "
                "[bold]help[/]."
            )
        if not able and not over:
            self._say("Nobody may act now.")

    def _standing(self, desk: Desk, records: UnitOfWork) -> tuple[bool, GnomeName | None, bool]:
        now = ongoing(desk, records)
        if now is None:
            return False, None, True
        able = may_act(now.gamestate.position, now.options)
        return bool(able), next_up(now.gamestate.position, able), False

    def _say(self, words: str, *, markup: bool = True) -> None:
        self._console.print(words, markup=markup, highlight=False, soft_wrap=True)


def _made_of_the_last(_: Desk, records: UnitOfWork) -> str:
    filed = records.dispositions()
    return filed[-1].reason if filed else "no mail was handled"


def _open_codes(_: Desk, records: UnitOfWork) -> frozenset[str]:
    return frozenset([one.code for one in records.open_drafts()])


def _board(desk: Desk, records: UnitOfWork) -> str:
    game = records.latest_game()
    found = None if game is None else records.gamestate(game.id)
    if game is None or found is None:
        return "No game has begun."
    position: Position = found[1].position
    tables = tables_of(desk, game)
    return f"{sub_map(position, tables.board)}\n\n{position_text(position, tables)}"


def text_of(mail: EmailMessage) -> str:
    """The plain text of a mail."""
    part = mail.get_body(("plain",))
    return "" if part is None else str(part.get_content()).rstrip()


def _without_proof(text: str) -> str:
    """A text without the figures by which its luck can be checked."""
    found = _PROOF.search(text)
    if found is None:
        return text
    return f"{text[: found.start()]}({found[1].capitalize()}: left out here; mails, then read.)"


def _one_line(text: str) -> str:
    return " ".join(text.split()).replace("[", r"\[")


_DATABASE: Final = "rednov.db"
_GLANCE: Final = 1.0  # seconds between two looks whether mail has come


def play_here(folder: Path | None, you: str, crew: str, *, imap: int, smtp: int) -> None:
    """Until "quit", the end of what is typed, or Ctrl-C.

    Mendable where nobody is called *you*, a port is taken, or the folder holds a game already.
    """
    name = next((one for one in script.GNOMES if one.lower() == you.lower()), None)
    if name is None:
        raise Mendable(f"there is no gnome {you!r} here; be one of {', '.join(script.GNOMES)}")
    place = folder or Path(tempfile.mkdtemp(prefix="rednov-sandbox-"))
    if (place / _DATABASE).exists():
        raise Mendable(f"{place} holds a game already; name a fresh folder")
    console = Console()
    try:
        waters = Waters(place, imap=imap, smtp=smtp)
    except OSError as error:
        raise Mendable(f"the mail servers cannot be started: {error.strerror}") from error
    with waters:
        talk = Talk(waters, name, Deckhands(crew, secrets.randbits(32)), console)
        with suppress(KeyboardInterrupt):
            talk.open()
            talk.go_on(partial(_typed, console, talk.idle))
    console.print(f"\nmails     {place / 'mails'}", soft_wrap=True)
    console.print(f"settings  {waters.config}", soft_wrap=True)
    console.print(f"database  {place / _DATABASE}", soft_wrap=True)
    console.print(f"pages     {place / 'pages' / 'index.html'}", soft_wrap=True)


def _typed(console: Console, idle: Callable[[], bool], prompt: str) -> str:
    """A line from the terminal; what comes while nobody types is told.

    Of a pipe each line is shown, as if it were typed.  EOFError at the end.
    """
    console.print(prompt, end="", markup=False, highlight=False)
    if sys.stdin.isatty():
        while not select.select([sys.stdin], [], [], _GLANCE)[0]:
            if idle():
                console.print(prompt, end="", markup=False, highlight=False)
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    if not sys.stdin.isatty():
        console.print(line, end="", markup=False, highlight=False, soft_wrap=True)
    return line.rstrip("\n")
