"""The PNG shows the position in few colours and few octets; the same every time."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from zlib import crc32, decompress

import pytest
from msgspec.structs import replace
from PIL import Image

from rednov_bot.games.red_november.render.picture import png
from rednov_bot.games.red_november.render.picture.board import drawing
from rednov_bot.games.red_november.render.picture.layout import WIDTH, layout_of
from rednov_bot.games.red_november.render.picture.png import AIR, board_png
from rednov_bot.games.red_november.render.picture.shapes import DAY, HUES, Group, Moved, Panel
from rednov_bot.games.red_november.rules.position import Position
from rednov_bot.games.red_november.rules.words import ROOMS, RoomCondition
from tests.picture.test_board import STANDARD, crew, random_position
from tests.render.samples import rooms

POSITION = random_position(5, STANDARD)


def opened(octets: bytes) -> Image.Image:
    return Image.open(io.BytesIO(octets))


def seen(image: Image.Image, left: float, top: float, right: float, bottom: float) -> set[str]:
    """The colours in a part of the drawing."""
    part = image.convert("RGB").crop(
        (round(left), round(top - AIR), round(right), round(bottom - AIR))
    )
    return {f"#{r:02x}{g:02x}{b:02x}" for _, (r, g, b) in part.getcolors(10_000) or ()}  # type: ignore[misc]


def in_room(position: Position, room: int) -> set[str]:
    inside = layout_of(STANDARD.board).rooms[room].inside
    image = opened(board_png(position, STANDARD))
    return seen(image, inside.left + 4, inside.top + 4, inside.right - 4, inside.bottom - 4)


def test_the_same_position_gives_the_same_octets_in_every_process() -> None:
    script = (
        "import sys\n"
        "from tests.picture.test_png import POSITION, STANDARD, board_png\n"
        "sys.stdout.buffer.write(board_png(POSITION, STANDARD))\n"
    )
    env = {**os.environ, "PYTHONHASHSEED": "1"}
    done = subprocess.run([sys.executable, "-c", script], env=env, capture_output=True, check=True)
    assert done.stdout == board_png(POSITION, STANDARD)


def chunks(octets: bytes) -> dict[bytes, bytes]:
    """The parts of a PNG file by their kinds (RFC 2083 §3.2)."""
    found, at = {}, 8
    while at < len(octets):
        size = int.from_bytes(octets[at : at + 4], "big")
        kind, said = octets[at + 4 : at + 8], octets[at + 8 : at + 8 + size]
        assert int.from_bytes(octets[at + 8 + size : at + 12 + size], "big") == crc32(kind + said)
        found[kind] = said
        at += 12 + size
    return found


def test_every_check_sum_of_the_file_is_right() -> None:
    for seed in range(6):
        octets = board_png(random_position(seed, STANDARD), STANDARD)
        wide, high = opened(octets).size
        assert len(decompress(chunks(octets)[b"IDAT"])) == high * (1 + wide // 2)


def test_what_was_drawn_before_it_changes_nothing_of_a_picture() -> None:
    several = [random_position(seed, STANDARD) for seed in range(8)]
    views = [(now, before) for now in several for before in (None, several[0], several[3])]
    in_turn = [board_png(now, STANDARD, before) for now, before in views]
    for (now, before), seen_ in zip(views, in_turn, strict=True):
        png.forget()
        assert board_png(now, STANDARD, before) == seen_


def test_it_is_a_phone_wide_and_small_in_sixteen_colours() -> None:
    for seed in range(6):
        position = random_position(seed, STANDARD)
        octets = board_png(position, STANDARD, replace(position, heat=1))
        image = opened(octets)
        assert image.mode == "P"
        assert image.size[0] == WIDTH
        assert len(image.getcolors() or ()) <= 16
        assert len(octets) <= 14_000


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_shows_what_is_the_matter_and_who_is_in_it(room: int) -> None:
    calm = in_room(Position(), room)
    conditions: tuple[tuple[RoomCondition, str], ...]
    conditions = (("fire", "flame"), ("low", "water"), ("high", "water"))
    for condition, ink in conditions:
        assert DAY[ink] not in calm
        assert DAY[ink] in in_room(Position(rooms=rooms(**{f"r{room}": condition})), room)
    gnomes = tuple(replace(one, at=room if one.name == "Cat" else 0) for one in crew(5))
    green = HUES[2][0]
    for place in (room, room % 10 + 1):
        assert (green in in_room(Position(gnomes=gnomes), place)) == (place == room)


def test_a_blocked_hatch_is_seen() -> None:
    every = STANDARD.board.interior
    images = [opened(board_png(Position(blocked=one), STANDARD)) for one in (frozenset(), every)]
    for ends in every:
        x, y = layout_of(STANDARD.board).hatches[ends].wheel
        shown = [seen(image, x - 6, y - 6, x + 6, y + 6) for image in images]
        assert [DAY["alarm"] in one for one in shown] == [False, True]


def test_the_slices_together_are_the_picture_that_is_painted_at_once() -> None:
    for seed in range(4):
        made = drawing(random_position(seed, STANDARD), STANDARD, POSITION, whole=False)
        parts: list[Moved] = []
        for strip in made.strips:
            every = [
                part
                for shape in strip.shapes
                for part in (shape.parts if isinstance(shape, Group) else (shape,))
            ]
            still = [Moved((0, strip.top), part) for part in every if isinstance(part, Panel)]
            moved = [part for part in every if isinstance(part, Moved)]
            parts += still
            parts += [Moved((x, y + strip.top), panel) for (x, y), panel in moved]
        whole = png._Canvas(Panel(0, AIR, WIDTH, made.height - AIR, "paper", tuple(parts))).image
        sliced = opened(board_png(random_position(seed, STANDARD), STANDARD, POSITION))
        assert sliced.tobytes() == whole.tobytes()
