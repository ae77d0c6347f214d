"""Mails about what was asked or tried in private, by their names in golden/."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from rednov_bot.core.models import Page
from rednov_bot.core.render import answers
from rednov_bot.core.render.environment import template
from rednov_bot.games.base import Refusal, StatusTold, Trial
from rednov_bot.games.red_november.game import GAME
from rednov_bot.games.red_november.render.canonical import sentences
from rednov_bot.games.red_november.render.inquiries import hand_uses
from rednov_bot.games.red_november.rules.gamestate import Gamestate
from rednov_bot.games.red_november.rules.options import Options
from rednov_bot.games.red_november.rules.position import Ending, Gnome, Position
from rednov_bot.games.red_november.rules.refusals import withheld
from rednov_bot.games.red_november.rules.turn import (
    Action,
    Escape,
    Open,
    Orders,
    Step,
    Through,
    Turn,
    Use,
)
from rednov_bot.games.red_november.rules.words import SEA, Item
from tests.render.samples import ANN, BOB, DESK, LETTERHEAD, TABLES, gamestate, go, rooms, to

HAND: tuple[Item, ...] = ("grog", "grog", "toolbox", "coffee", "crowbar", "pump_manual", "aqualung")
WAITS = "turn 12, Bob's, awaits its resolution by Pewterby, due by Wed 5 Aug 2009, 14:05 UTC"
WORK: tuple[Step, ...] = (Use("grog"), go(2), Use("toolbox"))
TURN = Turn("Ann", WORK, Action("fix_oxygen", 2), orders=Orders(block=((5, 6), (4, 5))))


def state(
    hand: tuple[Item, ...] = HAND, *, at: int = 5, minutes: int = 44, **public: Any
) -> Gamestate:
    """Ann, with time to spare, among fire, water and missiles."""
    played = tuple(range(0, 56, 3))
    position = replace(
        Position(
            asphyxiation=7,
            rooms=rooms(r2="low", r8="fire"),
            tokens=(("asphyxiated", 24), ("missiles", 43)),
            blocked=frozenset({(5, 7)}),
            turns=11,
            stash=4,
            played=played,
        ),
        **public,
    )
    start = gamestate(
        Gnome(name="Ann", at=at, minutes=minutes, intoxication=1),
        Gnome(name="Bob", at=10, minutes=46),
        Gnome(name="Cat", at=5, minutes=19, fainted=True),
        hands=(hand, ("crowbar",), ()),
        deck=tuple(card for card in range(55) if card not in played),
        position=position,
    )
    return start


def tried(start: Gamestate, turn: Turn, *, waits: str = "", **more: Any) -> Page:
    found = GAME.rehearse(start, turn, TABLES, Options(), "", "Pewterby")
    return rehearsal(found, turn, waits=waits, **more)


def rehearsal(found: Trial, turn: Turn, *, waits: str, **more: Any) -> Page:
    what = found, sentences(turn), GAME
    return to(ANN, answers.rehearsal, *what, waits=waits, kept=False, **more)


def void() -> Page:
    """Wrong in many ways at once."""
    turn = Turn("Ann", (Use("diving_gun"), go(7)), Action("stop_missile", 12))
    return tried(state(tokens=()), turn)


def lacking() -> Page:
    return tried(state(("toolbox",)), TURN)


def fiery() -> Page:
    """Into a fire, with an escape."""
    steps = (Use("grog"), Use("coffee"), Use("grog"), go(8))
    flight = Escape(Open(Through(10), enter=True))
    return tried(state(), Turn("Ann", steps, Action("extinguish_fire", 3), escape=flight))


def reckless() -> Page:
    """Out of the sub with the last gnome's minutes."""
    start = state(at=SEA, minutes=30, tokens=(("kraken", 25), ("crushed", 29)))
    crew = [replace(one, minutes=min(one.minutes, 20)) for one in start.position.gnomes[1:]]
    ann = start.position.gnomes[0]
    start = replace(start, position=replace(start.position, gnomes=(ann, *crew)))
    return tried(start, Turn("Ann", (Use("grog"),), Action("kill_kraken", 4)))


