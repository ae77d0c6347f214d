"""The secrets of a game's luck, told to the list when it is over (A95; docs/luck.md)."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from rednov_bot.papers import Page
from rednov_bot.prose.letterhead import Envelope, Letterhead, page

KEEPS_TILES: Final = (
    "The secret of the tiles is not in it: with it everybody could work out what each gnome held, "
    'and §6 has no end (A24b). If every gnome agrees, reply "reveal with the tiles".'
)
TELLS_TILES: Final = (
    "With the secret of the tiles everybody can work out what each gnome held; §6 has no end "
    "(A24b), so approve this only if every gnome agrees."
)
FOR_EVER: Final = (
    "After that no correction can reopen the game, because everybody would know its draws. "
    "Settle claims of error first."
)
"""What the contestmaster is to mind."""

TOLD_WHEN_APPROVED: Final = "(64 digits, told when you approve)"
"""In place of a secret in its draft."""

_SECRET: Final = re.compile(r"(?m)^( *)[0-9a-f]{64}$")


def not_yet_told(page: Page) -> Page:
    """The posting that tells the secrets of the luck, without them."""
    return replace(page, body=_SECRET.sub(rf"\1{TOLD_WHEN_APPROVED}", page.body))


def secrets(
    tag: str,
    dice: bytes,
    tile: bytes | None,
    *,
    letterhead: Letterhead,
    envelope: Envelope,
    told_before: bool = False,
) -> Page:
    """The end of the secrecy of a game's luck.

    *tile* is None where the tiles stay secret; *told_before* whether that of the *dice* was told.
    """
    return page(
        "public",
        envelope,
        "secret",
        letterhead,
        tag=tag,
        dice=dice.hex(),
        tile="" if tile is None else tile.hex(),
        told_before=told_before,
    )
