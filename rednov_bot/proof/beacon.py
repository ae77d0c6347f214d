"""The public beacon that a game is bound to by its terms (docs/luck.md, A draw)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

STAMP: Final = "%Y-%m-%dT%H:%M:%SZ"
"""How moments in UTC are written wherever luck hangs on them."""

MOST_AHEAD: Final = timedelta(days=1)
"""So far ahead a mail may be dated, by a clock that goes wrong: its turn waits for its Date."""

_TERM: Final = re.compile(r"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ) ([1-9]\d{0,8}) (.+)")


@dataclass(frozen=True, slots=True)
class Beacon:
    """Round n is at genesis + (n - 1) periods."""

    genesis: datetime
    period: timedelta
    name: str

    def __str__(self) -> str:
        """As the terms have it: `2023-08-23T15:09:27Z 3 drand quicknet`."""
        begins = self.genesis.astimezone(UTC).strftime(STAMP)
        return f"{begins} {self.period // timedelta(seconds=1)} {self.name}"

    def at(self, number: int) -> datetime:
        """When a round comes, in UTC; of one beyond all calendars the last moment that there is."""
        try:
            return (self.genesis + (number - 1) * self.period).astimezone(UTC)
        except OverflowError:
            return datetime.max.replace(tzinfo=UTC)

    def round_after(self, moment: datetime) -> int:
        """The first round that comes after this moment."""
        return max(1, (moment - self.genesis) // self.period + 2)

    def last_before(self, moment: datetime) -> int:
        """The last round that came before this moment."""
        return -((self.genesis - moment) // self.period)


def beacon_in(term: str) -> Beacon | None:
    """The beacon that a line of the terms names, as `str` writes it; None where it names none."""
    found = _TERM.fullmatch(term)
    if found is None:
        return None
    try:
        genesis = datetime.strptime(found[1], STAMP).replace(tzinfo=UTC)
    except ValueError:
        return None
    return Beacon(genesis, timedelta(seconds=int(found[2])), found[3])
