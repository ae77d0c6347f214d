"""Ways, and bare words that mean what stands beside them makes of them: "8", "the reactor", "in".

"3, in; 4, in; reactor, 5 minutes" has no verb: a number that is followed by "in" is a room, one
that is followed by a room beside it is the first of two.
"""

from __future__ import annotations

from typing import Final, Literal

from rednov_bot.engine.words import SEA, Place
from rednov_bot.language.chunks import Gain, Move, Spot, Work
from rednov_bot.language.clauses import Clause
from rednov_bot.language.deeds import MACHINES
from rednov_bot.language.names import EXTERIOR_ROOMS, WORKPLACES, are_joined
from rednov_bot.language.uses import Uses

_BY: Final = frozenset(("by", "via", "with", "using"))
_WHAT: Final = "What about this?"
_MOST_MINUTES: Final = 60
_BEFORE: Final = "One moves before the action (section 9); is this your next turn?"


class Bare(Uses):
    """Hears of ways and of bare words."""

    begins_in: tuple[Place, Clause] | None = None  # where e is said to be before anything is done
    said_in: tuple[Place, Clause] | None = None  # where something is said to be done
    floating: tuple[Place, Clause] | None = None  # a place of which nothing is known yet

    def move(self, move: Move, clause: Clause) -> None:
        """A way is told, or that one is gone through the hatch told before."""
        if self._is_aim(move):
            self.action = Work("unblock_hatch", move.headings)
            return
        if clause.aside and self._tells_the_hatch(move):
            return
        self._enter_floating(move)
        if self._says_by_which(move, clause):
            return
        if self.pending is not None and self.action is None and not _only_says_where(move):
            if self.pending[0] > 2:
                self.doubt(clause, "What are those minutes spent on?")
            self.pending = None
        if not move.headings and move.place is None and _comes_back(clause) and self.is_inside():
            self.doubt(clause, "Through which hatch do you go back?")
        if _only_says_where(move) and len(move.headings) == 1:
            said = (move.headings[0].places[0], clause)
            if self.action is None and self.pending is None:
                self.begins_in = said
            else:
                self.said_in = said
        legs = self.route.follow(move, self.mode, breathes="aqualung" in self.steps)
        if legs and self.action is not None:
            self.doubt(clause, _BEFORE)
        (self.steps if self.action is None else self.after).extend(legs)
        self.last_legs = legs
        if legs or move.how:
            self.mark("turn")
        if move.how == "open":
            self.mode = "open"
        elif move.how or legs:
            entered = not move.how and all(leg.enter is None for leg in legs)
            self.mode = self.mode if entered and self.mode == "open" else "way" if entered else "go"
            if self.route.legs and self.route.legs[-1].opened:
                self.mode = "way"

    def _tells_the_hatch(self, move: Move) -> bool:
        """ "... to the stores (hatch 9-8)": through which hatch e has just gone."""
        legs = self.route.legs
        if move.how or len(move.headings) != 1 or not legs or not legs[-1].enter:
            return False
        heading, leg = move.headings[0], legs[-1]
        if heading.kind not in ("hatch", "pass") or len(heading.places) != 2:
            return False
        if leg.far not in heading.places or not self.steps or leg is not self.steps[-1]:
            return False
        if len(leg.ends) == 1:
            near = next(place for place in heading.places if place != leg.far)
            leg.ends = (near, leg.far)
        return set(leg.ends) == set(heading.places)

    def _is_aim(self, move: Move) -> bool:
        """Whether a hatch is the one to unblock, said behind the verb: "unblock: 5-8"."""
        return (
            isinstance(self.action, Work)
            and self.action.name == "unblock_hatch"
            and not self.action.headings
            and not move.how
            and [heading.kind for heading in move.headings] == ["hatch"]
        )

    def _says_by_which(self, move: Move, clause: Clause) -> bool:
        """ "To the stores (9-8)", "to 8, by hatch 9-8": the hatch of a way just told."""
        if len(move.headings) != 1 or move.headings[0].kind not in ("hatch", "pass"):
            return False
        places = move.headings[0].places
        by = clause.aside or any(word.text in _BY for word in clause.words)
        legs = self.route.legs
        for at in reversed(range(0 if clause.aside else max(len(legs) - 1, 0), len(legs))):
            leg = legs[at]
            before = legs[at - 1].far if at else self.route.origin
            others = [place for place in places if place != leg.far]
            if not (leg.walked and leg.enter) or leg.far not in places:
                continue
            if before is not None and others and others != [before]:
                continue
            if places[-1] == leg.far or by:
                if others:
                    leg.ends, leg.turned = (others[0], leg.far), False
                return True
        return False

    def spot(self, spot: Spot, clause: Clause) -> None:
        """A bare number or place means what the clause before makes of it."""
        if (self.action is not None and spot.number is not None and self.minutes is None) or (
            self.target is not None and spot.number is not None
        ):
            self.amount(spot.number, clause)
        elif spot.number is not None and self.mode == "work" and spot.number == self.minutes:
            pass  # "... for one minute. Yes, one."
        elif spot.machine and spot.place in MACHINES and self.pending is not None:
            self.aim(MACHINES[spot.place], clause)  # "7 minutes on the reactor"
        elif (
            spot.machine
            and spot.place in MACHINES
            and self.is_inside()
            and (self.here() == spot.place)
        ):
            self.aim(MACHINES[spot.place], clause)  # "8-5-2-1; engine, 4 minutes"
        elif spot.number is not None and spot.number > _MOST_MINUTES:
            pass  # "advice of a grandmother, 91"
        elif spot.place == SEA and self.here() == SEA:
            pass  # "outside I use ...": where e is already
        elif spot.place is not None and self.action is None and self._goes_on(spot):
            how: Literal["open", "go"] = "open" if self.mode == "open" else "go"
            self.move(Move(how, (), spot.place), clause)
        elif spot.machine and spot.place in MACHINES:
            self.aim(MACHINES[spot.place], clause)
        elif self._says_where(spot, clause):
            self.said_in = (spot.place or 0, clause)
        elif spot.place is not None and self._may_float(clause):
            self._float(spot.place, clause)
        elif not clause.aside:
            self.doubt(clause, _WHAT)

    def _goes_on(self, spot: Spot) -> bool:
        """Whether a bare place is where the way goes next."""
        if self.mode in ("go", "open"):
            return True
        if spot.place == SEA:
            return "aqualung" in self.steps and self.here() in (None, *EXTERIOR_ROOMS)
        return False

    def _says_where(self, spot: Spot, clause: Clause) -> bool:
        """ "Fire, 6 min, room 5": where it is done."""
        if spot.place is None or spot.place == SEA or self.action is None:
            return False
        named = any(word.type == "ROOM" for word in clause.words)
        return named and self.here() in (None, spot.place) and self.escape is None

    def _may_float(self, clause: Clause) -> bool:
        """Whether what comes next may tell what a bare place is for."""
        return self.action is None and self.pending is None and not clause.aside

    def _float(self, place: Place, clause: Clause) -> None:
        """A bare place waits for the next one; two that are joined are a way."""
        if self.floating is None:
            self.floating = (place, clause)
            return
        first, told = self.floating
        if not are_joined(first, place):
            self.doubt(told, _WHAT)
            self.floating = (place, clause)
            return
        self.floating = None
        self.move(Move("go", (), first), told)
        self.move(Move("go", (), place), clause)

    def _enter_floating(self, move: Move) -> None:
        """ "4, in": a bare place is gone to."""
        if self.floating is None:
            return
        place = self.floating[0]
        goes_in = [h.kind for h in move.headings] == ["in"] and not move.how
        if goes_in or (move.how == "enter" and not move.headings and move.place is None):
            self.floating = None
            self.route.follow(Move("open", (), place), self.mode)
            self.steps.append(self.route.legs[-1])
            self.mark("turn")

    def settle_places(self) -> None:
        """A place of which nothing became known is asked about, and one that does not fit."""
        works_at = None
        if isinstance(self.action, Work | Gain):
            works_at = WORKPLACES.get(self.action.name)
            if self.action.name == "abandon" and not self.route.legs:
                works_at, self.said_in = SEA, self.said_in or self.begins_in
        if self.said_in is not None and works_at is not None and self.said_in[0] != works_at:
            self.doubt(self.said_in[1], "Where do you do that?")
        quits = isinstance(self.action, Work) and self.action.name == "abandon"
        if self.said_in is not None and quits and self.said_in[0] != SEA:
            self.doubt(self.said_in[1], "One abandons eir comrades outside; do you do that?")
        if self.floating is not None:
            self.doubt(self.floating[1], _WHAT)
            self.floating = None


def _only_says_where(move: Move) -> bool:
    """ "... in the stores": where it is done, not a way."""
    return not move.how and all(heading.kind == "inside_of" for heading in move.headings)


def _comes_back(clause: Clause) -> bool:
    return any("back" in word.text or word.text.startswith("return") for word in clause.words)
