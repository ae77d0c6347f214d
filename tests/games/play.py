"""A script is played in a world: at a table, in a harbour, or between real mail servers."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import count
from typing import Protocol

from rednov_bot.desk import rounds, starting
from rednov_bot.desk.desk import Desk
from rednov_bot.engine.happenings import Happening
from rednov_bot.engine.position import Position
from rednov_bot.papers import QueuedPosting
from tests.builders import FixedClock, Table
from tests.games.letters import Form, letter, parsed
from tests.games.script import Again, Mail, Script, Silence, Start
from tests.games.world import BOT, CONTESTMASTER, PEOPLE, list_at

REPLY_AFTER = 0.25  # hours until the contestmaster reads a draft


class World(Protocol):
    """Where mails are sent, and the bot goes round."""

    @property
    def clock(self) -> FixedClock:
        """What time it is, for everybody."""

    @property
    def desk(self) -> Desk:
        """The bot's."""

    def send(self, who: str, to: str, octets: bytes) -> None:
        """A mail is sent, and reaches the bot wherever it is subscribed; the bot goes round."""

    def go_round(self) -> None:
        """The bot does everything there is to do."""

    def drafts(self) -> list[bytes]:
        """The drafts that the contestmaster found in eir mailbox since the last look."""


def play(script: Script, world: World) -> None:
    """The whole game; the contestmaster answers every draft."""
    numbers = count(1)
    sent: dict[str, bytes] = {}
    styles = count()

    def post(who: str, to: str, subject: str, text: str, **more: object) -> None:
        octets = letter(
            who,
            to,
            subject,
            text,
            at=world.clock.at,
            message_id=f"<{next(numbers):03d}.{who.lower()}@player.test>",
            **more,  # type: ignore[arg-type]
        )
        if who != CONTESTMASTER:
            sent[subject] = octets
        world.send(who, to, octets)

    for cue in script.cues:
        world.clock.forward(hours=cue.hours)
        match cue:
            case Start(names=names):
                with world.desk.ledger.transaction() as records:
                    starting.start(world.desk, records, names, {})
                world.go_round()
            case Silence():
                world.go_round()
            case Again():
                with world.desk.ledger.transaction() as records:
                    rounds.draft_again(world.desk, records)
                world.go_round()
            case Mail(answering=other):
                answered = None if other is None else sent[other]
                post(cue.who, cue.to, cue.subject, cue.text, form=cue.form, answering=answered)
            case _:
                raise TypeError(type(cue).__name__)
        words = iter(cue.decide)
        while drafts := world.drafts():
            for draft in drafts:
                world.clock.forward(hours=REPLY_AFTER)
                text, form = _reply(next(words, "approve"), draft, next(styles))
                subject = f"Re: {parsed(draft)['Subject']}"
                post(CONTESTMASTER, BOT, subject, text, form=form, answering=draft)
        left = list(words)
        assert not left, f"the contestmaster was not asked for {left} after {cue}"


def _reply(word: str, draft: bytes, style: int) -> tuple[str, Form]:
    """The contestmaster's mail programs: bare, or with the draft quoted below."""
    if style % 3 == 0:
        return f"{word}\n", "plain"
    quoted = "".join(
        f"> {line}".rstrip() + "\n" for line in parsed(draft).get_content().splitlines()
    )
    text = f"{word}\n\nOn Monday, {BOT} wrote:\n\n{quoted}"
    return text, "quoted-printable" if style % 3 == 1 else "html"


@dataclass
class AtTheTable:
    """No network: lists are done by hand, and everything in and out is kept in its order."""

    table: Table
    papers: list[tuple[str, bytes]] = field(default_factory=list)  # `in-Ann`, `out-receipt-Ann`
    positions: list[tuple[tuple[Happening, ...], Position]] = field(default_factory=list)
    _drafts: list[bytes] = field(default_factory=list)

    @property
    def clock(self) -> FixedClock:
        return self.table.clock

    @property
    def desk(self) -> Desk:
        return self.table.desk

    def send(self, who: str, to: str, octets: bytes) -> None:
        if (forum := list_at(to, who)) is not None:
            octets = forum.passed_on(octets)
        self.papers.append((f"in-{who}", octets))
        self._see(self.table.receive(octets))
        self.go_round()

    def go_round(self) -> None:
        rounds.make_rounds(self.desk)
        self._see(self.table.news())
        self._note_position()

    def drafts(self) -> list[bytes]:
        drafts, self._drafts = self._drafts, []
        return drafts

    def _note_position(self) -> None:
        with self.desk.ledger.transaction() as records:
            for game in records.games()[-1:]:
                found = records.gamestate(game.id)
                if found is not None:
                    self.positions.append((records.history(game.id), found[1].position))

    def _see(self, news: tuple[QueuedPosting, ...]) -> None:
        for queued in news:
            posting = queued.posting
            name = posting.to.partition("@")[0].removeprefix("agora-")
            name = next((each for each in PEOPLE if each.lower() == name), name)
            self.papers.append((f"out-{posting.kind}-{name}", posting.octets))
            if posting.kind == "draft":
                self._drafts.append(posting.octets)
