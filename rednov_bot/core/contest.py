"""The papers of the contest: what lives across games (§1-§3, §18, §24, §25; rules.md 1.1).

Like all papers (models.py) they are stored once; what came later is a later paper.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, Literal, TypeAlias

import msgspec

from rednov_bot.core.proof import Proof
from rednov_bot.games.base import Awaited, Hushed, Player, Turn, WayName

ON_THE_DOUBLE: Final = timedelta(hours=48)
"""Within which turns are resolved, items told of and points awarded (§2, §6, §16, §18, §24)."""

Change = Literal[
    "contestmaster",  # who holds the office from now on; the value is their name
    "deputy",  # who decides while the contestmaster plays (A83); "" for nobody
    "axis added",  # §1
    "axis removed",  # §1
    "contest",  # "on" or "off": whether the contract is a contest (§4, A107)
    "pot",  # the most Y points that the nomic lets a game award (§24)
    "reminders",  # "on", "off", or until when they are paused, as an ISO moment
]
"""What can change in the contest besides its members."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ContestChange:
    """Something changed in the contest."""

    change: Change
    value: str
    by: Player
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Contest:
    """The contest as it is now; members are counted apart (§3)."""

    contestmaster: Player
    deputy: Player | None = None
    axes: tuple[str, ...] = ("X", "Y")
    is_contest: bool = True
    y_pot: int = 0  # 0: not known
    reminders: bool = True
    quiet_until: datetime | None = None  # reminders are paused until then


@dataclass(frozen=True, slots=True, kw_only=True)
class Membership:
    """A player joined, or a contestant left (§3)."""

    name: Player
    change: Literal["joined", "left"]
    at: datetime


# -- rulings (§25) --------------------------------------------------------------------------


class ReadAs(msgspec.Struct, frozen=True, tag="read as"):
    """An announcement says this, whatever the bot read in it."""

    turn: Turn


class Void(msgspec.Struct, frozen=True, tag="void"):
    """A turn has no effect, though the bot took it."""


class Valid(msgspec.Struct, frozen=True, tag="valid"):
    """An announcement counts, though the bot refused it."""


class OptionSet(msgspec.Struct, frozen=True, tag="option"):
    """An option of the game has another value from now on (rules.md 10)."""

    option: str
    value: bool | int | str


class PositionSet(msgspec.Struct, frozen=True, tag="position"):
    """Something of the position is otherwise than the rules have it: lines of a sheet."""

    lines: str


class Chosen(msgspec.Struct, frozen=True, tag="chosen"):
    """A hatch, a room or an escape in a turn is chosen otherwise; everybody sees which."""

    key: str  # `event 45`; "" for whatever choice offers it
    label: str


class Defends(msgspec.Struct, frozen=True, tag="defends"):
    """A defender has said otherwise: only they see the answer, the list sees what comes of it."""

    defends: bool


class Precedent(msgspec.Struct, frozen=True, tag="precedent"):
    """Nothing changes; the contestmaster decides later cases alike."""


class Withdrawn(msgspec.Struct, frozen=True, tag="withdrawn"):
    """An earlier ruling holds no longer."""

    ruling: int  # its number


