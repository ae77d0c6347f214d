"""Everything heard so far of one letter, before it is made into acts."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

import msgspec

from rednov_bot.engine.words import ActionName, GnomeName, Hatch, Place
from rednov_bot.language.chunks import Gain, Gift, Heading, Tiles, Work
from rednov_bot.language.clauses import Clause
from rednov_bot.language.doubts import Doubt
from rednov_bot.language.route import Leg, Route
from rednov_bot.language.words import kinds

HELPERS: Final[dict[str, tuple[ActionName, ...]]] = {
    "toolbox": ("fix_engine", "fix_oxygen", "fix_reactor"),
    "engine_manual": ("fix_engine",),
    "pump_manual": ("fix_oxygen",),
    "reactor_manual": ("fix_reactor",),
    "manual": ("fix_engine", "fix_oxygen", "fix_reactor"),
    "deactivation_code": ("stop_missile",),
    "crowbar": ("unblock_hatch",),
    "fire_extinguisher": ("extinguish_fire",),
    "water_pump": ("pump_water",),
    "diving_gun": ("kill_kraken",),
}
"""Which tiles are the means of which action (CC)."""
TIMED: Final = kinds(
    "unblock_hatch extinguish_fire pump_water fix_engine fix_oxygen fix_reactor stop_missile "
    "kill_kraken"
)

_ONE_ACTION: Final = "A turn has one action; which one is it?"

Mode: TypeAlias = Literal[
    "use", "means", "go", "open", "way", "work", "give", "discard", "return", "tile", ""
]
"""What the clause before was about: a bare word after it means more of the same."""


class Heard(msgspec.Struct):
    """What has been gathered, and what the next clause may hang on."""

    steps: list[str | Leg] = []  # tiles and legs, in order
    after: list[str | Leg] = []
    route: Route = msgspec.field(default_factory=Route)
    action: Work | Gain | Gift | None = None
    action_at: Clause | None = None
    minutes: int | None = None
    pending: tuple[int, Clause] | None = None  # minutes told before their action
    target: tuple[ActionName, Clause] | None = None  # "reactor: ..."
    stuck: tuple[Heading, ...] = ()  # "the hatch to 5 is blocked"
    stands: Place | None = None  # "I'm in 8"
    gift: list[Tiles] = []
    back: list[Tiles] = []
    back_to: GnomeName = ""
    drops: list[Tiles] = []
    loose_grog: int = 0
    escape: Route | None = None
    escape_uses: list[str] = []
    block: list[Hatch] = []
    spread: list[Place] = []
    defend: bool | None = None
    ordered: int = 0  # how often an order was understood
    order_rooms: list[Place] = []  # "if it is room 9"
    memberships: list[bool] = []
    heard: list[str] = []  # the acts in the order announced
    doubts: list[Doubt] = []
    mode: Mode = ""
    last_legs: list[Leg] = []  # of the clause before
    seen_hatch: tuple[Place, ...] = ()  # spoken of last, without anything done to it
    last_item: str = ""  # what "it" may be
    last_used: bool = False
    spoken: bool = False  # some clause says "I"
    first: Clause | None = None
    last: Clause | None = None

    def doubt(self, clause: Clause, ask: str) -> None:
        """A careful human would ask about this clause."""
        self.doubts.append(Doubt(clause.start, clause.end, ask))

    def rivals(self, clause: Clause, known: Clause | None) -> None:
        """A turn has one action (§9), and this clause tells another one than *known*."""
        rival = (known.start, known.end) if known is not None else None
        self.doubts.append(Doubt(clause.start, clause.end, _ONE_ACTION, rival=rival))

    def mark(self, act: str) -> None:
        """An act is announced; acts keep their order."""
        if act not in self.heard:
            self.heard.append(act)

    def count_known(self, tiles: Tiles, clause: Clause) -> None:
        """A plural without a number is asked about."""
        if tiles.count is None:
            self.doubt(clause, "How many?")

    def here(self) -> Place | None:
        """Where the last hatch told has led."""
        return self.route.legs[-1].far if self.route.legs else self.route.origin

    def is_inside(self) -> bool:
        """Whether the hatch told last has been passed already."""
        return bool(self.route.legs) and bool(self.route.legs[-1].enter)

    def idles(self) -> bool:
        """Whether the action takes no minutes of its own choosing."""
        return isinstance(self.action, Work) and self.action.name in (
            "no_action",
            "abandon",
            "attack",
        )

    def gives(self) -> bool:
        """Whether the action is a gift."""
        return isinstance(self.action, Gift)
