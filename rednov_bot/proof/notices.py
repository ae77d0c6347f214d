"""What a private notice proves: which tiles lay in which places, and what its gnome was told."""

from __future__ import annotations

from rednov_bot.engine.hushed import Hushed
from rednov_bot.engine.words import Item


class ShownTile(Hushed, frozen=True):
    """A tile that a gnome drew, and where it lay."""

    draw: int  # the number of the shuffle
    place: int  # from 1 at the top
    item: Item
    proof: str  # base64


class NoticeProof(Hushed, frozen=True):
    """The section of a notice."""

    tiles: tuple[ShownTile, ...]
    told: str  # hex: the seal of the hand as it was told
