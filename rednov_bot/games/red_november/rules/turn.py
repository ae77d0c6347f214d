"""A turn as announced: item uses and hatches in the order of the text, one action, an escape.

What a gnome may say, read and typed, and judged by nobody yet (§9-§13).  The reader makes
these; the rules check and resolve them.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

import msgspec

from rednov_bot.games.base import Hushed
from rednov_bot.games.red_november.rules.words import ActionName, GnomeName, Hatch, Item, Place


class Through(msgspec.Struct, frozen=True):
    """A hatch as a gnome names it: by the place beyond it, or by both ends.

    A hatch named by both ends may be written from either (A123): which end is the near one is
    known only to whoever knows where the gnome stands.
    """

    to: Place  # 1-10 or SEA
    near: Place | None = None  # the other end, where the announcement names it


class Use(msgspec.Struct, frozen=True, tag="use"):
    """One tile is used (§9)."""

    item: Item


class Open(msgspec.Struct, frozen=True, tag="open"):
    """One iteration of movement (§10): open a hatch, and perhaps pass through."""

    hatch: Through
    enter: bool = False


Step: TypeAlias = Use | Open


class Action(Hushed, frozen=True):
    """The one action of a turn (§11).  What the announcement leaves open is None.

    `minutes` are those chosen (§12), without hatches and without the surcharge of low water.
    """

    name: ActionName
    minutes: int | None = None
    hatch: Through | None = None  # unblock_hatch
    recipient: GnomeName | None = None  # give_items; the victim of attack
    give: tuple[Item, ...] | None = None  # None: named privately (A23)
    give_count: int | None = None  # said in public where `give` is None

    def __repr__(self) -> str:
        """Its name and what else is always public: what is given may be listed in private."""
        return f"Action({self.name}, {self.minutes}, {self.hatch}, {self.recipient})"


Otherwise: TypeAlias = Literal["", "contestmaster", "random"]
"""To whom a choice is left where no wish for it is possible; "": to whom the game's option says."""


class Orders(Hushed, frozen=True, omit_defaults=True):
    """Standing orders for the choices of the active gnome: first possible entry wins.

    `drop` and `keep` are wishes for a hand limit, which only the gnome can meet (§17, A78).
    """

    block: tuple[Hatch, ...] = ()
    spread: tuple[Place, ...] = ()
    defend: bool | None = None  # optional rule `crazed`
    drop: tuple[Item, ...] = ()  # kinds to be discarded, the first one first
    keep: tuple[Item, ...] = ()  # kinds to be discarded last of all
    else_block: Otherwise = ""
    else_spread: Otherwise = ""

    def replaced_by(self, later: Orders) -> Orders:
        """These orders after *later* ones: those of each sort give way where it names that sort."""
        limited = later.drop or later.keep
        of_blocks = later if later.block or later.else_block else self
        of_spreads = later if later.spread or later.else_spread else self
        return Orders(
            of_blocks.block,
            of_spreads.spread,
            self.defend if later.defend is None else later.defend,
            later.drop if limited else self.drop,
            later.keep if limited else self.keep,
            of_blocks.else_block,
            of_spreads.else_spread,
        )

    def before(self, apart: Orders) -> Orders:
        """These orders, named in a turn, and behind them those sent *apart* (rules.md 7.1)."""
        return Orders(
            self.block + (() if self.else_block else apart.block),
            self.spread + (() if self.else_spread else apart.spread),
            self.defend,
            else_block=self.else_block or apart.else_block,
            else_spread=self.else_spread or apart.else_spread,
        )


NO_ORDERS: Final = Orders()


class Escape(msgspec.Struct, frozen=True):
    """The iteration of movement to perform if extinguishing fails (§13).

    `uses` are tiles used only then (option `escape_items`, A18).
    """

    move: Open
    uses: tuple[Item, ...] = ()


class Turn(msgspec.Struct, frozen=True):
    """What one gnome announced as their turn (§9)."""

    gnome: GnomeName
    steps: tuple[Step, ...] = ()
    action: Action | None = None
    after: tuple[Step, ...] = ()  # said after the action; only uses are allowed there (A116)
    escape: Escape | None = None
    orders: Orders = NO_ORDERS
    more_actions: tuple[Action, ...] = ()  # a second action voids the turn (§9)
    conditions: tuple[str, ...] = ()  # conditions the contract does not know (A18)
