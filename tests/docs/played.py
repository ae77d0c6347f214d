"""Mails of a page are put before a real desk, and what the bot answers is what the page shows."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rednov_bot.core.models import QueuedPosting
from tests.builders import BOT, BUSINESS, DISCUSSION, address_of
from tests.docs.pages import Block, Note, Page
from tests.rigs.written import parse_yaml, read_yaml
from tests.scenes import laws
from tests.scenes.letters import Envelope, message
from tests.scenes.play import Play
from tests.scenes.scenes import Step
from tests.scenes.stage import a_stage
from tests.workflow.play import MASTER, opened, subject_of, text_of

CUT = "[...]"
HERE = Path(__file__).parent
_TOLD = re.compile(
    r"told (?P<who>[\w-]+)(?: about \"(?P<about>[^\"]+)\")?"
    r"(?:, from \"(?P<start>[^\"]+)\")?(?:, before \"(?P<end>[^\"]+)\")?"
)
_BEYOND = {"list": BUSINESS, "discussion": DISCUSSION, "bot": BOT}


@dataclass
class Told:
    """A page being played: what its answers should be."""

    page: Page
    folder: Path
    texts: dict[Block, str] = field(default_factory=dict)
    play: Play | None = None
    shown: list[QueuedPosting] = field(default_factory=list)  # on the page
    note: str | None = None  # how the next answer came to be
    stages: int = 0

    def perform(self) -> str:
        """All of it; the page as it should be."""
        for piece in self.page.pieces():
            try:
                self._piece(piece)
            except Exception as fault:
                fault.add_note(self.page.where(piece))
                raise
        return self.page.with_texts(self.texts)

    def _piece(self, piece: Note | Block) -> None:
        match piece:
            case Note(words=words) if words.startswith("scene:"):
                self._begin(parse_yaml(words.removeprefix("scene:")) or {})
            case Note(words=words) if words.startswith("quietly:"):
                for number, step in enumerate(steps(words.removeprefix("quietly:"))):
                    ((said, value),) = step.items()
                    self._at_play().step(Step(number, said, value))
            case Note(words=words) if words.startswith("told "):
                self.note = words
            case Block(kind="mail"):
                self._mail(piece)
            case Block(kind="answer"):
                assert self.note is not None, "nothing says whom this was told"
                self.texts[piece] = self._answer(self.note)
                self.note = None
            case _:
                pass

    def _at_play(self) -> Play:
        assert self.play is not None, "no scene has begun"
        return self.play

    def _begin(self, given: dict[str, Any]) -> None:
        self.stages += 1
        folder = self.folder / str(self.stages)
        folder.mkdir()
        table = a_stage(folder, given)
        self.play = Play(table, given, tiles=set(given.get("tiles") or ()))
        self.play.heard += table.news()
        self.play.look()
        self.play.news = []
        self.shown = []

    def _mail(self, block: Block) -> None:
        """A mail is sent as it stands; `Subject: Re: ...` answers the last of that name shown."""
        heads, text = parts(block.text)
        play, who, to = self._at_play(), heads["From"], heads["To"]
        assert to in (BOT, BUSINESS, DISCUSSION), f"nobody lives at {to}"
        answered = None
        if heads.get("Subject", "").startswith("Re: "):
            answered = self._answered(who, to, heads["Subject"].removeprefix("Re: "))
            heads["Subject"] = f"Re: {subject_of(answered)}"
            self.texts[block] = written(heads, text)
        if to != BOT or who == MASTER:
            play.tiles |= laws.tiles_in(text)
        envelope = Envelope(
            who=who,
            number=next(play.numbers),
            to=to,
            subject=heads.get("Subject", "Red November"),
            answers="" if answered is None else answered.posting.message_id,
        )
        play.receive(message(envelope, text, play.table.clock.at))
        play.uphold_the_laws()

    def _answered(self, who: str, to: str, subject: str) -> QueuedPosting:
        """The last mail of this subject that they were shown; else the last one from there."""
        mine = [one for one in self.shown if one.posting.to in (address_of(who), BUSINESS)]
        named = [one for one in mine if subject_of(one) == subject]
        there = [one for one in mine if (one.posting.to == BUSINESS) == (to == BUSINESS)]
        assert named or there, f"{who} was shown no mail to answer"
        return (named or there)[-1]

    def _answer(self, note: str) -> str:
        found = _TOLD.fullmatch(note)
        assert found is not None, f"this says of no answer what it is: {note}"
        to = _BEYOND.get(found["who"]) or address_of(found["who"])
        news = self._at_play().news
        mails = [
            one
            for one in news
            if one.posting.to == to and (found["about"] or "") in subject_of(one)
        ]
        every = [(one.posting.to, subject_of(one)) for one in news]
        assert mails, f"no such mail came, but {every}"
        self.shown.append(mails[0])
        return excerpt(mails[0], found["start"], found["end"])


def steps(written_down: str) -> list[dict[str, Any]]:
    """Steps of a scene, from the note itself or from the file beside this one that it names."""
    found = parse_yaml(written_down)
    if isinstance(found, str):
        found = read_yaml(HERE / found)
    assert isinstance(found, list)
    return found


def excerpt(mail: QueuedPosting, start: str | None, end: str | None) -> str:
    """A mail with its To and Subject, from a line that begins so to before another."""
    lines = text_of(mail).rstrip("\n").splitlines()
    first = 0 if start is None else _line(lines, start, 0)
    last = len(lines) if end is None else _line(lines, end, first)
    kept = [line.rstrip() for line in lines[first:last]]
    while kept and not kept[-1]:
        kept.pop()
    body = [CUT, ""] * (first > 0) + kept + ["", CUT] * (last < len(lines))
    heads = {"To": str(opened(mail)["To"]), "Subject": subject_of(mail)}
    return written(heads, "\n".join(body))


def _line(lines: list[str], begins: str, after: int) -> int:
    for number, line in enumerate(lines):
        if number >= after and line.strip().startswith(begins):
            return number
    raise AssertionError(f"no line begins with {begins!r}:\n" + "\n".join(lines))


def parts(text: str) -> tuple[dict[str, str], str]:
    """The heads of a mail, and its words."""
    head, _, body = text.partition("\n\n")
    return dict(line.split(": ", 1) for line in head.splitlines()), body


def written(heads: dict[str, str], text: str) -> str:
    """The same on paper."""
    return "\n".join(f"{name}: {value}" for name, value in heads.items()) + f"\n\n{text}"


def has_scenes(page: Page) -> bool:
    """Whether mails are played on a page."""
    return any(True for _ in page.blocks("mail", "answer"))
