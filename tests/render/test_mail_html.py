"""A mail as a page: the same words in their order, on any screen, with its picture or without."""

from __future__ import annotations

import html
import re
from pathlib import Path
from typing import Literal

import pytest
from hypothesis import given, strategies as st
from selectolax.lexbor import LexborHTMLParser

from rednov_bot.core.render.mail_html import laid_out, page_of
from rednov_bot.games.red_november.render.picture.png import board_png
from rednov_bot.games.red_november.rules.position import Position
from tests.mailfiles import in_mbox
from tests.picture.test_board import STANDARD, crew
from tests.rigs.browser import DESK, PHONE, chromium

GOLDEN = {
    name: text
    for path in sorted((Path(__file__).parent / "golden").iterdir())
    for name, text in in_mbox(path).items()
}
RESOLUTION = GOLDEN["resolution"]
SCREENS: tuple[tuple[Literal["light", "dark"], dict[str, int], str], ...]
SCREENS = (("light", PHONE, "with"), ("dark", PHONE, "without"), ("dark", DESK, "with"))


def body_of(golden: str) -> str:
    return golden.partition("\n\n")[2]


def words(page: str) -> list[str]:
    body = LexborHTMLParser(page).body
    assert body is not None
    return body.text(separator=" ").split()


@pytest.mark.parametrize("name", GOLDEN)
def test_the_page_has_the_words_of_the_text(name: str) -> None:
    body = body_of(GOLDEN[name])
    assert words(page_of("A subject", body, "", "")) == body.split()


def test_the_picture_stands_for_the_map_and_for_nothing_else() -> None:
    body = body_of(RESOLUTION)
    begin = body.index("o  hatch     AB  gnomes")
    without = body[:begin] + body[body.index("\n\n", begin) :]
    assert words(page_of("A subject", body, "The board.", "board@here")) == without.split()


LINES = st.text(st.sampled_from("aB <>&\"'-+|o10.:§é\t"), max_size=80)


@given(st.lists(LINES, max_size=12))
def test_whatever_the_text_its_words_stay(lines: list[str]) -> None:
    body = "\n".join(lines)
    assert words(page_of("A subject", body, "", "")) == body.split()
    assert page_of("A subject", body, "The board.", "board@here").count("<img ") == 1


def test_a_resolution_flows_where_it_can_and_keeps_its_tables() -> None:
    blocks = laid_out(body_of(RESOLUTION))
    kinds = [one.kind for one in blocks]
    assert kinds[:3] == ["paragraph", "heading", "facts"]
    assert blocks[2].rows[0] == ("44", "Ann uses a grog (intoxication 0 to 1).")
    at = kinds.index("picture")
    assert kinds[at - 1 : at + 4] == ["heading", "picture", "table", "table", "facts"]
    assert "map" not in kinds
    assert blocks[at + 1].rows[:2] == (
        ("", "gnome", "place", "minutes", "drunk"),
        ("A", "Ann", "2 Oxygen Pumps", "38", "1"),
    )
    assert kinds[-1] == "signature"


def test_words_that_look_like_markup_are_words() -> None:
    page = page_of("<b>", "<script>alert(1)</script>\n", '"><script>', "board@here")
    assert "<script>" not in page
    assert html.unescape(re.findall(r'alt="([^"]*)"', page)[0]) == '"><script>'


def test_it_fits_a_screen_by_day_and_by_night_with_pictures_and_without(tmp_path: Path) -> None:
    says = "The board in words: room 4 burns."
    html_ = page_of("Turn 12: Ann", body_of(RESOLUTION), says, "board@here")
    (tmp_path / "with.html").write_text(html_.replace("cid:board@here", "b.png"), encoding="utf-8")
    (tmp_path / "without.html").write_text(html_, encoding="utf-8")
    (tmp_path / "b.png").write_bytes(board_png(Position(gnomes=crew(4)), STANDARD))
    with chromium() as browser, browser.new_page() as page:
        for scheme, size, pictures in SCREENS:
            page.set_viewport_size(size)  # type: ignore[arg-type]
            page.emulate_media(color_scheme=scheme)
            page.goto(f"{(tmp_path / pictures).as_uri()}.html")
            image = page.locator("img")
            assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
            drawn = image.evaluate("(one) => one.naturalWidth")
            assert drawn == (440 if pictures == "with" else 0)
            assert image.get_attribute("alt") == says
            assert page.get_by_text("may act now").is_visible()
            assert page.get_by_text("######....").is_visible() == (size is DESK)
            assert page.locator("td[nowrap]").count() == 3
            colour = page.evaluate("getComputedStyle(document.body).color")
            assert colour == ("rgb(255, 255, 255)" if scheme == "dark" else "rgb(0, 0, 0)")
