"""The gnome who does anything that is allowed, without a thought."""

from __future__ import annotations

from random import Random

from rednov_bot.games.base import Choice, Refusal
from rednov_bot.games.red_november.ai.view import Sight
from rednov_bot.games.red_november.rules.actions import RANGES, home
from rednov_bot.games.red_november.rules.movement import Course, move
from rednov_bot.games.red_november.rules.options import Options
from rednov_bot.games.red_november.rules.plan import Plan, plan, use
from rednov_bot.games.red_november.rules.turn import Action, Escape, Open, Step, Through, Turn, Use
from rednov_bot.games.red_november.rules.words import ACTIONS, SEA, ActionName, GnomeName, Item

ATTEMPTS = 60  # at a turn; then something simple is done
USES = 0.15  # how often a tile is used, whether it helps or not
MOVES = (0, 1, 1, 2, 2, 3)
ENTERS = 0.85
FLEES = 0.7
GIVES = 0.4


class Wandering:
    """Any valid turn (§9): the yardstick by which the others are measured."""

    def turn(self, sight: Sight, luck: Random) -> Turn:
        """The first of many haphazard turns that is valid."""
        for _ in range(ATTEMPTS):
            turn = self._haphazard(sight, luck)
            if turn is not None:
                found = plan(sight.position, turn, sight.tables, sight.options)
                if isinstance(found, Plan):
                    return turn
        # What can always be done: to put the fire out where it burns, else nothing (§13, §14).
        burns = sight.position.rooms[sight.me.at] == "fire"
        return Turn(sight.name, action=Action("extinguish_fire" if burns else "no_action", 1))

    def choice(self, sight: Sight, asked: Choice, luck: Random) -> str:
        """Any candidate."""
        return luck.choice(asked.candidates)

    def discards(self, sight: Sight, luck: Random) -> tuple[Item, ...]:
        """Any tiles."""
        return tuple(luck.sample(sight.hand, sight.over))

    def gift_in_return(self, sight: Sight, to: GnomeName, luck: Random) -> tuple[Item, ...]:
        """Now and then a tile."""
        return tuple([item for item in sight.hand if luck.random() < GIVES])

    def _haphazard(self, sight: Sight, luck: Random) -> Turn | None:
        course = Course(sight.position, sight.name, sight.tables.board)
        hand = list(sight.hand)
        steps = _uses(course, hand, luck)
        for _ in range(luck.choice(MOVES)):
            steps += _step(course, sight, luck)
        steps += _uses(course, hand, luck)
        action = _action(course, sight, hand, luck)
        if action is None:
            return None
        escape = _escape(course, sight, luck) if action.name == "extinguish_fire" else None
        return Turn(sight.name, tuple(steps), action, escape=escape)


def _uses(course: Course, hand: list[Item], luck: Random) -> list[Step]:
    used: list[Step] = []
    for item in tuple(hand):
        if luck.random() < USES:
            hand.remove(item)
            use(course, item)
            used.append(Use(item))
    return used


def _step(course: Course, sight: Sight, luck: Random) -> list[Step]:
    """One hatch, if it is one that can be passed."""
    at = course.at
    free = [ends for ends in course.board.attached[at] if ends not in sight.position.blocked]
    if not free:
        return []
    through = Through(sum(luck.choice(free)) - at)
    for enter in (luck.random() < ENTERS, False):
        attempt = course.fork()
        if not isinstance(move(attempt, Open(through, enter)), Refusal):
            move(course, Open(through, enter))
            return [Open(through, enter)]
    return []


def _action(course: Course, sight: Sight, hand: list[Item], luck: Random) -> Action | None:
    """Something that may be done here, with some minutes; what may not be is left to the check."""
    name = luck.choice(_possible(course, sight.options))
    others = [
        gnome.name
        for gnome in course.position.gnomes
        if gnome.in_play and gnome.at == course.at and gnome.name != sight.name
    ]
    match name:
        case "abandon":
            return Action(name)
        case "give_items":
            if not others:
                return None
            give = tuple([item for item in hand if luck.random() < GIVES])
            return Action(name, 1, recipient=luck.choice(others), give=give)
        case "attack":
            return Action(name, 1, recipient=luck.choice(others)) if others else None
        case "unblock_hatch":
            here = course.board.attached[course.at]
            jammed = [ends for ends in here if ends in course.position.blocked]
            if not jammed:
                return None
            through = Through(sum(luck.choice(jammed)) - course.at)
            return Action(name, luck.randint(1, 10), hatch=through)
        case _:
            low, high = RANGES.get(name, (1, 10))
            return Action(name, luck.randint(low, high))


def _possible(course: Course, options: Options) -> list[ActionName]:
    """What is not plainly impossible where the gnome stands (§11, §13, §14)."""
    match "dry" if course.at == SEA else course.rooms[course.at]:
        case "fire":
            return ["extinguish_fire"]
        case "high":
            return ["no_action"]
    possible = [name for name in ACTIONS if home(course.board, name) in (None, course.at)]
    barred = ("extinguish_fire",) if options.crazed else ("extinguish_fire", "attack")
    return [name for name in possible if name not in barred]


def _escape(course: Course, sight: Sight, luck: Random) -> Escape | None:
    """A way out of the fire that can be passed, more often than not."""
    if luck.random() > FLEES:
        return None
    flight = course.fork()
    found = _step(flight, sight, luck)
    return Escape(found[0]) if found and isinstance(found[0], Open) else None
