"""Words that only say again what is announced: "... all three used", "i.e. three items"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

import msgspec

from rednov_bot.engine.turn import Open, Use
from rednov_bot.language.doings import VERBS
from rednov_bot.language.doubts import IS_PART, Doubt
from rednov_bot.language.names import WORKPLACES
from rednov_bot.language.sums import holds
from rednov_bot.language.words import Word, kinds
from rednov_bot.papers import Act, Discard, GiveBack, TurnAct

_ASKED: Final = (
    "What about this?",
    "I do not understand these words.",
    "What do you do with these items?",
    "Which item do you use?",
    "How many minutes do you spend?",
    'How much, how many or where is "all"?',
    IS_PART,
    "What are these minutes spent on?",
    "What do you fix?",
)
_SHAKES: Final = kinds(
    "NEG COND UNREAL PLAN JEST YOU OWNER HEDGE CORRECTION LOOKUP DRAFT MORE QUERY ODD TIMES TWICE "
    "PAST BIG PERCENT CONTEST JOIN QUIT RETURN BEFOREHAND AFTER REVERSE"
)
_OTHERWISE: Final = kinds("or else instead another except than different other rather next")
_TOTALS: Final = kinds("total all altogether sum makes clock together track told totals so")
_WORKS: Final = {
    "FIX": ("fix_engine", "fix_oxygen", "fix_reactor"),
    "PUMP": ("pump_water",),
    "EXTINGUISH": ("extinguish_fire",),
    "KILL": ("kill_kraken",),
    "HALT": ("stop_missile",),
    "UNBLOCK": ("unblock_hatch",),
    "DRAW": ("gain_items", "gain_grog"),
    "TAP": ("gain_grog",),
    "NOACTION": ("no_action",),
    "NOACT": ("no_action",),
    "ABANDON": ("abandon",),
    "FIRE": ("extinguish_fire",),
    "WATER": ("pump_water",),
    "KRAKEN": ("kill_kraken",),
}
_WAYS: Final = kinds("OPEN ENTER GO LEAVE DOOR THROUGH IN OUT")
_SLOTS: Final = kinds("NUM DUR COUNT ITEM TILEWORD ROOM MACHINE HATCH PATH")
_MOST: Final = 4
"""Minutes that water may add to a turn."""
_BONUSES: Final = (3, 4)
"""What a tile may add to a throw, by the data sets."""
_WORD: Final = re.compile(r"[a-z]+")
_NEAR: Final = 24
"""Characters around a stretch in which "in total" or a plus may stand."""


class _Said(msgspec.Struct):
    """What the acts say."""

    minutes: int = 0
    hatches: int = 0
    works: set[str] = msgspec.field(default_factory=set)
    tiles: list[str] = msgspec.field(default_factory=list)
    places: set[object] = msgspec.field(default_factory=set)
    lists: set[int] = msgspec.field(default_factory=set)  # how long they are

    def hear(self, act: Act) -> None:
        """One act more."""
        match act:
            case TurnAct(turn):
                steps = (*turn.steps, *turn.after)
                used = [step.item for step in steps if isinstance(step, Use)]
                opened = [step.hatch.to for step in steps if isinstance(step, Open)]
                self.hatches = len(opened)
                self.places.update(opened)
                self._list(used)
                if turn.action is not None:
                    self.works.add(turn.action.name)
                    self.minutes = turn.action.minutes or 1
                    self.places.add(WORKPLACES.get(turn.action.name))
                    self._list(turn.action.give or ())
            case Discard(items) | GiveBack(_, items):
                self._list(items)
            case _:
                pass

    def agrees(self, word: Word, *, adds: str) -> bool:
        """Whether a word says nothing else; *adds*: "+", or that something is summed up."""
        match word.type:
            case "NUM" | "DUR" | "COUNT":
                return self._counts(word.number, minutes=word.type == "DUR", adds=adds)
            case "TILEWORD":
                return word.number in self.lists
            case "NAME" | "ITEM" | "ROOM" | "MACHINE" | "HATCH" | "PATH":
                return False
            case kind if kind in _WORKS:
                return not self.works.isdisjoint(_WORKS[kind])
            case kind if kind in _WAYS:
                return self.hatches > 0
            case "USE" | "DISCARD" | "GIVE":
                return bool(self.tiles)
            case kind:
                return kind not in VERBS or kind == "SPEND"

    def _counts(self, number: int, *, minutes: bool, adds: str) -> bool:
        """Whether that is how many minutes it takes, or how many of something are told."""
        if number == self.minutes:
            return True
        if adds == "+":
            return number in self._bonuses()
        if minutes or adds:
            total = self.minutes + self.hatches
            return bool(adds) and total <= number <= total + _MOST
        return number in self.lists or number == self.hatches or number in self.places

    def _bonuses(self) -> set[int]:
        """What tiles may add to a throw, and what that comes to."""
        found = {0}
        for _ in self.tiles:
            found |= {one + bonus for one in found for bonus in _BONUSES}
        return found | {one + self.minutes for one in found}

    def _list(self, tiles: Iterable[str]) -> None:
        found = list(tiles)
        self.tiles += found
        if found:
            self.lists.add(len(found))


def without_restatements(
    doubts: Sequence[Doubt], acts: Sequence[Act], words: Sequence[Word], text: str
) -> list[Doubt]:
    """The doubts without those about words that say nothing else than the *acts* do."""
    if not acts or not any(doubt.ask.startswith(_ASKED) for doubt in doubts):
        return list(doubts)
    said = _Said()
    for act in acts:
        said.hear(act)
    return [doubt for doubt in doubts if not _restates(doubt, said, words, text)]


def _restates(doubt: Doubt, said: _Said, words: Sequence[Word], text: str) -> bool:
    if not doubt.ask.startswith(_ASKED) or not doubt.end:
        return False
    told = [word for word in words if doubt.start <= word.start and word.end <= doubt.end]
    texts = {piece for word in told for piece in word.text.split()}
    if any(word.type in _SHAKES for word in told) or not texts.isdisjoint(_OTHERWISE):
        return False
    if text[: doubt.start].lower().endswith((" or ", " not ", " than ", " either ")):
        return False
    line = text[max(0, doubt.start - _NEAR) : doubt.end + _NEAR].lower()
    adds = "+" if "+" in line else ""
    if adds and not holds(line):
        return False
    if not adds and not _TOTALS.isdisjoint(_WORD.findall(line)):
        adds = "total"
    if doubt.ask.startswith("I do not") and any(word.type in VERBS for word in told):
        return False
    slots = [word for word in told if word.type in _SLOTS]
    return bool(slots) and all(said.agrees(word, adds=adds) for word in told)
