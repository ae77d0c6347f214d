"""The PNG is the picture, lettered with what travels with the program; the same every time."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys

from msgspec.structs import replace
from PIL import Image

from rednov_bot.engine.position import Gnome, Position
from rednov_bot.picture import board_svg
from rednov_bot.picture.png import PIXELS, board_png, png
from tests.picture.test_board import STANDARD, crew, random_position

POSITION = random_position(5, STANDARD)


def opened(octets: bytes) -> Image.Image:
    return Image.open(io.BytesIO(octets)).convert("RGB")


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


def test_it_is_as_wide_as_mail_programs_want_and_small() -> None:
    octets = board_png(POSITION, STANDARD, replace(POSITION, heat=1))

    assert opened(octets).size[0] == PIXELS
    assert len(octets) < 60_000


def test_every_word_leaves_ink() -> None:
    svg = board_svg(Position(gnomes=crew(4)), STANDARD, night=False)
    words = re.findall(r"<text [^>]*>[^<]+</text>", svg)
    whole = opened(png(svg))

    assert len(words) > 100
    for word in words[::9]:
        without = opened(png(svg.replace(word, "", 1)))
        assert whole.tobytes() != without.tobytes(), word


def test_a_name_in_letters_that_we_do_not_have_is_left_to_the_text() -> None:
    gnomes = (Gnome("侏儒", at=3, minutes=40), Gnome("Ann 侏儒", at=3, minutes=40))
    svg = board_svg(Position(gnomes=gnomes), STANDARD, night=False)
    lettered = re.findall(r'<text [^>]*class="t-ink bold">([^<]+)</text>', svg)

    assert "(see the text)" in lettered
    assert "Ann" in lettered
    assert not [word for word in lettered if "侏" in word]
    assert "侏儒" in board_svg(Position(gnomes=gnomes), STANDARD).partition("</desc>")[2]
