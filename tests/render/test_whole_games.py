"""What holds for the mails of whole games, those of turns with the longest names there can be."""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice

import pytest
from msgspec import structs

from rednov_bot.core.models import Page
from rednov_bot.core.render import answers
from rednov_bot.core.render.reports import MOST_LINES, as_json, contest_json, in_short
from rednov_bot.games.base import Dated
from rednov_bot.games.red_november.game import GAME
from rednov_bot.games.red_november.render import rehearsals
from rednov_bot.games.red_november.render.audience import private_to, public_only
from rednov_bot.games.red_november.render.canonical import sentences
from rednov_bot.games.red_november.render.private_pages import hand_story
from rednov_bot.games.red_november.render.report_facts import GameFacts
from rednov_bot.games.red_november.render.story_pages import causes
from rednov_bot.games.red_november.render.wording import ITEM_NAMES
from rednov_bot.games.red_november.rules import events as ev
from rednov_bot.games.red_november.rules.forecast import Chance, chance_of
from rednov_bot.games.red_november.rules.options import Options
from rednov_bot.games.red_november.rules.rehearsal import rehearse
from rednov_bot.games.red_november.rules.resolve import judge
from rednov_bot.games.red_november.rules.words import ITEMS
from tests.render.mails import notice, resolved
from tests.render.reports import NOW, contest, game, position, story, voyage, week
from tests.render.samples import ANN, LONG_NAMES, TABLES, Played, to
from tests.rigs.scale import many
from tests.rules import sailing
from tests.rules.test_rehearsal import tried


@dataclass
class Told:
    """A whole game with its mails."""

    seed: int
    gnomes: int
    turns: int  # at the report of it

    @cached_property
    def voyage(self) -> sailing.Voyage:
        return voyage(self.seed, self.gnomes, in_calm=self.seed % 2 == 0)

    @cached_property
    def played(self) -> list[Played]:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(sailing, "CREW", LONG_NAMES[-self.gnomes :])
            sailed = sailing.play_game(self.seed, self.gnomes, most=60)
        return [
            Played(
                turn=leg.turn,
                plan=judge(leg.before, leg.turn, sailed.seas, Options()).plan,  # type: ignore[arg-type]
                announced_at=leg.before.position,
                before=leg.resolved_from.position,
                held_before=leg.resolved_from.secrets.hands,
                events=leg.resolution.events,
                result=leg.resolution.after,
                held=None,
            )
            for leg in sailed.legs
        ]

    @cached_property
    def facts(self) -> GameFacts:
        return game(self.voyage, turns=self.turns)

    @cached_property
    def resolutions(self) -> list[Page]:
        return [resolved(played) for played in self.played]

    @cached_property
    def reports(self) -> list[Page]:
        """How it stands in the middle; at the end, its story."""
        return [
            position(self.facts),
            week(contest(self.facts), self.facts),
            story(game(self.voyage)),
        ]


@pytest.fixture(scope="module", params=[(seed, 3 + seed % 6) for seed in range(many(14, 6))])
def told(request: pytest.FixtureRequest) -> Told:
    seed, gnomes = request.param
    return Told(seed, gnomes, 6 + 5 * seed)


def is_mannerly(page: Page) -> bool:
    lines = page.body.split("\n")
    return (
        max(map(len, lines)) <= 72
        and "\n\n\n" not in page.body
        and all(line == line.rstrip() or line == "-- " for line in lines)
        and page.body.endswith("\n")
        and "None" not in page.body.replace("None of", "")
    )


def test_no_line_is_longer_than_72_columns(told: Told) -> None:
    notices = [
        notice(played, gnome.name)
        for played in told.played
        for gnome in played.before.gnomes
        if private_to(played.events, gnome.name)
    ]
    assert notices
    assert all(is_mannerly(page) for page in (*told.resolutions, *notices, *told.reports))


def test_the_list_is_told_of_no_item_that_was_not_used(told: Told) -> None:
    def named(page: Page) -> set[str]:
        words = " ".join(page.body.split())
        return {str(item) for item in ITEMS if ITEM_NAMES[item] in words} - {"grog"}

    for played, page in zip(told.played, told.resolutions, strict=True):
        used = {str(one.item) for one in played.public if isinstance(one, ev.ItemUsed)} - {"grog"}
        dead = {one.cause for one in played.public if isinstance(one, ev.Killed)}
        assert used <= named(page) <= used | ({"aqualung"} if "no_air" in dead else set())
    report, *others = told.reports
    assert named(report) <= {
        str(one.item) for one in told.facts.events if isinstance(one, ev.ItemUsed)
    }
    ever = {str(one.item) for one in told.voyage.events if isinstance(one, ev.ItemUsed)}
    assert set().union(*map(named, others)) <= ever | {"aqualung"}


def test_the_public_text_needs_no_hidden_event(told: Told) -> None:
    for played, page in zip(told.played, told.resolutions, strict=True):
        assert resolved(replace(played, events=public_only(played.events))) == page


def test_whoevers_hand_changes_is_told_how(told: Told) -> None:
    for played in told.played:
        for seat, gnome in enumerate(played.before.gnomes):
            before, now = played.held_before[seat], played.after.secrets.hands[seat]
            if sorted(before) != sorted(now):
                assert hand_story(played.events, gnome.name, before, TABLES.board)


