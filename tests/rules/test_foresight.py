"""What is certain of a planned turn is foreseen, and nothing else (§13, §16b, §16c, §17, §21)."""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from rednov_bot.core.luck import SecretLuck
from rednov_bot.games.base import Answer, Held, Resolution
from rednov_bot.games.red_november.rules import events as ev
from rednov_bot.games.red_november.rules.choices import Circumstances
from rednov_bot.games.red_november.rules.forecast import (
    Death,
    Faint,
    Foreseen,
    NoWayOut,
    OverLimit,
    TokenPassed,
    TrackFull,
    foresee,
    unseen,
)
from rednov_bot.games.red_november.rules.gamestate import Gamestate, Secrets
from rednov_bot.games.red_november.rules.logbook import after
from rednov_bot.games.red_november.rules.options import Options
from rednov_bot.games.red_november.rules.plan import Plan, plan
from rednov_bot.games.red_november.rules.position import Gnome, Position
from rednov_bot.games.red_november.rules.resolve import judge, resolve, take
from rednov_bot.games.red_november.rules.tables import Tables
from rednov_bot.games.red_november.rules.turn import Action, Escape, Open, Step, Through, Turn, Use
from rednov_bot.games.red_november.rules.words import SEA, CardKind, Item, RoomCondition, TokenKind
from tests.rigs.scale import many
from tests.rules.sailing import Leg, answered, calm, play_game, random_turn, tables

NOTHING = Action("no_action")
GROG = Use("grog")


def deck(*cards: tuple[CardKind, int | None]) -> Tables:
    """The standard data set with these event cards alone, and a harmless Kraken."""
    known = {card.kind: card for card in (*tables().deck, tables().kraken)}
    made = tuple(replace(known[kind], faint=faint) for kind, faint in cards)
    return replace(tables(), deck=made)


def at(
    place: int = 5,
    *,
    minutes: int = 31,
    others: int = 60,
    drunk: int = 0,
    rooms: dict[int, RoomCondition] = {},  # noqa: B006
    deck_left: int = 56,
    **public: Any,
) -> Position:
    """Ann stands somewhere; Bob and Cat are in room 6 with time to spare."""
    crew = (Gnome("Ann", place, minutes, drunk), Gnome("Bob", 6, others), Gnome("Cat", 6, others))
    conditions = tuple(rooms.get(room, "dry") for room in range(12))
    return Position(gnomes=crew, rooms=conditions, deck_left=deck_left, **public)


def foreseen(
    position: Position,
    *steps: Step,
    action: Action = NOTHING,
    hand: tuple[Item, ...] = (),
    seas: Tables | None = None,
    options: Options = Options(),  # noqa: B008
    **more: Any,
) -> tuple[Foreseen, ...]:
    turn = Turn("Ann", steps, action, **more)
    planned = plan(position, turn, seas or tables(), options)
    assert isinstance(planned, Plan), planned
    return foresee(position, hand, planned, seas or tables(), options)


def go(room: int, enter: bool = True) -> Open:
    return Open(Through(room), enter)


WALLS = frozenset(one for one in tables().board.interior if 5 in one)
PUT_OUT, WORK, FIX = Action("extinguish_fire", 3), Action("gain_items", 4), Action("fix_engine", 2)
FIGHT = Action("kill_kraken", 10)
LETHAL = Options(token_at_zero="lethal")
SURE = deck(("respite", 2), ("fire", 1))
STORM = deck(("descent", 1), ("fast_descent", 1))
ROUGH = deck(("turbulence", 1))
THIRST = deck(("turbulence", 1), ("respite", 1), ("overheated", 1), ("overheated", 1))
FULL: tuple[Item, ...] = ("coffee", "coffee", "crowbar", "crowbar", "toolbox", "aqualung")
DROWNED = Death("no_air", SEA)


def drinking(**more: Any) -> Position:
    return at(drunk=1, **{"deck_left": 2, **more})


def racing(place: int, others: int, *tokens: tuple[TokenKind, int], **more: Any) -> Position:
    return at(place, others=others, tokens=tokens, **more)


STORES = at(8, deck_left=2, pressure=7)
OUTSIDE = racing(SEA, 3, ("kraken", 5))
LAST_SPACE = racing(1, 0, ("crushed", 0), minutes=1)
SPOILT = at(1, minutes=32, deck_left=2, played=(2, 3), pressure=1)

