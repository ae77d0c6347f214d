"""The conversation at the terminal: a line is a mail or a word; then what arrives is told."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from email.message import EmailMessage
from functools import partial
from typing import Final, assert_never

from rich.console import Console

from rednov_bot.core.commands.replies import code_of
from rednov_bot.demo import script, shore
from rednov_bot.desk.desk import Desk, ongoing, tables_of
from rednov_bot.engine.position import Position
from rednov_bot.engine.words import GnomeName
from rednov_bot.ports import Records
from rednov_bot.prose.position_text import may_act, position_text
from rednov_bot.prose.sub_map import sub_map
from rednov_bot.prose.wording import listed
from rednov_bot.sandbox import wishes as w
from rednov_bot.sandbox.deckhands import Deckhands, next_up
from rednov_bot.sandbox.waters import Waters

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
        self._kept: dict[str, list[EmailMessage]] = {name: [] for name in shore.PEOPLE}
        self._drafts: list[EmailMessage] = []  # that await the contestmaster's word
        self._written = self._shown = 0

    def open(self) -> None:
        """Where everything is, and the game begins."""
        imap, smtp = self._waters.harbour.imap_port, self._waters.harbour.smtp_port
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
            wish = w.wish(line, shore.PEOPLE)
            if isinstance(wish, w.Quit):
                return
            self._grant(wish)

    def _grant(self, wish: w.Wish) -> None:
        match wish:
            case w.Announce(text, who):
                self._send(who, script.BUSINESS, text)
            case w.ToBot(text, who):
                self._send(who, script.BOT, text)
            case w.Reply(text):
                self._reply(text)
            case w.Play(turns):
                self._play(turns)
            case w.Wind(on):
                self._waters.clock.wind(on)
                now = self._waters.clock.now()
                self._say(f"The clock stands at {now:%a %d %b, %H:%M} UTC now.")
                self._arrived()
            case w.Decide(yourself):
                self._decides = yourself
                self._say(
                    "You answer drafts now: [bold]reply approve[/], or whatever the draft offers."
                    if yourself
                    else f"{script.CONTESTMASTER} answers drafts again."
                )
                self._arrived()
            case w.Show():
                self._say(self._waters.ask(_board), markup=False)
            case w.Mails(who):
                self._list(who)
            case w.ReadMail(number):
                self._read(number)
            case w.Help():
                self._help()
            case w.Unclear(wants):
                self._say(f"That wants {wants}.", markup=False)
            case w.Quit():
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
        found = next((name for name in shore.PEOPLE if name.lower() == who.lower()), None)
        if found is None:
            here = listed(shore.PEOPLE)
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
        """The contestmaster does what e does unless you decide."""
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
        for typed, does in w.HELP:
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

    def _standing(self, desk: Desk, records: Records) -> tuple[bool, GnomeName | None, bool]:
        now = ongoing(desk, records)
        if now is None:
            return False, None, True
        able = may_act(now.gamestate.position, now.options)
        return bool(able), next_up(now.gamestate.position, able), False

    def _say(self, words: str, *, markup: bool = True) -> None:
        self._console.print(words, markup=markup, highlight=False, soft_wrap=True)


def _made_of_the_last(_: Desk, records: Records) -> str:
    """What became of the mail that was handled last."""
    filed = records.dispositions()
    return filed[-1].reason if filed else "no mail was handled"


def _open_codes(_: Desk, records: Records) -> frozenset[str]:
    return frozenset([one.code for one in records.open_drafts()])


def _board(desk: Desk, records: Records) -> str:
    """The board in plain text."""
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
