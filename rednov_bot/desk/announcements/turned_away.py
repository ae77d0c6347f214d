"""Turns that came while another was unresolved (§9): void, and remembered.

They are filed with the answers of the turn in between: what happens when it is resolved.
"""

from __future__ import annotations

from typing import Final

import msgspec

from rednov_bot.desk.announcements.turn_mail import TurnMail
from rednov_bot.desk.desk import Desk, Ongoing
from rednov_bot.engine.choices import Answer
from rednov_bot.engine.refusals import Against
from rednov_bot.engine.turn import Turn
from rednov_bot.papers import Letter, TakenTurn
from rednov_bot.ports import Records

_KEY: Final = "turned away"


class TurnedAway(TurnMail, frozen=True, kw_only=True):
    """A void turn, and what is needed to give its announcement back."""

    alone: bool  # nothing was against it but the unresolved turn


def note(
    desk: Desk,
    records: Records,
    letter: Letter,
    turn: Turn,
    refusals: tuple[Against, ...],
    now: Ongoing,
) -> None:
    """A turn has no effect while another is unresolved: remembered until that one is resolved.

    Of several by one gnome the last counts, so one that fails otherwise makes earlier ones moot.
    """
    before = records.pending_turn(now.game.id)
    if before is None or now.options.queue_early_turns:
        return
    away = TurnedAway(
        turn=turn,
        text=letter.text,
        alone=is_alone(refusals),
        message_id=letter.message_id,
        references=letter.references,
        subject=letter.subject,
        addresses=letter.addresses,
        forum=letter.forum,
        said_at=letter.said_at,
    )
    place = len(waiting(records, before)) + 1
    label = msgspec.json.encode(away).decode()
    records.add_answer(before.id, f"{_KEY} {place}", Answer(label, "gnome"), desk.now())


def is_alone(refusals: tuple[Against, ...]) -> bool:
    """Whether nothing is against a turn but the unresolved one."""
    return [one.code for one in refusals] == ["UNRESOLVED"]


def waiting(records: Records, before: TakenTurn) -> tuple[TurnedAway, ...]:
    """The void turns since *before* was taken, in the order of their announcement."""
    return tuple(
        msgspec.json.decode(noted.label, type=TurnedAway)
        for key, noted in records.answers(before.id).items()
        if key.startswith(_KEY)
    )
