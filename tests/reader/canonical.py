"""Turns to be put into words."""

from __future__ import annotations

from hypothesis import strategies as st
from msgspec.structs import replace

from rednov_bot.core.models import Act, Join, Leave, TurnAct
from rednov_bot.games.red_november.rules.deeds import Discard, GiveBack
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
from rednov_bot.games.red_november.rules.words import ITEMS, SEA, ActionName, Hatch, Place

NEIGHBOURS: dict[Place, tuple[Place, ...]] = {
    1: (2, 3),
    2: (1, 3, 4, 5),
    3: (1, 2, 4, SEA),
    4: (2, 3, 5),
    5: (2, 4, 6, 7, 8),
    6: (5, SEA),
    7: (5, 8, 9),
    8: (5, 7, 9, 10),
    9: (7, 8, 10, SEA),
    10: (8, 9),
    SEA: (3, 6, 9),
}


@st.composite
def turns(draw: st.DrawFn, people: tuple[str, ...]) -> Turn:
    """Turns as the reader makes them: a walk along hatches that exist."""
    here = draw(st.sampled_from(tuple(NEIGHBOURS)))
    steps: list[Step] = []
    for _ in range(draw(st.integers(0, 4))):
        if draw(st.booleans()):
            steps.append(Use(draw(st.sampled_from(ITEMS))))
            continue
        step = draw(hatches(here))
        steps.append(step)
        here = step.hatch.to if step.enter else here
    moved = any(isinstance(step, Open) for step in steps)
    action = draw(actions(here, people))
    escape = None
    if action.name == "extinguish_fire" and moved and draw(st.booleans()):
        escape = Escape(draw(hatches(here)))
    after = tuple(Use(item) for item in draw(st.lists(st.just("coffee"), max_size=1)))
    ends = st.sampled_from([(5, 6), (5, 7), (8, 9), (9, 10)])
    block = draw(st.lists(ends, max_size=2, unique=True))
    spread = draw(st.lists(st.integers(1, 10), max_size=2, unique=True))
    orders = Orders(tuple[Hatch, ...](block), tuple(spread))
    return Turn("Ann", tuple(steps), action, after, escape, orders)


@st.composite
def hatches(draw: st.DrawFn, here: Place) -> Open:
    far = draw(st.sampled_from(NEIGHBOURS[here]))
    return Open(Through(far, here), draw(st.booleans()))


@st.composite
def actions(draw: st.DrawFn, here: Place, people: tuple[str, ...]) -> Action:
    """An action that can be done here, as far as rooms go."""
    names: list[ActionName] = ["no_action"]
    if here != SEA:
        names += ["extinguish_fire", "pump_water", "give_items", "unblock_hatch"]
    of_room: dict[Place, list[ActionName]] = {
        1: ["fix_engine"], 2: ["fix_oxygen"], 4: ["fix_reactor"], 7: ["stop_missile"],
        8: ["gain_items"], 10: ["gain_grog"], SEA: ["kill_kraken", "abandon"],
    }  # fmt: skip
    names += of_room.get(here, [])
    name = draw(st.sampled_from(names))
    minutes = draw(st.integers(1, 10))
    match name:
        case "unblock_hatch":
            far = draw(st.sampled_from([room for room in NEIGHBOURS[here] if room != SEA]))
            return Action("unblock_hatch", minutes, hatch=Through(far, here))
        case "gain_items" | "gain_grog":
            return Action(name, draw(st.integers(1, 4)))
        case "give_items":
            recipient = draw(st.sampled_from(people))
            if draw(st.booleans()):
                count = draw(st.integers(1, 5))
                return Action("give_items", 1, recipient=recipient, give_count=count)
            give = tuple(draw(st.lists(st.sampled_from(ITEMS), max_size=3)))
            return Action("give_items", 1, recipient=recipient, give=give)
        case "no_action":
            return Action("no_action", 1)
        case "abandon":
            return Action("abandon")
        case _:
            return Action(name, minutes)


ENDS = [(a, b) for a, far in NEIGHBOURS.items() for b in far if a < b and b != SEA]


@st.composite
def ordered(draw: st.DrawFn, people: tuple[str, ...]) -> Turn:
    """Turns with every standing order there is, and an escape wherever one may be announced."""
    turn = draw(turns(people))
    orders = Orders(
        tuple(draw(st.lists(st.sampled_from(ENDS), max_size=3, unique=True))),
        tuple(draw(st.lists(st.integers(1, 10), max_size=3, unique=True))),
        draw(st.sampled_from((None, True, False))),
    )
    escape = turn.escape
    if escape is None and turn.action is not None and turn.action.name == "extinguish_fire":
        escape = draw(st.none() | hatches(_end(turn)).map(Escape))
    return replace(turn, orders=orders, escape=escape)


def _end(turn: Turn) -> Place:
    """Where the steps lead; in a turn without hatches, anywhere."""
    here: Place = 5
    for step in turn.steps:
        if isinstance(step, Open):
            here = step.hatch.to if step.enter else step.hatch.near or here
    return here


def other_acts(people: tuple[str, ...]) -> st.SearchStrategy[Act]:
    """Acts that are no turns."""
    lists = st.lists(st.sampled_from(ITEMS), min_size=1, max_size=4).map(
        lambda items: tuple(sorted(items, key=ITEMS.index))
    )
    return st.one_of(
        lists.map(Discard),
        st.integers(1, 5).map(lambda count: Discard((), count)),
        st.builds(GiveBack, st.sampled_from(people), lists),
        st.builds(GiveBack, st.sampled_from(people), st.just(()), st.integers(1, 5)),
        st.just(Join()),
        st.just(Leave()),
    )


def in_order(act: Act) -> Act:
    """The act, its gift in the order of the words of the game, in which it is told."""
    if not isinstance(act, TurnAct) or act.turn.action is None or not act.turn.action.give:
        return act
    give = tuple(sorted(act.turn.action.give, key=ITEMS.index))
    return TurnAct(replace(act.turn, action=replace(act.turn.action, give=give)))
