"""The position as a ruling sets it, in plain words: `Ann has 30 minutes left, no fire in room 6`.

They become the words that `rednov_bot.engine.rulings` reads; what is not plain is no change.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from rednov_bot.core.commands.names import name_at
from rednov_bot.core.commands.said import Unclear

_ROOM: Final = r"(?:in )?(?:the )?(?:room )?(?P<room>\d{1,2})"
_IS: Final = r"(?:(?: is| stands| lies| should be)?(?: now)?(?: at| on| to)?| =|:)"
_TRACK: Final = "heat|pressure|asphyxiation"
_CONDITION: Final = r"dry|on fire|low water|high water|low|high"
_HATCH: Final = r"(?:the )?(?:hatch )?(?P<one>\d{1,2})-(?P<other>\d{1,2})"
_THERE: Final = r"(?:there is )?(?:an? |the )?"
_Forms = tuple[tuple[re.Pattern[str], str], ...]


def _forms(*forms: tuple[str, str]) -> _Forms:
    return tuple([(re.compile(pattern, re.IGNORECASE), said) for pattern, said in forms])


_THINGS: Final = _forms(
    (rf"(?:the )?(?:track )?(?P<track>{_TRACK})(?: track)?{_IS} (?P<to>\d{{1,2}})", "{track} {to}"),
    (rf"room (?P<room>\d{{1,2}})(?: is)?(?: now)? (?P<how>{_CONDITION})", "room {room} {how}"),
    (r"room (?P<room>\d{1,2})(?: is)?(?: now)? fire", "room {room} on fire"),
    (r"room (?P<room>\d{1,2}) (?:burns|is burning|is in flames)", "room {room} on fire"),
    (rf"{_THERE}fire(?: is| burns)? {_ROOM}", "room {room} on fire"),
    (rf"{_THERE}(?P<how>low|high) water(?: is)? {_ROOM}", "room {room} {how} water"),
    (rf"(?:there is )?no (?P<how>fire|water) {_ROOM}", "no {how} in room {room}"),
    (rf"{_HATCH}(?: is)?(?: now)? (?P<how>blocked|free)", "hatch {one}-{other} {how}"),
    (rf"{_HATCH} is (?:now )?(?:unblocked|not blocked)", "hatch {one}-{other} free"),
    (r"no token (?P<token>[a-z]{3,20})(?: at)?(?P<at> \d{1,2})?", "no token {token}{at}"),
    (r"token (?P<token>[a-z]{3,20})(?: at)? (?P<at>\d{1,2})", "token {token} {at}"),
    (rf"grog{_IS} (?P<to>\d{{1,2}})", "grog {to}"),
)
_POINTS_DUE: Final = re.compile(r"\d{1,4} [XY](?: points?)? due to .+", re.IGNORECASE)
_STATES: Final = r"awake|asleep|fainted|sober|outside|aboard|killed"
_LEFT: Final = r"(?P<left>\d{1,2}) (?P<unit>minutes?)(?: left)?"
_OF_A_GNOME: Final = _forms(
    (rf"(?:has |should have |is at |should be at |with |at )?{_LEFT}", "{left} {unit}"),
    (r"minutes (?P<left>\d{1,2})", "{left} minutes"),
    (r"(?:is |should be |stays |stands |remains )?(?:in )?room (?P<room>\d{1,2})", "room {room}"),
    (rf"(?:is |should be |stays )?(?:still |now )?(?P<how>{_STATES})", "{how}"),
    (r"(?:is |stays )?(?P<how>in the sea)", "{how}"),
    (r"(?:has |with )?intoxication(?: is| of| at)? (?P<drunk>\d)", "intoxication {drunk}"),
    (r"drunk (?P<drunk>\d)", "intoxication {drunk}"),
)
_CHUNK: Final = re.compile(r"\s*[;\n]\s*")
_PIECE: Final = re.compile(r"\s*(?:,(?:\s*and\b)?|\band\b|(?<=\d )with\b)\s*", re.IGNORECASE)
_CANONICAL: Final = re.compile(
    rf"(?:[ ,/]|\d{{1,2}} minutes?|minutes \d{{1,2}}|(?:in )?room \d{{1,2}}|{_STATES}|in the sea"
    r"|(?:intoxication|drunk) \d)+",
    re.IGNORECASE,
)
_LIKE: Final = '"heat 3", "room 5 dry", "hatch 5-6 blocked" or "Ann: 30 minutes, room 4, awake"'


def position_said(text: str, names: Sequence[str]) -> str | Unclear:
    """The changes of the position that a text says, one after the other, as they are read there."""
    said: list[str] = []
    as_written = True
    for chunk in filter(None, _CHUNK.split(text.strip())):
        whole = " ".join(chunk.split()).removesuffix(".")
        if _is_canonical(whole, names):
            said.append(whole)
            continue
        pieces = _pieces(whole, names)
        if isinstance(pieces, Unclear):
            return pieces
        said += pieces
        as_written = False
    return text if as_written else "; ".join(said)


def _is_canonical(chunk: str, names: Sequence[str]) -> bool:
    named = name_at(chunk, 0, names)
    if named is not None:
        return _CANONICAL.fullmatch(chunk[named[1] :].removeprefix(":")) is not None
    return _POINTS_DUE.fullmatch(chunk) is not None or _first(_THINGS, chunk) == chunk.lower()


def _pieces(chunk: str, names: Sequence[str]) -> list[str] | Unclear:
    """What is said between commas and "and"; of a gnome, several things in a row."""
    said: list[str] = []
    of_a_gnome = False
    for piece in filter(None, _PIECE.split(chunk)):
        named = name_at(piece, 0, names)
        if named is not None:
            name, at = named
            words = re.sub(r"^['’]s\b", "", piece[at:]).lstrip(" :")
            part, of_a_gnome = _first(_OF_A_GNOME, words), True
            said += [] if part is None else [f"{name}: {part}"]
        elif of_a_gnome and (part := _first(_OF_A_GNOME, piece)) is not None:
            said[-1] += f", {part}"
        else:
            part, of_a_gnome = _first(_THINGS, piece), False
            said += [] if part is None else [part]
        if part is None:
            return Unclear(f'"{piece}" is no plain change of the position, like {_LIKE}')
    return said


def _first(forms: _Forms, words: str) -> str | None:
    for pattern, said in forms:
        if found := pattern.fullmatch(words):
            parts = {key: value or "" for key, value in found.groupdict().items()}
            return said.format(**{key: value.lower() for key, value in parts.items()})
    return None
