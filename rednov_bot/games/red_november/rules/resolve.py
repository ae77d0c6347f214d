"""What comes of a turn, from its announcement to the end of its resolution (§9-§16)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from msgspec.structs import replace

from rednov_bot.games.base import Choice, Held, Luck, Refusal, Verdict
from rednov_bot.games.red_november.rules import (
    actions,
    draws,
    ending,
    events as ev,
    fixing,
    hands,
    sleep,
)
from rednov_bot.games.red_november.rules.choices import (
    BY_DEFENDING,
    DEFENCE,
    Asked,
    Circumstances,
    decide,
    wished,
)
from rednov_bot.games.red_november.rules.draws import die
from rednov_bot.games.red_november.rules.gamestate import Gamestate
from rednov_bot.games.red_november.rules.hands import present, private_refusals
from rednov_bot.games.red_november.rules.intoxication import level_after
from rednov_bot.games.red_november.rules.logbook import Logbook, Resolution
from rednov_bot.games.red_november.rules.movement import Course, ends_of, move
from rednov_bot.games.red_november.rules.options import Options
from rednov_bot.games.red_november.rules.plan import Plan, plan, use
from rednov_bot.games.red_november.rules.position import Gnome, Position
from rednov_bot.games.red_november.rules.refusals import refusal
from rednov_bot.games.red_november.rules.tables import Tables
from rednov_bot.games.red_november.rules.time_track import walk
from rednov_bot.games.red_november.rules.turn import NO_ORDERS, Open, Through, Turn
from rednov_bot.games.red_november.rules.words import SEA, GnomeName, Item, Place, hatch_label

__all__ = ["Held", "Resolution", "Verdict", "close", "judge", "resolve", "take"]


def judge(gamestate: Gamestate, turn: Turn, tables: Tables, options: Options) -> Verdict:
    """Whether *turn* is valid now.  Public checks see the position alone (rules.md 3.3)."""
    planned = plan(gamestate.position, turn, tables, options)
    if not isinstance(planned, Refusal):
        return Verdict(planned, (), private_refusals(gamestate, turn))
    if planned.code in ("NO_GAME", "NOT_A_GNOME"):
        return Verdict(None, (planned,))
    return Verdict(None, (planned,), private_refusals(gamestate, turn))


def take(gamestate: Gamestate, turn: Turn) -> ev.TurnTaken:
    """What happens at the moment of a valid public announcement (§9)."""
    action = turn.action
    gift_to = None
    if action is not None and action.name == "give_items":
        gift_to = action.recipient or _only_neighbour(gamestate.position, turn)
    return ev.TurnTaken(turn.gnome, gamestate.position.turns + 1, gift_to)


def _only_neighbour(position: Position, turn: Turn) -> GnomeName | None:
    """The recipient where only one could be meant, at the end of the way (A17).

    Among several it is the one awake: sleepers then do not trade (option sleepers_trade).
    """
    at = position.gnome(turn.gnome).at
    for step in turn.steps:
        if isinstance(step, Open) and step.enter:
            at = sum(ends_of(step.hatch, at)) - at
    others = [gnome for gnome in position.gnomes if gnome.name != turn.gnome]
    here = [gnome for gnome in others if gnome.in_play and gnome.at == at]
    meant = here if len(here) == 1 else [gnome for gnome in here if not gnome.fainted]
    return meant[0].name if len(meant) == 1 else None


def attack(log: Logbook, plan: Plan, circumstances: Circumstances) -> Choice | None:
    """Crowbar against crowbar: each rolls d10 less intoxication, ties to the attacker.

    Without a defence the defender dies; a sleeper has none.  The winner takes the loser's items;
    which, only they are told.  A missing word of the defender is asked for.
    """
    attacker, defender = plan.turn.gnome, plan.action.recipient
    assert defender is not None
    luck = circumstances.luck
    mine, yours = log.position.gnome(attacker), log.position.gnome(defender)
    defends = False if yours.fainted else _defends(defender, circumstances)
    if isinstance(defends, Choice):
        return defends
    defended = defends and "crowbar" in log.secrets.hands[log.position.seat(defender)]
    if defended:
        log.tell(ev.ItemUsed(defender, "crowbar", yours.intoxication, yours.intoxication))
    strike, parry = (die(luck, "attack"), die(luck, "defence")) if defended else (None, None)
    wins = True
    if strike is not None and parry is not None:
        wins = strike - mine.intoxication >= parry - yours.intoxication
    winner, loser = (attacker, defender) if wins else (defender, attacker)
    log.tell(
        ev.Attacked(
            attacker,
            defender,
            defended,
            strike,
            mine.intoxication,
            parry,
            yours.intoxication,
            winner,
        )
    )
    spoils = log.secrets.hands[log.position.seat(loser)]
    if spoils:
        log.whisper(ev.GiftReceived(winner, loser, spoils))
    ending.kill(log, loser, "slain", circumstances.options, luck)
    return None


def _defends(defender: str, circumstances: Circumstances) -> bool | Choice:
    """By a ruling; by their standing orders; else they are asked, or the contestmaster where
    the option `event_choice` leaves it to them (rules.md 7.1, 10.1), whatever they hold.
    """
    left = circumstances.options.event_choice == "orders+contestmaster"
    whom: Asked = "contestmaster" if left else "gnome"
    choice = Choice(DEFENCE, "defend", defender, whom, tuple(BY_DEFENDING))
    wish = wished(choice, circumstances.standing.get(defender, NO_ORDERS))
    made = decide(choice, () if wish is None else (wish,), circumstances)
    return made if isinstance(made, Choice) else BY_DEFENDING[made.label]


def label_of(move_: Open, at: Place) -> str:
    """`open 5-7 and enter`, `open 5-7 and stay`: how a candidate is written."""
    ends = (at, move_.hatch.to) if at < move_.hatch.to else (move_.hatch.to, at)
    return f"open {hatch_label(ends)} and {'enter' if move_.enter else 'stay'}"


def flee(log: Logbook, plan: Plan, minutes_left: int, circumstances: Circumstances) -> int | Choice:
    """The minutes of the escape, 0 when none is made; or the contestmaster's choice.

    The move stated in the turn; else one of the contestmaster's, who must make one (A52) and is
    asked only if one at least saves the gnome (A115).  Otherwise they stay, and die at 16b.  Its
    minutes are spent like all others (A103).
    """
    name = plan.turn.gnome
    escape = plan.turn.escape
    if escape is not None:
        for item in escape.uses:
            course = _course(log, plan, circumstances, ())
            use(course, item)
            _tell(log, course)
        log.tell(ev.EscapeMade(name, "gnome"))
        course = _course(log, plan, circumstances, (*plan.used, *escape.uses))
        move(course, escape.move)
        _tell(log, course)
        return course.spent
    ranked = candidates(log, plan, minutes_left, circumstances)
    if not ranked or not ranked[0][0]:
        log.tell(ev.NoEscape(name))
        return 0
    labels = tuple(label_of(step, plan.place) for _, step in ranked)
    deadly = tuple(label_of(step, plan.place) for saves, step in ranked if not saves)
    choice = Choice("escape", "escape", name, "contestmaster", labels, deadly)
    made = decide(choice, (), circumstances)
    if isinstance(made, Choice):
        return made
    step = next(step for _, step in ranked if label_of(step, plan.place) == made.label)
    log.tell(ev.EscapeMade(name, "contestmaster"))
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
    below = circumstances.tables.time_track.events_below
    for ends in circumstances.tables.board.attached[plan.place]:
        beyond = ends[0] if ends[1] == plan.place else ends[1]
        for enter in (True, False):
            step = Open(Through(to=beyond), enter)
            course = _course(log, plan, circumstances, plan.used)
            if isinstance(move(course, step), Refusal) or course.spent > minutes_left:
                continue
            saves = course.survived
            passed = below[minutes_left] - below[minutes_left - course.spent]
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
    for event in course.told:
        log.tell(event)


def _comfort(course: Course, enter: bool) -> int:
    if course.at == SEA:
        return 3
    if enter and course.rooms[course.at] == "dry":
        return 0
    return 1 if not enter else 2


@dataclass(slots=True)
class Resolving:
    """What the phases of a resolution hand on to each other."""

    log: Logbook
    plan: Plan
    circumstances: Circumstances
    seat: int  # of the active gnome
    start: int  # minutes before the turn
    minutes: int  # minutes left, as far as is known
    awake_until: int = 0  # minutes before a faint
    dead: bool = False  # the active gnome was killed: no card, no marker (A55, A67)
    slain: bool = False  # in their own attack, and replaced: has no tiles left (option less_deadly)
    used: tuple[Item, ...] = field(default=(), repr=False)  # those of an escape included

    @property
    def gnome(self) -> Gnome:
        """The active gnome as they are now."""
        return self.log.position.gnomes[self.seat]


def carry_out_steps(course: Resolving) -> Choice | None:
    """Movement and item uses: facts since the announcement."""
    for event in course.plan.steps:
        course.log.tell(event)
    course.minutes = course.start - course.plan.spent
    return None


def act(course: Resolving) -> Choice | None:
    """The success of the action, and its effect (§16a)."""
    log, done, c = course.log, course.plan, course.circumstances
    name, gnome = done.action.name, done.turn.gnome
    course.used = done.used
    if name in actions.FIX_ITS:
        success = fixing.fix(log, done, course.minutes, c.tables, c.options, c.luck)
        if name == "extinguish_fire" and not success:
            fled = flee(log, done, course.minutes, c)
            if isinstance(fled, Choice):
                return fled
            course.minutes -= fled
            if done.turn.escape is not None:
                course.used += done.turn.escape.uses
    elif name == "gain_items":
        draws.award(log, gnome, done.action.minutes, "stores", c.luck)
    elif name == "gain_grog":
        log.tell(ev.GrogGained(gnome, done.action.minutes))
    elif name == "give_items":
        assert done.action.recipient is not None
        give = () if done.turn.action is None else done.turn.action.give or ()
        log.tell(ev.GiftMade(gnome, done.action.recipient, len(give)))
        if give:
            log.whisper(ev.GiftReceived(done.action.recipient, gnome, give))
    elif name == "attack":
        asked = attack(log, done, c)
        if ending.was_replaced(log, gnome):
            course.slain, course.used = True, done.used_before
        return asked
    return None


def use_the_rest(course: Resolving) -> Choice | None:
    """Tiles used after the action: coffee before the faint check, a charm (A116)."""
    if not course.plan.used_after or not course.gnome.in_play or course.slain:
        return None
    for item in course.plan.used_after:
        level = course.gnome.intoxication
        course.log.tell(ev.ItemUsed(course.gnome.name, item, level, level_after(item, level)))
    return None


def face_danger(course: Resolving) -> Choice | None:
    """Fire, high water, no air: the active gnome is killed (§16b).  The departing are gone."""
    log, c, name = course.log, course.circumstances, course.plan.turn.gnome
    if course.gnome.fate == "killed":
        course.dead = True
        return None
    cause = None if course.slain else ending.mortal_danger(log, name, course.used)
    if cause is not None:
        course.dead = ending.kill(log, name, cause, c.options, c.luck)
    elif course.plan.action.name == "abandon":
        log.tell(ev.GnomeDeparted(name))
        log.whisper(ev.HandDropped(name, to_discards=False))
    return None


def check_faint(course: Resolving) -> Choice | None:
    """Whoever drank may faint, and loses ten minutes (§16c, A7)."""
    course.awake_until = course.minutes
    log, c, name = course.log, course.circumstances, course.plan.turn.gnome
    if course.dead or "grog" not in course.used:
        return None
    if sleep.faint_check(log, name, c.tables, c.options, c.luck):
        lost = min(sleep.FAINT_MINUTES, course.minutes)
        course.minutes -= lost
        if course.gnome.in_play:
            log.tell(ev.Fainted(name, lost))
    return None


def pass_markers(course: Resolving) -> Choice | None:
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


def settle_time(course: Resolving) -> Choice | None:
    """The time is spent and the turn resolved; a loss leaves the gnome where they stand (A118)."""
    gnome = course.gnome
    stays = course.log.position.ending is not None or gnome.fate == "killed"
    course.log.tell(ev.TurnResolved(gnome.name, gnome.minutes if stays else course.minutes))
    return None


def conclude(course: Resolving) -> Choice | None:
    """Lost before won; sleepers wake and limits are judged in between (§16c, §17, §21-§24)."""
    close(course.log, course.circumstances.options)
    return None


def close(log: Logbook, options: Options) -> None:
    """What is judged when a resolution, or an idle kill, is complete."""
    if log.position.ending is None and not ending.lost(log, options):
        if log.secrets.promised:
            hands.keep_promises(log)
        sleep.wake(log)
        sleep.break_deadlock(log)
        hands.lift_met(log)
        ending.won(log)
    hands.tell_what_is_public(log, options)


ORDER_OF_PLAY: tuple[Callable[[Resolving], Choice | None], ...] = (
    carry_out_steps,  # §10: the announcement made them facts
    act,  # §16a: the contract's first step
    use_the_rest,  # §9: said after the action, and before the faint check
    face_danger,  # §16b: before the faint check, for the dead draw no card (A55)
    check_faint,  # §16c: before the walk, for the ten minutes are walked too (A6)
    pass_markers,  # §16d: when it is known how far the gnome walks
    settle_time,  # §9: the walk stood on each space; this is the last (A10)
    conclude,  # §21 §16c §22: lost before won, for who passes a token on the way loses
)


def resolve(
    gamestate: Gamestate, turn: Turn, circumstances: Circumstances, judged: Plan | None = None
) -> Resolution | Held:
    """What comes of a valid turn that was taken.

    The same gamestate, turn, luck and answers give the same resolution.  Raises ValueError when
    the turn is not valid at *gamestate*: only a turn that passed `judge` is resolved.  *judged*
    is the plan of the verdict, where the turn was taken just now; otherwise it is made again.
    """
    if turn.orders != NO_ORDERS:  # those in the turn mail come before those sent apart (7.1)
        orders = turn.orders.before(circumstances.orders)
        circumstances = replace(circumstances, orders=orders)
    position, planned = gamestate.position, judged
    if planned is None:
        before = replace(position, pending=None)
        found = plan(before, turn, circumstances.tables, circumstances.options)
        if isinstance(found, Refusal):
            raise ValueError(f"this turn was never valid: {found.code}")
        planned = found
    seat = position.seat(turn.gnome)
    minutes = position.gnomes[seat].minutes
    course = Resolving(Logbook(gamestate), planned, circumstances, seat, minutes, minutes)
    for phase in ORDER_OF_PLAY:
        choice = phase(course)
        if choice is not None:
            return Held(choice, tuple(course.log.events))
    return course.log.resolution(planned)


IDLE_AFTER = timedelta(days=4)  # since their last turn, or the opening (§19, A91)


def may_kill_idle(
    gamestate: Gamestate, name: GnomeName, last_turn: datetime, now: datetime
) -> Refusal | None:
    """Whether §19 lets the contestmaster kill *name* now; their hand limit is no bar (A92)."""
    if fault := present(gamestate.position, name):
        return fault
    gnome = gamestate.position.gnome(name)
    if gnome.fainted:
        return refusal("FAINTED", f"{name} is asleep", "§19")
    if gnome.minutes <= 0:
        return refusal("NO_MINUTES", f"{name} has no minutes remaining", "§19")
    if now - last_turn < IDLE_AFTER:
        return refusal("TOO_EARLY", f"{name} took a turn less than four days ago")
    return None


def kill_idle(gamestate: Gamestate, name: GnomeName, options: Options, luck: Luck) -> Resolution:
    """An idle gnome is killed (§19, A109): no cards, no markers; loss, sleepers, end are judged."""
    log = Logbook(gamestate)
    ending.kill(log, name, "idle", options, luck)
    close(log, options)
    return log.resolution()
