"""A small game that went wrong, and the mails that correct it."""

from __future__ import annotations

from functools import cache
from typing import Any

from msgspec.structs import replace

from rednov_bot.core.models import Page
from rednov_bot.core.render import corrections
from rednov_bot.core.workflow.corrections.replay import replay
from rednov_bot.games.base import Corrected, Way, WayName
from rednov_bot.games.red_november.game import GAME
from rednov_bot.games.red_november.render import private_pages
from rednov_bot.games.red_november.rules.options import Options
from rednov_bot.games.red_november.rules.position import Gnome, Position
from rednov_bot.games.red_november.rules.turn import Action, Through, Turn, Use
from tests.render.samples import BOB, DESK, LIST, SAID_AT, TABLES, to
from tests.rules.courses import NOTHING, Course, card, go, sub, turn_of

WRONG = "Bob used eir crowbar in turn 9 already, so e had none to use"
UNBLOCK = Action("unblock_hatch", 5, hatch=Through(9))


@cache
def course() -> Course:
    """Bob frees hatch 8-9 with a crowbar, goes through it, and two others play on."""
    before = sub(
        Gnome("Ann", 1, 44),
        Gnome("Bob", 8, 44),
        Gnome("Cat", 8, 49),
        hands=((), ("crowbar", "coffee"), ("grog",)),
        deck=(card("fire"), card("leak"), card("descent")),
        pool=("aqualung", "toolbox", "grog", "pump_manual"),
        position=Position(turns=11, blocked=frozenset({(8, 9)}), heat=3, stash=4),
    )
    dice = {"action": 7, "event_42_room": 2, "event_39_room": 10}
    return (
        Course(before)
        .turn(turn_of("Bob", UNBLOCK, Use("crowbar")), **dice)
        .turn(turn_of("Cat", Action("gain_items", 2)))
        .turn(turn_of("Bob", NOTHING, go(9)))
        .turn(turn_of("Ann", NOTHING, go(3)))
    )


@cache
def corrected() -> Corrected:
    return course().again(0, turn=turn_of("Bob", UNBLOCK))


def ways() -> tuple[Way, ...]:
    return course().ways(corrected())


def amended(way: Way, done: Corrected, **facts: Any) -> Page:
    told = GAME.amended(way, done, TABLES, Options(), "Red November")
    facts |= {"conflicts": way.stays, "resolved_at": SAID_AT}
    return to(LIST, corrections.correction, way.name, told, way.openly, **facts)


def amendment(name: WayName) -> Page:
    way = next(one for one in ways() if one.name == name)
    return amended(way, corrected(), wrong=WRONG, ruling=3, clause="§9")


def amendment_of_a_void_turn() -> Page:
    """The whole turn does not count."""
    done = course().again(0, void=True)
    wrong = "that mail was a draft, sent by mistake"
    return amended(course().ways(done)[0], done, wrong=wrong, ruling=None, clause="")


def notice() -> Page:
    """What the correction means for Bob, whose last turn is void."""
    way, occasion = ways()[0], "the correction of turn 12"
    told, hand = way.alone["Bob"], way.after.secrets.hands[1]
    return to(BOB, private_pages.private_notice, told, hand, occasion=occasion, discard=0)


def planner() -> Page:
    return planned(corrected(), amendment("rerun"), (notice(),))


def planner_that_tells() -> Page:
    """Played again without turn 12, cards that everybody has seen lie on the deck."""
    return planned(course().again(0, void=True), amendment_of_a_void_turn(), ())


def planned(done: Corrected, public: Page, private: tuple[Page, ...]) -> Page:
    later = GAME.step_by_step(done)
    what = "K7QX", "Turn 12: Bob", course().ways(done), "rerun", later, (public,), private
    return to(DESK, corrections.correction_draft, *what, wrong=WRONG, gamestate=42)


def held() -> Page:
    """Read otherwise, Bob's turn comes to a choice of a hatch."""
    before = sub(
        Gnome("Ann", 1, 44), Gnome("Bob", 8, 44), Gnome("Cat", 8, 49), deck=(card("blocked_hatch"),)
    )
    steps = Course(before).turn(turn_of("Bob", NOTHING)).steps
    other: Turn = turn_of("Bob", NOTHING, go(5))
    waiting = replay(GAME, before, [replace(steps[0], turn=other), *steps[1:]], TABLES)
    assert waiting.choice is not None
    return to(DESK, corrections.correction_held, "R8TU", "Turn 12: Bob", 12, waiting.choice)


CORRECTED = {
    "correction": lambda: amendment("rerun"),
    "correction_by_patch": lambda: amendment("patch"),
    "correction_for_the_record": lambda: amendment("stand"),
    "correction_of_a_void_turn": amendment_of_a_void_turn,
    "correction_draft": planner,
    "correction_draft_that_tells": planner_that_tells,
    "correction_held": held,
    "private_notice_of_a_correction": notice,
}
