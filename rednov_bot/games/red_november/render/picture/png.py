"""The picture as PNG, painted in the few colours of a fixed palette: small, and quick to make."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

from PIL import Image, ImageChops, ImageDraw

from rednov_bot.games.red_november.render.picture.board import Strip, drawing
from rednov_bot.games.red_november.render.picture.layout import TOP, WIDTH
from rednov_bot.games.red_november.render.picture.pieces import SIGNS
from rednov_bot.games.red_november.render.picture.shapes import (
    DAY,
    HUES,
    Area,
    Circle,
    Group,
    Loop,
    Moved,
    Panel,
    Point,
    Rectangle,
    Shape,
    Sign,
    Text,
    clean,
    font,
    spelt,
)
from rednov_bot.games.red_november.rules.position import Position
from rednov_bot.games.red_november.rules.tables import Tables

_BARE: Final = 16  # added to the colour of a ground that is not painted itself
_IS_PART: Final = [255 if one < _BARE else 0 for one in range(256)]  # a mask of all else
_FINE: Final = 4  # times as large a round or slanted shape is drawn, to smooth its edges
_LEVELS: Final = 2  # steps from what is behind an edge to its colour
AIR: Final = 22
"""Pixels above the boat that are cut off, for no title stands there."""

_EFFORT: Final = 6  # of zlib, 1-9
_SLICE: Final = 52  # lines that are painted together, once for all pictures that have them: half
# the height of a room, so that what happens below seldom touches its name
_BAND: Final = 26  # lines that are compressed together

_Colour = tuple[int, int, int]


def board_png(position: Position, tables: Tables, before: Position | None = None) -> bytes:
    """The picture of `board_svg` by day, without what its mail says in its text.

    The same values give the same octets, and are drawn once.
    """
    return _encoded(_View(position, before, tables.digest, tables))


@dataclass(frozen=True, slots=True)
class _View:
    """What a picture shows; the same data set has the same tables."""

    now: Position
    before: Position | None
    digest: str
    tables: Tables = field(compare=False)


@lru_cache(maxsize=32)
def _encoded(view: _View) -> bytes:
    """The file; Pillow's own way to write one takes four times as long."""
    made = drawing(view.now, view.tables, view.before, whole=False)
    stream, checked = [b"\x78\x5e"], 1  # the head of zlib's form (RFC 1950), and Adler-32
    for strip in made.strips:
        for octets, compressed in _slices(strip):
            stream.append(compressed)
            checked = zlib.adler32(octets, checked)
    stream += [b"\x03\0", struct.pack(">I", checked)]
    size = struct.pack(">IIBBBBB", WIDTH, made.height - AIR, 4, 3, 0, 0, 0)
    return b"".join(
        [
            b"\x89PNG\r\n\x1a\n",
            _chunk(b"IHDR", size),
            _chunk(b"PLTE", _PALETTE),
            _chunk(b"IDAT", b"".join(stream)),
            _chunk(b"IEND", b""),
        ]
    )


def forget() -> None:
    """Nothing that was painted is kept."""
    for kept in (_encoded, _slice, _still, _compressed, _painted):
        kept.cache_clear()


_Slice = tuple[bytes, bytes]
"""Some lines of a picture: their octets, and the same compressed."""


def _slices(strip: Strip) -> Iterator[_Slice]:
    """A strip in slices; each is kept with the pieces that it shows."""
    still: list[Panel] = []
    moved: list[Moved] = []
    for shape in strip.shapes:
        for piece in shape.parts if isinstance(shape, Group) else (shape,):
            if isinstance(piece, Moved):
                moved.append(piece)
            else:
                assert isinstance(piece, Panel), "a strip is made of panels"
                still.append(piece)
    cuts = [0 if strip.top else AIR, round(strip.height)]
    if cuts[1] - cuts[0] > 2 * _SLICE:
        cuts[1:1] = [one for one in range(TOP, cuts[1], _SLICE) if one > cuts[0]]
    for top, bottom in pairwise(cuts):
        yield _slice(
            tuple([one for one in still if _reaches(one, top, bottom)]),
            tuple(
                [one for one in moved if _reaches(one.panel, top - one.at[1], bottom - one.at[1])]
            ),
            top,
            bottom,
        )


def _reaches(panel: Panel, top: float, bottom: float) -> bool:
    """Whether anything of it is between two lines, or at their very edge."""
    return panel.top - 1 < bottom and panel.top + panel.height + 1 > top


