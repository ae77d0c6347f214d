"""The sandbox: mail servers of its own, the bot at work, computer gnomes, and a seat for you.

It is a conversation: a line is a mail or a command; then what arrives is told.
"""

from __future__ import annotations

import re
import secrets
import select
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from functools import partial
from pathlib import Path
from random import Random
from typing import Final, TypeVar

from rich.console import Console
from rich.markup import escape

from rednov_bot.core.errors import Mendable
from rednov_bot.core.render.wording import listed
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow.commands.asking import asks_what_to_do
from rednov_bot.core.workflow.commands.saying import code_of
from rednov_bot.core.workflow.desk import Desk, Ongoing, Tokens, ongoing, tables_of
from rednov_bot.demo import script
from rednov_bot.demo.play import PEOPLE, Stage, from_bot, text_of
from rednov_bot.games.base import Player
from rednov_bot.games.red_november.ai import STRATEGIES
from rednov_bot.games.red_november.ai.looking import look
from rednov_bot.games.red_november.reader.desk_words import WORDS
from rednov_bot.games.red_november.render import canonical
from rednov_bot.games.red_november.render.position import may_act, position_text
from rednov_bot.games.red_november.render.sub_map import sub_map
from rednov_bot.games.red_november.rules.deeds import Discard
from rednov_bot.games.red_november.rules.position import Position

Answer = TypeVar("Answer")

_MORE: Final = """
[game.options]
event_choice = "orders+random"

[pages]
folder = "pages"
"""
"""What an event card leaves open is drawn: nobody is asked, so no turn waits for an answer."""

_ROUNDS: Final = 20  # after which the bot is thought to write to itself for ever


class MovableClock:
    """The clock on the wall, which can be wound on, and never back."""

    def __init__(self) -> None:
        self.ahead = timedelta()

    def now(self) -> datetime:
        """What it says."""
        return datetime.now(UTC) + self.ahead


class Sandbox(Stage):
    """The same stage, with a clock that can be wound on."""

    clock: MovableClock

    def __init__(self, folder: Path, *, imap: int, smtp: int) -> None:
        super().__init__(
            folder,
            MovableClock(),
            Tokens(),
            imap=imap,
            smtp=smtp,
            answers_a_day=0,
            more=_MORE,
        )

    def ask(self, errand: Callable[[Desk, UnitOfWork], Answer]) -> Answer:
        """Something that is done or looked up behind all that the bot has to do."""
        self.settle()
        with self.desk.db.transaction() as records:
            return errand(self.desk, records)

    def settle(self) -> None:
        """The bot goes round until no more mail moves."""
        for _ in range(_ROUNDS):
            self.moved.clear()
            self.go_round()
            if not self.moved.is_set():
                return


def next_up(position: Position, names: tuple[Player, ...]) -> Player | None:
    """Whose turn it is by custom: of those who may act, who is furthest behind in time (A13).

    None where that is nobody of these *names*, or nobody may act.
    """
    able = [position.gnome(name) for name in names]
    if not able:
        return None
    return max(able, key=lambda gnome: (gnome.minutes, gnome.arrived)).name


class ComputerGnomes:
    """Whoever sits in no seat of a person's."""

    def __init__(self, strategy: str, seed: int) -> None:
        """*strategy*: a key of `ai.STRATEGIES`.  KeyError of another."""
        self._strategy, self._luck = STRATEGIES[strategy], Random(seed)

    def says(
        self, desk: Desk, records: UnitOfWork, person: Player, *, ahead: bool
    ) -> tuple[Player, str] | None:
        """Which computer gnome writes what; None when no one of them can.

        Before a turn, whoever is bound to discard does that.  With *ahead*, one of them goes ahead
        of the *person*, though it be their turn.
        """
        now = ongoing(desk, records)
        if now is None or now.gamestate.position.pending is not None:
            return None
        if (discard := self._discard(now, person)) is not None:
            return discard
        position = now.gamestate.position
        able = may_act(position, now.options)
        others = tuple([name for name in able if name != person])
        name = next_up(position, others if ahead else able)
        if name is None or name == person:
            return None
        turn = self._strategy.turn(look(now.gamestate, name, now.tables, now.options), self._luck)
        return name, canonical.announcement(turn)

    def _discard(self, now: Ongoing, person: Player) -> tuple[Player, str] | None:
        for gnome in now.gamestate.position.gnomes:
            sight = look(now.gamestate, gnome.name, now.tables, now.options)
            if gnome.name != person and gnome.in_play and sight.over:
                items = self._strategy.discards(sight, self._luck)
                return gnome.name, "\n".join(canonical.said(Discard(items, None)))
        return None


