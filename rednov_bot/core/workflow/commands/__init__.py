"""The commands of a contestmaster, as data: what each says, not how it may be worded."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class ReadAs:
    """The announcement is read as if it said these words."""

    words: str


@dataclass(frozen=True, slots=True)
class Valid:
    """An announcement that was refused counts (§9)."""


@dataclass(frozen=True, slots=True)
class Void:
    """A turn that was taken is without effect (§9)."""


@dataclass(frozen=True, slots=True)
class OptionSet:
    """An option of the game is another; key and value are as written, in lower case."""

    key: str
    value: str


@dataclass(frozen=True, slots=True)
class Changes:
    """The position is another: `heat 3; Ann 30 minutes; room 5 dry`, as written."""

    text: str


@dataclass(frozen=True, slots=True)
class Chooses:
    """A choice of the turn falls otherwise: its key, and the candidate, as written."""

    key: str  # "event 45", "escape"; "" where the turn has but one
    label: str


@dataclass(frozen=True, slots=True)
class AsItWas:
    """Nothing is read otherwise: the turn is only played again."""


Overruling = ReadAs | Valid | Void | OptionSet | Changes
Rewinding = ReadAs | Void | OptionSet | Chooses | AsItWas


@dataclass(frozen=True, slots=True, kw_only=True)
class _Answer:
    """An answer to a draft, by its code."""

    code: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Approve(_Answer):
    """The draft is posted as it stands."""

    award: bool = False  # and behind it the award that it shows (§18, §24)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reject(_Answer):
    """The draft is not posted, and why."""

    why: str  # may be ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Choose(_Answer):
    """Where the rules leave them a choice, the contestmaster makes it.

    What stands behind a colon or below may be copied from the mail that asked, or take it back.
    """

    value: str
    behind: str = ""  # from the colon, or from the end of the line, on
    flees: str = ""  # who is let flee there, as written: "let her flee into room 7"


@dataclass(frozen=True, slots=True, kw_only=True)
class Again(_Answer):
    """The draft is made anew, with the same luck."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hold(_Answer):
    """The draft waits, and nobody reminds them of it until then."""

    until: str = ""  # as written: "until Friday", "for 2 days"; "" until it is released
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Release(_Answer):
    """The draft waits no longer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Deny(_Answer):
    """A claim of error is wrong, and why."""

    why: str  # may be ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Accept(_Answer):
    """A claim of error is right."""

    right: str = ""  # whom they name as right: the claimant, or it is asked about


@dataclass(frozen=True, slots=True, kw_only=True)
class Award(_Answer):
    """The award text that the draft shows is posted (§18, §24)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Awarded(_Answer):
    """The contestmaster has made the award themselves (§18, §24)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PostAgain(_Answer):
    """A posting that has not come back from its list is sent once more, as it was."""


@dataclass(frozen=True, slots=True, kw_only=True)
class IsThere(_Answer):
    """A posting that has not come back is on the list: they have seen it there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PostTo(_Answer):
    """A posting that has not come back goes to another forum."""

    forum: str  # as written


@dataclass(frozen=True, slots=True)
class Replaced:
    """Words of a public text become others."""

    old: str
    new: str  # "" where they are struck out


@dataclass(frozen=True, slots=True)
class Added:
    """Words are added to a public text, above the position."""

    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Amend(_Answer):
    """The public text is worded otherwise: anew, or in some of its words."""

    text: str = ""  # the whole public text anew; "" where only some words change
    changes: tuple[Replaced | Added, ...] = ()  # in the order written


@dataclass(frozen=True, slots=True, kw_only=True)
class Overrule(_Answer):
    """The contestmaster decides otherwise (§25).

    Without a *how* it is a ruling that has no effect on this turn.
    """

    how: Overruling | None
    why: str = ""
    clause: str = ""  # the first one named, "16b"; "" where none is


AnswerCommand = (
    Approve
    | Reject
    | Choose
    | Again
    | Hold
    | Release
    | Deny
    | Accept
    | Award
    | Awarded
    | Amend
    | Overrule
    | PostAgain
    | IsThere
    | PostTo
)


Shown = Literal[
    "status", "help", "members", "standing", "duties", "rulings", "drafts", "idle", "hands"
]
ReportKind = Literal["position", "contest", "week", "story"]
Alternative = Literal["rerun", "patch", "stand"]


@dataclass(frozen=True, slots=True)
class Show:
    """Something of the desk is shown: the desk itself, the contest, the secret hands, ..."""

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
    """Somebody decides where the contestmaster plays, too; None: nobody does any more."""

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
    """What waits for a notice to somebody, or for their word, is posted without it (§6)."""

    without: str


@dataclass(frozen=True, slots=True)
class Told:
    """Somebody knows what their private notices say: they were told in another way (§6)."""

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


Command = AnswerCommand | Wish
