"""Luck that is told beforehand: dice in order of use, decks and pools as they lie."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from rednov_bot.games.base import Held, Resolution
from rednov_bot.games.red_november.rules import events as ev

D = TypeVar("D")
Matches = Callable[[Any, Any], bool]
"""Whether a card or tile (second) is the one a case names (first)."""


class ForcedLuck:
    """Dice in order of use; a shuffle takes the order forced for it, else leaves all as it is.

    `asked` are the shuffles that were asked for, in order.  With *trial* dice that were not
    forced show 1: such a run only finds out what there is to shuffle.
    """

    def __init__(
        self,
        dice: Sequence[int] = (),
        orders: Mapping[str, tuple[int, ...]] | None = None,
        *,
        trial: bool = False,
    ) -> None:
        self._forced, self._dice = tuple(dice), list(dice)
        self._orders = orders or {}
        self._trial = trial
        self.asked: list[str] = []

    def afresh(self) -> ForcedLuck:
        """The same luck before anything was drawn."""
        return ForcedLuck(self._forced, self._orders, trial=self._trial)

    def pick(self, name: str, count: int) -> int:
        """The next forced die, less one."""
        if not self._dice and self._trial:
            return 0
        if not self._dice:
            raise AssertionError(f"no die was forced for {name!r}")
        return (self._dice.pop(0) - 1) % count

    def shuffle(self, name: str, count: int) -> tuple[int, ...]:
        """The forced order."""
        self.asked.append(name)
        return self._orders.get(name, tuple(range(count)))

    deal = shuffle


class Reshuffles:
    """The orders a case forces after reshuffles: what is on top, the rest as it lies.

    What lies in the discards is known only when they are shuffled.  So the turn is resolved until
    every shuffle it asks for has its order.
    """

    def __init__(self, events: list[Any], items: list[Any], same_card: Matches) -> None:
        self._wanted = {"events": _lists(events), "items": _lists(items)}
        self._same: dict[str, Matches] = {
            "events": same_card,
            "items": lambda word, item: word == item,
        }

    def orders(
        self, run: Callable[[ForcedLuck], Resolution | Held], dice: Sequence[int]
    ) -> dict[str, tuple[int, ...]]:
        """The order of every shuffle, by its name."""
        orders: dict[str, tuple[int, ...]] = {}
        if not any(self._wanted.values()):
            return orders
        while True:
            luck = ForcedLuck(dice, orders, trial=True)
            lay = [
                list(one.order)
                for one in run(luck).events
                if isinstance(one, ev.EventDeckShuffled | ev.ItemPoolShuffled)
            ]
            new = next((at for at, name in enumerate(luck.asked) if name not in orders), None)
            if new is None:
                return orders
            name = luck.asked[new]
            orders[name] = self._order("events" if "events" in name else "items", lay[new])

    def _order(self, kind: str, lie: list[Any]) -> tuple[int, ...]:
        """The wanted ones first; a list longer than the discards goes on at the next reshuffle."""
        lists = self._wanted[kind]
        wanted = lists[0] if lists else []
        top, later = wanted[: len(lie)], wanted[len(lie) :]
        if later:
            lists[0] = later
        elif len(lists) > 1:
            lists.pop(0)
        left = list(range(len(lie)))
        order: list[int] = []
        for word in top:
            at = next((at for at in left if self._same[kind](word, lie[at])), None)
            assert at is not None, f"{word} is not among the discards that are shuffled"
            order.append(at)
            left.remove(at)
        return (*order, *left)


def _lists(words: list[Any]) -> list[list[Any]]:
    """One list, or a list for each reshuffle."""
    if words and all(isinstance(word, list | tuple) for word in words):
        return [list(word) for word in words]
    return [list(words)] if words else []
