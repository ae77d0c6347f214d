"""A small game that went wrong, and the mails that correct it."""

from __future__ import annotations

from functools import cache

from msgspec.structs import replace

from rednov_bot.core.models import Page
from rednov_bot.games.red_november.render import correction_pages, planner_pages, private_pages
from rednov_bot.games.red_november.rules.corrections.alternatives import (
    Alternative,
    concerned,
    retell,
)
from rednov_bot.games.red_november.rules.corrections.replay import (
    Announced,
    Corrected,
    Held,
    correct,
)
from rednov_bot.games.red_november.rules.corrections.replayed import Way
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


def ways() -> tuple[Alternative, ...]:
    return course().ways(corrected())


def amendment(way: Way) -> Page:
    chosen = next(one for one in ways() if one.way == way)
    what = way, retell(corrected()), chosen.compared, chosen.after.position, TABLES
    facts = {"wrong": WRONG, "ruling": 3, "clause": "§9", "conflicts": chosen.conflicts}
    return to(LIST, correction_pages.amendment, *what, **facts, resolved_at=SAID_AT)


def amendment_of_a_void_turn() -> Page:
    """The whole turn does not count."""
    done = course().again(0, counts=False)
    rerun, _, _ = course().ways(done)
    what = "rerun", retell(done), rerun.compared, rerun.after.position, TABLES
    facts = {"wrong": "that mail was a draft, sent by mistake", "ruling": None, "clause": ""}
    return to(LIST, correction_pages.amendment, *what, **facts, resolved_at=SAID_AT)


def notice() -> Page:
    """What the correction means for Bob, whose last turn is void."""
    (bob,) = concerned(ways()[0], corrected())
    what, occasion = (planner_pages.told_alone(bob), bob.hand.after), "the correction of turn 12"
    return to(BOB, private_pages.private_notice, *what, occasion=occasion, discard=0)


def planner() -> Page:
    return planned(corrected(), amendment("rerun"), (notice(),))


def planner_that_tells() -> Page:
    """Played again without turn 12, cards that everybody has seen lie on the deck."""
    return planned(course().again(0, counts=False), amendment_of_a_void_turn(), ())


def planned(done: Corrected, public: Page, private: tuple[Page, ...]) -> Page:
    what = "K7QX", "Turn 12: Bob", course().ways(done), "rerun", retell(done)
    told = (public,), private, TABLES
    return to(DESK, planner_pages.planner, *what, *told, wrong=WRONG, gamestate=42)


def waiting() -> Held:
    """Read otherwise, Bob's turn comes to a choice of a hatch."""
    before = sub(
        Gnome("Ann", 1, 44), Gnome("Bob", 8, 44), Gnome("Cat", 8, 49), deck=(card("blocked_hatch"),)
    )
    told = Course(before).turn(turn_of("Bob", NOTHING))
    first = told.steps[0]
    assert isinstance(first, Announced)
    other: Turn = turn_of("Bob", NOTHING, go(5))
    held = correct(before, [replace(first, turn=other), *told.steps[1:]], TABLES)
    assert isinstance(held, Held)
    return held


def held() -> Page:
    return to(DESK, planner_pages.held, "R8TU", "Turn 12: Bob", waiting())


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