Told = tuple[Position, tuple[Step, ...], dict[str, Any], tuple[Foreseen, ...]]


def case(position: Position, *steps: Step, told: tuple[Foreseen, ...] = (), **more: Any) -> Told:
    return position, steps, more, told


CASES: dict[str, tuple[Told, ...]] = {
    "who stays outside needs a fresh aqualung, who abandons too (A48)": (
        case(at(SEA), told=(DROWNED,)),
        case(at(SEA, minutes=5, others=5), action=Action("abandon"), told=(DROWNED,)),
    ),
    "who stays in high water drowns unless a hatch lowers it": (
        case(at(rooms={5: "high"}), told=(Death("high_water", 5),)),
    ),
    "a fire is no certain death where it may be put out or fled": (
        case(
            at(rooms={5: "fire"}, blocked=WALLS),
            action=PUT_OUT,
            told=(NoWayOut(5, stated=False),),
        ),
        case(at(minutes=3, rooms={5: "fire"}), action=PUT_OUT, told=(NoWayOut(5, stated=False),)),
        case(
            at(rooms={5: "fire"}),
            action=PUT_OUT,
            escape=Escape(go(6, enter=False)),
            told=(NoWayOut(5, stated=True),),
        ),
    ),
    "a faint is certain when every card that may come is met": (
        case(drinking(), GROG, seas=SURE, told=(Faint(2, 10),)),
        case(drinking(minutes=4), GROG, seas=SURE, told=(Faint(2, 3),)),
    ),
    "the last to pass a token loses the sub": (
        case(racing(8, 20, ("crushed", 30)), action=WORK, told=(TokenPassed("crushed", 30),)),
        case(
            racing(8, 20, ("kraken", 29), ("crushed", 30)),
            action=WORK,
            told=(TokenPassed("crushed", 30),),
        ),
    ),
    "a token that is passed during the work is not prevented by it": (
        case(racing(1, 20, ("crushed", 30)), action=FIX, told=(TokenPassed("crushed", 30),)),
    ),
    "a death passes the tokens of its minutes, but for what it prevents (§16a)": (
        case(racing(SEA, 20, ("kraken", 25)), told=(DROWNED, TokenPassed("kraken", 25))),
        case(racing(SEA, 20, ("kraken", 25)), options=Options(less_deadly=True), told=(DROWNED,)),
        case(OUTSIDE, action=FIGHT, told=(DROWNED,)),
        case(
            replace(OUTSIDE, tokens=(("kraken", 22),)),
            action=FIGHT,
            told=(DROWNED, TokenPassed("kraken", 22)),
        ),
        case(
            replace(OUTSIDE, tokens=(("crushed", 5), ("kraken", 5))),
            action=FIGHT,
            told=(DROWNED, TokenPassed("crushed", 5)),
        ),
    ),
    "a token at 0 is lethal by option alone, unless it may be prevented": (
        case(LAST_SPACE, options=LETHAL, told=(TokenPassed("crushed", 0),)),
    ),
    "a track is full for certain when no card left can spare it": (
        case(STORES, action=WORK, seas=STORM, told=(TrackFull("pressure"),)),
        case(STORES, GROG, action=WORK, seas=STORM, told=(Faint(1, 10),)),  # they may sleep
    ),
    "a hand limit that is sure to come is told to whoever holds more": (
        case(at(8, deck_left=1), action=WORK, hand=FULL, seas=ROUGH, told=(OverLimit(4, 6),)),
        case(
            at(8, deck_left=1),
            Use("coffee"),
            action=WORK,
            hand=FULL,
            seas=ROUGH,
            told=(OverLimit(4, 5),),
        ),
        case(
            racing(8, 20, ("crushed", 28), deck_left=1),
            action=WORK,
            hand=FULL,
            seas=ROUGH,
            told=(TokenPassed("crushed", 28),),
        ),
    ),
    "a deck that is renewed on the way may bring thirst again": (
        case(
            SPOILT,
            action=Action("fix_engine", 10),
            hand=("coffee",) * 5,
            seas=THIRST,
            told=(OverLimit(4, 5),),
        ),
        case(
            SPOILT,
            action=Action("fix_engine", 10),
            hand=("grog",) * 7,
            seas=THIRST,
            told=(OverLimit(4, 6),),
        ),
    ),
}


