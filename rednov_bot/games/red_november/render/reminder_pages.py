"""Reminders: to the contestmaster of their duties, to gnomes of what is theirs (rules.md 8.3)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from rednov_bot.core.contest import Absence, Outage
from rednov_bot.core.invocation import program_from_anywhere
from rednov_bot.core.render.environment import fold
from rednov_bot.core.render.letterhead import Envelope, Facts, Letterhead, mail
from rednov_bot.core.render.wording import counted, listed, span, when
from rednov_bot.games.red_november.render.sentences import Scene, sentence
from rednov_bot.games.red_november.rules import events as ev
from rednov_bot.games.red_november.rules.tables import Tables
from rednov_bot.games.red_november.rules.words import GnomeName


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Idle:
    """How long a gnome has been idle, and what speaks for and against killing them."""

    name: GnomeName
    since: datetime  # their last turn, or the beginning of the game
    took_a_turn: bool  # whether *since* is a turn of theirs
    idle: timedelta  # by the text of §19
    able: timedelta  # of it, the time in which they could have acted (A91)
    lost: timedelta  # of it, the time in which the bot was not at work
    absences: tuple[Absence, ...]  # announced for any of that time
    warned_at: datetime | None  # when they were warned by the bot
    barred: tuple[str, ...]  # why they cannot act now, half sentences
    waits_with: str  # where they may be waiting to abandon ship; "" where nothing speaks for it


def idle_notes(one: Idle, events: tuple[ev.PublicEvent, ...], tables: Tables) -> tuple[str, ...]:
    """What the contestmaster should mind before they kill *one*; some of it is for them alone.

    *events* are what the death would bring about.
    """
    told = [_counts(one)]
    told += [_absence(absence) for absence in one.absences]
    told.append(_warning(one))
    told += _causes(events, one.name, tables)
    told += [f"Better wait: {reason} (A92)." for reason in one.barred]
    if one.waits_with:
        told.append(
            f"{one.name} may only be waiting to abandon ship, for which they SHOULD NOT be killed "
            f"(§19): {one.waits_with}. This is for you alone (§6)."
        )
    told.append(
        "You CAN do it, but it is meant for games that would come to a halt without it (§19). "
        "Nothing happens if you reject it or leave it."
    )
    return tuple(told)


def idle_lines(every: Iterable[Idle]) -> tuple[str, ...]:
    """Each gnome with both counts, the longest idle first; for the contestmaster alone."""
    told = []
    for one in sorted(every, key=lambda each: each.since):
        said = [_counts(one), *map(_absence, one.absences), _warning(one)]
        told += fold(" ".join(said), "  ", "      ").split("\n")
    return tuple(told) or ("  nobody can take a turn any more",)


def _counts(one: Idle) -> str:
    began = "took their last turn" if one.took_a_turn else "has taken no turn; the game began"
    lost = f"; for {span(one.lost)} the bot was not at work" if one.lost else ""
    return (
        f"{one.name} {began} {when(one.since)}: {span(one.idle)} ago (§19 counts this). For "
        f"{span(one.able)} of it they could have acted{lost}."
    )


def _absence(one: Absence) -> str:
    return f'They announced {when(one.said_at)}: "{" ".join(one.words.split())}"'


def _warning(one: Idle) -> str:
    if one.warned_at is None:
        return f"The bot has not warned {one.name}."
    return f"The bot warned {one.name} {when(one.warned_at)}."


def _causes(events: tuple[ev.PublicEvent, ...], name: GnomeName, tables: Tables) -> list[str]:
    """The loss of the sub, the end of the game, and who would wake, in as many words."""
    scene = Scene(tables.board)
    told = [sentence(one, scene) for one in events if isinstance(one, ev.SubLost | ev.GameOver)]
    woken = [one.gnome for one in events if isinstance(one, ev.Woke)]
    found = [f"The death of {name} would decide the game: {' '.join(told)}"] if told else []
    return found + ([f"With that death {listed(woken)} would wake."] if woken else [])


_AWAITS = "waits for your answer"


@dataclass(frozen=True, slots=True, kw_only=True)
class Waits:
    """Something that waits for the contestmaster."""

    kind: Literal["resolve", "award", "tell", "correct", "draft"]
    about: str  # in public words
    clause: str
    since: datetime
    due_by: datetime | None
    code: str | None = None  # the draft that does it
    note: str = ""  # whole sentences, for them alone
    lines: tuple[str, ...] = ()  # what an award says
    candidates: tuple[str, ...] = ()  # where the draft asks for a choice


@dataclass(frozen=True, slots=True, kw_only=True)
class IdleWarning:
    """The gnome may soon be killed for idleness (§19)."""

    since: datetime
    idle: timedelta
    able: timedelta
    ripens: datetime  # when four days are over


@dataclass(frozen=True, slots=True, kw_only=True)
class MustDiscard:
    """The gnome is above a pending hand limit (§17)."""

    count: int
    since: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class MustChoose:
    """A resolution waits for the gnome's choice."""

    number: int  # of the turn
    asked: str
    candidates: tuple[tuple[str, str], ...]  # what to answer, and what it means
    until: datetime


