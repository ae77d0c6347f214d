"""A route is walked: from which end each of its hatches is opened."""

from __future__ import annotations

from rednov_bot.engine.turn import Open, Through
from rednov_bot.engine.words import SEA, Place
from rednov_bot.language.headings import RouteUnclear
from rednov_bot.language.names import are_joined
from rednov_bot.language.route import Leg, Route


def opens(route: Route, ends_at: Place | None) -> tuple[Open, ...]:
    """The legs as steps, each seen from the near end as far as that can be told.

    *ends_at* is where the action is done, None where that is not known.
    """
    legs = route.legs
    _pass_where_the_way_goes_on(legs, ends_at)
    for leg in legs:
        if leg.enter is None:
            raise RouteUnclear("Do you go through that hatch, or only open it?")
    written = _agrees(legs, route.origin, ends_at)
    if not written and legs and len(legs[0].ends) == 2:
        legs[0].turned = not legs[0].turned
        if _agrees(legs, route.origin, ends_at):
            if any(leg.opened and not leg.enter and not leg.stays for leg in legs):
                raise RouteUnclear("Which of these hatches do you go through?")
        else:
            legs[0].turned = not legs[0].turned
            written = False
            if any(leg.opened and not leg.enter and not leg.stays for leg in legs):
                raise RouteUnclear("Which of these hatches do you go through?")
    return tuple(_steps(legs, route.origin))


def _pass_where_the_way_goes_on(legs: list[Leg], ends_at: Place | None) -> None:
    """Hatches named without a verb are passed if the next one, or the action, lies beyond them."""
    for at, leg in enumerate(legs):
        if leg.enter is not None or len(leg.ends) != 2:
            continue
        beyond = legs[at + 1].ends[0] if at + 1 < len(legs) else ends_at
        if beyond == leg.ends[1] and beyond != SEA:
            leg.enter = True


def _agrees(legs: list[Leg], origin: Place | None, ends_at: Place | None) -> bool:
    """Whether one can walk these legs one after the other; later ones are turned to fit."""
    here = origin
    for leg in legs:
        if here is not None and len(leg.ends) == 2:
            if here not in leg.ends:
                return False
            if leg is not legs[0] or origin is not None:
                leg.turned = leg.ends[1] == here
        near = leg.near if leg.near is not None else here
        here = leg.far if leg.enter else near
        if leg.near is None and leg.far == here and not leg.enter:
            here = near
    return ends_at is None or here is None or here == ends_at


def _steps(legs: list[Leg], origin: Place | None) -> list[Open]:
    steps = []
    here = origin
    for leg in legs:
        near = leg.near if leg.near is not None else here
        if near == leg.far:
            near = None
        if leg.walked and near is not None and not are_joined(near, leg.far):
            raise RouteUnclear("Through which hatches do you go there?")
        if near == SEA and len(leg.ends) == 1:
            near = SEA
        steps.append(Open(Through(leg.far, near), bool(leg.enter)))
        here = leg.far if leg.enter else near
    return steps
