"""How long a picture of the board takes, how large the mails with it are, and the pages of a game.

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

from PIL import Image

from rednov_bot.core.web import site, writing
from rednov_bot.core.web.site import steps
from rednov_bot.games.red_november.render.picture import png
from rednov_bot.games.red_november.render.picture.png import board_png
from rednov_bot.games.red_november.render.picture.svg import board_svg
from tests.bench.figures import Figure, cpu_seconds, figure
from tests.web.sites import STANDARD, long_game, site_of

TURNS = 200
AT_MOST = 8.0  # ms of a picture


def figures() -> Iterator[Figure]:
    """A picture as SVG and as PNG, and a whole site."""
    game = long_game(TURNS)
    course = steps(game)
    passages = [one.passage for one in course[1:]]
    now, before = passages[len(passages) // 2].after, passages[len(passages) // 2].before
    with Image.open(io.BytesIO(board_png(now, STANDARD, before))) as image:
        image.load()

    def encoded() -> None:
        image.save(io.BytesIO(), "PNG", bits=4)

    def painted() -> None:
        png._encoded.cache_clear()
        for one in passages:
            board_png(one.after, STANDARD, one.before)

    raw = 1000 * cpu_seconds(encoded)
    svg = 1000 * cpu_seconds(lambda: board_svg(now, STANDARD, before))
    each = 1000 * cpu_seconds(painted, runs=3) / len(passages)
    yield figure("board as SVG (100 wanted)", "ms", svg, "encoding alone", raw)
    yield figure("a turn's picture as PNG", "ms (less is better)", each, "at most", AT_MOST)
    yield figure("the same", "ms (less is better)", each, "encoding alone", raw)
    made = dict(site.files(site_of(game)))
    with tempfile.TemporaryDirectory() as place:
        numbers = count()

        def pages() -> None:
            writing.write(Path(place, str(next(numbers))), site.files(site_of(game)))

        def files() -> None:
            folder = Path(place, str(next(numbers)))
            for name, octets in made.items():
                path = folder / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(octets)

        ours, raw = cpu_seconds(pages, runs=3), cpu_seconds(files, runs=3)
        name = f"pages of {len(course)} steps (5 wanted)"
        yield figure(name, "s", ours, "the files alone", raw)


if __name__ == "__main__":
    for one in figures():
        print(f"{one.name:<32} {one.ours:>8.3f} {one.unit:<4} {one.peer:>8.3f} {one.peer_name}")
