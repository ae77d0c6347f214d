"""Small games made for reading: position, turn and luck told beforehand, resolved by the rules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from msgspec.structs import replace

from rednov_bot.core.models import Page
from rednov_bot.core.render.letterhead import Envelope, Letterhead
from rednov_bot.games.base import Answer, Held
from rednov_bot.games.red_november import datasets
from rednov_bot.games.red_november.render.audience import public_only
from rednov_bot.games.red_november.rules.choices import Circumstances
from rednov_bot.games.red_november.rules.events import Event, PublicEvent
from rednov_bot.games.red_november.rules.gamestate import Gamestate, Secrets
from rednov_bot.games.red_november.rules.logbook import after
from rednov_bot.games.red_november.rules.options import Options
from rednov_bot.games.red_november.rules.plan import Plan
from rednov_bot.games.red_november.rules.position import Gnome, Position
from rednov_bot.games.red_november.rules.resolve import judge, resolve, take
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
from rednov_bot.games.red_november.rules.words import CardKind, Item, RoomCondition

TABLES = datasets.load("standard")
SAID_AT = datetime(2009, 8, 3, 14, 5, tzinfo=UTC)
DUE = SAID_AT + timedelta(hours=48)

LETTERHEAD = Letterhead(
    contest="Red November",
    contestmaster="Pewterby",
    decides="Pewterby",
    bot="rednov@bots.example",
    forum="agora-business@agoranomic.example",
    reach="pewterby@sub.example",
)
LONG_NAMES = (
    "Abernathyfeatherstnh",
    "Bartholomewgoldbeard",
    "Cornelius-the-Second",
    "Desdemona O'Flaherty",
    "Ebenezer Cogsworthyy",
    "Fitzwilliam the Bold",
    "Ørjan Ågotnes-Wyvern",
    "Ann",
)
LIST = Envelope(to="agora-business@agoranomic.example", to_name="business")
ANN = Envelope(to="ann@sub.example", to_name="Ann")
BOB = Envelope(to="bob@sub.example", to_name="Bob")
CAT = Envelope(to="cat@sub.example", to_name="Cat")
DESK = Envelope(to="pewterby@sub.example", to_name="Pewterby")


def to(reader: Envelope, write: Callable[..., Page], *facts: Any, **more: Any) -> Page:
    """A mail to somebody, under the letterhead of these tests."""
    return write(*facts, letterhead=LETTERHEAD, envelope=reader, **more)


class Dice:
    """Luck whose dice are told beforehand and whose shuffles change nothing."""

    def __init__(self, *dice: int) -> None:
        self._dice = list(dice)

    def pick(self, name: str, count: int) -> int:
        return (self._dice.pop(0) - 1) % count

    def shuffle(self, name: str, count: int) -> tuple[int, ...]:
        return tuple(range(count))

    deal = shuffle


def card(kind: CardKind, faint: int | None = None) -> int:
    """The first card of this kind, and with this faint number where one is given."""
    return next(
        place
        for place, one in enumerate(TABLES.deck)
        if one.kind == kind and faint in (None, one.faint)
    )


def rooms(**conditions: RoomCondition) -> tuple[RoomCondition, ...]:
    """`rooms(r5="fire")`: all others are dry."""
    return tuple([conditions.get(f"r{number}", "dry") for number in range(12)])


@dataclass(frozen=True)
class Played:
    """A turn that was taken and resolved, or that is held at a choice."""

    turn: Turn
    plan: Plan
    announced_at: Position
    before: Position
    held_before: tuple[tuple[Item, ...], ...]
    events: tuple[Event, ...]
    result: Gamestate | None
    held: Held | None

    @property
    def public(self) -> tuple[PublicEvent, ...]:
        return public_only(self.events)

    @property
    def after(self) -> Gamestate:
        assert self.result is not None
        return self.result


def play(
    gamestate: Gamestate,
    turn: Turn,
    *dice: int,
    options: Options | None = None,
    answers: dict[str, Answer] | None = None,
) -> Played:
    """The turn is taken and resolved; it must be valid."""
    options = options or Options()
    verdict = judge(gamestate, turn, TABLES, options)
    assert verdict.valid, verdict.refusals
    assert verdict.plan is not None
    taken = after(gamestate, take(gamestate, turn))
    circumstances = Circumstances(TABLES, options, Dice(*dice), Orders(), answers or {})
    outcome = resolve(taken, turn, circumstances)
    held = outcome if isinstance(outcome, Held) else None
    return Played(
        turn=turn,
        plan=verdict.plan,
        announced_at=gamestate.position,
        before=taken.position,
        held_before=gamestate.secrets.hands,
        events=outcome.events,
        result=None if isinstance(outcome, Held) else outcome.after,
        held=held,
    )


def gamestate(
    *gnomes: Gnome,
    hands: tuple[tuple[Item, ...], ...] = (),
    deck: tuple[int, ...] = (),
    pool: tuple[Item, ...] = (),
    position: Position | None = None,
) -> Gamestate:
    """A gamestate with these gnomes; *position* gives the rest of what is public."""
    base = position or Position()
    hands = hands or ((),) * len(gnomes)
    return Gamestate(
        replace(base, gnomes=gnomes, deck_left=len(deck)),
        Secrets(hands=hands, limits=(None,) * len(gnomes), deck=deck, pool=pool),
    )


def go(room: int) -> Step:
    """Opens the hatch to *room* and enters."""
    return Open(Through(to=room), enter=True)


def eventful() -> Played:
    """Ann drinks, moves, repairs, passes two events and an item, and gets into a hand limit."""
    start = gamestate(
        Gnome(name="Ann", at=5, minutes=44),
        Gnome(name="Bob", at=10, minutes=46, fainted=True, intoxication=2),
        Gnome(name="Cat", at=11, minutes=19),
        hands=(
            ("grog", "toolbox", "coffee", "crowbar", "crowbar", "pump_manual", "water_pump"),
            ("aqualung",),
            (),
        ),
        deck=(card("respite", 2), card("friendly_fire"), card("blocked_hatch"), card("descent")),
        pool=("lucky_charm", "grog"),
        position=Position(
            asphyxiation=7,
            rooms=rooms(r2="low"),
            tokens=(("asphyxiated", 24), ("missiles", 43)),
            blocked=frozenset({(5, 7)}),
            turns=11,
            stash=4,
        ),
    )
    turn = Turn(
        gnome="Ann",
        steps=(Use("grog"), go(2), Use("toolbox")),
        action=Action("fix_oxygen", 2),
        orders=Orders(block=((5, 6), (4, 5))),
    )
    return play(start, turn, 7, 8, 3, 5)


def burning() -> Played:
    """Cat fails to put out the fire in room 6, and there is no way out."""
    start = gamestate(
        Gnome(name="Ann", at=5, minutes=30),
        Gnome(name="Bob", at=8, minutes=31),
        Gnome(name="Cat", at=6, minutes=38),
        hands=((), (), ("crowbar",)),
        position=Position(rooms=rooms(r6="fire"), blocked=frozenset({(5, 6)}), turns=20),
    )
    return play(start, Turn(gnome="Cat", action=Action("extinguish_fire", 2)), 3)


def fleeing(answers: dict[str, Answer] | None = None) -> Played:
    """Ann fails to put out the fire in room 5 and has announced no escape."""
    start = gamestate(
        Gnome(name="Ann", at=5, minutes=35),
        Gnome(name="Bob", at=8, minutes=31),
        Gnome(name="Cat", at=1, minutes=22),
        position=Position(rooms=rooms(r5="fire", r8="fire"), turns=20),
    )
    return play(start, Turn(gnome="Ann", action=Action("extinguish_fire", 1)), 9, answers=answers)


def escaping() -> Turn:
    """A turn with everything an announcement can say."""
    return Turn(
        gnome="Ann",
        steps=(Use("fire_extinguisher"), Open(Through(to=8)), Open(Through(to=7, near=5), True)),
        action=Action("extinguish_fire", 4),
        after=(Use("coffee"),),
        escape=Escape(Open(Through(to=9), True), ("grog",)),
        orders=Orders(block=((5, 6), (5, 7)), spread=(6, 3), defend=True),
    )


def asking() -> Played:
    """Bob's turn waits for their choice of a hatch."""
    start = gamestate(
        Gnome(name="Ann", at=5, minutes=35),
        Gnome(name="Bob", at=8, minutes=40),
        Gnome(name="Cat", at=1, minutes=22),
        deck=(card("blocked_hatch"),),
        position=Position(turns=20),
    )
    return play(start, Turn(gnome="Bob", action=Action("no_action")), 5)


