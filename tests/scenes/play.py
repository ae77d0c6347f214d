"""Plays a scene at a desk: mails go in, mails come out, the clock goes on (see README.md)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Any

from rednov_bot.bootstrap import open_desk
from rednov_bot.core.models import Attempt, Draft, Outcome, QueuedPosting
from rednov_bot.core.workflow import scheduler
from tests.builders import BOT, BUSINESS, Table
from tests.contract.compare import Failed
from tests.contract.spelling import Misspelt, many, only
from tests.scenes import checks, laws
from tests.scenes.letters import KNOWN, LISTS, Envelope, come_back, filled, message, quoted
from tests.scenes.scenes import Scene, Step, span_of
from tests.scenes.stage import SERVER, a_stage
from tests.workflow.play import MASTER, subject_of, text_of

START_ANEW = "the bot starts anew"
_STRIDE = timedelta(hours=1)
"""How often the clock is looked at; the bot itself looks far more often."""

_WRITES = re.compile(
    r"(?P<who>[A-Z]\w+|contestmaster)"
    r"(?: on (?:the )?(?P<paper>\w+))?"
    r"(?P<answers> answers)?"
    r"(?: to (?P<to>the bot|the list|discussion))?"
    r"(?: from (?P<address>\S+@\S+))?"
)
_CODE = re.compile(r"\[rednov ([A-Z2-9]{7})\]")


@dataclass
class Play:
    """A scene being played."""

    table: Table
    given: dict[str, Any]
    names: dict[str, str] = field(default_factory=dict)  # remembered codes
    news: list[QueuedPosting] = field(default_factory=list)  # since the last act
    heard: list[QueuedPosting] = field(default_factory=list)  # in the whole scene
    shown: str = ""  # all that was mailed to people
    tiles: set[str] = field(default_factory=set)  # that may be named in public
    before: checks.Standing | None = None  # before the last act
    returning: list[bytes] = field(default_factory=list)  # postings that the list sends round
    numbers: Iterator[int] = field(default_factory=lambda: count(1))  # of the mails written

    # -- acts ---------------------------------------------------------------------------------

    def receive(self, *mails: bytes) -> None:
        """The bot finds these mails, and works; the clock is looked at, what is due is sent."""
        self.before = checks.standing(self.table)
        self.news = list(self.table.receive(*mails))
        self.look()

    def wait(self, span: timedelta) -> None:
        """Time goes by while the bot is at work."""
        self.before, self.news = checks.standing(self.table), []
        until = self.table.clock.at + span
        while self.table.clock.at < until:
            self.table.clock.at = min(until, self.table.clock.at + _STRIDE)
            self.look()

    def sleep(self, span: timedelta) -> None:
        """Time goes by while the bot is not at work."""
        self.before, self.news = checks.standing(self.table), []
        self.table.clock.at += span
        self.look()

    def look(self) -> None:
        """The clock is looked at, again where that mails something; then what is due is sent."""
        scheduler.make_rounds(self.table.desk)
        if news := self.table.news():
            self.news += news
            scheduler.make_rounds(self.table.desk)
            if twice := self.table.news():
                raise Failed(f"looking at the clock again mails {subject_of(twice[0])!r} again")
        while self._send():
            pass
        if self.returning:
            echoes, self.returning = self.returning, []
            self.news += self.table.receive(*echoes)
        self.news += self.table.news()

    def _send(self) -> bool:
        """Whether anything was due."""
        at, fates = self.table.clock.at, self.given.get("deliveries") or {}
        with self.table.desk.db.transaction() as records:
            due = records.due(at, 100)
            for one in due:
                name = one.to.partition("@")[0].title()
                fate: Outcome = fates.get(name, "accepted")
                records.attempted(
                    Attempt(message_id=one.message_id, at=at, outcome=fate, reply=fate)
                )
                if one.to == BUSINESS and fate == "accepted":
                    self.returning.append(come_back(one.octets))
        return bool(due)

    def put_clock(self, how: object) -> None:
        """Somebody puts the machine's clock back, or on."""
        way, _, span = str(how).partition(" ")
        if way not in ("back", "on"):
            raise Misspelt(f"a clock is put back or on: {how!r}")
        self.sleep(-span_of(span) if way == "back" else span_of(span))

    def start_anew(self) -> None:
        """The machine is started again: the desk is opened from what is on file."""
        desk = self.table.desk
        self.table.desk = open_desk(desk.settings, clock=self.table.clock, tokens=desk.tokens)
        self.sleep(timedelta())

    # -- who writes what ------------------------------------------------------------------------

    def mail_of(self, words: str, value: Any) -> bytes:
        """`Ann`, `Ann to the bot`, `contestmaster`, `contestmaster on the award`, `mail`."""
        if words == "mail":
            return self._odd(only(value, KNOWN, "mail"))
        match = _WRITES.fullmatch(words)
        if match is None:
            raise Misspelt(f"nobody writes like this: {words!r}")
        office_mail = match["who"] == "contestmaster"
        said = {"text": value, "address": match["address"]}
        said["from"] = MASTER if office_mail else match["who"]
        said["to"] = match["to"] or ("the bot" if office_mail or match["paper"] else "the list")
        if match["paper"] or (office_mail and match["to"] is None):
            said["code"] = match["paper"] or "newest"
        if match["answers"]:
            said["answers"] = "the list"
        return self._odd(said)

    def _odd(self, said: dict[str, Any]) -> bytes:
        to = str(said.get("to", "the bot"))
        subject = said.get("subject", "Red November")
        if said.get("code"):
            subject = f"Re: [rednov {self.code(str(said['code']))}] something"
        who = MASTER if said["from"] == "contestmaster" else str(said["from"])
        envelope = Envelope(
            who=who,
            number=next(self.numbers),
            to=LISTS.get(to, BOT),
            address=said.get("address") or "",
            subject=filled(subject, self.names),
            answers=self._answered(said.get("answers")),
            more={"Auto-Submitted": "auto-replied"} if said.get("auto") else {},
        )
        text = filled(said.get("text") or "", {**self.names, "DRAFT": self._draft_text()})
        if envelope.to in laws.PUBLIC or who in (MASTER, self.given.get("deputy")):
            self.tiles |= laws.tiles_in(text)
        at = (
            self.table.clock.at - span_of(said["date"]) if said.get("date") else self.table.clock.at
        )
        if said.get("zone"):
            at = at.astimezone(datetime.strptime(str(said["zone"]), "%z").tzinfo)
        octets = message(envelope, text, at, html=filled(said.get("html") or "", self.names))
        if said.get("results"):
            found = f"Authentication-Results: {SERVER}; {said['results']}\r\n"
            return found.encode() + octets
        return octets

    def _answered(self, where: object) -> str:
        if where is None:
            return ""
        public = [one for one in self.heard if one.posting.to == BUSINESS]
        return str(public[-1].posting.message_id)

    def _draft_text(self) -> str:
        """The newest draft as a mail program quotes it."""
        mails = [one for one in self.heard if one.posting.kind == "draft"]
        return quoted(text_of(mails[-1])) if mails else ""

    def code(self, paper: str) -> str:
        """The code of a remembered draft, of the newest open one, or of the newest of a kind.

        `question`: of the newest question to somebody whether a mail is theirs; `meaning`: of the
        newest one to a gnome what an announcement means.
        """
        if paper in self.names:
            return self.names[paper]
        if paper in ("meaning", "question"):
            asked = [subject_of(one) for one in self.heard if one.posting.kind == "question"]
            wanted = "Was this you?" if paper == "question" else ""
            found_codes = [code for one in asked if wanted in one for code in _CODE.findall(one)]
            return str(found_codes[-1])
        drafts = self.open_drafts()
        found = [one for one in drafts if paper in ("newest", one.kind)]
        if found:
            return found[-1].code
        if paper != "newest":
            raise Failed(f"no {paper} awaits an answer, only {[one.kind for one in drafts]}")
        raise Failed("no draft awaits an answer")

    def open_drafts(self) -> tuple[Draft, ...]:
        with self.table.desk.db.transaction() as records:
            return records.open_drafts()

    # -- a step ---------------------------------------------------------------------------------

    def step(self, step: Step) -> None:
        """What is done, or must be true."""
        words, value = step.words, step.value
        if value is not None and words in self._acts():
            self._acts()[words](value)
        elif words == "remember":
            self.names[str(value)] = self.code("newest")
        elif words == START_ANEW:
            self.start_anew()
        elif words == "mail" or _WRITES.fullmatch(words):
            self.receive(self.mail_of(words, value))
        else:
            checks.check(self.table, words, filled_in(value, self.names), self.news, self.before)
            return
        if words != "remember":
            self.uphold_the_laws()

    def _acts(self) -> dict[str, Callable[[Any], None]]:
        return {
            "after": lambda span: self.wait(span_of(span)),
            "outage": lambda span: self.sleep(span_of(span)),
            "clock": self.put_clock,
            "at once": lambda mails: self.receive(
                *(self.mail_of(*next(iter(one.items()))) for one in mails)
            ),
        }

    def uphold_the_laws(self) -> None:
        self.heard += self.news
        private = [text_of(one) for one in self.news if one.posting.to not in laws.PUBLIC]
        self.shown += " ".join(map(laws.flat, private))
        laws.one_recipient_a_mail(self.news)
        laws.machines_say_what_they_are(self.news)
        laws.no_mail_held_by_a_fault(self.table)
        laws.no_secret_on_the_list(self.news, self.tiles)
        laws.no_tile_in_a_subject(self.news)
        laws.nothing_public_without_approval(self.table, self.news, self.shown)


