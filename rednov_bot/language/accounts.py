"""What became of each stretch of a text, and why: a reading explains itself."""

from __future__ import annotations

from typing import Final, assert_never

import msgspec

from rednov_bot.engine.words import SEA, Place
from rednov_bot.language.chunks import (
    Amount,
    Chunk,
    Drop,
    Gain,
    Gift,
    Heading,
    Membership,
    Move,
    Nothing,
    Spot,
    Stay,
    Target,
    Tiles,
    Work,
)
from rednov_bot.language.frames import Mood
from rednov_bot.language.segments import Belongs

MOODS: Final[dict[Mood, str]] = {
    "real": "says nothing to the game",
    "unreal": "set aside: planned, wished or thought of, not done",
    "past": "set aside: tells of what was done before",
    "conditional": "hangs on a condition",
    "negated": "set aside: says what is not done",
    "other": "set aside: about somebody else",
    "statement": "set aside: states something, does nothing",
    "remark": "set aside: a reason or a remark",
    "unclear": "may or may not be announced",
}
PARTS: Final[dict[Belongs, str]] = {
    "turn": "",
    "escape": "after a failure: ",
    "block": "order for a blocked hatch: ",
    "spread": "order for spreading fire: ",
    "defend": "order for an attack: ",
}


class Account(msgspec.Struct, frozen=True):
    """A stretch of the text, by its offsets, and what became of it."""

    start: int
    end: int
    became: str


def told(chunk: Chunk | None) -> str:
    """What a clause says, in the game's words."""
    match chunk:
        case None:
            return "not understood"
        case Tiles(item=item, count=count, how=how):
            verb = {"use": "uses ", "means": "by means of ", "": "names "}[how]
            return verb + _counted(item.replace("_", " ") or "item", count)
        case Move(how=how, headings=headings, place=place):
            parts = [_heading(one) for one in headings]
            parts += [_place(place)] if place is not None else []
            return " ".join([_GOES[how], *parts])
        case Stay():
            return "does not go through"
        case Spot(place=place, number=number):
            return f"number {number}" if number is not None else f"place {_place(place)}"
        case Work(name=name, victim=victim):
            return " ".join(filter(None, ["action", name.replace("_", " "), victim]))
        case Target(name=name):
            return f"the aim of {name.replace('_', ' ')}"
        case Gain(name=name, count=count):
            return f"action {name.replace('_', ' ')}" + (f", {count}" if count else "")
        case Gift(to=to, tiles=tiles):
            goods = f"{told(tiles)} " if tiles is not None else ""
            return f"gives {goods}{f'to {to}' if to else ''}".rstrip()
        case Drop(tiles=tiles):
            return f"discards: {told(tiles)}"
        case Amount(minutes=number):
            return f"{number} minute{'' if number == 1 else 's'}"
        case Membership(joins=joins):
            return "joins" if joins else "leaves"
        case Nothing():
            return "says that something is left out"
        case _:
            assert_never(chunk)


_GOES: Final = {
    "open": "opens",
    "go": "goes",
    "enter": "enters",
    "leave": "goes out",
    "exit": "leaves",
    "": "way",
}


def _counted(noun: str, count: int | None) -> str:
    if count is None:
        return f"some {noun}s"
    return noun if count == 1 else f"{count} {noun}s"


def _place(place: Place | None) -> str:
    return "the sea" if place == SEA else f"room {place}"


def _heading(heading: Heading) -> str:
    ends = "-".join("sea" if place == SEA else str(place) for place in heading.places)
    word = {"inside_of": "in", "pass": "through", "hatch": "hatch"}.get(heading.kind, heading.kind)
    return f"{word} {ends}" if ends else word
