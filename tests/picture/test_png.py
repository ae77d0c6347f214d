"""The PNG shows the position in few colours and few octets; the same every time."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from itertools import pairwise

import pytest
from msgspec.structs import replace
from PIL import Image, ImageChops

from rednov_bot.games.red_november.render.picture.layout import WIDTH, layout_of
from rednov_bot.games.red_november.render.picture.png import AIR, board_png
from rednov_bot.games.red_november.render.picture.shapes import DAY, HUES
from rednov_bot.games.red_november.rules.position import Gnome, Position
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
        "import hashlib\n"
        "from tests.picture.test_png import POSITION, STANDARD, board_png\n"
        "print(hashlib.sha256(board_png(POSITION, STANDARD)).hexdigest())\n"
    )
    found = {
        subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "1")
    }
    assert len(found) == 1


def test_what_was_drawn_before_leaves_no_trace() -> None:
    course = [random_position(seed, STANDARD) for seed in range(8)]
    first = [board_png(now, STANDARD, before) for before, now in pairwise(course)]
    others = [board_png(replace(one, turns=100), STANDARD) for one in course[::-1]]

    assert [board_png(now, STANDARD, before) for before, now in pairwise(course)] == first
    assert len(set(first + others)) == len(first + others)


@pytest.mark.parametrize("seed", range(20))
def test_it_is_a_phone_wide_and_small_in_sixteen_colours(seed: int) -> None:
    position = random_position(seed, STANDARD)
    octets = board_png(position, STANDARD, replace(position, heat=1))
    image = opened(octets)

    assert image.mode == "P"
    assert image.size[0] == WIDTH
    assert len(image.getcolors() or ()) <= 16
    assert len(octets) <= 14_000


@pytest.mark.parametrize("room", ROOMS)
@pytest.mark.parametrize(
    ("condition", "ink"), [("fire", "flame"), ("low", "water"), ("high", "water")]
)
def test_a_room_shows_what_is_the_matter_in_it(
    room: int, condition: RoomCondition, ink: str
) -> None:
    assert DAY[ink] in in_room(Position(rooms=rooms(**{f"r{room}": condition})), room)
    assert DAY[ink] not in in_room(Position(), room)


@pytest.mark.parametrize("room", ROOMS)
def test_a_gnome_is_seen_where_they_are(room: int) -> None:
    gnomes = tuple(replace(one, at=room if one.name == "Cat" else 0) for one in crew(5))
    green = HUES[2][0]

    for place in ROOMS:
        assert (green in in_room(Position(gnomes=gnomes), place)) == (place == room)


@pytest.mark.parametrize("ends", sorted(STANDARD.board.interior))
def test_a_blocked_hatch_is_seen(ends: tuple[int, int]) -> None:
    x, y = layout_of(STANDARD.board).hatches[ends].wheel
    shown = [
        seen(opened(board_png(Position(blocked=blocked), STANDARD)), x - 6, y - 6, x + 6, y + 6)
        for blocked in (frozenset(), frozenset({ends}))
    ]
    assert [DAY["alarm"] in one for one in shown] == [False, True]


@pytest.mark.parametrize(
    "change", [{"heat": 2}, {"pressure": 2}, {"asphyxiation": 2}, {"tokens": (("kraken", 33),)}]
)
def test_tracks_and_destructions_are_seen(change: dict[str, object]) -> None:
    one, other = (
        opened(board_png(position, STANDARD)).convert("RGB")
        for position in (Position(), replace(Position(), **change))
    )
    assert one.size != other.size or ImageChops.difference(one, other).getbbox()


def test_a_name_in_any_letters_is_drawn() -> None:
    gnomes = (Gnome("侏儒", at=3, minutes=40), Gnome("\u202e\0", at=3, minutes=40))

    assert opened(board_png(Position(gnomes=gnomes), STANDARD)).size[0] == WIDTH
