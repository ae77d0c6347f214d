"""The stories of whole games: complete, in order, narrow, and not long-winded."""

from __future__ import annotations

import re

import pytest

from rednov_bot.core.models import Page
from rednov_bot.games.red_november.render.story_pages import causes
from rednov_bot.games.red_november.render.wording import ITEM_NAMES
from rednov_bot.games.red_november.rules import events as ev
from rednov_bot.games.red_november.rules.words import ITEMS
from tests.render.reports import game, story, voyage
from tests.rigs.scale import many

GAMES = [(seed, 3 + seed % 6, seed % 2 == 0) for seed in range(many(14, 6))]
MOST_LINES_A_TURN = 6


@pytest.fixture(scope="module", params=GAMES, ids=str)
def told(request: pytest.FixtureRequest) -> tuple[tuple[int, int, bool], Page]:
    seed, gnomes, in_calm = request.param
    return request.param, story(game(voyage(seed, gnomes, in_calm=in_calm)))


def test_no_line_is_longer_than_72_columns(told: tuple[tuple[int, int, bool], Page]) -> None:
    assert [line for line in told[1].body.split("\n") if len(line) > 72] == []


def test_a_turn_takes_a_few_lines(told: tuple[tuple[int, int, bool], Page]) -> None:
    (seed, gnomes, in_calm), page = told
    turns = voyage(seed, gnomes, in_calm=in_calm).gamestate.position.turns
    assert page.body.count("\n") < 60 + 6 * gnomes + MOST_LINES_A_TURN * turns


def test_every_turn_is_told_in_its_order(told: tuple[tuple[int, int, bool], Page]) -> None:
    (seed, gnomes, in_calm), page = told
    tale = page.body.partition("THE STORY\n")[2].partition("THE TRACKS\n")[0]
    numbers = [int(number) for number in re.findall(r"^ *(\d+)  ", tale, re.MULTILINE)]
    turns = voyage(seed, gnomes, in_calm=in_calm).gamestate.position.turns
    assert [one for one in numbers if one <= turns] == list(range(1, turns + 1))


def test_no_item_is_named_that_was_not_used(told: tuple[tuple[int, int, bool], Page]) -> None:
    (seed, gnomes, in_calm), page = told
    happened = voyage(seed, gnomes, in_calm=in_calm).events
    used = {one.item for one in happened if isinstance(one, ev.ItemUsed)}
    words = " ".join(page.body.split())
    named = {item for item in ITEMS if ITEM_NAMES[item] in words}
    assert named - {"grog", "aqualung"} <= used


def test_a_lost_sub_is_explained_by_the_steps_of_what_sank_it() -> None:
    for seed, gnomes, in_calm in GAMES:
        facts = game(voyage(seed, gnomes, in_calm=in_calm))
        lost = [one for one in facts.events if isinstance(one, ev.SubLost)]
        for one, cause in zip(lost, causes(facts), strict=True):
            assert one.track is None or cause.startswith(f"{one.track} 10: 1 at the start; ")
