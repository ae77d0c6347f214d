"""What was gathered becomes acts: a turn, discards, gifts in return, joining and leaving."""

from __future__ import annotations

from typing import cast

from rednov_bot.engine.turn import NO_ORDERS, Action, Escape, Orders, Step, Through, Turn, Use
from rednov_bot.engine.words import SEA, ActionName, GnomeName, Item, Place
from rednov_bot.language import offers
from rednov_bot.language.assembly import Gathered
from rednov_bot.language.chunks import Gain, Gift, Heading, Tiles, Work
from rednov_bot.language.doubts import Doubt
from rednov_bot.language.headings import RouteUnclear
from rednov_bot.language.names import WORKPLACES, are_joined, workplace
from rednov_bot.language.route import Leg, Route
from rednov_bot.language.walk import opens
from rednov_bot.papers import Act, Discard, GiveBack, Join, Leave, TurnAct

_ONLY_FIRE = "Only who fails to put out a fire flees from it (section 13); what do you announce?"
_MANUALS: dict[str, Item] = {
    "fix_engine": "engine_manual",
    "fix_oxygen": "pump_manual",
    "fix_reactor": "reactor_manual",
}
_CABIN = WORKPLACES["gain_grog"]
_HERE_OR_THERE: frozenset[ActionName] = frozenset(("pump_water", "extinguish_fire"))


def acts(heard: Gathered, author: GnomeName) -> tuple[Act, ...]:
    """The acts in the order announced; what is missing is entered among the doubts."""
    done: list[Act] = []
    for act in heard.heard:
        match act:
            case "turn":
                done.append(TurnAct(_turn(heard, author)))
            case "discard":
                items, count = _list(heard.drops, heard)
                done.append(Discard(items, count))
            case "give_back":
                items, count = _list(heard.back, heard)
                if not heard.back_to:
                    _doubt(heard, "Whom do you give items in return?")
                done.append(GiveBack(heard.back_to, items, count))
            case "join":
                done.append(Join())
            case "leave":
                done.append(Leave())
    return tuple(done)


def _doubt(heard: Gathered, ask: str, choices: tuple[str, ...] = ()) -> None:
    """Something is missing: the question points at no words."""
    heard.doubts.append(Doubt(0, 0, ask, choices=choices))


def _doubt_the_way(heard: Gathered, ask: str) -> None:
    """How a hatch is used is not certain; where there is but one, both ways can be said."""
    legs = heard.route.legs
    only = ask.startswith("Do you go through") and len(legs) == 1
    _doubt(heard, ask, offers.ways(legs[0].far) if only else ())


def _list(tiles: list[Tiles], heard: Gathered) -> tuple[tuple[Item, ...], int | None]:
    """The tiles by name, or their number where they are named privately (A23)."""
    if not all(t.item for t in tiles if t.count != 0):
        if any(t.item for t in tiles):
            _doubt(heard, "Please name all of these items, or only their number.")
        return (), sum(t.count or 0 for t in tiles)
    if any(t.item == "manual" for t in tiles):
        _doubt(heard, "Which manual?")
    return tuple(cast(Item, t.item) for t in tiles for _ in range(t.count or 0)), None


def _turn(heard: Gathered, author: GnomeName) -> Turn:
    _two_minutes_two_grogs(heard)
    name = None if heard.action is None or isinstance(heard.action, Gift) else heard.action.name
    place = WORKPLACES.get(name) if name is not None else None
    legs: list[Step] = []
    try:
        legs = list(opens(heard.route, place))
        _ask_about_entering(heard, workplace(name))
    except RouteUnclear as unclear:
        _doubt_the_way(heard, str(unclear))
    here = _here(legs) if legs else heard.stands
    done = len([s for s in heard.steps if isinstance(s, Leg)])
    return Turn(
        gnome=author,
        steps=_steps(heard, heard.steps, legs[:done], name),
        action=_action(heard, here),
        after=_steps(heard, heard.after, legs[done:], name),
        escape=_escape(heard, here),
        orders=Orders(tuple(heard.block), tuple(heard.spread), heard.defend),
    )


