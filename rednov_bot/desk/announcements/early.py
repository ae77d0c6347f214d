"""Turns announced too early wait for the resolution before them (option queue_early_turns, A14).

They are filed with the answers of the turn they wait for: what happens when it is resolved.
"""

from __future__ import annotations

from datetime import datetime

import msgspec

from rednov_bot.desk import stationery
from rednov_bot.desk.announcements.turn_mail import TurnMail
from rednov_bot.desk.desk import Desk, Ongoing
from rednov_bot.desk.outgoing import answer
from rednov_bot.engine.choices import Answer
from rednov_bot.engine.refusals import Withheld
from rednov_bot.engine.resolve import Verdict
from rednov_bot.engine.turn import Turn
from rednov_bot.papers import Letter, PaperId, TakenTurn
from rednov_bot.ports import Records
from rednov_bot.prose import answers
from rednov_bot.prose.wording import spoken

_KEY = "early turn"


class Early(TurnMail, frozen=True, kw_only=True):
    """A turn that waits, and what is needed to answer the mail that announced it."""

    mail: int


def is_too_early(verdict: Verdict, now: Ongoing) -> bool:
    """Whether the turn is kept: nothing public is against it but the unresolved turn.

    Private reasons make no difference, or the list could tell a hand from who is kept (§6).
    """
    codes = [fault.code for fault in verdict.public]
    return now.options.queue_early_turns and codes == ["UNRESOLVED"]


def keep(records: Records, before: TakenTurn, early: Early, at: datetime) -> None:
    """The turn waits until the one *before* it is resolved, behind those that wait already."""
    place = len(waiting(records, before)) + 1
    label = msgspec.json.encode(early).decode()
    records.add_answer(before.id, f"{_KEY} {place}", Answer(label, "gnome"), at)


def waiting(records: Records, before: TakenTurn) -> tuple[Early, ...]:
    """The turns that wait for the resolution of *before*, in the order of their announcement."""
    return tuple(
        msgspec.json.decode(answer.label, type=Early)
        for key, answer in records.answers(before.id).items()
        if key.startswith(_KEY)
    )


def announce(
    desk: Desk,
    records: Records,
    mail: PaperId,
    letter: Letter,
    turn: Turn,
    now: Ongoing,
    private: tuple[Withheld, ...],
) -> bool:
    """An early turn is kept; the list hears of it when it is taken.  Whether the sender is told."""
    before = records.pending_turn(now.game.id)
    assert before is not None
    early = Early(
        mail=mail,
        turn=turn,
        message_id=letter.message_id,
        references=letter.references,
        subject=letter.subject,
        addresses=letter.addresses,
        forum=letter.forum,
        said_at=letter.said_at,
        stamps=letter.stamps,
        text=letter.text,
        written=letter.written,
        authentication=letter.authentication,
        confirmed=letter.confirmed,
    )
    keep(records, before, early, desk.now())
    told = [
        f"It waits for the resolution of turn {before.number}, of {before.turn.gnome} "
        "(game option queue_early_turns).",
        "It is checked at that moment, and you get a mail then whether it is taken.",
    ]
    told += [f"Right now it would have no effect: {spoken(one.reason)}." for one in private]
    page = answers.noted(
        "turn",
        tuple(told),
        said_at=letter.said_at or desk.now(),
        letterhead=stationery.letterhead(desk, letter.forum),
        envelope=stationery.to_sender(desk, letter),
        next=f"The list hears of it only then, when {desk.decides} has looked at what comes "
        "of it. You do not need to do anything more.",
    )
    return answer(desk, records, page)