def is_known(step: Step) -> bool:
    """Whether the step is one of those in README.md."""
    acts = ("after", "outage", "clock", "at once", "mail", "remember")
    said = step.words in acts or _WRITES.fullmatch(step.words) is not None
    if step.words == START_ANEW:
        return step.value is None
    return (said and step.value is not None) or checks.is_known(step.words)


def filled_in(value: Any, names: dict[str, str]) -> Any:
    """Codes in the places of their names, also in lists."""
    if isinstance(value, list):
        return [filled_in(one, names) for one in value]
    return filled(value, names) if isinstance(value, str) else value


def play(scene: Scene, folder: Path, tell: Callable[[str], object] | None = None) -> None:
    """Play a scene.  Raises Failed with the step at which it fails, and what was mailed."""
    table = a_stage(folder, scene.given)
    stage = Play(table, scene.given, tiles=set(many(scene.given.get("tiles"))))
    stage.heard += table.news()
    stage.look()
    stage.news = []
    for step in scene.play:
        if tell is not None:
            tell(f"--- {step}: {'' if step.value is None else step.value}")
        mails = stage.news
        try:
            stage.step(step)
        except Failed as failure:
            raise Failed(f"{scene.id}, {step}: {failure}\n\n{checks.told(stage.news)}") from None
        if tell is not None and stage.news is not mails:
            tell(checks.told(stage.news))
