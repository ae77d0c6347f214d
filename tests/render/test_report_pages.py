"""Reports: what they say, what they leave out, and that the numbers in them add up."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from msgspec import structs

from rednov_bot.core.contest import Outage
from rednov_bot.core.models import Page
from rednov_bot.games.red_november.render import report_pages
from rednov_bot.games.red_november.render.report_facts import ContestFacts, Dated, GameFacts
from rednov_bot.games.red_november.render.report_json import contest_facts, game_facts, story_facts
from rednov_bot.games.red_november.render.report_pages import MOST_LINES, in_short
from rednov_bot.games.red_november.render.wording import ITEM_NAMES
from rednov_bot.games.red_november.rules import events as ev
from rednov_bot.games.red_november.rules.words import ITEMS
from tests.render.reports import BEGUN, NOW, contest, game, story, voyage
from tests.render.samples import LIST, to
from tests.rigs.scale import many

GAMES = [(seed, 3 + seed % 6, 6 + 5 * seed) for seed in range(many(8, 4))]


@pytest.fixture(params=GAMES, ids=str)
def facts(request: pytest.FixtureRequest) -> GameFacts:
    seed, gnomes, turns = request.param
    return game(voyage(seed, gnomes, in_calm=True), turns=turns)


def position_report(facts: GameFacts) -> Page:
    return to(LIST, report_pages.position_report, facts, NOW)


def weekly(facts: ContestFacts) -> Page:
    return to(LIST, report_pages.weekly_report, facts, NOW)


def test_no_line_of_a_report_is_longer_than_72_columns(facts: GameFacts) -> None:
    pages = [position_report(facts), weekly(replace(contest(), games=(facts,)))]
    assert [line for page in pages for line in page.body.split("\n") if len(line) > 72] == []


def test_a_report_names_no_item_that_was_not_used(facts: GameFacts) -> None:
    used = {one.item for one in facts.events if isinstance(one, ev.ItemUsed)}
    words = " ".join(position_report(facts).body.split())
    assert {item for item in ITEMS if ITEM_NAMES[item] in words} - {"grog"} <= used


def test_the_first_screen_has_ten_lines_at_most(facts: GameFacts) -> None:
    many = tuple(replace(facts, tag=f"RN{number}") for number in range(1, 6))
    outages = (Outage(begins=BEGUN, ends=NOW),) * 3
    crowded = replace(contest(), games=many, week=replace(contest().week, outages=outages))
    for contest_told in (replace(contest(), games=(facts,)), crowded):
        assert 2 <= len(in_short(contest_told, NOW)) <= MOST_LINES


def test_numbers_in_json_are_those_of_the_position(facts: GameFacts) -> None:
    told = game_facts(facts, NOW)
    position = facts.position
    numbers = {(one["kind"], one["of"]): one for one in told["numbers"]}
    for gnome in position.gnomes:
        if ("minutes", gnome.name) in numbers:
            assert numbers["minutes", gnome.name]["now"] == gnome.minutes
    for one in told["numbers"]:
        assert one["steps"][0]["before"] == one["start"]
        assert one["steps"][-1]["after"] == one["now"]
    assert json.loads(json.dumps(told))["turn"] == position.turns


def test_a_contest_and_a_story_can_be_written_as_json() -> None:
    told = json.loads(json.dumps(contest_facts(contest(), NOW)))
    tale = json.loads(json.dumps(story_facts(game(voyage(2, 3, reveal=True)))))
    assert [one["game"] for one in told["games"]] == ["RN1", "RN2"]
    assert told["week"]["turns"][-1] == {"game": "RN2", "turn": 12, "gnome": "Dan"}
    assert told["week"]["resolved"] == 10
    assert len(tale["tracks"]["heat"]) == tale["passages"][-1]["turn"] + 1
    assert set(tale["held"]) == {"Ann", "Bob", "Cat"}


def test_a_correction_is_told_with_every_number_that_it_changes() -> None:
    sailed = game(voyage(2, 3))
    at = next(
        n
        for n, dated in enumerate(sailed.course)
        if any(isinstance(one, ev.TurnTaken) and one.number == 9 for one in dated.events)
    )
    before = replace(sailed, course=sailed.course[:at])
    hotter = structs.replace(before.position, heat=before.position.heat + 1)
    told = Dated(at=NOW, events=(ev.PositionCorrected(8, hotter, 3),))
    corrected = replace(before, course=(*before.course, told))
    heat = before.position.heat
    words = " ".join(story(corrected).body.split())
    assert f"The resolution of turn 8 is corrected by ruling 3: heat {heat} to {heat + 1}." in words
    assert "+1 correction of turn 8" in " ".join(position_report(corrected).body.split())