def _two_minutes_two_grogs(heard: Gathered) -> None:
    """ "Two minutes, two grogs" is no drink: minutes and tiles agree and nothing else is done."""
    grogs = heard.loose_grog
    if grogs > 1 and heard.action is None and heard.pending is None and _last_at(heard) == _CABIN:
        if heard.steps[-grogs:] == ["grog"] * grogs:
            del heard.steps[-grogs:]
            heard.action, heard.minutes = Gain("gain_grog", grogs), grogs
        return
    if (
        heard.action is None
        and heard.pending is not None
        and grogs == heard.pending[0]
        and heard.steps[-grogs:] == ["grog"] * grogs
    ):
        del heard.steps[-grogs:]
        heard.action, heard.minutes = Gain("gain_grog", grogs), grogs
        heard.pending = None


def _works_anywhere(heard: Gathered) -> bool:
    """ "I open the hatch to 5 and pump": there, or where e stands?"""
    return isinstance(heard.action, Work) and heard.action.name in _HERE_OR_THERE


def _last_at(heard: Gathered) -> Place | None:
    """Where the hatches told lead to."""
    return heard.route.legs[-1].far if heard.route.legs else None


def _ask_about_entering(heard: Gathered, place: Place | None) -> None:
    """ "I open 5-8 and draw two items": nobody said that the hatch was passed."""
    legs = heard.route.legs
    if (
        legs
        and legs[-1].opened
        and not legs[-1].enter
        and not legs[-1].stays
        and (place == legs[-1].far or (place is None and _works_anywhere(heard)))
    ):
        raise RouteUnclear("Do you go through the hatch that you open?")


def _here(legs: list[Step]) -> Place | None:
    """Where the gnome stands after these hatches, if that is known."""
    for step in reversed(legs):
        if not isinstance(step, Use):
            return step.hatch.to if step.enter else step.hatch.near
    return None


def _steps(
    heard: Gathered, told: list[str | Leg], legs: list[Step], action: ActionName | None
) -> tuple[Step, ...]:
    """Tiles and hatches in their order; a bare "manual" is the one that fits the action."""
    rest = iter(legs)
    steps: list[Step] = []
    for step in told:
        if isinstance(step, Leg):
            steps.extend([leg for leg in [next(rest, None)] if leg is not None])
        elif step == "manual":
            if action not in _MANUALS or told.count(step) > 1:
                _doubt(heard, "Which manual do you use?")
            else:
                steps.append(Use(_MANUALS[action]))
        else:
            steps.append(Use(cast(Item, step)))
    return tuple(steps)


def _action(heard: Gathered, here: Place | None) -> Action | None:
    action, minutes = heard.action, heard.minutes
    if heard.target is not None or (heard.pending is not None and action is None):
        _doubt(heard, "What do you do in those minutes?")
    elif action is None:
        _doubt(heard, 'Which action do you take? ("No action" is one, too.)')
    match action:
        case None:
            return None
        case Gift():
            return _gift(action, heard)
        case Gain():
            return _gain(action, heard)
        case Work(name="no_action"):
            return Action("no_action", 1)
        case Work(name="attack"):
            return Action("attack", 1, recipient=action.victim)
        case Work(name="abandon"):
            if action.doubtful and not _outside(heard):
                _doubt(heard, "Do you abandon your comrades (section 11m), or is that a joke?")
            return Action("abandon")
    hatch = _aim(action, here, heard) if action.name == "unblock_hatch" else None
    if minutes is None:
        beyond = hatch.to if hatch is not None else None
        _doubt(heard, "How many minutes do you spend?", offers.minutes(action.name, beyond))
    if (
        action.name in ("extinguish_fire", "pump_water")
        and action.place is not None
        and here is not None
        and action.place != here
    ):
        _doubt(heard, "In which room?")
    return Action(action.name, minutes, hatch=hatch)


def _outside(heard: Gathered) -> bool:
    return heard.action is not None and (
        "aqualung" in heard.steps or any(leg.far == SEA for leg in heard.route.legs)
    )


