"""What the contestmaster is shown, and eir word on it."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from rednov_bot.contest import Effect
from rednov_bot.engine.choices import Choice
from rednov_bot.engine.happenings import Happening
from rednov_bot.papers.names import PaperId
from rednov_bot.papers.postings import Page

DraftKind = Literal[
    "opening",  # a game begins (§5)
    "resolution",  # a turn is resolved (§16)
    "line",  # one public line: a verdict
    "choice",  # a choice to be made; nothing to post
    "idle",  # an idle gnome is killed (§19)
    "award",  # points that are due are awarded (§18, §24)
    "correction",  # a resolution is amended (§25, A96)
    "claim",  # somebody claims an error; nothing to post
    "contest",  # the contest changes: an axis, the office (§1)
    "report",  # a report, or the story of a game
    "reading",  # a mail on file is read otherwise; nothing to post
    "secret",  # the secrets of a game's luck, when it is over (A95)
    "return",  # a posting has not come back from its list as it was sent; nothing new to post
]
"""What is put before the contestmaster."""

LeakyPart = Literal["number", "recipient", "subject", "thread", "text", "picture", "making"]
"""How many texts there are; to whom one goes; its subject; what it answers; a line of it; what its
picture shows; or that it could not be made at all in another hidden world."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Leak:
    """Where a draft would tell the list something hidden, and what: never how it is (§6)."""

    page: int  # which public text, counted from 1
    part: LeakyPart
    line: int = 0  # of the text, counted from 1
    fact: str  # by name: `Ann's hand`, `the order of the event deck`


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """What the contestmaster is shown and answers with one word.  It is never changed."""

    code: str  # 7 characters of A-Z2-9, unique for ever
    kind: DraftKind
    game: PaperId | None = None
    turn: PaperId | None = None  # the taken turn it resolves
    for_state: int | None = None  # the number of the gamestate it was written for; None: any
    attempt: int = 1  # counts the drafts about the same paper
    pages: tuple[Page, ...] = field(default=(), repr=False)  # exactly what is posted, in this order
    happenings: tuple[Happening, ...] = field(default=(), repr=False)
    choice: Choice | None = field(default=None, repr=False)
    about: str = ""  # one public line, for lists of drafts
    made_at: datetime
    due_by: datetime | None = None  # the contestmaster's own duty (§16)
    mail: PaperId | None = None  # the announcement or claim that it is about
    effects: tuple[Effect, ...] = field(default=(), repr=False)  # what else it brings about
    amends: str | None = None  # the code of the draft that it only words otherwise
    leaks: tuple[Leak, ...] = ()  # with any, it is never approved (desk/hidden/gate.py)


Verdict = Literal["approved", "rejected", "superseded", "chosen", "settled"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """What became of a draft.  Final."""

    code: str
    verdict: Verdict
    by: str  # who decided; for superseded: the code of the draft that took its place
    why: str
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class AwaitedOpening:
    """An opening that was approved and waits until every private channel is confirmed."""

    draft: str
    by: str  # who approved it
    at: datetime
