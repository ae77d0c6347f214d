"""Tiles that are told: used before the action, after it, given, discarded."""

from __future__ import annotations

from typing import Final

from rednov_bot.engine.words import SEA
from rednov_bot.language.chunks import Gain, Gift, Tiles, Work
from rednov_bot.language.clauses import Clause
from rednov_bot.language.deeds import Deeds
from rednov_bot.language.heard import HELPERS, TIMED
from rednov_bot.language.names import WORKPLACES
from rednov_bot.language.route import Leg
from rednov_bot.language.words import Word

_AND_THEN: Final = frozenset(("then", "and then", "finally", "next", "lastly"))
_NEVER_DRAWN: Final = ("coffee", "lucky_charm")
"""Of no use but behind the action; and what is drawn has no name yet."""
_STORES: Final = WORKPLACES["gain_items"]
_CABIN: Final = WORKPLACES["gain_grog"]


class Uses(Deeds):
    """Hears of tiles."""

    def tiles_told(self, tiles: Tiles, clause: Clause) -> None:
        """Tiles are named: to be used, or as more of what the clause before was about."""
        self.count_known(tiles, clause)
        if tiles.item == "it":
            if not self.last_item:
                self.doubt(clause, "What do you use?")
                return
            if self.last_used:
                return  # "I open my toolbox and use it"
            it = next(word for word in clause.words if word.type == "PRONOUN")
            if it.end - it.start == len("it") and self._gained() > 1:
                self.doubt(clause, "Which item do you use?")
            tiles = Tiles(self.last_item, it.number or 1, "use")  # "... and drink both"
        self.last_item, self.last_used = tiles.item, True
        match self.mode if not tiles.how else tiles.how:
            case "give" if clause.returning and isinstance(self.action, Gift):
                self.give_back(tiles, self.action)
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
                self.mark("give_back")
            case _ if not tiles.item:
                self._unnamed(tiles, clause)
            case _ if clause.before is not None:
                self._beforehand([tiles.item] * (tiles.count or 1), clause, clause.before)
            case "means" if not clause.after:
                self._means([tiles.item] * (tiles.count or 1), clause)
                self.mode = "means"
                self.mark("turn")
            case mode:
                self._use(tiles, clause, said=mode in ("use", "means"))

    def _gained(self) -> int:
        """How many tiles the action gains, as far as that is said."""
        return (self.action.count or 0) if isinstance(self.action, Gain) else 0

    def _unnamed(self, tiles: Tiles, clause: Clause) -> None:
        """A number of tiles without their names: those that are gained."""
        if isinstance(self.action, Gain) and self.action.count is None and tiles.count:
            self.amount(tiles.count, clause, own=True)
        elif tiles.count and self.action is None and self.here() == _STORES:
            self.act(Gain("gain_items", tiles.count), clause)
        elif tiles.count != 0:
            self.doubt(clause, "What do you do with these items?")

    def _just_swam_out(self) -> bool:
        """ "Out of 9 (aqualung used)": it is put on before."""
        step = self.steps[-1] if self.steps else None
        return isinstance(step, Leg) and step.far == SEA

    def _beforehand(self, items: list[str], clause: Clause, mark: Word) -> None:
        """Before the hatch meant, before the action, or before the one of them that was told."""
        self.mark("turn")
        self.mode = "use"
        legs = [step for step in self.steps if isinstance(step, Leg)]
        if mark.number:
            legs = [leg for leg in legs if mark.number in (leg.far, leg.near)]
        if mark.name == "action" or not (legs or mark.name == "hatch"):
            self.steps += items
        elif len(legs) == 1 and (mark.name == "hatch" or self.action is None):
            at = self.steps.index(legs[0])
            self.steps[at:at] = items
        elif mark.name == "hatch" and not legs and self.action is None and self.target is None:
            self.steps += items
        else:
            self.doubt(clause, "Please say the steps in the order in which they happen.")

    def _means(self, items: list[str], clause: Clause) -> None:
        """Means come before the action; those of a move ("out with the aqualung") before it."""
        at = len(self.steps)
        if clause.runs_on and self.action is None:
            while at and self.steps[at - 1] in self.last_legs:
                at -= 1
        self.steps[at:at] = items

    def _use(self, tiles: Tiles, clause: Clause, *, said: bool) -> None:
        """Tiles are used; after the action only if they are no means of it (A116)."""
        self.mark("turn")
        late = self.action is not None
        if clause.aside and tiles.item == "aqualung" and not late and self._just_swam_out():
            self.steps.insert(len(self.steps) - 1, tiles.item)
            return
        drawn = clause.lead not in _AND_THEN or tiles.item not in _NEVER_DRAWN
        behind = clause.after or clause.aside or not drawn
        if isinstance(self.action, Gain) and not said and not behind:
            self.doubt(clause, "Is this used, or gained as well?")
        name = self.action.name if isinstance(self.action, Work) else None
        if late and not said and not clause.after and name is not None:
            if name in HELPERS.get(tiles.item, ()):
                late = False
            elif tiles.item == "grog" and name in TIMED and clause.lead != "then":
                self.doubt(clause, "Is the grog drunk before the action or after it?")
        beside = late and said and clause.aside and not clause.after
        if beside and tiles.item == "grog" and name in TIMED:
            self.doubt(clause, "Is the grog drunk before the action or after it?")
        if late and tiles.item == "aqualung" and not clause.after and name is not None:
            late = False
            if said or self.steps:
                self.doubt(clause, "Is this used for the action, or after it?")
        if late and said and not clause.after and name in HELPERS.get(tiles.item, ()):
            late = False
            if not clause.aside and (tiles.item == "grog" or clause.lead in _AND_THEN):
                self.doubt(clause, "Is this used for the action, or after it?")
        uses: list[str | Leg] = [tiles.item] * (tiles.count or 1)
        (self.after if late else self.steps).extend(uses)
        in_the_cabin = self.here() == _CABIN and len(uses) > 1
        if not said and not late and tiles.item == "grog" and (self.pending or in_the_cabin):
            self.loose_grog += len(uses)
        self.mode = "use" if said or self.mode == "use" else "tile"
