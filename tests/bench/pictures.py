"""How long a picture of the board takes, and the pages of a game of 200 turns.

The raw limit of a picture is the renderer alone: its SVG, made beforehand, to PNG with the same
letters.  That of the pages is to put the same octets into files that were never there.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import resvg_py

from rednov_bot.lettering import font_files
from rednov_bot.pages import site, writing
from rednov_bot.pages.steps import steps
from rednov_bot.picture import board_svg
from rednov_bot.picture.png import board_png
from tests.bench.figures import Figure, cpu_seconds, figure
from tests.pages.sites import STANDARD, long_game, site_of

TURNS = 200


def figures() -> Iterator[Figure]:
    """A picture as SVG and as PNG, and a whole site."""
    game = long_game(TURNS)
    course = steps(game)
    passage = course[len(course) // 2].passage
    now, before = passage.after, passage.before
    drawn = board_svg(now, STANDARD, before, night=False)
    letters = [str(path) for path in font_files()]

    def rendered() -> None:
        resvg_py.svg_to_bytes(svg_string=drawn, skip_system_fonts=True, font_files=letters)

    raw = 1000 * cpu_seconds(rendered)
    svg = 1000 * cpu_seconds(lambda: board_svg(now, STANDARD, before))
    png = 1000 * cpu_seconds(lambda: board_png(now, STANDARD, before))
    yield figure("board as SVG (100 wanted)", "ms", svg, "resvg alone", raw)
    yield figure("board as PNG (100 wanted)", "ms", png, "resvg alone", raw)
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
