"""The luck: `beacon 5417233 VALUE` supplies a value, `reveal RN1` tells its secret (A95)."""

from __future__ import annotations

import re
from typing import Final

from rednov_bot.mail.commands.said import Said, Unclear, around
from rednov_bot.mail.commands.wishes import Beacon, Reveal
from rednov_bot.mail.polite import LEAD

_TILES: Final = r"(?:,? (?:and|with)(?: those of)?(?: all)?(?: the)? (?P<tiles>tiles|hands))?"
REVEAL: Final = re.compile(
    rf"{LEAD}reveal(?: the)?(?: secrets?)?(?: of)?(?: the)?(?: dice| luck)?(?: of)?"
    rf"(?: (?P<game>RN[1-9]\d{{0,5}}))?{_TILES}(?![\w-])",
    re.IGNORECASE,
)

BEACON: Final = re.compile(
    rf"{LEAD}(?:choose )?beacon,?(?: round)? #?(?P<round>[1-9]\d{{0,17}}):?"
    r"(?: is| =)? ?(?P<value>\S*)",
    re.IGNORECASE,
)
_HEX: Final = re.compile(r"[0-9a-f]{64}", re.IGNORECASE)


def beacon(found: re.Match[str], said: Said) -> Beacon | Unclear:
    """`beacon 5417233 c0ffee...`; the value may stand in the line below."""
    value = (found["value"] or " ".join(said.rest.split())).rstrip(".")
    if not _HEX.fullmatch(value):
        return Unclear("the value of a round is 64 hex digits: beacon 5417233 VALUE")
    return Beacon(int(found["round"]), value.lower())


def reveal(found: re.Match[str], said: Said) -> Reveal | Unclear:
    """`reveal RN1 with the tiles`: every gnome agrees that the tiles are told too (A24b)."""
    game = found["game"]
    wish = Reveal(None if game is None else game.upper(), tiles=found["tiles"] is not None)
    return around("reveal", said.first[found.end() :], said) or wish
