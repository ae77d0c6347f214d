"""What gnomes do between turns, as the list is told: discards and gifts in return (§11k, §17)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from rednov_bot.games.base import Player
from rednov_bot.games.red_november.rules import hands
from rednov_bot.games.red_november.rules.gamestate import Gamestate
from rednov_bot.games.red_november.rules.options import Options
from rednov_bot.games.red_november.rules.words import Item
from rednov_bot.verify.postings import Posting, tiles_of
from rednov_bot.verify.tiles import UNKNOWN

_DISCARDED: Final = re.compile(r"(.+) discards (\d{1,2}|no) items? \([§?\ufffd]17\)\.")
_GIVEN: Final = re.compile(
    r"(.+) gives (.+) (\d{1,2}|no) items? in return(, to change hands when .+)?\."
)
_NAMED: Final = re.compile(r"As announced on the list, (?:it is|they are) (.+?)\.")


@dataclass(frozen=True, slots=True)
class Deed:
    """A discard, or with *to* a gift in return."""

    gnome: Player
    to: Player | None
    count: int
    items: tuple[Item, ...] | None = field(repr=False)  # by name, where the list was told
    later: bool = False  # takes effect with the resolution (option return_gift_effect)

    def done(self, state: Gamestate, options: Options) -> Gamestate | None:
        """What comes of it; None where something is against it, as far as the list knows."""
        tiles = (UNKNOWN,) * self.count
        if self.to is None:
            log = hands.discard(state, self.gnome, tiles)
        else:
            log = hands.give_back(state, self.gnome, self.to, tiles, options)
        return None if isinstance(log, tuple) else log.gamestate


def deed_in(posting: Posting, crew: Sequence[Player]) -> Deed | None:
    """The deed that a posting acknowledges, None where it is not to be read."""
    first = " ".join(posting.body.partition("\n\n")[0].split())
    words = " ".join(posting.body.split())
    if (found := _DISCARDED.fullmatch(first)) and found[1] in crew:
        named = _NAMED.search(words)
        return Deed(found[1], None, _number(found[2]), tiles_of(named[1]) if named else None)
    if (found := _GIVEN.fullmatch(first)) and {found[1], found[2]} <= {*crew}:
        return Deed(found[1], found[2], _number(found[3]), None, later=bool(found[4]))
    return None


def _number(words: str) -> int:
    return 0 if words == "no" else int(words)
