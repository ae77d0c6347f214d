"""A small archive, written by hand after docs/luck.md: no game, but all that its page tells of."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from email.policy import default
from email.utils import format_datetime
from pathlib import Path

from tests.fairness import luck_again as luck

BEGIN = datetime(2026, 3, 2, 10, 0, tzinfo=UTC)
CARDS = 5
BOT = "rednov@bots.example"
GENESIS, PERIOD = datetime(2023, 8, 23, 15, 9, 27, tzinfo=UTC), timedelta(seconds=30)
LIT = "beacon 2023-08-23T15:09:27Z 30 drand\noption beacon=on\n"
TERMS = luck.TERMS.replace("option", LIT + "option", 1)


@dataclass
class Archive:
    """Mails in their order, and the chain as the bot keeps it."""

    mails: list[EmailMessage] = field(default_factory=list)
    notices: list[EmailMessage] = field(default_factory=list)
    seal: str = ""
    draws: int = 0
    swapped: str = ""  # the shuffle in which a host who knows the secrets exchanges two cards
    scopes: list[str] = field(default_factory=list)  # of turn 1, of turn 2
    shows: list[str] = field(default_factory=list)  # how a posting tells them

    def post(self, subject: str, text: str, *, by: str = BOT, answers: str = "") -> str:
        """A mail to the list; its Message-ID without brackets."""
        name = f"{len(self.mails) + 1}@list.example"
        mail = self._mail(name, subject, text, by)
        if answers:
            mail["In-Reply-To"] = f"<{answers}>"
        self.mails.append(mail)
        return name

    def notify(self, text: str) -> None:
        name = f"private.{len(self.notices) + 1}@bots.example"
        self.notices.append(self._mail(name, "[Red November] For you alone: turn 1", text, BOT))

    def _mail(self, name: str, subject: str, text: str, by: str) -> EmailMessage:
        mail = EmailMessage(policy=default)
        mail["From"], mail["To"], mail["Subject"] = by, "list@list.example", subject
        mail["Date"] = format_datetime(BEGIN + timedelta(hours=len(self.mails)))
        mail["Message-ID"] = f"<{name}>"
        mail.set_content(text)
        return mail

    def number(self, where: str, purpose: str, count: int) -> str:
        """A line of a die, which is in the chain from now on."""
        result = f"{luck.drawn(luck.DICE, where, purpose, count)} of {count}"
        self.link(luck.link(luck.DICE, where.replace("draw", "link", 1), purpose, result))
        return self.shown(purpose, result)

    def cards(self, where: str, purpose: str, things: list[int]) -> tuple[str, list[int]]:
        """A line of a shuffle of cards, and their order."""
        order = luck.shuffle(luck.DICE, where, purpose, things)
        if purpose == self.swapped:
            order[:2] = order[1::-1]
        result = " ".join(map(str, order))
        self.link(luck.link(luck.DICE, where.replace("draw", "link", 1), purpose, result))
        return self.shown(purpose, "sealed"), order

    def tiles(self, where: str, purpose: str, items: list[str]) -> tuple[str, list[str]]:
        """The lines of a shuffle of tiles, and a proof of each place."""
        order = luck.shuffle(luck.TILE, where, purpose, items)
        beneath = where.replace("draw", "tile", 1)
        keys = [luck.tile_key(luck.TILE, beneath, purpose, n + 1) for n in range(len(order))]
        leaves = [luck.leaf(key, item) for key, item in zip(keys, order, strict=True)]
        self.link(luck.root(leaves))
        line = f"{self.shown(purpose, 'sealed')}  root {luck.root(leaves)}\n"
        proofs = [
            f"  draw {self.draws}, tile {n}, {item}:\n"
            + textwrap.indent(textwrap.fill(luck.proof(leaves, key, n), 64), "  ")
            for n, (item, key) in enumerate(zip(order, keys, strict=True), start=1)
        ]
        return line, proofs

    def shown(self, purpose: str, result: str) -> str:
        self.draws += 1
        return f"  draw {self.draws}, {purpose}: {result}\n"

    def link(self, link: str) -> None:
        self.seal = luck.seal(self.seal, link)

    def close(self, where: str, drafts: int, read: str = "-") -> str:
        """The last lines of a section."""
        self.link(luck.posting_link(luck.DICE, where.replace("draw", "posting", 1), drafts, read))
        return f"  drafts {drafts}\n  seal {self.seal}\n"

    def write(self, folder: Path) -> tuple[Path, Path]:
        """Two mbox files."""
        paths = folder / "archive.mbox", folder / "notices.mbox"
        for path, mails in zip(paths, (self.mails, self.notices), strict=True):
            path.write_bytes(b"".join([_in_mbox(mail) for mail in mails]))
        return paths


def _in_mbox(mail: EmailMessage) -> bytes:
    lines = mail.as_bytes().split(b"\n")
    escaped = [b">" + line if line.lstrip(b">").startswith(b"From ") else line for line in lines]
    return b"From rednov Mon Mar  2 10:00:00 2026\n" + b"\n".join(escaped) + b"\n\n"


SIGNATURE = "\n-- \nrednov_bot, keeping Red November for Pewterby\n"


def small_archive(*, swapped: str = "", terms: str = "") -> Archive:
    """An opening, two turns, a correction, an idle kill, and the secrets."""
    made = Archive(swapped=swapped)
    _open(made, TERMS + terms)
    made.post("lunch", "Who is hungry?\n\nFrom here it looks like rain.\n", by="Cy <cy@x.example>")
    _first_turn(made)
    _second_turn(made)
    _the_rest(made)
    secrets = f"  The secret of the dice and cards:\n  {luck.DICE.hex()}\n"
    secrets += f"  The secret of the tiles:\n  {luck.TILE.hex()}\n"
    made.post("[Red November] The secrets of RN1", f"The game is over.\n\n{secrets}{SIGNATURE}")
    return made


def _open(made: Archive, terms: str) -> None:
    term = luck.digest(terms)
    dice, tile = (
        luck.commitment(term, name, key) for name, key in (("dice", luck.DICE), ("tile", luck.TILE))
    )
    made.seal = luck.digest(f"{luck.FORM}chain\ndice {dice}\ntile {tile}\n")
    where = luck.scope("opening")
    lines = "THE LUCK, form 2\n  All dice follow from two secrets; there are\n  draw many more.\n"
    lines += textwrap.indent(terms.partition("terms\n")[2], "  ")
    lines += f"  term {term}\n  dice {dice}\n  tile {tile}\n"
    lines += made.number(where, "starting room of Ann: the 1st", 10)
    lines += made.number(where, "starting room of Bob", 10)
    pool, proofs = made.tiles(where, "item pool", list(luck.TILES))
    lines += pool + made.cards(where, "event deck", list(range(CARDS)))[0]
    lines += made.close(where, 2)
    head = "A game begins.\n\nThis game is called RN1, where a mail has to say so.\n\n"
    head += f"heat  1 of 10     event deck  {CARDS}, Kraken aside\nheat  events played   0\n\n"
    made.post("[Red November] A new game begins", f"{head}{lines}{SIGNATURE}")
    shown = "\n".join([proofs[0], proofs[3]])
    made.notify(f"Ann, your items.\n\nPROOF OF WHAT YOU WERE TOLD\n{shown}\n  told opening: 00\n")


def _announced(made: Archive, turn: int, words: str, by: str) -> str:
    """The Message-ID of the mail; on its digest, and the round behind it, the turn hangs."""
    text = f"{words}\n-- \n{by}, the brave\n"
    name = made.post("BUS: [RN] my turn", text, by=f"{by} <{by.lower()}@x.example>")
    at = made.mails[-1]["Date"].datetime
    mail = luck.mail_digest(name, f"{at:%Y-%m-%dT%H:%M:%SZ}", " ".join(words.split()))
    round_, value = (at - GENESIS) // PERIOD + 2, "cd" * 32
    made.scopes.append(luck.scope(f"turn {turn}", mail, f"{round_} {value}"))
    made.shows.append(f"  mail {mail}\n  beacon drand, round {round_}:\n  from {value}\n")
    return name


def _first_turn(made: Archive) -> None:
    name = _announced(made, 1, "I open 9-8 and\n  go in. Then I draw three items.", "Ann")
    (where,), (shows,) = made.scopes, made.shows
    read = "I open hatch 9-8 and go in. I spend 3 minutes drawing 3 items."
    told = textwrap.fill(f"turn 1, read as: {read}", 60, subsequent_indent="    ")
    lines = f"THE LUCK, form 2\n{textwrap.indent(told, '  ')}\n{shows}"
    lines += made.number(where, "action", 10)
    lines += made.number(where, "event 41 room", 10)
    lines += made.close(where, 1, read)
    made.post("BUS: [Red November] Turn 1: Ann", f"Done.\n\n{lines}{SIGNATURE}", answers=name)


def _second_turn(made: Archive) -> None:
    name = _announced(made, 2, "I take no action.", "Bob")
    where, shows = made.scopes[1], made.shows[1]
    lines = f"THE LUCK, form 2\n  turn 2, read as: I take no action.\n{shows}"
    deck = luck.shuffle(luck.DICE, luck.scope("opening"), "event deck", range(CARDS))
    lines += made.cards(where, "renew events 0", [*sorted(deck), CARDS])[0]
    lines += made.cards(where, "renew events 1", list(range(CARDS + 1)))[0]
    refill, proofs = made.tiles(where, "refill items 2", ["grog"])
    lines += refill + made.close(where, 1, "I take no action.")
    made.post("[Red November] Turn 2: Bob", f"Done.\n\n{lines}{SIGNATURE}", answers=name)
    made.notify(
        f"Bob, your items.\n\nPROOF OF WHAT YOU WERE TOLD\n{proofs[0]}\n  told turn 2: 00\n"
    )


def _the_rest(made: Archive) -> None:
    """The first turn was read wrongly, and the second one comes out otherwise."""
    made.post(
        "[Red November] A claim", "I meant the engine, of course.\n", by="Ann <ann@x.example>"
    )
    lines = f"THE LUCK, form 2\n  turn 1, read as: I fix the engine.\n{made.shows[0]}"
    lines += made.number(made.scopes[0], "event 44 room", 10)
    lines += f"  turn 2:\n{made.shows[1]}" + made.number(made.scopes[1], "event 30 room", 10)
    lines += made.close(luck.scope("correction of turn 1"), 3, "I fix the engine.")
    subject = "[Red November] Correction of turn 1: Ann"
    made.post(subject, f"It was wrong.\n\n{lines}{SIGNATURE}")
    where = luck.scope("idle Bob")
    lines = "THE LUCK, form 2\n" + made.close(where, 1)
    kill = f"Gone. The game is\nover.\n\n{lines}{SIGNATURE}"
    made.post("[Red November] Bob is killed for idleness, and the game is over", kill)
