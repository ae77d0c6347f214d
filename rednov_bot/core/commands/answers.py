"""What the contestmaster may answer to a draft.

Each carries the code of the draft it answers: its own (`approve K7M2QXA`), else that of the
letter's subject; "" where neither has one.
"""

from __future__ import annotations

from dataclasses import dataclass

from rednov_bot.core.commands.otherwise import Overruling


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
    """Where the rules leave em a choice, the contestmaster makes it.

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
    """The draft waits, and nobody reminds em of it until then."""

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

    right: str = ""  # whom e names as right: the claimant, or it is asked about


@dataclass(frozen=True, slots=True, kw_only=True)
class Award(_Answer):
    """The award text that the draft shows is posted (§18, §24)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Awarded(_Answer):
    """The contestmaster has made the award emself (§18, §24)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PostAgain(_Answer):
    """A posting that has not come back from its list is sent once more, as it was."""


@dataclass(frozen=True, slots=True, kw_only=True)
class IsThere(_Answer):
    """A posting that has not come back is on the list: e has seen it there."""


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