@lru_cache(maxsize=512)
def _slice(still: tuple[Panel, ...], moved: tuple[Moved, ...], top: int, bottom: int) -> _Slice:
    """What stands still is painted once for all slices that have it, what moves on a copy."""
    # Two pixels of 0 before each line say that it has no filter.
    image = _still(still, top, bottom).crop((-2, 0, WIDTH, bottom - top))
    for (x, y), panel in moved:
        made = _painted(panel)
        image.paste(made.image, (2 + round(x) + made.left, round(y) + made.top - top), made.mask)
    octets = image.tobytes("raw", "P;4")
    band = _BAND * len(octets) // (bottom - top)
    parts = [_compressed(octets[at : at + band]) for at in range(0, len(octets), band)]
    return octets, b"".join(parts)


@lru_cache(maxsize=128)
def _still(panels: tuple[Panel, ...], top: int, bottom: int) -> Image.Image:
    """A slice without what moves."""
    return _Canvas(Panel(0, top, WIDTH, bottom - top, "paper", panels)).image


@lru_cache(maxsize=512)
def _compressed(octets: bytes) -> bytes:
    """Octets as a part of a stream that is read without those before it (RFC 1951 §3.2)."""
    squeeze = zlib.compressobj(_EFFORT, wbits=-12, memLevel=6)  # little to set up, and to look at
    return squeeze.compress(octets) + squeeze.flush(zlib.Z_FULL_FLUSH)


def _chunk(kind: bytes, octets: bytes) -> bytes:
    """A part of a PNG file (RFC 2083 §3.2)."""
    said = kind + octets
    return struct.pack(">I", len(octets)) + said + struct.pack(">I", zlib.crc32(said))


def _rgb(colour: str) -> _Colour:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


_COLOURS: Final = tuple(
    map(
        _rgb,
        (
            *(DAY[name] for name in ("paper", "sea", "plate", "hull", "ink", "water", "glow")),
            *(DAY[name] for name in ("filled", "flame", "alarm", "change", "wave")),
            *(HUES[seat][0] for seat in (2, 3, 4)),
            "#d9dad4",
        ),
    )
)
"""Sixteen, of which each pixel takes four bits; every ink is the nearest of them."""

_PALETTE: Final = bytes([part for colour in _COLOURS for part in colour])


def _nearest(colour: Sequence[float]) -> int:
    near = [sum((a - b) ** 2 for a, b in zip(colour, one, strict=True)) for one in _COLOURS]
    return near.index(min(near))


@cache
def _index(ink: str) -> int:
    if ink[1:].isdigit():
        return _nearest(_rgb(HUES[int(ink[1:])]["gl".index(ink[0])]))
    return _nearest(_rgb(DAY[ink]))


