"""Who may be told what: happenings sorted by audience, so that types keep the secrets (§6)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeGuard, get_args

from rednov_bot.engine.happenings import Happening, PrivateHappening, PublicHappening
from rednov_bot.engine.words import GnomeName

_PUBLIC = frozenset(get_args(PublicHappening))
_PRIVATE = frozenset(get_args(PrivateHappening))


def public_only(happenings: Iterable[Happening]) -> tuple[PublicHappening, ...]:
    """What the list may be told, in order."""
    return tuple([one for one in happenings if _public(one)])


def private_to(happenings: Iterable[Happening], name: GnomeName) -> tuple[PrivateHappening, ...]:
    """What only *name* may be told, in order."""
    return tuple([one for one in happenings if _private(one) and one.to == name])


def _public(happening: Happening) -> TypeGuard[PublicHappening]:
    return type(happening) in _PUBLIC


def _private(happening: Happening) -> TypeGuard[PrivateHappening]:
    return type(happening) in _PRIVATE
