"""What one can do, and to which kind of thing."""

from __future__ import annotations

from typing import Final

from rednov_bot.language.words import kinds

_WAY: Final = frozenset(("HATCH", "DOOR", "EXTERIOR", "PATH"))
_HEADING: Final = _WAY | {"TO", "THROUGH", "FROM", "IN", "OUT", "ROOM", "NUM", "SEA"}
_GOODS: Final = frozenset(("ITEM", "TILEWORD", "NOTHING"))

OBJECTS: Final[dict[str, frozenset[str]]] = {
    "USE": frozenset(("ITEM", "NOTHING", "PRONOUN")),
    "OPEN": _WAY | {"ROOM", "NUM", "SEA"},
    "ENTER": _WAY | {"ROOM", "NUM", "MACHINE", "SEA", "THROUGH"},
    "LEAVE": _WAY | {"THROUGH", "TO", "ROOM", "NUM"},
    "STAY": frozenset(("IN", "ROOM")),
    "UNBLOCK": _WAY,
    "EXTINGUISH": frozenset(("FIRE", "PRONOUN")),
    "PUMP": frozenset(("WATER", "ROOMWORD", "ROOM")),
    "FIX": frozenset(("MACHINE", "ROOM", "PRONOUN")),
    "HALT": frozenset(("MACHINE",)),
    "KILL": frozenset(("KRAKEN",)),
    "ATTACK": frozenset(("NAME",)),
    "TAP": frozenset(("ITEM", "BARREL")),
    "DRAW": frozenset(("TILEWORD", "NUM", "BARREL", "ROOM")),
    "GIVE": _GOODS | {"NAME", "YOU", "VAGUE"},
    "DISCARD": frozenset(("ITEM", "TILEWORD", "VAGUE")),
    "JOIN": frozenset(("CONTEST",)),
    "QUIT": frozenset(("CONTEST",)),
    "SPEND": frozenset(("DUR", "VAGUE")),
    "GO": _HEADING,
    "NOACTION": frozenset(),
    "ABANDON": frozenset(),
    "ABANDONSHIP": frozenset(),
}
"""What each doing is done to; `GO` comes last, so that "use hatch 5-8" may go through it."""
VERBS: Final = frozenset(OBJECTS)

ALL_OBJECTS: Final = frozenset().union(*OBJECTS.values()) | {"MACHINE"}
ENDS: Final = kinds(
    "SEP SEPWORD STOP PARAGRAPH QUERY COLON SELF ASIDE OPENING CLOSING UNREAL COND NEG PAST "
    "STATE REMARK ONFAIL AFTER USED NOACT NOTENTER"
)
"""Where the search for a verb's object ends."""
