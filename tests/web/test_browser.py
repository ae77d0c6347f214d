"""The pages in a real browser: on a phone and a desk, by day and night, by keyboard, by ear."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from rednov_bot.core.render.reports import Award, Ruling
from rednov_bot.core.web import writing
from rednov_bot.games.red_november.render import site
from rednov_bot.games.red_november.render.site import steps
from tests.builders import MONDAY
from tests.render.samples import LONG_NAMES
from tests.rigs.browser import DESK, PHONE, chromium, served
from tests.web.sites import a_crew, game_of, played, site_of

SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
GAME = played(16, 3)  # fourteen steps
LAST = len(steps(GAME)) - 1
PAGES = ("index.html", "rulings.html", "rn1/index.html", "rn1/5.html", "rn1/story.html",
         "rn1/luck.html", "rn2/index.html", "rn2/0.html")  # fmt: skip


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as found:
        yield found


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("site")
    crowded = game_of([a_crew(LONG_NAMES, room=10)], tag="RN2")
    ruling = Ruling(number=1, at=MONDAY, clause="§10c", text="word " * 80)
    award = Award(
        game="RN1",
        turn=12,
        gnome="Bartholomew Brightwater",
        axis="X",
        points=6,
        reason="preventing Crushed! at 44 and Missiles Launched! at 20",
        due_by=MONDAY,
        awarded=MONDAY,
    )
    made = site_of(GAME, crowded, rulings=(ruling,), awards=(award,))
    writing.write(folder, site.files(made))
    with served(folder) as found:
        yield found


@pytest.fixture(scope="module")
def phone(browser: Browser) -> Iterator[BrowserContext]:
    with seen(browser, viewport=PHONE) as context:
        yield context


def seen(browser: Browser, **more: Any) -> BrowserContext:
    return browser.new_context(color_scheme="light", **more)


def opened(context: BrowserContext, address: str) -> tuple[Page, list[str]]:
    """A page, and what went wrong while it was loaded, or was asked of elsewhere."""
    wrong: list[str] = []
    page = context.new_page()
    page.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("requestfailed", lambda asked: wrong.append(asked.url))
    page.on("response", lambda came: wrong.append(came.url) if came.status >= 400 else None)
    page.on(
        "request", lambda asked: wrong.append(asked.url) if "127.0.0.1" not in asked.url else None
    )
    page.goto(address)
    page.evaluate("document.fonts.ready")
    return page, wrong


CUT_OFF = """() => [...document.querySelectorAll('main *')]
  .filter((one) => one.tagName !== 'PRE' && getComputedStyle(one).overflowX !== 'visible')
  .filter((one) => one.clientWidth && one.scrollWidth > one.clientWidth)
  .filter((one) => !one.querySelector('pre'))
  .map((one) => one.textContent.trim().slice(0, 60))"""


HEADS = """() => [...document.querySelectorAll('.rows td')]
  .map((one) => getComputedStyle(one, '::before').content)
  .filter((said) => said !== 'none').map((said) => said.replaceAll('"', '').trim())"""


CONTRAST = """() => {
  const parse = (said) => (said.match(/[\\d.]+/g) || []).map(Number);
  const light = ([r, g, b]) => {
    const parts = [r, g, b].map((one) => one / 255)
      .map((one) => one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4);
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2];
  };
  const ground = (element) => {
    for (let one = element; one; one = one.parentElement) {
      const found = parse(getComputedStyle(one).backgroundColor);
      if (found.length === 3 || found[3] > 0) return found;
    }
    return [255, 255, 255];
  };
  const faint = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const element = walk.currentNode.parentElement;
    if (!walk.currentNode.textContent.trim() || element.closest("svg, script, style")) continue;
    const [high, low] = [light(parse(getComputedStyle(element).color)), light(ground(element))]
      .sort((a, b) => b - a);
    const ratio = (high + 0.05) / (low + 0.05);
    if (ratio < 4.5) faint.push(`${walk.currentNode.textContent.trim()} ${ratio.toFixed(2)}`);
  }
  return faint;
}"""


@pytest.mark.parametrize("name", PAGES)
def test_a_page_loads_without_a_fault_fits_and_can_be_read(
    phone: BrowserContext, address: str, name: str
) -> None:
    page, wrong = opened(phone, address + name)
    assert page.evaluate(CUT_OFF) == []
    if name == "index.html":
        assert page.evaluate(HEADS) == ["turn", "for", "awarded"]
    for size in (PHONE, DESK):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
        for scheme in SCHEMES:
            page.emulate_media(color_scheme=scheme)
            assert page.evaluate(CONTRAST) == []
    assert wrong == []
    page.close()


def test_arrow_keys_step_through_the_game(browser: Browser, address: str) -> None:
    with seen(browser) as context:
        page, _ = opened(context, f"{address}rn1/0.html")
        page.keyboard.press("ArrowLeft")
        assert page.url.endswith("/0.html")
        page.keyboard.press("ArrowRight")
        page.wait_for_url("**/1.html")
        page.keyboard.press("ArrowRight")
        page.wait_for_url("**/2.html")
        page.keyboard.press("ArrowLeft")
        page.wait_for_url("**/1.html")
        page.goto(f"{address}rn1/{LAST}.html")
        page.keyboard.press("ArrowRight")
        assert page.url.endswith(f"/{LAST}.html")


def test_without_a_script_everything_is_there_and_links_lead_on(
    browser: Browser, address: str
) -> None:
    with seen(browser, java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(f"{address}rn1/0.html")
        assert page.locator("svg").count() == 1
        page.get_by_role("link", name="On").first.click()
        assert page.url.endswith("/1.html")
        page.locator("summary").first.click()
        assert page.locator("details pre").first.is_visible()


def test_the_keyboard_reaches_the_page_before_all_else_by_one_key(
    browser: Browser, address: str
) -> None:
    with seen(browser) as context:
        page, _ = opened(context, f"{address}rn1/1.html")
        named = "document.activeElement.textContent.trim()"
        said = []
        for _ in range(8):
            page.keyboard.press("Tab")
            said.append(page.evaluate(named))
        assert said[0] == "To the page itself"
        ways = ["Red November", "RN1", "The game in two minutes", "Rulings", "Feed"]
        assert said[1:6] == ways
        assert said[6:8] == ["Back", "On"]


def test_a_screen_reader_hears_the_board_in_its_order(browser: Browser, address: str) -> None:
    with seen(browser) as context:
        page, _ = opened(context, f"{address}rn1/5.html")
        heard = page.locator("main").aria_snapshot()
        order = ['heading "', 'navigation "Steps"', "Room 1", "hatch 1-2", "Heat", "minute 60"]
        places = [heard.index(one) for one in order]
        assert places == sorted(places)
        assert heard.count('- img "Room ') + heard.count('img "Room ') >= 10
