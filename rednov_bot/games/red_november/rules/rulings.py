"""The changes that a ruling makes in the position, as the contestmaster says them (§25).

    heat 3; room 5 dry; hatch 5-6 blocked; token kraken 9; no token crushed; grog 3
    Ann: 30 minutes, room 4, awake, intoxication 2; Bob: killed; 2 X due to Ann

One change a line, or with `;` between them.  What is written by `words_of` is read as the same.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, assert_never, cast

from msgspec.structs import replace

from rednov_bot.games.red_november.rules.events import (
    Change,
    GnomeRuled,
    GrogRuled,
    HatchRuled,
    PointsRuled,
    RoomRuled,
    TokenRuled,
    TrackRuled,
)
from rednov_bot.games.red_november.rules.position import Gnome, Position
from rednov_bot.games.red_november.rules.tables import Board
from rednov_bot.games.red_november.rules.words import (
    ROOMS,
    SEA,
    TOKEN_KINDS,
    TRACKS,
    Axis,
    RoomCondition,
    TokenKind,
    Track,
    hatch,
    hatch_label,
)

MOST_CHANGES: Final = 40  # in one ruling; a whole sub has fewer things to set
_LONGEST: Final = 200  # characters of one change

_CONDITIONS: Final[dict[str, RoomCondition]] = {
    "dry": "dry",
    "on fire": "fire",
    "fire": "fire",
    "low water": "low",
    "low": "low",
    "high water": "high",
    "high": "high",
}
_CONDITION_WORDS: Final[dict[RoomCondition, str]] = {
    "dry": "dry",
    "fire": "on fire",
    "low": "low water",
    "high": "high water",
}
_NUMBER: Final = r"([0-9]{1,4})"
_REASON: Final = "ruling"


class _Wrong(Exception):
    """A change cannot be read; says why, in half a sentence."""


def changes_from(text: str, position: Position, board: Board) -> tuple[Change, ...] | str:
    """The changes said in *text*, or one sentence on which cannot be read and why."""
    said = [" ".join(piece.split()) for piece in re.split(r"[;\n]", text)]
    pieces = [piece.removesuffix(".") for piece in said if piece]
    if len(pieces) > MOST_CHANGES:
        return f"a ruling changes at most {MOST_CHANGES} things, here are {len(pieces)}"
    changes: list[Change] = []
    for piece in pieces:
        if len(piece) > _LONGEST:
            return f'"{piece[:40]}..." is too long for a change of the position'
        try:
            changes.append(_change(piece, position, board))
        except _Wrong as why:
            return f'"{piece}": {why}'
    return tuple(changes)


def _change(piece: str, position: Position, board: Board) -> Change:
    for pattern, reader in _FORMS:
        found = re.fullmatch(pattern, piece, re.IGNORECASE)
        if found is not None:
            return reader(found, position, board)
    if (gnome := _named_first(piece, position)) is not None:
        return _gnome(gnome, piece[len(gnome.name) :].lstrip(" :"), position)
    raise _Wrong(
        "say, for instance, heat 3, room 5 dry, hatch 5-6 blocked, token kraken 9, no token "
        "kraken, grog 3, 2 X due to NAME, or NAME: 30 minutes, room 4, awake, intoxication 2, "
        "killed"
    )


def _within(number: str, lowest: int, highest: int, what: str) -> int:
    if lowest <= int(number) <= highest:
        return int(number)
    raise _Wrong(f"{what} {lowest} to {highest}, not {number}")


def _track(found: re.Match[str], position: Position, board: Board) -> Change:
    stands_at = _within(found[2], 1, 10, "a track stands at")
    return TrackRuled(cast("Track", found[1].lower()), stands_at)


def _room(found: re.Match[str], position: Position, board: Board) -> Change:
    room = _within(found[1], ROOMS[0], ROOMS[-1], "rooms are numbered")
    return RoomRuled(room, _CONDITIONS[found[2].lower()])


def _rid(found: re.Match[str], position: Position, board: Board) -> Change:
    """A room without what is there: it becomes dry, and a room with something else does not."""
    room = _within(found[2], ROOMS[0], ROOMS[-1], "rooms are numbered")
    of, has = found[1].lower(), position.rooms[room]
    if (of == "fire") != (has == "fire") or has == "dry":
        raise _Wrong(f"room {room} is {_CONDITION_WORDS[has]} as it is")
    return RoomRuled(room, "dry")


def _hatch(found: re.Match[str], position: Position, board: Board) -> Change:
    ends = hatch(int(found[1]), int(found[2]))
    if ends not in board.interior:
        raise _Wrong(f"there is no hatch {hatch_label(ends)} inside the sub")
    return HatchRuled(ends, found[3].lower() == "blocked")


def _token(found: re.Match[str], position: Position, board: Board) -> Change:
    space = _within(found[2], 0, 60, "the time track has spaces")
    return TokenRuled(cast("TokenKind", found[1].lower()), space)


def _no_token(found: re.Match[str], position: Position, board: Board) -> Change:
    kind = cast("TokenKind", found[1].lower())
    lying = [space for token, space in position.tokens if token == kind]
    space = int(found[2]) if found[2] else lying[0] if lying else -1
    if space not in lying:
        raise _Wrong(f"no token {kind} lies {f'at {space}' if found[2] else 'on the time track'}")
    if len(lying) > 1 and not found[2]:
        raise _Wrong(f"several lie on the time track, say which: no token {kind} {lying[0]}")
    return TokenRuled(kind, space, gone=True)


def _grog(found: re.Match[str], position: Position, board: Board) -> Change:
    return GrogRuled(_within(found[1], 0, 6, "the captain's grogs left are"))


def _points(found: re.Match[str], position: Position, board: Board) -> Change:
    points = _within(found[1], 1, 999, "points due are")
    named = [one.name for one in position.gnomes if one.name.casefold() == found[3].casefold()]
    if not named:
        raise _Wrong(f"{found[3]} is no gnome of this game")
    axis: Axis = "X" if found[2].upper() == "X" else "Y"
    return PointsRuled(named[0], axis, points, found[4] or _REASON)


_TRACK_NAMES, _TOKENS = "|".join(TRACKS), "|".join(TOKEN_KINDS)
_FORMS: Final[tuple[tuple[str, Callable[[re.Match[str], Position, Board], Change]], ...]] = (
    (rf"(?:track )?({_TRACK_NAMES})(?: is| at| to)? {_NUMBER}", _track),
    (rf"room {_NUMBER}(?: is)? ({'|'.join(_CONDITIONS)})", _room),
    (rf"no (fire|water) in room {_NUMBER}", _rid),
    (rf"hatch {_NUMBER}-{_NUMBER}(?: is)? (blocked|free)", _hatch),
    (rf"token ({_TOKENS})(?: at)? {_NUMBER}", _token),
    (rf"no token ({_TOKENS})(?: at)?(?: {_NUMBER})?", _no_token),
    (rf"grog(?: is| at)? {_NUMBER}", _grog),
    (rf"{_NUMBER} ([XY])(?: points?)? due to (.+?)(?: for (.+))?", _points),
)


def _named_first(piece: str, position: Position) -> Gnome | None:
    """The gnome whose name the words begin with, the longest such name."""
    low = piece.casefold()
    fitting = [
        one
        for one in position.gnomes
        if low.startswith(one.name.casefold()) and piece[len(one.name) : len(one.name) + 1] in " :"
    ]
    return max(fitting, key=lambda one: len(one.name), default=None)


_PARTS: Final = re.compile(
    rf"(?:{_NUMBER} minutes?|minutes {_NUMBER}|(?:in )?room {_NUMBER}|(outside|in the sea)"
    rf"|(awake)|(asleep|fainted)|(?:intoxication|drunk) {_NUMBER}|(sober)|(killed)|(aboard))",
    re.IGNORECASE,
)


def _gnome(gnome: Gnome, said: str, position: Position) -> GnomeRuled:
    ruled = GnomeRuled(gnome.name)
    for part in re.split(r" ?[,/] ?", said.removeprefix("is ")):
        found = _PARTS.fullmatch(part)
        if found is None:
            raise _Wrong(
                f"{part!r} is not said of a gnome; say 30 minutes, room 4, outside, awake, asleep, "
                "intoxication 2, killed or aboard"
            )
        ruled = _with_part(ruled, found)
    return _whole(ruled, gnome, position)


def _with_part(ruled: GnomeRuled, found: re.Match[str]) -> GnomeRuled:
    minutes, room, drunk = found[1] or found[2], found[3], found[7]
    if minutes:
        return replace(ruled, minutes=_within(minutes, 0, 60, "minutes are"))
    if room:
        return replace(ruled, at=_within(room, ROOMS[0], ROOMS[-1], "rooms are numbered"))
    if found[4]:
        return replace(ruled, at=SEA)
    if found[5] or found[6]:
        return replace(ruled, fainted=bool(found[6]))
    if drunk or found[8]:
        return replace(ruled, intoxication=_within(drunk or "0", 0, 4, "intoxication is"))
    return replace(ruled, fate="killed" if found[9] else "aboard")


def _whole(ruled: GnomeRuled, gnome: Gnome, position: Position) -> GnomeRuled:
    """The same, if it can be true of them."""
    name, only = gnome.name, GnomeRuled(gnome.name, fate="killed")
    if ruled.fate == "killed" and ruled != only:
        raise _Wrong(f"of {name} killed nothing else can be said")
    if ruled.fate == "killed" and position.pending == name:
        raise _Wrong(f"{name}'s turn awaits its resolution; reject or resolve it first")
    if ruled.fate is None and not gnome.in_play:
        raise _Wrong(f"{name} is {gnome.fate}; say also aboard, a room and minutes")
    if ruled.fate == "aboard" and not gnome.in_play and (ruled.at is None or not ruled.minutes):
        raise _Wrong(f"{name} comes back aboard; say also a room and minutes")
    return ruled


def words_of(change: Change) -> str:
    """The change as it is said, and read."""
    match change:
        case TrackRuled():
            return f"{change.track} {change.stands_at}"
        case RoomRuled():
            return f"room {change.room} {_CONDITION_WORDS[change.condition]}"
        case HatchRuled():
            return f"hatch {hatch_label(change.hatch)} {'blocked' if change.blocked else 'free'}"
        case TokenRuled():
            return f"{'no ' if change.gone else ''}token {change.token} {change.space}"
        case GrogRuled():
            return f"grog {change.left}"
        case GnomeRuled():
            return f"{change.gnome}: {', '.join(_gnome_words(change))}"
        case PointsRuled():
            why = f" for {change.reason}" if change.reason != _REASON else ""
            return f"{change.points} {change.axis} due to {change.gnome}{why}"
        case _:
            assert_never(change)


def _gnome_words(ruled: GnomeRuled) -> list[str]:
    said: list[str] = [ruled.fate] if ruled.fate is not None else []
    if ruled.minutes is not None:
        said.append("1 minute" if ruled.minutes == 1 else f"{ruled.minutes} minutes")
    if ruled.at is not None:
        said.append("outside" if ruled.at == SEA else f"room {ruled.at}")
    if ruled.fainted is not None:
        said.append("asleep" if ruled.fainted else "awake")
    if ruled.intoxication is not None:
        said.append(f"intoxication {ruled.intoxication}")
    return said
