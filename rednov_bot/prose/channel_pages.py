"""Whether private mail reaches its readers: the question to them, and what is known of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from rednov_bot.engine.words import GnomeName
from rednov_bot.papers import Page
from rednov_bot.prose.letterhead import Envelope, Letterhead, page
from rednov_bot.prose.wording import day, listed


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """What is known of the way by which one gnome gets eir private mail."""

    name: GnomeName
    answered_at: datetime | None  # None where it is not known that e reads it
    mail: int | None  # eir answer, by its number on file
    asked_at: datetime | None
    failed_at: datetime | None  # when a mail came back, unless e has answered since
    waived: bool  # e is not waited for


def question(*, letterhead: Letterhead, envelope: Envelope) -> Page:
    """Somebody who is to play is asked to answer in a word."""
    return page("private", envelope, "channel_question", letterhead)


def known(lines: Sequence[Known], days: int, *, waits: bool) -> tuple[str, ...]:
    """Whom private mail is known to reach, and whom not: sentences for the contestmaster."""
    sure = [one for one in lines if one.answered_at is not None]
    unsure = [one for one in lines if one.answered_at is None]
    said = []
    if sure:
        said.append(f"Private mail reaches {listed(map(_answered, sure))}.")
    if unsure:
        names = listed(map(_unanswered, unsure))
        said.append(
            f"It is not known whether private mail reaches {names}: "
            f"they have not answered any within {days} days (§6)."
        )
    if waits and (open_ := [one for one in unsure if not one.waived]):
        said.append(
            "If you approve this opening, it waits for their answer. Mail "
            f'"go on without {open_[0].name}" to post it without waiting.'
        )
    return (" ".join(said),)


def waiting(names: Sequence[GnomeName]) -> str:
    """Why an approved opening is not posted yet, and what to do."""
    return (
        f"it waits until {listed(names)} {'have' if len(names) > 1 else 'has'} answered a private "
        f'mail, and is then posted by itself; "go on without {names[0]}" posts it without waiting'
    )


def _answered(one: Known) -> str:
    assert one.answered_at is not None
    by = "" if one.mail is None else f", mail {one.mail}"
    return f"{one.name} (answered {day(one.answered_at)}{by})"


def _unanswered(one: Known) -> str:
    if one.failed_at is not None:
        return f"{one.name} (a mail came back {day(one.failed_at)})"
    if one.waived:
        return f"{one.name} (not waited for)"
    return one.name if one.asked_at is None else f"{one.name} (asked {day(one.asked_at)})"
