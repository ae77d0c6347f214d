"""What comes of a turn: the order of play, from the announcement to the end of the resolution."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import msgspec
from msgspec.structs import replace

from rednov_bot.engine import happenings as h
from rednov_bot.engine.choices import Choice, Circumstances
from rednov_bot.engine.gamestate import Gamestate
from rednov_bot.engine.logbook import Logbook
from rednov_bot.engine.options import Options
from rednov_bot.engine.position import Gnome
from rednov_bot.engine.refusals import Refusal
from rednov_bot.engine.rules import (
    actions,
    attack,
    death,
    ending,
    escape,
    faint,
    fixing,
    hands,
    items,
    limits,
    wake,
)
from rednov_bot.engine.rules.intoxication import level_after
from rednov_bot.engine.rules.plan import Plan, plan
from rednov_bot.engine.rules.walk import walk
from rednov_bot.engine.turn import NO_ORDERS, Orders, Turn
from rednov_bot.engine.verdict import Verdict, judge, take
from rednov_bot.engine.words import Item

__all__ = ["Held", "Resolution", "Verdict", "close", "judge", "resolve", "take"]


class Resolution(msgspec.Struct, frozen=True):
    """What came of a turn, in order, and the gamestate after it."""

    happenings: tuple[h.Happening, ...]
    after: Gamestate
    plan: Plan | None = None  # what was resolved; None where it was no turn


class Held(msgspec.Struct, frozen=True):
    """A resolution that waits for a choice: what happened so far is no fact yet."""

    choice: Choice
    happenings: tuple[h.Happening, ...]


@dataclass(slots=True)
class Course:
    """What the phases of a resolution hand on to each other."""

    log: Logbook
    plan: Plan
    circumstances: Circumstances
    seat: int  # of the active gnome
    start: int  # minutes before the turn
    minutes: int  # minutes left, as far as is known
    awake_until: int = 0  # minutes before a faint
    dead: bool = False  # the active gnome was killed: no card, no marker (A55, A67)
    slain: bool = False  # in eir own attack, and replaced: has no tiles left (option less_deadly)

    @property
    def gnome(self) -> Gnome:
        """The active gnome as e is now."""
        return self.log.position.gnomes[self.seat]

    @property
    def used(self) -> tuple[Item, ...]:
        """Every tile used, those of an escape that happened included (option escape_items)."""
        if self.slain:
            return self.plan.used_before
        stated = self.plan.turn.escape
        if stated is None or not stated.uses:
            return self.plan.used
        fled = any(isinstance(one, h.EscapeMade) for one in self.log.happenings)
        return self.plan.used + stated.uses if fled else self.plan.used


def carry_out_steps(course: Course) -> Choice | None:
    """Movement and item uses: facts since the announcement."""
    for happening in course.plan.steps:
        course.log.tell(happening)
    course.minutes = course.start - course.plan.spent
    return None


def act(course: Course) -> Choice | None:
    """The success of the action, and its effect (§16a)."""
    log, done, c = course.log, course.plan, course.circumstances
    name, gnome = done.action.name, done.turn.gnome
    if name in actions.FIX_ITS:
        success = fixing.fix(log, done, course.minutes, c.tables, c.options, c.luck)
        if name == "extinguish_fire" and not success:
            fled = escape.flee(log, done, course.minutes, c)
            if isinstance(fled, Choice):
                return fled
            course.minutes -= fled
    elif name == "gain_items":
        items.award(log, gnome, done.action.minutes, "stores", c.luck)
    elif name == "gain_grog":
        log.tell(h.GrogGained(gnome, done.action.minutes))
    elif name == "give_items":
        assert done.action.recipient is not None
        give = () if done.turn.action is None else done.turn.action.give or ()
        log.tell(h.GiftMade(gnome, done.action.recipient, len(give)))
        if give:
            log.whisper(h.GiftReceived(done.action.recipient, gnome, give))
    elif name == "attack":
        asked = attack.attack(log, done, c)
        course.slain = death.was_replaced(log, gnome)
        return asked
    return None


def use_the_rest(course: Course) -> Choice | None:
    """Tiles used after the action: coffee before the faint check, a charm (A116)."""
    if not course.gnome.in_play or course.slain:
        return None
    for item in course.plan.used_after:
        level = course.gnome.intoxication
        course.log.tell(h.ItemUsed(course.gnome.name, item, level, level_after(item, level)))
    return None


def face_danger(course: Course) -> Choice | None:
    """Fire, high water, no air: the active gnome is killed (§16b).  The departing are gone."""
    log, c, name = course.log, course.circumstances, course.plan.turn.gnome
    if course.gnome.fate == "killed":
        course.dead = True
        return None
    cause = None if course.slain else death.mortal_danger(log, name, course.used)
    if cause is not None:
        course.dead = death.kill(log, name, cause, c.options, c.luck)
    elif course.plan.action.name == "abandon":
        log.tell(h.GnomeDeparted(name))
        log.whisper(h.HandDropped(name, to_discards=False))
    return None


def check_faint(course: Course) -> Choice | None:
    """Whoever drank may faint, and loses ten minutes (§16c, A7)."""
    course.awake_until = course.minutes
    log, c, name = course.log, course.circumstances, course.plan.turn.gnome
    if course.dead or "grog" not in course.used:
        return None
    if faint.faint_check(log, name, c.tables, c.options, c.luck):
        lost = min(faint.FAINT_MINUTES, course.minutes)
        course.minutes -= lost
        if course.gnome.in_play:
            log.tell(h.Fainted(name, lost))
    return None


def pass_markers(course: Course) -> Choice | None:
    """Events and items of the time passed, in order (§16d)."""
    if course.dead:
        return None
    return walk(
        course.log,
        course.plan.turn.gnome,
        course.start,
        course.awake_until,
        course.minutes,
        course.used.count("lucky_charm"),
        course.circumstances,
    )


def settle_time(course: Course) -> Choice | None:
    """The time is spent and the turn resolved; a loss leaves the gnome where e stands (A118)."""
    gnome = course.gnome
    stays = course.log.position.ending is not None or gnome.fate == "killed"
    course.log.tell(h.TurnResolved(gnome.name, gnome.minutes if stays else course.minutes))
    return None


def conclude(course: Course) -> Choice | None:
    """Lost before won; sleepers wake and limits are judged in between (§16c, §17, §21-§24)."""
    close(course.log, course.circumstances.options)
    return None


def close(log: Logbook, options: Options) -> None:
    """What is judged when a resolution, or an idle kill, is complete."""
    if log.position.ending is None and not ending.lost(log, options):
        _go_on(log)
    hands.tell_what_is_public(log, options)


def _go_on(log: Logbook) -> None:
    hands.keep_promises(log)
    wake.wake(log)
    wake.break_deadlock(log)
    limits.lift_met(log)
    ending.won(log)


@dataclass(frozen=True, slots=True)
class Phase:
    """One row of the order of play."""

    play: Callable[[Course], Choice | None]
    clause: str
    why_here: str


# fmt: off
ORDER_OF_PLAY = (
    #     phase            clause          why here
    Phase(carry_out_steps, "§10",          "the announcement made them facts"),
    Phase(act,             "§16a",         "the contract's first step"),
    Phase(use_the_rest,    "§9",           "said after the action, and before the faint check"),
    Phase(face_danger,     "§16b",         "before the faint check: the dead draw no card (A55)"),
    Phase(check_faint,     "§16c",         "before the walk: the ten minutes are walked too (A6)"),
    Phase(pass_markers,    "§16d",         "when it is known how far the gnome walks"),
    Phase(settle_time,     "§9",           "the walk stood on each space; this is the last (A10)"),
    Phase(conclude,        "§21 §16c §22", "lost before won: who passes a token on the way loses"),
)
# fmt: on


def resolve(
    gamestate: Gamestate, turn: Turn, circumstances: Circumstances, judged: Plan | None = None
) -> Resolution | Held:
    """What comes of a valid turn that was taken.

    The same gamestate, turn, luck and answers give the same resolution.  Raises ValueError when
    the turn is not valid at *gamestate*: only a turn that passed `judge` is resolved.  *judged*
    is the plan of the verdict, where the turn was taken just now; otherwise it is made again.
    """
    circumstances = _with_orders(circumstances, turn.orders)
    before = replace(gamestate.position, pending=None)
    planned = judged or plan(before, turn, circumstances.tables, circumstances.options)
    if isinstance(planned, Refusal):
        raise ValueError(f"this turn was never valid: {planned.code}")
    seat = before.seat(turn.gnome)
    minutes = before.gnomes[seat].minutes
    course = Course(Logbook(gamestate), planned, circumstances, seat, minutes, minutes)
    for phase in ORDER_OF_PLAY:
        choice = phase.play(course)
        if choice is not None:
            return Held(choice, tuple(course.log.happenings))
    return Resolution(tuple(course.log.happenings), course.log.gamestate, planned)


def _with_orders(circumstances: Circumstances, orders: Orders) -> Circumstances:
    """Orders in the turn mail come before those sent apart (rules.md 7.1)."""
    apart = circumstances.orders
    if orders == NO_ORDERS:
        return circumstances
    return replace(circumstances, orders=orders.before(apart))