Concern = IdleWarning | MustDiscard | MustChoose


@mail("desk", "reminder")
def to_contestmaster(
    items: tuple[Waits, ...],
    *,
    now: datetime,
    outages: tuple[Outage, ...] = (),
    letterhead: Letterhead,
    envelope: Envelope,
) -> Facts:
    """What waits for the contestmaster, the most urgent first, in one mail.

    Where it is one draft alone, its code is in the subject: a reply decides it.
    """
    codes = [one.code for one in items]
    return {
        "code": codes[0] if len(items) == 1 else None,
        "about": items[0].about if len(items) == 1 else f"{len(items)} things wait for you",
        "late": len(items) == 1 and is_late(items[0], now),
        "items": [(told(one, now), one.lines) for one in items],
        "candidates": items[0].candidates if len(items) == 1 else (),
        "drafts": [one.code for one in items if one.code is not None and one.kind != "correct"],
        "outages": _outages(outages),
    }


def is_late(one: Waits, now: datetime) -> bool:
    """Whether its time is over."""
    return one.due_by is not None and now >= one.due_by


def told(one: Waits, now: datetime) -> str:
    """What waits, since when, until when, and which draft does it."""
    said = [f"{one.about}.", _by_when(one, now), one.note]
    if one.kind == "tell":
        said.append(
            "Tell them yourself, or correct their address in [people] "
            f"(`{program_from_anywhere()} outbox`)."
        )
    if one.code is not None and one.kind != "correct":
        said.append(f"Draft [rednov {one.code}] {_AWAITS}.")
    return " ".join([part for part in said if part])


def _by_when(one: Waits, now: datetime) -> str:
    if one.due_by is None:
        return f"Open since {when(one.since)}."
    task = {
        "resolve": "To be resolved",
        "award": "To be awarded",
        "tell": "To be told",
        "correct": "To be corrected",
        "draft": "Due",
    }[one.kind]
    clause = f" ({one.clause})" if one.clause else ""
    if is_late(one, now):
        return (
            f"{task} by {when(one.due_by)}{clause}: overdue for {span(now - one.due_by)}. It "
            "counts as well when it comes late; please see to it now."
        )
    return f"{task} by {when(one.due_by)}{clause}: {span(one.due_by - now)} left."


def _outages(every: tuple[Outage, ...]) -> str:
    """When and for how long the bot was not at work; the empty string where it always was."""
    if not every:
        return ""
    first, last = every[0].begins, every[-1].ends
    length = span(sum([one.ends - one.begins for one in every], timedelta()))
    if len(every) == 1:
        return f"The bot was not at work from {when(first)} to {when(last)}: {length}."
    return (
        f"Between {when(first)} and {when(last)} the bot was not at work {len(every)} times, "
        f"{length} in all."
    )


@mail("private", "gnome_reminder")
def to_gnome(concerns: tuple[Concern, ...], *, letterhead: Letterhead, envelope: Envelope) -> Facts:
    """What is the gnome's to do, in one mail; its subject tells nothing of it (§6)."""
    return {"paragraphs_of": [_concern(one, letterhead) for one in concerns]}


def _concern(one: Concern, letterhead: Letterhead) -> tuple[str, ...]:
    """The paragraphs about one thing."""
    match one:
        case IdleWarning():
            master = letterhead.decides
            return (
                f"You have taken no turn for {span(one.idle)}, since {when(one.since)}; you could "
                f"have taken one for {span(one.able)} of it.",
                f"From {when(one.ripens)} on {master} CAN kill you for idleness (§19). That is "
                "meant for a game that would come to a halt without it, not for a gnome who only "
                "lets the others go first in order to abandon ship.",
                f'Any turn that you announce on {letterhead.forum} ends this, "I take no action" '
                f"too where that is allowed. Mail a turn to {letterhead.bot} alone to try it out "
                "first. If you will be away or are waiting for something, say so, on the list or "
                f"to the bot alone: {master} sees it before deciding.",
            )
        case MustDiscard():
            them, ones = ("it", "one") if one.count == 1 else ("them", "ones")
            return (
                f"You have to discard {counted(one.count, 'item')} for a hand limit that came "
                f"{when(one.since)}, and can take no turn before (§17). Name {them} on "
                f"{letterhead.forum}; or keep {them} private: first mail to {letterhead.bot} alone "
                f"which {ones}, and nothing else, then announce on the list how many.",
            )
        case MustChoose():
            answers = listed([f'"choose {label}"' for label, _ in one.candidates], "or")
            return (
                f"Turn {one.number} waits for a choice of yours until {when(one.until)}: "
                f"{one.asked}. Answer this mail, to {letterhead.bot} alone, with {answers}. After "
                f"that {letterhead.decides} chooses.",
            )