def winning() -> Played:
    """Cat spends their last minute and the sub is saved."""
    start = gamestate(
        Gnome(name="Ann", at=5),
        Gnome(name="Bob", fate="killed"),
        Gnome(name="Cat", at=1, minutes=1),
        position=Position(tokens=(("missiles", 0),), turns=50, y_pot=10),
    )
    return play(start, Turn(gnome="Cat", action=Action("no_action")))


def losing() -> Played:
    """Cat is the last to pass Crushed!, with the engine just repaired."""
    start = gamestate(
        Gnome(name="Ann", at=5, minutes=3),
        Gnome(name="Bob", fate="abandoned", minutes=0),
        Gnome(name="Cat", at=1, minutes=9),
        position=Position(tokens=(("crushed", 6),), pressure=8, turns=50, y_pot=10),
        deck=(card("respite"), card("respite")),
    )
    return play(start, Turn(gnome="Cat", action=Action("fix_engine", 6)), 1)


def giving() -> Played:
    """Ann gives Bob two items."""
    start = gamestate(
        Gnome(name="Ann", at=8, minutes=40),
        Gnome(name="Bob", at=8, minutes=36),
        Gnome(name="Cat", at=1, minutes=36),
        hands=(("coffee", "crowbar", "aqualung"), (), ()),
    )
    gift = Action("give_items", 1, recipient="Bob", give=("coffee", "aqualung"))
    return play(start, Turn(gnome="Ann", action=gift))


def departing() -> Played:
    """Ann swims out and abandons the others."""
    start = gamestate(
        Gnome(name="Ann", at=6, minutes=4),
        Gnome(name="Bob", at=8, minutes=4),
        Gnome(name="Cat", at=1, minutes=8),
        hands=(("aqualung",), (), ()),
        deck=(card("overheated"), card("leak")),
        position=Position(turns=50),
    )
    turn = Turn(gnome="Ann", steps=(Use("aqualung"), go(11)), action=Action("abandon"))
    return play(start, turn, 5)
