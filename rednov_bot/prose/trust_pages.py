"""Mails about mails that may not be their author's: to em, and to whoever decides."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final, Literal

from rednov_bot.engine.words import GnomeName
from rednov_bot.papers import Page
from rednov_bot.prose.letterhead import Envelope, Letterhead, page

_MOST_LINES: Final = 60
_LONGEST_SUBJECT: Final = 200  # characters
_LONGEST: Final = 2_000  # characters of a mail that are shown to em in whose name it came

Heard = Literal[
    "no",
    "unclear",
    "two texts",
    "late",
    "over time",
    "yes after all",
    "no after all",
    "no, but read",
    "counted",
    "put aside",
    "over",
    "used up",
    "not asked again",
    "said again",
]
"""What comes of an answer: it is not eirs; the answer is none, or is two alternatives that differ;
it is yes, or none, and comes too late; it is the contrary of what was answered before; it is no, of
a mail that whoever decides had read before; another copy counts already; whoever decides has said
how it is read; the mail is of an earlier game; e was asked again under another code, or cannot
be; another mail of eirs says the same, and counts."""


Afterwards = Literal["late", "yes after all", "no after all", "no, but read"]
"""What decides nothing any more: yes after the time; the contrary of what was answered before; no,
of a mail that the reader has had read."""


def was_this_you(
    code: str,
    words: str,
    where: str,
    grounds: str,
    *,
    said_at: datetime,
    until: datetime,
    letterhead: Letterhead,
    envelope: Envelope,
    subject: str = "",
    draft: str = "",
    again: str = "",
) -> Page:
    """Whoever is said to have written a mail is asked whether e has; told, where *code* is "".

    *subject* is that of the mail, without any code: it may say which draft an answer is about.
    *draft* is the one that it answers, whatever its subject says.
    *again* is why the code under which e was asked before is used up.
    """
    text = words if len(words) <= _LONGEST else f"{words[:_LONGEST].rstrip()} ..."
    lines = [line for line in text.split("\n") if line.strip()][:_MOST_LINES]
    return page(
        "question",
        envelope,
        "was_this_you",
        letterhead,
        code=code,
        words=lines,
        where=where,
        grounds=grounds,
        said_at=said_at,
        until=until,
        subject=subject[:_LONGEST_SUBJECT],
        draft=draft,
        again=again,
    )


def vouched(
    code: str,
    verdict: Heard,
    *,
    letterhead: Letterhead,
    envelope: Envelope,
    mail: str = "",
    words: str = "",
) -> Page:
    """What comes of such an answer.

    *mail* is the one that counts, of what is said again; *words* is a line not understood.
    """
    return page(
        "question",
        envelope,
        "vouched",
        letterhead,
        code=code,
        verdict=verdict,
        mail=mail,
        words=words,
    )


def afterwards(
    which: Afterwards,
    who: GnomeName | None,
    mail: int,
    where: str,
    grounds: str,
    *,
    public: bool,
    letterhead: Letterhead,
    envelope: Envelope,
) -> Page:
    """To whoever decides: what *who* says of a mail when that decides nothing any more.

    None where the reader may not know who.
    """
    return page(
        "desk",
        envelope,
        "answered_afterwards",
        letterhead,
        which=which,
        who=who,
        mail=mail,
        where=where,
        grounds=grounds,
        public=public,
    )


def asked_often(
    who: GnomeName | None, most: int, *, letterhead: Letterhead, envelope: Envelope
) -> Page:
    """To whoever decides: *who* was asked about so many mails today, and more of eirs wait.

    None where the reader may not know who.
    """
    return page("desk", envelope, "asked_often", letterhead, who=who, most=most)


def alarm(
    what: Sequence[str],
    *,
    last: bool,
    more: int = 0,
    to_do: str = "",
    code: str = "",
    letterhead: Letterhead,
    envelope: Envelope,
) -> Page:
    """To whoever decides: what somebody did in another's name; *last* of those told one by one.

    *more* is how many were not, where this sums them up.  *to_do* is what can be done about one;
    its answer decides the draft of this *code*, if any.
    """
    return page(
        "desk",
        envelope,
        "passed_off",
        letterhead,
        what=what,
        last=last,
        more=more,
        to_do=to_do,
        code=code,
    )
