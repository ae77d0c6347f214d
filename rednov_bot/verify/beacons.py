"""The public beacon that a game is bound to, and the round of it that each turn must show (A95)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

from rednov_bot.verify.archive import ArchivedMail
from rednov_bot.verify.sections import ToldMoment

_TERM: Final = re.compile(r"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ) ([1-9]\d{0,8}) (.+)")


@dataclass(frozen=True, slots=True)
class Beacon:
    """As the terms of the game name it; round n is at genesis + (n - 1) periods."""

    genesis: datetime
    period: timedelta
    name: str

    def wrong(
        self, told: ToldMoment, announcement: ArchivedMail | None, posting: ArchivedMail
    ) -> str:
        """What is wrong with the beacon that a posting shows of a turn, "" where nothing is.

        Its round is the first behind the Date of the announcement; of one without a Date, or dated
        ahead of the posting, it is any that came before the posting.
        """
        if not told.round or not told.value:
            return "it shows no beacon, though the terms bind each turn to one"
        if told.beacon_name != self.name:
            return f"this is not the beacon of the terms, {self.name}"
        number = int(told.round)
        if posting.date is not None and number > self._last_before(posting.date):
            return "this round of the beacon came later than the posting"
        date = announcement.date if announcement is not None else None
        if date is None or (posting.date is not None and date > posting.date):
            return ""
        right = max(1, (date - self.genesis) // self.period + 2)
        return "" if number == right else f"the round behind the Date of the mail is {right}"

    def _last_before(self, moment: datetime) -> int:
        """The last round that came before this moment."""
        return -((self.genesis - moment) // self.period)


def beacon_in(term: str) -> Beacon | None:
    """The beacon that a line of the terms names: `2023-08-23T15:09:27Z 3 drand quicknet`."""
    found = _TERM.fullmatch(term)
    if found is None:
        return None
    try:
        genesis = datetime.strptime(found[1], "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=UTC)
    except ValueError:
        return None
    return Beacon(genesis, timedelta(seconds=int(found[2])), found[3])
