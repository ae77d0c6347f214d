"""Points that a resolution awards by itself (setting contest.awards), so that no second word is
needed."""

from __future__ import annotations

from rednov_bot.contest import AwardPoints
from rednov_bot.desk.desk import Desk
from rednov_bot.engine.position import Position


def axes(desk: Desk) -> tuple[str, ...]:
    """Along which axes resolutions award outright.

    None along an axis that does not exist: those points stay due (A86).
    """
    if desk.settings.contest.awards != "with_resolution":
        return ()
    return tuple([axis for axis in ("X", "Y") if axis in desk.axes])


def effects(desk: Desk, before: Position, after: Position) -> tuple[AwardPoints, ...]:
    """What the approval of a draft that leads from *before* to *after* awards."""
    outright = axes(desk)
    new = range(len(before.dues), len(after.dues))
    places = tuple([place for place in new if after.dues[place].axis in outright])
    return (AwardPoints(places),) if places else ()
