"""The course of a game as it is stored, step by step, as a correction plays it again (A96).

Every step is told with what was known when it was first played: the turn as it was read, the luck
of its number (A95), the answers and standing orders that counted, the options in force (A97).
A ruling changes some of that.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import assert_never

from msgspec.structs import replace

from rednov_bot.core import contest as effects
from rednov_bot.core.errors import CannotRewind
from rednov_bot.core.models import Chapter, Draft, Game, PaperId, TakenTurn
from rednov_bot.core.render.wording import uncapital
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow.corrections import in_force
from rednov_bot.core.workflow.desk import draft_of
from rednov_bot.core.workflow.luck import fortune
from rednov_bot.games.base import Answer
from rednov_bot.games.red_november.render import ruling_words
from rednov_bot.games.red_november.rules import events as ev
from rednov_bot.games.red_november.rules.choices import DEFENCE
from rednov_bot.games.red_november.rules.corrections.replay import (
    Announced,
    Corrected,
    Discarded,
    GaveBack,
    Held,
    IdleKilled,
    Played,
    Resolved,
    correct,
    number_of,
)
from rednov_bot.games.red_november.rules.gamestate import Gamestate
from rednov_bot.games.red_november.rules.tables import Board, Tables
from rednov_bot.games.red_november.rules.turn import Orders
from rednov_bot.games.red_november.rules.words import Item

_DRAFT = "draft "  # how a chapter names the draft whose approval it is


@dataclass(frozen=True, slots=True)
class Course:
    """What happened from the announcement of a turn on."""

    before: Gamestate  # no turn is pending in it
    steps: tuple[Played, ...]
    resolution: Draft  # the approved one of that turn
    resolved: Chapter


@dataclass(frozen=True, slots=True)
class Telling:
    """What the steps of one game have in common."""

    records: UnitOfWork
    game: Game
    board: Board
    turns: Mapping[int, TakenTurn]


def course_of(records: UnitOfWork, game: Game, taken: TakenTurn, board: Board) -> Course:
    """Everything from the announcement of *taken* to the present.

    Raises CannotRewind where its resolution is not posted, or where something came between that
    cannot be played again, as an amendment.
    """
    chapters = records.chapters(game.id)
    at = next(
        at
        for at, chapter in enumerate(chapters)
        for one in chapter.events
        if isinstance(one, ev.TurnTaken) and one.number == taken.number
    )
    later, before = chapters[at:], records.gamestate_at(game.id, chapters[at].number - 1)
    turns_taken = {one.number: one for one in records.turns(game.id)}
    telling = Telling(records, game, board, turns_taken)
    steps = tuple([step_of(telling, one) for one in later])
    for chapter in later:
        draft = draft_of(records, chapter.cause.removeprefix(_DRAFT))
        if draft is not None and draft.kind == "resolution" and draft.turn == taken.id:
            return Course(before, steps, draft, chapter)
    raise CannotRewind(
        f"turn {taken.number} is not resolved yet: overrule its draft, or have it drafted again"
    )


def step_of(telling: Telling, chapter: Chapter) -> Played:
    """A step with what was known when it was played.

    Raises CannotRewind of one that cannot be played again: an opening, a correction.
    """
    records, game = telling.records, telling.game
    state, told = chapter.number, chapter.events
    draft = draft_of(records, chapter.cause.removeprefix(_DRAFT))
    options = in_force.under(game.options, in_force.in_force(records, game.id, state))
    if draft is not None and draft.kind == "resolution" and draft.turn is not None:
        return _resolution(telling, chapter, records.turn(draft.turn))
    match told[:1]:
        case (ev.TurnTaken(number=number),):
            # As it was read then; a ruling given before it was taken has admitted it.
            taken = telling.turns[number]
            admitting = in_force.about(records, taken, state)
            return Announced(
                state=state,
                told=told,
                options=options,
                number=number,
                turn=taken.turn,
                admitted=any(not isinstance(one.effect, effects.OptionSet) for one in admitting),
            )
        case (ev.ItemsDiscarded(gnome=name),):
            items = tiles_of(told)
            return Discarded(state=state, told=told, options=options, gnome=name, items=items)
        case (
            ev.GiftMade(giver=giver, recipient=to, in_return=True)
            | ev.ReturnPromised(giver=giver, recipient=to),
        ):
            items = tiles_of(told)
            return GaveBack(
                state=state, told=told, options=options, giver=giver, to=to, items=items
            )
        case (ev.Killed(gnome=name, cause="idle"),):
            luck = fortune.of_idle_kill(records, game, name)
            return IdleKilled(state=state, told=told, options=options, gnome=name, luck=luck)
        case _:
            pass
    why = "something came since that cannot be played again; rewind to a turn behind it"
    if draft is not None and draft.kind == "correction":
        why = (
            f"the {uncapital(draft.about)} was posted since, by draft {draft.code}, and nothing "
            f"before it can be played again; {ruling_words.SET_RIGHT}, or rewind to a turn behind "
            "it"
        )
    raise CannotRewind(why)


def _resolution(telling: Telling, chapter: Chapter, taken: TakenTurn) -> Resolved:
    """With the orders that counted when it was drafted first, and every answer in the database."""
    records, game, number = telling.records, telling.game, chapter.number
    standing = dict(records.noted_orders(game.id, records.first_drafted(taken.id)))
    state = records.gamestate_at(game.id, number - 1)
    ruled = in_force.ruled(records, state, taken, telling.board, number)
    return Resolved(
        state=number,
        told=chapter.events,
        options=in_force.options_of(records, game, taken),
        number=taken.number,
        luck=fortune.of_turn(records, game, taken),
        orders=standing.get(taken.turn.gnome, Orders()),
        answers=records.answers(taken.id),
        standing=standing,
        ruled=ruled,
        turn=None if ruled is None else in_force.turn_of(records, taken, number),
    )


def tiles_of(told: tuple[ev.Event, ...]) -> tuple[Item, ...]:
    """Which tiles a discard or a gift in return was about."""
    for one in told:
        if isinstance(one, ev.DiscardNamed | ev.GiftReceived | ev.ReturnNoted):
            return one.items
    return ()


def note(
    records: UnitOfWork,
    corrected: TakenTurn,
    ruling: int,
    turn: int,
    key: str,
    answer: Answer,
    at: datetime,
) -> None:
    """The contestmaster makes a choice of *key* to which only the game played again comes, in the
    turn of that number; the first one counts.

    It is stored with the answers of the corrected turn, under the number of the ruling.
    """
    records.add_answer(corrected.id, f"{_of(ruling)}{turn} {key}", answer, at)


def noted(records: UnitOfWork, corrected: PaperId, ruling: int) -> Mapping[tuple[int, str], str]:
    """The labels chosen so far, by the number of the turn and the key of the choice."""
    found = {}
    for filed, answer in records.answers(corrected).items():
        if filed.startswith(_of(ruling)):
            number, _, key = filed.removeprefix(_of(ruling)).partition(" ")
            found[int(number), key] = answer.label
    return found


def _of(ruling: int) -> str:
    return f"correction {ruling}: turn "


def played_again(
    course: Course,
    number: int,
    effect: effects.RulingEffect,
    chosen: Mapping[tuple[int, str], str],
    tables: Tables,
) -> Corrected | Held:
    """The course with turn *number* ruled otherwise, and with what was *chosen* on the way."""
    steps = []
    for played in course.steps:
        step = _ruled(played, number, effect)
        if isinstance(step, Resolved):
            own = {key: label for (turn, key), label in chosen.items() if turn == step.number}
            step = replace(step, chosen={**step.chosen, **own}) if own else step
        steps.append(step)
    return correct(course.before, steps, tables)


def _ruled(step: Played, number: int, effect: effects.RulingEffect) -> Played:
    """The step under the ruling.  An option is another from the turn on, for all steps."""
    if isinstance(effect, effects.OptionSet):
        return replace(step, options=replace(step.options, **{effect.option: effect.value}))
    if number_of(step) != number:
        return step
    match effect:
        case effects.ReadAs(turn=turn) if isinstance(step, Announced):
            return replace(step, turn=turn, admitted=False)
        case effects.ReadAs():
            return replace(step, turn=None, ruled=None)
        case effects.Void():
            return replace(step, counts=False) if isinstance(step, Announced) else step
        case effects.Chosen(key=key, label=label):
            return replace(step, chosen={key: label}) if isinstance(step, Resolved) else step
        case effects.Defends(defends=defends):
            label = "yes" if defends else "no"
            return replace(step, chosen={DEFENCE: label}) if isinstance(step, Resolved) else step
        case effects.Valid() | effects.PositionSet() | effects.Precedent() | effects.Withdrawn():
            return step
        case _:
            assert_never(effect)
