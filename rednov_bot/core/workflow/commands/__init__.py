"""The commands of a contestmaster, as data: what each says, not how it may be worded."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from rednov_bot.core import contest
from rednov_bot.games.base import WayName

Valid = contest.Valid
Void = contest.Void
OptionSet = contest.OptionSet
Changes = contest.PositionSet
Chooses = contest.Chosen
AsItWas = contest.Precedent
ReadMail = contest.ReadMail


@dataclass(frozen=True, slots=True)
class ReadAs:
    """The announcement is read as if it said these words."""

    words: str


Overruling = ReadAs | Valid | Void | OptionSet | Changes
Rewinding = ReadAs | Void | OptionSet | Chooses | AsItWas


@dataclass(frozen=True, slots=True, kw_only=True)
class ToDraft:
    """An answer to a draft, by its code."""

    code: str = ""


Word = (
    Literal["reject", "again", "release", "accept", "deny", "award", "awarded"]
    | Literal["post again", "it is there", "post to"]
)
"""The draft is not posted, is made anew with the same luck, or waits no longer; a claim of error is
right, or wrong; the award that it shows is posted, or was made without the bot (§18, §24); a
posting that has not come back is sent once more, is on the list, or goes to another forum."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer(ToDraft):
    """An answer that is one word or two, with at most a reason or a name behind it."""

    word: Word
    why: str = ""  # of a rejection or a denial
    to: str = ""  # a forum as written; or who is named as right: the claimant, or it is asked about


@dataclass(frozen=True, slots=True, kw_only=True)
class Approve(ToDraft):
    """The draft is posted as it stands."""

    award: bool = False  # and behind it the award that it shows (§18, §24)


@dataclass(frozen=True, slots=True, kw_only=True)
class Choose(ToDraft):
    """Where the rules leave them a choice, the contestmaster makes it.

    What stands behind a colon or below may be copied from the mail that asked, or take it back.
    """

    value: str
    behind: str = ""  # from the colon, or from the end of the line, on
    flees: str = ""  # who is let flee there, as written: "let her flee into room 7"


@dataclass(frozen=True, slots=True, kw_only=True)
class Hold(ToDraft):
    """The draft waits, and nobody reminds them of it until then."""

    until: str = ""  # as written: "until Friday", "for 2 days"; "" until it is released
    why: str = ""


@dataclass(frozen=True, slots=True)
class Replaced:
    """Words of a public text become others."""

    old: str
    new: str  # "" where they are struck out


@dataclass(frozen=True, slots=True)
class Added:
    """Words are added to a public text, above the position."""

    words: str


@dataclass(frozen=True, slots=True)
class Anew:
    """The whole public text is another; the signature stays."""

    text: str


Amendment = Replaced | Added | Anew


@dataclass(frozen=True, slots=True, kw_only=True)
class Amend(ToDraft):
    """The public text is worded otherwise: anew, or in some of its words."""

    changes: tuple[Amendment, ...]  # in the order written


@dataclass(frozen=True, slots=True, kw_only=True)
class Overrule(ToDraft):
    """The contestmaster decides otherwise (§25).

    Without a *how* it is a ruling that has no effect on this turn.  Its code may be the number of
    the turn that awaits its resolution instead: `4`.
    """

    how: Overruling | None
    why: str = ""
    clause: str = ""  # the first one named, "16b"; "" where none is


AnswerCommand = Answer | Approve | Choose | Hold | Amend | Overrule


Shown = Literal[
    "status", "help", "members", "standing", "duties", "rulings", "drafts", "idle", "hands"
]
ReportKind = Literal["position", "contest", "week", "story"]


@dataclass(frozen=True, slots=True)
class Show:
    """Something of the desk is shown: the desk itself, the contest, the secret hands, ..."""

    what: Shown
    of: str = ""  # of help: the command that is asked about, by its name in the table


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


Deeds = (
    Literal["kill", "add axis", "remove axis", "hand over to", "deputy", "go on without", "told"]
    | Literal["no deputy", "pot", "the contract is a contest", "the contract is no contest"]
    | Literal["pause reminders", "resume reminders", "quit"]
)
"""An idle gnome is killed (§19); an axis of the contest (§1); somebody becomes contestmaster, or
decides where the contestmaster plays; how many Y points the nomic lets a game award (§24); whether
the contract is a contest by its law (§4); reminders; what waits for a notice to somebody, or for
their word, is posted without it; they know what their private notices say (§6); what stands below
is not for the bot."""


@dataclass(frozen=True, slots=True)
class Deed:
    """Something is done about one person or thing; its canonical words are the two fields."""

    does: Deeds
    of: str = ""  # a name, an axis, a number, or until when, as written: "until Friday"


THAT_IS_ALL: Final = Deed("quit")


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
    alternative: WayName | None = None  # None: all three are shown
    why: str = ""
    clause: str = ""  # the first one named, "16b"; "" where none is


Doing = Deed | Start | Reveal | Beacon | Precedent | RuleOption | WithdrawRuling | Rewind | ReadMail
"""Every wish but those that only show something."""

Command = AnswerCommand | Show | Report | Doing
