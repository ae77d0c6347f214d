"""Tiles that go back and forth where a correction is laid onto the present hands (§6, A72).

None is made and none is lost: what a gnome should not hold goes to whoever should, to the
captain's cabin or to the discards; what is missing comes from the discards, else from the bottom
of the pool.
"""

from __future__ import annotations

from collections import Counter
from typing import Final

from msgspec.structs import replace

from rednov_bot.engine.gamestate import Gamestate
from rednov_bot.engine.secret_changes import without
from rednov_bot.engine.words import Item

MOST_GROG: Final = 6  # of the captain's (§11j)
_GROG: Final[Item] = "grog"


class Tiles:
    """The tiles of the present game, moved as the correction has it."""

    def __init__(self, old: Gamestate, new: Gamestate, present: Gamestate) -> None:
        self.old, self.new, self.position = old, new, present.position
        self.secrets = present.secrets
        self.hands = list(present.secrets.hands)
        self.limits = list(present.secrets.limits)
        self.discards = list(present.secrets.discards)
        self.pool = list(present.secrets.pool)
        self.stash = present.position.stash
        self.loose: list[Item] = []
        self.hidden: list[str] = []  # what could not be done, for the contestmaster alone

    def moved(self) -> Gamestate:
        """The present gamestate with the tiles where they belong."""
        seats = range(len(self.hands))
        for seat in seats:
            self._take_back(seat)
        self._cabin()
        for seat in seats:
            self._hand_out(seat)
            self._limit(seat)
        secrets = replace(
            self.secrets,
            hands=tuple(self.hands),
            limits=tuple(self.limits),
            discards=(*self.discards, *self.loose),
            pool=tuple(self.pool),
        )
        return Gamestate(replace(self.position, stash=self.stash), secrets)

    def _take_back(self, seat: int) -> None:
        """What e holds more than e should; who is out of play holds nothing (A121)."""
        gnome = self.position.gnomes[seat]
        if not gnome.in_play:
            self.loose += self.hands[seat]
            self.hands[seat] = ()
            return
        for item in _more(self.old.secrets.hands[seat], self.new.secrets.hands[seat]):
            if item in self.hands[seat]:
                self.hands[seat] = without(self.hands[seat], (item,))
                self.loose.append(item)
            else:
                self.hidden.append(f"{gnome.name} does not hold the {item} any more")

    def _cabin(self) -> None:
        shifted = self.stash + self.new.position.stash - self.old.position.stash
        while self.stash > max(0, shifted):
            self.stash -= 1
            self.loose.append(_GROG)
        while self.stash < min(MOST_GROG, shifted):
            if not self._find(_GROG):
                self.hidden.append("no grog is left that could go back to the cabin")
                return
            self.stash += 1

    def _hand_out(self, seat: int) -> None:
        gnome = self.position.gnomes[seat]
        if not gnome.in_play:
            return
        for item in _more(self.new.secrets.hands[seat], self.old.secrets.hands[seat]):
            if self._find(item):
                self.hands[seat] = (*self.hands[seat], item)
            else:
                self.hidden.append(f"no {item} is left that {gnome.name} could be given")

    def _find(self, item: Item) -> bool:
        """One such tile is taken from where it is missed least, if there is any."""
        for place in (self.loose, self.discards):
            if item in place:
                place.remove(item)
                return True
        if item in self.pool:
            del self.pool[len(self.pool) - 1 - self.pool[::-1].index(item)]
            return True
        return False

    def _limit(self, seat: int) -> None:
        """A hand limit follows the correction, where none has come since."""
        then, now = self.old.secrets.limits[seat], self.new.secrets.limits[seat]
        if not self.position.gnomes[seat].in_play:
            self.limits[seat] = None
        elif then != now and self.limits[seat] == then:
            self.limits[seat] = now


def _more(hand: tuple[Item, ...], other: tuple[Item, ...]) -> tuple[Item, ...]:
    """The tiles of a hand that the other has not."""
    return tuple((Counter(hand) - Counter(other)).elements())
