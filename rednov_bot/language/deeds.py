"""The one action of a turn: what is done, for how many minutes, what is given to whom."""

from __future__ import annotations

from typing import Final

from rednov_bot.engine.words import ActionName, Place
from rednov_bot.language.chunks import Gain, Gift, Heading, Tiles, Work
from rednov_bot.language.clauses import Clause
from rednov_bot.language.heard import Heard
from rednov_bot.language.names import WORKPLACES
from rednov_bot.language.route import Leg

_WALK: Final = 1
_ONE_MINUTE: Final = "Doing nothing takes one minute, no more; do you announce that?"
MACHINES: Final[dict[Place, ActionName]] = {
    1: "fix_engine", 2: "fix_oxygen", 4: "fix_reactor", 7: "stop_missile",
}  # fmt: skip


class Deeds(Heard):
    """Hears of actions, minutes and gifts."""

    def aim(self, name: ActionName, clause: Clause) -> None:
        """A thing that is worked on, named without its verb."""
        if self.action is None:
            if self.target is not None and self.target[0] != name:
                self.rivals(clause, self.target[1])
            self.target = (name, clause)
            self.mode = "work"
            if self.pending is not None:
                minutes, told = self.pending
                self.pending = None
                self.amount(minutes, told)
        elif isinstance(self.action, Gift) or self.action.name != name:
            self.doubt(clause, "What about this?")
            self.mode = ""

    def act(self, action: Work | Gain, clause: Clause) -> None:
        """An action is told; a second one is asked about (§9)."""
        self.mark("turn")
        if isinstance(action, Work) and action.name.startswith("fix_") and action.place == 0:
            place = self.here()
            if self.target is not None and self.target[0].startswith("fix_"):
                place = WORKPLACES[self.target[0]]  # "Engine: ... I fix it"
            if place not in MACHINES or place == 7:
                self.doubt(clause, "What do you fix?")
                return
            action = Work(MACHINES[place or 0], place=place)
        if isinstance(action, Work) and action.name == "unblock_hatch" and not action.headings:
            action = Work(action.name, self._hatch_just_named() or self._hatch_seen())
        if self.target is not None and self.target[0] == action.name:
            self.target = None
        if self.action is not None and not self._says_again(action):
            self.rivals(clause, self.action_at)
            self.mode = ""
            return
        if self.action is None or isinstance(action, Gain):
            self.action, self.action_at = action, clause
        self.mode = "work"
        if isinstance(action, Gain) and action.name == "gain_grog":
            self.last_item, self.last_used = "grog", False
        if isinstance(action, Gain) and action.count is not None:
            walked = bool(self.steps) and isinstance(self.steps[-1], Leg)
            if walked and self.pending and self.pending[0] == _WALK and clause.lead == "then":
                self.pending = None  # "8 to 10, one minute; then two grogs"
            self.amount(action.count, clause, own=True)
        if self.pending is not None:
            minutes, told = self.pending
            self.pending = None
            self.amount(minutes, told)

    def _hatch_just_named(self) -> tuple[Heading, ...]:
        """ "5/8 hatch: unblock": a hatch that is only named, or said to be stuck, is meant."""
        if self.action is not None or self.mode not in ("", "way") or not self.route.legs:
            return self.stuck
        leg = self.route.legs[-1]
        if leg.enter is not None or leg.opened or leg not in self.steps:
            return self.stuck
        self.route.legs.remove(leg)
        self.steps.remove(leg)
        return (Heading("hatch", leg.ends),)

    def _hatch_seen(self) -> tuple[Heading, ...]:
        """ "The hatch from 6 to 5 is jammed, so I work on it"."""
        return (Heading("hatch", self.seen_hatch),) if self.seen_hatch else ()

    def _says_again(self, action: Work | Gain) -> bool:
        known = self.action
        return known is not None and not isinstance(known, Gift) and known.name == action.name

    def amount(self, minutes: int, clause: Clause, *, own: bool = False) -> None:
        """Minutes are told, for the action before or the one to come; *own*: by its own number."""
        if self.target is not None and self.action is None:
            name, told = self.target
            self.target = None
            self.act(Work(name), told)
        if self.action is None:
            if clause.aside:
                return  # "(1 minute)": what a step costs
            if self.pending is not None:
                self.doubt(clause, "What are these minutes spent on?")
            self.pending = (minutes, clause)
        elif self.minutes is None and not (isinstance(self.action, Gift) or self.idles()):
            self.minutes = minutes
        elif self.minutes != minutes and not ((self.idles() or self.gives()) and minutes == 1):
            if isinstance(self.action, Work) and self.action.name == "abandon":
                return
            if not own and self.mode in ("go", "way", "open", "tile", "use") and minutes <= 2:
                return
            idle = isinstance(self.action, Work) and self.action.name == "no_action"
            ask = _ONE_MINUTE if idle and self.mode == "work" else "How many minutes do you spend?"
            self.doubt(clause, ask)

    def give_back(self, tiles: Tiles, gift: Gift) -> None:
        """ "I give em a grog and a coffee in return": the end of the sentence tells which gift."""
        self.back_to, self.back = gift.to or self.back_to, [*self.back, *self.gift, tiles]
        self.action, self.action_at, self.gift = None, None, []
        self.mode = "return"
        if "turn" in self.heard and not self.steps:
            self.heard.remove("turn")
        self.mark("give_back")

    def give(self, gift: Gift, clause: Clause) -> None:
        """Tiles go to somebody: the action of §11k, or a gift in return for one."""
        if gift.tiles is not None:
            self.count_known(gift.tiles, clause)
        tiles = [gift.tiles] if gift.tiles is not None else []
        if clause.returning:
            if self.back_to and gift.to and self.back_to != gift.to:
                self.doubt(clause, "Who gets what?")
            self.back_to = gift.to or self.back_to
            self.back += tiles
            self.mode = "return"
            self.mark("give_back")
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
            self.mark("turn")
            if self.pending is not None and self.pending[0] == 1:
                self.pending = None
        else:
            self.rivals(clause, self.action_at)
