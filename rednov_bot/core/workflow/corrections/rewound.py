"""A stored course as it is to be played otherwise: what a ruling changes in it (§25, A96)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import assert_never

from msgspec.structs import replace

from rednov_bot.core.contest import (
    Chosen,
    Defends,
    OptionSet,
    PositionSet,
    Precedent,
    ReadAs,
    RulingEffect,
    Valid,
    Void,
    Withdrawn,
)
from rednov_bot.core.models import PaperId, TakenTurn
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow.corrections.courses import Course
from rednov_bot.games.red_november.rules.choices import DEFENCE, Answer
from rednov_bot.games.red_november.rules.corrections.replay import (
    Announced,
    Corrected,
    Held,
    Played,
    Resolved,
    correct,
    number_of,
)
from rednov_bot.games.red_november.rules.tables import Tables


@dataclass(frozen=True, slots=True)
class Choosing:
    """The contestmaster makes a choice to which only the game played again comes.

    It is stored with the answers of the corrected turn, under the number of the ruling.
    """

    ruling: int
    turn: int  # the number of the one in which the choice is made
    key: str


def note(
    records: UnitOfWork, corrected: TakenTurn, made: Choosing, answer: Answer, at: datetime
) -> None:
    """The choice is stored; the first one counts."""
    key = f"{_of(made.ruling)}{made.turn} {made.key}"
    records.add_answer(corrected.id, key, answer, at)


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
    effect: RulingEffect,
    chosen: Mapping[tuple[int, str], str],
    tables: Tables,
) -> Corrected | Held:
    """The course with turn *number* ruled otherwise, and with what was *chosen* on the way."""
    steps = [_with_choices(_ruled(step, number, effect), chosen) for step in course.steps]
    return correct(course.before, steps, tables)


def _ruled(step: Played, number: int, effect: RulingEffect) -> Played:
    """The step under the ruling.  An option is another from the turn on, for all steps."""
    if isinstance(effect, OptionSet):
        return replace(step, options=replace(step.options, **{effect.option: effect.value}))
    if number_of(step) != number:
        return step
    match effect:
        case ReadAs(turn=turn) if isinstance(step, Announced):
            return replace(step, turn=turn, admitted=False)
        case ReadAs():
            return replace(step, turn=None, ruled=None)
        case Void():
            return replace(step, counts=False) if isinstance(step, Announced) else step
        case Chosen(key=key, label=label):
            return replace(step, chosen={key: label}) if isinstance(step, Resolved) else step
        case Defends(defends=defends):
            label = "yes" if defends else "no"
            return replace(step, chosen={DEFENCE: label}) if isinstance(step, Resolved) else step
        case Valid() | PositionSet() | Precedent() | Withdrawn():
            return step
        case _:
            assert_never(effect)


def _with_choices(step: Played, chosen: Mapping[tuple[int, str], str]) -> Played:
    if not isinstance(step, Resolved):
        return step
    own = {key: label for (number, key), label in chosen.items() if number == step.number}
    return replace(step, chosen={**step.chosen, **own}) if own else step
