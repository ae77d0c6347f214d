"""How long a picture of the board takes, and the pages of a game of 200 turns.

The raw limit of a picture is the renderer alone: its SVG, made beforehand, to PNG with the same
letters.  That of the pages is to put the same octets into files that were never there.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from random import Random

import resvg_py
from msgspec.structs import replace

from rednov_bot.engine.options import Options
from rednov_bot.engine.position import Position
from rednov_bot.engine.tables import Tables
from rednov_bot.engine.turn import Action, Turn
from rednov_bot.engine.words import GnomeName, Item
from rednov_bot.lettering import font_files
from rednov_bot.pages import site, writing
from rednov_bot.pages.material import GameMaterial
from rednov_bot.pages.steps import steps
from rednov_bot.picture import board_svg
from rednov_bot.picture.png import board_png
from tests.bench.figures import Figure, cpu_seconds, figure
from tests.engine.sailing import calm, play_game, random_turn
from tests.pages.sites import STANDARD, of_voyage, site_of

TURNS = 200


def _idly(
    position: Position,
    name: GnomeName,
    hand: tuple[Item, ...],
    seas: Tables,
    options: Options,
    rng: Random,
) -> Turn:
    """One turn in three is spent on something: that makes long games."""
    if rng.random() < 0.66:
        return Turn(gnome=name, action=Action("no_action", minutes=1))
    return random_turn(position, name, hand, seas, options, rng)


def long_game() -> GameMaterial:
    """The first game of at least so many turns, cut off behind them; there are few events."""
    quiet = replace(calm(), time_track=replace(calm().time_track, events=frozenset({45, 30, 15})))
    voyages = (play_game(seed, 8, seas=quiet, most=TURNS, turn_of=_idly) for seed in count(1))
    return of_voyage(next(one for one in voyages if len(one.legs) == TURNS))


def figures() -> Iterator[Figure]:
    """A picture as SVG and as PNG, and a whole site."""
    game = long_game()
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