def _gain(action: Gain, heard: Gathered) -> Action:
    if not action.certain and (action.name == "gain_items" or heard.minutes is None):
        _doubt(heard, "Do you use these items, or gain them?")
    if not action.certain and action.name == "gain_grog" and not heard.pending:
        _doubt(heard, "Do you drink that grog, or take it from the captain's barrel?")
    if heard.minutes is None:
        _doubt(heard, "How many?", offers.gained(action.name))
    if action.place is not None and action.place != WORKPLACES[action.name]:
        _doubt(heard, "In which room?")
    return Action(action.name, heard.minutes)


def _gift(action: Gift, heard: Gathered) -> Action:
    if not action.to:
        _doubt(heard, "To whom do you give?")
    if not heard.gift:
        _doubt(heard, "What do you give?")
    items, count = _list(heard.gift, heard)
    if count is not None and count > 0:
        return Action("give_items", 1, recipient=action.to, give_count=count)
    return Action("give_items", 1, recipient=action.to, give=items)


def beside(heard: Gathered) -> tuple[Escape | None, Orders] | None:
    """The escape and the standing orders of a letter whose turn was not heard; None if unclear."""
    orders = Orders(tuple(heard.block), tuple(heard.spread), heard.defend)
    if heard.escape is None:
        return None, orders
    try:
        (move, *more) = opens(heard.escape, None)
    except (RouteUnclear, ValueError):
        return None
    if more or heard.escape_uses:
        return None
    return Escape(move, ()), orders


def orders_alone(heard: Gathered) -> Orders:
    """The standing orders of a letter that says nothing else of a turn; else none."""
    if heard.escape is not None or heard.escape_uses or heard.pending or heard.steps or heard.gift:
        return NO_ORDERS
    return Orders(tuple(heard.block), tuple(heard.spread), heard.defend)


def _escape(heard: Gathered, here: Place | None) -> Escape | None:
    """The iteration of movement after a failure (§13)."""
    if heard.escape is None:
        return None
    if not heard.escape.legs:
        if heard.escape_uses:
            _doubt(heard, "Which hatch do you open after a failure?")
        return None
    if not (isinstance(heard.action, Work) and heard.action.name == "extinguish_fire"):
        _doubt(heard, _ONLY_FIRE)
    _turn_from_the_sea(heard.escape, here)
    heard.escape.origin = heard.escape.origin or here
    try:
        move = opens(heard.escape, None)[0]
    except RouteUnclear as unclear:
        _doubt(heard, str(unclear))
        return None
    return Escape(move, tuple(cast(Item, item) for item in heard.escape_uses))


def _turn_from_the_sea(escape: Route, here: Place | None) -> None:
    """ "Out by 9", said in room 7, is no way out to the sea."""
    leg = escape.legs[0]
    if leg.far != SEA or len(leg.ends) != 2 or here in (None, leg.ends[0]):
        return
    if here is not None and are_joined(here, leg.ends[0]):
        leg.ends = (leg.ends[0],)


def _aim(action: Work, here: Place | None, heard: Gathered) -> Through | None:
    """The hatch to unblock; where the words contradict each other, a question."""
    try:
        return unblocked(action.headings, here)
    except RouteUnclear as unclear:
        _doubt(heard, str(unclear))
        return None


def unblocked(headings: tuple[Heading, ...], here: Place | None) -> Through | None:
    """The hatch to unblock, seen from where the gnome stands as far as that is known."""
    ends: list[Place] = []
    for heading in headings:
        if heading.kind == "from":
            here = heading.places[0]
        elif heading.kind == "exterior":
            ends.append(SEA)
        else:
            ends += heading.places
    if not ends:
        return None
    if len(ends) == 1:
        return Through(ends[0], here if here != ends[0] else None)
    if any(h.kind == "from" for h in headings) and here not in ends:
        raise RouteUnclear("From which side do you unblock that hatch?")
    if here == ends[-1]:
        return Through(ends[0], ends[-1])
    return Through(ends[-1], ends[0])
