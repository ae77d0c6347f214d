"""A correction is written again in other hidden worlds that know both courses (§6, A96)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import zip_longest

from rednov_bot.contest import ReadAs
from rednov_bot.desk.corrections import amendments, courses
from rednov_bot.desk.corrections.amendments import Case, Choice
from rednov_bot.desk.desk import Desk, standing_still
from rednov_bot.desk.hidden import gate, tracing
from rednov_bot.desk.hidden.elsewhere import elsewhere
from rednov_bot.desk.luck import proving
from rednov_bot.engine.corrections.played import Resolved
from rednov_bot.engine.corrections.rerun import Corrected
from rednov_bot.engine.draws import Drawn, GameLuck
from rednov_bot.engine.gamestate import Gamestate
from rednov_bot.engine.luck import Luck
from rednov_bot.engine.worlds import Hidden, OtherLuck, Step, Twofold
from rednov_bot.papers import Leak, Page
from rednov_bot.ports import Records
from rednov_bot.proof.published import Proof

Correcting = Callable[[Desk, Records, Case], tuple[Corrected, Choice]]
"""Plays a game again, and finds the way to correct it."""


def leaks(
    desk: Desk,
    records: Records,
    case: Case,
    done: Corrected,
    pages: Sequence[Page],
    proof: Proof | None,
    correct: Correcting,
) -> tuple[Leak, ...]:
    """What the amendment among *pages* would tell; *correct* corrects the game again."""
    worlds, stopped = _worlds(records, case, done), standing_still(desk)
    published = _published(done, proof)
    course = courses.course_of(records, case.game, case.taken, case.tables.board)

    def again(name: str, hidden: Hidden) -> tuple[Page, ...]:
        world = worlds.another(f"{case.about} {case.number} {name}", hidden)
        before = Gamestate(course.before.position, world.before)
        there = replace(
            case,
            course=replace(course, before=before, steps=world.steps(course.steps)),
            present=Gamestate(case.present.position, world.now.secrets),
        )
        file = elsewhere(records, {case.game.id: world.now}.get, luck=hidden.luck)
        its, chosen = correct(stopped, file, there)
        drawn = _drawn(its)
        told = proving.elsewhere(
            proof,
            lambda moment: [
                one for one in drawn.get(moment, ()) if one.purpose not in published.get(moment, ())
            ],
        )
        return (amendments.public(stopped, file, there, its, chosen, told),)

    return gate.compared(pages, again, case.game.gnomes)


def _worlds(records: Records, case: Case, done: Corrected) -> Twofold:
    """All worlds that agree with the game as it was told and as it is corrected."""
    before, steps = case.course.before.secrets, case.course.steps
    trails, named = tracing.up_to(records, case.game, steps[0].state - 1)
    trails.find(before)
    reread = case.taken.number if isinstance(case.ruling.effect, ReadAs) else None
    every = [Step(*one) for one in zip_longest(steps, named, done.steps)]
    return Twofold(trails, before, case.present.secrets, every, reread)


def _drawn(done: Corrected) -> dict[str, Sequence[Drawn]]:
    """What was drawn in each step of the corrected game, by its moment."""
    return {
        f"turn {one.step.number}": _of(one.step.luck)
        for one in done.steps
        if isinstance(one.step, Resolved)
    }


def _of(luck: Luck) -> Sequence[Drawn]:
    return luck.drawn if isinstance(luck, GameLuck | OtherLuck) else ()


def _published(done: Corrected, proof: Proof | None) -> dict[str, set[str]]:
    """The purposes of the draws that the posting does not show, for they were published before."""
    shown: dict[str, set[str]] = {}
    for one in () if proof is None else proof.shown:
        shown.setdefault(one.scope.moment, set()).update([draw.purpose for draw in one.draws])
    return {
        moment: {one.purpose for one in drawn} - shown.get(moment, set())
        for moment, drawn in _drawn(done).items()
    }
