"""The secrets of a game's luck are told: `reveal RN1`, `reveal with the tiles` (A95)."""

from __future__ import annotations

import re
from typing import Final

from rednov_bot.mail.commands.said import Said, Unclear, around
from rednov_bot.mail.commands.wishes import Reveal
from rednov_bot.mail.polite import LEAD

_TILES: Final = r"(?:,? (?:and|with)(?: those of)?(?: all)?(?: the)? (?P<tiles>tiles|hands))?"
REVEAL: Final = re.compile(
    rf"{LEAD}reveal(?: the)?(?: secrets?)?(?: of)?(?: the)?(?: dice| luck)?(?: of)?"
    rf"(?: (?P<game>RN[1-9]\d{{0,5}}))?{_TILES}(?![\w-])",
    re.IGNORECASE,
)


def reveal(found: re.Match[str], said: Said) -> Reveal | Unclear:
    """`reveal RN1 with the tiles`: every gnome agrees that the tiles are told too (A24b)."""
    game = found["game"]
    wish = Reveal(None if game is None else game.upper(), tiles=found["tiles"] is not None)
    return around("reveal", said.first[found.end() :], said) or wish
