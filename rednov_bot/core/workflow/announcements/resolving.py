"""A turn that is taken is resolved, and drafted for the contestmaster (§10-§16)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace as replaced
from typing import Any

from rednov_bot.core.contest import Ruling
from rednov_bot.core.models import Draft, PaperId, TakenTurn
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow import in_force
from rednov_bot.core.workflow.announcements import asking
from rednov_bot.core.workflow.desk import Desk, Ongoing, ongoing
from rednov_bot.core.workflow.drafts import drafting
from rednov_bot.core.workflow.luck import fortune
from rednov_bot.games.base import Against, Answer, Held, Luck, Resolution


def draft_resolution(
    desk: Desk,
    records: UnitOfWork,
    taken: TakenTurn,
    moved_by: str = "",
    notes: tuple[str, ...] = (),
) -> Draft | None:
    """The pending turn is resolved and drafted; or the choice it waits for is asked for.

    Called again it gives the same dice and cards; an older open draft gives way to the new one,
    which says so.  *moved_by* is what the gamestate has moved on by: `the discard of Ann`; *notes*
    are for the contestmaster.
    """
    now = ongoing(desk, records)
    if now is None or now.gamestate.position.pending != taken.turn.gnome:
        return None
    if now.gamestate.position.turns != taken.number:
        return None
    luck = fortune.of_turn(records, now.game, taken)
    outcome = resolution_of(desk, records, now, taken, luck=luck)
    return drafted(desk, records, now, taken, outcome, luck, moved_by=moved_by, notes=notes)


def drafted(
    desk: Desk,
    records: UnitOfWork,
    now: Ongoing,
    taken: TakenTurn,
    outcome: Resolution | Held,
    luck: Luck,
    *,
    moved_by: str = "",
    notes: tuple[str, ...] = (),
) -> Draft | None:
    """The resolution as a draft, or the choice that it waits for; *luck* is what it drew from."""
    taken = replaced(taken, turn=in_force.turn_of(records, taken))
    now = replaced(now, options=in_force.options_of(records, now.game, taken))
    match outcome:
        case Resolution():
            return drafting.resolution(
                desk, records, now, taken, outcome, luck=luck, moved_by=moved_by, notes=notes
            )
        case Held():
            return asking.Waiting(desk, records, now, taken, outcome).ask()


def resolution_of(
    desk: Desk,
    records: UnitOfWork,
    now: Ongoing,
    taken: TakenTurn,
    planned: Any = None,
    luck: Luck | None = None,
) -> Resolution | Held:
    """What comes of the pending turn, with the orders, answers and rulings in the database.

    *planned*: its plan, if it was taken just now; *luck*: its own, which keeps what is drawn.
    """
    every = records.rulings(now.game.id)
    outcome = outcome_of(desk, records, now, taken, every, planned, luck)
    if isinstance(outcome, tuple):
        raise ValueError(f"this turn was never valid: {outcome[0].code}")
    return outcome


def outcome_of(
    desk: Desk,
    records: UnitOfWork,
    now: Ongoing,
    taken: TakenTurn,
    every: Sequence[Ruling],
    planned: Any = None,
    luck: Luck | None = None,
) -> Resolution | Held | tuple[Against, ...]:
    """The same under these rulings of its game; or why the turn is no valid one under them.

    Orders that came when a draft about it had been shown count for later turns only.
    """
    if (round := fortune.awaits(records, taken)) is not None:
        return fortune.held_for(taken, round)
    known = in_force.known(records, now.game, taken, every)
    luck = luck or fortune.of_turn(records, now.game, taken)
    orders = dict(records.noted_orders(now.game.id, records.first_drafted(taken.id)))
    answers = records.answers(taken.id)
    if planned is not None and not known.rulings:
        return desk.game.resolve(
            now.gamestate,
            taken.turn,
            data=now.tables,
            options=known.options,
            luck=luck,
            orders=orders,
            answers=answers,
            plan=planned,
        )
    then = now.gamestate
    if known.rulings:
        then = records.gamestate_at(taken.game, in_force.taken_in(records, taken) - 1)
    return desk.game.resolve_ruled(
        now.gamestate,
        taken.turn,
        known.rulings,
        taken_at=then,
        data=now.tables,
        options=known.options,
        luck=luck,
        orders=orders,
        answers=answers,
        chosen={},
    )


def answered(desk: Desk, records: UnitOfWork, turn: PaperId, key: str, answer: Answer) -> None:
    """A choice was answered: the resolution goes on."""
    records.add_answer(turn, key, answer, desk.now())
    draft_resolution(desk, records, records.turn(turn))
