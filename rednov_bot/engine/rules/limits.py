"""Hand limits: imposed by events, met by discarding, judged when a resolution is complete (§17)."""

from __future__ import annotations

from rednov_bot.engine import happenings as h
from rednov_bot.engine.gamestate import Limit
from rednov_bot.engine.logbook import Logbook
from rednov_bot.engine.options import Options
from rednov_bot.engine.rules.held import exceeds
from rednov_bot.engine.turn import Orders
from rednov_bot.engine.words import GnomeName, Item


def impose(log: Logbook, limit: int, only: GnomeName | None, options: Options) -> None:
    """A hand limit for one gnome or for all: whoever holds more must discard (§17).

    Only those above the limit at the event are concerned; gnomes without minutes are not pressed
    (A78, A119).  Of several limits the smallest holds.
    """
    log.tell(h.LimitImposed(limit, only))
    for seat, gnome in enumerate(log.position.gnomes):
        if not gnome.in_play or gnome.minutes <= 0 or only not in (None, gnome.name):
            continue
        held = len(log.secrets.hands[seat])
        if held <= limit:
            continue
        pending = log.secrets.limits[seat]
        least = limit if pending is None else min(limit, pending.limit)
        owed = None
        if options.hand_limit_basis == "at_event":
            owed = max(held - limit, (pending.owed or 0) if pending else 0)
        log.whisper(h.LimitPending(gnome.name, least, held, owed))


def wished_discards(
    limit: Limit | None, hand: tuple[Item, ...], orders: Orders
) -> tuple[Item, ...]:
    """The discards that a gnome wished for a hand limit, at most as many as it asks for (A78).

    A proposal that only the gnome emself can carry out, by announcement (§17).
    """
    over = exceeds(limit, hand)
    wished = [item for kind in orders.drop for item in hand if item == kind]
    others = [item for item in hand if item not in (*orders.drop, *orders.keep)]
    if orders.keep and len(wished) + len(others) <= over:
        wished += others  # what is to be kept leaves no choice among the rest
    return tuple(wished[:over])


def lift_met(log: Logbook) -> None:
    """Hand limits that are met by now are over, whatever met them (A78, A119)."""
    for seat, gnome in enumerate(log.position.gnomes):
        limit = log.secrets.limits[seat]
        if limit is None:
            continue
        if gnome.minutes <= 0 or not exceeds(limit, log.secrets.hands[seat]):
            log.whisper(h.LimitLifted(gnome.name))