@cache
def _blend(ground: int, ink: int) -> bytes:
    """What becomes of a pixel of one colour under a mask of 0-255 in another."""
    both = list(zip(_COLOURS[ground % _BARE], _COLOURS[ink], strict=True))
    steps = [ground]
    for level in range(1, _LEVELS + 1):
        steps.append(_nearest([round(a + (b - a) * level / _LEVELS) for a, b in both]))
    return bytes([steps[(mask * _LEVELS + 127) // 255] for mask in range(256)])


@cache
def _only(index: int) -> bytes:
    """A mask of the pixels of one colour."""
    return bytes([255 if one == index else 0 for one in range(256)])


class _Mask(NamedTuple):
    """Where a colour is put on, and how much of it, 0-255."""

    size: tuple[int, int]
    octets: bytes


def _mask(image: Image.Image) -> _Mask:
    return _Mask(image.size, image.tobytes())


@lru_cache(maxsize=2048)
def _toned(mask: _Mask, behind: bytes, ink: int) -> Image.Image:
    """What is behind a mask, with a colour put on through it; edges are mixed."""
    made: Image.Image | None = None
    for ground in sorted(set(behind), key=behind.count, reverse=True):
        mixed = Image.frombytes("P", mask.size, mask.octets.translate(_blend(ground, ink)))
        if made is None:
            made = mixed
        else:
            here = Image.frombytes("L", mask.size, behind.translate(_only(ground)))
            made.paste(mixed, mask=here)
    assert made is not None
    return made


class _Canvas:
    """An upright piece of the picture, of indices into the palette."""

    def __init__(self, panel: Panel) -> None:
        self.left, self.top = round(panel.left), round(panel.top)
        right, bottom = round(panel.left + panel.width), round(panel.top + panel.height)
        ground = _index(panel.ground) + _BARE * panel.bare
        self.image = Image.new("P", (right - self.left, bottom - self.top), ground)
        self._draw = ImageDraw.Draw(self.image)
        self.paint(panel.parts)

    def paint(self, shapes: Iterable[Shape], at: Point = (0, 0), size: float = 1) -> None:
        """Shapes, one above another; those of a sign are moved to a point."""
        for shape in shapes:
            match shape:
                case Text():
                    self._text(shape)
                case Circle((x, y), radius, fill, line, thick, dash):
                    middle = x * size + at[0], y * size + at[1]
                    self._circle(middle, radius * size, fill, line, thick, dash)
                case Group():
                    self.paint(shape.parts)
                case Sign(name, where, large):
                    self.paint(SIGNS[name], where, large)
                case Panel():
                    self._panel(shape, at)
                case Moved((x, y), panel):
                    self._panel(panel, (x + at[0], y + at[1]))
                case Rectangle():
                    self._box(shape, at, size)
                case Area(loops, fill, line, thick, closed):
                    moved = [
                        tuple([(x * size + at[0], y * size + at[1]) for x, y in loop])
                        for loop in loops
                    ]
                    self._area(tuple(moved), fill, line, thick, closed)

    def _panel(self, panel: Panel, at: Point) -> None:
        image, mask, left, top = _painted(panel)
        where = round(at[0]) + left - self.left, round(at[1]) + top - self.top
        self.image.paste(image, where, mask)

    def _box(self, box: Rectangle, at: Point, size: float) -> None:
        left, top = box.left * size + at[0], box.top * size + at[1]
        x, y = self._pixel((left, top))
        right, bottom = self._pixel((left + box.width * size, top + box.height * size))
        fill = _index(box.fill) if box.fill else None
        line = _index(box.line) if box.line else None
        thick = max(1, round(box.thick)) if box.line else 0
        self._draw.rectangle((x, y, right - 1, bottom - 1), fill, line, thick)

    def _text(self, text: Text) -> None:
        mask, left, top, wide = _letters(spelt(clean(text.words)), text.size, text.bold)
        x = text.x
        if text.anchor != "start":
            x -= wide / 2 if text.anchor == "middle" else wide
        self._blot(mask, round(x) + left, round(text.y) + top, text.ink)

    def _circle(
        self, at: Point, radius: float, fill: str, line: str, thick: float, dash: float
    ) -> None:
        r, half = round(radius * _FINE), round(thick * _FINE / 2)
        x, y = round(at[0] * _FINE), round(at[1] * _FINE)
        reach = r + half
        left, top = (x - reach) // _FINE, (y - reach) // _FINE
        middle = x - left * _FINE, y - top * _FINE
        if fill:
            self._blot(_disc(middle, r, 0, 0), left, top, fill)
        if line:
            gap = round(dash * _FINE) if dash else 0
            self._blot(_disc(middle, reach, max(2, 2 * half), gap), left, top, line)

    def _area(
        self, loops: tuple[Loop, ...], fill: str, line: str, thick: float, closed: bool
    ) -> None:
        if fill and not line and closed and len(loops) == 1 and _is_upright(loops[0]):
            corners = [self._pixel(point) for point in loops[0]]
            self._draw.polygon(corners, _index(fill))
            return
        if closed and not fill and all(map(_is_upright, loops)):
            for loop in loops:
                self._frame(loop, line, thick)
            return
        whole = tuple(
            [tuple([(round(x * _FINE), round(y * _FINE)) for x, y in loop]) for loop in loops]
        )
        half = -(-round(thick * _FINE / 2) // _FINE) if line else 0
        left = min(x for loop in whole for x, _ in loop) // _FINE - half - 1
        top = min(y for loop in whole for _, y in loop) // _FINE - half - 1
        moved = tuple(
            [tuple([(x - left * _FINE, y - top * _FINE) for x, y in loop]) for loop in whole]
        )
        if fill:
            self._blot(_filled(moved), left, top, fill)
        if line:
            self._blot(_lined(moved, round(thick * _FINE), closed), left, top, line)

    def _pixel(self, point: Point) -> tuple[int, int]:
        return round(point[0]) - self.left, round(point[1]) - self.top

    def _frame(self, loop: Loop, line: str, thick: float) -> None:
        """Upright and level lines, sharp."""
        wide, ink = max(1, round(thick)), _index(line)
        less = wide // 2
        for one, other in zip(loop, (*loop[1:], loop[0]), strict=True):
            (x1, y1), (x2, y2) = self._pixel(one), self._pixel(other)
            box = (
                min(x1, x2) - less,
                min(y1, y2) - less,
                max(x1, x2) - less + wide - 1,
                max(y1, y2) - less + wide - 1,
            )
            self._draw.rectangle(box, ink)

    def _blot(self, mask: _Mask, left: int, top: int, ink: str) -> None:
        """Colour through a mask."""
        x, y = left - self.left, top - self.top
        wide, high = mask.size
        behind = self.image.crop((x, y, x + wide, y + high)).tobytes()
        self.image.paste(_toned(mask, behind, _index(ink)), (x, y))


class _Painted(NamedTuple):
    """A panel ready to be put somewhere: through a mask if it is bare; where its corner is."""

    image: Image.Image
    mask: Image.Image | None
    left: int
    top: int


@lru_cache(maxsize=512)
def _painted(panel: Panel) -> _Painted:
    made = _Canvas(panel)
    mask = made.image.point(_IS_PART, "L") if panel.bare else None
    return _Painted(made.image, mask, made.left, made.top)


@lru_cache(maxsize=2048)
def _letters(words: str, size: float, bold: bool) -> tuple[_Mask, int, int, float]:
    """A text as a mask, where its left upper corner is from its beginning, and how wide it is."""
    known = font(round(size, 1), bold=bold)
    left, top, right, bottom = map(round, known.getbbox(words, anchor="ls"))
    mask = Image.new("L", (max(1, right - left), max(1, bottom - top)))
    ImageDraw.Draw(mask).text((-left, -top), words, 255, known, anchor="ls")
    return _mask(mask), left, top, known.getlength(words)


_Whole = tuple[tuple[tuple[int, int], ...], ...]


@lru_cache(maxsize=2048)
def _filled(loops: _Whole) -> _Mask:
    mask = _fresh(loops, 0)
    for loop in loops:
        one = Image.new("L", mask.size)
        ImageDraw.Draw(one).polygon(loop, 255)
        mask = ImageChops.difference(mask, one)
    return _mask(mask.reduce(_FINE))


@lru_cache(maxsize=2048)
def _lined(loops: _Whole, thick: int, closed: bool) -> _Mask:
    mask = _fresh(loops, thick)
    draw, radius = ImageDraw.Draw(mask), thick / 2
    for loop in loops:
        points = [*loop, loop[0]] if closed else [*loop]
        draw.line(points, 255, thick)
        for x, y in points:
            draw.ellipse((x - radius, y - radius, x + radius, y + radius), 255)
    return _mask(mask.reduce(_FINE))


def _fresh(loops: _Whole, thick: int) -> Image.Image:
    """An empty mask with room for these lines."""
    wide, high = (max(at[n] for loop in loops for at in loop) + thick // 2 + 4 for n in (0, 1))
    return Image.new("L", (-(-wide // _FINE) * _FINE, -(-high // _FINE) * _FINE))


@lru_cache(maxsize=2048)
def _disc(middle: tuple[int, int], radius: int, ring: int, gap: int) -> _Mask:
    """A circle, or of it only a ring; with dashes where there is a gap."""
    x, y = middle
    wide, high = (-(-(at + radius + 2) // _FINE) * _FINE for at in middle)
    mask = Image.new("L", (wide, high))
    draw = ImageDraw.Draw(mask)
    box = (x - radius, y - radius, x + radius, y + radius)
    if not ring:
        draw.ellipse(box, 255)
    elif not gap:
        draw.ellipse(box, None, 255, ring)
    else:
        count = max(4, round(3.14 * radius / gap))
        for dash in range(count):
            draw.arc(box, 360 * dash / count, 360 * (dash + 0.5) / count, 255, ring)
    return _mask(mask.reduce(_FINE))


def _is_upright(loop: Loop) -> bool:
    return all(
        x1 == x2 or y1 == y2 for (x1, y1), (x2, y2) in zip(loop, (*loop[1:], loop[0]), strict=True)
    )
