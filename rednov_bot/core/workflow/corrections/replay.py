"""A game on file as a list of steps, and played again from one of them (A95, A96).

Every step is known with what was known when it was first played: the turn as it was read, the luck
of its number, the answers and standing orders that counted, the options in force (A97).  In the
corrected game a step that is not valid any more is without effect, with its reasons, and so is the
resolution of a turn that is not taken.  Turns keep their numbers: a number names dice that
everybody has seen, and is not given to a second turn.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rednov_bot.core.contest import OptionSet, ReadAs, Ruling, Valid, is_void
from rednov_bot.core.models import Chapter, Game, PaperId, TakenTurn
from rednov_bot.core.render.wording import uncapital
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow import in_force, resolving
from rednov_bot.core.workflow.corrections.ruling import SET_RIGHT
from rednov_bot.core.workflow.desk import draft_of
from rednov_bot.core.workflow.luck import fortune
from rednov_bot.games.base import (
    Against,
    Corrected,
    Data,
    Game as AnyGame,
    Held,
    Replayed,
    Resolution,
    State,
    Step,
)


def step_of(
    kind: AnyGame,
    records: UnitOfWork,
    game: Game,
    turns: Mapping[str, TakenTurn],
    chapter: Chapter,
    every: Sequence[Ruling],
) -> Step | str:
    """What a chapter tells, as a step; or why it cannot be played again: an opening, a correction.

    *turns* are those of the game, by what causes the gamestates in which they are taken; *every*
    are its rulings.
    """
    number, told = chapter.number, chapter.events
    draft = draft_of(records, chapter.cause.removeprefix("draft "))
    if draft is not None and draft.kind == "resolution" and draft.turn is not None:
        taken = records.turn(draft.turn)
        drawn_from = fortune.of_turn(records, game, taken)
        return resolving.as_step(records, game, taken, every, drawn_from, chapter)
    options = in_force.under(game.options, in_force.holding(every, until=number))
    if chapter.cause in turns:
        taken = turns[chapter.cause]
        # As it was read then; a ruling given before it was taken has admitted it.
        return Step(
            kind="taken",
            told=told,
            options=options,
            number=taken.number,
            turn=taken.turn,
            rulings=in_force.on_turn(records, taken, every, number),
        )
    if (between := kind.between(told)) is not None:
        luck = None
        if draft is not None and draft.kind == "idle":
            luck = fortune.of_idle_kill(records, game, between[1])
        return Step(kind="between", told=told, options=options, luck=luck)
    if draft is not None and draft.kind == "correction":
        return (
            f"the {uncapital(draft.about)} was posted since, by draft {draft.code}, and nothing "
            f"before it can be played again; {SET_RIGHT}, or rewind to a turn behind it"
        )
    return "something came since that cannot be played again; rewind to a turn behind it"


def turns_of(records: UnitOfWork, game: PaperId) -> Mapping[str, TakenTurn]:
    """The turns of a game, by what causes the gamestates in which they are taken."""
    return {in_force.taken_by(one.number): one for one in records.turns(game)}


def replay(kind: AnyGame, before: State, steps: Sequence[Step], data: Data) -> Corrected:
    """The steps played again from *before*, where no turn is pending.

    It ends early where it comes to a choice that nobody has made.
    """
    state, taken, taken_at = before, None, before
    against: dict[int, tuple[Against, ...]] = {}  # void announcements, by the number of the turn
    done: list[Replayed] = []
    for step in steps:
        outcome: Resolution | Held | tuple[Against, ...] = ()
        if step.void:
            pass
        elif step.kind == "taken":
            outcome = _take(kind, state, step, data)
        elif step.kind == "between":
            outcome = kind.again(state, step.told, step.options, step.luck)
        elif taken is not None and taken.number == step.number:
            outcome = _resolve(kind, state, taken, taken_at, step, data)
        else:
            outcome = against.get(step.number, ())
        if isinstance(outcome, Held):
            return Corrected(before, tuple(done), step, outcome.choice)
        if step.kind != "between":
            taken = None
        if isinstance(outcome, Resolution):
            if step.kind == "taken":
                taken, taken_at = step, state
            state = outcome.after
            done.append(Replayed(step, outcome.events, state))
            continue
        if step.kind != "between":
            state = kind.counted(state, step.number)
            against[step.number] = outcome
        done.append(Replayed(step, (), state, void=True, against=outcome))
    return Corrected(before, tuple(done))


def _take(kind: AnyGame, state: State, step: Step, data: Data) -> Resolution | tuple[Against, ...]:
    verdict = kind.judge(state, step.turn, data, step.options)
    for one in () if verdict.valid else step.rulings:
        if one.admits and not isinstance(one.effect, OptionSet):
            verdict = kind.admit(state, step.turn, one.effect, data, step.options)
    if not verdict.valid:
        return verdict.refusals
    event = kind.take(state, step.turn)
    return Resolution((event,), kind.after(state, (event,)))


def _resolve(
    kind: AnyGame, state: State, taken: Step, taken_at: State, step: Step, data: Data
) -> Resolution | Held | tuple[Against, ...]:
    effects = [one.effect for one in step.rulings]
    if effects and not is_void(effects):
        # The same rulings hold again, as far as what they read can be carried out.
        read = [one.turn for one in effects if isinstance(one, ReadAs)]
        turn = read[-1] if read else taken.turn
        free = kind.counted(state, step.number)
        if private := kind.admit(free, turn, Valid(), data, step.options).private:
            return private
    return kind.resolve_ruled(state, taken.turn, step, taken_at=taken_at, data=data)
