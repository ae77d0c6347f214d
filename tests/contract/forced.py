"""Luck that is told beforehand: dice in order of use, decks and pools as they lie."""

from __future__ import annotations

from collections.abc import Sequence


class ForcedLuck:
    """Dice in order of use; a shuffle takes the order forced for it, else leaves all as it is.

    Items are forced by name: the pool is refilled from its discards in the order of names.
    """

    def __init__(
        self,
        dice: Sequence[int] = (),
        *,
        events: Sequence[int] | None = None,
        item_names: Sequence[str] = (),
    ) -> None:
        self._dice = list(dice)
        self._events = events
        self._item_names = list(item_names)

    def pick(self, name: str, count: int) -> int:
        """The next forced die, less one."""
        if not self._dice:
            raise AssertionError(f"no die was forced for {name!r}")
        return (self._dice.pop(0) - 1) % count

    def shuffle(self, name: str, count: int) -> tuple[int, ...]:
        """The forced order, as far as it goes."""
        if "events" in name and self._events is not None and len(self._events) == count:
            return tuple(self._events)
        if "items" in name and len(self._item_names) == count:
            lie = sorted(self._item_names)
            order, left = [], list(range(count))
            for wanted in self._item_names:
                at = next(place for place in left if lie[place] == wanted)
                order.append(at)
                left.remove(at)
            return tuple(order)
        return tuple(range(count))