_SPAN: Final = re.compile(r"(\d{1,4}) ?(minutes?|hours?|days?|m|h|d)")
_UNIT: Final = {"m": "minutes", "h": "hours", "d": "days"}

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

_MOST_TURNS: Final = 40
"""That computer gnomes take on one word, so that it ends."""

_PROOF: Final = re.compile(r"^(THE LUCK|PROOF OF WHAT YOU WERE TOLD)\b.*", re.MULTILINE | re.DOTALL)

Ask = Callable[[str], str]
"""Puts a prompt and gives the line that is typed; EOFError at the end of what is typed."""


class Unclear(Exception):
    """A word of command says too little; the text is what it wants."""


def _named(who: str) -> Player | None:
    return next((name for name in PEOPLE if name.lower() == who.lower()), None)


class Talk:
    """What is typed becomes mail, and what arrives is told."""

    def __init__(
        self, sandbox: Sandbox, you: Player, others: ComputerGnomes, console: Console
    ) -> None:
        self._sandbox, self._you, self._others, self._console = sandbox, you, others, console
        self._decides = self._briefly = False
        self._listed: list[EmailMessage] = []
        self._kept: dict[str, list[EmailMessage]] = {name: [] for name in PEOPLE}
        self._drafts: dict[str, EmailMessage] = {}  # by code, that await the contestmaster's word
        self._written = self._shown = 0
        self._words: dict[str, Callable[[str], object]] = {
            **dict.fromkeys(("try", "mail", "ask"), self._ask_the_bot),
            "play": self._play,
            "wind": self._wind,
            "decide": self._decide,
            "reply": self._reply,
            "show": lambda _: self._say(self._sandbox.ask(_board), markup=False),
            "mails": self._list,
            "read": self._read,
            **dict.fromkeys(("help", "?"), self._help),
        }

    def open(self) -> None:
        """Where everything is, and the game begins."""
        imap, smtp = self._sandbox.mail_server.imap_port, self._sandbox.mail_server.smtp_port
        say, login = self._say, self._you.lower()
        say(f"[bold]Mail servers[/] on 127.0.0.1: IMAP {imap}, SMTP {smtp}")
        say(
            f"Any mail program can look in: login {login} (or another's name), password "
            f"{script.PASSWORD}, no encryption; the list is {script.BUSINESS}"
        )
        say(f"The pages for spectators: {self._sandbox.folder / 'pages' / 'index.html'}")
        say(f"You are [bold]{self._you}[/]; {script.CONTESTMASTER} is the contestmaster.\n")
        self._sandbox.start()
        self.look()
        self._your_turn(first=True)

    def go_on(self, ask: Ask) -> None:
        """Line by line, until the end is wished for or nothing more is typed."""
        while True:
            try:
                line = ask(f"\n{self._you}> ").strip()
            except EOFError:
                return
            self.look()
            if line.partition(" ")[0].lower() in ("quit", "exit"):
                return
            try:
                self._do(line)
            except Unclear as unclear:
                self._say(f"That wants {unclear}.", markup=False)

    def _do(self, line: str) -> None:
        """Whatever does not begin with a word of command is a mail to the list."""
        word, space, rest = line.partition(" ")
        word, rest = word.lower(), rest.strip()
        if word == "as":
            self._write_as(line, rest)
        elif line.lower() in _ASKED or asks_what_to_do(line, WORDS):
            self._send(self._you, script.BOT, line)
        elif word in self._words:
            self._words[word](rest)
        elif space:
            self._send(self._you, script.BUSINESS, line)
        elif line:
            raise Unclear("more than a word; help tells what may be typed")

    def _write_as(self, line: str, rest: str) -> None:
        who, _, words = rest.partition(" ")
        name, words = _named(who), words.strip()
        if name is None and who[:1].isupper() and who != "I":
            raise Unclear(f"somebody who is here: {', '.join(PEOPLE)}")
        if name is None:
            self._send(self._you, script.BUSINESS, line)
            return
        if not words:
            raise Unclear("a name and words: as Brasspot I take no action")
        word, _, asked = words.partition(" ")
        if word.lower() not in ("try", "mail", "ask"):
            self._send(name, script.BUSINESS, words)
        elif asked.strip():
            self._send(name, script.BOT, asked.strip())
        else:
            raise Unclear("words for the bot")

    # -- mail out

    def _ask_the_bot(self, words: str) -> None:
        if not words:
            raise Unclear("words for the bot: try I fix the engine for 3 minutes")
        self._send(self._you, script.BOT, words)

    def _send(self, name: Player, to: str, text: str) -> None:
        whom = "the list" if to == script.BUSINESS else "the bot alone"
        began = time.monotonic()
        self._say(f"[dim]{name} writes to {whom}.[/]")
        self._mail(name, to, text)
        if not self.look():
            self._say(f"Nothing came of it: {self._sandbox.ask(_made_of_the_last)}.", markup=False)
        self._say(f"[dim]All of that took {time.monotonic() - began:.1f} s.[/]")

    def _mail(self, name: Player, to: str, text: str) -> None:
        self._written += 1
        self._sandbox.people[name].send(to, f"Red November, mail {self._written}", f"{text}\n")

    def _reply(self, text: str) -> None:
        """The contestmaster's answer to a draft, in their words."""
        if not text:
            raise Unclear("an answer: reply approve")
        if not self._drafts:
            self._say("No draft awaits an answer.")
            return
        self._answer(next(iter(self._drafts.values())), text)
        self.look()

    def _answer(self, draft: EmailMessage, text: str) -> None:
        master = self._sandbox.people[script.CONTESTMASTER]
        master.send(script.BOT, f"Re: {draft['Subject']}", f"{text}\n", answering=draft)

    def _play(self, turns: str) -> None:
        """Computer gnomes write, one after the other, until it is your turn, or at most *turns*.

        With a number, the first of them goes ahead though it be your turn already.
        """
        if turns and not re.fullmatch(r"[1-9]\d?", turns):
            raise Unclear("a number: play 3")
        self._briefly = True
        for number in range(int(turns or _MOST_TURNS)):
            ahead = bool(turns) and number == 0
            said = self._sandbox.ask(partial(self._others.says, person=self._you, ahead=ahead))
            if said is None:
                break
            name, text = said
            shown = escape(" ".join(text.split()))
            self._say(f"\n[bold cyan]{name}[/]: [italic]{shown}[/]")
            self._mail(name, script.BUSINESS, text)
            self.look()
            if self._drafts:
                break
        self._briefly = False
        if not self._drafts:
            self._your_turn(first=False)

    def _wind(self, span: str) -> None:
        found = _SPAN.fullmatch(span)
        if found is None or found[1].strip("0") == "":
            raise Unclear("a time: wind 12 hours")
        self._sandbox.clock.ahead += timedelta(**{_UNIT[found[2][0]]: int(found[1])})
        self._say(f"The clock stands at {self._sandbox.clock.now():%a %d %b, %H:%M} UTC now.")
        self.look()

    def _decide(self, said: str) -> None:
        if said.lower() not in ("on", "off"):
            raise Unclear("on or off: decide on")
        self._decides = said.lower() == "on"
        self._say(
            "You answer drafts now: [bold]reply approve[/], or whatever the draft offers."
            if self._decides
            else f"{script.CONTESTMASTER} answers drafts again."
        )
        self.look()

    # -- mail in

    def look(self) -> bool:
        """Until nothing more arrives: what came, and for whom; the contestmaster answers.

        Whether anything came.
        """
        shown = self._shown
        self._sandbox.settle()
        self._tell_news()
        while self._approve_drafts():
            self._sandbox.settle()
            self._tell_news()
        return self._shown > shown

    def _tell_news(self) -> None:
        """What is new in the mailboxes is told."""
        public: set[str] = set()
        for name in (script.CONTESTMASTER, *script.GNOMES):
            for mail in self._sandbox.people[name].new_mails():
                self._kept[name].append(mail)
                if not from_bot(mail):
                    continue
                if mail["List-Id"]:
                    if str(mail["Message-ID"]) not in public:
                        self._tell("[green]the list[/]", mail, shown=True)
                    public.add(str(mail["Message-ID"]))
                elif name == script.CONTESTMASTER:
                    self._tell(f"[yellow]{name}[/]", mail, shown=self._decides)
                    if code := code_of(str(mail["Subject"])):
                        self._drafts[code] = mail
                else:
                    whom = "you alone" if name == self._you else f"{name} alone"
                    self._tell(f"[magenta]{whom}[/]", mail, shown=name == self._you)

    def _approve_drafts(self) -> bool:
        """The contestmaster does what they do unless you decide; whether there was anything."""
        if self._drafts:
            still = self._sandbox.ask(_open_codes)
            self._drafts = {code: mail for code, mail in self._drafts.items() if code in still}
        if self._decides or not self._drafts:
            return False
        for draft in self._drafts.values():
            self._say(f"   {script.CONTESTMASTER} replies: approve")
            self._answer(draft, "approve")
        self._drafts = {}
        return True

    def _tell(self, whom: str, mail: EmailMessage, *, shown: bool) -> None:
        self._shown += 1
        self._console.print(f"-> to {whom}: ", end="", highlight=False)
        self._console.print(str(mail["Subject"]), markup=False, highlight=False, soft_wrap=True)
        if shown:
            text, draft = text_of(mail).rstrip(), code_of(str(mail["Subject"])) is not None
            text = text if draft else _without_proof(text)
            if self._briefly and mail["List-Id"]:
                text = text.partition("\n\nTHE POSITION")[0]
            lines = [f"   | {line}".rstrip() for line in text.splitlines()]
            self._say("\n".join(lines), markup=False)
            if draft and self._decides:
                self._say(
                    "[bold]reply approve[/] sends it; [bold]reply help[/] tells what else can."
                )

    # -- what is looked at

    def _list(self, who: str) -> None:
        name = _named(who or self._you)
        if name is None:
            here = listed(PEOPLE)
            self._say(f"There is nobody called {who}; here are {here}.", markup=False)
            return
        self._listed = list(self._kept[name])
        for number, mail in enumerate(self._listed, 1):
            sender = str(mail["From"]).partition(" <")[0].strip('"')
            self._say(f"{number:3}  {sender:<18}  {mail['Subject']}", markup=False)
        if not self._listed:
            self._say("Nothing has come yet.")

    def _read(self, number: str) -> None:
        if not number.isdecimal():
            raise Unclear("a number of the list: read 2")
        if not 0 < int(number) <= len(self._listed):
            self._say("There is no such mail in the last list; [bold]mails[/] makes one.")
            return
        mail = self._listed[int(number) - 1]
        heads = [f"{key}: {mail[key]}" for key in ("From", "To", "Date", "Subject")]
        self._say("\n".join([*heads, "", text_of(mail).rstrip()]), markup=False)

    def _help(self, _: str) -> None:
        for typed, does in HELP:
            self._say(f"  {typed:<30}{does}", markup=False)

    def _your_turn(self, *, first: bool) -> None:
        able, turn, over = self._sandbox.ask(self._standing)
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

    def _standing(self, desk: Desk, records: UnitOfWork) -> tuple[bool, Player | None, bool]:
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
    position = found[1].position
    tables = tables_of(desk, game)
    return f"{sub_map(position, tables.board)}\n\n{position_text(position, tables)}"


