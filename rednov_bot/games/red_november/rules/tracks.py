"""The disaster tracks: heat, pressure, asphyxiation (§8, §21)."""

from __future__ import annotations

from rednov_bot.games.red_november.rules import events as ev
from rednov_bot.games.red_november.rules.logbook import Logbook
from rednov_bot.games.red_november.rules.words import Track

DOOM = 10  # §8, §21
UPPER_RESET = 5  # from 6-9 (§8)
LOWER_RESET = 1  # from 1-5 (§8)


def reset_of(value: int) -> int:
    """Where a reset puts a track that stands at *value* (§8)."""
    return UPPER_RESET if value > UPPER_RESET else LOWER_RESET


def advance(log: Logbook, track: Track, spaces: int) -> bool:
    """A track advances, stopping at 10.  Whether the sub is lost by it (§21)."""
    before = log.position.track(track)
    after = min(DOOM, before + spaces)
    log.tell(ev.TrackAdvanced(track, before, after))
    return after >= DOOM
