"""A stretch of the game is played over the wire, with faults or without, and what came of it."""

from __future__ import annotations

import gc
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Literal

from rednov_bot import service
from rednov_bot.bootstrap import open_desk
from rednov_bot.core.transport.imap import Mailbox
from rednov_bot.core.transport.smtp import SmtpClient
from tests.builders import FixedClock
from tests.games.letters import message
from tests.games.waters import PASSWORD
from tests.games.world import BOT, BUSINESS, DISCUSSION, MONDAY, settings_for
from tests.reliability.anchorage import Anchorage, Mood, Reached
from tests.reliability.life import ROUNDS, Berth, Life
from tests.reliability.points import Blow
from tests.reliability.scenario import SCRIPT, Mailed, Moment, moments
from tests.reliability.shelf import Shelf, Tables
from tests.reliability.tokens import CausedTokens, note_causes

Kind = Literal["again", "cc", "other list", "digest", "renumber", "rival"]
"""The newest mail of the mailbox comes once more; a mail comes straight from its sender as well, by
the other list, in a digest; the mailbox is numbered anew; a second bot is started on a file that
has one."""

AGAIN = timedelta(minutes=2)  # after which the bot looks a second time: what was put off is due
SETTLING = tuple(timedelta(minutes=n) for n in (5, 8, 11, 75))
"""After the stretch; by the last one, what has not come back from a list is asked about."""

ANSWERED = tuple(timedelta(minutes=n) for n in (78, 88))
"""After the stretch, too: the server may put off, or lose, what is posted again then."""

ASKED_AGAIN = timedelta(minutes=78)
"""After an answer what is lost once more is asked about once more."""

DIGEST = "<mailman.9.3@game.test>"
"""The Message-ID of each digest, which brings a copy of something that comes by itself as well."""

SAYS = b"<says."
"""Begins the Message-IDs of what a human says, who looked into the archive of the list."""


@dataclass(frozen=True, slots=True)
class Extra:
    """Something besides that happens at a moment, by its number within the stretch."""

    moment: int
    kind: Kind
    which: int = 0  # the mail of the stretch, or how far back in the mailbox
    early: bool = False  # before the mails of the moment come


@dataclass(frozen=True, slots=True, kw_only=True)
class Faults:
    """All that goes wrong in a stretch."""

    lives: tuple[tuple[tuple[int, Blow], ...], ...] = ()  # blows to each life, by their points
    moods: tuple[tuple[int, Mood], ...] = ()  # of the server, by the mails that are offered
    extras: tuple[Extra, ...] = ()

    def __len__(self) -> int:
        return sum(map(len, self.lives)) + len(self.moods) + len(self.extras)


@dataclass(frozen=True, slots=True)
class Stretch:
    """Some moments of the game, from a stage on."""

    stage: int  # how many moments of the game lie behind
    moments: tuple[Moment, ...]


@dataclass
class Outcome:
    """What came of a stretch."""

    tables: Tables = field(repr=False)
    taken: list[Reached] = field(repr=False)  # by the server, of the bot's mails, in order
    struck: list[tuple[int, str, Blow]]  # the blows that fell
    moods: list[str]
    points: list[str] = field(repr=False)
    complaints: list[str]  # seen while it went on
    lives: int = 0
    eventful: int = 0  # points that were passed before the bot had nothing more to do


