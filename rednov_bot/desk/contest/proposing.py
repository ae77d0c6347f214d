"""A crew is proposed where the contestmaster names none: by joining order, three to eight (A84)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rednov_bot.desk.contest import office, starting
from rednov_bot.desk.desk import Desk
from rednov_bot.engine.options import Options, options_from
from rednov_bot.engine.tables import MOST_GNOMES
from rednov_bot.engine.words import GnomeName
from rednov_bot.papers import Draft
from rednov_bot.ports import Records


def propose(desk: Desk, records: Records, given: Mapping[str, Any]) -> Draft:
    """The draft of an opening with the contestants who joined first; rejected, it is none.

    Raises CannotStart, as `starting.start` does.
    """
    desk = office.seated(desk, records)
    options = options_from({**desk.settings.game.options, **given})
    if isinstance(options, str):
        options = Options()  # what is wrong with them is told by `start`
    return starting.start(desk, records, crew(desk, records, options), given)


def crew(desk: Desk, records: Records, options: Options) -> tuple[GnomeName, ...]:
    """The contestants in the order of their joining, eight at most.

    The contestmaster is among them only where e may play, and then eir deputy is not (A83).
    """
    barred = desk.contestmaster
    if options.contestmaster_plays and desk.contest is not None:
        barred = desk.contest.deputy or barred
    every = starting.members(desk, records)
    return tuple(name for name in every if name != barred)[:MOST_GNOMES]