@pytest.mark.parametrize("what", CASES)
def test_what_is_certain_is_foreseen(what: str) -> None:
    """That nothing else is, the random games below show."""
    for position, steps, more, told in CASES[what]:
        assert foreseen(position, *steps, **more) == told


def test_only_the_cards_that_are_not_seen_yet_can_come() -> None:
    seas = deck(("respite", 1), ("fire", 4), ("leak", 2))
    there = drinking(played=(1,))
    assert [card.faint for card in unseen(there, seas)] == [1, 2]
    assert foreseen(there, GROG, seas=seas) == (Faint(2, 10),)
    assert foreseen(replace(there, removed=(2,), deck_left=1), GROG, seas=seas) == (Faint(2, 10),)
    two = deck(("respite", 1), ("fire", 4))
    spent = at(deck_left=0, played=(0,), removed=(1,))
    assert [card.kind for card in unseen(spent, two)] == ["respite", "kraken"]
    assert [card.kind for card in unseen(replace(spent, kraken_aside=False), two)] == ["respite"]


# -- whole games ------------------------------------------------------------------------------


@cache
def dire() -> Tables:
    """Few cards, all of them bad: much can be told in advance."""
    kinds: tuple[tuple[CardKind, int | None], ...] = (
        ("descent", 1), ("fast_descent", 1), ("reactor_warmup", 1), ("turbulence", 1),
        ("engine_down", 1), ("leak", 1), ("fire", 1),
    )  # fmt: skip
    return deck(*kinds)


OPTIONS = (
    Options(),
    Options(less_deadly=True),
    Options(token_at_zero="lethal", wake="at_once"),
    Options(faint_markers=False, escape_items=True, crazed=True),
    Options(hand_limit_basis="at_event", edition=1, multi_tokens=True),
    Options(remove_respite=True, wake="at_once", token_at_zero="not_placed", sleepers_trade=False),
)


@cache
def clumsy() -> Tables:
    """Items in plenty, and hardly an event that lets one keep them."""
    return replace(calm(), deck=deck(("stumble", 2), ("overheated", None), ("respite", 4)).deck)


