"""What lies in a mailbox beside the game: talk in every form, copies, strangers, hostile mails."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from random import Random
from typing import Final, Literal, get_args

from rednov_bot.games.red_november.reader.reading import read
from rednov_bot.games.red_november.reader.samples import load
from tests.bench.hostile import HOSTILE
from tests.bench.station import ASHORE, BOT, BUSINESS, CONTESTMASTER, PEOPLE, address_of
from tests.corpus.score import HERE
from tests.games.letters import FORMS, Form, content

Kind = Literal["talk", "long talk", "turn", "copy", "stranger", "hostile", "noise"]
SHARES: Final[dict[Kind, int]] = {
    "talk": 50,
    "long talk": 20,
    "turn": 5,
    "copy": 10,
    "stranger": 10,
    "hostile": 2,
    "noise": 3,
}
"""Of a hundred mails."""
assert set(SHARES) == set(get_args(Kind))
_TALK: Final = tuple(
    one.text
    for one in load(HERE / "earlier.jsonl")
    if one.verdict == "none" and not re.search(r"\bCoE\b|claim|\bjoin\b", one.text, re.IGNORECASE)
)
_TURNS: Final = ("I take no action.", "I open 5-8, go in and draw 2 items.", "I pump 3 minutes.")
_RELAYS: Final = b"".join(
    b"Received: from mx%d.post.example (mx%d.post.example [192.0.2.%d])\r\n"
    b"\tby mx%d.game.test (Postfix) with ESMTPS id 4bXq2N1vKz%d\r\n" % (n, n, n, n + 1, n)
    for n in range(1, 6)
)
"""Real mails come with some hundred octets of these, and more of the like."""


class Traffic:
    """Mails by the dozen, each with a Message-ID of its own; always the same ones."""

    def __init__(self, seed: int = 1) -> None:
        self._rng = Random(seed)
        self._number = 0
        self._last: list[bytes] = []

    def some(self, number: int, at: datetime) -> tuple[bytes, ...]:
        """So many mails of all kinds, said at about this moment."""
        kinds = self._rng.choices(list(SHARES), list(SHARES.values()), k=number)
        return tuple([self.one(kind, at) for kind in kinds])

    def one(self, kind: Kind, at: datetime) -> bytes:
        """A mail of one kind."""
        rng = self._rng
        self._number += 1
        at += timedelta(seconds=rng.randrange(60) - 60)
        match kind:
            case "copy" if self._last:
                return rng.choice(self._last)  # by a list and directly, or after a renumbering
            case "hostile":
                made = rng.choice(list(HOSTILE.values()))(rng.choice((500, 4_000, 16_000)))
                return made.replace(b"<hostile@", b"<hostile.%d@" % self._number)
            case "noise":
                return rng.randbytes(rng.choice((0, 40, 4_000)))
            case "stranger":
                sender = f"Somebody <s{rng.randrange(500)}@elsewhere.example>"
                return self._mail(sender, self._words(2), at, private=rng.random() < 0.5)
            case "turn":
                who = rng.choice(ASHORE)
                text = f"{rng.choice(_TURNS)}\n\n-- \n{who}, {self._number}"
                return self._mail(f"{who} <{address_of(who)}>", text, at)
            case _:
                who = rng.choice((*PEOPLE, CONTESTMASTER))
                text = self._talk(who, 2 if kind == "talk" else 12)
                octets = self._mail(f"{who} <{address_of(who)}>", text, at)
                self._last = [*self._last[-99:], octets]
                return octets

    def _talk(self, who: str, most: int) -> str:
        """Words that announce nothing, also in the company of one another."""
        while True:
            text = self._words(most)
            lines = [one for one in text.split("\n") if not one.startswith(">")]
            own = "\n".join(lines[1:] if lines[0].endswith("wrote:") else lines)
            said = read(own, author=who, people=PEOPLE)
            if said.verdict != "acts":
                return text

    def _words(self, most: int) -> str:
        """Some paragraphs, and perhaps what others wrote before."""
        said = [self._rng.choice(_TALK) for _ in range(self._rng.randint(1, most))]
        if self._rng.random() < 0.4:
            who = self._rng.choice(PEOPLE)
            quoted = "\n> \n> ".join(
                self._rng.choice(_TALK).replace("\n", "\n> ") for _ in range(most)
            )
            said.insert(0, f"On Mon, 23 Nov 2026, {who} wrote:\n> {quoted}")
        return "\n\n".join([*said, f"That is all, for the {self._number}th time."])

    def _mail(self, sender: str, text: str, at: datetime, *, private: bool = False) -> bytes:
        form: Form = self._rng.choice(FORMS)  # type: ignore[assignment]
        if not text.isascii() and form == "plain":
            form = "8bit"
        subject = f"BUS: Re: [attn] matter {self._rng.randrange(1000)}"
        to, marks = BUSINESS, f"List-Id: <{BUSINESS.replace('@', '.')}>\r\nPrecedence: list\r\n"
        if private:
            to, marks = BOT, ""
        head = (
            f"From: {sender}\r\nTo: {to}\r\nSubject: {subject}\r\n"
            f"Date: {at:%a, %d %b %Y %H:%M:%S} +0000\r\n"
            f"Message-ID: <traffic.{self._number}.{self._rng.getrandbits(64):x}@post.example>\r\n"
            f"{marks}X-Original-To: {BOT}\r\nMIME-Version: 1.0\r\n"
        )
        return _RELAYS + head.encode() + content(form, text)
