"""Who speaks of eirself by name: "Pip lets himself into 2", "Pip makes eir way to 2"."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from rednov_bot.language.sheet import Sheet

_SELVES: Final = "(?:him|her|em|eir|it|them|xem|hir|zir)sel(?:f|ves)|themself"
_WAY: Final = r"(?:his|her|eir|their|its|hir|xyr)(?= (?:own )?way\b)"


def own(sheet: Sheet, author: str) -> None:
    """What comes back to the author is told as "myself" and "my"."""
    lowered = sheet.text.lower()
    if "sel" in lowered or " way" in lowered:
        sheet.sub(_of(author), lambda match: match["told"] + ("my" if match["way"] else "myself"))


@lru_cache(maxsize=8)
def _of(author: str) -> re.Pattern[str]:
    return re.compile(
        rf"(?P<told>\b{re.escape(author)}\b(?:(?!\b[A-Z])[^.;!?\n])"
        rf"{{1,60}}?)\b(?:(?P<self>{_SELVES})|(?P<way>{_WAY}))\b"
    )
