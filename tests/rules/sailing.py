"""A crew that plays at random: mostly valid, varied turns, and whole games made of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from random import Random

from msgspec.structs import replace

from rednov_bot.core.luck import SecretLuck
from rednov_bot.games.base import Answer, Choice, Held, Resolution
from rednov_bot.games.red_november import datasets
from rednov_bot.games.red_november.rules import events as ev, hands
from rednov_bot.games.red_november.rules.actions import FIX_ITS
from rednov_bot.games.red_november.rules.choices import Circumstances
from rednov_bot.games.red_november.rules.gamestate import Gamestate
from rednov_bot.games.red_november.rules.hands import exceeds
from rednov_bot.games.red_november.rules.logbook import after
from rednov_bot.games.red_november.rules.movement import AGAINST_FIRE
from rednov_bot.games.red_november.rules.opening import open_game
from rednov_bot.games.red_november.rules.options import Options
from rednov_bot.games.red_november.rules.position import Position
from rednov_bot.games.red_november.rules.resolve import judge, kill_idle, resolve, take
from rednov_bot.games.red_november.rules.tables import Tables
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
from rednov_bot.games.red_november.rules.words import (
    ITEMS,
    SEA,
    ActionName,
    GnomeName,
    Hatch,
    Item,
    Place,
    RoomCondition,
)

CREW = ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal")
MOST_TURNS = 600  # more than any game can have: 8 gnomes with 46 minutes each

EMPTY = Gamestate()


@cache
def tables() -> Tables:
    """The data set that comes with the bot."""
    return datasets.load("standard")


@cache
def calm() -> Tables:
    """The same sub in calm seas, well provided: a fifth of the events, three times the items.

    Games last longer here, and are won, lost and abandoned.
    """
    seas = tables()
    track = replace(
        seas.time_track,
        events=frozenset(sorted(seas.time_track.events)[::5]),
        items=frozenset(range(2, 60, 4)),
    )
    return replace(seas, time_track=track)


class _Sailor:
    """One gnome who makes up a turn, keeping an eye on water, fire and the clock."""

    def __init__(
        self, position: Position, name: GnomeName, hand: tuple[Item, ...], seas: Tables, rng: Random
    ) -> None:
        gnome = position.gnome(name)
        self.position, self.name, self.rng, self.board = position, name, rng, seas.board
        self.rooms: list[RoomCondition] = list(position.rooms)
        self.at, self.left = gnome.at, gnome.minutes
        self.hand, self.used = list(hand), set[Item]()
        self.steps: list[Step] = []

    def use_some(self, chance: float) -> list[Step]:
        """Each tile of the hand is used with this chance."""
        uses: list[Step] = []
        for item in list(self.hand):
            if self.rng.random() < chance:
                self.hand.remove(item)
                self.used.add(item)
                uses.append(Use(item))
        return uses

    def beyond(self, ends: Hatch) -> Place:
        return ends[0] if ends[1] == self.at else ends[1]

    def passage(self, ends: Hatch, rooms: list[RoomCondition], used: set[Item]) -> int | None:
        """The minutes of going through an opened hatch; None where that cannot be."""
        beyond = self.beyond(ends)
        if beyond == SEA:
            return 1 if "aqualung" in used else None
        match rooms[beyond]:
            case "high":
                return None
            case "fire":
                return None if AGAINST_FIRE.isdisjoint(used) else 0
            case "low":
                return 1
            case _:
                return 0

    def settled(self, ends: Hatch) -> list[RoomCondition]:
        """The rooms after the water has run through a hatch."""
        rooms = list(self.rooms)
        if SEA not in ends:
            one, other = (rooms[room] for room in ends)
            if "high" in (one, other) and {one, other} & {"dry", "fire"}:
                rooms[ends[0]] = rooms[ends[1]] = "low"
        return rooms

    def free_hatches(self) -> list[Hatch]:
        return [ends for ends in self.board.attached[self.at] if ends not in self.position.blocked]

    def move(self) -> None:
        """One iteration of movement, if there is time for it and an action."""
        free = self.free_hatches()
        if not free or self.left < 3:
            return
        out = (self.at, SEA)
        ends = out if out in free and "aqualung" in self.used else self.rng.choice(free)
        self.rooms = self.settled(ends)
        cost = self.passage(ends, self.rooms, self.used)
        enters = cost is not None and self.rng.random() < 0.85
        near = self.at if self.rng.random() < 0.3 else None
        self.steps.append(Open(Through(self.beyond(ends), near), enters))
        self.left -= 1
        if enters and cost is not None:
            self.left -= cost
            self.at = self.beyond(ends)

    def condition(self) -> RoomCondition:
        return self.rooms[self.at]

    def things_to_do(self) -> list[ActionName]:
        """What may be done here, minutes aside."""
        board, position = self.board, self.position
        match self.condition():
            case "fire":
                return ["extinguish_fire"]
            case "high":
                return ["no_action"]
        found: list[ActionName] = ["no_action"]
        kinds = {kind for kind, _ in position.tokens}
        if self.at == SEA:
            if "kraken" in kinds:
                found.append("kill_kraken")
            if all(gnome.minutes < 10 for gnome in position.gnomes):
                found.append("abandon")
            return found
        if self.condition() == "low":
            found.append("pump_water")
        if any(ends in position.blocked for ends in board.attached[self.at]):
            found.append("unblock_hatch")
        if self.others_here():
            found.append("give_items")
        homes: dict[Place, ActionName] = {
            board.engine: "fix_engine",
            board.oxygen: "fix_oxygen",
            board.reactor: "fix_reactor",
            board.stores: "gain_items",
        }
        if self.at in homes:
            found += [homes[self.at]] * 3
        if self.at == board.missiles and "missiles" in kinds:
            found += ["stop_missile"] * 3
        if self.at == board.cabin and position.stash:
            found += ["gain_grog"] * 2
        return found

    def others_here(self) -> list[GnomeName]:
        return [
            gnome.name
            for gnome in self.position.gnomes
            if gnome.in_play and gnome.at == self.at and gnome.name != self.name
        ]

    def act(self, name: ActionName) -> Action:
        """The action with minutes that can be paid, as far as any can."""
        rng = self.rng
        wet = self.condition() == "low" and name not in ("no_action", "pump_water")
        self.left -= 2 if wet else 0
        most = max(1, self.left)
        action = Action(name)
        if name in FIX_ITS:
            action = Action(name, minutes=rng.randint(1, min(most, rng.choice((3, 6, 10)))))
        elif name == "gain_items":
            action = Action(name, minutes=rng.randint(1, min(4, most)))
        elif name == "gain_grog":
            action = Action(name, minutes=rng.randint(1, min(2, most, self.position.stash)))
        elif name == "give_items":
            give = tuple(item for item in self.hand if rng.random() < 0.4)
            for item in give:
                self.hand.remove(item)
            action = Action(name, 1, recipient=rng.choice(self.others_here()), give=give)
        elif name == "no_action":
            action = Action(name, minutes=1)
        if name == "unblock_hatch":
            here = [e for e in self.board.attached[self.at] if e in self.position.blocked]
            through = Through(self.beyond(rng.choice(here)))
            action = Action(name, action.minutes, hatch=through)
        self.left = 0 if name == "abandon" else self.left - (action.minutes or 1)
        return action

    def escape(self) -> Escape | None:
        """A way out of the fire that can be paid, if one is found at the first look."""
        free = self.free_hatches()
        if not free or self.left < 2 or self.rng.random() < 0.4:
            return None
        ends = self.rng.choice(free)
        cost = self.passage(ends, self.settled(ends), self.used)
        return Escape(Open(Through(self.beyond(ends)), enter=cost is not None))

    def afterwards(self, action: Action) -> tuple[Step, ...]:
        """Tiles used after the action, now and then the grog just gained."""
        if action.name == "gain_grog" and self.rng.random() < 0.3:
            self.hand.append("grog")
            return tuple(self.use_some(0.5))
        return tuple(self.use_some(0.05))

    def orders(self) -> Orders:
        if self.rng.random() < 0.5:
            return Orders()
        hatches = sorted(self.board.interior)
        return Orders(
            block=tuple(self.rng.sample(hatches, 4)), spread=tuple(self.rng.sample(range(1, 11), 3))
        )


def random_turn(
    position: Position,
    name: GnomeName,
    hand: tuple[Item, ...],
    seas: Tables,
    options: Options,
    rng: Random,
) -> Turn:
    """A turn that *name* might announce; nearly always valid."""
    sailor = _Sailor(position, name, hand, seas, rng)
    sailor.steps += sailor.use_some(0.15)
    hatches = rng.choice((0, 1, 1, 2, 2, 3))
    for _ in range(hatches):
        sailor.move()
    sailor.steps += sailor.use_some(0.1)
    if sailor.at == SEA and "aqualung" in sailor.hand and "aqualung" not in sailor.used:
        sailor.hand.remove("aqualung")
        sailor.steps.append(Use("aqualung"))
    doable = sailor.things_to_do()
    if options.crazed and "crowbar" in sailor.used and sailor.others_here():
        doable.append("attack")
    chosen = rng.choice(doable)
    if sailor.condition() == "low" and sailor.at != SEA and sailor.left < 3:
        chosen = "no_action"
    if chosen == "attack":
        action = Action(chosen, 1, recipient=rng.choice(sailor.others_here()))
    else:
        action = sailor.act(chosen)
    steps = tuple(sailor.steps)
    return Turn(
        gnome=name,
        steps=steps,
        action=action,
        after=sailor.afterwards(action),
        escape=sailor.escape() if action.name == "extinguish_fire" else None,
        orders=sailor.orders(),
    )


def garbage_turn(position: Position, rng: Random) -> Turn:
    """A turn without sense: places, minutes and items of every kind, in any order."""
    names = [gnome.name for gnome in position.gnomes] + ["Nobody", ""]
    place = range(-1, 14)

    def through() -> Through:
        return Through(rng.choice(place), rng.choice((None, rng.choice(place))))

    def steps(most: int) -> tuple[Step, ...]:
        return tuple(
            Use(rng.choice(ITEMS)) if rng.random() < 0.4 else Open(through(), rng.random() < 0.6)
            for _ in range(rng.randint(0, most))
        )

    def action() -> Action:
        return Action(
            rng.choice((*FIX_ITS, "give_items", "no_action", "abandon", "attack", "gain_grog")),
            minutes=rng.choice((None, -3, 0, 1, 2, 10, 11, 99)),
            hatch=rng.choice((None, through())),
            recipient=rng.choice((None, *names)),
            give=rng.choice((None, (), ("grog",), ("coffee", "coffee"))),
            give_count=rng.choice((None, 0, 1, 7)),
        )

    return Turn(
        gnome=rng.choice(names),
        steps=steps(4),
        action=rng.choice((None, action(), action(), action())),
        after=steps(2),
        escape=rng.choice((None, Escape(Open(through(), True), rng.choice(((), ("grog",)))))),
        more_actions=rng.choice(((), (), (action(),))),
        conditions=rng.choice(((), (), ("if it rains",))),
    )


def spoilt_turn(turn: Turn, position: Position, rng: Random) -> Turn:
    """A sensible turn with one part of a senseless one."""
    part = rng.choice(("gnome", "steps", "action", "after", "escape", "conditions"))
    return replace(turn, **{part: getattr(garbage_turn(position, rng), part)})


@dataclass(frozen=True)
class Leg:
    """One resolved turn of a game: what was given, and what came of it."""

    before: Gamestate  # the turn is not yet taken
    resolved_from: Gamestate  # it is, and perhaps a gift was returned since
    turn: Turn
    circumstances: Circumstances  # with the answers that were asked for
    held: tuple[Choice, ...]
    resolution: Resolution


@dataclass
class Voyage:
    """A whole game."""

    seas: Tables
    options: Options
    gamestate: Gamestate = EMPTY
    events: list[ev.Event] = field(default_factory=list)
    legs: list[Leg] = field(default_factory=list)
    refused: int = 0  # turns that were not valid
    passed: list[Gamestate] = field(default_factory=list)  # after each of the steps above
    entered: list[tuple[ev.Event, ...]] = field(default_factory=list)  # in each of them

    def enter(self, events: tuple[ev.Event, ...], after_: Gamestate) -> None:
        self.events += events
        self.gamestate = after_
        self.passed.append(after_)
        self.entered.append(events)


def answered(
    attempt: Callable[[dict[str, Answer]], Resolution | Held], rng: Random
) -> tuple[Resolution, dict[str, Answer], tuple[Choice, ...]]:
    """What comes of it when every choice is answered at random."""
    answers: dict[str, Answer] = {}
    held: list[Choice] = []
    while isinstance(outcome := attempt(answers), Held):
        choice = outcome.choice
        assert choice.key not in answers, f"{choice.key} was answered and is asked again"
        held.append(choice)
        by = "contestmaster" if rng.random() < 0.3 else choice.asks
        answers[choice.key] = Answer(rng.choice(choice.candidates), by)
    return outcome, answers, tuple(held)


def set_sail(
    seed: int, gnomes: int, options: Options, seas: Tables
) -> tuple[Voyage, Random, bytes]:
    """The opening of a game."""
    rng = Random(seed)
    secret = seed.to_bytes(32, "big")
    voyage = Voyage(seas, options)
    luck = SecretLuck(secret, "opening")

    def opening(answers: dict[str, Answer]) -> Resolution | Held:
        circumstances = Circumstances(seas, options, luck, answers=answers)
        return open_game(CREW[:gnomes], circumstances, y_pot=10)

    opened, _, _ = answered(opening, rng)
    voyage.enter(opened.events, opened.after)
    return voyage, rng, secret


def play_game(
    seed: int,
    gnomes: int = 4,
    options: Options = Options(),  # noqa: B008
    *,
    seas: Tables | None = None,
    turn_of: Callable[..., Turn] = random_turn,
    most: int = MOST_TURNS,
    idle: float = 0.002,
) -> Voyage:
    """A whole game: turns, choices, discards, gifts in return, now and then an idle kill."""
    voyage, rng, secret = set_sail(seed, gnomes, options, seas or tables())
    return sail_on(voyage, rng, secret, turn_of=turn_of, most=most, idle=idle)


def sail_on(
    voyage: Voyage,
    rng: Random,
    secret: bytes,
    *,
    turn_of: Callable[..., Turn] = random_turn,
    most: int = MOST_TURNS,
    idle: float = 0.002,
) -> Voyage:
    """The rest of a game that is opened, or *most* turns of it."""
    options = voyage.options
    while voyage.gamestate.position.ending is None and len(voyage.legs) < most:
        ready = _make_ready(voyage, rng)
        if rng.random() < idle:
            luck = SecretLuck(secret, f"idle {len(voyage.legs)}")
            killed = kill_idle(voyage.gamestate, rng.choice(ready), options, luck)
            voyage.enter(killed.events, killed.after)
            continue
        position, secrets = voyage.gamestate.position, voyage.gamestate.secrets
        name = rng.choice(ready)
        hand = secrets.hands[position.seat(name)]
        turn = turn_of(position, name, hand, voyage.seas, options, rng)
        if not judge(voyage.gamestate, turn, voyage.seas, options).valid:
            voyage.refused += 1
            continue
        sail(voyage, turn, rng, secret)
    return voyage


def sail(voyage: Voyage, turn: Turn, rng: Random, secret: bytes) -> None:
    """One valid turn is taken and resolved."""
    before = voyage.gamestate
    taken = take(before, turn)
    gamestate = after(before, taken)
    luck = SecretLuck(secret, f"turn {taken.number}")
    voyage.enter((taken,), gamestate)
    if rng.random() < 0.3:
        _give_back(voyage, rng)

    def attempt(answers: dict[str, Answer]) -> Resolution | Held:
        given = Circumstances(voyage.seas, voyage.options, luck, answers=answers)
        return resolve(voyage.gamestate, turn, given)

    resolved_from = voyage.gamestate
    outcome, answers, held = answered(attempt, rng)
    known = Circumstances(voyage.seas, voyage.options, luck, answers=answers)
    voyage.legs.append(Leg(before, resolved_from, turn, known, held, outcome))
    voyage.enter(outcome.events, outcome.after)
    if rng.random() < 0.3:
        _give_back(voyage, rng)


def _make_ready(voyage: Voyage, rng: Random) -> list[GnomeName]:
    """Who may take a turn, once everybody has discarded what a limit asks for."""
    position = voyage.gamestate.position
    ready = [g.name for g in position.gnomes if g.in_play and g.minutes > 0 and not g.fainted]
    for name in ready:
        secrets = voyage.gamestate.secrets
        seat = position.seat(name)
        if over := exceeds(secrets.limits[seat], secrets.hands[seat]):
            log = hands.discard(
                voyage.gamestate, name, tuple(rng.sample(secrets.hands[seat], over))
            )
            assert not isinstance(log, tuple), log
            voyage.enter(tuple(log.events), log.gamestate)
    return ready


def _give_back(voyage: Voyage, rng: Random) -> None:
    """A gift in return, where a window is open."""
    gamestate = voyage.gamestate
    if gamestate.position.ending is not None:
        return
    for gift in gamestate.position.gifts:
        hand = gamestate.secrets.hands[gamestate.position.seat(gift.recipient)]
        items = tuple(item for item in hand if rng.random() < 0.4)
        log = hands.give_back(gamestate, gift.recipient, gift.giver, items, voyage.options)
        if not isinstance(log, tuple):
            voyage.enter(tuple(log.events), log.gamestate)
        return
