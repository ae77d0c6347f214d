"""The slots of a turn as the second reader sees them: tiles, places, minutes, deeds."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from rednov_bot.engine.words import ActionName, GnomeName, Place
from rednov_bot.language.frames import Mood
from rednov_bot.language.segments import Segment
from rednov_bot.language.words import Word

Role: TypeAlias = Literal["use", "goods", "drop", "return", "gain", "handled", "unknown"]
"""What becomes of a tile: "goods" are given, "drop" is discarded.

One is "handled" where nobody knows the verb: "I heft my crowbar".
"""

Cue: TypeAlias = Literal[
    "to", "in", "open", "from", "near", "via", "hatch", "through", "spot", "here", "out", "start",
    "stuck",
]  # fmt: skip
"""What leads to a place: "here" where the gnome is said to stand, "start" where e began, "near"
this side of a hatch, "through" a hatch that is passed, "out" a room that is left, "stuck" a
hatch that is said to be blocked, "spot" nothing.
"""


class NoOpinion(Exception):
    """Something stands there of which the second reader makes nothing."""


class Unclear(NoOpinion):
    """Something stands there that a careful human would ask about."""


class Said(msgspec.Struct, frozen=True, gc=False):
    """A stretch of the letter and how it was said."""

    segment: Segment
    mood: Mood

    @property
    def live(self) -> bool:
        """Whether it is announced, or may be."""
        return self.mood in ("real", "unclear")


class Slot(msgspec.Struct, gc=False):
    """Something that a turn is made of, and where it stands."""

    word: Word
    stretch: int  # the number of its stretch


class Tile(Slot, gc=False):
    """A number of tiles of one kind; no `item` where any will do, 0 where nobody says how many."""

    item: str
    count: int
    role: Role
    after: bool = False
    listed: bool = False  # nothing but one tile more: "a crowbar plus a grog"


class Way(Slot, gc=False):
    """A place, the two ends of a hatch, or several places one after the other."""

    places: tuple[Place, ...]
    cue: Cue


class Passing(Slot, gc=False):
    """ "In", "go through": the hatch named before is passed; or, where not `enters`, it is not.

    None where "the hatch" is only spoken of.
    """

    enters: bool | None
    stray: bool = False  # "in which", "in place": it may be no passing at all
    stays: bool = False  # "I stay in 5": no hatch is passed until one is said to be


class Minutes(Slot, gc=False):
    """A number of minutes; `plain` where every word beside them is known."""

    number: int
    plain: bool = True


class Deed(Slot, gc=False):
    """What is done, by its verb."""

    name: ActionName | Literal["fix", "gain"]


class Thing(Slot, gc=False):
    """What something may be done to: the engine, the fire."""

    name: ActionName


class Loose(Slot, gc=False):
    """A number of nothing in particular; `alone` where its stretch says nothing else."""

    number: int
    alone: bool = False
    spoken: bool = False  # of no announcement


class Spoken(Slot, gc=False):
    """A tile, a hatch or minutes that are only spoken of."""


class Person(Slot, gc=False):
    """Somebody who may be given something."""

    name: GnomeName


AnySlot: TypeAlias = Tile | Way | Passing | Minutes | Deed | Thing | Loose | Person | Spoken