@cache
def legs() -> tuple[tuple[Leg, Tables, Options], ...]:
    """Turns of games in rough, calm and dire seas, under options that matter here."""
    found = []
    for seed in range(140):
        seas = (tables(), calm(), dire(), clumsy())[seed % 4]
        options = OPTIONS[seed // 4 % len(OPTIONS)]
        voyage = play_game(seed, 3 + seed % 6, options, seas=seas, turn_of=careless)
        found += [(leg, seas, options) for leg in voyage.legs]
    return tuple(found)


def careless(
    position: Position, name: str, hand: Any, seas: Tables, options: Options, rng: Random
) -> Turn:
    """A random turn of a gnome who now and then forgets where e stands."""
    turn = random_turn(position, name, hand, seas, options, rng)
    if rng.random() < 0.2:
        still = Turn(name, tuple(one for one in turn.steps if isinstance(one, Use)), NOTHING)
        secrets = Secrets(hands=(hand,) * len(position.gnomes), limits=(None,) * 8)
        if judge(Gamestate(position, secrets), still, seas, options).valid:
            return still
    return turn


def undisturbed(leg: Leg) -> bool:
    return leg.resolved_from == after(leg.before, take(leg.before, leg.turn))


def foreseen_of(leg: Leg, seas: Tables, options: Options) -> tuple[Foreseen, ...]:
    planned = plan(leg.before.position, leg.turn, seas, options)
    assert isinstance(planned, Plan)
    hand = leg.before.secrets.hands[leg.before.position.seat(leg.turn.gnome)]
    return foresee(leg.before.position, hand, planned, seas, options)


def comes_true(one: Foreseen, leg: Leg) -> bool:
    """Whether the resolution holds what was foreseen of it."""
    name, told = leg.turn.gnome, leg.resolution.events
    killed = [e for e in told if isinstance(e, ev.Killed | ev.GnomeReplaced) and e.gnome == name]
    lost = [e for e in told if isinstance(e, ev.SubLost)]
    match one:
        case Death(cause=cause):
            return bool(killed) and killed[0].cause == cause
        case NoWayOut():
            failed = any(isinstance(e, ev.FixTried) and not e.success for e in told)
            return not failed or (bool(killed) and killed[0].cause == "fire")
        case Faint(lost=minutes):
            return any(
                isinstance(e, ev.Fainted) and e.gnome == name and e.lost == minutes for e in told
            )
        case TokenPassed(token=token, space=space):
            return bool(lost) and (lost[0].token != token or passed_by_all(space, leg))
        case TrackFull():
            return bool(lost)
        case OverLimit(limit=limit, held=held):
            pending = [e for e in told if isinstance(e, ev.LimitPending) and e.to == name]
            hand = leg.resolution.after.secrets.hands[leg.before.position.seat(name)]
            return bool(lost) or (any(e.limit <= limit for e in pending) and len(hand) >= held)


def passed_by_all(space: int, leg: Leg) -> bool:
    """Whether nobody has reached *space* or, where it is 0, has a minute left (§21, A3, A4)."""
    return all(gnome.minutes < max(1, space) for gnome in leg.resolution.after.position.gnomes)


def test_whatever_is_foreseen_comes_true_in_every_game() -> None:
    seen: Counter[str] = Counter()
    for leg, seas, options in legs():
        for one in foreseen_of(leg, seas, options):
            if isinstance(one, OverLimit) and not undisturbed(leg):
                continue
            seen[type(one).__name__] += 1
            assert comes_true(one, leg), (one, leg.turn)
    kinds = ("Death", "NoWayOut", "Faint", "TokenPassed", "TrackFull", "OverLimit")
    assert min(seen[kind] for kind in kinds) >= 5, seen
    assert seen["Death"] > 30


def test_every_death_by_water_or_air_in_ones_own_turn_was_foreseen() -> None:
    found = 0
    for leg, seas, options in legs():
        dead = {
            one.cause
            for one in leg.resolution.events
            if isinstance(one, ev.Killed | ev.GnomeReplaced) and one.gnome == leg.turn.gnome
        }
        if not dead & {"no_air", "high_water"} or leg.turn.escape is not None:
            continue
        told = [one.cause for one in foreseen_of(leg, seas, options) if isinstance(one, Death)]
        assert set(told) & dead
        found += 1
    assert found >= 3


# -- made-up positions --------------------------------------------------------------------------


@cache
def scenes() -> tuple[tuple[Leg, Tables, Options], ...]:
    """Turns at positions that games seldom reach, each with one luck of many."""
    found = []
    for seed in range(many(4000, 2500)):
        rng = Random(seed)
        seas = (tables(), dire(), clumsy(), thirsty())[seed % 4]
        options = OPTIONS[seed // 4 % len(OPTIONS)]
        state = made_up(rng, seas)
        hand = state.secrets.hands[0]
        turn = random_turn(state.position, "Ann", hand, seas, options, rng)
        if turn.escape is not None and options.escape_items and hand:
            turn = replace(turn, escape=replace(turn.escape, uses=(rng.choice(hand),)))
        if judge(state, turn, seas, options).valid:
            found += [(leg, seas, options) for leg in lucks(state, turn, seas, options, rng)]
    return tuple(found)


def made_up(rng: Random, seas: Tables) -> Gamestate:
    """Ann, often outside or in danger, goes first; tokens lie on her way, and the deck is thin."""
    minutes = rng.randint(1, 40)
    most = rng.choice((0, minutes // 2, 50))
    others = [
        Gnome(name, rng.choice((6, 8, SEA)), rng.randint(0, most), fainted=rng.random() < 0.2)
        for name in ("Bob", "Cat")
    ]
    place = rng.choice((SEA, SEA, rng.randint(1, 10)))
    conditions: tuple[RoomCondition, ...] = ("dry", "dry", "fire", "low", "high")
    rooms: list[RoomCondition] = ["dry", *rng.choices(conditions, k=10), "dry"]
    cards = list(range(len(seas.deck) + 1))
    rng.shuffle(cards)
    aside = rng.random() < 0.5
    if aside:
        cards.remove(len(seas.deck))
    left = rng.randint(0, len(cards))
    kinds: list[TokenKind] = ["kraken", "crushed", "asphyxiated", "missiles"]
    position = Position(
        gnomes=(Gnome("Ann", place, minutes, rng.randint(0, 4)), *others),
        rooms=tuple(rooms),
        blocked=frozenset(rng.sample(sorted(seas.board.interior), rng.randint(0, 9))),
        heat=rng.choice((1, 7, 9)),
        pressure=rng.choice((1, 8, 9)),
        tokens=tuple(
            (kind, rng.randint(0, minutes)) for kind in rng.choices(kinds, k=rng.randint(0, 3))
        ),
        deck_left=left,
        played=tuple(cards[left:]),
        kraken_aside=aside,
    )
    tiles = list(seas.items.tiles())
    rng.shuffle(tiles)
    sizes = (rng.randint(0, 9), 2, 2)
    hands = tuple(tuple(tiles.pop() for _ in range(size)) for size in sizes)
    return Gamestate(
        position, Secrets(hands, (None,) * 3, deck=tuple(cards[:left]), pool=tuple(tiles))
    )


def lucks(
    state: Gamestate, turn: Turn, seas: Tables, options: Options, rng: Random
) -> tuple[Leg, ...]:
    """What comes of a turn by different dice and differently shuffled cards."""
    taken = after(state, take(state, turn))
    found = []
    for number in range(3):
        deck_ = tuple(rng.sample(taken.secrets.deck, len(taken.secrets.deck)))
        shuffled = replace(taken, secrets=replace(taken.secrets, deck=deck_))
        luck = SecretLuck(bytes(32), f"{rng.random()} {number}")

        def attempt(
            answers: dict[str, Answer], shuffled: Gamestate = shuffled, luck: SecretLuck = luck
        ) -> Resolution | Held:
            return resolve(shuffled, turn, Circumstances(seas, options, luck, answers=answers))

        outcome, answers, held = answered(attempt, rng)
        known = Circumstances(seas, options, luck, answers=answers)
        found.append(Leg(state, shuffled, turn, known, held, outcome))
    return tuple(found)


@cache
def thirsty() -> Tables:
    """Hand limits and heat, in which the grogs go."""
    few = deck(("turbulence", 2), ("overheated", 3), ("stumble", 1), ("overheated", 2))
    return replace(few, time_track=replace(few.time_track, events=frozenset(range(0, 60, 2))))


def test_whatever_is_foreseen_comes_true_at_any_position_by_any_luck() -> None:
    seen: Counter[str] = Counter()
    for leg, seas, options in scenes():
        for one in foreseen_of(leg, seas, options):
            seen[type(one).__name__] += 1
            assert comes_true(one, leg), (one, leg.turn, leg.before.position)
    kinds = ("Death", "NoWayOut", "Faint", "TokenPassed", "TrackFull", "OverLimit")
    assert min(seen[kind] for kind in kinds) > 50, seen


def test_the_made_up_positions_hold_what_is_hard_to_foresee() -> None:
    seen: Counter[str] = Counter()
    for leg, _, options in scenes():
        told = leg.resolution.events
        dead = any(isinstance(e, ev.Killed) and e.gnome == "Ann" for e in told)
        renewed = any(isinstance(e, ev.EventDeckRenewed) for e in told)
        thirst = any(isinstance(e, ev.ThirstSlaked) and e.gnome == "Ann" for e in told)
        seen["saved by the dead"] += (
            dead
            and leg.resolution.after.position.ending is None
            and any(isinstance(e, ev.TokensPrevented) for e in told)
        )
        seen["replaced"] += options.less_deadly and leg.turn.action is not None and not dead
        seen["thirst from a renewed deck"] += renewed and thirst
    assert min(seen.values()) > 5, seen


def test_every_token_that_is_passed_without_sleep_or_escape_was_foreseen() -> None:
    seen = 0
    for leg, seas, options in scenes():
        told = leg.resolution.events
        by = [e for e in told if isinstance(e, ev.SubLost) and e.token is not None]
        late = (ev.Fainted, ev.EscapeMade, ev.TokenPlaced, ev.Killed, ev.TokensMissed)
        if not by or any(isinstance(e, late) for e in told):
            continue
        tried = [e for e in told if isinstance(e, ev.FixTried | ev.AttemptFutile)]
        if tried:
            continue  # it might have been prevented
        seen += 1
        passed = [one for one in foreseen_of(leg, seas, options) if isinstance(one, TokenPassed)]
        assert [(one.token, one.space) for one in passed] == [(by[0].token, by[0].space)]
    assert seen > 50
