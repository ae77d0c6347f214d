"""The picture in the README is the board of the demo, as the program draws it today."""

from __future__ import annotations

import io
import os
from pathlib import Path

import pytest
from rich.console import Console

from rednov_bot.bootstrap import open_desk
from rednov_bot.core.workflow import spectators
from rednov_bot.demo.play import play
from rednov_bot.games.red_november.render.picture.svg import board_svg
from rednov_bot.games.red_november.render.site import steps

REPOSITORY = Path(__file__).parents[2]
BOARD = REPOSITORY / "docs" / "pictures" / "board.svg"


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The board behind the last turn of the demo, and what that turn changed."""
    folder = tmp_path_factory.mktemp("demo")
    play(folder, Console(file=io.StringIO()))
    desk = open_desk(folder / "rednov.toml")
    with desk.db.transaction() as records:
        (game,) = spectators.material_of(desk, records).games
    desk.db.close()
    passage = steps(game)[-1].passage
    return board_svg(passage.after, game.facts.tables, passage.before, heading="Red November")


def test_the_picture_in_the_readme_is_current(drawn: str) -> None:
    if os.environ.get("RETELL"):
        BOARD.parent.mkdir(exist_ok=True)
        BOARD.write_text(drawn, encoding="utf-8")
    assert BOARD.read_text(encoding="utf-8") == drawn, "RETELL=1 draws docs/pictures/board.svg anew"


def test_the_readme_shows_it() -> None:
    readme = (REPOSITORY / "README.md").read_text(encoding="utf-8")
    assert "](docs/pictures/board.svg)" in readme
