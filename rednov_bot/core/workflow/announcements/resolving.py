"""A turn that is taken is resolved, and drafted for the contestmaster (§10-§16)."""

from __future__ import annotations

from dataclasses import replace as replaced

from rednov_bot.core.models import Draft, PaperId, TakenTurn
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow.announcements import asking
from rednov_bot.core.workflow.corrections import in_force
from rednov_bot.core.workflow.desk import Desk, Ongoing, ongoing
from rednov_bot.core.workflow.drafts import drafting
from rednov_bot.core.workflow.luck import fortune
from rednov_bot.games.base import Answer, Held, Luck, Resolution
from rednov_bot.games.red_november.rules.choices import Circumstances
from rednov_bot.games.red_november.rules.overruled import resolve_as_ruled
from rednov_bot.games.red_november.rules.plan import Plan
from rednov_bot.games.red_november.rules.resolve import resolve
from rednov_bot.games.red_november.rules.turn import Orders


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
    outcome = resolution_of(records, now, taken, luck=luck)
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
    records: UnitOfWork,
    now: Ongoing,
    taken: TakenTurn,
    planned: Plan | None = None,
    luck: Luck | None = None,
) -> Resolution | Held:
    """What comes of the pending turn, with the orders and answers in the database.

    Orders that came when a draft about it had been shown count for later turns only.

    *planned*: its plan, if it was taken just now; *luck*: its own, which keeps what is drawn.
    """
    if (round := fortune.awaits(records, taken)) is not None:
        return fortune.held_for(taken, round)
    standing = dict(records.noted_orders(now.game.id, records.first_drafted(taken.id)))
    circumstances = Circumstances(
        tables=now.tables,
        options=in_force.options_of(records, now.game, taken),
        luck=luck or fortune.of_turn(records, now.game, taken),
        orders=standing.get(taken.turn.gnome, Orders()),
        answers=records.answers(taken.id),
        standing=standing,
    )
    ruled = in_force.ruled(records, now.gamestate, taken, now.tables.board)
    if ruled is None:
        return resolve(now.gamestate, taken.turn, circumstances, planned)
    turn = in_force.turn_of(records, taken)
    return resolve_as_ruled(now.gamestate, turn, circumstances, ruled)


def answered(desk: Desk, records: UnitOfWork, turn: PaperId, key: str, answer: Answer) -> None:
    """A choice was answered: the resolution goes on."""
    records.add_answer(turn, key, answer, desk.now())
    draft_resolution(desk, records, records.turn(turn))
