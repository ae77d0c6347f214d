"""Stages of duties: each is told once, and what was told is on file with the mail that says it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from rednov_bot.contest import Reminded
from rednov_bot.desk.desk import Desk
from rednov_bot.desk.due.duty import Duty
from rednov_bot.engine.words import GnomeName
from rednov_bot.ports import Records

REASON: Final = "reminder"
"""For what a reminder is queued."""


@dataclass(frozen=True, slots=True)
class Item:
    """A duty to remind of, and what is on file afterwards."""

    duty: Duty
    stages: tuple[tuple[str, int], ...]


def reached_stage(
    records: Records, duty: Duty, every: tuple[int, ...], gone: timedelta
) -> list[tuple[str, int]]:
    """The latest stage reached, unless it or a later one was told before."""
    reached = [hours for hours in every if gone >= timedelta(hours=hours)]
    if not reached or any(one.stage >= max(reached) for one in records.reminders(duty.key)):
        return []
    return [(duty.key, max(reached))]


def note(desk: Desk, records: Records, items: Iterable[Item], to: GnomeName) -> None:
    """Every stage of these is told now."""
    for item in items:
        for duty, stage in item.stages:
            note_stage(desk, records, duty, stage, to)


def note_stage(desk: Desk, records: Records, duty: str, stage: int, to: GnomeName) -> None:
    """One stage of a duty is told now."""
    records.remind(Reminded(duty=duty, stage=stage, to=to, at=desk.now()))