def between_games() -> Page:
    turn = Turn("Ann", (go(6),), Action("no_action"))
    found = Trial((Refusal("NO_GAME", "§5", "no game is ongoing"),), final=True)
    return rehearsal(found, turn, waits="")


def hand(**more: Any) -> str:
    facts: dict[str, Any] = {
        "to_name": "Ann",
        "held": len(HAND),
        "lines": hand_uses(HAND, TABLES),
        "limit": None,
        "discard": 0,
        "changed": "turn 9",
        "changes": ("You use up a lucky charm.", "You draw a coffee at 50."),
        "pending": None,
    }
    return template("_hand").render({**facts, **more}).rstrip("\n")


def status(start: Gamestate, reader: str = "Ann") -> StatusTold:
    return GAME.status(start, reader, TABLES, Options())


AWAITED = ("RN1: turn 12 is awaited.",)


def inquiry(
    held: str, stands: StatusTold | None, phase: tuple[str, ...] = AWAITED, **more: Any
) -> Page:
    more.setdefault("envelope", ANN)
    return answers.inquiry(held, stands, phase, GAME, letterhead=LETTERHEAD, **more)


def of_the_contestmaster() -> Page:
    return inquiry(
        "",
        status(state(pending="Ann"), "Pewterby"),
        (f"RN1: {WAITS} (§16).",),
        desk=("AWAITING YOUR WORD", "  [rednov K7QX] Turn 12: Ann"),
        envelope=DESK,
    )


def waiting() -> Page:
    asked = "It waits for a choice of yours: answer the mail that asked you."
    held = hand(limit=4, discard=3, pending=12)
    return inquiry(held, status(state(pending="Bob")), (f"RN1: {WAITS} (§16).", asked), awaits=True)


def after_the_game() -> Page:
    ending = Ending(winners=("Bob",), losers=("Ann", "Cat"), sub_lost=True)
    said = "No game is being played; Pewterby may start one (§4)."
    stands = status(state(ending=ending))
    phase = (said, f"RN1 is over: {stands.ending}.")
    return inquiry("", stands, phase, handless=True, envelope=BOB)


def checked(*faults: str) -> Page:
    reasons = {
        "NO_HAND_LIMIT": withheld("NO_HAND_LIMIT", "no hand limit asks you to discard anything"),
        "ITEM_NOT_HELD": withheld("ITEM_NOT_HELD", "you do not hold a aqualung"),
    }
    return to(ANN, answers.checked, "discard", tuple(reasons[one] for one in faults), GAME)


REHEARSED: dict[str, Callable[[], Page]] = {
    "rehearsal": lambda: tried(state(), TURN),
    "rehearsal_too_early": lambda: tried(state(pending="Bob"), TURN, waits=WAITS),
    "rehearsal_that_is_void": void,
    "rehearsal_of_what_is_not_held": lacking,
    "rehearsal_into_a_fire": fiery,
    "rehearsal_of_a_reckless_turn": reckless,
    "rehearsal_between_games": between_games,
    "rehearsal_of_one_of_several": lambda: tried(state(), TURN, several=True, own_words=True),
    "checked": checked,
    "checked_discard_that_is_void": lambda: checked("NO_HAND_LIMIT", "ITEM_NOT_HELD"),
    "checked_private_list": lambda: to(
        ANN, answers.checked, "private list", (), GAME, is_note=True
    ),
    "inquiry": lambda: inquiry(hand(), status(state())),
    "inquiry_after_a_hand": lambda: inquiry(hand(limit=8), None, ()),
    "inquiry_while_a_choice_awaits": waiting,
    "inquiry_of_the_contestmaster": of_the_contestmaster,
    "inquiry_after_the_game": after_the_game,
}
