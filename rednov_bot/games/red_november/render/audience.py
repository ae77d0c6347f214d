"""Who may be told what: events sorted by audience, so that types keep the secrets (§6)."""

from __future__ import annotations

from collections.abc import Iterable

from rednov_bot.games.red_november.rules.events import Event, PrivateEvent, PublicEvent
from rednov_bot.games.red_november.rules.words import GnomeName


def public_only(events: Iterable[Event]) -> tuple[PublicEvent, ...]:
    """What the list may be told, in order."""
    return tuple([one for one in events if isinstance(one, PublicEvent)])


def private_to(events: Iterable[Event], name: GnomeName) -> tuple[PrivateEvent, ...]:
    """What only *name* may be told, in order."""
    return tuple([one for one in events if isinstance(one, PrivateEvent) and one.to == name])