RulingEffect: TypeAlias = (
    ReadAs | Void | Valid | OptionSet | PositionSet | Chosen | Defends | Precedent | Withdrawn
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling:
    """The contestmaster decided a doubt or a dispute (§25).

    One that is only proposed by a draft holds when that is approved, and is nothing before.

    It is in force from gamestate *since* of its game on; replays of what came before do not know
    it, unless it is about the very turn that is resolved again.
    """

    number: int = 0  # counts the rulings of the contest from 1; 0 before it is on file
    clause: str  # `§10c`, "" where none was named
    text: str  # their own words; published
    by: Player
    at: datetime
    effect: RulingEffect
    game: int | None = None  # a PaperId
    turn: int | None = None  # the taken turn that it is about, a PaperId
    since: int | None = None  # the number of a gamestate
    told_at: datetime | None = None  # when a draft was approved that tells the list of it


def withdrawals(rulings: Iterable[Ruling]) -> dict[int, int]:
    """The numbers of those that hold no longer, each with that of the ruling that withdraws it."""
    return {one.effect.ruling: one.number for one in rulings if isinstance(one.effect, Withdrawn)}


def is_void(known: Iterable[RulingEffect]) -> bool:
    """Whether a turn is void by the last of its rulings that says whether it counts."""
    every = [one for one in known if isinstance(one, ReadAs | Void | Valid)]
    return bool(every) and isinstance(every[-1], Void)


# -- what takes effect when a draft is approved -----------------------------------------------


class ChangeContest(msgspec.Struct, frozen=True, tag="contest"):
    """The contest changes."""

    change: Change
    value: str


class AwardPoints(msgspec.Struct, frozen=True, tag="award"):
    """Points due in the draft's game are awarded (§18, §24), by their places counted from 0."""

    places: tuple[int, ...]


class AwardOffered(msgspec.Struct, frozen=True, tag="award offered"):
    """The award of what a resolution makes due: `approve and award` posts it behind that.

    Of plain `approve` it is nothing; then the award is drafted by itself (§18, §24).
    """

    places: tuple[int, ...]
    about: str  # of the draft under which it is posted
    to: str
    to_name: str
    subject: str
    body: str
    in_reply_to: str | None
    references: tuple[str, ...]


class Uphold(msgspec.Struct, frozen=True, tag="uphold"):
    """The list is told of a ruling; one that was proposed holds from now on (§25)."""

    ruling: int  # its number


class ReadMail(Hushed, frozen=True, tag="read mail"):
    """A mail on file is read as the contestmaster says (§25)."""

    mail: int  # a PaperId
    name: Player | None = None  # who wrote it; None: whom it was found to be by
    text: str | None = None  # what it announces; "": nothing; None: what stands in it


class Correct(msgspec.Struct, frozen=True, tag="correct"):
    """A wrong resolution is corrected, and the claims about it are settled (§25, A96).

    The ruling that was proposed for it holds from now on.
    """

    ruling: int  # the number of the one that corrects it
    way: WayName
    choice_in: int | None = None  # the turn whose choice is awaited first; nothing is posted yet
    void: tuple[int, ...] = ()  # the numbers of the turns that have no effect by it


class PublishLuck(msgspec.Struct, frozen=True, tag="luck"):
    """What was drawn for a posting is published, and the chain is longer by it (A95)."""

    proof: Proof


class RevealLuck(msgspec.Struct, frozen=True, tag="reveal"):
    """The secrets of a game's luck are published: of the dice, and perhaps of the tiles."""

    tiles: bool


Effect: TypeAlias = (
    ChangeContest
    | AwardPoints
    | AwardOffered
    | Uphold
    | ReadMail
    | Correct
    | PublishLuck
    | RevealLuck
)
"""What else an approval brings about, besides its events and postings."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Awarded:
    """Points due were awarded."""

    place: int  # among the points due in the game, counted from 0
    at: datetime
    by: Player
    draft: str | None  # the code of the draft that announced it; None: they did it themselves


# -- absences, holds, outages -------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Absence:
    """Somebody announced to be away; shown beside the counts of idleness (A91)."""

    name: Player
    said_at: datetime
    words: str  # their own
    begins: datetime | None = None  # as far as they say it
    ends: datetime | None = None
    public: bool = False  # whether it was said on a list; else it is for the desk alone (§6)


@dataclass(frozen=True, slots=True, kw_only=True)
class Hold:
    """The contestmaster wants to be left alone with a draft until then; its duty goes on."""

    draft: str  # its code
    until: datetime | None
    why: str
    at: datetime
    released: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Outage:
    """The bot was not at work."""

    begins: datetime
    ends: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Reminded:
    """Somebody was reminded of a duty, or warned; once for each stage of it."""

    duty: str  # `RN1 resolve 12`
    stage: int  # the hours after which it fell due
    to: Player
    at: datetime


# -- what is waited for -------------------------------------------------------------------------

DutyKind = Literal["resolve", "tell", "award", "choice", "correct", "draft", "reach", "game"]
"""Resolve a turn (§16); tell somebody their items (§6); award points (§18, §24); a player is asked
for a choice; what was claimed to be wrong, and is, is corrected (§25); a draft waits; somebody has
not shown yet that they have read what they were told (§6); what a game itself waits for."""


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Duty:
    """Something that somebody is waited for, with its start, its end and what was done about it."""

    kind: DutyKind
    key: str  # what it is called in the database: `RN1 resolve 12`
    clause: str
    about: str  # in public words
    of: Player  # who is waited for
    started_at: datetime
    due_by: datetime | None
    code: str | None = None  # the draft that does it when it is approved
    note: str = ""  # what else there is to say; for the desk alone (§6)
    lines: tuple[str, ...] = ()  # the text of an award, sentence by sentence
    candidates: tuple[str, ...] = ()  # where the draft asks for a choice
    awaited: Awaited | None = None  # of what a game waits for
    done_at: datetime | None = None
    proof: str = ""  # the draft and the Message-ID that did it
    secret: bool = False  # the list does not know of it (§6)
    failed: bool = False  # it was tried, and will not be tried again by itself

    @property
    def called(self) -> str:
        """Its kind, for people and programs: `resolve`, `idle`."""
        return self.kind if self.awaited is None else self.awaited.kind

    @property
    def ripens(self) -> bool:
        """Whether *due_by* is when a right against a player ripens, and not the end of a duty."""
        return self.awaited is not None and self.due_by is not None

    def __repr__(self) -> str:
        """Its name in the database; of one that the list does not know of, nothing."""
        return "Duty(...)" if self.secret else f"Duty({self.key})"