class Dock:
    """Everything that is needed to play stretches: a sea, a shelf with the stages of the game."""

    def __init__(self, *, spoil: Callable[[], None] | None = None) -> None:
        """*spoil* breaks the product in each life, to see whether that is found."""
        note_causes()
        self.moments = moments()
        self.sea = Anchorage(SCRIPT.cast)
        self.shelf = Shelf()
        imap, smtp = self.sea.where()
        settings = settings_for(
            self.shelf.url,
            SCRIPT.cast,
            imap=("127.0.0.1", imap),
            smtp=("127.0.0.1", smtp),
            password=PASSWORD,
        )
        self._settings = settings
        self.spoil = spoil
        self._known: dict[Stretch, Outcome] = {}
        self._make_stages()

    def close(self) -> None:
        self.sea.__exit__()
        self.shelf.close()

    # -- the stages

    def _make_stages(self) -> None:
        """The game is played once, in this process, and kept as it is after each of its moments.

        So what is forked from this process has all its words and statements ready.
        """
        self.sea.time(MONDAY)
        self._go_alone()
        self._keep(0)
        for stage, moment in enumerate(self.moments, 1):
            for mail in moment.mails:
                self.sea.time(moment.at)
                self.sea.arrive(mail.who, mail.to, mail.octets)
            self._go_alone(moment.at, moment.at + AGAIN)
            self._keep(stage)
        gc.collect()
        gc.freeze()

    def _go_alone(self, *hours: datetime) -> None:
        """A bot goes round at each hour, and lets go of everything."""
        clock = FixedClock(hours[0] if hours else MONDAY)
        desk = open_desk(self._settings, clock=clock, tokens=CausedTokens(SCRIPT.seed))
        with (
            closing(desk.db),
            Mailbox(self._settings.imap, PASSWORD) as mailbox,
            SmtpClient(self._settings.smtp) as client,
        ):
            for at in hours:
                clock.at = at
                self.sea.time(at)
                for _ in range(ROUNDS):
                    service.go_round(desk, mailbox, client)

    def _keep(self, stage: int) -> None:
        self.shelf.keep(stage)
        self.sea.keep(str(stage))

    # -- a stretch

    def known(self, stretch: Stretch) -> Outcome:
        """What comes of a stretch without faults: played once."""
        if stretch not in self._known:
            spoil, self.spoil = self.spoil, None
            self._known[stretch] = self.play(stretch, Faults())
            self.spoil = spoil
        return self._known[stretch]

    def play(
        self,
        stretch: Stretch,
        faults: Faults,
        tell: Callable[[str], None] = lambda _: None,
    ) -> Outcome:
        """What comes of a stretch with these faults; *tell* hears what happens."""
        self.shelf.put_back(stretch.stage)
        self.sea.time(stretch.moments[0].at)
        self.sea.put_back(str(stretch.stage), dict(faults.moods))
        power = any(blow == "power" for life in faults.lives for _, blow in life)
        crew = _Crew(self, faults, keeps_spare=power, tell=tell)
        for number, moment in enumerate(stretch.moments):
            crew.pass_through(moment, number, stretch)
        eventful = len(crew.points)
        for later in SETTLING:
            crew.go(stretch.moments[-1].at + later)
        end = stretch.moments[-1].at
        is_asked = self._say_what_is_there(end + ANSWERED[0], tell)
        for later in ANSWERED:
            crew.go(end + later)
        while is_asked and self._lost_again():
            end += ASKED_AGAIN
            crew.go(end + SETTLING[-1])
            is_asked = self._say_what_is_there(end + ANSWERED[0], tell)
            for later in ANSWERED:
                crew.go(end + later)
        crew.kill()
        taken, moods, _ = self.sea.taken()
        return Outcome(
            tables=self.shelf.tables(),
            taken=taken,
            struck=crew.struck,
            moods=moods,
            points=crew.points,
            complaints=crew.complaints,
            lives=crew.lives,
            eventful=eventful,
        )

    def _lost_again(self) -> bool:
        """Whether a posting is of unknown fate that the list has not."""
        lost = """
            SELECT message_id FROM postings JOIN attempts ON attempts.posting = postings.id
            WHERE kind = 'public' AND outcome = 'unknown'
        """
        names = [name for (name,) in self.shelf.asked(lost)]
        archive = b"".join(one.octets for one in self.sea.taken()[0])
        return any(name.encode() not in archive for name in names)

    def _say_what_is_there(self, at: datetime, tell: Callable[[str], None]) -> bool:
        """The contestmaster answers what they are asked about postings that have not come back.

        Whether they were asked anything.
        """
        asked = """
            SELECT alarms.draft, message_id
            FROM alarms JOIN postings ON postings.id = alarms.posting
            WHERE alarms.draft NOT IN (SELECT draft FROM decisions)
        """
        open_alarms = self.shelf.asked(asked)
        if not open_alarms:
            return False
        self.sea.time(at)
        archive = b"".join(one.octets for one in self.sea.taken()[0])
        for code, message_id in open_alarms:
            said = "it is there" if message_id.encode() in archive else "post again"
            tell(f"of {message_id} somebody says: {said}")
            who = SCRIPT.cast.contestmasters[0]
            octets = message(
                who,
                BOT,
                f"Re: [rednov {code}] Not back",
                f"{said}\n",
                at=at,
                message_id=f"{SAYS.decode()}{code}@player.test>",
            )
            self.sea.arrive(who, BOT, octets)
        return True

    def berth(self, *, keeps_spare: bool) -> Berth:
        """With what a bot is started."""
        if keeps_spare:
            self.shelf.save()
        spare = self.shelf.spare if keeps_spare else None
        return Berth(self._settings, self.shelf.file, SCRIPT.seed, spare)


