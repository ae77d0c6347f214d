"""A position as text, as recorded games keep it: a line for each thing that is not as at the start.

A line is a word for what it is, then values; names that are more than one plain word are quoted.
Only gnomes are always listed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from rednov_bot.games.red_november.rules.position import Ending, Gnome, Position
from rednov_bot.games.red_november.rules.words import (
    NOWHERE,
    SEA,
    TRACKS,
    RoomCondition,
    hatch_label,
)

WIDTH: Final = 10  # of the columns, for people

START: Final = Position()


def write(position: Position) -> str:
    """A position, public and complete."""
    return "".join(f"{line.rstrip()}\n" for line in _lines(position))


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


_PLAIN: Final = re.compile(r"[^\W\d_][\w.'-]*\Z")
_ESCAPES: Final = {"\\": "\\\\", '"': '\\"', "\n": "\\n"}
_UNSEEN: Final = re.compile(r"[^\S ]|[\x00-\x1f\x7f-\x9f\\\"]")


def quoted(name: str) -> str:
    """A name as it is written: as it is if a plain word, else in quotation marks."""
    if _PLAIN.match(name):
        return name
    return '"' + _UNSEEN.sub(_escape, name) + '"'


def _escape(found: re.Match[str]) -> str:
    character = found[0]
    return _ESCAPES.get(character, f"\\u{{{ord(character):x}}}")
