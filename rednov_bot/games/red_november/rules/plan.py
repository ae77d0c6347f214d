"""The announced turn against what everybody can see: may it be taken, and what does it do?

One walk through the text serves the check, the rehearsal and the resolution.  It is given a
Position and so cannot look into a hand: every claimed tile counts as held.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from rednov_bot.games.base import Refusal
from rednov_bot.games.red_november.rules import actions, events as ev
from rednov_bot.games.red_november.rules.actions import Ready
from rednov_bot.games.red_november.rules.intoxication import level_after
from rednov_bot.games.red_november.rules.movement import Course, flooded_by, move
from rednov_bot.games.red_november.rules.options import Options
from rednov_bot.games.red_november.rules.position import Position
from rednov_bot.games.red_november.rules.refusals import refusal
from rednov_bot.games.red_november.rules.tables import Tables
from rednov_bot.games.red_november.rules.turn import Open, Turn, Use
from rednov_bot.games.red_november.rules.words import (
    ITEMS,
    SEA,
    GnomeName,
    Item,
    Place,
    minutes_label,
)


class Plan(msgspec.Struct, frozen=True):
    """What a valid turn does before any luck (§9-§15)."""

    turn: Turn
    steps: tuple[ev.PublicEvent, ...]  # movement and uses, in the order of the text
    movement: int  # minutes spent on hatches, water and diving
    action: Ready
    used_before: tuple[Item, ...]  # counts before the die (§12)
    used_after: tuple[Item, ...]  # A116
    place: Place  # where the action is done

    @property
    def spent(self) -> int:
        """Minutes of movement and action, the surcharge included; an escape is not."""
        return self.movement + self.action.minutes + self.action.surcharge

    @property
    def used(self) -> tuple[Item, ...]:
        """Every tile used outright in the turn."""
        return self.used_before + self.used_after


def standing(position: Position, name: GnomeName, options: Options) -> Refusal | None:
    """Whether *name* may take a turn at all: game first, then gnome (§9, A122)."""
    return next(hindrances(position, name, options), None)


def hindrances(position: Position, name: GnomeName, options: Options) -> Iterator[Refusal]:
    """Every reason why *name* may take no turn now, whatever they announce (§9, A122).

    Anybody may, whatever the order on the time track (A12, A13).
    """
    if position.ending is not None or not position.gnomes:
        yield refusal("NO_GAME", "no game is ongoing")
        return
    for gnome in position.gnomes:
        if gnome.name == name:
            break
    else:
        yield refusal("NOT_A_GNOME", f"{name} is no gnome of this game")
        return
    if gnome.fate != "aboard":
        killed = gnome.fate == "killed"
        code = "KILLED" if killed else "ABANDONED"
        yield refusal(code, f"{name} has {'been killed' if killed else 'abandoned ship'}")
        return
    if position.pending is not None:
        reason = f"{position.pending}'s turn is not yet resolved, and no other can be taken before"
        yield refusal("UNRESOLVED", reason)
    if gnome.minutes <= 0:
        yield refusal("NO_MINUTES", f"{name} has no minutes remaining")
    if gnome.fainted:
        yield refusal("FAINTED", f"{name} is still asleep")
    if options.strict_order and any(
        other.minutes > gnome.minutes and other.in_play and not other.fainted
        for other in position.gnomes
    ):
        yield refusal("NOT_YOUR_TIME", "another gnome has more minutes and goes first")


def plan(
    position: Position,
    turn: Turn,
    tables: Tables,
    options: Options,
    waived: frozenset[str] = frozenset(),
) -> Plan | Refusal:
    """The plan of *turn*, or the first public reason why it has no effect.

    §9: invalid or incomplete in any way, and the whole turn is without effect (A16).  Status
    first, then in the order of the text (A122).  Reasons *waived* by the contestmaster (§25), by
    their codes, count for nothing.
    """
    for hindrance in hindrances(position, turn.gnome, options):
        if hindrance.code not in waived:
            return hindrance
    course = Course(position, turn.gnome, tables.board)
    if fault := _walk(course, turn):
        return fault
    movement = course.spent
    ready = _act(course, turn, position, options, waived)
    if isinstance(ready, Refusal):
        return ready
    before = tuple(course.used)
    later = _after(course, turn)
    if isinstance(later, Refusal):
        return later
    if turn.escape is not None and (fault := escape_form(turn, options)):
        return fault
    minutes = course.me.minutes
    left = minutes - movement - ready.minutes - ready.surcharge
    if left < 0:
        return too_long(course, ready, minutes)
    if turn.escape is not None and (fault := escape_fault(course, turn, left)):
        return fault
    return Plan(turn, tuple(course.told), movement, ready, before, later, ready.place)


def too_long(course: Course, ready: Ready, minutes: int) -> Refusal:
    """The turn takes more than the *minutes* its gnome has (§9, §15)."""
    needs = course.spent + ready.minutes + ready.surcharge
    reason = f"the turn needs {minutes_label(needs)}{_water_costs(course, ready)}"
    return refusal("NOT_ENOUGH_TIME", f"{reason}, {course.gnome} has {minutes}")


def _water_costs(course: Course, ready: Ready) -> str:
    """The minutes for water that the turn itself let in, which the list does not show yet."""
    minutes = ready.surcharge if _let_in(course, ready.place) else 0
    for one in course.told:
        if isinstance(one, ev.Passed) and one.to != SEA and _let_in(course, one.to):
            minutes += one.minutes
    return f" ({minutes} of them for water that its openings let in, §10b)" if minutes else ""


def _let_in(course: Course, room: Place) -> bool:
    return course.position.rooms[room] in ("dry", "fire") and flooded_by(course, room) is not None


def _walk(course: Course, turn: Turn) -> Refusal | None:
    """Item uses and movement, in the order of the text (§9, §10, A60)."""
    for step in turn.steps:
        fault = move(course, step) if isinstance(step, Open) else use(course, step.item)
        if fault is not None:
            return fault
    return None


def use(course: Course, item: Item) -> Refusal | None:
    """A tile is used up, whether or not it helps (§9, A32)."""
    if item not in ITEMS:
        return refusal("ITEM_UNKNOWN", f"there is no item called {item}")
    level, course.level = course.level, level_after(item, course.level)
    course.told.append(ev.ItemUsed(course.gnome, item, level, course.level))
    course.used.append(item)
    return None


def _act(
    course: Course, turn: Turn, start: Position, options: Options, waived: frozenset[str]
) -> Ready | Refusal:
    """The one action (§9, §11)."""
    for fault in misnamed(turn, options):
        return fault
    assert turn.action is not None
    ready = actions.prepare(course, turn.action, start, options, waived)
    if isinstance(ready, Ready):
        course.told.append(
            ev.ActionTaken(turn.gnome, ready.name, ready.minutes, ready.surcharge, ready.place)
        )
    return ready


def misnamed(turn: Turn, options: Options) -> list[Refusal]:
    """Every reason why what is announced is not one action without a condition (§9)."""
    action = turn.action
    if action is None:
        return [refusal("INCOMPLETE", "the turn names no action")]
    found: list[Refusal] = []
    if turn.more_actions:
        found.append(refusal("TOO_MANY_ACTIONS", "a turn has one action"))
    if action.give and (unknown := next((one for one in action.give if one not in ITEMS), None)):
        found.append(refusal("ITEM_UNKNOWN", f"there is no item called {unknown}"))
    if turn.conditions:
        reason = f"a turn knows no condition: {turn.conditions[0]}"
        found.append(refusal("CONDITIONAL", reason, "§9"))
    by_number = action.name == "give_items" and action.give is None and action.give_count != 0
    if by_number and not options.private_lists:  # A23
        reason = "the turn does not name what is given (option private_lists)"
        found.append(refusal("INCOMPLETE", reason))
    return found


def _after(course: Course, turn: Turn) -> tuple[Item, ...] | Refusal:
    """Tiles used after the action (§9, A116); movement is over by then."""
    if not turn.after:
        return ()
    for fault in belated(turn):
        return fault
    uses = tuple([step.item for step in turn.after if isinstance(step, Use)])
    course.used.extend(uses)
    return uses


def belated(turn: Turn) -> Iterator[Refusal]:
    """Every reason why what is said after the action cannot be done then."""
    for step in turn.after:
        if isinstance(step, Open):
            yield refusal("MOVE_AFTER_ACTION", "a turn ends with its action")
        elif step.item not in ITEMS:
            yield refusal("ITEM_UNKNOWN", f"there is no item called {step.item}")


def escape_form(turn: Turn, options: Options) -> Refusal | None:
    """Only the escape from a fire hangs on a failure (§13, A18, A123)."""
    if turn.escape is None:
        return None
    if unknown := next((one for one in turn.escape.uses if one not in ITEMS), None):
        return refusal("ITEM_UNKNOWN", f"there is no item called {unknown}")
    if turn.action is not None and turn.action.name != "extinguish_fire":
        return refusal("CONDITIONAL", "only a failed attempt to extinguish has an escape move")
    if turn.escape.uses and not options.escape_items:
        reason = "items cannot be used conditionally; only the escape move may hang on the failure"
        return refusal("CONDITIONAL", reason)
    return None


def escape_fault(course: Course, turn: Turn, minutes_left: int) -> Refusal | None:
    """A stated escape must itself be possible, and be paid with what is left (A24, A114)."""
    if turn.escape is None:
        return None
    flight = course.fork()
    flight.spent = 0
    flight.used.extend(turn.escape.uses)
    if fault := move(flight, turn.escape.move):
        reason = f"the escape move is not possible: {fault.reason}"
        return Refusal(fault.code, fault.clause, reason)
    if flight.spent > minutes_left:
        reason = (
            f"the escape move needs {minutes_label(flight.spent)}, {minutes_left} are left for it"
        )
        return refusal("NOT_ENOUGH_TIME", reason)
    return None
