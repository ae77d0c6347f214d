"""Who may be told what: events sorted by audience, so that types keep the secrets (§6)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast, get_args

from rednov_bot.games.red_november.rules.events import Event, PrivateEvent, PublicEvent
from rednov_bot.games.red_november.rules.words import GnomeName

_PUBLIC = frozenset(get_args(PublicEvent))
_PRIVATE = frozenset(get_args(PrivateEvent))


def public_only(events: Iterable[Event]) -> tuple[PublicEvent, ...]:
    """What the list may be told, in order."""
    told = [one for one in events if type(one) in _PUBLIC]
    return cast(tuple[PublicEvent, ...], tuple(told))


def private_to(events: Iterable[Event], name: GnomeName) -> tuple[PrivateEvent, ...]:
    """What only *name* may be told, in order."""
    told = cast(list[PrivateEvent], [one for one in events if type(one) in _PRIVATE])
    return tuple([one for one in told if one.to == name])
