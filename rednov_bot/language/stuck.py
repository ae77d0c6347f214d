"""Hatches that are said to be blocked, so that freeing one of them may mean it."""

from __future__ import annotations

from typing import Final

from rednov_bot.engine.words import Place
from rednov_bot.language.chunks import Heading, Move
from rednov_bot.language.neighbours import place_of
from rednov_bot.language.parser import parse
from rednov_bot.language.segments import Segment
from rednov_bot.language.words import kinds

_WAY: Final = kinds("DOOR HATCH TO FROM BETWEEN AND NUM ROOM")
_STUCK: Final = frozenset(("stuck", "blocked", "jammed", "shut", "wedged"))


def said_where(segment: Segment) -> Place | None:
    """ "I'm in 8": where the gnome stands."""
    if not segment.kinds >= {"SELF", "IN"}:
        return None
    words = [word for word in segment.words if word.type not in ("FILL", "ROOMWORD", "NOW")]
    if [word.type for word in words[:2]] != ["SELF", "IN"] or len(words) != 3:
        return None
    return place_of(words[2]) if words[2].type in ("NUM", "ROOM", "MACHINE") else None


def said_stuck(segment: Segment) -> tuple[Heading, ...]:
    """ "The hatch from 6 to 5 is blocked": which one that is; () where nothing like it is said."""
    if not segment.has("DOOR", "HATCH") or "NEG" in segment.kinds:
        return ()
    if not any(word.text in _STUCK for word in segment.words):
        return ()
    chunk = parse([[word for word in segment.words if word.type in _WAY]])[0]
    return chunk.headings if isinstance(chunk, Move) and len(chunk.headings) == 1 else ()
