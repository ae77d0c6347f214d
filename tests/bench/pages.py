"""How long a picture of the board takes, and the pages of a game.

The pictures are those of a game's turns, one after another, drawn as its drafts have them drawn.
The raw limit of one is to encode it: its pixels, painted beforehand, to PNG.  That of the pages is
to put the same octets into files that were never there.
"""

from __future__ import annotations

import io
import tempfile
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Final

from PIL import Image

from rednov_bot.core.web import writing
from rednov_bot.games.red_november.render import site
from rednov_bot.games.red_november.render.picture import png
from rednov_bot.games.red_november.render.picture.png import board_png
from rednov_bot.games.red_november.render.site import steps
from tests.bench.figures import Figure, cpu_seconds
from tests.web.sites import STANDARD, long_game, site_of

TURNS: Final = 200
AT_MOST: Final = 2.0  # ms of a picture


def figures() -> Iterator[Figure]:
    """A picture as PNG, and a whole site."""
    game = long_game(TURNS)
    course = steps(game)
    passages = [one.passage for one in course[1:]]
    middle = passages[len(passages) // 2]
    with Image.open(io.BytesIO(board_png(middle.after, STANDARD, middle.before))) as image:
        image.load()

    def painted() -> None:
        png._encoded.cache_clear()
        for one in passages:
            board_png(one.after, STANDARD, one.before)

    raw = 1000 * cpu_seconds(lambda: image.save(io.BytesIO(), "PNG", bits=4))
    each, less = 1000 * cpu_seconds(painted, runs=3) / len(passages), "ms (less is better)"
    yield Figure("a turn's picture as PNG", less, each, "at most", AT_MOST)
    yield Figure("a turn's picture as PNG", less, each, "encoding alone", raw)
    made = dict(site.files(site_of(game)))
    with tempfile.TemporaryDirectory() as place:
        folders = (Path(place, str(number)) for number in count())

        def files() -> None:
            folder = next(folders)
            for name, octets in made.items():
                path = folder / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(octets)

        ours = cpu_seconds(lambda: writing.write(next(folders), site.files(site_of(game))), runs=3)
        raw = cpu_seconds(files, runs=3)
    yield Figure(f"pages of {len(course)} steps (5 wanted)", "s", ours, "the files alone", raw)
