"""What a picture shows, read back from its drawing alone: signs, letters, places; no label."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from dataclasses import dataclass, field

from rednov_bot.games.red_november.render.picture.layout import Layout
from rednov_bot.games.red_november.rules.words import ROOMS, SEA, Hatch, Place, RoomCondition

SVG = "{http://www.w3.org/2000/svg}"
_LETTER = re.compile(r"t-l[0-7] bold")


@dataclass
class Shown:
    """What somebody sees who cannot read the labels."""

    rooms: dict[Place, RoomCondition] = field(default_factory=dict)
    crowds: dict[Place, str] = field(default_factory=dict)  # letters from left to right, row by row
    blocked: set[Hatch] = field(default_factory=set)
    tracks: dict[str, int] = field(default_factory=dict)
    minutes: dict[str, int] = field(default_factory=dict)  # by letter, in capitals


def parsed(svg: str) -> ET.Element:
    return ET.fromstring(svg)


def groups(picture: ET.Element, name: str) -> list[ET.Element]:
    return [one for one in picture.iter(f"{SVG}g") if one.get("class") == name]


def letters(group: ET.Element) -> str:
    """The gnomes in a part of the picture, as drawn; outlines of those who left are none."""
    texts = [one for one in group.iter(f"{SVG}text") if _LETTER.fullmatch(one.get("class", ""))]
    texts.sort(key=lambda one: (float(one.get("y", "0")), float(one.get("x", "0"))))
    return "".join(one.text or "" for one in texts)


def shown(svg: str, layout: Layout) -> Shown:
    """What a picture on this layout shows."""
    picture, found = parsed(svg), Shown()
    for room, group in zip(ROOMS, groups(picture, "room"), strict=True):
        found.rooms[room] = _condition(group, layout.rooms[room].around.height)
        if crowd := letters(group):
            found.crowds[room] = crowd
    (sea,) = groups(picture, "sea")
    if crowd := letters(sea):
        found.crowds[SEA] = crowd
    where = {place.wheel: ends for ends, place in layout.hatches.items()}
    for group in groups(picture, "hatch"):
        (sign,) = group.findall(f"{SVG}use")
        at = tuple(map(float, re.findall(r"[\d.]+", sign.get("transform", ""))))
        if sign.get("href") == "#barred":
            found.blocked.add(_nearest(where, at))
    for group in groups(picture, "track"):
        name, *numbers = list(group.iter(f"{SVG}text"))
        (full,) = [one.text for one in numbers if one.get("class") == "t-ink bold"]
        found.tracks[name.text or ""] = int(full or "0")
    cells = _cells(picture)
    for group in groups(picture, "time"):
        (face,) = group.iter(f"{SVG}circle")
        found.minutes[letters(group).upper()] = _below(cells, face)
    return found


def _condition(group: ET.Element, height: float) -> RoomCondition:
    if any(one.get("href") == "#flame" for one in group.iter(f"{SVG}use")):
        return "fire"
    waters = [one for one in group.iter(f"{SVG}path") if one.get("class") == "f-water"]
    if not waters:
        return "dry"
    levels = [float(y) for y in re.findall(r"[ML][\d.]+ ([\d.]+)", waters[0].get("d", ""))]
    return "high" if max(levels) - min(levels) > height / 2 else "low"


def _nearest(where: dict[tuple[float, float], Hatch], at: tuple[float, ...]) -> Hatch:
    return min(where.items(), key=lambda one: abs(one[0][0] - at[0]) + abs(one[0][1] - at[1]))[1]


_Cell = tuple[float, float, int]


def _cells(picture: ET.Element) -> list[_Cell]:
    """Left side and upper edge of each cell of the time track, and its minute."""
    cells = []
    for group in groups(picture, "minute"):
        cell, number = group.find(f"{SVG}rect"), group.find(f"{SVG}text")
        assert cell is not None
        assert number is not None
        cells.append((float(cell.get("x", "")), float(cell.get("y", "")), int(number.text or "")))
    return cells


def _below(cells: list[_Cell], face: ET.Element) -> int:
    """The minute of the first cell below a face."""
    x, y = float(face.get("cx", "")), float(face.get("cy", ""))
    wide = cells[1][0] - cells[0][0]
    return min((top, minute) for left, top, minute in cells if top > y and 0 <= x - left < wide)[1]
