"""The ways that the hatches named so far may make up, and how much in each is only guessed."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from rednov_bot.engine.words import Place
from rednov_bot.language.second_reader.slots import Cue


class Mention(msgspec.Struct, frozen=True, gc=False):
    """Places named together, the slot's number in the text, and the word that leads to them."""

    slot: int
    places: tuple[Place, ...]
    cue: Cue


class Pass(msgspec.Struct, frozen=True, gc=False):
    """The hatch named before is passed, or is not; `stray` where the words may mean nothing.

    `enters` is None where "the hatch" is only spoken of.
    """

    slot: int
    enters: bool | None
    stray: bool = False
    stays: bool = False


class Leg(msgspec.Struct, frozen=True, gc=False):
    """One hatch; `enter` is None while nobody has said whether it is passed."""

    slot: int
    far: Place
    enter: bool | None
    near: Place | None = None  # the other end, where the hatch is named by both
    guessed: bool = False  # nobody has said whether it is passed, but else nothing joins


class Walk(msgspec.Struct, frozen=True):
    """One way so far, and how much in it is only guessed."""

    legs: tuple[Leg, ...] = ()
    origin: Place | None = None
    here: Place | None = None  # where all passed hatches have led
    lost: int | None = None  # the slot of going in, nobody knows where
    stays: bool = False  # said to stay: no hatch is passed but where that is said
    turned: bool = False  # the last hatch is named from its far end: "8-9", and 9 is left
    cost: int = 0

    def passed(self, cost: int = 0) -> Walk | None:
        """The last hatch is passed."""
        last = self.legs[-1]
        if last.enter is not None:
            return self if last.enter else None
        legs = (*self.legs[:-1], replace(last, enter=True, guessed=cost > 0))
        return replace(self, legs=legs, here=last.far, stays=False, cost=self.cost + cost)

    def kept_out(self, cost: int = 0) -> Walk | None:
        """The last hatch is not passed."""
        last = self.legs[-1]
        if last.enter is not None:
            return None if last.enter else self
        legs = (*self.legs[:-1], replace(last, enter=False, guessed=cost > 0))
        return replace(self, legs=legs, cost=self.cost + cost)

    @property
    def came(self) -> Place | None:
        """The room before the one that the gnome is in."""
        rooms = [self.origin, *(leg.far for leg in self.legs if leg.enter)]
        return rooms[-2] if len(rooms) > 1 else None

    @property
    def pending(self) -> bool:
        """Whether nobody has said yet if the last hatch is passed."""
        return bool(self.legs) and self.legs[-1].enter is None
