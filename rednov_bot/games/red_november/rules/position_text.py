"""A position as text: the gamestate sheet, a line for each thing that is not as at the start.

What is written can be read.  A line is a word for what it is, then values; names that are more
than one plain word are quoted.  Only gnomes are always listed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final, TypeVar

from msgspec.structs import replace

from rednov_bot.games.red_november.rules.position import Due, Ending, Gift, Gnome, Position, Token
from rednov_bot.games.red_november.rules.words import (
    NOWHERE,
    SEA,
    TOKEN_KINDS,
    TRACKS,
    Hatch,
    Place,
    RoomCondition,
    hatch,
    hatch_label,
)

WIDTH: Final = 10  # of the columns, for people
LONGEST: Final = 9999  # no number on a sheet is higher

START: Final = Position()


def write(position: Position) -> str:
    """The sheet of a position, public and complete."""
    return "".join(f"{line.rstrip()}\n" for line in _lines(position))


def read(text: str) -> Position | str:
    """The position on a sheet, or one sentence on what is wrong in which line.

    Blank lines and lines that begin with `#` are passed over.
    """
    try:
        position = START
        for line in lines_of(text):
            position = _READERS.get(line.head, _unknown)(position, line)
            line.end()
        return position
    except Malformed as fault:
        return str(fault)


def _lines(position: Position) -> Iterator[str]:
    for gnome in position.gnomes:
        yield _gnome_line(gnome)
    for place, condition in enumerate(position.rooms):
        if condition != START.rooms[place]:
            yield _line("room", str(place), _CONDITIONS[condition])
    if position.blocked:
        yield _line("blocked", *(hatch_label(ends) for ends in sorted(position.blocked)))
    for track in TRACKS:
        if position.track(track) != START.track(track):
            yield _line("track", track, str(position.track(track)))
    for kind, space in position.tokens:
        yield _line("token", kind, str(space))
    for word, number in _numbers(position):
        if number != dict(_numbers(START))[word]:
            yield _line(word, str(number))
    if position.played:
        yield _line("played", *map(str, position.played))
    if position.removed:
        yield _line("removed", *map(str, position.removed))
    if not position.kraken_aside:
        yield _line("kraken", "in play")
    if position.pending is not None:
        yield _line("pending", quoted(position.pending))
    for gift in position.gifts:
        yield _line("gift", quoted(gift.giver), "to", quoted(gift.recipient))
    for due in position.dues:
        yield _line("due", quoted(due.gnome), due.axis, str(due.points), quoted(due.reason))
    if position.ending is not None:
        yield from _ending_lines(position.ending)


def _line(head: str, *values: str) -> str:
    return f"{head:<{WIDTH}}{' '.join(values)}"


def _numbers(position: Position) -> tuple[tuple[str, int], ...]:
    return (
        ("grog", position.stash),
        ("deck", position.deck_left),
        ("pot", position.y_pot),
        ("turn", position.turns),
    )


_CONDITIONS: Final[dict[RoomCondition, str]] = {
    "dry": "dry",
    "fire": "on fire",
    "low": "low water",
    "high": "high water",
}


def _gnome_line(gnome: Gnome) -> str:
    where = {SEA: "outside", NOWHERE: "nowhere"}.get(gnome.at, f"room {gnome.at}")
    parts = [
        f"{quoted(gnome.name):<{WIDTH - 1}}",
        f"{where:<8}",
        f"minutes {gnome.minutes:<3}",
        f"drunk {gnome.intoxication}",
    ]
    if gnome.fainted:
        parts.append("fainted")
    if not gnome.in_play:
        parts.append(gnome.fate)
    if gnome.arrived:
        parts.append(f"arrived {gnome.arrived}")
    if gnome.drew_in:
        parts.append(f"drew {gnome.drew_in}")
    return _line("gnome", " ".join(parts))


def _ending_lines(ending: Ending) -> Iterator[str]:
    yield _line("over", "lost" if ending.sub_lost else "afloat")
    yield _line("winners", *map(quoted, ending.winners))
    yield _line("losers", *map(quoted, ending.losers))


def _read_gnome(position: Position, line: Words) -> Position:
    name = line.name("a gnome's name")
    if any(gnome.name == name for gnome in position.gnomes):
        raise line.wrong(f"there are two gnomes called {name}")
    at = _read_place(line)
    line.word("minutes")
    minutes = line.number(0, 60)
    line.word("drunk")
    gnome = Gnome(name=name, at=at, minutes=minutes, intoxication=line.number(0, 4))
    while not line.done:
        match line.choice("fainted", "killed", "abandoned", "arrived", "drew"):
            case "fainted":
                gnome = replace(gnome, fainted=True)
            case "killed":
                gnome = replace(gnome, fate="killed")
            case "abandoned":
                gnome = replace(gnome, fate="abandoned")
            case "arrived":
                gnome = replace(gnome, arrived=line.number(-LONGEST, LONGEST))
            case _:
                gnome = replace(gnome, drew_in=line.number(1, 10))
    return replace(position, gnomes=(*position.gnomes, gnome))


def _read_place(line: Words) -> Place:
    match line.choice("room", "outside", "nowhere"):
        case "room":
            return line.number(1, 10)
        case "outside":
            return SEA
        case _:
            return NOWHERE


def _read_room(position: Position, line: Words) -> Position:
    room = line.number(1, 10)
    said = " ".join(line.rest())
    for condition, words in _CONDITIONS.items():
        if said == words:
            rooms = position.rooms
            return replace(position, rooms=(*rooms[:room], condition, *rooms[room + 1 :]))
    raise line.wrong(f"a room is {', '.join(_CONDITIONS.values())}, not {said!r}")


def _read_blocked(position: Position, line: Words) -> Position:
    return replace(position, blocked=frozenset(_hatch(line, label) for label in line.rest()))


def _hatch(line: Words, label: str) -> Hatch:
    ends = re.fullmatch(r"([0-9]{1,2})-([0-9]{1,2}|sea)", label)
    if ends is None:
        raise line.wrong(f"a hatch is written like 5-8 or 6-sea, not {label!r}")
    return hatch(int(ends[1]), SEA if ends[2] == "sea" else int(ends[2]))


def _read_track(position: Position, line: Words) -> Position:
    return replace(position, **{line.choice(*TRACKS): line.number(1, 10)})


def _read_token(position: Position, line: Words) -> Position:
    token: Token = (line.choice(*TOKEN_KINDS), line.number(0, 60))
    return replace(position, tokens=(*position.tokens, token))


def _read_kraken(position: Position, line: Words) -> Position:
    line.word("in")
    line.word("play")
    return replace(position, kraken_aside=False)


def _read_gift(position: Position, line: Words) -> Position:
    giver = line.name("the giver")
    line.word("to")
    gift = Gift(giver, line.name("the recipient"))
    return replace(position, gifts=(*position.gifts, gift))


def _read_due(position: Position, line: Words) -> Position:
    name = line.name("a gnome's name")
    due = Due(name, line.choice("X", "Y"), line.number(0, LONGEST), line.name("the reason"))
    return replace(position, dues=(*position.dues, due))


def _read_over(position: Position, line: Words) -> Position:
    return replace(position, ending=Ending((), (), line.choice("lost", "afloat") == "lost"))


def _read_side(position: Position, line: Words) -> Position:
    if position.ending is None:
        raise line.wrong(f"the line `over` must come before `{line.head}`")
    return replace(position, ending=replace(position.ending, **{line.head: line.rest()}))


def _number(field: str, highest: int = LONGEST) -> Callable[[Position, Words], Position]:
    return lambda position, line: replace(position, **{field: line.number(0, highest)})


def _cards(field: str) -> Callable[[Position, Words], Position]:
    return lambda position, line: replace(position, **{field: line.numbers()})


def _unknown(position: Position, line: Words) -> Position:
    raise line.wrong(f"there is no line {line.head!r}; lines are {', '.join(sorted(_READERS))}")


_READERS: Final[dict[str, Callable[[Position, Words], Position]]] = {
    "gnome": _read_gnome,
    "room": _read_room,
    "blocked": _read_blocked,
    "track": _read_track,
    "token": _read_token,
    "grog": _number("stash", 6),
    "deck": _number("deck_left"),
    "pot": _number("y_pot"),
    "turn": _number("turns"),
    "played": _cards("played"),
    "removed": _cards("removed"),
    "kraken": _read_kraken,
    "pending": lambda position, line: replace(position, pending=line.name("a gnome's name")),
    "gift": _read_gift,
    "due": _read_due,
    "over": _read_over,
    "winners": _read_side,
    "losers": _read_side,
}


L = TypeVar("L", bound=str)

_PLAIN: Final = re.compile(r"[^\W\d_][\w.'-]*\Z")
_WORD: Final = re.compile(r'\s*(?:"((?:[^"\\]|\\.)*)"|([^\s"]+))(?=\s|\Z)', re.ASCII)
_ESCAPES: Final = {"\\": "\\\\", '"': '\\"', "\n": "\\n"}
_UNSEEN: Final = re.compile(r"[^\S ]|[\x00-\x1f\x7f-\x9f\\\"]")
_ESCAPED: Final = re.compile(r"\\(?:u\{((?:10|[0-9a-f])?[0-9a-f]{1,4})\}|(.))", re.DOTALL)


class Malformed(Exception):
    """A sheet cannot be read; says which line and why."""


def quoted(name: str) -> str:
    """A name as it stands on a sheet: as it is if a plain word, else in quotation marks."""
    if _PLAIN.match(name):
        return name
    return '"' + _UNSEEN.sub(_escape, name) + '"'


def _escape(found: re.Match[str]) -> str:
    character = found[0]
    return _ESCAPES.get(character, f"\\u{{{ord(character):x}}}")


def _plain(text: str) -> str:
    """What stands between quotation marks, without its escapes."""

    def character(found: re.Match[str]) -> str:
        if found[1] is not None:
            return chr(int(found[1], 16))
        return "\n" if found[2] == "n" else found[2]

    return _ESCAPED.sub(character, text)


class Words:
    """One line, read word by word."""

    def __init__(self, number: int, words: list[str]) -> None:
        self.number_of_line = number
        self.head = words[0]
        self._left = words[:0:-1]

    @property
    def done(self) -> bool:
        """Whether every word has been read."""
        return not self._left

    def wrong(self, why: str) -> Malformed:
        """The fault of this line, to be raised."""
        return Malformed(f"line {self.number_of_line}: {why}")

    def end(self) -> None:
        """Nothing may be left over."""
        if self._left:
            raise self.wrong(f"{self._left[-1]!r} is too much")

    def name(self, what: str) -> str:
        """The next word, whatever it says; *what* it should be is told when there is none."""
        if not self._left:
            raise self.wrong(f"{what} is missing")
        return self._left.pop()

    def word(self, expected: str) -> None:
        """The next word is this one."""
        if (said := self.name(f"the word {expected!r}")) != expected:
            raise self.wrong(f"{expected!r} is expected where {said!r} stands")

    def choice(self, *allowed: L) -> L:
        """The next word, one of these."""
        said = self.name(f"one of {', '.join(allowed)}")
        for word in allowed:
            if said == word:
                return word
        raise self.wrong(f"one of {', '.join(allowed)} is expected where {said!r} stands")

    def number(self, lowest: int, highest: int) -> int:
        """The next word, a whole number in this range."""
        said = self.name("a number")
        if re.fullmatch(r"-?[0-9]{1,9}", said) and lowest <= int(said) <= highest:
            return int(said)
        raise self.wrong(f"a number from {lowest} to {highest} is expected where {said!r} stands")

    def numbers(self) -> tuple[int, ...]:
        """All words that are left, numbers from 0 up."""
        found: list[int] = []
        while not self.done:
            found.append(self.number(0, 9999))
        return tuple(found)

    def rest(self) -> tuple[str, ...]:
        """All words that are left, as they are."""
        words = tuple(reversed(self._left))
        self._left.clear()
        return words


def lines_of(text: str) -> Iterator[Words]:
    """The lines that say something; line breaks inside a quoted name are escaped."""
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        words, at = [], 0
        bare = line.rstrip()
        while at < len(bare):
            found = _WORD.match(bare, at)
            if found is None:
                raise Malformed(
                    f"line {number}: a quotation mark is not closed, or stands in a word"
                )
            words.append(_plain(found[1]) if found[1] is not None else found[2])
            at = found.end()
        yield Words(number, words)