def test_a_hand_is_shown_with_how_it_last_changed(told: Told) -> None:
    turns = [list[ev.Event]()]  # and before them the opening
    latest: dict[str, tuple[str, ...]] = {}
    for after, events in zip(told.voyage.passed, told.voyage.entered, strict=True):
        for event in events:
            if isinstance(event, ev.TurnTaken):
                turns.append([])
            turns[-1].append(event)
        history = [event for turn in turns for event in turn]
        for gnome in after.position.gnomes:
            story_ = hand_story(turns[-1], gnome.name, (), TABLES.board)
            latest[gnome.name] = story_ or latest.get(gnome.name, ())
            hand = " ".join(GAME.hand(after, gnome.name, history, TABLES).split())
            assert all(one in hand for one in latest[gnome.name]), (hand, latest)
    assert all(latest.values())


def test_every_turn_is_told_in_its_order_and_in_a_few_lines(told: Told) -> None:
    body, turns = told.reports[-1].body, told.voyage.gamestate.position.turns
    tale = body.partition("THE STORY\n")[2].partition("THE TRACKS\n")[0]
    numbers = [int(number) for number in re.findall(r"^ *(\d+)  ", tale, re.MULTILINE)]
    assert [one for one in numbers if one <= turns] == list(range(1, turns + 1))
    assert body.count("\n") < 60 + 6 * told.gnomes + 6 * turns


def test_a_lost_sub_is_explained_by_the_steps_of_what_sank_it(told: Told) -> None:
    whole = game(told.voyage)
    lost = [one for one in whole.events if isinstance(one, ev.SubLost)]
    for one, cause in zip(lost, causes(whole), strict=True):
        assert one.track is None or cause.startswith(f"{one.track} 10: 1 at the start; ")


def test_the_first_screen_of_a_week_has_ten_lines_at_most(told: Told) -> None:
    several = tuple(replace(told.facts, tag=f"RN{number}") for number in range(1, 6))
    for one in (contest(told.facts), contest(*several, outages=3)):
        assert 2 <= len(in_short(one, NOW)) <= MOST_LINES


def test_numbers_in_json_are_those_of_the_position(told: Told) -> None:
    found, position = as_json(**GAME.report(told.facts, NOW).facts), told.facts.position
    numbers = {(one["kind"], one["of"]): one for one in found["numbers"]}
    for gnome in position.gnomes:
        if ("minutes", gnome.name) in numbers:
            assert numbers["minutes", gnome.name]["now"] == gnome.minutes
    for one in found["numbers"]:
        assert one["steps"][0]["before"] == one["start"]
        assert one["steps"][-1]["after"] == one["now"]
    assert json.loads(json.dumps(found))["turn"] == position.turns


def test_a_contest_and_a_story_can_be_written_as_json() -> None:
    found = json.loads(json.dumps(contest_json(contest(), NOW)))
    tale = json.loads(json.dumps(as_json(**GAME.story(game(voyage(2, 3, reveal=True))).facts)))
    assert [one["game"] for one in found["games"]] == ["RN1", "RN2"]
    assert found["week"]["turns"][-1] == {"game": "RN2", "turn": 12, "gnome": "Dan"}
    assert found["week"]["resolved"] == 10
    assert len(tale["tracks"]["heat"]) == tale["passages"][-1]["turn"] + 1
    assert set(tale["held"]) == {"Ann", "Bob", "Cat"}


def test_a_correction_is_told_with_every_number_that_it_changes() -> None:
    before = game(voyage(2, 3), turns=9)
    before = replace(before, course=before.course[:-1])
    heat = before.position.heat
    hotter = structs.replace(before.position, heat=heat + 1)
    told = Dated(at=NOW, events=(ev.PositionCorrected(8, hotter, 3),))
    corrected = replace(before, course=(*before.course, told))
    words = " ".join(story(corrected).body.split())
    assert f"The resolution of turn 8 is corrected by ruling 3: heat {heat} to {heat + 1}." in words
    report = position(corrected)
    assert "+1 correction of turn 8" in " ".join(report.body.split())


def test_every_rehearsal_hand_and_state_is_a_mannerly_mail_that_adds_up() -> None:
    options, verdicts, sailed = Options(), Counter[str](), voyage(2, 3)
    for state, turn, tried_options in islice(tried(), many(700, 250)):
        found = rehearse(state, turn, TABLES, tried_options)
        trial = GAME.rehearse(state, turn, TABLES, tried_options, "", "Pewterby")
        what = trial, sentences(turn), GAME
        page = to(ANN, answers.rehearsal, *what, waits="", kept=False)
        assert is_mannerly(page), page.body
        verdicts[answers.verdict(trial)] += 1
        if found.plan is not None:
            made = rehearsals.figures(found, found.plan, TABLES, "Pewterby")
            assert sum(row.minutes for row in made.rows) == made.spent == found.plan.spent
            assert made.before - made.spent == made.left
            chance = chance_of(found.plan, found.position, TABLES)
            assert ("Chance of success: " in page.body) == (chance is not None)
            if isinstance(chance, Chance) and 0 < chance.bound < 10:
                assert f"Chance of success: {10 * chance.bound}%" in page.body
        hand = GAME.hand(state, "Ann", sailed.events, TABLES)
        assert "It last changed with turn" in hand
        status = GAME.status(state, "Ann", TABLES, options)
        assert is_mannerly(to(ANN, answers.inquiry, hand, status, ("RN1: turn 4.",), GAME))
    assert min(verdicts[kind] for kind in ("valid", "too early", "void")) > 10, verdicts
