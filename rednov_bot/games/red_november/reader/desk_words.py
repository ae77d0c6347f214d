"""What Red November calls things where the desk is spoken to; positions as rulings say them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from rednov_bot.core.patterns import any_case, lazy_re
from rednov_bot.games.base import GameWords

_ROOM: Final = r"(?:in )?(?:the )?(?:room )?(?P<room>\d{1,2})"
_IS: Final = r"(?:(?: is| stands| lies| should be)?(?: now)?(?: at| on| to)?| =|:)"
_HATCH: Final = r"(?:the )?(?:hatch )?(?P<one>\d{1,2})-(?P<other>\d{1,2})"
_THERE: Final = r"(?:there is )?(?:an? |the )?"
_STATES: Final = r"awake|asleep|fainted|sober|outside|aboard|killed"
_Forms = tuple[tuple[re.Pattern[str], str], ...]


def _forms(*forms: tuple[str, str]) -> _Forms:
    return tuple([(any_case(pattern), said) for pattern, said in forms])


_THINGS: Final = _forms(
    (
        r"(?:the )?(?:track )?(?P<track>heat|pressure|asphyxiation)(?: track)?"
        rf"{_IS} (?P<to>\d{{1,2}})",
        "{track} {to}",
    ),
    (
        r"room (?P<room>\d{1,2})(?: is)?(?: now)? (?P<how>dry|on fire|low water|high water|low"
        r"|high)",
        "room {room} {how}",
    ),
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
_OF_A_GNOME: Final = _forms(
    (
        r"(?:has |should have |is at |should be at |with |at )?"
        r"(?P<left>\d{1,2}) (?P<unit>minutes?)(?: left)?",
        "{left} {unit}",
    ),
    (r"minutes (?P<left>\d{1,2})", "{left} minutes"),
    (r"(?:is |should be |stays |stands |remains )?(?:in )?room (?P<room>\d{1,2})", "room {room}"),
    (rf"(?:is |should be |stays )?(?:still |now )?(?P<how>{_STATES})", "{how}"),
    (r"(?:is |stays )?(?P<how>in the sea)", "{how}"),
    (r"(?:has |with )?intoxication(?: is| of| at)? (?P<drunk>\d)", "intoxication {drunk}"),
    (r"drunk (?P<drunk>\d)", "intoxication {drunk}"),
)
_POINTS_DUE: Final = any_case(r"\d{1,4} [XY](?: points?)? due to .+")
_CHUNK: Final = lazy_re(r"\s*[;\n]\s*")
_PIECE: Final = any_case(r"\s*(?:,(?:\s*and\b)?|\band\b|(?<=\d )with\b)\s*")
_CANONICAL: Final = any_case(
    rf"(?:[ ,/]|\d{{1,2}} minutes?|minutes \d{{1,2}}|(?:in )?room \d{{1,2}}|{_STATES}|in the sea"
    r"|(?:intoxication|drunk) \d)+"
)
_LIKE: Final = '"heat 3", "room 5 dry", "hatch 5-6 blocked" or "Ann: 30 minutes, room 4, awake"'


def position_said(text: str, names: Sequence[str]) -> tuple[str, str]:
    """The changes of the position that a text says, as they are stored; or what is wrong."""
    said: list[str] = []
    as_written = True
    for chunk in filter(None, _CHUNK.split(text.strip())):
        whole = " ".join(chunk.split()).removesuffix(".")
        if _is_canonical(whole, names):
            said.append(whole)
            continue
        as_written = False
        of_a_gnome = False
        for piece in filter(None, _PIECE.split(whole)):
            name = _name(piece, names)
            if name:
                words = re.sub(r"^['’]s\b", "", piece[len(name) :]).lstrip(" :")
                part, of_a_gnome = _first(_OF_A_GNOME, words), True
                said += [] if part is None else [f"{name}: {part}"]
            elif of_a_gnome and (part := _first(_OF_A_GNOME, piece)) is not None:
                said[-1] += f", {part}"
            else:
                part, of_a_gnome = _first(_THINGS, piece), False
                said += [] if part is None else [part]
            if part is None:
                return "", f'"{piece}" is no plain change of the position, like {_LIKE}'
    return text if as_written else "; ".join(said), ""


def _is_canonical(chunk: str, names: Sequence[str]) -> bool:
    if name := _name(chunk, names):
        return _CANONICAL.fullmatch(chunk[len(name) :].removeprefix(":")) is not None
    return _POINTS_DUE.fullmatch(chunk) is not None or _first(_THINGS, chunk) == chunk.lower()


def _name(words: str, names: Sequence[str]) -> str:
    """The longest name that words begin with, "" where they begin with none."""
    for name in sorted(names, key=len, reverse=True):
        if re.match(rf"{re.escape(name)}(?!\w)", words, re.IGNORECASE):
            return name
    return ""


def _first(forms: _Forms, words: str) -> str | None:
    for pattern, said in forms:
        if found := pattern.fullmatch(words):
            parts = {key: (value or "").lower() for key, value in found.groupdict().items()}
            return said.format(**parts)
    return None


WORDS: Final = GameWords(
    title="Red November",
    things=(
        r"heat|pressure|asphyxiation|tracks?|minutes?|minute|time|fire|fires|water|hatch(?:es)?"
        r"|rooms?|die|dice|roll|odds|chance|tokens?|cards?|events?|intoxication|level|grogs?"
        r"|points?|markers?|kraken|reactor|engine|oxygen|missiles?|pumps?|faint(?:ed)?|asleep"
        r"|awake|dead|alive|died|sleep|tiles?|items?|crowbar|toolbox|coffee|aqualung|deck|stash"
    ),
    states=r"dry|flooded|blocked|free|open|closed|on fire|burning|low|high|dead|alive|awake|asleep",
    posted="map|sheet|odds|roll|die",
    acts=(
        r"minutes?|rooms?|hatch(?:es)?|items?|tiles?|grogs?|coffees?|crowbar|toolbox|aqualung"
        r"|gun|charm|fire|water|reactor|engine|pumps?|missiles?|kraken"
    ),
    told_apart=(
        r"hatch(?:es)?|minutes?|rooms?|engine|reactor|pumps?|grogs?|fire|kraken|missiles?|cabin"
        "|aqualung"
    ),
    candidates="room|hatch",
    choices=r"(?:event|opening) \d{1,3}|escape|defence",
    hand="tiles?|cards?",
    status=r"sub(?:marine)?|boat",
    rules="agora|red november|nomic|contract|kraken",
    past=(
        "opened/open went/go moved/move walked/walk entered/enter used/use drank/drink fixed/fix "
        "repaired/repair pumped/pump unblocked/unblock extinguished/extinguish fought/fight "
        "drew/draw took/take gave/give spent/spend did/do stayed/stay attacked/attack"
    ),
    position=position_said,
)
"""Red November as the desk hears of it."""
