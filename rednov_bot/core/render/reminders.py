"""Reminders: to the contestmaster of their duties, to players of what is theirs (rules.md 8.3)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, Unpack

from rednov_bot.core.contest import Absence, Duty, DutyKind, Outage
from rednov_bot.core.invocation import program_from_anywhere
from rednov_bot.core.render.environment import fold
from rednov_bot.core.render.letterhead import Facts, Heads, Letterhead, mail
from rednov_bot.core.render.wording import listed, span, when
from rednov_bot.games.base import Player


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Idle:
    """How long somebody has been idle, and what speaks against acting on it."""

    name: Player
    since: datetime  # their last turn, or the beginning of the game
    took_a_turn: bool  # whether *since* is a turn of theirs
    idle: timedelta  # by the text of §19
    able: timedelta  # of it, the time in which they could have acted (A91)
    lost: timedelta  # of it, the time in which the bot was not at work
    absences: tuple[Absence, ...]  # announced for any of that time
    warned_at: datetime | None  # when they were warned by the bot
    barred: tuple[str, ...]  # why they cannot act now, half sentences


def idle_notes(one: Idle, minded: Sequence[str]) -> tuple[str, ...]:
    """What the contestmaster should mind before they kill *one*; some of it is for them alone.

    *minded* is what the game says to it.
    """
    return (
        *_told_of(one),
        *minded,
        *[f"Better wait: {reason} (A92)." for reason in one.barred],
        "You CAN do it, but it is meant for games that would come to a halt without it (§19). "
        "Nothing happens if you reject it or leave it.",
    )


def idle_lines(every: Iterable[Idle]) -> tuple[str, ...]:
    """Everybody with both counts, the longest idle first; for the contestmaster alone."""
    told = []
    for one in sorted(every, key=lambda each: each.since):
        told += fold(" ".join(_told_of(one)), "  ", "      ").split("\n")
    return tuple(told) or ("  nobody can take a turn any more",)


def _told_of(one: Idle) -> tuple[str, ...]:
    began = "took their last turn" if one.took_a_turn else "has taken no turn; the game began"
    lost = f"; for {span(one.lost)} the bot was not at work" if one.lost else ""
    warned = f"The bot has not warned {one.name}."
    if one.warned_at is not None:
        warned = f"The bot warned {one.name} {when(one.warned_at)}."
    return (
        f"{one.name} {began} {when(one.since)}: {span(one.idle)} ago (§19 counts this). For "
        f"{span(one.able)} of it they could have acted{lost}.",
        *[
            f'They announced {when(away.said_at)}: "{" ".join(away.words.split())}"'
            for away in one.absences
        ],
        warned,
    )


@mail("desk", "reminder")
def to_contestmaster(
    items: tuple[Duty, ...],
    *,
    now: datetime,
    outages: tuple[Outage, ...] = (),
    **heads: Unpack[Heads],
) -> Facts:
    """What waits for the contestmaster, the most urgent first, in one mail.

    Where it is one draft alone, its code is in the subject: a reply decides it.
    """
    only = items[0] if len(items) == 1 else None
    return {
        "code": None if only is None else only.code,
        "about": f"{len(items)} things wait for you" if only is None else only.about,
        "late": only is not None and _is_late(only, now),
        "items": [(_told(one, now), one.lines) for one in items],
        "candidates": () if only is None else only.candidates,
        "drafts": [one.code for one in items if one.code is not None and one.kind != "correct"],
        "outages": _outages(outages),
    }


def _is_late(one: Duty, now: datetime) -> bool:
    return one.due_by is not None and now >= one.due_by


def _told(one: Duty, now: datetime) -> str:
    """What waits, since when, until when, and which draft does it."""
    said = [f"{one.about}.", _by_when(one, now), one.note]
    if one.kind == "tell":
        said.append(
            "Tell them yourself, or correct their address in [people] "
            f"(`{program_from_anywhere()} outbox`)."
        )
    if one.code is not None and one.kind != "correct":
        said.append(f"Draft [rednov {one.code}] waits for your answer.")
    return " ".join([part for part in said if part])


_TASKS: Final[dict[DutyKind, str]] = {
    "resolve": "To be resolved",
    "award": "To be awarded",
    "tell": "To be told",
    "correct": "To be corrected",
}


def _by_when(one: Duty, now: datetime) -> str:
    if one.due_by is None:
        return f"Open since {when(one.started_at)}."
    task = f"{_TASKS.get(one.kind, 'Due')} by {when(one.due_by)}"
    clause = f" ({one.clause})" if one.clause else ""
    if _is_late(one, now):
        return (
            f"{task}{clause}: overdue for {span(now - one.due_by)}. It counts as well when it "
            "comes late; please see to it now."
        )
    return f"{task}{clause}: {span(one.due_by - now)} left."


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
def to_player(paragraphs_of: Sequence[tuple[str, ...]], **heads: Unpack[Heads]) -> None:
    """What is the player's to do, in one mail; its subject tells nothing of it (§6)."""


def must_choose(
    number: int,
    asked: str,
    candidates: Iterable[tuple[str, str]],
    until: datetime,
    letterhead: Letterhead,
) -> tuple[str, ...]:
    """A resolution waits for the player's choice: the paragraphs about that."""
    ways = listed([f'"choose {label}"' for label, _ in candidates], "or")
    return (
        f"Turn {number} waits for a choice of yours until {when(until)}: {asked}. Answer this "
        f"mail, to {letterhead.bot} alone, with {ways}. After that {letterhead.decides} chooses.",
    )
