"""How much of a stretch of time a gnome could have used (A91), and how much the bot lost."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from rednov_bot.contest import Outage
from rednov_bot.desk.desk import Ongoing
from rednov_bot.engine.gamestate import Gamestate
from rednov_bot.engine.options import Options
from rednov_bot.engine.rules.held import exceeds
from rednov_bot.engine.rules.plan import hindrances
from rednov_bot.engine.words import GnomeName
from rednov_bot.ports import Records


def able(
    records: Records,
    now: Ongoing,
    name: GnomeName,
    since: datetime,
    until: datetime,
    *,
    openly: bool = False,
) -> timedelta:
    """How much of the time e could act: awake, not barred, no turn unresolved, the bot at work.

    *openly*: as far as everybody can see, for a hand limit bars em too (§6, §17).
    """
    outages = records.outages(since)
    total = timedelta()
    steps = [one for one in records.chapters(now.game.id) if one.at > since]
    first = min([one.number for one in steps], default=now.number + 1) - 1
    begins = since
    for number, ends in [
        *[(one.number - 1, one.at) for one in steps],
        (now.number, until),
    ]:
        known = number >= max(first, 1)
        state = records.gamestate_at(now.game.id, number) if known else None
        if state is not None and _may_act(state, name, now.options, openly=openly):
            total += max(ends - begins, timedelta()) - lost(outages, begins, ends)
        begins = ends
    return max(total, timedelta())


def lost(outages: Iterable[Outage], since: datetime, until: datetime) -> timedelta:
    """How much of the time the bot was not at work."""
    spans = [min(one.ends, until) - max(one.begins, since) for one in outages]
    return sum([span for span in spans if span > timedelta()], timedelta())


def _may_act(state: Gamestate, name: GnomeName, options: Options, *, openly: bool) -> bool:
    position, secrets = state.position, state.secrets
    if next(hindrances(position, name, options), None) is not None:
        return False
    if openly:
        return True
    seat = position.seat(name)
    return not exceeds(secrets.limits[seat], secrets.hands[seat])
