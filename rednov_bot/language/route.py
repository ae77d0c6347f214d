"""The hatches of a turn, in order: which is opened, from where, and whether it is passed (§10)."""

from __future__ import annotations

from itertools import pairwise

import msgspec

from rednov_bot.engine.words import SEA, Place
from rednov_bot.language.chunks import Heading, Move
from rednov_bot.language.headings import RouteUnclear, from_the_sea, place_heading, via_first
from rednov_bot.language.names import EXTERIOR_ROOMS


class Leg(msgspec.Struct, gc=False):
    """One hatch, as far as it has been told."""

    ends: tuple[Place, ...]  # (near, far) as written, or (far,)
    enter: bool | None  # None: not said
    opened: bool = False  # "I open": not passing is then a plain reading
    stays: bool = False  # said not to pass
    implied: bool = False  # passed only because those before it were
    turned: bool = False  # the ends are to be read the other way round
    walked: bool = False  # told by where it leads, not as a hatch

    @property
    def far(self) -> Place:
        """The place beyond it."""
        return self.ends[0] if self.turned else self.ends[-1]

    @property
    def near(self) -> Place | None:
        """The place it is opened from, where that was said."""
        if len(self.ends) == 1:
            return None
        return self.ends[1] if self.turned else self.ends[0]


class Route(msgspec.Struct):
    """What has been told of the way so far."""

    legs: list[Leg] = []
    origin: Place | None = None

    def follow(self, move: Move, mode: str, *, breathes: bool = False) -> list[Leg]:
        """The legs that a clause adds; earlier ones may be completed by it.

        *breathes*: an aqualung is in use, so that leaving may be into the sea.
        """
        before = len(self.legs)
        headings = move.headings
        going = move.how in ("go", "enter", "leave", "exit") or (not move.how and mode == "go")
        if move.place is not None:
            headings = (place_heading(move), *headings)
        headings = via_first(headings)
        if move.how == "open":
            self._open(headings)
        elif not headings:
            self._pass(leaving=move.how == "leave")
        else:
            self._go(headings, going, move.how, before, breathes)
        if not move.how and len(headings) == 1 and headings[0].kind in ("hatch", "exterior"):
            for leg in self.legs[before:]:
                leg.implied = True
        return self.legs[before:]

    def stay(self) -> None:
        """The last hatch is not passed; without one, nobody moves."""
        if self.legs and (not self.legs[-1].enter or self.legs[-1].implied):
            self.legs[-1].enter, self.legs[-1].stays = False, True

    def _open(self, headings: tuple[Heading, ...]) -> None:
        if not headings:
            raise RouteUnclear("Which hatch do you open?")
        fresh = False
        for heading in headings:
            match heading.kind:
                case "hatch":
                    self.legs.append(Leg(heading.places, False, opened=True))
                    fresh = True
                case "exterior":
                    self.legs.append(Leg((SEA,), False, opened=True))
                    fresh = True
                case "in" | "out" if fresh:
                    self.legs[-1].enter = True
                case "out" if heading.places:
                    self.legs.append(Leg((heading.places[0], SEA), False, opened=True))
                case "to" | "inside_of" if fresh:
                    self._aim(self.legs[-1], heading.places[0])
                case "to":
                    self.legs.append(Leg(heading.places, False, opened=True))
                    fresh = True
                case "from" if fresh:
                    self._start(self.legs[-1], heading.places[0])
                case "from":
                    self.origin = heading.places[0]
                case _:
                    raise RouteUnclear("Which hatches do you open, and which do you go through?")

    def _pass(self, *, leaving: bool = False) -> None:
        """ "go in": the hatch opened last is passed."""
        if leaving and (not self.legs or self.legs[-1].enter) and self._here() != SEA:
            self.legs.append(Leg((SEA,), True))
        elif self.legs and not self.legs[-1].stays:
            self.legs[-1].enter, self.legs[-1].implied = True, False
        else:
            raise RouteUnclear("Through which hatch?")

    def _go(
        self, headings: tuple[Heading, ...], going: bool, how: str, before: int, breathes: bool
    ) -> None:
        outward = self._leads_outward(headings, how, breathes)
        enter: bool | None = True if going else None
        if how == "enter" or any(h.kind == "in" for h in headings):
            headings = tuple(from_the_sea(h) for h in headings)
        for at, heading in enumerate(headings):
            match heading.kind:
                case "hatch":
                    if not self._open_hatch(heading.places, enter, going) and not going:
                        raise RouteUnclear("Do you go through that hatch, or only open it?")
                case "exterior":
                    self._open_hatch((SEA,), enter, going)
                case "pass":
                    if not self._is_open(heading.places):
                        self.legs.append(Leg(heading.places, True))
                    self.legs[-1].enter = True
                case "through":
                    self._through(heading.places[0], outward)
                case "path":
                    self._follow_path(heading.places)
                case "to":
                    self._to(heading.places[0])
                case "inside_of":
                    if going or self._waits_at(heading.places[0]):
                        self._to(heading.places[0])
                case "in":
                    more = any(
                        h.kind in ("hatch", "pass", "through", "to") for h in headings[at + 1 :]
                    )
                    if not more:
                        self._pass()
                    enter = True
                case "out":
                    self._out(heading, headings[at + 1 :], new=len(self.legs) > before)
                    enter = True
                case "from" if how == "leave" and len(headings) == 1:
                    self._out(heading, (), new=False)
                case "from":
                    if self.legs and len(self.legs) > before:
                        self._start(self.legs[-1], heading.places[0])
                    elif not self.legs:
                        self.origin = heading.places[0]
                    elif how == "enter" and self._waits_at(heading.places[0]):
                        self._start(self.legs[-1], heading.places[0])
                        self.legs[-1].enter = True

    def _follow_path(self, places: tuple[Place, ...]) -> None:
        """ "5-2-1"; "to the stores! I go from 7 to 8" tells one leg twice."""
        for near, far in pairwise(places):
            last = self.legs[-1] if self.legs else None
            if last is not None and last.enter and last.ends == (far,):
                last.ends = (near, far)
            else:
                self.legs.append(Leg((near, far), True, walked=True))

    def _leads_outward(self, headings: tuple[Heading, ...], how: str, breathes: bool) -> bool:
        """Whether the way leads out of the submarine."""
        first = headings[0]
        if (
            how == "exit"
            and first.kind == "through"
            and first.places[0] in EXTERIOR_ROOMS
            and not self._waits_at(first.places[0])
        ):
            if not breathes:
                raise RouteUnclear("Into that room, or out into the sea?")
            return True
        return how == "leave" or any(h.kind in ("out", "exterior") for h in headings)

    def _open_hatch(self, ends: tuple[Place, ...], enter: bool | None, going: bool) -> bool:
        """A hatch is opened; not one that is open already, which may be gone through now."""
        if not self._is_open(ends):
            self.legs.append(Leg(ends, enter))
            return True
        if going:
            self.legs[-1].enter = True
        return False

    def _here(self) -> Place | None:
        """Where the legs told so far have led."""
        return self.legs[-1].far if self.legs else self.origin

    def _through(self, place: Place, outward: bool) -> None:
        if outward and place in EXTERIOR_ROOMS:
            if not self._is_open((place, SEA)):
                self.legs.append(Leg((place, SEA), True))
            else:
                self.legs[-1].enter = True
        elif outward and place != SEA:
            raise RouteUnclear(f"Out through room {place}, or into it?")
        elif self._waits_at(place):
            self._to(place)
        else:
            self.legs.append(Leg((place,), True, walked=True))

    def _out(self, heading: Heading, rest: tuple[Heading, ...], *, new: bool) -> None:
        place = heading.places[0] if heading.places else SEA
        if place not in (SEA, *EXTERIOR_ROOMS):
            self._begin(place, bool(rest))
            return
        if any(h.kind in ("through", "pass", "hatch", "exterior") for h in rest):
            return
        if not heading.places and any(h.kind == "to" and h.places[0] != SEA for h in rest):
            return  # "out to 4"
        if self.legs and not self.legs[-1].enter and not self.legs[-1].stays:
            self.legs[-1].enter = True
        elif not (self.legs and (new or self.legs[-1].far == SEA)):
            self.legs.append(Leg((SEA,) if place == SEA else (place, SEA), True))

    def _begin(self, place: Place, goes_on: bool) -> None:
        """ "out of 5 and into 8": a room without an exterior hatch is where the way begins."""
        if not goes_on:
            raise RouteUnclear("Through which hatch?")
        if not self.legs:
            self.origin = place

    def _to(self, place: Place) -> None:
        """ "to room 8": through the hatch just named if it leads there, else through another."""
        last = self.legs[-1] if self.legs else None
        if last is not None and place in last.ends and not last.stays:
            if not last.enter:
                self._aim(last, place)
                last.enter = True
                return
            if last.far == place or (len(self.legs) == 1 and self.origin is None):
                self._aim(last, place)
                return
        if last is not None and last.opened and last.enter is False and not last.stays:
            raise RouteUnclear("Do you go through the hatch that you open?")
        if last is not None and last.enter is None:
            raise RouteUnclear("Do you go through that hatch?")
        self.legs.append(Leg((place,), True, walked=True))

    def _waits_at(self, place: Place) -> bool:
        return bool(self.legs) and not self.legs[-1].enter and place in self.legs[-1].ends

    def _is_open(self, ends: tuple[Place, ...]) -> bool:
        """Whether the hatch named is the one opened last and not yet passed."""
        if not self.legs or self.legs[-1].enter or self.legs[-1].stays:
            return False
        last = self.legs[-1].ends
        return set(ends) == set(last) or set(ends) < set(last) or set(last) < set(ends)

    @staticmethod
    def _aim(leg: Leg, place: Place) -> None:
        if len(leg.ends) == 2 and leg.far != place:
            if place not in leg.ends:
                raise RouteUnclear("That hatch does not lead there.")
            leg.turned = not leg.turned

    @staticmethod
    def _start(leg: Leg, place: Place) -> None:
        if len(leg.ends) == 1 and leg.ends[0] != place:
            leg.ends = (place, leg.ends[0])
        elif len(leg.ends) == 2 and leg.near != place and place in leg.ends:
            leg.turned = not leg.turned