def _without_proof(text: str) -> str:
    """A text without the figures by which its luck can be checked."""
    found = _PROOF.search(text)
    if found is None:
        return text
    return f"{text[: found.start()]}({found[1].capitalize()}: left out here; mails, then read.)"


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
    with Sandbox(place, imap=imap, smtp=smtp) as sandbox:
        talk = Talk(sandbox, name, ComputerGnomes(crew, secrets.randbits(32)), console)
        with suppress(KeyboardInterrupt):
            talk.open()
            talk.go_on(partial(_typed, console, talk.look))
    console.print(f"\nmails     {place / 'mails'}", soft_wrap=True)
    console.print(f"settings  {sandbox.config}", soft_wrap=True)
    console.print(f"database  {place / _DATABASE}", soft_wrap=True)
    console.print(f"pages     {place / 'pages' / 'index.html'}", soft_wrap=True)


def _typed(console: Console, look: Callable[[], bool], prompt: str) -> str:
    """A line from the terminal; what comes while nobody types is told.

    Of a pipe each line is shown, as if it were typed.  EOFError at the end.
    """
    console.print(prompt, end="", markup=False, highlight=False)
    if sys.stdin.isatty():
        while not select.select([sys.stdin], [], [], _GLANCE)[0]:
            if look():
                console.print(prompt, end="", markup=False, highlight=False)
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    if not sys.stdin.isatty():
        console.print(line, end="", markup=False, highlight=False, soft_wrap=True)
    return line.rstrip("\n")
