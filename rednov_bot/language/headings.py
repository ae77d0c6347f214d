"""What a clause says of its way, in the order in which it is walked."""

from __future__ import annotations

from rednov_bot.engine.words import SEA
from rednov_bot.language.chunks import Heading, Move


class RouteUnclear(Exception):
    """A way that a careful human would ask about; the text is what e would ask."""


def place_heading(move: Move) -> Heading:
    """ "enter 8" goes there, "swim out of 6" goes from there."""
    place = move.place or 0
    if move.how == "leave":
        return Heading("out", (place,))
    if move.how == "exit" and not move.headings:
        raise RouteUnclear("Through which hatch?")
    return Heading("from" if move.how == "exit" else "to", (place,))


def from_the_sea(heading: Heading) -> Heading:
    """ "in through the airlock of 3": into room 3, whichever end was named first."""
    if heading.kind in ("hatch", "pass") and heading.places[-1] == SEA and len(heading.places) == 2:
        return Heading(heading.kind, (SEA, heading.places[0]))
    return heading


def via_first(headings: tuple[Heading, ...]) -> tuple[Heading, ...]:
    """ "to 8 via 5" goes through 5 first."""
    if len(headings) != 2 or headings[0].kind != "to":
        return headings
    goal, way = headings
    if way.kind == "through" and goal.places[0] != SEA:
        return (way, goal)
    if way.kind in ("pass", "hatch") and goal.places[0] in way.places:
        return (way, goal)
    return headings
