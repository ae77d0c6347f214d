"""Ways and hatches are told in plain words, whatever the phrase; before numbers are joined."""

from __future__ import annotations

from rednov_bot.language.carriers import settle_carriers
from rednov_bot.language.detours import settle_detours
from rednov_bot.language.doorways import settle_doorways
from rednov_bot.language.each import settle_each
from rednov_bot.language.goings import settle_goings
from rednov_bot.language.openings import settle_openings
from rednov_bot.language.passings import settle_passings
from rednov_bot.language.thresholds import settle_thresholds
from rednov_bot.language.topics import settle_topics
from rednov_bot.language.whereabouts import settle_whereabouts
from rednov_bot.language.words import Word


def settle_movements(words: list[Word]) -> None:
    """One turn of phrase after the other."""
    settle_topics(words)
    settle_carriers(words)
    settle_doorways(words)
    settle_goings(words)
    settle_thresholds(words)
    settle_openings(words)
    settle_passings(words)
    settle_each(words)
    settle_whereabouts(words)
    settle_detours(words)
