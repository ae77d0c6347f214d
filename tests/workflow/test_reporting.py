"""Reports for whoever asks and for the list: once a week, and the story at a game's end."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path

import pytest

from rednov_bot.core.errors import NothingToReport
from rednov_bot.core.models import Draft, Page
from rednov_bot.core.workflow import reports
from rednov_bot.core.workflow.commands import ReportKind
from rednov_bot.games.red_november.rules import events as ev
from rednov_bot.games.red_november.rules.gamestate import Limit
from tests.builders import MONDAY
from tests.workflow.play import (
    Postings,
    Table,
    a_table,
    begun,
    but_reminders,
    code_in,
    flat,
    kinds,
)

KINDS: tuple[ReportKind, ...] = ("position", "contest", "week", "story")
NEXT_MONDAY = MONDAY.replace(hour=0) + timedelta(days=7)


def report(table: Table, which: ReportKind, game: str | None = None) -> Page:
    return table.read(lambda records: reports.report(table.desk, records, which, game))


def post(table: Table, which: ReportKind, game: str | None = None) -> Draft:
    with table.desk.db.transaction() as records:
        return reports.post(table.desk, records, which, game)


def round_at(table: Table, moment: datetime) -> Postings:
    """The bot makes its rounds at *moment*; what it queued then."""
    table.news()
    table.clock.at = moment
    return but_reminders(table.rounds())


def resolved(table: Table, name: str = "Ann") -> None:
    """A turn without an action is taken and resolved."""
    table.reply(code_in(table.say(name)), "approve")


def waiting(table: Table) -> list[Draft]:
    """The reports that await a word."""
    every = [table.draft(code) for code in table.open_codes()]
    return [one for one in every if one.kind == "report"]


# -- on demand ------------------------------------------------------------------------------------


def test_there_is_a_report_of_what_has_begun_and_a_story_of_what_is_over(tmp_path: Path) -> None:
    table = a_table(tmp_path)
    for which in ("position", "story"):
        with pytest.raises(NothingToReport, match="no game has begun yet"):
            report(table, which)
    assert "Ann since" in flat(report(table, "contest").body)
    table.begin()
    with pytest.raises(NothingToReport, match="nothing to report: no game is called RN7"):
        post(table, "position", "rn7")
    with pytest.raises(NothingToReport, match="RN1 goes on, and its story is told when it is over"):
        post(table, "story")
    table.ended()
    with table.desk.db.transaction() as records:
        told = {which: reports.facts(table.desk, records, which) for which in KINDS}
    assert told["position"]["ended"] == told["story"]["ended"] == MONDAY.isoformat()
    assert [one["game"] for one in told["contest"]["games"]] == ["RN1"]
    assert told["week"]["under_way"] == []
    (story,) = waiting(table)
    table.begin()
    assert story.code in table.open_codes()
    assert "This is the story of RN1" in flat(report(table, "story").body)
    with pytest.raises(NothingToReport, match="RN2 goes on"):
        report(table, "story", "rn2")


# -- once a week ----------------------------------------------------------------------------------


def test_the_weekly_report_is_drafted_on_the_first_round_after_monday(table: Table) -> None:
    assert round_at(table, NEXT_MONDAY - timedelta(seconds=1)) == ()
    resolved(table)
    first = code_in(round_at(table, NEXT_MONDAY))
    (made,) = waiting(table)
    assert (made.code, made.about) == (first, "Weekly report")
    assert "IN SHORT" in made.pages[0].body
    assert round_at(table, NEXT_MONDAY + timedelta(hours=1)) == ()
    assert round_at(table, NEXT_MONDAY + timedelta(days=6)) == ()
    second = code_in(round_at(table, NEXT_MONDAY + timedelta(days=7)))
    assert table.verdict(first) == "superseded"
    table.reply(second, "reject because I wrote it myself")
    assert round_at(table, NEXT_MONDAY + timedelta(days=13)) == ()
    third = code_in(round_at(table, NEXT_MONDAY + timedelta(days=14)))
    table.reply(third, "approve")
    resolved(table, "Bob")
    fourth = code_in(round_at(table, NEXT_MONDAY + timedelta(days=21)))
    assert "turns taken RN1: turn 2 by Bob" in flat(table.draft(fourth).pages[0].body)


def test_a_week_in_which_nothing_happens_has_no_report(table: Table, tmp_path: Path) -> None:
    table.ended()
    for code in table.open_codes():
        table.reply(code, "approve")
    assert kinds(round_at(table, NEXT_MONDAY)) == ["draft"]
    assert round_at(table, NEXT_MONDAY + timedelta(days=7)) == ()
    (tmp_path / "off").mkdir()
    assert round_at(begun(tmp_path / "off", report="off"), NEXT_MONDAY) == ()


# -- the end of a game ----------------------------------------------------------------------------


def test_the_story_is_drafted_at_the_end_and_withdrawn_if_it_was_none(table: Table) -> None:
    before = table.present()
    table.arrange(hands={"Ann": ("lucky_charm",)})
    table.ended()
    (story,) = waiting(table)
    assert story.about == "The story of RN1"
    assert "Ann, Bob and Cat win" in flat(story.pages[0].body)
    assert "lucky charm" not in story.pages[0].body
    number, _ = table.numbered()
    with table.desk.db.transaction() as records:
        game = records.games()[0]
        back = ev.PositionCorrected(1, before.position)
        at = table.clock.at
        records.advance(game.id, number + 1, (back,), before, cause="a correction", at=at)
        reports.at_the_end(table.desk, records, game.id)
    assert table.verdict(story.code) == "superseded"
    assert waiting(table) == []


# -- secrecy --------------------------------------------------------------------------------------


def test_a_report_is_the_same_whatever_is_hidden(tmp_path: Path) -> None:
    """A hand limit bars its gnome, and nobody else may know of it (§6)."""
    told = []
    for number, items in enumerate([(), ("grog", "toolbox", "toolbox")]):
        folder = tmp_path / str(number)
        folder.mkdir()
        table = begun(folder)
        table.arrange(hands={"Ann": items}, limits={"Ann": Limit(1)})
        resolved(table, "Bob")
        table.clock.forward(days=2)
        told.append([report(table, which).body for which in KINDS[:3]])
    assert told[0] == told[1]
