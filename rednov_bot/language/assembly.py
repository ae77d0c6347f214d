"""Chunks become a turn, discards, gifts: what belongs together is put together."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, Literal, assert_never

from rednov_bot.engine.words import ActionName, GnomeName, Hatch, Place
from rednov_bot.language.chunks import (
    Amount,
    Chunk,
    Drop,
    Gain,
    Gift,
    Membership,
    Move,
    Nothing,
    Spot,
    Stay,
    Target,
    Tiles,
    Work,
)
from rednov_bot.language.clauses import Clause, Doubt
from rednov_bot.language.route import Leg, Route, RouteUnclear

_HELPERS: Final[dict[str, tuple[ActionName, ...]]] = {
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
_MACHINES: Final[dict[Place, ActionName]] = {
    1: "fix_engine", 2: "fix_oxygen", 4: "fix_reactor", 7: "stop_missile",
}  # fmt: skip
_TIMED: Final = frozenset(
    "unblock_hatch extinguish_fire pump_water fix_engine fix_oxygen fix_reactor stop_missile "
    "kill_kraken".split()
)

Mode = Literal["use", "means", "go", "open", "way", "work", "give", "discard", "return", "tile", ""]


@dataclass(slots=True)
class Gathered:
    """Everything heard so far."""

    steps: list[str | Leg] = field(default_factory=list)  # tiles and legs, in order
    after: list[str | Leg] = field(default_factory=list)
    route: Route = field(default_factory=Route)
    action: Work | Gain | Gift | None = None
    action_at: Clause | None = None
    minutes: int | None = None
    pending: tuple[int, Clause] | None = None  # minutes told before their action
    target: tuple[ActionName, Clause] | None = None  # "reactor: ..."
    gift: list[Tiles] = field(default_factory=list)
    back: list[Tiles] = field(default_factory=list)
    back_to: GnomeName = ""
    drops: list[Tiles] = field(default_factory=list)
    loose_grog: int = 0
    escape: Route | None = None
    escape_uses: list[str] = field(default_factory=list)
    block: list[Hatch] = field(default_factory=list)
    spread: list[Place] = field(default_factory=list)
    memberships: list[bool] = field(default_factory=list)
    heard: list[str] = field(default_factory=list)  # the acts in the order announced
    doubts: list[Doubt] = field(default_factory=list)
    mode: Mode = ""
    last_legs: list[Leg] = field(default_factory=list)  # of the clause before
    last_item: str = ""  # what "it" may be
    last_used: bool = False
    spoken: bool = False  # some clause says "I"
    first: Clause | None = None
    last: Clause | None = None

    def doubt(self, clause: Clause, ask: str) -> None:
        """A careful human would ask about this clause."""
        self.doubts.append(Doubt(clause.start, clause.end, ask))

    def hear(self, chunk: Chunk | None, clause: Clause) -> None:
        """One clause more."""
        if chunk is None:
            if not clause.aside:
                self.doubt(clause, "I do not understand these words.")
            return
        self.first = self.first or clause
        self.last = clause
        self.spoken = self.spoken or clause.subject
        try:
            if clause.belongs == "escape":
                self._hear_escape(chunk, clause)
            else:
                self._hear_turn(chunk, clause)
        except RouteUnclear as unclear:
            self.doubt(clause, str(unclear))

    def _hear_turn(self, chunk: Chunk, clause: Clause) -> None:
        match chunk:
            case Tiles():
                self._tiles(chunk, clause)
            case Move():
                self._move(chunk, clause)
            case Stay():
                self.route.stay()
            case Spot():
                self._spot(chunk, clause)
            case Work() | Gain():
                self._act(chunk, clause)
            case Target():
                self._aim(chunk.name, clause)
            case Gift():
                self._give(chunk, clause)
            case Drop():
                self._count_known(chunk.tiles, clause)
                self.drops.append(chunk.tiles)
                self.mode = "discard"
                self._mark("discard")
            case Amount():
                self._amount(chunk.minutes, clause)
            case Membership():
                self.memberships.append(chunk.joins)
                self._mark("join" if chunk.joins else "leave")
                if not clause.subject:
                    self.doubt(clause, "Is that your own announcement?")
            case Nothing():
                pass
            case _:
                assert_never(chunk)

    def _mark(self, act: str) -> None:
        if act not in self.heard:
            self.heard.append(act)

    # -- tiles ---------------------------------------------------------------------------

    def _count_known(self, tiles: Tiles, clause: Clause) -> None:
        if tiles.count is None:
            self.doubt(clause, "How many?")

    def _tiles(self, tiles: Tiles, clause: Clause) -> None:
        self._count_known(tiles, clause)
        if tiles.item == "it":
            if not self.last_item:
                self.doubt(clause, "What do you use?")
                return
            if self.last_used:
                return  # "I open my toolbox and use it"
            tiles = Tiles(self.last_item, 1, "use")
        self.last_item, self.last_used = tiles.item, True
        match self.mode if not tiles.how else tiles.how:
            case "give":
                self.gift.append(tiles)
            case "return":
                self.back.append(tiles)
            case "discard":
                self.drops.append(tiles)
            case _ if clause.returning and tiles.count == 0:
                pass
            case _ if clause.returning and not tiles.how:
                self.back.append(tiles)
                self.mode = "return"
                self._mark("give_back")
            case _ if not tiles.item:
                if isinstance(self.action, Gain) and self.action.count is None and tiles.count:
                    self._amount(tiles.count, clause, own=True)
                elif tiles.count != 0:
                    self.doubt(clause, "What do you do with these items?")
            case "means":
                self._means([tiles.item] * (tiles.count or 1), clause)
                self.mode = "means"
                self._mark("turn")
            case mode:
                self._use(tiles, clause, said=mode == "use")

    def _means(self, items: list[str], clause: Clause) -> None:
        """Means come before the action; those of a move ("out with the aqualung") before it."""
        at = len(self.steps)
        if clause.runs_on and self.action is None:
            while at and self.steps[at - 1] in self.last_legs:
                at -= 1
        self.steps[at:at] = items

    def _use(self, tiles: Tiles, clause: Clause, *, said: bool) -> None:
        """Tiles are used; after the action only if they are no means of it (A116)."""
        self._mark("turn")
        late = clause.after or (self.action is not None)
        name = self.action.name if isinstance(self.action, Work) else None
        if late and not said and not clause.after and name is not None:
            if name in _HELPERS.get(tiles.item, ()):
                late = False
            elif tiles.item == "grog" and name in _TIMED and clause.lead != "then":
                self.doubt(clause, "Is the grog drunk before the action or after it?")
        if late and said and not clause.after and name in _HELPERS.get(tiles.item, ()):
            late = False
            if not clause.aside:
                self.doubt(clause, "Is this used for the action, or after it?")
        uses: list[str | Leg] = [tiles.item] * (tiles.count or 1)
        (self.after if late else self.steps).extend(uses)
        if not said and not late and tiles.item == "grog" and self.pending:
            self.loose_grog += len(uses)
        self.mode = "use" if said or self.mode == "use" else "tile"

    # -- ways ----------------------------------------------------------------------------

    def _move(self, move: Move, clause: Clause) -> None:
        if self.pending is not None and self.action is None:
            if self.pending[0] > 2:
                self.doubt(clause, "What are those minutes spent on?")
            self.pending = None
        legs = self.route.follow(move, self.mode, breathes="aqualung" in self.steps)
        if legs and clause.aside and self.action is not None:
            self.doubt(clause, "Is this part of your turn?")
        (self.steps if self.action is None else self.after).extend(legs)
        self.last_legs = legs
        if legs or move.how:
            self._mark("turn")
        if move.how == "open":
            self.mode = "open"
        elif move.how or legs:
            entered = not move.how and all(leg.enter is None for leg in legs)
            self.mode = self.mode if entered and self.mode == "open" else "way" if entered else "go"
            if self.route.legs and self.route.legs[-1].opened:
                self.mode = "way"

    def _spot(self, spot: Spot, clause: Clause) -> None:
        """A bare number or place means what the clause before makes of it."""
        if self.action is not None and spot.number is not None and self.minutes is None:
            self._amount(spot.number, clause)
        elif self.target is not None and spot.number is not None:
            self._amount(spot.number, clause)
        elif spot.place is not None and self.mode in ("go", "open") and self.action is None:
            how: Literal["open", "go"] = "open" if self.mode == "open" else "go"
            self._move(Move(how, (), spot.place), clause)
        elif spot.machine and spot.place in _MACHINES:
            self._aim(_MACHINES[spot.place], clause)
        elif not clause.aside:
            self.doubt(clause, "What about this?")

    def _aim(self, name: ActionName, clause: Clause) -> None:
        """A thing that is worked on, named without its verb."""
        if self.action is None:
            if self.target is not None and self.target[0] != name:
                self.doubt(clause, "A turn has one action; which one is it?")
            self.target = (name, clause)
            self.mode = "work"
            if self.pending is not None:
                minutes, told = self.pending
                self.pending = None
                self._amount(minutes, told)
        elif isinstance(self.action, Gift) or self.action.name != name:
            self.doubt(clause, "What about this?")

    # -- the action ------------------------------------------------------------------------

    def _act(self, action: Work | Gain, clause: Clause) -> None:
        self._mark("turn")
        if isinstance(action, Work) and action.name.startswith("fix_") and action.place == 0:
            place = self._here()
            if place not in _MACHINES or place == 7:
                self.doubt(clause, "What do you fix?")
                return
            action = Work(_MACHINES[place or 0], place=place)
        if self.target is not None and self.target[0] == action.name:
            self.target = None
        if self.action is not None and not self._says_again(action):
            self.doubt(clause, "A turn has one action; which one is it?")
            return
        if self.action is None or isinstance(action, Gain):
            self.action, self.action_at = action, clause
        self.mode = "work"
        if isinstance(action, Gain) and action.name == "gain_grog":
            self.last_item, self.last_used = "grog", False
        if isinstance(action, Gain) and action.count is not None:
            self._amount(action.count, clause, own=True)
        if self.pending is not None:
            minutes, told = self.pending
            self.pending = None
            self._amount(minutes, told)

    def _says_again(self, action: Work | Gain) -> bool:
        known = self.action
        return known is not None and not isinstance(known, Gift) and known.name == action.name

    def _here(self) -> Place | None:
        """Where the last hatch told has led."""
        return self.route.legs[-1].far if self.route.legs else self.route.origin

    def _amount(self, minutes: int, clause: Clause, *, own: bool = False) -> None:
        if self.target is not None and self.action is None:
            name, told = self.target
            self.target = None
            self._act(Work(name), told)
        if self.action is None:
            if clause.aside:
                return  # "(1 minute)": what a step costs
            if self.pending is not None:
                self.doubt(clause, "What are these minutes spent on?")
            self.pending = (minutes, clause)
        elif self.minutes is None and not (isinstance(self.action, Gift) or self._idles()):
            self.minutes = minutes
        elif self.minutes != minutes and not ((self._idles() or self._gives()) and minutes == 1):
            if isinstance(self.action, Work) and self.action.name == "abandon":
                return
            if not own and self.mode in ("go", "way", "open", "tile", "use") and minutes <= 2:
                return
            self.doubt(clause, "How many minutes do you spend?")

    def _idles(self) -> bool:
        return isinstance(self.action, Work) and self.action.name in (
            "no_action",
            "abandon",
            "attack",
        )

    def _gives(self) -> bool:
        return isinstance(self.action, Gift)

    def _give(self, gift: Gift, clause: Clause) -> None:
        if gift.tiles is not None:
            self._count_known(gift.tiles, clause)
        tiles = [gift.tiles] if gift.tiles is not None else []
        if clause.returning:
            if self.back_to and gift.to and self.back_to != gift.to:
                self.doubt(clause, "Who gets what?")
            self.back_to = gift.to or self.back_to
            self.back += tiles
            self.mode = "return"
            self._mark("give_back")
        elif self.mode == "return":
            self.back_to = gift.to or self.back_to
            self.back += tiles
        elif self.mode == "discard" and self.drops and gift.to:
            self.doubt(clause, "Do you discard these items, or give them away?")
        elif self.action is None or isinstance(self.action, Gift):
            known = self.action.to if isinstance(self.action, Gift) else ""
            if known and gift.to and known != gift.to:
                self.doubt(clause, "A turn has one action and one recipient; who is it?")
            self.action, self.action_at = Gift(gift.to or known), self.action_at or clause
            self.gift += tiles
            self.mode = "give"
            self._mark("turn")
            if self.pending is not None and self.pending[0] == 1:
                self.pending = None
        else:
            self.doubt(clause, "A turn has one action; which one is it?")

    # -- the escape (§13) --------------------------------------------------------------------

    def _hear_escape(self, chunk: Chunk, clause: Clause) -> None:
        escape = self.escape = self.escape or Route()
        match chunk:
            case Tiles() if chunk.item:
                self._count_known(chunk, clause)
                self.escape_uses += [chunk.item] * (chunk.count or 1)
            case Move():
                escape.follow(chunk, "go" if not chunk.how and _is_goal(chunk) else "")
            case Stay():
                escape.stay()
            case Spot() if chunk.place is not None:
                escape.follow(Move("go", (), chunk.place), "go")
            case Nothing():
                pass
            case Amount(minutes=1):
                pass
            case _:
                self.doubt(clause, "After a failure only one hatch can be opened (section 13).")
        if len(escape.legs) > 1:
            self.doubt(clause, "After a failure only one hatch can be opened; which one?")


def _is_goal(move: Move) -> bool:
    return any(heading.kind in ("to", "through", "pass", "out") for heading in move.headings)
