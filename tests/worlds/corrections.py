"""A correction in another hidden world that agrees with both courses of its game (§6, A96)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Any

from msgspec.structs import replace as replaced

from rednov_bot.contest import Correct, PublishLuck, ReadAs
from rednov_bot.desk.corrections import correcting, courses
from rednov_bot.desk.desk import Desk
from rednov_bot.engine.corrections.played import IdleKilled, Played, Resolved
from rednov_bot.engine.corrections.rerun import Held, Replayed
from rednov_bot.engine.draws import Drawn, GameLuck
from rednov_bot.engine.gamestate import Gamestate
from rednov_bot.papers import Draft, Game
from rednov_bot.ports import Records
from tests.worlds import tracing
from tests.worlds.other_luck import OtherLuck, There
from tests.worlds.twofold import Step, Twofold, TwofoldWorld


@dataclass(frozen=True)
class Corrected:
    """The worlds in which a correction could be, and what was published before, by the moment."""

    worlds: Twofold
    published: Mapping[str, set[str]]  # purposes of draws


def corrected(desk: Desk, records: Records, made: Sequence[Draft]) -> Corrected | None:
    """What everybody knows when a correction is drafted; None where none is, or a choice is asked.

    Only the first of several is looked at.
    """
    effects = [one for draft in made if draft.pages for one in draft.effects]
    number = next((one.ruling for one in effects if isinstance(one, Correct)), None)
    if number is None:
        return None
    case = correcting.case_of(desk, records, records.ruling(number))
    done = correcting.played_again(records, case)
    played = done.so_far if isinstance(done, Held) else done.steps
    before, steps = case.course.before.secrets, case.course.steps
    trails, named = tracing.up_to(records, case.game, steps[0].state - 1)
    trails.find(before)
    reread = case.taken.number if isinstance(case.ruling.effect, ReadAs) else None
    every = [Step(*one) for one in zip_longest(steps, named, played)]
    worlds = Twofold(trails, before, case.present.secrets, every, reread)
    return Corrected(worlds, _published(played, effects))


@contextmanager
def course_of(known: Corrected, world: TwofoldWorld) -> Iterator[None]:
    """The course of the game is that of another world, and drawn with its luck."""
    real = courses.course_of

    def there(records: Records, game: Game, *more: Any) -> courses.Course:
        course = real(records, game, *more)
        steps = tuple([_with_luck(known, one) for one in world.steps(course.steps)])
        before = Gamestate(course.before.position, world.before)
        return replace(course, before=before, steps=steps)

    courses.course_of = there  # type: ignore[assignment]
    try:
        yield
    finally:
        courses.course_of = real


def _with_luck(known: Corrected, step: Played) -> Played:
    if not isinstance(step, Resolved | IdleKilled) or not isinstance(step.luck, OtherLuck):
        return step
    real = step.luck.real
    assert isinstance(real, GameLuck)
    luck = _Unpublished(real, step.luck, known.published.get(real.scope.moment, set()))
    return replaced(step, luck=luck)


class _Unpublished(There):
    """Publishes only what was not published before: links of other shuffles would be others."""

    __slots__ = ("_published",)

    def __init__(self, real: GameLuck, other: OtherLuck, published: set[str]) -> None:
        super().__init__(real, other)
        self._published = published

    @property
    def drawn(self) -> list[Drawn]:  # type: ignore[override]
        return [one for one in self.other.drawn if one.purpose not in self._published]


def _published(played: Sequence[Replayed], effects: Sequence[object]) -> dict[str, set[str]]:
    """The purposes of the draws that the posting does not show, for they were published before."""
    found: dict[str, set[str]] = {}
    for one in played:
        if isinstance(one.step, Resolved | IdleKilled) and isinstance(one.step.luck, GameLuck):
            moment = one.step.luck.scope.moment
            found.setdefault(moment, set()).update([draw.purpose for draw in one.step.luck.drawn])
    for effect in effects:
        for shown in effect.proof.shown if isinstance(effect, PublishLuck) else ():
            found[shown.scope.moment] -= {draw.purpose for draw in shown.draws}
    return found
