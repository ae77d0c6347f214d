"""Out of the fire after a failed attempt to extinguish it (§13)."""

from __future__ import annotations

from rednov_bot.engine import happenings as h
from rednov_bot.engine.choices import Choice, Circumstances, decide
from rednov_bot.engine.logbook import Logbook
from rednov_bot.engine.refusals import Refusal
from rednov_bot.engine.rules.movement import Course, move
from rednov_bot.engine.rules.plan import Plan, use
from rednov_bot.engine.turn import Open, Through
from rednov_bot.engine.words import SEA, Item, Place, hatch_label


def label_of(move_: Open, at: Place) -> str:
    """`open 5-7 and enter`, `open 5-7 and stay`: how a candidate is written."""
    ends = (at, move_.hatch.to) if at < move_.hatch.to else (move_.hatch.to, at)
    return f"open {hatch_label(ends)} and {'enter' if move_.enter else 'stay'}"


def flee(log: Logbook, plan: Plan, minutes_left: int, circumstances: Circumstances) -> int | Choice:
    """The minutes of the escape, 0 when none is made; or the contestmaster's choice.

    The move stated in the turn; else one of the contestmaster's, who must make one (A52) and is
    asked only if one at least saves the gnome (A115).  Otherwise e stays, and dies at 16b.  Its
    minutes are spent like all others (A103).
    """
    name = plan.turn.gnome
    escape = plan.turn.escape
    if escape is not None:
        for item in escape.uses:
            course = _course(log, plan, circumstances, ())
            use(course, item)
            _tell(log, course)
        log.tell(h.EscapeMade(name, "gnome"))
        course = _course(log, plan, circumstances, (*plan.used, *escape.uses))
        move(course, escape.move)
        _tell(log, course)
        return course.spent
    ranked = candidates(log, plan, minutes_left, circumstances)
    if not ranked or not ranked[0][0]:
        log.tell(h.NoEscape(name))
        return 0
    labels = tuple(label_of(step, plan.place) for _, step in ranked)
    deadly = tuple(label_of(step, plan.place) for saves, step in ranked if not saves)
    choice = Choice("escape", "escape", name, "contestmaster", labels, deadly)
    made = decide(choice, (), circumstances)
    if isinstance(made, Choice):
        return made
    step = next(step for _, step in ranked if label_of(step, plan.place) == made.label)
    log.tell(h.EscapeMade(name, "contestmaster"))
    course = _course(log, plan, circumstances, plan.used)
    move(course, step)
    _tell(log, course)
    return course.spent


def candidates(
    log: Logbook, plan: Plan, minutes_left: int, circumstances: Circumstances
) -> list[tuple[bool, Open]]:
    """Every iteration of movement that is possible, those that save the gnome first.

    Tiles used outright in the turn count for it (A53).
    Then: into a dry room; opening so that the fire drowns; low water; fewer event markers.
    """
    found: list[tuple[tuple[bool, int, int, int], bool, Open]] = []
    for ends in circumstances.tables.board.attached[plan.place]:
        beyond = ends[0] if ends[1] == plan.place else ends[1]
        for enter in (True, False):
            step = Open(Through(to=beyond), enter)
            course = _course(log, plan, circumstances, plan.used)
            if isinstance(move(course, step), Refusal) or course.spent > minutes_left:
                continue
            saves = _survives(course, plan.used)
            passed = _events_passed(circumstances, minutes_left, course.spent)
            order = (not saves, _comfort(course, enter), passed, beyond)
            found.append((order, saves, step))
    found.sort(key=lambda one: one[0])
    return [(saves, step) for _, saves, step in found]


def _course(
    log: Logbook, plan: Plan, circumstances: Circumstances, used: tuple[Item, ...]
) -> Course:
    course = Course(log.position, plan.turn.gnome, circumstances.tables.board)
    course.used = list(used)
    return course


def _tell(log: Logbook, course: Course) -> None:
    for happening in course.told:
        log.tell(happening)


def _survives(course: Course, used: tuple[Item, ...]) -> bool:
    if course.at == SEA:
        return "aqualung" in used
    return not course.position.deadly(course.at)


def _comfort(course: Course, enter: bool) -> int:
    if course.at == SEA:
        return 3
    if enter and course.position.rooms[course.at] == "dry":
        return 0
    return 1 if not enter else 2


def _events_passed(circumstances: Circumstances, minutes_left: int, spent: int) -> int:
    events = circumstances.tables.time_track.events
    return sum(space in events for space in range(minutes_left - spent, minutes_left))
