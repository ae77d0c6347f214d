"""A script is played in a world: at a table, at an embedded server, or between real servers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import count
from typing import Protocol

from rednov_bot.core.models import Attempt, QueuedPosting
from rednov_bot.core.workflow import scheduler, starting
from rednov_bot.core.workflow.desk import Desk
from rednov_bot.games.red_november.rules.events import Event
from rednov_bot.games.red_november.rules.position import Position
from tests.builders import FixedClock, Table
from tests.games.letters import Form, message, parsed
from tests.games.script import Again, Cue, Mail, Script, Silence, Start
from tests.games.world import BOT, Cast, address_of

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

    def drafts(self) -> list[tuple[str, bytes]]:
        """The drafts that the contestmasters found since the last look, and who found each."""


def play(script: Script, world: World, before: Callable[[int], None] = lambda _: None) -> None:
    """The whole script; the contestmaster answers every draft.

    *before* happens before each cue, whose number from 0 it is told.
    """
    _Play(script.cast, world).perform(script, before)


@dataclass
class _Play:
    cast: Cast
    world: World
    _sent: dict[str, bytes] = field(default_factory=dict)  # by their subjects
    _numbers: Iterator[int] = field(default_factory=lambda: count(1))
    _styles: Iterator[int] = field(default_factory=count)

    def perform(self, script: Script, before: Callable[[int], None]) -> None:
        for number, cue in enumerate(script.cues):
            before(number)
            words = iter(cue.decide)
            for _ in range(cue.times if isinstance(cue, Silence) else 1):
                self.world.clock.forward(hours=cue.hours)
                self._happen(cue)
                self._answer_drafts(words)
            left = list(words)
            assert not left, f"the contestmaster was not asked for {left} after {cue}"

    def _happen(self, cue: Cue) -> None:
        match cue:
            case Start(names=names):
                with self.world.desk.db.transaction() as records:
                    starting.start(self.world.desk, records, names, {})
                self.world.go_round()
            case Silence():
                self.world.go_round()
            case Again():
                with self.world.desk.db.transaction() as records:
                    scheduler.draft_again(self.world.desk, records)
                self.world.go_round()
            case Mail():
                answered = None if cue.answering is None else self._earlier(cue.answering, cue.who)
                self._post(cue.who, cue.to, cue.subject, cue.text, cue.form, answered)
            case _:
                raise TypeError(type(cue).__name__)

    def _answer_drafts(self, words: Iterator[str | None]) -> None:
        while drafts := self.world.drafts():
            for who, draft in drafts:
                self.world.clock.forward(hours=REPLY_AFTER)
                word = next(words, "approve")
                if word is not None:
                    text, form = _reply(word, draft, next(self._styles))
                    self._post(who, BOT, None, text, form, draft)

    def _earlier(self, subject: str, who: str) -> bytes:
        """A mail with this subject; or the newest that the bot sent to them or a list and fits."""
        if subject in self._sent:
            return self._sent[subject]
        with self.world.desk.db.transaction() as records:
            outbox = records.outbox()
        for queued in reversed(outbox):
            octets, to = queued.posting.octets, queued.posting.to
            mine = to == address_of(who) or to in (one.address for one in self.cast.lists)
            if mine and re.search(subject, f"{queued.posting.kind} {parsed(octets)['Subject']}"):
                return octets
        raise KeyError(f"no mail has the subject {subject!r}")

    def _post(
        self,
        who: str,
        to: str,
        subject: str | None,
        text: str,
        form: Form,
        answering: bytes | None,
    ) -> None:
        if subject is None:
            assert answering is not None
            subject = f"Re: {parsed(answering)['Subject']}"
        octets = message(
            who,
            to,
            subject,
            text,
            at=self.world.clock.at,
            message_id=f"<{next(self._numbers):03d}.{who.lower()}@player.test>",
            form=form,
            answering=answering,
        )
        if who not in self.cast.contestmasters:
            self._sent[subject] = octets
        self.world.send(who, to, octets)


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
    cast: Cast
    papers: list[tuple[str, bytes]] = field(default_factory=list)  # `in-Ann`, `out-receipt-Ann`
    positions: dict[str, list[tuple[tuple[Event, ...], Position]]] = field(default_factory=dict)
    """Of every game, by its tag: what had happened, and where it stood, round by round."""
    _drafts: list[tuple[str, bytes]] = field(default_factory=list)
    _copies: list[bytes] = field(default_factory=list)  # of postings, on their way to the bot

    @property
    def clock(self) -> FixedClock:
        return self.table.clock

    @property
    def desk(self) -> Desk:
        return self.table.desk

    def send(self, who: str, to: str, octets: bytes) -> None:
        if (forum := self.cast.list_at(to, who)) is not None:
            octets = forum.passed_on(octets)
        self.papers.append((f"in-{who}", octets))
        self._bring_copies()
        self._see(self.table.receive(octets))
        self._do_the_rest()

    def go_round(self) -> None:
        self._bring_copies()
        self._do_the_rest()

    def _do_the_rest(self) -> None:
        scheduler.make_rounds(self.desk)
        self._see(self.table.news())
        self._note_position()

    def drafts(self) -> list[tuple[str, bytes]]:
        drafts, self._drafts = self._drafts, []
        return drafts

    def _bring_copies(self) -> None:
        """The lists send the bot its own postings, as they do everybody."""
        copies, self._copies = self._copies, []
        self._see(self.table.receive(*copies))

    def _note_position(self) -> None:
        with self.desk.db.transaction() as records:
            for game in records.games()[-1:]:
                found = records.gamestate(game.id)
                if found is not None:
                    seen = (records.history(game.id), found[1].position)
                    self.positions.setdefault(game.tag, []).append(seen)

    def _see(self, news: tuple[QueuedPosting, ...]) -> None:
        for queued in news:
            posting = queued.posting
            name = posting.to.partition("@")[0].removeprefix("agora-")
            name = next((each for each in self.cast.people if each.lower() == name), name)
            self.papers.append((f"out-{posting.kind}-{name}", posting.octets))
            if posting.kind == "draft":
                self._drafts.append((name, posting.octets))
            if (forum := self.cast.list_at(posting.to, "")) is not None:
                self._copies.append(forum.passed_on(posting.octets))
        with self.desk.db.transaction() as records:
            for one in news:
                accepted = Attempt(
                    message_id=one.posting.message_id,
                    at=self.clock.now(),
                    outcome="accepted",
                    reply="250 ok",
                )
                records.attempted(accepted)