class _Crew:
    """The lives of the bot, one after the other, through one stretch."""

    def __init__(
        self,
        dock: Dock,
        faults: Faults,
        *,
        keeps_spare: bool,
        tell: Callable[[str], None] = lambda _: None,
    ) -> None:
        self._dock, self._sea, self._faults = dock, dock.sea, faults
        self._keeps_spare, self._tell = keeps_spare, tell
        self._berth = dock.berth(keeps_spare=keeps_spare)
        self._aboard: Life | None = None
        self.lives = 0
        self.struck: list[tuple[int, str, Blow]] = []
        self.points: list[str] = []
        self.complaints: list[str] = []

    def pass_through(
        self,
        moment: Moment,
        number: int,
        stretch: Stretch,
    ) -> None:
        """The mails come, the bot goes round, and a while later once more."""
        extras = [one for one in self._faults.extras if one.moment == number]
        self._sea.time(moment.at)
        self._tell(f"-- moment {number}, {moment.at:%a %H:%M}")
        for extra in extras:
            if extra.early:
                self._happen(extra, stretch)
        for mail in moment.mails:
            self._tell(f"{mail.who} mails {mail.to}")
            self._sea.arrive(mail.who, mail.to, mail.octets)
        for extra in extras:
            if not extra.early:
                self._happen(extra, stretch)
        rival = any(extra.kind == "rival" for extra in extras)
        self.go(moment.at, rival=rival)
        self.go(moment.at + AGAIN)

    def _happen(self, extra: Extra, stretch: Stretch) -> None:
        self._tell(f"besides: {extra}")
        mails = [mail for moment in stretch.moments[: extra.moment + 1] for mail in moment.mails]
        match extra.kind:
            case "again":
                self._sea.again(extra.which + 1)
            case "renumber":
                self._sea.renumbered()
            case "rival":
                pass
            case _:
                if public := [mail for mail in mails if mail.to == BUSINESS]:
                    copy = copied(public[extra.which % len(public)], extra.kind)
                    self._sea.arrive(copy.who, copy.to, copy.octets)

    def go(self, at: datetime, *, rival: bool = False) -> None:
        """The bot goes round at this hour; where it dies, the next one does."""
        self._sea.time(at)
        for _ in range(30):
            life = self._aboard or self._begin(at)
            if life is None:
                continue
            life.go(at)
            got_in = rival and self._lets_a_second_in(at)
            rival = False
            if not self._went(life):
                continue
            if got_in:
                self.complaints.append("a second bot was not sent away")
            return
        self.complaints.append("thirty lives were not enough")

    def _begin(self, at: datetime) -> Life | None:
        plans = self._faults.lives
        blows = dict(plans[self.lives]) if self.lives < len(plans) else {}
        life = Life(self._berth, at, blows, self._sea.let_go, self._dock.spoil)
        self.lives += 1
        return life if self._went(life) else None

    def _went(self, life: Life) -> bool:
        """Whether it has done what it was told, and is still there."""
        if life.awaited():
            self._aboard = life
            self._note(life)
            return True
        self._aboard = None
        self._lose(life)
        return False

    def _lets_a_second_in(self, at: datetime) -> bool:
        """Whether another bot may serve the same file while the first one is at work."""
        second = Life(self._berth, at, {}, self._sea.let_go, self._dock.spoil)
        if second.awaited():
            second.kill()
            return True
        if second.words is None or second.words[0] != "refused":
            self.complaints.append(f"a second bot ended otherwise: {second.words}")
        return False

    def _lose(self, life: Life) -> None:
        last = life.struck[-1][2] if life.struck else "cut"
        self._note(life)
        if life.words is not None:
            self.complaints.append(f"a life ended: {': '.join(life.words)}")
        elif last == "cut":
            self.complaints.append("a life ended without a blow")
        elif last == "power":
            self._dock.shelf.lose_power()
        if self._keeps_spare:
            self._berth = self._dock.berth(keeps_spare=True)
        self._sea.settled()

    def _note(self, life: Life) -> None:
        for count, name, blow in life.struck:
            self._tell(f"{blow} at point {count} of life {self.lives}: {name}")
        self.struck += life.struck
        self.points += life.passed
        life.struck, life.passed = [], []

    def kill(self) -> None:
        """All is done."""
        if self._aboard is not None:
            self._aboard.kill()


def copied(mail: Mailed, kind: Kind) -> Mailed:
    """Another copy of a mail, as it comes by another way."""
    match kind:
        case "cc":
            return Mailed(mail.who, BOT, mail.octets)
        case "other list":
            return Mailed(mail.who, DISCUSSION, mail.octets)
        case "digest":
            return Mailed("agora-business-bounces@game.test", BOT, _digest(mail))
        case _:
            raise ValueError(kind)


def _digest(mail: Mailed) -> bytes:
    mark = b"=_a_digest"
    head = (
        b"From: agora-business-request@game.test\r\nTo: agora-business@game.test\r\n"
        b"Subject: agora-business Digest, Vol 9, Issue 3\r\n"
        b"Message-ID: " + DIGEST.encode() + b"\r\nMIME-Version: 1.0\r\n"
        b"List-Id: <agora-business.game.test>\r\nPrecedence: list\r\n"
        b'Content-Type: multipart/digest; boundary="' + mark + b'"\r\n\r\n'
    )
    part = b"--" + mark + b"\r\nContent-Type: message/rfc822\r\n\r\n" + mail.octets
    return head + part + b"\r\n--" + mark + b"--\r\n"
