"""Reminders: to the contestmaster of their duties, to players of what is theirs (rules.md 8.3)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Unpack

from rednov_bot.core.contest import Absence, Duty, Outage
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
    return {
        "only": items[0] if len(items) == 1 else None,
        "drafts": [one.code for one in items if one.code is not None and one.kind != "correct"],
        "lost": sum([one.ends - one.begins for one in outages], timedelta()),
    }


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
