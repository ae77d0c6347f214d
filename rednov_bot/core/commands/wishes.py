"""What the contestmaster may wish of eir bot that answers no draft."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rednov_bot.core.commands.otherwise import OptionSet, Rewinding

Shown = Literal[
    "status", "help", "members", "standing", "duties", "rulings", "drafts", "idle", "hands"
]
ReportKind = Literal["position", "contest", "week", "story"]
Alternative = Literal["rerun", "patch", "stand"]


@dataclass(frozen=True, slots=True)
class Show:
    """Something of the desk is shown to em: the desk itself, the contest, the secret hands, ..."""

    what: Shown


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """A report is written; to the list, as a draft, where it says so."""

    which: ReportKind
    game: str | None = None  # its tag, "RN2"; None: the present or the last one
    post: bool = False


@dataclass(frozen=True, slots=True)
class Reveal:
    """The secret of the luck of a game that is over is told to the list (A95)."""

    game: str | None = None  # its tag, "RN2"; None: the last one
    tiles: bool = False  # that of the tiles too: every gnome agrees (A24b)


@dataclass(frozen=True, slots=True)
class Beacon:
    """The value of a round of the public beacon is supplied (A95)."""

    round: int
    value: str  # 64 hex digits


@dataclass(frozen=True, slots=True, kw_only=True)
class Start:
    """A game begins with these gnomes, in this order (§4, §5)."""

    names: tuple[str, ...]  # as spelled in [people]
    options: tuple[tuple[str, str], ...] = ()  # key and value, in lower case


@dataclass(frozen=True, slots=True)
class Kill:
    """An idle gnome is killed (§19)."""

    name: str


@dataclass(frozen=True, slots=True)
class AddAxis:
    """An axis is added to the contest (§1)."""

    name: str


@dataclass(frozen=True, slots=True)
class RemoveAxis:
    """An axis is removed from the contest (§1)."""

    name: str


@dataclass(frozen=True, slots=True)
class HandOver:
    """Somebody else becomes contestmaster."""

    to: str


@dataclass(frozen=True, slots=True)
class Deputy:
    """Somebody decides where the contestmaster plays emself; None: nobody does any more."""

    name: str | None


@dataclass(frozen=True, slots=True)
class IsContest:
    """Whether the contract is a contest by the law of the nomic (§4)."""

    so: bool


@dataclass(frozen=True, slots=True)
class Pot:
    """How many Y points the nomic lets a game award (§24)."""

    points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Pause:
    """No reminders are sent until then."""

    until: str = ""  # as written: "until Friday", "for 2 days"; "" until they are resumed


@dataclass(frozen=True, slots=True)
class Resume:
    """Reminders are sent again."""


@dataclass(frozen=True, slots=True)
class GoOn:
    """What waits for a notice to somebody, or for eir word, is posted without it (§6)."""

    without: str


@dataclass(frozen=True, slots=True)
class Told:
    """Somebody knows what eir private notices say: e was told in another way (§6)."""

    name: str


@dataclass(frozen=True, slots=True)
class Precedent:
    """A ruling in words (§25), by which nothing is played."""

    text: str
    clause: str = ""  # the first one named, "16b"; "" where none is


@dataclass(frozen=True, slots=True)
class RuleOption:
    """An option of the running game is another for the turns taken from then on (§25)."""

    how: OptionSet
    why: str = ""  # published
    clause: str = ""  # as above


@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawRuling:
    """A ruling holds no longer."""

    ruling: int  # its number
    why: str = ""  # published


@dataclass(frozen=True, slots=True, kw_only=True)
class Rewind:
    """A turn of a game is played otherwise, and what followed is corrected."""

    game: str | None = None  # its tag, "RN2"; None: the present or the last one
    turn: int | None  # counted from 1; None: the last one
    how: Rewinding
    alternative: Alternative | None = None  # None: all three are shown
    why: str = ""
    clause: str = ""  # the first one named, "16b"; "" where none is


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadMail:
    """A mail on file, by its number, is read otherwise.

    Without a *text* it is read as it stands; with the text "" it announces nothing.
    """

    mail: int
    name: str | None = None  # who wrote it, as spelled in [people]; None: as was found
    text: str | None = None  # what it announces


@dataclass(frozen=True, slots=True)
class ThatIsAll:
    """What stands below is not for the bot."""


Wish = (
    Show
    | Report
    | Beacon
    | Reveal
    | Start
    | Kill
    | AddAxis
    | RemoveAxis
    | HandOver
    | Deputy
    | IsContest
    | Pot
    | Pause
    | Resume
    | GoOn
    | Told
    | Precedent
    | RuleOption
    | WithdrawRuling
    | Rewind
    | ReadMail
    | ThatIsAll
)
